// SPDX-License-Identifier: Apache-2.0
//! What CTA-aware prefetching counts of itself.

use crate::stats::unit_statistics;

unit_statistics! {
    /// Counted at each SM's `cta_pf_engine` and `cta_sched`; what becomes of the prefetches is counted at the L1.
    CtaPrefetchStats of "cta_prefetch", "each SM, in the cycle in which it happens; summed" {
        loads, "instructions", "loads of which the engine was told";
        indirect_loads, "instructions", "those of them whose address follows from loaded data; 0 unless excl_indirect is on";
        registrations, "events", "base addresses of a leading warp registered";
        strides, "events", "strides installed";
        non_strides, "events", "entries dropped because the requests had no common stride";
        verifications, "instructions", "loads compared with their prediction";
        mispredictions, "instructions", "those of them that differed";
        dropped_jobs, "events", "jobs lost because no further one could wait";
        promotions, "warps", "warps that entered a free place of the ready queue";
        demotions, "warps", "stalled warps that left it";
        wakes, "events", "lines of prefetches that came before a demand, each of which wakes its warp";
        swaps, "warps", "woken warps that took another's place in the ready queue";
        dropped_wakes, "events", "wake-ups lost because no further one could wait";
    }
}
