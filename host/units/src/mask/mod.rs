// SPDX-License-Identifier: Apache-2.0
//! MASK, a memory hierarchy that knows address translation (Ausavarungnirun 2017, ch. 6). The monitors say how many warps each
//! SM has, the epoch engine makes tokens, bypass bits and quotas of what an epoch has counted, and the other modules go by them.

pub mod l2_tlb;
pub mod monitor;
pub mod params;

pub use l2_tlb::L2Tlb;
pub use monitor::Monitor;

use crate::Description;

/// What the library says about MASK.
pub const DESCRIPTION: Description = Description {
    about: "tokens for fills of the shared TLB, L2 bypass of page walks by depth, and DRAM queues for walks and applications",
    source: "Ausavarungnirun et al., ASPLOS 2018; Ausavarungnirun, dissertation (2017), chapter 6",
    place: "mask_monitor for each SM beside the shared TLB",
    blocks: &[],
};

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
    fn the_shared_tlb_keeps_its_invariants() {
        runs::<super::L2Tlb>(20_000);
    }

    #[test]
    fn the_monitor_keeps_its_invariants() {
        runs::<super::Monitor>(20_000);
    }
}
