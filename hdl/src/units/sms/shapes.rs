// SPDX-License-Identifier: Apache-2.0
//! The shapes of SMS that are compiled in.

use warpsmith_units::clog2;
use warpsmith_units::sms::params::Params;
use warpsmith_units::sms::{ports, AGE_BITS, THRESHOLDS};

use super::Sms;
use crate::units::shapes::{bits, nodes, shapes};

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
    "sms", ports, "hdl/src/units/sms/shapes.rs";
    [
        "n_cpu", "n_gpu", "n_bank", "row_bits", "col_bits", "id_bits", "cpu_fifo", "gpu_fifo", "dcs_fifo",
        "cpu_inflight_bits", "gpu_inflight_bits", "mpkc_bits", "mpkc_window"
    ] = |p: &Params| [
        p.channel.n_cpu,
        p.channel.n_gpu,
        p.channel.n_bank,
        p.channel.row_bits,
        p.channel.col_bits,
        p.channel.id_bits,
        p.cpu_fifo,
        p.gpu_fifo,
        p.dcs_fifo,
        p.cpu_inflight_bits,
        p.gpu_inflight_bits,
        p.mpkc_bits,
        p.mpkc_window
    ];
    write |params| {
        const CPUS: u32 = SHAPE[0];
        const GPUS: u32 = SHAPE[1];
        const SRCS: u32 = CPUS + GPUS;
        const BANK: usize = clog2(SHAPE[2]);
        const ROW: usize = SHAPE[3] as usize;
        const COL: usize = SHAPE[4] as usize;
        const ID: usize = SHAPE[5] as usize;
        const CPU_FIFO: u32 = SHAPE[6];
        const GPU_FIFO: u32 = SHAPE[7];
        const DCS_FIFO: u32 = SHAPE[8];
        const CPU_INFLIGHT: u32 = SHAPE[9];
        const GPU_INFLIGHT: u32 = SHAPE[10];
        const INFLIGHT: usize = larger(CPU_INFLIGHT, GPU_INFLIGHT) as usize;
        // At least as wide as cfg_gb_thr, with which it is compared.
        const TOTAL: u32 = larger(most(CPUS, CPU_INFLIGHT) + most(GPUS, GPU_INFLIGHT), 127);
        Sms::<
            { CPUS as usize },
            { GPUS as usize },
            { SRCS as usize },
            { bits(SRCS) },
            { SHAPE[2] as usize },
            BANK,
            ROW,
            COL,
            ID,
            { ID + 1 + BANK + ROW + COL },
            { BANK + ROW },
            { ID + bits(SRCS) + 1 + ROW + COL },
            { CPU_FIFO as usize },
            { clog2(CPU_FIFO) },
            { clog2(CPU_FIFO + 1) },
            { CPU_INFLIGHT as usize },
            { GPU_FIFO as usize },
            { clog2(GPU_FIFO) },
            { clog2(GPU_FIFO + 1) },
            { GPU_INFLIGHT as usize },
            { DCS_FIFO as usize },
            { clog2(DCS_FIFO) },
            { clog2(DCS_FIFO + 1) },
            INFLIGHT,
            { INFLIGHT + 2 },
            { nodes(SRCS) },
            { clog2(larger(CPU_FIFO, GPU_FIFO) + 1) },
            { clog2(TOTAL + 1) },
            { SHAPE[11] as usize },
            { clog2(SHAPE[12]) },
            { THRESHOLDS * AGE_BITS },
            { larger(2 * CPUS, 1) as usize },
        >::new(params)
    }
    16, 1, 8, 15, 5, 10, 10, 20, 15, 5, 10, 10, 2500;
    4, 1, 8, 15, 5, 10, 10, 20, 15, 5, 10, 10, 2500;
    8, 1, 8, 15, 5, 10, 10, 20, 15, 5, 10, 10, 2500;
    32, 1, 8, 15, 5, 10, 10, 20, 15, 5, 10, 10, 2500;
    0, 1, 16, 15, 6, 10, 10, 20, 15, 5, 10, 10, 2500;
    2, 1, 4, 6, 3, 6, 3, 4, 2, 3, 5, 5, 256;
    3, 2, 4, 6, 3, 6, 5, 6, 3, 3, 5, 5, 256;
    1, 1, 4, 1, 1, 3, 2, 3, 2, 2, 4, 5, 256;
}
