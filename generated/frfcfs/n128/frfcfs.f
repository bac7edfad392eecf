first_set_128.v
cam_128x15.v
frfcfs_legality.v
min_tree_128x16.v
frfcfs_buffer.v
dram_timing.v
frfcfs.v
