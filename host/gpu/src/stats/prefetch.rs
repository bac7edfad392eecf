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
    }
}
