// SPDX-License-Identifier: Apache-2.0
//! What prefetchers do to the cache that they fill.

use super::units::unit_statistics;

unit_statistics! {
    /// Counted in each L1, whichever prefetcher is attached.
    PrefetchStats of "prefetcher", "L1 of each SM, if a prefetcher is attached; summed" {
        issued, "lines", "prefetches that the cache sent to the next level";
        useful, "lines", "prefetched lines that were present when the first demand for them came";
        late, "lines", "prefetched lines that were still on their way when the first demand for them came";
        dropped, "lines", "prefetches of lines that were present or on their way";
        early_evicted, "lines", "prefetched lines that left the cache before any demand for them";
        useful_distance, "SM cycles", "from a prefetch to the first demand for its line; summed over the lines counted as useful";
        demands, "lines", "lines for which loads of global memory through the L1 looked there: what a prefetcher could have served";
        demands_pending, "lines", "those of them that were on their way";
        demands_missed, "lines", "those of them that were neither present nor on their way";
    }
}
