// SPDX-License-Identifier: Apache-2.0
//! What caches, interconnect and DRAM count.

use super::declare::statistics;

statistics! {
    /// Counted in each cache.
    CacheStats {
        accesses: u64, "lines", "accesses that the cache took";
        reads: u64, "lines", "reads among them";
        writes: u64, "lines", "writes among them";
        atomics: u64, "lines", "atomic operations among them";
        hits: u64, "lines", "accesses to a line that was present";
        hits_reserved: u64, "lines", "accesses to a line that was already on its way";
        misses: u64, "lines", "accesses that found neither";
        fills: u64, "lines", "lines brought in";
        evictions: u64, "lines", "valid lines replaced, or evicted by a store";
        write_backs: u64, "lines", "dirty lines among them, written to the next level";
        fail_mshr: u64, "cycles", "access attempts refused: no free MSHR";
        fail_merge: u64, "cycles", "access attempts refused: no further access can wait in the line's MSHR";
        fail_set: u64, "cycles", "access attempts refused: every way of the set is on its way";
        fail_miss_queue: u64, "cycles", "access attempts refused: the miss queue is full";
    }
}

statistics! {
    /// Counted in each L2 sub-partition, outside its caches.
    L2Stats {
        looked: u64, "lines", "requests that looked for their line in the tags of a bank";
        queue_cycles: u64, "L2 cycles", "that they waited for their turn in front of the tags, beyond the time of the way; summed";
        bypassed: u64, "lines", "requests that went past the tags, straight to DRAM";
        unallocated: u64, "lines", "requests whose line was not there and took no place, because the route said so";
        port_wait_cycles: u64, "L2 cycles", "in which a request at a port could not go its way; summed over ports";
    }
}

statistics! {
    /// Counted in the crossbar, both directions.
    IcntStats {
        request_packets: u64, "packets", "packets from SMs to L2";
        request_flits: u64, "flits", "flits of them";
        reply_packets: u64, "packets", "packets from L2 to SMs";
        reply_flits: u64, "flits", "flits of them";
    }
}

statistics! {
    /// Counted in each DRAM channel.
    DramStats {
        read_lines: u64, "lines", "lines read";
        write_lines: u64, "lines", "lines written";
        read_bytes: u64, "bytes", "bytes read";
        write_bytes: u64, "bytes", "bytes written";
        read_bursts: u64, "bursts", "column read commands";
        write_bursts: u64, "bursts", "column write commands";
        activates: u64, "commands", "row activations, those after a refresh included";
        row_hits: u64, "lines", "lines read or written for which no row had to be opened";
        row_misses: u64, "lines", "lines read or written for which a row was opened in a bank without an open one";
        row_conflicts: u64, "lines", "lines read or written for which a row was opened in place of another";
        turnarounds: u64, "commands", "changes of the data bus between reading and writing";
        refreshes: u64, "commands", "refreshes of all banks";
        refresh_cycles: u64, "DRAM cycles", "cycles in which a refresh held requests back: those that the controller had were served, or all banks were busy with it";
        data_cycles: u64, "DRAM cycles", "cycles in which the data bus carried data";
        busy_cycles: u64, "DRAM cycles", "cycles in which the channel held a request";
    }
}

statistics! {
    /// Counted in L2 sub-partitions and DRAM channels for each of several applications, walks of its pages included.
    SharedStats {
        l2_accesses: u64, "lines", "its requests that looked for their line in the tags of L2";
        l2_hits: u64, "lines", "those that found it there; one on its way is not found";
        dram_read_lines: u64, "lines", "lines read for it from DRAM";
        dram_write_lines: u64, "lines", "lines written to DRAM that it stored, or that it had brought into L2";
        dram_row_hits: u64, "lines", "those of both for which no row had to be opened";
        dram_walk_reads: u64, "lines", "those read for page walks";
        dram_walk_cycles: u64, "DRAM cycles", "from the arrival of a line's read for a page walk at the channel to the end of its data; summed over reads";
        dram_data_cycles: u64, "DRAM cycles", "the same of all other reads";
    }
}

statistics! {
    /// Counted at each memory controller for each of its sources.
    SourceStats {
        reads: u64, "bursts", "reads whose data has come or is on the bus";
        writes: u64, "bursts", "writes whose data has gone or is on the bus";
        row_hits: u64, "bursts", "reads and writes in a row that an earlier one had used since it was opened";
        row_opened: u64, "bursts", "reads and writes that were the first in their row since it was opened";
        read_latency: u64, "DRAM cycles", "from the arrival of a read at the controller, waiting for admission included, to the end of its data; summed over reads";
    }
}
