// SPDX-License-Identifier: Apache-2.0
//! The table of warps and the epochs: one cycle of the profiler (specification sections 2.2 and 2.3, decisions P7 to P12).

use super::classify::{type2, type5, BALANCED};
use super::tuner::{next_step, sampled};
use crate::clog2;
use crate::medic::params::{Params, Reclassify, STEPS};
use crate::word::{low, signals, Bit, Word};

/// Cycles from the first of an epoch until the boundary changes (decision P12).
const SETTLE: u32 = 15;

/// A value for each of up to 64 warp slots, in two halves.
type Slots<W> = [[W; 32]; 2];

signals! {
    /// Everything that `medic_profiler` remembers from cycle to cycle (specification section 3). Bit `w` of a vector is slot `w`.
    pub struct State<W>, p: Params;
    /// Lookups of the L2 by each warp since its profiling began; halved, as the hits, before they overflow.
    pub acc: Slots<W> = p.cnt_bits;
    /// Hits among them.
    pub hit: Slots<W> = p.cnt_bits;
    /// Type of each warp.
    pub types: Slots<W> = 2;
    /// Warps that are being profiled.
    pub prof: W = p.warps_per_sm;
    /// Cycle of the epoch.
    pub epoch_cnt: W = clog2(p.epoch_cycles) as u32;
    /// Replies in this epoch of requests that left in profiling, for the tuner.
    pub ref_acc: W = p.tune_bits;
    /// Misses and bypasses among them.
    pub ref_miss: W = p.tune_bits;
    /// Replies in this epoch of all other requests.
    pub cur_acc: W = p.tune_bits;
    /// Misses and bypasses among them.
    pub cur_miss: W = p.tune_bits;
    /// Steps by which the boundary is lowered.
    pub k: W = clog2(STEPS + 1) as u32;
    /// What k is going to be in this many cycles; none if they are 0.
    next_k: W = clog2(STEPS + 1) as u32;
    settle: W = clog2(SETTLE + 1) as u32;
    /// What happened in the cycle before: the profiling of a warp has ended,
    pub classified: W::Bit = 1;
    /// of this one (0 without),
    pub wid: W = p.warp_width() as u32;
    /// with this type of the five (0 without);
    pub type5: W = 3;
    /// an epoch has begun.
    pub epoch: W::Bit = 1;
}

/// The inputs of a cycle.
#[derive(Clone, Copy, Debug)]
pub struct Events<W: Word> {
    /// A warp slot starts a new warp.
    pub alloc: W::Bit,
    /// That slot, below `warps_per_sm`.
    pub alloc_wid: W,
    /// A reply arrives.
    pub reply: W::Bit,
    /// Warp slot of its request.
    pub reply_wid: W,
    /// The lookup in the L2 was a hit; no meaning if the request bypassed it.
    pub hit: W::Bit,
    /// The request bypassed the L2.
    pub bypassed: W::Bit,
    /// The request left while its warp was being profiled.
    pub tagged: W::Bit,
}

/// The element of a slot.
fn at<W: Word>(slots: &Slots<W>, slot: W) -> W {
    let mut found = W::from(0);
    W::one_at(slot).each_one(&mut found, |i, found| *found = slots[i as usize / 32][i as usize % 32]);
    found
}

/// Gives a slot another element.
fn put<W: Word>(slots: &mut Slots<W>, slot: W, value: W) {
    W::one_at(slot).each_one(slots, |i, slots| slots[i as usize / 32][i as usize % 32] = value);
}

impl<W: Word> State<W> {
    /// The state after reset.
    pub fn reset(p: &Params) -> State<W> {
        let (zero, none) = (W::from(0), W::Bit::from(false));
        State {
            acc: [[zero; 32]; 2],
            hit: [[zero; 32]; 2],
            types: [[W::from(BALANCED); 32]; 2],
            prof: low(p.warps_per_sm),
            epoch_cnt: zero,
            ref_acc: zero,
            ref_miss: zero,
            cur_acc: zero,
            cur_miss: zero,
            k: zero,
            next_k: zero,
            settle: zero,
            classified: none,
            wid: zero,
            type5: zero,
            epoch: none,
        }
    }

    /// The low boundary in percent.
    pub fn lo(&self, p: &Params) -> W {
        (1..=STEPS).fold(W::from(p.lo_pct), |lo, k| self.k.is(k).select(W::from(p.lo(k)), lo))
    }

    /// Type of a warp, and whether it is being profiled.
    pub fn tags(&self, slot: W) -> (W, W::Bit) {
        (at(&self.types, slot), (self.prof & W::one_at(slot)).any())
    }

    /// Goes on by one cycle.
    pub fn step(&mut self, p: &Params, e: &Events<W>) {
        let boundary = self.epoch_cnt.is(p.epoch_cycles - 1);
        let counted = e.reply & !boundary;
        let replaced = e.alloc & e.alloc_wid.is(e.reply_wid);
        (self.classified, self.epoch) = (W::Bit::from(false), boundary);
        (self.wid, self.type5) = (W::from(0), W::from(0));
        (counted & !e.bypassed & !replaced).when(self, |s| s.count(p, e.reply_wid, e.hit));
        self.settle();
        counted.when(self, |s| s.sample(p, e));
        e.alloc.when(self, |s| s.allocate(e.alloc_wid));
        self.epoch_cnt = self.epoch_cnt + W::from(1);
        boundary.when(self, |s| s.begin_epoch(p));
    }

    /// A lookup of a warp has been answered.
    fn count(&mut self, p: &Params, slot: W, hit: W::Bit) {
        let (acc, hits) = (at(&self.acc, slot) + W::from(1), at(&self.hit, slot) + W::from(hit));
        let lo = self.lo(p);
        let profiled = (self.prof & W::one_at(slot)).any();
        let ends = profiled & acc.is(p.profile_len);
        let found = if p.reclassify == Reclassify::Continuous { ends | !profiled } else { ends };
        found.when(&mut self.types, |types| put(types, slot, type2(p, lo, hits, acc)));
        ends.when(self, |s| {
            s.prof = s.prof & !W::one_at(slot);
            s.classified = W::Bit::from(true);
            (s.wid, s.type5) = (slot, type5(p, lo, hits, acc));
        });
        let (acc, hits) = acc.bit(p.cnt_bits - 1).select((acc >> 1, hits >> 1), (acc, hits));
        put(&mut self.acc, slot, acc);
        put(&mut self.hit, slot, hits);
    }

    /// The tuner takes note of a reply.
    fn sample(&mut self, p: &Params, e: &Events<W>) {
        let missed = e.bypassed | !e.hit;
        e.tagged.when(self, |s| (s.ref_acc, s.ref_miss) = sampled(p, (s.ref_acc, s.ref_miss), missed));
        (!e.tagged).when(self, |s| (s.cur_acc, s.cur_miss) = sampled(p, (s.cur_acc, s.cur_miss), missed));
    }

    /// A slot gets a new warp.
    fn allocate(&mut self, slot: W) {
        put(&mut self.acc, slot, W::from(0));
        put(&mut self.hit, slot, W::from(0));
        put(&mut self.types, slot, W::from(BALANCED));
        self.prof = self.prof | W::one_at(slot);
    }

    /// The step of the boundary comes into force some cycles after it is known.
    fn settle(&mut self) {
        self.k = self.settle.is(1u32).select(self.next_k, self.k);
        self.settle = self.settle.any().select(self.settle.wrapping_sub(W::from(1)), self.settle);
    }

    /// All warps are profiled again; their types stay.
    fn begin_epoch(&mut self, p: &Params) {
        let none = [[W::from(0); 32]; 2];
        (self.acc, self.hit, self.prof) = (none, none, low(p.warps_per_sm));
        self.next_k = next_step(p, (self.ref_acc, self.ref_miss), (self.cur_acc, self.cur_miss), self.k);
        self.settle = W::from(SETTLE);
        (self.ref_acc, self.ref_miss, self.cur_acc, self.cur_miss, self.epoch_cnt) =
            (W::from(0), W::from(0), W::from(0), W::from(0), W::from(0));
    }
}
