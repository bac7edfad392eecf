// SPDX-License-Identifier: Apache-2.0
//! The shapes of Equalizer that are compiled in. Widths are const generics, so each set of widths needs a line;
//! parameters that change no width are free.

use std::collections::BTreeMap;

use warpsmith_units::clog2;
use warpsmith_units::equalizer::params::Params;

use super::{EqFm, EqSm};
use crate::emit::{ports, Port, Refusal, Writer};

/// The parameters that widths depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub n_sm: u32,
    pub n_warps: u32,
    pub n_cta: u32,
    pub epoch_len: u32,
    pub sample_period: u32,
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Shape { n_sm, n_warps, n_cta, epoch_len, sample_period } = self;
        write!(f, "{n_sm}, {n_warps}, {n_cta}, {epoch_len}, {sample_period};")
    }
}

impl From<&Params> for Shape {
    fn from(p: &Params) -> Shape {
        let Params { n_sm, n_warps, n_cta, epoch_len, sample_period, .. } = *p;
        Shape { n_sm, n_warps, n_cta, epoch_len, sample_period }
    }
}

/// Bits of a CTA slot number (W16).
const fn cta_bits(n_cta: u32) -> usize {
    if n_cta == 1 {
        1
    } else {
        clog2(n_cta)
    }
}

type Docs<'a> = BTreeMap<&'a str, &'a str>;

macro_rules! shapes {
    ($($n_sm:literal, $n_warps:literal, $n_cta:literal, $epoch_len:literal, $sample_period:literal;)*) => {
        /// The shapes compiled in.
        pub const SHAPES: &[Shape] = &[$(Shape {
            n_sm: $n_sm,
            n_warps: $n_warps,
            n_cta: $n_cta,
            epoch_len: $epoch_len,
            sample_period: $sample_period,
        }),*];

        /// Writes `eq_sm` and `eq_fm` of the shape of `params` and returns their ports; `None` if it is not
        /// compiled in.
        pub fn write(
            params: &Params,
            sm_docs: &Docs,
            fm_docs: &Docs,
            writer: &mut Writer,
        ) -> Option<Result<[Vec<Port>; 2], Refusal>> {
            let wanted = Shape::from(params);
            $(
                const { assert!($epoch_len % $sample_period == 0) };
                if wanted == (Shape {
                    n_sm: $n_sm,
                    n_warps: $n_warps,
                    n_cta: $n_cta,
                    epoch_len: $epoch_len,
                    sample_period: $sample_period,
                }) {
                    let sm = EqSm::<
                        $n_warps,
                        $n_cta,
                        { cta_bits($n_cta) },
                        { $n_warps * cta_bits($n_cta) },
                        { clog2($n_warps + 1) },
                        { clog2($n_cta + 1) },
                        { clog2($n_warps * ($epoch_len / $sample_period) + 1) },
                        { clog2($epoch_len) },
                    >::new(params);
                    let fm = EqFm::<$n_sm, { 2 * $n_sm }, { clog2($n_sm + 1) }, { clog2($epoch_len) }>::new(params);
                    return Some((|| {
                        writer.add(&sm, sm_docs)?;
                        writer.add(&fm, fm_docs)?;
                        Ok([ports(&sm)?, ports(&fm)?])
                    })());
                }
            )*
            None
        }
    };
}

// One line a shape: n_sm, n_warps, n_cta, epoch_len, sample_period.
shapes! {
    15, 48, 8, 4096, 128;
    4, 16, 4, 512, 16;
    64, 64, 32, 65536, 256;
    6, 24, 3, 512, 2;
    2, 8, 2, 512, 128;
}
