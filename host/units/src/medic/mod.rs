// SPDX-License-Identifier: Apache-2.0
//! MeDiC, memory divergence correction (Ausavarungnirun 2017, ch. 4): four modules, each usable alone. The profiler finds
//! the type of each warp of an SM; route, replacement and DRAM scheduler go by it.

pub mod memsched;
pub mod params;
pub mod profiler;
pub mod repl;
pub mod route;

pub use memsched::Memsched;
pub use profiler::Profiler;
pub use repl::Repl;
pub use route::Route;

use crate::Description;

/// What the library says about MeDiC.
pub const DESCRIPTION: Description = Description {
    about: "warp types by L2 hit rate, and L2 bypass, insertion and DRAM priority that go by them",
    source: "Ausavarungnirun et al., PACT 2015; Ausavarungnirun, dissertation (2017), chapter 4",
    place: "medic_profiler in each SM, medic_route at each port and medic_repl in each bank of the L2, medic_memsched in each \
            memory controller",
    blocks: &[],
};

#[cfg(test)]
mod tests {
    use super::params::Params;
    use super::{Memsched, Profiler, Repl, Route};
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
    fn the_profiler_keeps_its_invariants() {
        runs::<Profiler>(250_000);
    }

    #[test]
    fn the_route_keeps_its_invariants() {
        runs::<Route>(20_000);
    }

    #[test]
    fn the_replacement_keeps_its_invariants() {
        runs::<Repl>(50_000);
    }

    #[test]
    fn the_scheduler_keeps_its_invariants() {
        runs::<Memsched>(50_000);
    }
}
