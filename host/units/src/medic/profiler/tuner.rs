// SPDX-License-Identifier: Apache-2.0
//! The tuner of the low boundary (specification section 2.3, decisions DEC-6, P11, P13).

use crate::medic::params::{Params, STEPS};
use crate::word::{product_of, Bit, Word};

/// Bits of a percentage.
const PERCENT: u32 = 7;

/// Replies of one kind, and the misses among them.
pub type Pair<W> = (W, W);

/// A pair after one more reply. Both numbers are halved before the count of replies could overflow.
pub fn sampled<W: Word>(p: &Params, (acc, miss): Pair<W>, missed: W::Bit) -> Pair<W> {
    let (acc, miss) = (acc + W::from(1), miss + W::from(missed));
    acc.bit(p.tune_bits - 1).select((acc >> 1, miss >> 1), (acc, miss))
}

/// Misses in percent of the replies, rounded down: restoring division. There is at least one reply.
pub fn percent<W: Word>((acc, miss): Pair<W>) -> W {
    let dividend = product_of(miss, W::from(100), PERCENT);
    let step = |(rest, quotient): (W, W), bit: u32| {
        let part = acc << bit;
        let fits = !rest.below(part);
        (fits.select(rest.wrapping_sub(part), rest), quotient | W::from(fits) << bit)
    };
    (0..PERCENT).rev().fold((dividend, W::from(0)), step).1
}

/// The step of the coming epoch, from the replies of warps in profiling, those of the others, and the step so far.
pub fn next_step<W: Word>(p: &Params, reference: Pair<W>, current: Pair<W>, k: W) -> W {
    let enough = !reference.0.below(p.tune_min) & !current.0.below(p.tune_min);
    let (before, now) = (percent(reference), percent(current));
    let rise = now.above(before).select(now.wrapping_sub(before), W::from(0));
    let measured =
        (1..=STEPS).fold(W::from(0), |steps, n| rise.below(n * p.tune_quantum).select(steps, W::from(n)));
    let relaxed = k.any().select(k.wrapping_sub(W::from(1)), k);
    enough.select(measured.above(relaxed).select(measured, relaxed), k)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_division_is_that_of_whole_numbers() {
        for acc in 1..=400u64 {
            for miss in 0..=acc {
                assert_eq!(percent((acc, miss)), 100 * miss / acc, "{miss} of {acc}");
            }
        }
        assert_eq!(percent((32_767u64, 32_766)), 99);
    }

    #[test]
    fn the_step_follows_a_rise_at_once_and_goes_back_one_at_a_time() {
        let step = |reference: u64, current: u64, k: u64| {
            next_step(&Params::PAPER, (100, reference), (100, current), k)
        };
        assert_eq!([44, 45, 49, 50, 60, 61, 100].map(|c| step(40, c, 0)), [0, 1, 1, 2, 4, 4, 4]);
        assert_eq!((step(40, 40, 4), step(40, 10, 3), step(40, 40, 0), step(40, 50, 4)), (3, 2, 0, 3));
    }

    #[test]
    fn with_too_few_samples_of_either_kind_the_step_stays() {
        let step = |reference: u64, current: u64| {
            next_step(&Params::PAPER, (reference, 0), (current, current), 2u64)
        };
        assert_eq!((step(63, 64), step(64, 63), step(0, 0), step(64, 64)), (2, 2, 2, 4));
    }

    #[test]
    fn a_full_pair_is_halved_rounding_down() {
        let p = &Params::PAPER;
        assert_eq!(sampled(p, (32_766u64, 5), true), (32_767, 6));
        assert_eq!(sampled(p, (32_767u64, 6), true), (16_384, 3));
    }
}
