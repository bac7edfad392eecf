first_set_512.v
cam_512x15.v
frfcfs_legality.v
min_tree_512x17.v
frfcfs_buffer.v
dram_timing.v
frfcfs.v
