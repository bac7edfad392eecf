first_set_256.v
cam_256x15.v
frfcfs_legality.v
min_tree_256x16.v
frfcfs_buffer.v
dram_timing.v
frfcfs.v
