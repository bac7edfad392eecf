// SPDX-License-Identifier: Apache-2.0
//! What Mosaic counts of itself.

use crate::stats::unit_statistics;

unit_statistics! {
    /// Counted at the ports of `mosaic_xlat`.
    MosaicStats of "mosaic", "the shared TLB, in the cycle in which it happens" {
        large_hits, "pages", "lookups that hit an entry of a large page";
        base_hits, "pages", "those that hit an entry of a base page";
        large_walks, "walks", "that found a large page";
        base_walks, "walks", "that found a base page";
    }
}
