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
    use super::{Engine, Sched};
    use crate::stimulated::keeps_its_invariants;

    #[test]
    fn the_engine_keeps_its_invariants() {
        keeps_its_invariants::<Engine>(20_000);
    }

    #[test]
    fn the_scheduler_keeps_its_invariants() {
        keeps_its_invariants::<Sched>(20_000);
    }
}
