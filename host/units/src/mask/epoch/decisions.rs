// SPDX-License-Identifier: Apache-2.0
//! What follows from an epoch (specification sections 2.6 to 2.8, decisions D13 to D19, D25 and M6 to M10).

use serde::{Deserialize, Serialize};

use crate::mask::params::{Params, TokenOrder, TokenPolicy};
use crate::word::{Bit, Word};

/// What an SM has counted in an epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Core {
    /// Lookups in the shared TLB that have hit, saturating at 65535.
    pub hits: u32,
    /// Lookups in the shared TLB that have missed, saturating at 65535.
    pub misses: u32,
    /// Different warps that have issued, at most 255.
    pub uniq: u32,
    /// The most that a page has stalled, at most 63.
    pub warps_peak: u32,
    /// Application of the SM as the epoch ends.
    pub app: u8,
    /// The SM takes part.
    pub on: bool,
}

/// What is kept of an application.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct App {
    /// Warps that hold a token, of all SMs together.
    pub tokens: u32,
    /// The last change gave tokens.
    pub up: bool,
    /// Miss rate, in 65536ths.
    pub rate: u32,
    /// It has had an epoch with lookups.
    pub seen: bool,
}

/// Accesses to the L2 cache, and the hits among them; at 0 of data, at d of walk reads of depth d.
pub type Looks = [(u64, u64); 6];

/// The miss rate of an epoch with lookups, in 65536ths.
pub fn miss_rate(hits: u32, misses: u32) -> u32 {
    let rate = (u64::from(misses) << 16) / u64::from(hits + misses);
    rate.min(65535) as u32
}

impl App {
    /// What an epoch with these lookups and warps makes of the application.
    pub fn next(self, p: &Params, hits: u32, misses: u32, warps: u32) -> App {
        if hits + misses == 0 {
            return self;
        }
        let rate = miss_rate(hits, misses);
        let change = Change::<u64> {
            warps: warps.into(),
            at_first: ((warps * p.init_tokens_q8) >> 8).into(),
            in_step: ((warps * p.step_q8) >> 8).into(),
            seen: self.seen,
            tokens: self.tokens.into(),
            up: self.up,
            rate: self.rate.into(),
            new_rate: rate.into(),
        };
        let (tokens, up) = change.tokens(p);
        App { tokens: tokens as u32, up, rate, seen: true }
    }
}

/// What the tokens of an application follow from after an epoch with lookups.
#[derive(Clone, Copy, Debug)]
pub struct Change<W: Word> {
    /// Its warps that have issued.
    pub warps: W,
    /// Those of them that have tokens at first (`init_tokens_q8`).
    pub at_first: W,
    /// Those of them whose tokens are given or taken at a time (`step_q8`); 0 counts as 1.
    pub in_step: W,
    /// It has had such an epoch before.
    pub seen: W::Bit,
    /// Its tokens so far.
    pub tokens: W,
    /// The last change gave tokens.
    pub up: W::Bit,
    /// Its miss rate of the epoch before, in 65536ths.
    pub rate: W,
    /// The miss rate of this epoch, in 65536ths.
    pub new_rate: W,
}

impl<W: Word> Change<W> {
    /// The tokens and the direction from now on.
    pub fn tokens(&self, p: &Params) -> (W, W::Bit) {
        let (none, one, threshold) = (W::from(0), W::from(1), W::from(p.miss_thr));
        let worse = !self.new_rate.below(self.rate + threshold);
        let better = !self.rate.below(self.new_rate + threshold);
        let step = self.in_step.any().select(self.in_step, one);
        let gives = match p.token_policy {
            TokenPolicy::Threshold => better,
            TokenPolicy::HillClimb => self.up ^ worse,
        };
        let fewer = self.tokens.below(step).select(none, self.tokens.wrapping_sub(step));
        let moved = gives.select(self.tokens + step, fewer);
        let changes = worse | better;
        let wanted = self.seen.select(changes.select(moved, self.tokens), self.at_first);
        let up = self.seen & changes.select(gives, self.up);
        // The upper bound wins (M8).
        let fewest = W::from(p.token_min);
        let bounded = wanted.below(fewest).select(fewest, wanted);
        let most = self.warps.any().select(self.warps, one);
        (most.below(bounded).select(most, bounded), up)
    }
}

/// Sets the share of each SM of an application that has been seen; the others keep theirs.
pub fn share_out(p: &Params, app: u8, tokens: u32, cores: &[Core], shares: &mut [u32]) {
    let own: Vec<usize> = (0..cores.len()).filter(|c| cores[*c].on && cores[*c].app == app).collect();
    let n = own.len() as u32;
    let mut left = tokens;
    for (rank, c) in (0..).zip(own) {
        let share = match p.token_order {
            TokenOrder::WarpMajor => tokens / n + u32::from(rank < tokens % n),
            TokenOrder::CoreMajor => cores[c].uniq.min(left),
        };
        left = left.saturating_sub(share);
        shares[c] = share.min(256);
    }
}

/// The depths whose walk reads bypass, bit d-1 for depth d, after an epoch with these accesses.
pub fn bypass_bits(p: &Params, before: u32, looks: &Looks) -> u32 {
    let least = u64::from(p.l2b_min_samples);
    let (data, data_hits) = looks[0];
    (1..=p.pt_levels).fold(before, |bits, d| {
        let (acc, hits) = looks[d as usize];
        let bit = 1 << (d - 1);
        match acc < least || data < least {
            true => bits,
            false if hits * data < data_hits * acc => bits | bit,
            false => bits & !bit,
        }
    })
}

/// Requests of a turn of each application (Eq. 6.1), from the most walks of each, and the SMs.
pub fn quotas(p: &Params, active: u32, walks: &[u32], cores: &[Core]) -> Vec<u32> {
    let products: Vec<u32> = (0..p.num_apps as usize)
        .map(|a| {
            let own = cores.iter().filter(|c| c.on && usize::from(c.app) == a);
            let stalled = own.map(|c| c.warps_peak).max().unwrap_or(0);
            if active >> a & 1 == 1 {
                walks[a] * stalled
            } else {
                0
            }
        })
        .collect();
    let sum: u32 = products.iter().sum();
    let of = |product: &u32| match sum {
        0 => p.thresh_max / active.count_ones().max(1),
        _ => p.thresh_max * product / sum,
    };
    products.iter().map(|product| of(product).max(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: App = App { tokens: 50, up: true, rate: 20_000, seen: true };

    /// Hits and misses whose rate is this, in 65536ths.
    fn rated(rate: u32) -> (u32, u32) {
        (65536 - rate, rate)
    }

    fn after(app: App, rate: u32, warps: u32) -> (u32, bool) {
        let (hits, misses) = rated(rate);
        let next = app.next(&Params::PAPER, hits, misses, warps);
        (next.tokens, next.up)
    }

    #[test]
    fn a_change_of_1310_is_none_and_one_of_1311_moves_a_step_of_ten_percent() {
        for (rate, expected) in [(21_310, 50), (21_311, 44), (18_690, 50), (18_689, 56)] {
            assert_eq!(after(SEEN, rate, 64).0, expected, "{rate}");
        }
    }

    #[test]
    fn tokens_do_not_leave_the_range_from_one_to_all_warps() {
        assert_eq!(after(App { tokens: 1, ..SEEN }, 60_000, 64), (1, false));
        assert_eq!(after(App { tokens: 64, ..SEEN }, 0, 64), (64, true));
        assert_eq!(after(SEEN, 20_000, 30).0, 30, "fewer warps than tokens");
        assert_eq!(after(SEEN, 20_000, 0).0, 1, "no warps");
    }

    #[test]
    fn the_first_epoch_with_lookups_gives_tokens_to_80_percent_and_one_without_changes_nothing() {
        let (hits, misses) = rated(1000);
        let first = App::default().next(&Params::PAPER, hits, misses, 640);
        assert_eq!(first, App { tokens: 512, up: false, rate: 1000, seen: true });
        assert_eq!(App::default().next(&Params::PAPER, 0, 0, 640), App::default());
        assert_eq!(SEEN.next(&Params::PAPER, 0, 0, 1), SEEN);
    }

    #[test]
    fn all_misses_are_a_rate_of_65535() {
        assert_eq!((miss_rate(0, 7), miss_rate(1, 2), miss_rate(9, 0)), (65535, 43690, 0));
    }

    #[test]
    fn tokens_are_shared_evenly_or_core_by_core() {
        let mut cores = [Core { on: true, uniq: 30, ..Core::default() }; 4];
        cores[2].app = 1;
        for (p, expected) in [(&Params::PAPER, [34, 33, 256, 33]), (&Params::VARIANT, [30, 30, 256, 30])] {
            let mut shares = [256; 4];
            share_out(p, 0, 100, &cores, &mut shares);
            assert_eq!(shares, expected);
        }
    }

    #[test]
    fn a_level_bypasses_if_it_hits_less_than_data_and_both_have_samples() {
        let looks = [(200, 100), (128, 64), (128, 63), (127, 0), (256, 127), (0, 0)];
        assert_eq!(bypass_bits(&Params::PAPER, 0b0101, &looks), 0b1110);
        let few = [(127, 127), (500, 0), (500, 0), (500, 0), (500, 0), (0, 0)];
        assert_eq!(bypass_bits(&Params::PAPER, 0b0101, &few), 0b0101);
    }

    #[test]
    fn quotas_go_by_walks_times_stalled_warps_and_are_at_least_one() {
        let core = |app, warps_peak| Core { on: true, app, warps_peak, ..Core::default() };
        let cores = [core(0, 10), core(1, 30), core(0, 20), core(2, 0)];
        let mut walks = [0; 32];
        (walks[0], walks[1], walks[2]) = (3, 2, 9);
        let of = |active: u32, walks: &[u32]| quotas(&Params::PAPER, active, walks, &cores)[..4].to_vec();
        assert_eq!(of(0b111, &walks), [250, 250, 1, 1]);
        assert_eq!(of(0b111, &[0; 32]), [166, 166, 166, 166]);
        assert_eq!(of(0b101, &walks), [500, 1, 1, 1]);
    }
}
