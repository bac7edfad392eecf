// SPDX-License-Identifier: Apache-2.0
//! How the widths of FR-FCFS follow from its parameters, for each kind of buffer.

use warpsmith_units::dram_timing::Channel;
use warpsmith_units::frfcfs::params::{AgeMode, Params};
use warpsmith_units::frfcfs::FrFcfs;

use super::controller::Frfcfs;
use super::controller::FrfcfsCollapse;
use crate::formula::{bits, clog2, div_ceil};
use crate::units::shapes::{shapes, Top};

/// The top modules, one for each kind of buffer.
pub(crate) fn tops() -> &'static [Top<Params>] {
    &[TIMESTAMP, COLLAPSE]
}

/// The top module with the buffer that the parameters ask for.
pub(crate) fn wanted(params: &Params) -> &'static [Top<Params>] {
    match params.age_mode {
        AgeMode::Timestamp => &[TIMESTAMP],
        AgeMode::Collapse => &[COLLAPSE],
    }
}

/// Configurations that synthesis takes minutes for; they differ from the others in sizes only.
pub(crate) const LARGE: &[&str] =
    &["paper", "n64", "n128", "n256", "n512", "collapse", "two_cycles", "gtx480"];

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
            ..Channel::SMALL
        },
        n: 21,
        age_bits: 14,
        choice_cycles: 2,
        ..Params::SMALL
    };
    const B: Params = Params {
        channel: Channel {
            n_cpu: 2,
            n_gpu: 1,
            n_bank: 4,
            row_bits: 5,
            col_bits: 7,
            id_bits: 2,
            ..Channel::SMALL
        },
        n: 9,
        age_bits: 12,
        ..Params::SMALL
    };
    const C: Params = Params {
        channel: Channel {
            n_cpu: 18,
            n_gpu: 2,
            n_bank: 8,
            row_bits: 12,
            col_bits: 3,
            id_bits: 8,
            ..Channel::SMALL
        },
        n: 32,
        age_bits: 15,
        ..Params::SMALL
    };
    /// One source.
    const D: Params = Params {
        channel: Channel {
            n_cpu: 0,
            n_gpu: 1,
            n_bank: 16,
            row_bits: 20,
            col_bits: 12,
            id_bits: 6,
            ..Channel::SMALL
        },
        n: 5,
        age_bits: 18,
        ..Params::SMALL
    };
}

/// The shapes of a controller.
macro_rules! controller {
    (
        $(#[$meta:meta])* const $list:ident: $block:ident $module:literal
        { $($width:ident = $formula:expr),* } { $($constant:ident = $value:expr),* }
    ) => {
        shapes! {
            $(#[$meta])*
            const $list: FrFcfs = $block $module;
            witnesses Witnesses [A, B, C, D];
            widths {
                n_cpu: channel.n_cpu, n_gpu: channel.n_gpu, n_bank: channel.n_bank, row_bits: channel.row_bits,
                col_bits: channel.col_bits, id_bits: channel.id_bits, n: n, age_bits: age_bits
            }
            generics {
                N = n,
                INDEX = clog2(N),
                COUNT = clog2(N + 1),
                CPUS = n_cpu,
                SRCS = CPUS + n_gpu,
                SRC = bits(SRCS),
                BANKS = n_bank,
                BANK = clog2(BANKS),
                ROW = row_bits,
                COL = col_bits,
                ID = id_bits,
                REST = ID + SRC + COL,
                $($width = $formula,)*
            }
            constants {
                GPU_ENTRIES = n / (1 + smaller(n_cpu, 1)),
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
                $($constant = $value,)*
            }
        }
    };
}

controller! {
    /// Entries with time stamps.
    const TIMESTAMP: Frfcfs "frfcfs" {
        AGE = age_bits,
        SIZE = 1 << (INDEX / 2),
        PLACE = bits(SIZE),
        GROUPS = div_ceil(N, SIZE),
        GROUP = bits(GROUPS),
        SLOTS = GROUPS * SIZE,
        STAMPS = GROUPS * AGE,
        PLACES = GROUPS * PLACE,
        PLANES = BANK * SIZE,
        PAIRS = SIZE * SIZE
    } {
        TWO_CYCLES = choice_cycles == 2
    }
}

controller! {
    /// Entries in the order of age.
    const COLLAPSE: FrfcfsCollapse "frfcfs_collapsing" {} {}
}
