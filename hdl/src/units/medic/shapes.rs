// SPDX-License-Identifier: Apache-2.0
//! How the widths of MeDiC's modules follow from its parameters.

use warpsmith_units::dram_timing::Channel;
use warpsmith_units::medic::params::Params;
use warpsmith_units::medic::{self as modules};

use super::memsched::Memsched;
use super::profiler::Profiler;
use super::repl::Repl;
use super::route::Route;
use crate::formula::{bits, clog2};
use crate::units::shapes::{shapes, Top};

/// The top modules.
pub(crate) fn tops() -> &'static [Top<Params>] {
    &[PROFILER, ROUTE, REPL, MEMSCHED]
}

/// The top modules that the parameters ask for: all.
pub(crate) fn wanted(_: &Params) -> &'static [Top<Params>] {
    tops()
}

/// Configurations that synthesis takes minutes for; they differ from the others in sizes only.
pub(crate) const LARGE: &[&str] = &["warps64", "l2_8way", "sets64", "baseline", "continuous", "stack"];

/// Shapes in which no two widths are equal that are not always equal.
struct Witnesses;

impl Witnesses {
    const A: Params = Params {
        epoch_cycles: 900,
        profile_len: 20,
        cnt_bits: 9,
        tune_min: 16,
        tune_bits: 13,
        warps_per_sm: 27,
        assoc: 5,
        sets: 16,
        q_depth_hi: 7,
        q_depth_lo: 19,
        lo_starve_limit: 3000,
        channel: Channel { n_bank: 32, row_bits: 17, col_bits: 9, id_bits: 13, ..Params::PAPER.channel },
        ..Params::PAPER
    };
    const B: Params = Params {
        epoch_cycles: 5000,
        profile_len: 7,
        cnt_bits: 5,
        tune_min: 16,
        tune_bits: 8,
        warps_per_sm: 6,
        assoc: 12,
        sets: 4,
        q_depth_hi: 17,
        q_depth_lo: 5,
        lo_starve_limit: 100,
        channel: Channel { n_bank: 4, row_bits: 5, col_bits: 7, id_bits: 2, ..Params::PAPER.channel },
        ..Params::PAPER
    };
    const C: Params = Params {
        epoch_cycles: 40_000,
        profile_len: 20,
        cnt_bits: 14,
        tune_min: 16,
        tune_bits: 6,
        warps_per_sm: 61,
        assoc: 3,
        sets: 64,
        q_depth_hi: 33,
        q_depth_lo: 12,
        lo_starve_limit: 9000,
        channel: Channel { n_bank: 8, row_bits: 12, col_bits: 3, id_bits: 8, ..Params::PAPER.channel },
        ..Params::PAPER
    };
    const D: Params = Params {
        epoch_cycles: 200,
        profile_len: 7,
        cnt_bits: 7,
        tune_min: 16,
        tune_bits: 11,
        warps_per_sm: 12,
        assoc: 24,
        sets: 8,
        q_depth_hi: 11,
        q_depth_lo: 37,
        lo_starve_limit: 0,
        channel: Channel { n_bank: 16, row_bits: 20, col_bits: 12, id_bits: 6, ..Params::PAPER.channel },
        ..Params::PAPER
    };
}

shapes! {
    /// The profiler.
    const PROFILER: modules::Profiler = Profiler "medic_profiler";
    witnesses Witnesses [A, B, C, D];
    widths {
        epoch_cycles: epoch_cycles, cnt_bits: cnt_bits, tune_bits: tune_bits, warps_per_sm: warps_per_sm
    }
    generics {
        WARPS = warps_per_sm,
        WARP = clog2(WARPS),
        CNT = cnt_bits,
        HELD = CNT - 1,
        CYCLE = clog2(epoch_cycles),
        TUNE = tune_bits,
        TUNE_WIDE = TUNE + 7,
        TUNE_OVER = TUNE + 1,
        W = CNT + 8,
    }
    constants {
        EPOCH_LAST = epoch_cycles - 1,
        PROFILE_LENGTH = profile_len,
        PROFILE_LAST = profile_len - 1,
        CONTINUOUS = reclassify == 1,
        HIGH_BOUNDARY = hi_pct,
        LEAST = tune_min,
        RISE_1 = tune_quantum,
        RISE_2 = 2 * tune_quantum,
        RISE_3 = 3 * tune_quantum,
        RISE_4 = 4 * tune_quantum,
        LO_0 = lo_pct,
        LO_1 = larger(lo_pct, tune_step) - tune_step,
        LO_2 = larger(lo_pct, 2 * tune_step) - 2 * tune_step,
        LO_3 = larger(lo_pct, 3 * tune_step) - 3 * tune_step,
        LO_4 = larger(lo_pct, 4 * tune_step) - 4 * tune_step,
    }
}

shapes! {
    /// The decision at an input port of the L2.
    const ROUTE: modules::Route = Route "medic_route";
    witnesses Witnesses [A, B, C, D];
    widths {}
    generics {}
    constants { BYPASS_WRITES = bypass_writes }
}

shapes! {
    /// The replacement in a bank of the L2.
    const REPL: modules::Repl = Repl "medic_repl";
    witnesses Witnesses [A, B, C, D];
    widths { assoc: assoc, sets: sets }
    generics {
        SETS = sets,
        SET = clog2(SETS),
        ASSOC = assoc,
        WAY = clog2(ASSOC),
        RANKS = ASSOC * WAY,
        TYPES = 2 * ASSOC,
    }
    constants {
        KEYED = wip_en * (insert_mode == 0),
        STACK = wip_en * (insert_mode == 1),
    }
}

shapes! {
    /// The DRAM controller.
    const MEMSCHED: modules::Memsched = Memsched "medic_memsched";
    witnesses Witnesses [A, B, C, D];
    widths {
        n_bank: channel.n_bank, row_bits: channel.row_bits, col_bits: channel.col_bits, id_bits: channel.id_bits,
        q_depth_hi: q_depth_hi, q_depth_lo: q_depth_lo, lo_starve_limit: lo_starve_limit
    }
    generics {
        HIGH = q_depth_hi,
        HIGH_INDEX = bits(HIGH),
        LOW = q_depth_lo,
        LOW_INDEX = bits(LOW),
        BANKS = n_bank,
        BANK = clog2(BANKS),
        ROW = row_bits,
        COL = col_bits,
        ID = id_bits,
        REST = ID + COL,
        WAIT = bits(lo_starve_limit + 1),
    }
    constants {
        LIMIT = lo_starve_limit,
        LIMITED = lo_starve_limit > 0,
        RCD = t_rcd - 1,
        RP = t_rp - 1,
        RAS = t_ras - 1,
        RC = t_rc - 1,
        RRD = t_rrd - 1,
        FAW = t_faw - 1,
        RTP = t_rtp - 1,
        CCD = t_ccd - 1,
        READ_TO_WRITE = t_cl + t_ccd + 1 - t_cwl,
        WRITE_TO_READ = t_cwl + t_bl + t_wtr - 1,
        WRITE_TO_PRE = t_cwl + t_bl + t_wr - 1,
    }
}
