// SPDX-License-Identifier: Apache-2.0
//! How a target of CTAs moves in a run.

use crate::summary::Summary;

/// The time line of `num_blocks` without the drain at a kernel's end, when SMs with nothing left to run raise a
/// target that no CTA is there to follow: samples with at least one running CTA an SM on average.
pub fn while_busy(run: &Summary) -> Vec<f64> {
    run.num_blocks
        .iter()
        .zip(&run.ctas)
        .filter(|(_, ctas)| **ctas >= 1.0)
        .map(|(blocks, _)| *blocks)
        .collect()
}

/// How a block count moved, in means over the SMs.
pub struct FallAndRise {
    pub first: f64,
    pub lowest: f64,
    /// The highest after it was lowest for the last time: a dip at the start that does not last is no fall.
    pub then: f64,
}

impl FallAndRise {
    pub fn of(num_blocks: &[f64]) -> FallAndRise {
        let first = num_blocks.first().copied().unwrap_or(0.0);
        let (at, lowest) = num_blocks
            .iter()
            .copied()
            .enumerate()
            .rev()
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap_or((0, first));
        let then = num_blocks.iter().skip(at).copied().fold(lowest, f64::max);
        FallAndRise { first, lowest, then }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fall_and_a_rise_are_read_from_a_time_line() {
        let f = FallAndRise::of(&[6.0, 3.0, 2.0, 4.0, 3.0]);
        assert_eq!((f.first, f.lowest, f.then), (6.0, 2.0, 4.0));
        let f = FallAndRise::of(&[6.0, 5.0]);
        assert_eq!(f.then, f.lowest);
    }

    #[test]
    fn a_target_that_rises_in_the_drain_is_not_judged() {
        let run =
            Summary { num_blocks: vec![3.0, 1.0, 5.0], ctas: vec![3.0, 1.0, 0.2], ..Default::default() };
        assert_eq!(while_busy(&run), [3.0, 1.0]);
    }
}
