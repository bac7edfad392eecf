// SPDX-License-Identifier: Apache-2.0
//! What Mosaic counts of itself.

use crate::stats::unit_statistics;

unit_statistics! {
    /// Counted at the ports of `mosaic_l1_tlb`, summed over SMs, of `mosaic_xlat`, of `mosaic_coalescer` and of `mosaic_migrator`.
    MosaicStats of "mosaic", "L1 TLB of each SM (`l1_`), the shared TLB, the coalescer and the migrator, in the cycle in which it happens" {
        l1_large_hits, "pages", "lookups that hit an entry of a large page in the L1 TLB";
        l1_base_hits, "pages", "those that hit an entry of a base page";
        l1_large_fills, "pages", "answers of the shared TLB of large pages";
        l1_base_fills, "pages", "those of base pages";
        l1_flushes, "flushes", "that the L1 TLB has done";
        large_hits, "pages", "lookups that hit an entry of a large page in the shared TLB";
        base_hits, "pages", "those that hit an entry of a base page";
        large_walks, "walks", "that found a large page";
        base_walks, "walks", "that found a base page";
        page_flushes, "flushes", "that the shared TLB has done of pages of a large one";
        table_reads, "operations", "of the coalescer on page tables in memory that read an entry, or a line of entries";
        table_atomics, "operations", "those that set or clear bits of an entry, or of a line";
        coalesced, "frames", "that the coalescer has made large pages";
        not_coalesced, "frames", "that it has not, as they were large pages already, or entries were not as they should be";
        splintered, "frames", "that it has taken apart";
        migrated, "pages", "that the migrator has copied, and whose entries it has written";
        copied_lines, "lines", "that it has read to write them elsewhere";
        bulk_copies, "pages", "that were copied inside DRAM";
    }
}
