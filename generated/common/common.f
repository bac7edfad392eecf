min_tree.v
first_set.v
round_robin.v
fifo.v
dram_timing.v
