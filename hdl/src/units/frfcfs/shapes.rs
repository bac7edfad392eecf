// SPDX-License-Identifier: Apache-2.0
//! The shapes of FR-FCFS that are compiled in: one list for each kind of buffer.

use warpsmith_units::clog2;
use warpsmith_units::dram_timing::Channel;
use warpsmith_units::frfcfs::params::{AgeMode, Params};
use warpsmith_units::frfcfs::FrFcfs;

use super::{Frfcfs, FrfcfsCollapse};
use crate::units::shapes::{bits, nodes, shapes, Shapes};

/// The top module, with the buffer that the parameters ask for.
pub(crate) fn tops(params: &Params) -> &'static [Shapes<Params>] {
    match params.age_mode {
        AgeMode::Timestamp => &[TIMESTAMP],
        AgeMode::Collapse => &[COLLAPSE],
    }
}

/// Configurations that synthesis takes minutes for; they differ from the others in sizes only.
pub(crate) const LARGE: &[&str] = &["paper", "n64", "n128", "n256", "n512", "collapse", "gtx480"];

/// The shapes of a controller.
macro_rules! controller {
    ($(#[$meta:meta])* const $list:ident: $block:ident = [$($configuration:ident),*]) => {
        shapes! {
            $(#[$meta])*
            const $list: FrFcfs = [$($configuration),*]
                by ["n_cpu", "n_gpu", "n_bank", "row_bits", "col_bits", "id_bits", "n", "age_bits"];
            |P, params| {
                const C: Channel = P.channel;
                const SRCS: u32 = C.n_cpu + C.n_gpu;
                const COL: usize = C.col_bits as usize;
                const ID: usize = C.id_bits as usize;
                $block::<
                    { P.n as usize },
                    { clog2(P.n) },
                    { clog2(P.n + 1) },
                    { SRCS as usize },
                    { bits(SRCS) },
                    { C.n_bank as usize },
                    { clog2(C.n_bank) },
                    { C.row_bits as usize },
                    COL,
                    ID,
                    { ID + bits(SRCS) + COL },
                    { P.age_bits as usize },
                    { nodes(P.n) },
                >::new(params)
            }
        }
    };
}

controller! {
    /// Entries with time stamps.
    const TIMESTAMP: Frfcfs = [PAPER, N64, N128, N256, N512, GTX480, SMALL, TINY]
}

controller! {
    /// Entries in the order of age.
    const COLLAPSE: FrfcfsCollapse = [COLLAPSE, SMALL_COLLAPSE, TINY_COLLAPSE]
}
