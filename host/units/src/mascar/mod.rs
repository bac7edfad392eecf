// SPDX-License-Identifier: Apache-2.0
//! Mascar: memory-saturation-aware warp scheduling and cache access re-execution
//! (Sethia, Jamshidi & Mahlke 2015; Sethia 2015, ch. IV). Three modules per SM, so that each half can be used alone.

pub mod params;
pub mod rexq;
pub mod sat;
pub mod sched;

pub use rexq::Rexq;
pub use sat::Sat;
pub use sched::Sched;

use crate::Description;

/// What the library says about Mascar.
pub const DESCRIPTION: Description = Description {
    about: "memory-saturation-aware warp scheduler and cache access re-execution queue",
    source: "Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV",
    place: "mascar_sat in the L1, mascar_sched in the issue stage, mascar_rexq at the LSU, each once per SM",
    blocks: &[],
};
