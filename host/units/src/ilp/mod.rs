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
    use super::params::Params;
    use crate::{Module, Monitor, Parameters, Snapshot, Stimulus, Unit};

    /// Runs a model under its stimulus, with the invariants checked; half-way another goes on from its state.
    fn runs<M: Module<Params = Params>>(cycles: u64) {
        for name in Params::NAMED {
            let p = Params::named(name).unwrap();
            let (mut model, mut stimulus, mut checker) =
                (M::model(&p), M::Environment::new(&p, 7), M::Checker::new(&p));
            let mut out = M::at_reset(&p, &M::In::default());
            for cycle in 0..cycles {
                if cycle == cycles / 2 {
                    let mut other = M::model(&p);
                    other.restore(model.snapshot()).unwrap();
                    model = other;
                }
                let input = stimulus.next_input(&out);
                out = model.step(&input);
                checker.check(&input, &out, &model).unwrap_or_else(|e| panic!("{name}: {e}"));
            }
        }
    }

    #[test]
    fn the_scoreboard_keeps_its_invariants() {
        runs::<super::Scoreboard>(20_000);
    }

    #[test]
    fn the_bypass_keeps_its_invariants() {
        runs::<super::Bypass>(20_000);
    }

    #[test]
    fn the_branch_predictor_keeps_its_invariants() {
        runs::<super::Bpred>(20_000);
    }

    #[test]
    fn the_dispatcher_keeps_its_invariants() {
        runs::<super::Dispatch>(20_000);
    }

    #[test]
    fn the_results_keep_their_invariants() {
        runs::<super::SbData>(5_000);
    }
}
