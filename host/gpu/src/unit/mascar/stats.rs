// SPDX-License-Identifier: Apache-2.0
//! What Mascar counts of itself.

use crate::stats::unit_statistics;

unit_statistics! {
    /// Counted at each SM's `mascar_sat` and `mascar_rexq`.
    MascarStats of "mascar", "each SM, in the cycle in which it happens; summed" {
        memory_priority_cycles, "SM cycles", "cycles in which memory accesses had priority because a cache was saturated";
        owner_cycles, "SM cycles", "those of them in which a warp owned the way out of the SM";
        barred_misses, "requests", "times that the L1 refused a request because its warp did not own the way out of the SM";
        parked_requests, "requests", "requests in the re-execution queue, summed over cycles";
        parked_full_cycles, "SM cycles", "cycles in which the re-execution queue was full";
        reexecuted, "requests", "times that a request of the re-execution queue was presented to the L1";
        reexecuted_accepted, "requests", "those of them that the L1 accepted";
    }
}
