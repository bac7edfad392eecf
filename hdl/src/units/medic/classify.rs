// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::CarrySave;

block! {
    /// The type of a warp with so many hits of so many accesses (specification section 2.1). Percentages are compared without a
    /// division: 100 * hits with the boundary * accesses, both as sums of shifted words, which carry-save adders put together.
    pub struct Classify<CNT, W> = "medic_classify" where W = CNT + 8;
    fn new();
    /// There is a warp to classify; while it is low the types mean nothing.
    pub enable: Signal<In, Bit>,
    /// Hits, at most the accesses.
    pub hits: Signal<In, Bits<CNT>>,
    /// Accesses, not 0.
    pub accesses: Signal<In, Bits<CNT>>,
    /// Boundary in percent up to which a warp is mostly miss.
    pub boundary: Signal<In, Bits<6>>,
    /// That from which on it is mostly hit.
    pub high_boundary: Signal<In, Bits<7>>,
    /// 0 miss, 1 balanced, 2 mostly hit, 3 all hit.
    pub warp_type: Signal<Out, Bits<2>>,
    /// The type of five: 0 all miss, 1 mostly miss, 2 balanced, 3 mostly hit, 4 all hit.
    pub of_five: Signal<Out, Bits<3>>,
    wide_hits: Signal<Local, Bits<W>>,
    wide_accesses: Signal<Local, Bits<W>>,
    /// The boundary times the accesses, a word for each bit.
    low_part: Vec<Signal<Local, Bits<W>>> = array(6),
    high_part: Vec<Signal<Local, Bits<W>>> = array(7),
    shifted: Signal<Local, Bits<W>>,
    shifted_high: Signal<Local, Bits<W>>,
    /// The differences, two's complement.
    below: Signal<Local, Bits<W>>,
    above: Signal<Local, Bits<W>>,
    mostly_miss: Signal<Local, Bit>,
    mostly_hit: Signal<Local, Bit>,
    all_hit: Signal<Local, Bit>,
    none_hit: Signal<Local, Bit>,
    low: CarrySave<9, W, 23> = CarrySave::new(),
    high: CarrySave<10, W, 26> = CarrySave::new(),
    sign: Constant<Bits<32>> = Constant::new((W as u64 - 1).into()),
    miss: Constant<Bits<2>> = Constant::new(0.into()),
    balanced: Constant<Bits<2>> = Constant::new(1.into()),
    hit: Constant<Bits<2>> = Constant::new(2.into()),
    every: Constant<Bits<2>> = Constant::new(3.into()),
    all_miss_of_five: Constant<Bits<3>> = Constant::new(0.into()),
    mostly_miss_of_five: Constant<Bits<3>> = Constant::new(1.into()),
    balanced_of_five: Constant<Bits<3>> = Constant::new(2.into()),
    mostly_hit_of_five: Constant<Bits<3>> = Constant::new(3.into()),
    all_hit_of_five: Constant<Bits<3>> = Constant::new(4.into()),
}

impl<const CNT: usize, const W: usize> Logic for Classify<CNT, W> {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide_hits.next = bit_cast::<W, CNT>(self.hits.val());
        self.wide_accesses.next = bit_cast::<W, CNT>(self.accesses.val());

        comment!("boundary * accesses - 100 * hits. The three ones that negation adds are where a shifted word has no bits.");
        for i in 0..6 {
            self.low_part[i].next = 0.into();
        }
        self.shifted.next = self.wide_accesses.val();
        if self.enable.val() {
            for i in 0..6 {
                if self.boundary.val().get_bit(i) {
                    self.low_part[i].next = self.shifted.val();
                }
                self.shifted.next = self.shifted.val() << 1;
            }
        }
        self.low.enable.next = self.enable.val();
        for i in 0..6 {
            self.low.addends[i].next = self.low_part[i].val();
        }
        self.low.addends[2].next = self.low_part[2].val() | 3;
        self.low.addends[6].next = !(self.wide_hits.val() << 2);
        self.low.addends[7].next = !(self.wide_hits.val() << 5);
        self.low.addends[8].next = !(self.wide_hits.val() << 6);
        self.below.next = self.low.sum.val() + self.low.carry.val();
        self.mostly_miss.next = !self.below.val().get_bit(self.sign.val().index());

        comment!("100 * hits - the high boundary * accesses; here negation adds seven ones.");
        for i in 0..7 {
            self.high_part[i].next = 0.into();
        }
        self.shifted_high.next = self.wide_accesses.val();
        if self.enable.val() {
            for i in 0..7 {
                if self.high_boundary.val().get_bit(i) {
                    self.high_part[i].next = self.shifted_high.val();
                }
                self.shifted_high.next = self.shifted_high.val() << 1;
            }
        }
        self.high.enable.next = self.enable.val();
        for i in 0..7 {
            self.high.addends[i].next = !self.high_part[i].val();
        }
        self.high.addends[7].next = self.wide_hits.val() << 2;
        self.high.addends[8].next = self.wide_hits.val() << 5;
        self.high.addends[9].next = (self.wide_hits.val() << 6) | 7;
        self.above.next = self.high.sum.val() + self.high.carry.val();
        self.mostly_hit.next = !self.above.val().get_bit(self.sign.val().index());
        self.all_hit.next = self.hits.val() == self.accesses.val();
        self.none_hit.next = !self.hits.val().any();

        comment!("The order matters: without a boundary only warps that never hit are mostly miss.");
        self.warp_type.next = self.balanced.val();
        if self.mostly_miss.val() {
            self.warp_type.next = self.miss.val();
        } else if self.all_hit.val() {
            self.warp_type.next = self.every.val();
        } else if self.mostly_hit.val() {
            self.warp_type.next = self.hit.val();
        }
        self.of_five.next = self.balanced_of_five.val();
        if self.none_hit.val() {
            self.of_five.next = self.all_miss_of_five.val();
        } else if self.all_hit.val() {
            self.of_five.next = self.all_hit_of_five.val();
        } else if self.mostly_hit.val() {
            self.of_five.next = self.mostly_hit_of_five.val();
        } else if self.mostly_miss.val() {
            self.of_five.next = self.mostly_miss_of_five.val();
        }
    }
}
