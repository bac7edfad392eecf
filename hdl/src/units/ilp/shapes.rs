// SPDX-License-Identifier: Apache-2.0
//! How the widths of the ILP units' modules follow from their parameters.

use warpsmith_units::ilp as modules;
use warpsmith_units::ilp::params::{HistMode, Params, Spill};

use super::bpred::Bpred;
use super::bypass::Bypass;
use super::dispatch::Dispatch;
use super::sb_data::SbData;
use super::scoreboard::Scoreboard;
use crate::formula::{bits, clog2};
use crate::units::shapes::{shapes, Top};

/// The top modules.
pub(crate) fn tops() -> &'static [Top<Params>] {
    &[SCOREBOARD, SB_DATA, BYPASS, BPRED, DISPATCH]
}

/// The top modules that the parameters ask for: all.
pub(crate) fn wanted(_: &Params) -> &'static [Top<Params>] {
    tops()
}

/// Configurations that synthesis takes minutes for.
pub(crate) const LARGE: &[&str] = &["paper", "e2", "e4", "e16", "l4", "half", "variant"];

/// Shapes in which no two widths are equal that are not always equal.
struct Witnesses;

impl Witnesses {
    const A: Params = Params {
        warp_size: 32,
        simd: 4,
        n_warps: 45,
        sb_entries: 11,
        n_src: 3,
        tag_w: 10,
        data_w: 13,
        commit_beats: 4,
        alu_lat: 13,
        br_stage: 3,
        pht_entries: 256,
        n_tlp: 11,
        n_ilp: 23,
        sm_tbs: 5,
        sm_threads: 600,
        sm_regs: 9000,
        sm_smem: 3000,
        tb_w: 17,
        ..Params::PAPER
    };
    const B: Params = Params {
        warp_size: 16,
        simd: 8,
        n_warps: 21,
        sb_entries: 16,
        n_src: 2,
        tag_w: 7,
        data_w: 9,
        commit_beats: 1,
        alu_lat: 5,
        br_stage: 4,
        pht_entries: 64,
        hist_mode: HistMode::PerWarp,
        spill: Spill::Drained,
        n_tlp: 3,
        n_ilp: 6,
        sm_tbs: 9,
        sm_threads: 100,
        sm_regs: 300,
        sm_smem: 20,
        tb_w: 13,
        ..Params::PAPER
    };
    const C: Params = Params {
        warp_size: 32,
        simd: 2,
        n_warps: 12,
        sb_entries: 5,
        n_src: 1,
        tag_w: 11,
        data_w: 23,
        commit_beats: 2,
        alu_lat: 16,
        br_stage: 6,
        pht_entries: 2048,
        spill: Spill::Never,
        n_tlp: 40,
        n_ilp: 10,
        sm_tbs: 2,
        sm_threads: 40,
        sm_regs: 30000,
        sm_smem: 16000,
        tb_w: 8,
        ..Params::PAPER
    };
    const D: Params = Params {
        warp_size: 8,
        simd: 4,
        n_warps: 50,
        sb_entries: 19,
        n_src: 3,
        tag_w: 9,
        data_w: 31,
        commit_beats: 2,
        chain: false,
        bypass_en: false,
        alu_lat: 3,
        br_stage: 2,
        pht_entries: 32,
        hist_mode: HistMode::PerWarp,
        n_tlp: 2,
        n_ilp: 3,
        sm_tbs: 15,
        sm_threads: 900,
        sm_regs: 700,
        sm_smem: 200,
        tb_w: 11,
        ..Params::PAPER
    };
}

shapes! {
    /// The scoreboard of an SM.
    const SCOREBOARD: modules::Scoreboard = Scoreboard "ilp_scoreboard";
    witnesses Witnesses [A, B, C, D];
    widths {
        warp_size: warp_size, simd: simd, n_warps: n_warps, sb_entries: sb_entries, n_src: n_src, tag_w: tag_w,
        commit_beats: commit_beats
    }
    generics {
        WARPS = n_warps,
        WARP = clog2(WARPS),
        E = sb_entries,
        K = bits(E),
        SRC = n_src,
        TAG = tag_w,
        TAGS = SRC * TAG,
        NUMBERS = SRC * K,
        M = warp_size,
        LANES = SRC * M,
        SIMD = simd,
        BEATS = M / SIMD,
        BEAT = bits(BEATS),
        CBEATS = commit_beats,
        CBEAT = bits(CBEATS),
        CM = M / CBEATS,
        COUNT = clog2(E + 1),
    }
    constants {
        CHAIN = chain,
        SPEC_MEM = spec_mem,
    }
}

shapes! {
    /// The results of its entries.
    const SB_DATA: modules::SbData = SbData "sb_data";
    witnesses Witnesses [A, B, C, D];
    widths {
        warp_size: warp_size, simd: simd, sb_entries: sb_entries, n_src: n_src, data_w: data_w, commit_beats: commit_beats
    }
    generics {
        K = bits(sb_entries),
        SRC = n_src,
        NUMBERS = SRC * K,
        BEAT = bits(warp_size / simd),
        BEATS_READ = SRC * BEAT,
        SIMD = simd,
        W = data_w,
        ROW = SIMD * W,
        RD = SRC * ROW,
        CBEAT = bits(commit_beats),
        BANKS = warp_size / simd / commit_beats,
        CM_ROWS = BANKS * ROW,
        SHIFT = clog2(BANKS),
        ADDRESS = K + CBEAT,
        ADDRESSES = 4 * ADDRESS,
        ROWS = 4 * ROW,
        WORDS = 4 * W,
        DEPTH = sb_entries << CBEAT,
    }
    constants {}
}

shapes! {
    /// The bypass control of an SM.
    const BYPASS: modules::Bypass = Bypass "ilp_bypass";
    witnesses Witnesses [A, B, C, D];
    widths {
        warp_size: warp_size, simd: simd, n_warps: n_warps, sb_entries: sb_entries, n_src: n_src, tag_w: tag_w, alu_lat: alu_lat
    }
    generics {
        L = alu_lat,
        LESS = L - 1,
        SRC = n_src,
        TAG = tag_w,
        TAGS = SRC * TAG,
        WARP = clog2(n_warps),
        K = bits(sb_entries),
        BEATS = warp_size / simd,
        HOLD = bits(BEATS),
    }
    constants {}
}

shapes! {
    /// The branch predictor of an SM.
    const BPRED: modules::Bpred = Bpred "simt_bpred";
    witnesses Witnesses [A, B, C, D];
    widths { warp_size: warp_size, n_warps: n_warps, pht_entries: pht_entries, hist_mode: hist_mode }
    generics {
        WARP = clog2(n_warps),
        M = warp_size,
        COUNTERS = pht_entries,
        INDEX = clog2(COUNTERS),
        HISTORIES = 1 + hist_mode * (n_warps - 1),
        HISTORY = bits(HISTORIES),
    }
    constants {
        PC_LO = pc_lo,
        OWN = hist_mode * ((1 << HISTORY) - 1),
    }
}

shapes! {
    /// The thread-block distributor of the GPU.
    const DISPATCH: modules::Dispatch = Dispatch "het_dispatch";
    witnesses Witnesses [A, B, C, D];
    widths {
        n_tlp: n_tlp, n_ilp: n_ilp, sm_tbs: sm_tbs, sm_threads: sm_threads, sm_regs: sm_regs, sm_smem: sm_smem, tb_w: tb_w
    }
    generics {
        SMS = n_tlp + n_ilp,
        SM = clog2(SMS),
        THREADS = clog2(sm_threads + 1),
        TBS = clog2(sm_tbs + 1),
        REGS = clog2(2 * sm_regs + 1),
        SMEM = clog2(sm_smem + 1),
        TB = tb_w,
        RUNNING = clog2(SMS * sm_tbs + 1),
    }
    constants {
        ALL_THREADS = sm_threads,
        ALL_TBS = sm_tbs,
        ALL_REGS = sm_regs,
        ALL_SMEM = sm_smem,
        CLASS_WARPS = class_warps,
        CLASS_THREADS = class_threads,
        IF_ABSENT = spill == 1,
        IF_DRAINED = spill == 2,
    }
}
