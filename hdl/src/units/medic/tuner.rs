// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::medic::params::Params;

use super::percent::Percent;
use super::samples::Samples;
use crate::block;
use crate::comment;
use crate::prim::{Dff, DffR};

block! {
    /// Tunes the boundary between mostly-miss and balanced warps of one SM (specification section 2.3): by how much replies miss more often
    /// than those of warps that are profiled, which never bypass.
    pub struct Tuner<BITS, WIDE, OVER> = "medic_tuner" where WIDE = BITS + 7, OVER = BITS + 1;
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// The epoch ends in this cycle; a reply of this cycle is not counted.
    pub epoch_end: Signal<In, Bit>,
    /// A reply arrives.
    pub reply: Signal<In, Bit>,
    /// Its warp was being profiled when its request left.
    pub prof: Signal<In, Bit>,
    /// It was a miss, or bypassed the L2.
    pub miss: Signal<In, Bit>,
    /// The boundary in percent.
    pub boundary: Signal<Out, Bits<7>>,
    /// Cycles until the new boundary is decided on (P12): one for each bit of the two percentages, and one.
    left: DffR<Bits<4>>,
    /// Replies and misses of now at the end of the epoch.
    held_replies: Dff<Bits<BITS>>,
    held_misses: Dff<Bits<BITS>>,
    /// Percentage of misses of the profiled.
    reference_rate: Dff<Bits<7>>,
    /// The last epoch had replies enough of both kinds.
    enough: DffR<Bit>,
    /// Steps by which the boundary is lowered: so many ones, from the lowest bit on.
    lowered: DffR<Bits<4>>,
    measured: Signal<Local, Bits<4>>,
    /// The first percentage is found in this cycle.
    turn: Signal<Local, Bit>,
    decide: Signal<Local, Bit>,
    /// Percentage of now over that of the profiled, two's complement.
    rise: Signal<Local, Bits<8>>,
    risen: Signal<Local, Bits<7>>,
    reference: Samples<BITS> = Samples::new(),
    current: Samples<BITS> = Samples::new(),
    divider: Percent<BITS, WIDE, OVER> = Percent::new(),
    steps: Constant<Bits<4>> = Constant::new(15.into()),
    /// The last of the first seven.
    half: Constant<Bits<4>> = Constant::new(9.into()),
    last: Constant<Bits<4>> = Constant::new(1.into()),
    /// Least replies of each kind.
    least: Constant<Bits<BITS>> = Constant::new(u64::from(params.tune_min).into()),
    /// Rise for one step, and for more.
    rise_1: Constant<Bits<7>> = Constant::new(u64::from(params.tune_quantum).into()),
    rise_2: Constant<Bits<7>> = Constant::new(u64::from(2 * params.tune_quantum).into()),
    rise_3: Constant<Bits<7>> = Constant::new(u64::from(3 * params.tune_quantum).into()),
    rise_4: Constant<Bits<7>> = Constant::new(u64::from(4 * params.tune_quantum).into()),
    /// The boundary, and the lowered ones.
    lo_0: Constant<Bits<7>> = Constant::new(u64::from(params.lo(0)).into()),
    lo_1: Constant<Bits<7>> = Constant::new(u64::from(params.lo(1)).into()),
    lo_2: Constant<Bits<7>> = Constant::new(u64::from(params.lo(2)).into()),
    lo_3: Constant<Bits<7>> = Constant::new(u64::from(params.lo(3)).into()),
    lo_4: Constant<Bits<7>> = Constant::new(u64::from(params.lo(4)).into()),
}

impl<const BITS: usize, const WIDE: usize, const OVER: usize> Logic for Tuner<BITS, WIDE, OVER> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, left, enough, lowered);
        dff_setup!(self, clock, held_replies, held_misses, reference_rate);
        clock!(self, clock, reference, current, divider);
        self.left.reset.next = self.reset.val();
        self.enough.reset.next = self.reset.val();
        self.lowered.reset.next = self.reset.val();
        self.reference.reset.next = self.reset.val();
        self.current.reset.next = self.reset.val();

        self.reference.clear.next = self.epoch_end.val();
        self.reference.count.next = self.reply.val() && self.prof.val();
        self.reference.miss.next = self.miss.val();
        self.current.clear.next = self.epoch_end.val();
        self.current.count.next = self.reply.val() && !self.prof.val();
        self.current.miss.next = self.miss.val();
        if self.epoch_end.val() {
            self.enough.d.next = (self.reference.replies.val() >= self.least.val())
                && (self.current.replies.val() >= self.least.val());
        }

        comment!("After the end of the epoch the two miss rates, one after the other.");
        self.turn.next = self.left.q.val() == self.half.val();
        self.decide.next = self.left.q.val() == self.last.val();
        if self.epoch_end.val() {
            self.left.d.next = self.steps.val();
        } else if self.left.q.val().any() {
            self.left.d.next = self.left.q.val() - 1;
        }
        if self.epoch_end.val() {
            self.held_replies.d.next = self.current.replies.val();
            self.held_misses.d.next = self.current.misses.val();
        }
        self.divider.start.next = self.epoch_end.val() || self.turn.val();
        self.divider.part.next = self.reference.misses.val();
        self.divider.whole.next = self.reference.replies.val();
        if self.turn.val() {
            self.divider.part.next = self.held_misses.q.val();
            self.divider.whole.next = self.held_replies.q.val();
        }
        self.divider.step.next = self.left.q.val().any();
        if self.turn.val() {
            self.reference_rate.d.next = self.divider.percent_next.val();
        }

        comment!("Lowered at once, raised by a step an epoch.");
        self.rise.next =
            bit_cast::<8, 7>(self.divider.percent.val()) - bit_cast::<8, 7>(self.reference_rate.q.val());
        self.risen.next = self.rise.val().get_bits::<7>(0);
        self.measured.next = 0.into();
        if !self.rise.val().get_bit(7) {
            self.measured.next = self.measured.val().replace_bit(0, self.risen.val() >= self.rise_1.val());
            self.measured.next = self.measured.val().replace_bit(1, self.risen.val() >= self.rise_2.val());
            self.measured.next = self.measured.val().replace_bit(2, self.risen.val() >= self.rise_3.val());
            self.measured.next = self.measured.val().replace_bit(3, self.risen.val() >= self.rise_4.val());
        }
        if self.decide.val() && self.enough.q.val() {
            self.lowered.d.next = self.measured.val() | (self.lowered.q.val() >> 1);
        }

        self.boundary.next = self.lo_0.val();
        if self.lowered.q.val().get_bit(0) {
            self.boundary.next = self.lo_1.val();
        }
        if self.lowered.q.val().get_bit(1) {
            self.boundary.next = self.lo_2.val();
        }
        if self.lowered.q.val().get_bit(2) {
            self.boundary.next = self.lo_3.val();
        }
        if self.lowered.q.val().get_bit(3) {
            self.boundary.next = self.lo_4.val();
        }
    }
}
