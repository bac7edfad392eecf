// SPDX-License-Identifier: Apache-2.0
//! How the widths of Equalizer's modules follow from its parameters.

use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::{self as modules};

use super::eq_fm::EqFm;
use super::eq_sm::EqSm;
use crate::formula::{bits, clog2};
use crate::units::shapes::{shapes, Top};

/// The top modules.
pub(crate) fn tops() -> &'static [Top<Params>] {
    &[SM, FM]
}

/// The top modules that the parameters ask for: all.
pub(crate) fn wanted(_: &Params) -> &'static [Top<Params>] {
    tops()
}

/// Configurations that synthesis takes minutes for.
pub(crate) const LARGE: &[&str] = &[];

/// Shapes in which no two widths are equal that are not always equal.
struct Witnesses;

impl Witnesses {
    const A: Params =
        Params { n_warps: 27, n_cta: 8, epoch_len: 1024, sample_period: 8, n_sm: 19, ..Params::FERMI };
    const B: Params =
        Params { n_warps: 9, n_cta: 21, epoch_len: 8192, sample_period: 2, n_sm: 3, ..Params::FERMI };
    const C: Params =
        Params { n_warps: 64, n_cta: 3, epoch_len: 32768, sample_period: 512, n_sm: 45, ..Params::FERMI };
    /// One CTA slot, one SM, every cycle a sample.
    const D: Params =
        Params { n_warps: 17, n_cta: 1, epoch_len: 512, sample_period: 1, n_sm: 1, ..Params::FERMI };
    const E: Params =
        Params { n_warps: 8, n_cta: 32, epoch_len: 16384, sample_period: 64, n_sm: 64, ..Params::FERMI };
}

shapes! {
    /// The half that each SM has.
    const SM: modules::EqSm = EqSm "eq_sm";
    witnesses Witnesses [A, B, C, D, E];
    widths { n_warps: n_warps, n_cta: n_cta, epoch_len: epoch_len, sample_period: sample_period }
    generics {
        WARPS = n_warps,
        CTAS = n_cta,
        CTA = bits(CTAS),
        MAP = WARPS * CTA,
        WCTA = clog2(WARPS + 1),
        BLOCKS = clog2(CTAS + 1),
        SUM = clog2(WARPS * (epoch_len / sample_period) + 1),
        CYCLE = clog2(epoch_len),
    }
    constants {
        STAGED = sample_period >= 4,
        SAMPLE_MASK = sample_period - 1,
        SAMPLES_LOG2 = clog2(epoch_len / sample_period),
        SATURATED = bw_sat * (epoch_len / sample_period),
        BARRIER_ACTIVE = barrier_active,
        COMP_GE = comp_ge,
        HYST_EPOCHS = hyst_epochs,
        NB_RESET_ON_LAUNCH = nb_reset_on_launch,
        PAUSE_YOUNGEST = pause_order == 0,
    }
}

shapes! {
    /// The frequency manager.
    const FM: modules::EqFm = EqFm "eq_fm";
    witnesses Witnesses [A, B, C, D, E];
    widths { n_sm: n_sm, epoch_len: epoch_len }
    generics {
        SMS = n_sm,
        VOTES = 2 * SMS,
        COUNT = clog2(SMS + 1),
        CYCLE = clog2(epoch_len),
    }
    constants {
        LATENCY = vr_cycles > 0,
        LATENCY_LESS_ONE = larger(vr_cycles, 1) - 1,
        MAINTAIN_NOMINAL = maintain_nominal,
    }
}
