frfcfs_legality.v
first_set_4.v
frfcfs_buffer.v
dram_timing.v
frfcfs.v
