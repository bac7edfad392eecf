// SPDX-License-Identifier: Apache-2.0
//! One cycle of a monitor (specification sections 2.2 and 2.6).

use crate::clog2;
use crate::mask::params::Params;
use crate::word::{signals, Bit, Word};

/// Warps that a word has bits for, and words that the largest SM needs.
const WORD: u32 = 64;
const WORDS: usize = 4;

signals! {
    /// What a monitor keeps.
    pub struct State<W>, p: Params;
    /// A bit for each warp that has issued in this epoch.
    pub seen: [W; WORDS] = p.warps_per_core.min(WORD);
    /// How many there are.
    pub uniq: W = 8;
    /// The most warps that waited for a page in this epoch.
    pub warps_peak: W = 6;
    /// `uniq` of the epoch that ended last.
    pub ended_uniq: W = 8;
    /// `warps_peak` of the epoch that ended last.
    pub ended_peak: W = 6;
}

/// An issue port.
#[derive(Clone, Copy, Debug)]
pub struct Issue<W: Word> {
    /// A warp issues an instruction there.
    pub valid: W::Bit,
    /// Its slot, below `warps_per_core`.
    pub warp: W,
}

impl<W: Word> State<W> {
    /// Nothing has been seen.
    pub fn reset() -> State<W> {
        let none = W::from(0);
        State { seen: [none; WORDS], uniq: none, warps_peak: none, ended_uniq: none, ended_peak: none }
    }

    /// One cycle; the events of the last one of an epoch belong to it.
    pub fn step(&mut self, p: &Params, issues: &[Issue<W>], stalled: W, tick: W::Bit) {
        for issue in issues {
            issue.valid.when(self, |s| s.issue(p, issue.warp));
        }
        self.warps_peak = stalled.above(self.warps_peak).select(stalled, self.warps_peak);
        tick.when(self, |s| {
            let ended = (s.uniq, s.warps_peak);
            *s = State::reset();
            (s.ended_uniq, s.ended_peak) = ended;
        });
    }

    fn issue(&mut self, p: &Params, warp: W) {
        let words = p.warps_per_core.div_ceil(WORD);
        let (high, bit) = (warp >> clog2(WORD) as u32, W::one_at(warp & W::from(WORD - 1)));
        for word in 0..words {
            let here = high.is(word);
            let new = here & !(self.seen[word as usize] & bit).any();
            new.when(self, |s| {
                s.seen[word as usize] = s.seen[word as usize] | bit;
                s.uniq = s.uniq.is(255u32).select(s.uniq, s.uniq + W::from(1));
            });
        }
    }
}
