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
    use super::{Memsched, Profiler, Repl, Route};
    use crate::stimulated::keeps_its_invariants;

    #[test]
    fn the_profiler_keeps_its_invariants() {
        keeps_its_invariants::<Profiler>(250_000);
    }

    #[test]
    fn the_route_keeps_its_invariants() {
        keeps_its_invariants::<Route>(20_000);
    }

    #[test]
    fn the_replacement_keeps_its_invariants() {
        keeps_its_invariants::<Repl>(50_000);
    }

    #[test]
    fn the_scheduler_keeps_its_invariants() {
        keeps_its_invariants::<Memsched>(50_000);
    }
}
