first_set_64.v
cam_64x15.v
frfcfs_legality.v
min_tree_64x16.v
frfcfs_buffer.v
dram_timing.v
frfcfs.v
