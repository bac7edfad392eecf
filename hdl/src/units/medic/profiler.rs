// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::medic::params::{Params, Reclassify};

use super::classify::Classify;
use super::tuner::Tuner;
use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR};

block! {
    /// MeDiC's profiler, one in each SM: finds the type of each warp from how often its first requests of an epoch hit the L2, and tunes the
    /// boundary below which a warp is mostly miss (specification sections 2.1 to 2.3).
    /// The counters are a memory of one word a warp; whether a word counts stands in registers, so an epoch ends in one cycle.
    /// A reply is counted in its cycle, and the type that follows found in the next, in which requests see it already.
    /// Protocol: every event is taken in every cycle. `q_type` and `q_prof` answer `q_wid` within the cycle; pulses last one cycle.
    pub struct Profiler<WARPS, WARP, CNT, HELD, CYCLE, TUNE, TUNE_WIDE, TUNE_OVER, W> = "medic_profiler";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub alloc_valid: Signal<In, Bit>,
    pub alloc_wid: Signal<In, Bits<WARP>>,
    pub q_valid: Signal<In, Bit>,
    pub q_wid: Signal<In, Bits<WARP>>,
    pub r_valid: Signal<In, Bit>,
    pub r_wid: Signal<In, Bits<WARP>>,
    pub r_hit: Signal<In, Bit>,
    pub r_byp: Signal<In, Bit>,
    pub r_prof: Signal<In, Bit>,
    pub q_type: Signal<Out, Bits<2>>,
    pub q_prof: Signal<Out, Bit>,
    pub lo_pct_o: Signal<Out, Bits<7>>,
    pub ev_classify: Signal<Out, Bit>,
    pub ev_wid: Signal<Out, Bits<WARP>>,
    pub ev_type5: Signal<Out, Bits<3>>,
    pub epoch_pulse: Signal<Out, Bit>,
    /// Cycle of the epoch.
    cycle: DffR<Bits<CYCLE>>,
    /// The previous cycle was the last of an epoch.
    ended: DffR<Bit>,
    /// Warps with counts in this epoch; the counters of the others are 0, whatever the memory holds.
    counted: DffR<Bits<WARPS>>,
    /// Warps that are not profiled any more in this epoch.
    profiled: DffR<Bits<WARPS>>,
    /// Higher bit of each warp's type.
    hits_mostly: DffR<Bits<WARPS>>,
    /// Lower bit of each warp's type, inverted: it is 1 after reset.
    even: DffR<Bits<WARPS>>,
    /// Accesses of each warp, and hits; their highest bit is never kept.
    accesses: Vec<Dff<Bits<HELD>>> = array(WARPS),
    hits: Vec<Dff<Bits<HELD>>> = array(WARPS),
    /// A warp is classified in this cycle, by what the previous one has counted.
    classifies: DffR<Bit>,
    /// Its profiling has ended.
    ends: DffR<Bit>,
    warp: Dff<Bits<WARP>>,
    warp_hits: Dff<Bits<CNT>>,
    warp_accesses: Dff<Bits<CNT>>,
    /// The boundary as it was then.
    boundary: Dff<Bits<6>>,
    epoch_end: Signal<Local, Bit>,
    allocated: Signal<Local, Bits<WARPS>>,
    /// The warp of the reply, one-hot.
    replied: Signal<Local, Bits<WARPS>>,
    /// A reply that counts, and one that looked up the L2.
    reply: Signal<Local, Bit>,
    lookup: Signal<Local, Bit>,
    kept_accesses: Signal<Local, Bits<HELD>>,
    kept_hits: Signal<Local, Bits<HELD>>,
    old_accesses: Signal<Local, Bits<HELD>>,
    old_hits: Signal<Local, Bits<HELD>>,
    new_accesses: Signal<Local, Bits<CNT>>,
    new_hits: Signal<Local, Bits<CNT>>,
    full: Signal<Local, Bit>,
    is_profiled: Signal<Local, Bit>,
    last_of_profile: Signal<Local, Bit>,
    /// The warp that is classified, one-hot, if any.
    classified: Signal<Local, Bits<WARPS>>,
    set_mostly: Signal<Local, Bits<WARPS>>,
    set_even: Signal<Local, Bits<WARPS>>,
    asked_mostly: Signal<Local, Bit>,
    asked_odd: Signal<Local, Bit>,
    tuner: Tuner<TUNE, TUNE_WIDE, TUNE_OVER> = Tuner::new(params),
    classify: Classify<CNT, W> = Classify::new(),
    one: Constant<Bits<WARPS>> = Constant::new(1.into()),
    top: Constant<Bits<32>> = Constant::new((CNT as u64 - 1).into()),
    /// Last cycle of an epoch.
    epoch_last: Constant<Bits<CYCLE>> = Constant::new(u64::from(params.epoch_cycles - 1).into()),
    /// Accesses before the last one of a profile, and with it.
    profile_last: Constant<Bits<HELD>> = Constant::new(u64::from(params.profile_len - 1).into()),
    profile_length: Constant<Bits<CNT>> = Constant::new(u64::from(params.profile_len).into()),
    /// Percentage from which on a warp is mostly hit.
    high_boundary: Constant<Bits<7>> = Constant::new(u64::from(params.hi_pct).into()),
    /// The type follows every reply after the profile (DEC-3).
    continuous: Constant<Bit> = Constant::new(params.reclassify == Reclassify::Continuous),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, cycle, counted, profiled, hits_mostly, even);
        clock!(self, clock, ended, classifies, ends, warp, warp_hits, warp_accesses, boundary, tuner);
        self.cycle.reset.next = self.reset.val();
        self.ended.reset.next = self.reset.val();
        self.counted.reset.next = self.reset.val();
        self.profiled.reset.next = self.reset.val();
        self.hits_mostly.reset.next = self.reset.val();
        self.even.reset.next = self.reset.val();
        self.classifies.reset.next = self.reset.val();
        self.ends.reset.next = self.reset.val();
        self.tuner.reset.next = self.reset.val();
        for i in 0..WARPS {
            self.accesses[i].clock.next = self.clock.val();
            self.accesses[i].d.next = self.accesses[i].q.val();
            self.hits[i].clock.next = self.clock.val();
            self.hits[i].d.next = self.hits[i].q.val();
        }

        self.epoch_end.next = self.cycle.q.val() == self.epoch_last.val();
        self.cycle.d.next = self.cycle.q.val() + 1;
        if self.epoch_end.val() {
            self.cycle.d.next = 0.into();
        }
        self.ended.d.next = self.epoch_end.val();
        self.epoch_pulse.next = self.ended.q.val();
        self.allocated.next = 0.into();
        if self.alloc_valid.val() {
            self.allocated.next = self.one.val() << self.alloc_wid.val();
        }

        comment!("A reply is lost if the epoch ends, and for the counters if a new warp takes the slot.");
        self.reply.next = self.r_valid.val() && !self.epoch_end.val();
        self.lookup.next = (self.reply.val() && !self.r_byp.val())
            && !(self.alloc_valid.val() && (self.alloc_wid.val() == self.r_wid.val()));
        self.replied.next = 0.into();
        if self.lookup.val() {
            self.replied.next = self.one.val() << self.r_wid.val();
        }
        self.tuner.epoch_end.next = self.epoch_end.val();
        self.tuner.reply.next = self.reply.val();
        self.tuner.prof.next = self.r_prof.val();
        self.tuner.miss.next = self.r_byp.val() || !self.r_hit.val();
        self.lo_pct_o.next = self.tuner.boundary.val();

        self.kept_accesses.next = self.accesses[self.r_wid.val().index()].q.val();
        self.kept_hits.next = self.hits[self.r_wid.val().index()].q.val();
        self.old_accesses.next = 0.into();
        self.old_hits.next = 0.into();
        if self.counted.q.val().get_bit(self.r_wid.val().index()) {
            self.old_accesses.next = self.kept_accesses.val();
            self.old_hits.next = self.kept_hits.val();
        }
        self.new_accesses.next = bit_cast::<CNT, HELD>(self.old_accesses.val()) + 1;
        self.new_hits.next = bit_cast::<CNT, HELD>(self.old_hits.val())
            + bit_cast::<CNT, 1>(self.r_hit.val().into());
        comment!("Both counters are halved, so that their ratio stays.");
        self.full.next = self.new_accesses.val().get_bit(self.top.val().index());
        if self.lookup.val() {
            self.accesses[self.r_wid.val().index()].d.next = self.new_accesses.val().get_bits::<HELD>(0);
            if self.full.val() {
                self.accesses[self.r_wid.val().index()].d.next = self.new_accesses.val().get_bits::<HELD>(1);
            }
        }
        if self.lookup.val() {
            self.hits[self.r_wid.val().index()].d.next = self.new_hits.val().get_bits::<HELD>(0);
            if self.full.val() {
                self.hits[self.r_wid.val().index()].d.next = self.new_hits.val().get_bits::<HELD>(1);
            }
        }
        self.counted.d.next = (self.counted.q.val() | self.replied.val()) & (!self.allocated.val());
        if self.epoch_end.val() {
            self.counted.d.next = 0.into();
        }

        comment!("The end of a profile, which is the last one before the next epoch.");
        self.is_profiled.next = self.profiled.q.val().get_bit(self.r_wid.val().index());
        self.last_of_profile.next =
            !self.is_profiled.val() && (self.old_accesses.val() == self.profile_last.val());
        self.profiled.d.next = self.profiled.q.val() & (!self.allocated.val());
        if self.last_of_profile.val() {
            self.profiled.d.next = (self.profiled.q.val() | self.replied.val()) & (!self.allocated.val());
        }
        if self.epoch_end.val() {
            self.profiled.d.next = 0.into();
        }
        self.ends.d.next = self.lookup.val() && self.last_of_profile.val();
        self.classifies.d.next = self.lookup.val()
            && (self.last_of_profile.val() || (self.continuous.val() && self.is_profiled.val()));
        self.warp.d.next = self.r_wid.val();
        comment!("At the end of a profile the number of accesses is known.");
        self.warp_accesses.d.next = self.profile_length.val();
        if self.continuous.val() {
            self.warp_accesses.d.next = self.new_accesses.val();
        }
        self.warp_hits.d.next = self.new_hits.val();
        self.boundary.d.next = self.tuner.boundary.val().get_bits::<6>(0);

        comment!("The cycle after: its type.");
        self.classify.enable.next = self.ends.q.val() || self.classifies.q.val();
        self.classify.accesses.next = self.warp_accesses.q.val();
        self.classify.hits.next = self.warp_hits.q.val();
        self.classify.high_boundary.next = self.high_boundary.val();
        self.classify.boundary.next = self.boundary.q.val();
        self.classified.next = 0.into();
        if self.classifies.q.val() {
            self.classified.next = self.one.val() << self.warp.q.val();
        }
        self.set_mostly.next = 0.into();
        if self.classify.warp_type.val().get_bit(1) {
            self.set_mostly.next = self.classified.val();
        }
        self.set_even.next = self.classified.val();
        if self.classify.warp_type.val().get_bit(0) {
            self.set_even.next = 0.into();
        }
        self.hits_mostly.d.next = ((self.hits_mostly.q.val() & (!self.classified.val())) | self.set_mostly.val())
            & (!self.allocated.val());
        self.even.d.next = ((self.even.q.val() & (!self.classified.val())) | self.set_even.val())
            & (!self.allocated.val());
        self.ev_classify.next = self.ends.q.val();
        self.ev_wid.next = 0.into();
        self.ev_type5.next = 0.into();
        if self.ends.q.val() {
            self.ev_wid.next = self.warp.q.val();
            self.ev_type5.next = self.classify.of_five.val();
        }

        comment!("A request sees the type that is found in this cycle.");
        self.asked_mostly.next = self.hits_mostly.q.val().get_bit(self.q_wid.val().index());
        self.asked_odd.next = !self.even.q.val().get_bit(self.q_wid.val().index());
        if self.classifies.q.val() && (self.warp.q.val() == self.q_wid.val()) {
            self.asked_mostly.next = self.classify.warp_type.val().get_bit(1);
            self.asked_odd.next = self.classify.warp_type.val().get_bit(0);
        }
        self.q_type.next = 0.into();
        self.q_prof.next = false;
        if self.q_valid.val() {
            self.q_type.next = bit_cast::<2, 1>(self.asked_odd.val().into())
                | (bit_cast::<2, 1>(self.asked_mostly.val().into()) << 1);
            self.q_prof.next = !self.profiled.q.val().get_bit(self.q_wid.val().index());
        }
    }
}
