// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;

block! {
    /// True LRU in a set for up to `LANES` accesses in a cycle, lane 0 first: the place that is touched gets age 0, those that
    /// were younger get older by one. Lanes of one set see what those before them have done.
    pub struct LruTouch<LANES, WAYS, WAY, AGES, PACKED, TOUCHES> = "lru_touch"
        where WAY = bits(WAYS), AGES = WAYS * WAY, PACKED = LANES * AGES, TOUCHES = LANES * WAYS;
    fn new();
    /// The ages of the set of each lane, from way 0 on, as the cycle begins.
    pub ages: Signal<In, Bits<PACKED>>,
    /// Lanes that look for their page.
    pub looks: Signal<In, Bits<LANES>>,
    /// For each lane the lanes of the same set.
    pub same: Vec<Signal<In, Bits<LANES>>> = array(LANES),
    /// The way that each lane touches, one-hot, if any.
    pub touched: Signal<In, Bits<TOUCHES>>,
    /// The ages of the set of each lane that looks after the lane.
    pub next: Vec<Signal<Out, Bits<AGES>>> = array(LANES),
    after: Vec<Signal<Local, Bits<AGES>>> = array(LANES),
    word: Signal<Local, Bits<AGES>>,
    changed: Signal<Local, Bits<AGES>>,
    way: Signal<Local, Bits<WAYS>>,
    /// Lanes that look before the one at hand, and those of them that are of its set.
    earlier: Signal<Local, Bits<LANES>>,
    sooner: Signal<Local, Bits<LANES>>,
    own: Signal<Local, Bits<WAY>>,
    rank: Signal<Local, Bits<WAY>>,
    /// Place of each rank in a word.
    place: Vec<Constant<Bits<32>>> = (0..WAYS).map(|way| Constant::new(((way * WAY) as u64).into())).collect(),
    age_bits: Constant<Bits<32>> = Constant::new((WAY as u64).into()),
    set_bits: Constant<Bits<32>> = Constant::new((AGES as u64).into()),
    way_bits: Constant<Bits<32>> = Constant::new((WAYS as u64).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        for lane in 0..LANES {
            self.after[lane].next = 0.into();
        }
        self.word.next = 0.into();
        self.changed.next = 0.into();
        self.way.next = 0.into();
        self.earlier.next = 0.into();
        self.sooner.next = 0.into();
        self.own.next = 0.into();
        self.rank.next = 0.into();
        for lane in 0..LANES {
            if self.looks.val().get_bit(lane) {
                self.word.next = self.ages.val().get_bits::<AGES>(lane * self.set_bits.val().index());
                self.way.next = self.touched.val().get_bits::<WAYS>(lane * self.way_bits.val().index());
                comment!("The last earlier lane of the set.");
                self.sooner.next = self.same[lane].val() & self.earlier.val();
                for other in 0..LANES {
                    if self.sooner.val().get_bit(other) {
                        self.word.next = self.after[other].val();
                    }
                }
                self.own.next = 0.into();
                for i in 0..WAYS {
                    if self.way.val().get_bit(i) {
                        self.own.next =
                            self.own.val() | self.word.val().get_bits::<WAY>(i * self.age_bits.val().index());
                    }
                }
                self.changed.next = 0.into();
                for i in 0..WAYS {
                    self.rank.next = self.word.val().get_bits::<WAY>(i * self.age_bits.val().index());
                    if self.rank.val() < self.own.val() {
                        self.rank.next = self.rank.val() + 1;
                    } else if self.way.val().get_bit(i) {
                        self.rank.next = 0.into();
                    }
                    self.changed.next =
                        self.changed.val() | (bit_cast::<AGES, WAY>(self.rank.val()) << self.place[i].val());
                }
                self.after[lane].next = self.changed.val();
                self.earlier.next = self.earlier.val().replace_bit(lane, true);
            }
        }
        for lane in 0..LANES {
            self.next[lane].next = self.after[lane].val();
        }
    }
}
