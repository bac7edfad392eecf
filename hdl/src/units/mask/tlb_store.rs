// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::tlb_touch::TlbTouch;
use super::tlb_way::TlbWay;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{Dff, DffR, FirstSet};

block! {
    /// A set-associative store of translations with true LRU (specification sections 2.3, 2.5 and 3): the main array, or with one set the bypass
    /// cache, whose pages have a 0 below them. Lanes take effect in their order; lane 0 may fill, which those behind it see.
    pub struct TlbStore<
        LANES, SETS, SET, WAYS, WAY, AGES, PACKED, TOUCHES, PAGE, KEY, ASID, FRAME, PAGES, FRAMES
    > = "mask_tlb_store"
        where SET = bits(SETS), WAY = bits(WAYS), AGES = WAYS * WAY, PACKED = LANES * AGES, TOUCHES = LANES * WAYS,
            PAGE = SET + KEY, PAGES = LANES * PAGE, FRAMES = LANES * FRAME;
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// The page of each lane: its number, and above it its address space.
    pub pages: Signal<In, Bits<PAGES>>,
    /// Lanes that look for their page.
    pub looks: Signal<In, Bits<LANES>>,
    /// Those of them that find it.
    pub found: Signal<Out, Bits<LANES>>,
    /// Its frame; of other lanes without meaning.
    pub frames: Signal<Out, Bits<FRAMES>>,
    /// Write the page of lane 0, which is not here, into the lowest free way, else over the least recently used.
    pub fill: Signal<In, Bit>,
    /// Its frame.
    pub frame: Signal<In, Bits<FRAME>>,
    /// Invalidate what the set of lane 0 has of an address space, or of all.
    pub clear: Signal<In, Bit>,
    pub clear_all: Signal<In, Bit>,
    pub clear_asid: Signal<In, Bits<ASID>>,
    /// Sets that have been touched since reset; in the others ages are the ways' numbers, whatever the memory holds.
    used: DffR<Bits<SETS>>,
    ages: Vec<Dff<Bits<AGES>>> = array(SETS),
    way: Vec<TlbWay<LANES, SETS, SET, PAGE, KEY, ASID, FRAME, PAGES, FRAMES>> =
        (0..WAYS).map(|_| TlbWay::new()).collect(),
    touch: TlbTouch<LANES, WAYS, WAY, AGES, PACKED, TOUCHES> = TlbTouch::new(),
    lowest: FirstSet<WAYS, WAY> = FirstSet::new(),
    /// Ways that the set of lane 0 does not use.
    free: Signal<Local, Bits<WAYS>>,
    /// The way that a fill takes.
    victim: Signal<Local, Bits<WAYS>>,
    first_ages: Signal<Local, Bits<AGES>>,
    page: Signal<Local, Bits<PAGE>>,
    other_page: Signal<Local, Bits<PAGE>>,
    set: Signal<Local, Bits<SET>>,
    word: Signal<Local, Bits<AGES>>,
    words: Signal<Local, Bits<PACKED>>,
    mates: Signal<Local, Bits<LANES>>,
    hits: Signal<Local, Bits<WAYS>>,
    touched: Signal<Local, Bits<TOUCHES>>,
    touching: Signal<Local, Bits<LANES>>,
    answers: Signal<Local, Bits<FRAMES>>,
    place_used: Signal<Local, Bits<SETS>>,
    /// The ages of a set that nothing has touched.
    fresh: Signal<Local, Bits<AGES>>,
    one: Constant<Bits<SETS>> = Constant::new(1.into()),
    oldest: Constant<Bits<WAY>> = Constant::new((WAYS as u64 - 1).into()),
    page_bits: Constant<Bits<32>> = Constant::new((PAGE as u64).into()),
    age_bits: Constant<Bits<32>> = Constant::new((WAY as u64).into()),
    /// Place of each age in a set's word.
    age_place: Vec<Constant<Bits<32>>> = (0..WAYS).map(|way| Constant::new(((way * WAY) as u64).into())).collect(),
    /// Places of each lane's ages, ways and frame in the packed words.
    ages_place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * AGES) as u64).into())).collect(),
    ways_place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * WAYS) as u64).into())).collect(),
    frame_place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * FRAME) as u64).into())).collect(),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, used);
        self.used.reset.next = self.reset.val();
        for i in 0..SETS {
            self.ages[i].clock.next = self.clock.val();
            self.ages[i].d.next = self.ages[i].q.val();
        }
        self.page.next = 0.into();
        self.other_page.next = 0.into();
        self.set.next = 0.into();
        self.word.next = 0.into();
        self.words.next = 0.into();
        self.mates.next = 0.into();
        self.hits.next = 0.into();
        self.touched.next = 0.into();
        self.touching.next = 0.into();

        comment!("The way that a fill takes.");
        self.free.next = 0.into();
        for w in 0..WAYS {
            self.free.next = self.free.val().replace_bit(w, !self.way[w].in_use.val());
        }
        self.lowest.requests.next = self.free.val();
        self.fresh.next = 0.into();
        for w in 0..WAYS {
            self.fresh.next = self.fresh.val() | (w.to_bits::<AGES>() << self.age_place[w].val());
        }
        for lane in 0..LANES {
            self.set.next = self.pages.val().get_bits::<SET>(lane * self.page_bits.val().index());
            self.word.next = self.fresh.val();
            if self.used.q.val().get_bit(self.set.val().index()) {
                self.word.next = self.ages[self.set.val().index()].q.val();
            }
            self.words.next =
                self.words.val() | (bit_cast::<PACKED, AGES>(self.word.val()) << self.ages_place[lane].val());
        }
        self.first_ages.next = self.words.val().get_bits::<AGES>(0);
        self.victim.next = self.lowest.first.val();
        if !self.free.val().any() {
            for w in 0..WAYS {
                if self.first_ages.val().get_bits::<WAY>(w * self.age_bits.val().index()) == self.oldest.val() {
                    self.victim.next = self.victim.val().replace_bit(w, true);
                }
            }
        }

        comment!("Lanes of one set, and what each finds after the fill.");
        self.answers.next = 0.into();
        for w in 0..WAYS {
            self.answers.next = self.answers.val() | self.way[w].frames.val();
        }
        for lane in 0..LANES {
            self.page.next = self.pages.val().get_bits::<PAGE>(lane * self.page_bits.val().index());
            self.mates.next = 0.into();
            for other in 0..LANES {
                self.other_page.next = self.pages.val().get_bits::<PAGE>(other * self.page_bits.val().index());
                self.mates.next = self.mates.val().replace_bit(
                    other,
                    self.other_page.val().get_bits::<SET>(0) == self.page.val().get_bits::<SET>(0),
                );
            }
            self.touch.same[lane].next = self.mates.val();
            self.hits.next = 0.into();
            for w in 0..WAYS {
                self.hits.next = self.hits.val().replace_bit(w, self.way[w].found.val().get_bit(lane));
            }
            if self.fill.val() && self.mates.val().get_bit(0) {
                self.hits.next = self.hits.val() & (!self.victim.val());
            }
            if self.fill.val() && (self.pages.val().get_bits::<PAGE>(0) == self.page.val()) {
                self.hits.next = self.victim.val();
                self.answers.next = self.answers.val()
                    | (bit_cast::<FRAMES, FRAME>(self.frame.val()) << self.frame_place[lane].val());
            }
            if self.looks.val().get_bit(lane) && self.hits.val().any() {
                self.touching.next = self.touching.val().replace_bit(lane, true);
                self.touched.next = self.touched.val()
                    | (bit_cast::<TOUCHES, WAYS>(self.hits.val()) << self.ways_place[lane].val());
            }
        }
        self.found.next = self.touching.val();
        self.frames.next = self.answers.val();

        comment!("Ages; a later lane of a set knows what an earlier one has done.");
        self.touch.ages.next = self.words.val();
        self.touch.touched.next = self.touched.val();
        self.place_used.next = self.used.q.val();
        for lane in 0..LANES {
            self.set.next = self.pages.val().get_bits::<SET>(lane * self.page_bits.val().index());
            if self.touching.val().get_bit(lane) {
                self.place_used.next = self.place_used.val() | (self.one.val() << self.set.val());
            }
            if self.touching.val().get_bit(lane) {
                self.ages[self.set.val().index()].d.next = self.touch.next[lane].val();
            }
        }
        self.used.d.next = self.place_used.val();

        for w in 0..WAYS {
            self.way[w].clock.next = self.clock.val();
            self.way[w].reset.next = self.reset.val();
            self.way[w].pages.next = self.pages.val();
            self.way[w].write.next = self.fill.val() && self.victim.val().get_bit(w);
            self.way[w].frame.next = self.frame.val();
            self.way[w].clear.next = self.clear.val();
            self.way[w].clear_all.next = self.clear_all.val();
            self.way[w].clear_asid.next = self.clear_asid.val();
        }
    }
}
