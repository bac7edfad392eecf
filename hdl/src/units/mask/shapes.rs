// SPDX-License-Identifier: Apache-2.0
//! How the widths of MASK's modules follow from its parameters.

use warpsmith_units::mask as modules;
use warpsmith_units::mask::params::Params;

use super::dram_sched::DramSched;
use super::epoch::Epoch;
use super::l2_tlb::L2Tlb;
use super::l2bypass::L2Bypass;
use super::monitor::Monitor;
use crate::formula::{bits, clog2};
use crate::units::shapes::{shapes, Top};

/// The top modules.
pub(crate) fn tops() -> &'static [Top<Params>] {
    &[MONITOR, EPOCH, L2_TLB, L2BYPASS, DRAM_SCHED]
}

/// The top modules that the parameters ask for: all.
pub(crate) fn wanted(_: &Params) -> &'static [Top<Params>] {
    tops()
}

/// Configurations that synthesis takes minutes for.
pub(crate) const LARGE: &[&str] = &["paper", "warps256", "variant"];

/// Shapes in which no two widths are equal that are not always equal.
struct Witnesses;

impl Witnesses {
    const A: Params = Params {
        num_cores: 21,
        warps_per_core: 27,
        issue_ports: 3,
        num_apps: 14,
        pt_levels: 4,
        l2tlb_ports: 2,
        asid_w: 6,
        l2tlb_entries: 24,
        l2tlb_ways: 3,
        l2tlb_latency: 8,
        bypass_entries: 7,
        walk_ctx: 11,
        replay_depth: 17,
        va_w: 48,
        page_bits: 14,
        pa_w: 39,
        epoch_len: 2000,
        l2b_leader_log2: 5,
        golden_depth: 11,
        silver_depth: 19,
        normal_depth: 70,
        n_bank: 8,
        row_bits: 15,
        col_bits: 5,
        id_bits: 12,
        ..Params::PAPER
    };
    const B: Params = Params {
        num_cores: 10,
        warps_per_core: 100,
        issue_ports: 2,
        num_apps: 3,
        pt_levels: 5,
        l2tlb_ports: 1,
        asid_w: 9,
        l2tlb_entries: 160,
        l2tlb_ways: 10,
        l2tlb_latency: 5,
        bypass_entries: 21,
        walk_ctx: 34,
        replay_depth: 64,
        va_w: 39,
        page_bits: 13,
        pa_w: 52,
        epoch_len: 400,
        l2b_leader_log2: 0,
        golden_depth: 25,
        silver_depth: 60,
        normal_depth: 17,
        n_bank: 32,
        row_bits: 9,
        col_bits: 10,
        id_bits: 17,
        ..Params::PAPER
    };
    const C: Params = Params {
        num_cores: 50,
        warps_per_core: 12,
        issue_ports: 1,
        num_apps: 29,
        pt_levels: 3,
        l2tlb_ports: 2,
        asid_w: 11,
        l2tlb_entries: 24,
        l2tlb_ways: 6,
        l2tlb_latency: 14,
        bypass_entries: 5,
        walk_ctx: 18,
        replay_depth: 140,
        va_w: 57,
        page_bits: 16,
        pa_w: 30,
        epoch_len: 100_000,
        l2b_leader_log2: 3,
        golden_depth: 4,
        silver_depth: 9,
        normal_depth: 21,
        n_bank: 4,
        row_bits: 12,
        col_bits: 3,
        id_bits: 20,
        ..Params::PAPER
    };
    const D: Params = Params {
        num_cores: 6,
        warps_per_core: 200,
        issue_ports: 4,
        num_apps: 7,
        pt_levels: 2,
        l2tlb_ports: 1,
        asid_w: 13,
        l2tlb_entries: 640,
        l2tlb_ways: 20,
        l2tlb_latency: 23,
        bypass_entries: 12,
        walk_ctx: 6,
        replay_depth: 35,
        va_w: 33,
        page_bits: 15,
        pa_w: 44,
        epoch_len: 5000,
        l2b_leader_log2: 8,
        golden_depth: 13,
        silver_depth: 32,
        normal_depth: 128,
        n_bank: 16,
        row_bits: 20,
        col_bits: 7,
        id_bits: 9,
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
    /// The epoch engine.
    const EPOCH: modules::Epoch = Epoch "mask_epoch";
    witnesses Witnesses [A, B, C, D];
    widths {
        num_cores: num_cores, num_apps: num_apps, pt_levels: pt_levels, l2tlb_ports: l2tlb_ports, epoch_len: epoch_len
    }
    generics {
        CORES = num_cores,
        CORE = clog2(CORES),
        APPS = num_apps,
        APP = clog2(APPS),
        PORTS = l2tlb_ports,
        FIELDS = PORTS * CORE,
        LEVELS = pt_levels,
        LOOKS = LEVELS + 1,
        PLACE = clog2(LEVELS + 1),
        LOOK_BITS = 6 * LOOKS,
        LIVES = APPS * 7,
        UNIQS = CORES * 8,
        PEAKS = CORES * 6,
        CORE_APPS = CORES * APP,
        SHARES = CORES * 9,
        QUOTAS = APPS * 10,
        CYCLE = clog2(epoch_len),
        LOOKUPS = 16,
        SUM = 22,
        TOTAL = 24,
        W = 15,
        RATE = 16,
        RATE_WIDE = 17,
        COUNT = 24,
        COUNT_WIDE = 25,
        STEPS = 5,
        DIFFERENCE = 50,
        ADDER = 6,
        FACTOR = 10,
        PRODUCT = 25,
        DIVIDEND = 22,
    }
    constants {
        LAST_CYCLE = epoch_len - 1,
        FIRST_TOKENS = init_tokens_q8,
        STEP_TOKENS = step_q8,
        BASE = thresh_max,
        BY_CORE = token_order == 1,
        CLIMBS = token_policy == 1,
        THRESHOLD = miss_thr,
        FEWEST = token_min,
        LEAST = l2b_min_samples,
    }
}

shapes! {
    /// The shared TLB.
    const L2_TLB: modules::L2Tlb = L2Tlb "mask_l2_tlb";
    witnesses Witnesses [A, B, C, D];
    widths {
        num_cores: num_cores, warps_per_core: warps_per_core, num_apps: num_apps, asid_w: asid_w, l2tlb_entries: l2tlb_entries,
        l2tlb_ways: l2tlb_ways, l2tlb_ports: l2tlb_ports, l2tlb_latency: l2tlb_latency, bypass_entries: bypass_entries,
        walk_ctx: walk_ctx, replay_depth: replay_depth, va_w: va_w, pa_w: pa_w, page_bits: page_bits
    }
    generics {
        CORES = num_cores,
        CORE = clog2(CORES),
        WARP = clog2(warps_per_core),
        APPS = num_apps,
        APP = clog2(APPS),
        ASID = asid_w,
        PORTS = l2tlb_ports,
        LANES = PORTS + 1,
        ASKED = LANES + 1,
        STAGES = l2tlb_latency - 1,
        SETS = l2tlb_entries / l2tlb_ways,
        SET = bits(SETS),
        WAYS = l2tlb_ways,
        WAY = bits(WAYS),
        ORDER = WAYS * WAYS,
        TOUCHES = LANES * WAYS,
        HITS = ASKED * WAYS,
        BYPASS = bypass_entries,
        BYPASS_WAY = bits(BYPASS),
        BYPASS_ORDER = BYPASS * BYPASS,
        BYPASS_TOUCHES = LANES * BYPASS,
        BYPASS_HITS = ASKED * BYPASS,
        CONTEXTS = walk_ctx,
        CONTEXT = bits(CONTEXTS),
        NEXT_WALKS = ASKED * CONTEXTS,
        WALKS = LANES * CONTEXTS,
        DEPTH = replay_depth,
        POINTER = bits(DEPTH),
        COUNT = clog2(DEPTH + 1),
        FLUSH = clog2(l2tlb_latency + SETS + 1),
        VPN = va_w - page_bits,
        PPN = pa_w - page_bits,
        TABLE = pa_w - 12,
        ADDRESS = pa_w,
        PAGE = VPN + ASID,
        KEY = PAGE - SET,
        FRAME = PPN + 4,
        FRAMES = LANES * FRAME,
        LANE_SETS = LANES * SET,
        ASKED_SETS = ASKED * SET,
        ASKED_KEYS = ASKED * KEY,
        ASKED_PAGES = ASKED * PAGE,
        LOOKUP = PAGE + WARP + CORE + APP,
        RECORDS = PORTS * LOOKUP,
        LOOKUPS = LANES * LOOKUP,
        CANDIDATES = ASKED * LOOKUP,
        ALL_CORES = PORTS * CORE,
        ALL_WARPS = PORTS * WARP,
        ALL_VPNS = PORTS * VPN,
        ALL_PPNS = PORTS * PPN,
        ALL_PERMS = PORTS * 4,
        SHARES = CORES * 9,
        LIVES = APPS * 7,
    }
    constants {
        LEAF = pt_levels,
        LEVELS = pt_levels,
        WIDER = page_bits - 12,
    }
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

shapes! {
    /// The scheduler of a DRAM channel.
    const DRAM_SCHED: modules::DramSched = DramSched "mask_dram_sched";
    witnesses Witnesses [A, B, C, D];
    widths {
        num_apps: num_apps, golden_depth: golden_depth, silver_depth: silver_depth, normal_depth: normal_depth,
        n_bank: n_bank, row_bits: row_bits, col_bits: col_bits, id_bits: id_bits
    }
    generics {
        GOLDEN = golden_depth,
        GOLDEN_POINTER = bits(GOLDEN),
        GOLDEN_COUNT = clog2(GOLDEN + 1),
        SILVER = silver_depth,
        SILVER_PLACE = bits(SILVER),
        SILVER_COUNT = clog2(SILVER + 1),
        NORMAL = normal_depth,
        NORMAL_PLACE = bits(NORMAL),
        NORMAL_COUNT = clog2(NORMAL + 1),
        APPS = num_apps,
        APP = clog2(APPS),
        QUOTAS = 10 * APPS,
        BANKS = n_bank,
        BANK = clog2(BANKS),
        ROW = row_bits,
        ROWS = BANKS * ROW,
        COL = col_bits,
        ID = id_bits,
        REST = ID + COL + APP + 3,
        REQUEST = BANK + ROW + REST,
    }
    constants {}
}
