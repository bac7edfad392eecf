// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::lru_lanes::LruLanes;
use super::lru_way::LruWay;
use super::{Dff, DffR};
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};

block! {
    /// A set-associative store with true LRU, such as a TLB. Lanes take effect in their order; lane 0 may fill, which those behind it see.
    pub struct LruStore<
        LANES, SETS, SET, WAYS, WAY, AGES, PACKED, TOUCHES, PAGE, KEY, FRAME, PAGES, FRAMES
    > = "lru_store"
        where SET = bits(SETS), WAY = bits(WAYS), AGES = WAYS * WAY, PACKED = LANES * AGES, TOUCHES = LANES * WAYS,
            PAGE = SET + KEY, PAGES = LANES * PAGE, FRAMES = LANES * FRAME;
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// The page of each lane: the number of the set, and above it the key.
    pub pages: Signal<In, Bits<PAGES>>,
    /// Lanes that look for their page.
    pub looks: Signal<In, Bits<LANES>>,
    /// Those of them that find it.
    pub found: Signal<Out, Bits<LANES>>,
    /// Its frame; of other lanes without meaning.
    pub frames: Signal<Out, Bits<FRAMES>>,
    /// Fill the page of lane 0, which looks, too; if it is here, that is only touched.
    pub fill: Signal<In, Bit>,
    /// Its frame.
    pub frame: Signal<In, Bits<FRAME>>,
    /// Invalidate what the set of lane 0, which does not fill, has of pages that are this one in the bits of the mask.
    pub clear: Signal<In, Bit>,
    pub clear_page: Signal<In, Bits<PAGE>>,
    pub clear_mask: Signal<In, Bits<PAGE>>,
    /// Sets that have been touched since reset; in the others ages are the ways' numbers, whatever the memory holds.
    used: DffR<Bits<SETS>>,
    ages: Vec<Dff<Bits<AGES>>> = array(SETS),
    way: Vec<LruWay<LANES, SETS, SET, PAGE, KEY, FRAME, PAGES, FRAMES>> =
        (0..WAYS).map(|_| LruWay::new()).collect(),
    lanes: LruLanes<LANES, WAYS, WAY, AGES, PACKED, TOUCHES, FRAME, FRAMES> = LruLanes::new(),
    page: Signal<Local, Bits<PAGE>>,
    one_set: Signal<Local, Bits<SET>>,
    /// The set of each lane.
    set: Vec<Signal<Local, Bits<SET>>> = array(LANES),
    words: Signal<Local, Bits<PACKED>>,
    old_lanes: Signal<Local, Bits<LANES>>,
    mates: Signal<Local, Bits<LANES>>,
    twins: Signal<Local, Bits<LANES>>,
    ways: Signal<Local, Bits<WAYS>>,
    row: Signal<Local, Bits<WAYS>>,
    hits: Signal<Local, Bits<TOUCHES>>,
    held: Signal<Local, Bits<FRAMES>>,
    sets_used: Signal<Local, Bits<SETS>>,
    one: Constant<Bits<SETS>> = Constant::new(1.into()),
    page_bits: Constant<Bits<32>> = Constant::new((PAGE as u64).into()),
    /// Places of each lane's ages and ways in the packed words.
    ages_place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * AGES) as u64).into())).collect(),
    ways_place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * WAYS) as u64).into())).collect(),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, used);
        self.used.reset.next = self.reset.val();
        for i in 0..SETS {
            self.ages[i].clock.next = self.clock.val();
            self.ages[i].d.next = self.ages[i].q.val();
        }
        for w in 0..WAYS {
            self.way[w].clock.next = self.clock.val();
            self.way[w].reset.next = self.reset.val();
            self.way[w].pages.next = self.pages.val();
            self.way[w].looks.next = self.looks.val();
            self.way[w].write.next = self.lanes.victim.val().get_bit(w);
            self.way[w].frame.next = self.frame.val();
            self.way[w].clear.next = self.clear.val();
            self.way[w].clear_page.next = self.clear_page.val();
            self.way[w].clear_mask.next = self.clear_mask.val();
        }
        self.ways.next = 0.into();
        self.held.next = 0.into();
        for w in 0..WAYS {
            self.ways.next = self.ways.val().replace_bit(w, self.way[w].in_use.val());
            self.held.next = self.held.val() | self.way[w].frames.val();
        }
        self.lanes.in_use.next = self.ways.val();
        self.lanes.held.next = self.held.val();
        self.page.next = 0.into();
        self.words.next = 0.into();
        self.old_lanes.next = 0.into();
        self.mates.next = 0.into();
        self.twins.next = 0.into();
        self.row.next = 0.into();
        self.hits.next = 0.into();
        self.one_set.next = 0.into();
        for lane in 0..LANES {
            self.page.next = self.pages.val().get_bits::<PAGE>(lane * self.page_bits.val().index());
            self.one_set.next = self.page.val().get_bits::<SET>(0);
            self.set[lane].next = self.one_set.val();
            self.old_lanes.next =
                self.old_lanes.val().replace_bit(lane, self.used.q.val().get_bit(self.one_set.val().index()));
            if self.looks.val().get_bit(lane) {
                self.words.next = self.words.val()
                    | (bit_cast::<PACKED, AGES>(self.ages[self.one_set.val().index()].q.val()) << self.ages_place[lane].val());
            }
            self.mates.next = 0.into();
            for other in 0..LANES {
                self.mates.next = self.mates.val().replace_bit(
                    other,
                    self.pages.val().get_bits::<SET>(other * self.page_bits.val().index()) == self.one_set.val(),
                );
            }
            self.lanes.same[lane].next = self.mates.val();
            self.twins.next =
                self.twins.val().replace_bit(lane, self.pages.val().get_bits::<PAGE>(0) == self.page.val());
            self.row.next = 0.into();
            for w in 0..WAYS {
                self.row.next = self.row.val().replace_bit(w, self.way[w].found.val().get_bit(lane));
            }
            self.hits.next =
                self.hits.val() | (bit_cast::<TOUCHES, WAYS>(self.row.val()) << self.ways_place[lane].val());
        }
        self.lanes.page_of_first.next = self.twins.val();
        self.lanes.hits.next = self.hits.val();
        self.lanes.used.next = self.old_lanes.val();
        self.lanes.ages.next = self.words.val();
        self.lanes.looks.next = self.looks.val();
        self.lanes.fill.next = self.fill.val();
        self.lanes.frame.next = self.frame.val();
        self.found.next = self.lanes.found.val();
        self.frames.next = self.lanes.frames.val();

        comment!("A later lane of a set knows what an earlier one has done to the ages.");
        self.sets_used.next = self.used.q.val();
        for lane in 0..LANES {
            if self.lanes.found.val().get_bit(lane) {
                self.sets_used.next = self.sets_used.val() | (self.one.val() << self.set[lane].val());
            }
        }
        self.used.d.next = self.sets_used.val();
        for i in 0..SETS {
            for lane in 0..LANES {
                if self.lanes.found.val().get_bit(lane) && (self.set[lane].val() == i.to_bits()) {
                    self.ages[i].d.next = self.lanes.next[lane].val();
                }
            }
        }
    }
}
