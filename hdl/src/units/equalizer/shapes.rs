// SPDX-License-Identifier: Apache-2.0
//! The shapes of Equalizer that are compiled in.

use warpsmith_units::clog2;
use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::{self as modules};

use super::{EqFm, EqSm};
use crate::units::shapes::{bits, shapes, Shapes};

/// The top modules.
pub(crate) fn tops(_: &Params) -> &'static [Shapes<Params>] {
    &[SM, FM]
}

/// Configurations that synthesis takes minutes for.
pub(crate) const LARGE: &[&str] = &[];

shapes! {
    /// The half that each SM has.
    const SM: modules::EqSm = [FERMI, SMALL, LARGE, DENSE, TINY] by ["n_warps", "n_cta", "epoch_len", "sample_period"];
    |P, params| {
        const { assert!(P.epoch_len % P.sample_period == 0) };
        const WARPS: usize = P.n_warps as usize;
        EqSm::<
            WARPS,
            { P.n_cta as usize },
            { bits(P.n_cta) },
            { WARPS * bits(P.n_cta) },
            { clog2(P.n_warps + 1) },
            { clog2(P.n_cta + 1) },
            { clog2(P.n_warps * (P.epoch_len / P.sample_period) + 1) },
            { clog2(P.epoch_len) },
        >::new(params)
    }
}

shapes! {
    /// The frequency manager.
    const FM: modules::EqFm = [FERMI, SMALL, LARGE, DENSE, TINY] by ["n_sm", "epoch_len"];
    |P, params| {
        EqFm::<
            { P.n_sm as usize },
            { 2 * P.n_sm as usize },
            { clog2(P.n_sm + 1) },
            { clog2(P.epoch_len) },
        >::new(params)
    }
}
