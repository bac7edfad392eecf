// SPDX-License-Identifier: Apache-2.0
//! How the widths of the module `apogee` follow from its parameters.

use warpsmith_units::apogee::params::Params;
use warpsmith_units::apogee::{self as modules};

use super::prefetcher::Apogee;
use crate::formula::{bits, clog2, larger, smaller};
use crate::units::shapes::{shapes, Top};

/// The top modules.
pub(crate) fn tops() -> &'static [Top<Params>] {
    &[APOGEE]
}

/// The top modules that the parameters ask for.
pub(crate) fn wanted(_: &Params) -> &'static [Top<Params>] {
    tops()
}

/// Configurations that synthesis takes minutes for; they differ from the others in sizes only.
pub(crate) const LARGE: &[&str] =
    &["paper", "addr32", "w8", "w16", "w32", "e16", "e32", "no_div", "literal", "no_foa", "no_tia", "fermi"];

/// Shapes in which no two widths are equal that are not always equal.
struct Witnesses;

impl Witnesses {
    const A: Params = Params {
        n_entries: 19,
        n_warps: 6,
        warp_size: 16,
        simd_width: 4,
        pc_bits: 11,
        offset_bits: 9,
        conf_bits: 13,
        dist_bits: 7,
        addr_bits: 37,
        iter_bits: 14,
        issue_latency: 17,
        wait_depth: 5,
        job_depth: 3,
        pfq_depth: 10,
        ..Params::PAPER
    };
    const B: Params = Params {
        n_entries: 6,
        n_warps: 21,
        warp_size: 64,
        simd_width: 1,
        pc_bits: 19,
        offset_bits: 12,
        conf_bits: 4,
        dist_bits: 3,
        addr_bits: 31,
        iter_bits: 9,
        issue_latency: 51,
        wait_depth: 15,
        job_depth: 7,
        pfq_depth: 27,
        ..Params::PAPER
    };
    const C: Params = Params {
        n_entries: 37,
        n_warps: 3,
        warp_size: 8,
        simd_width: 8,
        pc_bits: 5,
        offset_bits: 10,
        conf_bits: 14,
        dist_bits: 8,
        addr_bits: 22,
        iter_bits: 23,
        issue_latency: 32,
        wait_depth: 9,
        job_depth: 12,
        pfq_depth: 18,
        ..Params::PAPER
    };
    const D: Params = Params {
        n_entries: 71,
        n_warps: 32,
        warp_size: 32,
        simd_width: 16,
        pc_bits: 30,
        offset_bits: 6,
        conf_bits: 8,
        dist_bits: 4,
        addr_bits: 43,
        iter_bits: 23,
        issue_latency: 25,
        wait_depth: 3,
        job_depth: 20,
        pfq_depth: 50,
        ..Params::PAPER
    };
}

shapes! {
    /// The prefetcher.
    const APOGEE: modules::Apogee = Apogee "apogee";
    witnesses Witnesses [A, B, C, D];
    widths {
        n_entries: n_entries, n_warps: n_warps, warp_size: warp_size, simd_width: simd_width, pc_bits: pc_bits, offset_bits: offset_bits,
        conf_bits: conf_bits, dist_bits: dist_bits, addr_bits: addr_bits, iter_bits: iter_bits, issue_latency: issue_latency,
        wait_depth: wait_depth, job_depth: job_depth, pfq_depth: pfq_depth
    }
    generics {
        ENTRIES = n_entries,
        ENTRY = bits(ENTRIES),
        WARPS = n_warps,
        WARP = bits(WARPS),
        RUNNING = clog2(WARPS + 1),
        LANES = simd_width,
        PLACE = bits(LANES),
        LANE = clog2(warp_size),
        COUNT = LANE + 1,
        PC = pc_bits,
        OFFSET = offset_bits,
        CONF = conf_bits,
        DIST = dist_bits,
        ADDRESS = addr_bits,
        ADDRESSES = LANES * ADDRESS,
        ITER = iter_bits,
        WAIT = wait_depth,
        JOBS = job_depth,
        DEPTH = pfq_depth,
        WAITING = clog2(WAIT + 1),
        DELAY = issue_latency - 6,
        LOAD = 2 * PC + WARP + 1,
        SPAN = OFFSET + LANE,
        REST = ADDRESS + 1 - SPAN,
        PARTS = LANE + 2,
        WORDS = 3 * PARTS - 4,
        MULTIPLES = LANES + 1,
        BEAT = clog2(LANES + 1),
        WALK = ADDRESS + LANE + OFFSET + COUNT + 1,
        OUTCOME = ADDRESS + ENTRY + 2,
        KEY = CONF + 1,
        LEAVES = 1 << ENTRY,
        FOURS = LEAVES / 4,
        NODES = LEAVES + FOURS,
        TOP_LEAVES = larger(4, 1 << (2 * ((ENTRY - 1) / 2))),
        MEETINGS = TOP_LEAVES / 3,
        TOP_NODES = TOP_LEAVES + MEETINGS,
        ITER_SIGNED = smaller(ITER + 1, ADDRESS),
        STEP = smaller(OFFSET + ITER, ADDRESS),
        PLACES = WARP + LANE,
        AHEAD_ADD = larger(WARP + LANE, ITER) + 2,
        AHEAD = smaller(AHEAD_ADD, ADDRESS),
        OFFSET_BITS = OFFSET - 1,
        OFFSET_PARTS = OFFSET + 1,
        OFFSET_WORDS = 3 * OFFSET_PARTS - 4,
        DIST_DISTANCE = DIST + 1,
        DIST_PARTS = DIST + 2,
        DIST_WORDS = 3 * DIST_PARTS - 4,
        ADDRESS_STEPS = bits(ADDRESS),
        STEP_STEPS = bits(STEP),
        SUM = larger(CONF, COUNT) + 1,
        OVER = SUM - CONF,
        ITER_WIDE = ITER + 1,
        JOB = STEP + ADDRESS + OFFSET + ENTRY + WARP + 4,
        WORD = ADDRESS + ENTRY + WARP + 2,
    }
    constants {
        LOW = line_bytes - 1,
        GENERAL_DIV = general_div,
        SLOTS = ((1 << WARP) - 1) * lal_per_warp,
        SLOW_REQUIRES_MISS = slow_requires_miss,
        GAP_FILL = gap_fill,
        RATE_LIMIT = rate_limit,
        FOA_EN = foa_en,
        TIA_EN = tia_en,
    }
}
