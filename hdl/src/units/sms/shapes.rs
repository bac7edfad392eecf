// SPDX-License-Identifier: Apache-2.0
//! How the widths of SMS follow from its parameters.

use warpsmith_units::dram_timing::Channel;
use warpsmith_units::sms::params::Params;
use warpsmith_units::sms::{self as modules};

use super::controller::Sms;
use crate::formula::{bits, clog2, larger};
use crate::units::shapes::{shapes, Top};

/// The top module.
pub(crate) fn tops() -> &'static [Top<Params>] {
    &[SMS]
}

/// The top module that the parameters ask for.
pub(crate) fn wanted(_: &Params) -> &'static [Top<Params>] {
    tops()
}

/// Configurations that synthesis takes minutes for; they differ from the others in sizes only.
pub(crate) const LARGE: &[&str] = &["paper", "cpu4", "cpu8", "cpu32", "gtx480"];

/// Shapes in which no two widths are equal that are not always equal.
struct Witnesses;

impl Witnesses {
    const A: Params = Params {
        channel: Channel {
            n_cpu: 7,
            n_gpu: 4,
            n_bank: 32,
            row_bits: 17,
            col_bits: 9,
            id_bits: 13,
            ..Params::VARIANT.channel
        },
        cpu_fifo: 13,
        gpu_fifo: 29,
        dcs_fifo: 4,
        cpu_inflight_bits: 3,
        gpu_inflight_bits: 10,
        mpkc_bits: 11,
        mpkc_window: 300,
        ..Params::VARIANT
    };
    const B: Params = Params {
        channel: Channel {
            n_cpu: 2,
            n_gpu: 1,
            n_bank: 4,
            row_bits: 5,
            col_bits: 7,
            id_bits: 2,
            ..Params::VARIANT.channel
        },
        cpu_fifo: 16,
        gpu_fifo: 5,
        dcs_fifo: 9,
        cpu_inflight_bits: 9,
        gpu_inflight_bits: 6,
        mpkc_bits: 9,
        mpkc_window: 5000,
        ..Params::VARIANT
    };
    const C: Params = Params {
        channel: Channel {
            n_cpu: 18,
            n_gpu: 2,
            n_bank: 8,
            row_bits: 12,
            col_bits: 3,
            id_bits: 8,
            ..Params::VARIANT.channel
        },
        cpu_fifo: 5,
        gpu_fifo: 8,
        dcs_fifo: 22,
        cpu_inflight_bits: 4,
        gpu_inflight_bits: 8,
        mpkc_bits: 14,
        mpkc_window: 40000,
        ..Params::VARIANT
    };
    const D: Params = Params {
        channel: Channel {
            n_cpu: 1,
            n_gpu: 1,
            n_bank: 16,
            row_bits: 20,
            col_bits: 12,
            id_bits: 6,
            ..Params::VARIANT.channel
        },
        cpu_fifo: 31,
        gpu_fifo: 12,
        dcs_fifo: 2,
        cpu_inflight_bits: 6,
        gpu_inflight_bits: 7,
        mpkc_bits: 7,
        mpkc_window: 600,
        ..Params::VARIANT
    };
}

shapes! {
    /// The controller.
    const SMS: modules::Sms = Sms "sms";
    witnesses Witnesses [A, B, C, D];
    widths {
        n_cpu: channel.n_cpu, n_gpu: channel.n_gpu, n_bank: channel.n_bank, row_bits: channel.row_bits,
        col_bits: channel.col_bits, id_bits: channel.id_bits, cpu_fifo: cpu_fifo, gpu_fifo: gpu_fifo, dcs_fifo: dcs_fifo,
        cpu_inflight_bits: cpu_inflight_bits, gpu_inflight_bits: gpu_inflight_bits, mpkc_bits: mpkc_bits,
        mpkc_window: mpkc_window;
        // Most requests in flight.
        IN_FLIGHT = n_cpu * ((1 << cpu_inflight_bits) - 1) + n_gpu * ((1 << gpu_inflight_bits) - 1)
    }
    generics {
        CPUS = n_cpu,
        GPUS = n_gpu,
        SRCS = CPUS + GPUS,
        SRC = bits(SRCS),
        BANKS = n_bank,
        BANK = clog2(BANKS),
        ROW = row_bits,
        COL = col_bits,
        ID = id_bits,
        REQUEST = ID + 1 + BANK + ROW + COL,
        PLACE = BANK + ROW,
        COMMAND = ID + SRC + 1 + ROW + COL,
        CPU_DEPTH = cpu_fifo,
        CPU_POINTER = clog2(CPU_DEPTH),
        CPU_COUNT = clog2(CPU_DEPTH + 1),
        CPU_INFLIGHT = cpu_inflight_bits,
        GPU_DEPTH = gpu_fifo,
        GPU_POINTER = clog2(GPU_DEPTH),
        GPU_COUNT = clog2(GPU_DEPTH + 1),
        GPU_INFLIGHT = gpu_inflight_bits,
        DCS_DEPTH = dcs_fifo,
        DCS_BEHIND = DCS_DEPTH - 1,
        DCS_POINTER = bits(DCS_BEHIND),
        DCS_COUNT = clog2(DCS_DEPTH + 1),
        INFLIGHT = larger(CPU_INFLIGHT, GPU_INFLIGHT),
        KEY = INFLIGHT + 2,
        KEYS = SRCS * KEY,
        LENGTH = clog2(larger(CPU_DEPTH, GPU_DEPTH) + 1),
        // At least as wide as cfg_gb_thr, with which it is compared.
        TOTAL = clog2(larger(IN_FLIGHT, 127) + 1),
        ARRIVALS = mpkc_bits,
        WINDOW = clog2(mpkc_window),
        THRESHOLDS = 40,
        CLASSES = larger(2 * CPUS, 1),
    }
    constants {
        WINDOW_LAST = mpkc_window - 1,
        LOW_BELOW = div_ceil(mpkc_lo, mpkc_scale),
        HIGH_ABOVE = mpkc_hi / mpkc_scale,
        FULL_CLOSES = full_closes,
        LOW_PATH = low_path,
        GB_SCOPE_DCS = gb_scope == 1,
        PICK_CHECKS_SPACE = pick_checks_space,
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
