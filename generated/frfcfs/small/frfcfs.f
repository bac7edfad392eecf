first_set_16.v
cam_16x6.v
frfcfs_legality.v
min_tree_16x12.v
frfcfs_buffer.v
dram_timing.v
frfcfs.v
