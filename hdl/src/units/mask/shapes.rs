// SPDX-License-Identifier: Apache-2.0
//! How the widths of MASK's modules follow from its parameters.

use warpsmith_units::mask as modules;
use warpsmith_units::mask::params::Params;

use super::monitor::Monitor;
use crate::formula::clog2;
use crate::units::shapes::{shapes, Top};

/// The top modules.
pub(crate) fn tops() -> &'static [Top<Params>] {
    &[MONITOR]
}

/// The top modules that the parameters ask for: all.
pub(crate) fn wanted(_: &Params) -> &'static [Top<Params>] {
    tops()
}

/// Configurations that synthesis takes minutes for; they differ from the others in sizes only.
pub(crate) const LARGE: &[&str] = &["warps256"];

/// Shapes in which no two widths are equal that are not always equal.
struct Witnesses;

impl Witnesses {
    const A: Params = Params { warps_per_core: 27, issue_ports: 3, ..Params::PAPER };
    const B: Params = Params { warps_per_core: 100, issue_ports: 2, ..Params::PAPER };
    const C: Params = Params { warps_per_core: 12, issue_ports: 1, ..Params::PAPER };
    const D: Params = Params { warps_per_core: 200, issue_ports: 4, ..Params::PAPER };
}

shapes! {
    /// The monitor of an SM.
    const MONITOR: modules::Monitor = Monitor "mask_monitor";
    witnesses Witnesses [A, B, C, D];
    widths { warps_per_core: warps_per_core, issue_ports: issue_ports }
    generics {
        WARPS = warps_per_core,
        WARP = clog2(WARPS),
        PORTS = issue_ports,
        FIELDS = PORTS * WARP,
    }
    constants {}
}
