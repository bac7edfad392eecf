first_set_300.v
cam_300x15.v
frfcfs_legality.v
min_tree_300x16.v
frfcfs_buffer.v
dram_timing.v
frfcfs.v
