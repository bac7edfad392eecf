// SPDX-License-Identifier: Apache-2.0
//! What MASK counts of itself.

use crate::stats::unit_statistics;

unit_statistics! {
    /// Counted at the shared TLB, at the walk route, and at each channel's `mask_dram_sched`.
    MaskStats of "mask", "the shared TLB, the walk route and each DRAM channel, in the cycle in which it happens; summed" {
        epochs, "epochs", "that have ended";
        token_warps, "warps", "that hold a token as what follows from an epoch is applied, over all SMs; summed over epochs";
        bypass_depths, "depths", "of walk reads that go past L2 from then on; summed over epochs";
        tokenless, "lookups", "of warps without a token, in the shared TLB";
        bypass_hits, "lookups", "of any warp that the bypass cache answered";
        past_1, "walk reads", "of root tables that were sent past L2";
        past_2, "walk reads", "the same of the second level";
        past_3, "walk reads", "the same of the third level";
        past_4, "walk reads", "the same of the fourth level";
        past_5, "walk reads", "the same of the fifth level";
        leaders, "walk reads", "of depths that go past L2, which took the way through L2 all the same";
        golden, "lines", "that banks of DRAM took up from a golden queue";
        silver, "lines", "the same from a silver queue";
        normal, "lines", "the same from a normal queue";
    }
}
