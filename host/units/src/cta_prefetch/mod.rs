// SPDX-License-Identifier: Apache-2.0
//! CTA-aware prefetcher and leading-warp scheduler (Jeon, Koo & Annavaram 2014). Two modules per SM: the tables with the
//! generator of prefetches, and the two-level warp scheduler.

pub mod engine;
pub mod params;
mod residents;
pub mod sched;

pub use engine::Engine;
pub use residents::{Cta, Residents};
pub use sched::Sched;

use crate::Description;

/// What the library says about the CTA-aware prefetcher.
pub const DESCRIPTION: Description = Description {
    about: "CTA-aware prefetcher and two-level scheduler with leading warps",
    source: "Jeon, Koo & Annavaram, USC CENG-2014-08 (2014)",
    place: "cta_pf_engine at the LSU and the L1D, cta_sched in the issue stage, each once per SM",
    blocks: &[],
};

#[cfg(test)]
mod tests {
    use super::params::Params;
    use super::{Engine, Sched};
    use crate::{Module, Monitor, Parameters, Snapshot, Stimulus, Unit};

    /// Runs a model under its stimulus, with the invariants checked; half-way another goes on from its state.
    fn runs<M: Module<Params = Params>>(cycles: u64) {
        for name in Params::NAMED {
            let p = Params::named(name).unwrap();
            let (mut model, mut stimulus, mut checker) =
                (M::model(&p), M::Environment::new(&p, 7), M::Checker::new(&p));
            let mut out = M::Out::default();
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
    fn the_engine_keeps_its_invariants() {
        runs::<Engine>(20_000);
    }

    #[test]
    fn the_scheduler_keeps_its_invariants() {
        runs::<Sched>(20_000);
    }
}
