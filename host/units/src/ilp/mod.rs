// SPDX-License-Identifier: Apache-2.0
//! ILP shader cores and GPUs of two kinds of SMs (Xiang et al. 2014). The scoreboard and its data hold results until they commit in order; the bypass, the
//! branch predictor and the dispatcher stand beside it.

pub mod bpred;
pub mod bypass;
pub mod dispatch;
pub mod params;
pub mod sb_data;
pub mod scoreboard;

pub use bpred::Bpred;
pub use bypass::Bypass;
pub use dispatch::Dispatch;
pub use sb_data::SbData;
pub use scoreboard::Scoreboard;

use crate::Description;

/// What the library says about the ILP units.
pub const DESCRIPTION: Description = Description {
    about: "ILP SMs (shared scoreboard with in-order commit, bypass, branch prediction), and a dispatcher for GPUs of TLP and ILP SMs",
    source: "Xiang, Yang, Mantor, Rubin, Zhou, Revisiting ILP Designs for Throughput-Oriented GPGPU Architecture (2014)",
    place: "ilp_scoreboard, sb_data, ilp_bypass and simt_bpred in each ILP SM, beside the warp scheduler; het_dispatch on the chip",
    blocks: &[],
};

/// What the benches run of each module.
const BENCHED: &[&str] = &["paper", "variant", "small", "tiny"];

#[cfg(test)]
mod tests {
    use crate::stimulated::keeps_its_invariants;

    #[test]
    fn the_scoreboard_keeps_its_invariants() {
        keeps_its_invariants::<super::Scoreboard>(20_000);
    }

    #[test]
    fn the_bypass_keeps_its_invariants() {
        keeps_its_invariants::<super::Bypass>(20_000);
    }

    #[test]
    fn the_branch_predictor_keeps_its_invariants() {
        keeps_its_invariants::<super::Bpred>(20_000);
    }

    #[test]
    fn the_dispatcher_keeps_its_invariants() {
        keeps_its_invariants::<super::Dispatch>(20_000);
    }

    #[test]
    fn the_results_keep_their_invariants() {
        keeps_its_invariants::<super::SbData>(5_000);
    }
}
