// SPDX-License-Identifier: Apache-2.0
//! The shapes of Mascar that are compiled in, one list a module.

use warpsmith_units::clog2;
use warpsmith_units::mascar::params::Params;

use super::{Rexq, Sat, Sched};
use crate::units::shapes::{bits, nodes, shapes};

/// The saturation detector.
pub(super) mod sat {
    use super::*;
    use warpsmith_units::mascar::sat::ports;

    shapes! {
        "mascar_sat", ports, "hdl/src/units/mascar/shapes.rs";
        ["mshr_entries", "mq_entries"] = |p: &Params| [p.mshr_entries, p.mq_entries];
        write |params| {
            Sat::<{ clog2(SHAPE[0] + 1) }, { clog2(SHAPE[1] + 1) }>::new(params)
        }
        64, 8;
        8, 4;
        10, 6;
        8, 2;
    }
}

/// The scheduler.
pub(super) mod sched {
    use super::*;
    use warpsmith_units::mascar::sched::ports;

    shapes! {
        "mascar_sched", ports, "hdl/src/units/mascar/shapes.rs";
        ["n_warps", "n_sched"] = |p: &Params| [p.n_warps, p.n_sched];
        write |params| {
            const WARPS: usize = SHAPE[0] as usize;
            const SCHEDS: usize = SHAPE[1] as usize;
            const WARP: usize = clog2(SHAPE[0]);
            const OWN: u32 = SHAPE[0].div_ceil(SHAPE[1]);
            const SLOTS: usize = OWN as usize * SCHEDS;
            Sched::<
                WARPS,
                WARP,
                { WARPS * WARP },
                SCHEDS,
                { bits(SHAPE[1]) },
                { OWN as usize },
                { bits(OWN) },
                SLOTS,
                { SLOTS * WARP },
                { WARP + 2 },
                { nodes(OWN) },
                { SCHEDS * WARP },
            >::new(params)
        }
        48, 2;
        24, 2;
        64, 2;
        8, 2;
        8, 1;
        11, 4;
        4, 2;
    }
}

/// The re-execution queue.
pub(super) mod rexq {
    use super::*;
    use warpsmith_units::mascar::rexq::ports;

    /// Entries that are built: an unused one where there is no queue.
    const fn depth(entries: u32) -> u32 {
        if entries == 0 {
            1
        } else {
            entries
        }
    }

    shapes! {
        "mascar_rexq", ports, "hdl/src/units/mascar/shapes.rs";
        ["n_warps", "rexq_entries", "addr_bits", "line_bytes", "warp_size", "reg_bits"] = |p: &Params| [
            p.n_warps,
            p.rexq_entries,
            p.addr_bits,
            p.line_bytes,
            p.warp_size,
            p.reg_bits
        ];
        write |params| {
            const WARP: usize = clog2(SHAPE[0]);
            const DEPTH: u32 = depth(SHAPE[1]);
            const ADDRESS: usize = SHAPE[2] as usize;
            const THREADS: usize = SHAPE[4] as usize;
            const OFFSETS: usize = THREADS * clog2(SHAPE[3]);
            const REGISTER: usize = SHAPE[5] as usize;
            Rexq::<
                { SHAPE[0] as usize },
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
        48, 32, 64, 128, 32, 7;
        24, 32, 64, 128, 32, 7;
        64, 32, 64, 128, 32, 7;
        48, 0, 64, 128, 32, 7;
        48, 16, 64, 128, 32, 7;
        48, 64, 64, 128, 32, 7;
        8, 4, 32, 32, 8, 6;
        8, 1, 32, 32, 8, 6;
        11, 5, 40, 64, 16, 8;
        4, 3, 3, 2, 2, 2;
    }
}
