first_set_4.v
cam_4x1.v
frfcfs_legality.v
min_tree_4x8.v
frfcfs_buffer.v
dram_timing.v
frfcfs.v
