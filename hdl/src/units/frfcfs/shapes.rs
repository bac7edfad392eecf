// SPDX-License-Identifier: Apache-2.0
//! The shapes of FR-FCFS that are compiled in: one list for each kind of buffer.

use warpsmith_units::clog2;
use warpsmith_units::frfcfs::params::Params;
use warpsmith_units::frfcfs::ports;

use super::{Frfcfs, FrfcfsCollapse};
use crate::units::shapes::{bits, nodes, shapes};

/// Declares the shapes of a controller.
macro_rules! controller_shapes {
    ($block:ident, $($lines:tt)*) => {
        shapes! {
            "frfcfs", ports, "hdl/src/units/frfcfs/shapes.rs";
            ["n_cpu", "n_gpu", "n_bank", "row_bits", "col_bits", "id_bits", "n", "age_bits"] = |p: &Params| [
                p.channel.n_cpu,
                p.channel.n_gpu,
                p.channel.n_bank,
                p.channel.row_bits,
                p.channel.col_bits,
                p.channel.id_bits,
                p.n,
                p.age_bits
            ];
            write |params| {
                const N: u32 = SHAPE[6];
                const SRCS: u32 = SHAPE[0] + SHAPE[1];
                const COL: usize = SHAPE[4] as usize;
                const ID: usize = SHAPE[5] as usize;
                $block::<
                    { N as usize },
                    { clog2(N) },
                    { clog2(N + 1) },
                    { SRCS as usize },
                    { bits(SRCS) },
                    { SHAPE[2] as usize },
                    { clog2(SHAPE[2]) },
                    { SHAPE[3] as usize },
                    COL,
                    ID,
                    { ID + bits(SRCS) + COL },
                    { SHAPE[7] as usize },
                    { nodes(N) },
                >::new(params)
            }
            $($lines)*
        }
    };
}

/// Entries with time stamps.
pub(super) mod timestamp {
    use super::*;
    controller_shapes! {
        Frfcfs,
        16, 1, 8, 15, 5, 10, 300, 16;
        16, 1, 8, 15, 5, 10, 64, 16;
        16, 1, 8, 15, 5, 10, 128, 16;
        16, 1, 8, 15, 5, 10, 256, 16;
        16, 1, 8, 15, 5, 10, 512, 17;
        0, 1, 16, 15, 6, 10, 300, 16;
        2, 1, 4, 6, 3, 6, 16, 12;
        1, 1, 4, 1, 1, 3, 4, 8;
    }
}

/// Entries in the order of age.
pub(super) mod collapse {
    use super::*;
    controller_shapes! {
        FrfcfsCollapse,
        16, 1, 8, 15, 5, 10, 300, 16;
        3, 2, 4, 6, 3, 6, 11, 12;
        1, 1, 4, 1, 1, 3, 4, 8;
    }
}
