// SPDX-License-Identifier: Apache-2.0
//! How the widths of Mascar's modules follow from its parameters.

use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::{self as modules};

use super::rexq::Rexq;
use super::sat::Sat;
use super::sched::Sched;
use crate::formula::{bits, clog2, div_ceil, larger};
use crate::units::shapes::{shapes, Top};

/// The top modules.
pub(crate) fn tops() -> &'static [Top<Params>] {
    &[SAT, SCHED, REXQ]
}

/// The top modules that the parameters ask for: all.
pub(crate) fn wanted(_: &Params) -> &'static [Top<Params>] {
    &[SAT, SCHED, REXQ]
}

/// Configurations that synthesis takes minutes for; they differ from the others in sizes only.
pub(crate) const LARGE: &[&str] = &["w24", "w64", "rexq0", "rexq16", "rexq64"];

/// Shapes in which no two widths are equal that are not always equal.
struct Witnesses;

impl Witnesses {
    const A: Params = Params { mshr_entries: 20, mq_entries: 60, n_sched: 4, ..Params::VARIANT };
    const B: Params = Params {
        n_warps: 23,
        n_sched: 2,
        mshr_entries: 256,
        rexq_entries: 19,
        addr_bits: 13,
        warp_size: 32,
        line_bytes: 4,
        reg_bits: 3,
        ..Params::VARIANT
    };
    /// One scheduler, no queue.
    const D: Params = Params {
        n_warps: 50,
        n_sched: 1,
        mshr_entries: 9,
        mq_entries: 20,
        rexq_entries: 0,
        addr_bits: 37,
        warp_size: 64,
        line_bytes: 2,
        reg_bits: 5,
        ..Params::VARIANT
    };
    const E: Params = Params {
        n_warps: 16,
        n_sched: 2,
        mshr_entries: 130,
        mq_entries: 9,
        rexq_entries: 57,
        addr_bits: 61,
        warp_size: 4,
        line_bytes: 128,
        reg_bits: 2,
        ..Params::VARIANT
    };
    const C: Params = Params {
        n_warps: 37,
        n_sched: 4,
        mshr_entries: 31,
        rexq_entries: 32,
        addr_bits: 29,
        warp_size: 8,
        line_bytes: 32,
        reg_bits: 7,
        ..Params::VARIANT
    };
}

shapes! {
    /// The saturation detector.
    const SAT: modules::Sat = Sat "mascar_sat";
    witnesses Witnesses [A, B, C, D, E];
    widths { mshr_entries: mshr_entries, mq_entries: mq_entries }
    generics { MSHR = clog2(mshr_entries + 1), MQ = clog2(mq_entries + 1) }
    constants { MSHR_LIMIT = mshr_entries - mshr_margin, MQ_LIMIT = mq_entries - mq_margin }
}

shapes! {
    /// The scheduler.
    const SCHED: modules::Sched = Sched "mascar_sched";
    witnesses Witnesses [A, B, C, D, E];
    widths { n_warps: n_warps, n_sched: n_sched }
    generics {
        WARPS = n_warps,
        WARP = clog2(WARPS),
        RANKS = WARPS * WARP,
        SCHEDS = n_sched,
        SCHED = bits(SCHEDS),
        OWN = div_ceil(WARPS, SCHEDS),
        INDEX = bits(OWN),
        SLOTS = OWN * SCHEDS,
        SLOT_RANKS = SLOTS * WARP,
        KEY = WARP + 1,
        KEYS = OWN * KEY,
        SIZE = 1 << (INDEX - INDEX / 2),
        GROUPS = div_ceil(OWN, SIZE),
        PLACES = GROUPS * SIZE,
        PLACE_KEYS = PLACES * KEY,
        GROUP_KEYS = SIZE * KEY,
        TOP_KEYS = GROUPS * KEY,
        GRANTS = SCHEDS * WARP,
    }
    constants { RELEASE_WAITS = release_waits, GRANDFATHER = grandfather }
}

shapes! {
    /// The re-execution queue.
    const REXQ: modules::Rexq = Rexq "mascar_rexq";
    witnesses Witnesses [A, B, C, D, E];
    widths {
        n_warps: n_warps, rexq_entries: rexq_entries, addr_bits: addr_bits, line_bytes: line_bytes, warp_size: warp_size,
        reg_bits: reg_bits
    }
    generics {
        WARPS = n_warps,
        WARP = clog2(WARPS),
        ADDRESS = addr_bits,
        OFFSETS = THREADS * clog2(line_bytes),
        REGISTER = reg_bits,
        THREADS = warp_size,
        DEPTH = larger(rexq_entries, 1),
        POINTER = bits(DEPTH),
        COUNT = clog2(DEPTH + 1),
        REQUEST = ADDRESS + OFFSETS + WARP + REGISTER + THREADS + 3,
    }
    constants { QUEUE_USED = rexq_entries > 0, OWNER_BYPASS_FULL = owner_bypass_full, LSU_WHEN_FULL = lsu_when_full }
}
