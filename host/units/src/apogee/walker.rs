// SPDX-License-Identifier: Apache-2.0
//! The lane walker: what the addresses of a load's lanes say about its offset (specification section 2.2, decision P14).

use serde::{Deserialize, Serialize};

use super::learning::Sample;
use super::ports::In;
use crate::apogee::params::Params;
use crate::word::{low, sign_extended};

/// A lane and its address.
type Lane = (u32, u64);

/// What the lanes so far say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walk {
    /// Beats that have come.
    beats: u32,
    active: u32,
    last: Lane,
    /// Offset of the first two active lanes.
    offset: i64,
    /// All pairs of neighbours among the active lanes have it, and it fits.
    regular: bool,
}

impl Walk {
    /// Whether a beat is missing.
    pub fn awaits(&self, params: &Params) -> bool {
        self.beats < params.beats()
    }

    /// The next beat.
    pub fn beat(&mut self, params: &Params, i: &In) {
        let first = self.beats * params.simd_width;
        for lane in (0..params.simd_width).filter(|lane| i.ld_mask >> lane & 1 == 1) {
            self.lane(params, (first + lane, i.addr(lane, params)));
        }
        self.beats += 1;
    }

    fn lane(&mut self, params: &Params, lane: Lane) {
        let gap = i64::from(lane.0) - i64::from(self.last.0);
        let step = lane.1.wrapping_sub(self.last.1) & low::<u64>(params.addr_bits);
        let step = sign_extended(step, params.addr_bits, 64) as i64;
        if self.active == 1 {
            self.offset = step / gap;
            let limit = 1i64 << (params.offset_bits - 1);
            let divides = params.general_div || gap.count_ones() == 1;
            self.regular = divides && step % gap == 0 && (-limit..limit).contains(&self.offset);
        } else if self.active > 1 {
            self.regular &= step == self.offset * gap;
        }
        self.active += 1;
        self.last = lane;
    }

    /// What they say together.
    pub fn sample(&self, params: &Params) -> Sample {
        Sample {
            single: self.active == 1,
            pair: self.active == 2,
            regular: self.regular,
            offset: if self.regular { self.offset as u64 & low::<u64>(params.offset_bits) } else { 0 },
            matches: self.active.saturating_sub(2).into(),
            address: self.last.1,
            tid: self.last.0.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameters;

    /// What lanes with these addresses say.
    fn sample(configuration: &str, lanes: &[Lane]) -> Sample {
        let p = Params::named(configuration).unwrap();
        let mut walk = Walk::default();
        lanes.iter().for_each(|lane| walk.lane(&p, *lane));
        walk.sample(&p)
    }

    #[test]
    fn the_offset_is_the_ratio_of_addresses_and_lanes() {
        let all: Vec<Lane> = (0..32).map(|k| (k, 0x1000 + 4 * u64::from(k))).collect();
        let s = sample("paper", &all);
        assert_eq!((s.regular, s.offset, s.matches, s.address, s.tid), (true, 4, 30, 0x107c, 31));
        let gaps: Vec<Lane> = all.iter().copied().filter(|(k, _)| [1, 4, 6, 31].contains(k)).collect();
        let s = sample("paper", &gaps);
        assert_eq!((s.regular, s.offset, s.matches), (true, 4, 2));
        assert!(!sample("no_div", &gaps).regular && sample("no_div", &all).regular);
    }

    #[test]
    fn a_ratio_that_is_no_integer_or_does_not_fit_is_irregular() {
        assert!(sample("paper", &[(0, 0), (3, 12)]).regular);
        assert!(!sample("paper", &[(0, 0), (3, 13)]).regular);
        assert!(sample("paper", &[(0, 0x4000), (1, 0x407f)]).regular);
        assert!(sample("paper", &[(0, 0x4000), (1, 0x3f80)]).regular);
        assert!(!sample("paper", &[(0, 0x4000), (1, 0x4080)]).regular);
        assert!(!sample("paper", &[(0, 0), (1, 4), (2, 8), (3, 13)]).regular);
    }

    #[test]
    fn addresses_wrap() {
        let s = sample("paper", &[(0, 0xffff_fff8), (2, 8)].map(|(k, a)| (k, a & 0xfff_ffff)));
        assert_eq!((s.regular, s.offset, s.pair, s.single), (true, 8, true, false));
        assert_eq!(sample("paper", &[(5, 0), (6, 0xfff_fffc)]).offset, 0xfc);
    }
}
