// SPDX-License-Identifier: Apache-2.0
//! The type of a warp by its hits and accesses (specification section 2.1).

use crate::medic::params::Params;
use crate::word::{product_of, Bit, Word};

/// Type of a warp as the hardware knows it (decision P1): few hits, `lo` percent or less.
pub const MISS: u32 = 0;
/// Type of a warp: neither few nor many hits, and that of a new warp.
pub const BALANCED: u32 = 1;
/// Type of a warp: many hits, `hi_pct` percent or more, but not all.
pub const MOSTLY_HIT: u32 = 2;
/// Type of a warp: all its accesses are hits.
pub const ALL_HIT: u32 = 3;

/// Type of a warp as the paper knows it, for statistics (decision P1): no hits.
pub const TYPE5_ALL_MISS: u32 = 0;
/// Type for statistics: hits, but `lo` percent or less.
pub const TYPE5_MOSTLY_MISS: u32 = 1;
/// Type for statistics: neither few nor many hits.
pub const TYPE5_BALANCED: u32 = 2;
/// Type for statistics: many hits, `hi_pct` percent or more, but not all.
pub const TYPE5_MOSTLY_HIT: u32 = 3;
/// Type for statistics: all accesses are hits.
pub const TYPE5_ALL_HIT: u32 = 4;

/// Where a warp stands: `hits` of `accesses`, with the low boundary `lo` in percent.
struct Standing<W: Word> {
    none: W::Bit,
    all: W::Bit,
    mostly: W::Bit,
    few: W::Bit,
}

fn standing<W: Word>(p: &Params, lo: W, hits: W, accesses: W) -> Standing<W> {
    let percents = product_of(hits, W::from(100), 7);
    Standing {
        none: hits.is(0u32),
        all: hits.is(accesses),
        mostly: !percents.below(product_of(accesses, W::from(p.hi_pct), 7)),
        few: !percents.above(product_of(accesses, lo, 7)),
    }
}

/// The type that steers requests. `accesses` is at least 1, `lo` below 64.
pub fn type2<W: Word>(p: &Params, lo: W, hits: W, accesses: W) -> W {
    let s = standing(p, lo, hits, accesses);
    let of = |n: u32| W::from(n);
    let not_all = s.mostly.select(of(MOSTLY_HIT), of(BALANCED));
    s.few.select(of(MISS), s.all.select(of(ALL_HIT), not_all))
}

/// The type for statistics.
pub fn type5<W: Word>(p: &Params, lo: W, hits: W, accesses: W) -> W {
    let s = standing(p, lo, hits, accesses);
    let of = |n: u32| W::from(n);
    let rest = s.few.select(of(TYPE5_MOSTLY_MISS), of(TYPE5_BALANCED));
    let not_all = s.mostly.select(of(TYPE5_MOSTLY_HIT), rest);
    s.none.select(of(TYPE5_ALL_MISS), s.all.select(of(TYPE5_ALL_HIT), not_all))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both types of a warp in the paper's configuration.
    fn types(lo: u64, hits: u64, accesses: u64) -> (u64, u64) {
        (type2(&Params::PAPER, lo, hits, accesses), type5(&Params::PAPER, lo, hits, accesses))
    }

    #[test]
    fn both_boundaries_belong_to_the_outer_types() {
        for (hits, expected) in [
            (0, (0, 0)),
            (1, (0, 1)),
            (6, (0, 1)),
            (7, (1, 2)),
            (20, (1, 2)),
            (21, (2, 3)),
            (29, (2, 3)),
            (30, (3, 4)),
        ] {
            assert_eq!(types(20, hits, 30), expected, "{hits} of 30");
        }
    }

    #[test]
    fn with_the_boundary_at_nothing_only_warps_without_a_hit_are_miss() {
        assert_eq!((types(0, 1, 30), types(0, 0, 30)), ((1, 2), (0, 0)));
    }

    #[test]
    fn types_agree_with_percentages_as_fractions() {
        for accesses in 1..=511u64 {
            for hits in 0..=accesses {
                let rate = |pct: u64| hits as f64 / accesses as f64 * 100.0 - pct as f64;
                let expected = match (rate(15) <= 1e-9, hits == accesses, rate(70) >= -1e-9) {
                    (true, ..) => MISS,
                    (_, true, _) => ALL_HIT,
                    (_, _, true) => MOSTLY_HIT,
                    _ => BALANCED,
                };
                assert_eq!(types(15, hits, accesses).0, expected.into(), "{hits} of {accesses}");
            }
        }
    }
}
