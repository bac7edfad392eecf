// SPDX-License-Identifier: Apache-2.0
//! The shapes of SMS that are compiled in.

use warpsmith_units::clog2;
use warpsmith_units::sms::params::Params;
use warpsmith_units::sms::{self as modules, AGE_BITS, THRESHOLDS};

use super::Sms;
use crate::units::shapes::{bits, nodes, shapes, Shapes};

/// The top module.
pub(crate) fn tops(_: &Params) -> &'static [Shapes<Params>] {
    &[SMS]
}

/// Configurations that synthesis takes minutes for; they differ from the others in sizes only.
pub(crate) const LARGE: &[&str] = &["paper", "cpu4", "cpu8", "cpu32", "gtx480"];

/// Largest number of requests in flight of `n` sources whose counters have `counter` bits.
const fn most(n: u32, counter: u32) -> u32 {
    n * ((1 << counter) - 1)
}

const fn larger(a: u32, b: u32) -> u32 {
    if a > b {
        a
    } else {
        b
    }
}

shapes! {
    /// The controller.
    const SMS: modules::Sms = [PAPER, CPU4, CPU8, CPU32, GTX480, SMALL, VARIANT, TINY] by [
        "n_cpu", "n_gpu", "n_bank", "row_bits", "col_bits", "id_bits", "cpu_fifo", "gpu_fifo", "dcs_fifo",
        "cpu_inflight_bits", "gpu_inflight_bits", "mpkc_bits", "mpkc_window"
    ];
    |P, params| {
        use warpsmith_units::dram_timing::Channel;
        const C: Channel = P.channel;
        const SRCS: u32 = C.n_cpu + C.n_gpu;
        const BANK: usize = clog2(C.n_bank);
        const ROW: usize = C.row_bits as usize;
        const COL: usize = C.col_bits as usize;
        const ID: usize = C.id_bits as usize;
        const INFLIGHT: usize = larger(P.cpu_inflight_bits, P.gpu_inflight_bits) as usize;
        // At least as wide as cfg_gb_thr, with which it is compared.
        const TOTAL: u32 = larger(most(C.n_cpu, P.cpu_inflight_bits) + most(C.n_gpu, P.gpu_inflight_bits), 127);
        Sms::<
            { C.n_cpu as usize },
            { C.n_gpu as usize },
            { SRCS as usize },
            { bits(SRCS) },
            { C.n_bank as usize },
            BANK,
            ROW,
            COL,
            ID,
            { ID + 1 + BANK + ROW + COL },
            { BANK + ROW },
            { ID + bits(SRCS) + 1 + ROW + COL },
            { P.cpu_fifo as usize },
            { clog2(P.cpu_fifo) },
            { clog2(P.cpu_fifo + 1) },
            { P.cpu_inflight_bits as usize },
            { P.gpu_fifo as usize },
            { clog2(P.gpu_fifo) },
            { clog2(P.gpu_fifo + 1) },
            { P.gpu_inflight_bits as usize },
            { P.dcs_fifo as usize },
            { clog2(P.dcs_fifo) },
            { clog2(P.dcs_fifo + 1) },
            INFLIGHT,
            { INFLIGHT + 2 },
            { nodes(SRCS) },
            { clog2(larger(P.cpu_fifo, P.gpu_fifo) + 1) },
            { clog2(TOTAL + 1) },
            { P.mpkc_bits as usize },
            { clog2(P.mpkc_window) },
            { THRESHOLDS * AGE_BITS },
            { larger(2 * C.n_cpu, 1) as usize },
        >::new(params)
    }
}
