// SPDX-License-Identifier: Apache-2.0
//! How the widths of the modules of CTA-aware prefetching follow from its parameters.

use warpsmith_units::cta_prefetch::params::Params;
use warpsmith_units::cta_prefetch::{self as modules};

use super::engine::Engine;
use super::sched::Sched;
use crate::formula::{bits, clog2};
use crate::units::shapes::{shapes, Top};

/// The top modules.
pub(crate) fn tops() -> &'static [Top<Params>] {
    &[ENGINE, SCHED]
}

/// The top modules that the parameters ask for: both.
pub(crate) fn wanted(_: &Params) -> &'static [Top<Params>] {
    tops()
}

/// Configurations that synthesis takes minutes for; they differ from the others in sizes only.
pub(crate) const LARGE: &[&str] = &["tables8", "tables16", "tables32", "tables64", "nb32"];

/// Shapes in which no two widths are equal that are not always equal.
struct Witnesses;

impl Witnesses {
    const A: Params = Params {
        n_cta: 7,
        n_warps: 27,
        ready_entries: 5,
        percta_entries: 3,
        dist_entries: 9,
        n_base: 2,
        pc_w: 21,
        addr_w: 37,
        stride_w: 18,
        mis_w: 11,
        job_depth: 6,
        wake_depth: 3,
        ..Params::PAPER
    };
    const B: Params = Params {
        n_cta: 3,
        n_warps: 64,
        ready_entries: 12,
        percta_entries: 5,
        dist_entries: 2,
        n_base: 4,
        pc_w: 35,
        addr_w: 29,
        stride_w: 29,
        mis_w: 8,
        job_depth: 2,
        wake_depth: 7,
        ..Params::PAPER
    };
    const C: Params = Params {
        n_cta: 19,
        n_warps: 9,
        ready_entries: 3,
        percta_entries: 2,
        dist_entries: 4,
        n_base: 7,
        pc_w: 12,
        addr_w: 16,
        stride_w: 13,
        mis_w: 14,
        job_depth: 9,
        wake_depth: 13,
        ..Params::PAPER
    };
    const D: Params = Params {
        n_cta: 10,
        n_warps: 33,
        ready_entries: 9,
        percta_entries: 9,
        dist_entries: 6,
        n_base: 11,
        pc_w: 8,
        addr_w: 24,
        stride_w: 10,
        mis_w: 9,
        job_depth: 4,
        wake_depth: 5,
        ..Params::PAPER
    };
}

shapes! {
    /// The tables and the generator of requests.
    const ENGINE: modules::Engine = Engine "cta_pf_engine";
    witnesses Witnesses [A, B, C, D];
    widths {
        n_cta: n_cta, n_warps: n_warps, percta_entries: percta_entries, dist_entries: dist_entries, n_base: n_base, pc_w: pc_w,
        addr_w: addr_w, stride_w: stride_w, mis_w: mis_w, job_depth: job_depth
    }
    generics {
        CTAS = n_cta,
        CTA = bits(CTAS),
        WARP = clog2(n_warps),
        COUNT = clog2(n_warps + 1),
        ENTRIES = percta_entries,
        ENTRY = bits(ENTRIES),
        STRIDES = dist_entries,
        PLACE = bits(STRIDES),
        BASES = n_base,
        LAST = bits(BASES),
        REQUESTS = clog2(BASES + 2),
        PC = pc_w,
        ADDRESS = addr_w,
        ADDRESSES = BASES * ADDRESS,
        STRIDE = stride_w,
        EXTRA = ADDRESS + 1 - STRIDE,
        MIS = mis_w,
        JOBS = job_depth,
        JOB = WARP + CTA + PC + STRIDE + 1,
        DISTANCE = WARP + 1,
        STEPS = bits(ADDRESS),
        PARTS = WARP + 2,
        WORDS = 3 * PARTS - 4,
    }
    constants {
        THRESHOLD = mis_thresh,
        LINE = (1 << line_log2) - 1,
        LOW = (1 << cmp_log2) - 1,
        STICKY = percta_repl == 1,
        SKIP_OWN_DONE = skip_own_done,
        EXCL_INDIRECT = excl_indirect,
        PF_EN = pf_en,
    }
}

shapes! {
    /// The scheduler.
    const SCHED: modules::Sched = Sched "cta_sched";
    witnesses Witnesses [A, B, C, D];
    widths { n_cta: n_cta, n_warps: n_warps, ready_entries: ready_entries, wake_depth: wake_depth }
    generics {
        WARPS = n_warps,
        WARP = clog2(WARPS),
        CTAS = n_cta,
        CTA = bits(CTAS),
        COUNT = clog2(WARPS + 1),
        END = COUNT + 1,
        QUEUE = ready_entries,
        STEPS = bits(QUEUE),
        WAKES = wake_depth,
    }
    constants {
        LEAD_SCOPE = lead_scope,
        HOLD_FILL_EN = hold_fill_en,
        WAKE_CHECK = wake_check,
        CTAA_EN = ctaa_en,
        WAKE_EN = wake_en,
    }
}
