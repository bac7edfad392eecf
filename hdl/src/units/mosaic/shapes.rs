// SPDX-License-Identifier: Apache-2.0
//! How the widths of Mosaic's modules follow from its parameters.

use warpsmith_units::mosaic as modules;
use warpsmith_units::mosaic::params::Params;

use super::coalescer::Coalescer;
use super::frames::Frames;
use super::l1_tlb::L1Tlb;
use super::l2_tlb::L2Tlb;
use super::migrator::Migrator;
use super::walker::Walker;
use super::xlat::Xlat;
use crate::formula::{bits, clog2, larger};
use crate::units::shapes::{shapes, Top};

/// The top modules.
pub(crate) fn tops() -> &'static [Top<Params>] {
    &[L1_TLB, L2_TLB, COALESCER, MIGRATOR, FRAMES, WALKER, XLAT]
}

/// The top modules that the parameters ask for: all.
pub(crate) fn wanted(_: &Params) -> &'static [Top<Params>] {
    tops()
}

/// Configurations that synthesis takes minutes for; of all of the paper the pages of 1536 frames are in flip-flops there.
pub(crate) const LARGE: &[&str] = &["paper", "l1base8", "verify"];

/// Shapes in which no two widths are equal that are not always equal.
struct Witnesses;

impl Witnesses {
    const A: Params = Params {
        warps_per_core: 27,
        va_w: 48,
        pa_w: 41,
        base_page_log2: 14,
        l1_base: 21,
        l1_large: 6,
        l1_mshrs: 11,
        asid_w: 6,
        pt_levels: 4,
        eng_out: 2,
        verify: false,
        mig_out: 13,
        num_apps: 6,
        frames: 100,
        slot_bits: 9,
        cac_thresh: 100,
        channels: 12,
        chan_interleave_log2: 9,
        num_cores: 21,
        l2_ports: 2,
        l2_base: 96,
        l2_ways: 12,
        l2_large: 37,
        l2_lat: 12,
        l2_serial: true,
        walk_ctx: 9,
    };
    const B: Params = Params {
        warps_per_core: 60,
        va_w: 39,
        pa_w: 52,
        base_page_log2: 13,
        l1_base: 70,
        l1_large: 19,
        l1_mshrs: 3,
        asid_w: 9,
        pt_levels: 3,
        eng_out: 6,
        verify: true,
        mig_out: 3,
        num_apps: 19,
        frames: 11,
        slot_bits: 7,
        cac_thresh: 60,
        channels: 3,
        chan_interleave_log2: 13,
        num_cores: 36,
        l2_ports: 1,
        l2_base: 160,
        l2_ways: 5,
        l2_large: 58,
        l2_lat: 17,
        l2_serial: false,
        walk_ctx: 50,
    };
    const C: Params = Params {
        warps_per_core: 12,
        va_w: 57,
        pa_w: 30,
        base_page_log2: 16,
        l1_base: 7,
        l1_large: 40,
        l1_mshrs: 33,
        asid_w: 11,
        pt_levels: 5,
        eng_out: 8,
        verify: false,
        mig_out: 16,
        num_apps: 3,
        frames: 300,
        slot_bits: 6,
        cac_thresh: 9,
        channels: 9,
        chan_interleave_log2: 18,
        num_cores: 45,
        l2_ports: 2,
        l2_base: 56,
        l2_ways: 28,
        l2_large: 15,
        l2_lat: 26,
        l2_serial: true,
        walk_ctx: 23,
    };
    const D: Params = Params {
        warps_per_core: 3,
        va_w: 31,
        pa_w: 44,
        base_page_log2: 15,
        l1_base: 200,
        l1_large: 2,
        l1_mshrs: 18,
        asid_w: 13,
        pt_levels: 2,
        eng_out: 3,
        verify: true,
        mig_out: 6,
        num_apps: 12,
        frames: 16,
        slot_bits: 8,
        cac_thresh: 200,
        channels: 2,
        chan_interleave_log2: 20,
        num_cores: 5,
        l2_ports: 1,
        l2_base: 1024,
        l2_ways: 8,
        l2_large: 90,
        l2_lat: 9,
        l2_serial: false,
        walk_ctx: 14,
    };
}

shapes! {
    /// The TLB of an SM.
    const L1_TLB: modules::L1Tlb = L1Tlb "mosaic_l1_tlb";
    witnesses Witnesses [A, B, C, D];
    widths {
        warps_per_core: warps_per_core, va_w: va_w, pa_w: pa_w, base_page_log2: base_page_log2, l1_base: l1_base,
        l1_large: l1_large, l1_mshrs: l1_mshrs
    }
    generics {
        WARPS = warps_per_core,
        WARP = clog2(WARPS),
        VPN = va_w - base_page_log2,
        LVPN = VPN - 9,
        PPN = pa_w - base_page_log2,
        LPPN = PPN - 9,
        BASE = l1_base,
        BASE_WAY = bits(BASE),
        LARGE = l1_large,
        LARGE_WAY = bits(LARGE),
        MSHRS = l1_mshrs,
        MSHR = bits(MSHRS),
        BASE_FRAME = PPN + 4,
        LARGE_FRAME = LPPN + 4,
    }
    constants {}
}

shapes! {
    /// The shared TLB.
    const L2_TLB: modules::L2Tlb = L2Tlb "mosaic_l2_tlb";
    witnesses Witnesses [A, B, C, D];
    widths {
        num_cores: num_cores, va_w: va_w, pa_w: pa_w, base_page_log2: base_page_log2, asid_w: asid_w, l2_ports: l2_ports,
        l2_base: l2_base, l2_ways: l2_ways, l2_large: l2_large, l2_lat: l2_lat
    }
    generics {
        CORES = num_cores,
        CORE = clog2(CORES),
        PORTS = l2_ports,
        LANES = PORTS + 1,
        STAGES = l2_lat - 1,
        SETS = l2_base / l2_ways,
        SET = bits(SETS),
        WAYS = l2_ways,
        WAY = bits(WAYS),
        ORDER = WAYS * WAYS,
        TOUCHES = LANES * WAYS,
        LARGE = l2_large,
        LARGE_WAY = bits(LARGE),
        ASID = asid_w,
        VPN = va_w - base_page_log2,
        LVPN = VPN - 9,
        PPN = pa_w - base_page_log2,
        LPPN = PPN - 9,
        PAGE = VPN + ASID,
        LARGE_PAGE = LVPN + ASID,
        KEY = PAGE - SET,
        FRAME = PPN + 4,
        LANE_SETS = LANES * SET,
        LANE_KEYS = LANES * KEY,
        LANE_FRAMES = LANES * FRAME,
        LARGE_FRAME = LPPN + 4,
        LOOKUP = PAGE + CORE,
        LOOKUPS = PORTS * LOOKUP,
        DRAIN = clog2(2 * l2_lat),
        PORT_CORES = PORTS * CORE,
        PORT_ASIDS = PORTS * ASID,
        PORT_VPNS = PORTS * VPN,
        PORT_PPNS = PORTS * PPN,
        PORT_PERMS = PORTS * 4,
    }
    constants {
        SERIAL = l2_serial == 1,
        DRAIN_CYCLES = l2_lat + l2_lat * l2_serial - 2,
    }
}

shapes! {
    /// The coalescer.
    const COALESCER: modules::Coalescer = Coalescer "mosaic_coalescer";
    witnesses Witnesses [A, B, C, D];
    widths {
        va_w: va_w, pa_w: pa_w, base_page_log2: base_page_log2, asid_w: asid_w, pt_levels: pt_levels, eng_out: eng_out,
        verify: verify
    }
    generics {
        ASID = asid_w,
        LVPN = va_w - base_page_log2 - 9,
        TABLE = pa_w - 12,
        ADDRESS = pa_w,
        LPPN = pa_w - base_page_log2 - 9,
        DEPTHS = pt_levels - 1,
        TAGS = eng_out,
        TAG = bits(TAGS),
        READ = 1 + 15 * verify,
        DATA = 64 * READ,
    }
    constants {
        VERIFY = verify == 1,
        SLOT_AT = base_page_log2,
        FRAME_AT = base_page_log2 + 9,
    }
}

shapes! {
    /// The migrator.
    const MIGRATOR: modules::Migrator = Migrator "mosaic_migrator";
    witnesses Witnesses [A, B, C, D];
    widths { pa_w: pa_w, base_page_log2: base_page_log2, mig_out: mig_out }
    generics {
        PPN = pa_w - base_page_log2,
        ADDRESS = pa_w,
        LINES = 1 << (base_page_log2 - 7),
        LINE = clog2(LINES + 1),
        TAGS = mig_out,
        TAG = bits(TAGS),
    }
    constants {
        PAGE_BITS = base_page_log2,
    }
}

shapes! {
    /// The lists of frames.
    const FRAMES: modules::Frames = Frames "mosaic_frames";
    witnesses Witnesses [A, B, C, D];
    widths {
        va_w: va_w, base_page_log2: base_page_log2, num_apps: num_apps, frames: frames, slot_bits: slot_bits, channels: channels,
        chan_interleave_log2: chan_interleave_log2;
        // Whole pieces of a channel in a page, whole pages in a piece, and pieces up to the next page and the next frame.
        WHOLE_PIECES = (1 << base_page_log2) / (1 << chan_interleave_log2),
        WHOLE_PAGES = (1 << chan_interleave_log2) / (1 << base_page_log2),
        PAGE_PIECES = larger(WHOLE_PIECES, 1),
        FRAME_PIECES = 1 << (base_page_log2 + slot_bits - chan_interleave_log2)
    }
    generics {
        APPS = num_apps,
        APP = bits(APPS),
        LVPN = va_w - base_page_log2 - 9,
        FRAMES = frames,
        FRAME = clog2(FRAMES),
        FREE = clog2(FRAMES + 1),
        SLOT = slot_bits,
        SLOTS = 1 << SLOT,
        COUNT = SLOT + 1,
        END = SLOT + 2,
        PHASE = bits(channels),
        ROOM = clog2((FRAMES << SLOT) + 1),
        ROOMS = APPS * ROOM,
        LIST = APP + 1,
        LISTS = 2 << APP,
        RECORD = APP + COUNT + LVPN + 4,
        PIECES = 1 << (SLOT / 2),
        PIECE = 1 << (SLOT - SLOT / 2),
        PART = clog2(PIECE + 1),
        NODES = 2 * PIECES - 1,
    }
    constants {
        THRESHOLD = cac_thresh,
        CHANNELS = channels,
        TWICE = 2 * channels,
        FOUR_TIMES = 4 * channels,
        EIGHT_TIMES = 8 * channels,
        FRAME_STEP = FRAME_PIECES - FRAME_PIECES / channels * channels,
        PAGE_STEP = PAGE_PIECES - PAGE_PIECES / channels * channels,
        SPAN = larger(WHOLE_PAGES, 1) - 1,
    }
}

shapes! {
    /// The walker.
    const WALKER: modules::Walker = Walker "mosaic_walker";
    witnesses Witnesses [A, B, C, D];
    widths {
        num_cores: num_cores, va_w: va_w, pa_w: pa_w, base_page_log2: base_page_log2, asid_w: asid_w, pt_levels: pt_levels,
        l2_ports: l2_ports, walk_ctx: walk_ctx
    }
    generics {
        CORES = num_cores,
        CORE = clog2(CORES),
        PORTS = l2_ports,
        CONTEXTS = walk_ctx,
        CONTEXT = bits(CONTEXTS),
        ASID = asid_w,
        VPN = va_w - base_page_log2,
        LVPN = VPN - 9,
        PPN = pa_w - base_page_log2,
        LPPN = PPN - 9,
        TABLE = pa_w - 12,
        ADDRESS = pa_w,
        PAGE = VPN + ASID,
        PORT_CORES = PORTS * CORE,
        PORT_ASIDS = PORTS * ASID,
        PORT_VPNS = PORTS * VPN,
        PORT_PAGES = PORTS * PAGE,
    }
    constants {
        LEAF = pt_levels,
        LEVELS = pt_levels,
        WIDER = base_page_log2 - 12,
    }
}

shapes! {
    /// The shared TLB with its walker.
    const XLAT: modules::Xlat = Xlat "mosaic_xlat";
    witnesses Witnesses [A, B, C, D];
    widths {
        num_cores: num_cores, va_w: va_w, pa_w: pa_w, base_page_log2: base_page_log2, asid_w: asid_w, pt_levels: pt_levels,
        l2_ports: l2_ports, l2_base: l2_base, l2_ways: l2_ways, l2_large: l2_large, l2_lat: l2_lat, walk_ctx: walk_ctx
    }
    generics {
        CORES = num_cores,
        CORE = clog2(CORES),
        PORTS = l2_ports,
        LANES = PORTS + 1,
        STAGES = l2_lat - 1,
        SETS = l2_base / l2_ways,
        SET = bits(SETS),
        WAYS = l2_ways,
        WAY = bits(WAYS),
        ORDER = WAYS * WAYS,
        TOUCHES = LANES * WAYS,
        LARGE = l2_large,
        LARGE_WAY = bits(LARGE),
        CONTEXTS = walk_ctx,
        CONTEXT = bits(CONTEXTS),
        ASID = asid_w,
        VPN = va_w - base_page_log2,
        LVPN = VPN - 9,
        PPN = pa_w - base_page_log2,
        LPPN = PPN - 9,
        TABLE = pa_w - 12,
        ADDRESS = pa_w,
        PAGE = VPN + ASID,
        LARGE_PAGE = LVPN + ASID,
        KEY = PAGE - SET,
        FRAME = PPN + 4,
        LANE_SETS = LANES * SET,
        LANE_KEYS = LANES * KEY,
        LANE_FRAMES = LANES * FRAME,
        LARGE_FRAME = LPPN + 4,
        LOOKUP = PAGE + CORE,
        LOOKUPS = PORTS * LOOKUP,
        DRAIN = clog2(2 * l2_lat),
        PORT_CORES = PORTS * CORE,
        PORT_ASIDS = PORTS * ASID,
        PORT_VPNS = PORTS * VPN,
        PORT_PPNS = PORTS * PPN,
        PORT_PERMS = PORTS * 4,
        PORT_PAGES = PORTS * PAGE,
    }
    constants {
        LEAF = pt_levels,
    }
}
