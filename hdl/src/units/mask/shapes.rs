// SPDX-License-Identifier: Apache-2.0
//! How the widths of MASK's modules follow from its parameters.

use warpsmith_units::mask as modules;
use warpsmith_units::mask::params::Params;

use super::l2bypass::L2Bypass;
use super::monitor::Monitor;
use crate::formula::clog2;
use crate::units::shapes::{shapes, Top};

/// The top modules.
pub(crate) fn tops() -> &'static [Top<Params>] {
    &[MONITOR, L2BYPASS]
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
    const A: Params = Params {
        pa_w: 39,
        pt_levels: 4,
        l2b_leader_log2: 5,
        warps_per_core: 27,
        issue_ports: 3,
        ..Params::PAPER
    };
    const B: Params = Params {
        pa_w: 52,
        pt_levels: 5,
        l2b_leader_log2: 0,
        warps_per_core: 100,
        issue_ports: 2,
        ..Params::PAPER
    };
    const C: Params = Params {
        pa_w: 30,
        pt_levels: 3,
        l2b_leader_log2: 3,
        warps_per_core: 12,
        issue_ports: 1,
        ..Params::PAPER
    };
    const D: Params = Params {
        pa_w: 44,
        pt_levels: 2,
        l2b_leader_log2: 8,
        warps_per_core: 200,
        issue_ports: 4,
        ..Params::PAPER
    };
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

shapes! {
    /// The decision about a walk read.
    const L2BYPASS: modules::L2Bypass = L2Bypass "mask_l2bypass";
    witnesses Witnesses [A, B, C, D];
    widths { pa_w: pa_w, pt_levels: pt_levels }
    generics { PA = pa_w, LEVELS = pt_levels }
    constants {
        GROUP = l2b_leader_log2,
        GROUPS = 2 * l2b_leader_log2,
        GROUP_MASK = (1 << l2b_leader_log2) - 1,
        LEADERS = l2b_leader_log2 > 0,
    }
}
