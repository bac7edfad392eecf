generated/common/min_tree.v
generated/common/first_set.v
generated/common/round_robin.v
generated/common/fifo.v
generated/common/dram_timing.v
