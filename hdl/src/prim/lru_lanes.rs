// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::lru_touch::LruTouch;
use super::FirstSet;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};

block! {
    /// What the accesses of a cycle find in a store with true LRU, in the order of their lanes, and what becomes of its ages. Lane 0 may fill, into
    /// the lowest free way, else over the least recently used, which those behind it see; if its page is here, that is only touched.
    pub struct LruLanes<LANES, WAYS, WAY, AGES, PACKED, TOUCHES, FRAME, FRAMES> = "lru_lanes"
        where WAY = bits(WAYS), AGES = WAYS * WAY, PACKED = LANES * AGES, TOUCHES = LANES * WAYS, FRAMES = LANES * FRAME;
    fn new();
    /// Lanes that look for their page.
    pub looks: Signal<In, Bits<LANES>>,
    /// For each lane the ways that hold its page as the cycle begins: one at most.
    pub hits: Signal<In, Bits<TOUCHES>>,
    /// The frames that they hold; 0 without.
    pub held: Signal<In, Bits<FRAMES>>,
    /// For each lane the lanes of the same set.
    pub same: Vec<Signal<In, Bits<LANES>>> = array(LANES),
    /// Lanes with the page of lane 0.
    pub page_of_first: Signal<In, Bits<LANES>>,
    /// Ways that the set of lane 0 uses.
    pub in_use: Signal<In, Bits<WAYS>>,
    /// Lanes whose set has been touched since reset, and the ages of the set of each lane, from way 0 on; of other sets they are the ways' numbers,
    /// whatever this says.
    pub used: Signal<In, Bits<LANES>>,
    pub ages: Signal<In, Bits<PACKED>>,
    /// Lane 0 fills, and its frame.
    pub fill: Signal<In, Bit>,
    pub frame: Signal<In, Bits<FRAME>>,
    /// The way that a fill takes; none if its page is here.
    pub victim: Signal<Out, Bits<WAYS>>,
    /// Lanes that find their page, and their frames; of other lanes without meaning.
    pub found: Signal<Out, Bits<LANES>>,
    pub frames: Signal<Out, Bits<FRAMES>>,
    /// The ages of the set of each lane after the lane.
    pub next: Vec<Signal<Out, Bits<AGES>>> = array(LANES),
    touch: LruTouch<LANES, WAYS, WAY, AGES, PACKED, TOUCHES> = LruTouch::new(),
    lowest: FirstSet<WAYS, WAY> = FirstSet::new(),
    age: Signal<Local, Bits<WAY>>,
    words: Signal<Local, Bits<PACKED>>,
    first_ages: Signal<Local, Bits<AGES>>,
    /// Which way is free is not needed as a number.
    unused: Signal<Local, Bit>,
    writes: Signal<Local, Bit>,
    taken: Signal<Local, Bits<WAYS>>,
    ways: Signal<Local, Bits<WAYS>>,
    touching: Signal<Local, Bits<LANES>>,
    touched: Signal<Local, Bits<TOUCHES>>,
    answers: Signal<Local, Bits<FRAMES>>,
    oldest: Constant<Bits<WAY>> = Constant::new((WAYS as u64 - 1).into()),
    age_bits: Constant<Bits<32>> = Constant::new((WAY as u64).into()),
    set_bits: Constant<Bits<32>> = Constant::new((AGES as u64).into()),
    way_bits: Constant<Bits<32>> = Constant::new((WAYS as u64).into()),
    /// Place of each age in a set's word.
    age_place: Vec<Constant<Bits<32>>> = (0..WAYS).map(|way| Constant::new(((way * WAY) as u64).into())).collect(),
    /// Places of each lane's ages, ways and frame in the packed words.
    ages_place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * AGES) as u64).into())).collect(),
    ways_place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * WAYS) as u64).into())).collect(),
    frame_place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * FRAME) as u64).into())).collect(),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        self.age.next = 0.into();
        self.words.next = 0.into();
        for lane in 0..LANES {
            if self.looks.val().get_bit(lane) {
                for w in 0..WAYS {
                    self.age.next = w.to_bits();
                    if self.used.val().get_bit(lane) {
                        self.age.next = self.ages.val().get_bits::<WAY>(
                            lane * self.set_bits.val().index() + w * self.age_bits.val().index(),
                        );
                    }
                    self.words.next = self.words.val()
                        | ((bit_cast::<PACKED, WAY>(self.age.val()) << self.age_place[w].val())
                            << self.ages_place[lane].val());
                }
            }
        }

        comment!("The way that a fill takes.");
        self.lowest.requests.next = !self.in_use.val();
        self.first_ages.next = self.words.val().get_bits::<AGES>(0);
        self.taken.next = self.lowest.first.val();
        self.unused.next = self.lowest.index.val().any();
        if self.in_use.val().all() {
            for w in 0..WAYS {
                if self.first_ages.val().get_bits::<WAY>(w * self.age_bits.val().index()) == self.oldest.val() {
                    self.taken.next = self.taken.val().replace_bit(w, true);
                }
            }
        }
        self.writes.next = self.fill.val() && !self.hits.val().get_bits::<WAYS>(0).any();
        self.victim.next = 0.into();
        if self.writes.val() {
            self.victim.next = self.taken.val();
        }

        comment!("What each lane finds after the fill.");
        self.ways.next = 0.into();
        self.touching.next = 0.into();
        self.touched.next = 0.into();
        self.answers.next = self.held.val();
        for lane in 0..LANES {
            self.touch.same[lane].next = self.same[lane].val();
            self.ways.next = self.hits.val().get_bits::<WAYS>(lane * self.way_bits.val().index());
            if self.writes.val() && self.same[lane].val().get_bit(0) {
                self.ways.next = self.ways.val() & (!self.taken.val());
            }
            if self.writes.val() && self.page_of_first.val().get_bit(lane) {
                self.ways.next = self.taken.val();
                self.answers.next = self.answers.val()
                    | (bit_cast::<FRAMES, FRAME>(self.frame.val()) << self.frame_place[lane].val());
            }
            if self.looks.val().get_bit(lane) && self.ways.val().any() {
                self.touching.next = self.touching.val().replace_bit(lane, true);
                self.touched.next = self.touched.val()
                    | (bit_cast::<TOUCHES, WAYS>(self.ways.val()) << self.ways_place[lane].val());
            }
        }
        self.found.next = self.touching.val();
        self.frames.next = self.answers.val();
        self.touch.ages.next = self.words.val();
        self.touch.looks.next = self.looks.val();
        self.touch.touched.next = self.touched.val();
        for lane in 0..LANES {
            self.next[lane].next = self.touch.next[lane].val();
        }
    }
}
