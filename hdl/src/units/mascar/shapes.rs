// SPDX-License-Identifier: Apache-2.0
//! The shapes of Mascar that are compiled in.

use warpsmith_units::clog2;
use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::{self as modules};

use super::{Rexq, Sat, Sched};
use crate::units::shapes::{bits, nodes, shapes, Shapes};

/// The top modules.
pub(crate) fn tops(_: &Params) -> &'static [Shapes<Params>] {
    &[SAT, SCHED, REXQ]
}

/// Configurations that synthesis takes minutes for; they differ from the others in sizes only.
pub(crate) const LARGE: &[&str] = &["w24", "w64", "rexq0", "rexq16", "rexq64"];

shapes! {
    /// The saturation detector.
    const SAT: modules::Sat = [PAPER, SMALL, VARIANT, TINY] by ["mshr_entries", "mq_entries"];
    |P, params| {
        Sat::<{ clog2(P.mshr_entries + 1) }, { clog2(P.mq_entries + 1) }>::new(params)
    }
}

shapes! {
    /// The scheduler.
    const SCHED: modules::Sched = [PAPER, W24, W64, SMALL, SINGLE, VARIANT, TINY] by ["n_warps", "n_sched"];
    |P, params| {
        const WARPS: usize = P.n_warps as usize;
        const SCHEDS: usize = P.n_sched as usize;
        const WARP: usize = clog2(P.n_warps);
        const OWN: u32 = P.n_warps.div_ceil(P.n_sched);
        const SLOTS: usize = OWN as usize * SCHEDS;
        Sched::<
            WARPS,
            WARP,
            { WARPS * WARP },
            SCHEDS,
            { bits(P.n_sched) },
            { OWN as usize },
            { bits(OWN) },
            SLOTS,
            { SLOTS * WARP },
            { WARP + 2 },
            { nodes(OWN) },
            { SCHEDS * WARP },
        >::new(params)
    }
}

/// Entries that are built: an unused one where there is no queue.
const fn depth(entries: u32) -> u32 {
    if entries == 0 {
        1
    } else {
        entries
    }
}

shapes! {
    /// The re-execution queue.
    const REXQ: modules::Rexq = [PAPER, W24, W64, REXQ0, REXQ16, REXQ64, SMALL, SINGLE, VARIANT, TINY]
        by ["n_warps", "rexq_entries", "addr_bits", "line_bytes", "warp_size", "reg_bits"];
    |P, params| {
        const WARP: usize = clog2(P.n_warps);
        const DEPTH: u32 = depth(P.rexq_entries);
        const ADDRESS: usize = P.addr_bits as usize;
        const THREADS: usize = P.warp_size as usize;
        const OFFSETS: usize = THREADS * clog2(P.line_bytes);
        const REGISTER: usize = P.reg_bits as usize;
        Rexq::<
            { P.n_warps as usize },
            WARP,
            ADDRESS,
            OFFSETS,
            REGISTER,
            THREADS,
            { DEPTH as usize },
            { bits(DEPTH) },
            { bits(DEPTH + 1) },
            { ADDRESS + OFFSETS + WARP + REGISTER + THREADS + 3 },
        >::new(params)
    }
}
