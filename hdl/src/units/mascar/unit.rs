// SPDX-License-Identifier: Apache-2.0
//! Mascar as a unit of the library.

use warpsmith_units::mascar::params::Params;
use warpsmith_units::Parameters;

use super::shapes::{rexq, sat, sched};
use crate::units::{parameters, shapes, UnitInfo};

/// What the library says about Mascar.
pub const INFO: UnitInfo = UnitInfo {
    name: "mascar",
    about: "memory-saturation-aware warp scheduler and cache access re-execution queue",
    source: "Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV",
    place: "mascar_sat in the L1, mascar_sched in the issue stage, mascar_rexq at the LSU, each once per SM",
    configurations: Params::NAMED,
    parameters: parameters::<Params>,
    emit: |configuration, overrides| {
        shapes::emit(&INFO, &[&sat::SHAPES, &sched::SHAPES, &rexq::SHAPES], configuration, overrides)
    },
};
