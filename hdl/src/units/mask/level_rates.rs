// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mask::params::Params;

use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{Dff, DffR, PrefixAdder};

block! {
    /// Which depths of walk reads hit less often in the L2 cache than data does (specification section 2.7, decision D19), one depth in 27 cycles:
    /// the difference of the products of hits and accesses grows by a bit of the hits a cycle, from the highest on, and its sign decides.
    pub struct LevelRates<LEVELS, LOOKS, PLACE, COUNT, STEPS, WIDE, ADDER> = "mask_level_rates"
        where LOOKS = LEVELS + 1, PLACE = clog2(LEVELS + 1), STEPS = clog2(COUNT + 4), WIDE = 2 * COUNT + 2, ADDER = bits(WIDE);
    fn new(params: &Params);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Begin; the counters stay until it is over.
    pub start: Signal<In, Bit>,
    /// Accesses and hits of data, then of each depth.
    pub accesses: Vec<Signal<In, Bits<COUNT>>> = array(LOOKS),
    pub hits: Vec<Signal<In, Bits<COUNT>>> = array(LOOKS),
    /// Depths that bypass, the first lowest.
    pub bypasses: Signal<Out, Bits<LEVELS>>,
    decided: DffR<Bits<LEVELS>>,
    /// The depth whose turn it is; none: 0.
    depth: DffR<Bits<PLACE>>,
    at_time: DffR<Bits<STEPS>>,
    few: Dff<Bit>,
    level_accesses: Dff<Bits<COUNT>>,
    level_hits: Dff<Bits<COUNT>>,
    data_hits: Dff<Bits<COUNT>>,
    /// What a bit of the hits of data adds, two's complement: minus the accesses of the depth; with one of the depth's hits those of data more.
    negative: Dff<Bits<WIDE>>,
    difference: Dff<Bits<WIDE>>,
    sum: Dff<Bits<WIDE>>,
    adder: PrefixAdder<WIDE, ADDER> = PrefixAdder::new(),
    level: Signal<Local, Bits<PLACE>>,
    level_bits: Signal<Local, Bits<LEVELS>>,
    some_accesses: Signal<Local, Bits<COUNT>>,
    some_hits: Signal<Local, Bits<COUNT>>,
    addend: Signal<Local, Bits<WIDE>>,
    least: Constant<Bits<COUNT>> = Constant::new(u64::from(params.l2b_min_samples).into()),
    last: Constant<Bits<PLACE>> = Constant::new((LEVELS as u64).into()),
    /// Cycles of a depth: loaded, subtracted, a step for each bit, decided.
    load: Constant<Bits<STEPS>> = Constant::new(0.into()),
    subtract: Constant<Bits<STEPS>> = Constant::new(1.into()),
    decide: Constant<Bits<STEPS>> = Constant::new((COUNT as u64 + 2).into()),
    top: Constant<Bits<32>> = Constant::new((COUNT as u64 - 1).into()),
    sign: Constant<Bits<32>> = Constant::new((WIDE as u64 - 1).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, decided, depth, at_time);
        clock!(self, clock, few, level_accesses, level_hits, data_hits, negative, difference, sum);
        self.decided.reset.next = self.reset.val();
        self.depth.reset.next = self.reset.val();
        self.at_time.reset.next = self.reset.val();
        self.few.d.next = self.few.q.val();
        self.level_accesses.d.next = self.level_accesses.q.val();
        self.level_hits.d.next = self.level_hits.q.val();
        self.data_hits.d.next = self.data_hits.q.val();

        if self.start.val() {
            self.depth.d.next = 1.into();
            self.at_time.d.next = 0.into();
        } else if self.depth.q.val().any() {
            self.at_time.d.next = self.at_time.q.val() + 1;
            if self.at_time.q.val() == self.decide.val() {
                self.at_time.d.next = 0.into();
                self.depth.d.next = self.depth.q.val() + 1;
                if self.depth.q.val() == self.last.val() {
                    self.depth.d.next = 0.into();
                }
            }
        }

        self.some_accesses.next = 0.into();
        self.some_hits.next = 0.into();
        for i in 0..LOOKS {
            if self.depth.q.val() == i.to_bits() {
                self.some_accesses.next = self.accesses[i].val();
                self.some_hits.next = self.hits[i].val();
            }
        }
        if self.at_time.q.val() == self.load.val() {
            self.level_accesses.d.next = self.some_accesses.val();
            self.level_hits.d.next = self.some_hits.val();
            self.data_hits.d.next = self.hits[0].val();
            self.few.d.next =
                (self.some_accesses.val() < self.least.val()) || (self.accesses[0].val() < self.least.val());
        } else if self.at_time.q.val() != self.subtract.val() {
            self.level_hits.d.next = self.level_hits.q.val() << 1;
            self.data_hits.d.next = self.data_hits.q.val() << 1;
        }
        self.negative.d.next = 0 - bit_cast::<WIDE, COUNT>(self.level_accesses.q.val());
        self.difference.d.next =
            bit_cast::<WIDE, COUNT>(self.accesses[0].val()) - bit_cast::<WIDE, COUNT>(self.level_accesses.q.val());

        comment!("Hits of the depth count with the accesses of data, those of data with the accesses of the depth.");
        self.addend.next = 0.into();
        if self.level_hits.q.val().get_bit(self.top.val().index()) {
            self.addend.next = bit_cast::<WIDE, COUNT>(self.accesses[0].val());
            if self.data_hits.q.val().get_bit(self.top.val().index()) {
                self.addend.next = self.difference.q.val();
            }
        } else if self.data_hits.q.val().get_bit(self.top.val().index()) {
            self.addend.next = self.negative.q.val();
        }
        self.adder.a.next = self.sum.q.val() << 1;
        self.adder.b.next = self.addend.val();
        self.sum.d.next = self.adder.sum.val();
        if (self.at_time.q.val() == self.load.val()) || (self.at_time.q.val() == self.subtract.val()) {
            self.sum.d.next = 0.into();
        }

        self.level.next = self.depth.q.val() - 1;
        self.level_bits.next = self.decided.q.val();
        if (self.at_time.q.val() == self.decide.val()) && !self.few.q.val() {
            for i in 0..LEVELS {
                if self.level.val() == i.to_bits() {
                    self.level_bits.next =
                        self.level_bits.val().replace_bit(i, self.sum.q.val().get_bit(self.sign.val().index()));
                }
            }
        }
        self.decided.d.next = self.level_bits.val();
        self.bypasses.next = self.decided.q.val();
    }
}
