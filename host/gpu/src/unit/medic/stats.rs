// SPDX-License-Identifier: Apache-2.0
//! What MeDiC counts of itself.

use crate::stats::unit_statistics;

unit_statistics! {
    /// Counted at each SM's `medic_profiler`, at each port's `medic_route` and at each channel's `medic_memsched`.
    MedicStats of "medic", "each SM, L2 port and DRAM channel, in the cycle in which it happens; summed" {
        all_hit, "classifications", "warps found to hit always at the end of their profiling";
        mostly_hit, "classifications", "warps found to hit mostly";
        balanced, "classifications", "warps found to be balanced";
        mostly_miss, "classifications", "warps found to miss mostly";
        all_miss, "classifications", "warps found to miss always";
        reclassified, "classifications", "those of them whose warp had been classified before";
        same_type, "classifications", "those of these that found the type that the warp had";
        epochs, "epochs", "that have begun on an SM";
        lo_pct_sum, "percent", "boundary between mostly-miss and balanced warps as an epoch begins; summed over epochs";
        sampled_hits, "lines", "answers from L2 that counted as hits";
        sampled_misses, "lines", "answers from L2 that counted as misses";
        sampled_bypassed, "lines", "answers to requests that went past L2";
        all_hit_loads, "instructions", "loads of all-hit warps of which several lines were hits in L2, and none a miss";
        all_hit_divergence, "SM cycles", "from the fastest to the slowest hit of such a load; summed over loads";
        looked_miss, "lines", "requests of mostly-miss warps that looked for their line in the tags of L2";
        looked_balanced, "lines", "the same of balanced warps, and of requests that no profiler knows";
        looked_mostly_hit, "lines", "the same of mostly-hit warps";
        looked_all_hit, "lines", "the same of all-hit warps";
        queue_cycles_miss, "L2 cycles", "that requests of mostly-miss warps waited in front of the tags; summed";
        queue_cycles_balanced, "L2 cycles", "the same of balanced warps, and of requests that no profiler knows";
        queue_cycles_mostly_hit, "L2 cycles", "the same of mostly-hit warps";
        queue_cycles_all_hit, "L2 cycles", "the same of all-hit warps";
        high_priority, "lines", "requests that left a port of L2 with high priority";
        reused, "lines", "requests that went to L2 although the type of their warp said past it, because of the filter of lines that are used again";
        high_bursts, "bursts", "that went into the high queue of a memory controller";
        low_bursts, "bursts", "that went into the low queue";
    }
}
