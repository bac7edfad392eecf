// SPDX-License-Identifier: Apache-2.0
//! MASK, a memory hierarchy that knows address translation (Ausavarungnirun 2017, ch. 6). The monitors say how many warps each
//! SM has, the epoch engine makes tokens, bypass bits and quotas of what an epoch has counted, and the other modules go by them.

pub mod dram_sched;
pub mod epoch;
pub mod l2_tlb;
pub mod l2bypass;
pub mod monitor;
pub mod params;

pub use dram_sched::DramSched;
pub use epoch::Epoch;
pub use l2_tlb::L2Tlb;
pub use l2bypass::L2Bypass;
pub use monitor::Monitor;

use crate::Description;

/// What the library says about MASK.
pub const DESCRIPTION: Description = Description {
    about: "tokens for fills of the shared TLB, L2 bypass of page walks by depth, and DRAM queues for walks and applications",
    source: "Ausavarungnirun et al., ASPLOS 2018; Ausavarungnirun, dissertation (2017), chapter 6",
    place: "mask_monitor for each SM, mask_l2bypass at the walker's reads, beside the shared TLB; mask_dram_sched in each DRAM channel",
    blocks: &[],
};

/// What the benches run of each module.
const BENCHED: &[&str] = &["paper", "variant", "tiny"];

#[cfg(test)]
mod tests {
    use crate::stimulated::keeps_its_invariants;

    #[test]
    fn the_decision_about_a_walk_read_keeps_its_invariants() {
        keeps_its_invariants::<super::L2Bypass>(20_000);
    }

    #[test]
    fn the_scheduler_of_a_channel_keeps_its_invariants() {
        keeps_its_invariants::<super::DramSched>(20_000);
    }

    #[test]
    fn the_epoch_engine_keeps_its_invariants() {
        keeps_its_invariants::<super::Epoch>(30_000);
    }

    #[test]
    fn the_shared_tlb_keeps_its_invariants() {
        keeps_its_invariants::<super::L2Tlb>(20_000);
    }

    #[test]
    fn the_monitor_keeps_its_invariants() {
        keeps_its_invariants::<super::Monitor>(20_000);
    }
}
