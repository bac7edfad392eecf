kernel-2.traceg
