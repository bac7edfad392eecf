// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::declare::array;
use crate::prim::{Dff, DffR, LruLanes};

block! {
    /// The bypass cache: a content-addressed store of translations with true LRU (specification sections 2.3, 2.5 and 3). Lanes take effect in
    /// their order; lane 0 may fill, which those behind it see.
    pub struct TlbBypass<
        LANES, WAYS, WAY, AGES, PACKED, TOUCHES, PAGE, ASID, FRAME, PAGES, FRAMES
    > = "mask_tlb_bypass"
        where WAY = bits(WAYS), AGES = WAYS * WAY, PACKED = LANES * AGES, TOUCHES = LANES * WAYS, PAGES = LANES * PAGE, FRAMES = LANES * FRAME;
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
    /// Write the page of lane 0, which is not here.
    pub fill: Signal<In, Bit>,
    /// Its frame.
    pub frame: Signal<In, Bits<FRAME>>,
    /// Invalidate what there is of an address space, or all.
    pub clear: Signal<In, Bit>,
    pub clear_all: Signal<In, Bit>,
    pub clear_asid: Signal<In, Bits<ASID>>,
    valid: DffR<Bits<WAYS>>,
    keys: Vec<Dff<Bits<PAGE>>> = array(WAYS),
    held: Vec<Dff<Bits<FRAME>>> = array(WAYS),
    /// Something has been touched since reset; until then ages are the entries' numbers, whatever the register holds.
    used: DffR<Bit>,
    ages: Dff<Bits<AGES>>,
    lanes: LruLanes<LANES, WAYS, WAY, AGES, PACKED, TOUCHES, FRAME, FRAMES> = LruLanes::new(),
    page: Signal<Local, Bits<PAGE>>,
    one_frame: Signal<Local, Bits<FRAME>>,
    word: Signal<Local, Bits<FRAMES>>,
    words: Signal<Local, Bits<PACKED>>,
    twins: Signal<Local, Bits<LANES>>,
    row: Signal<Local, Bits<WAYS>>,
    hits: Signal<Local, Bits<TOUCHES>>,
    kept: Signal<Local, Bits<WAYS>>,
    page_bits: Constant<Bits<32>> = Constant::new((PAGE as u64).into()),
    space: Constant<Bits<32>> = Constant::new(((PAGE - ASID) as u64).into()),
    /// Places of each lane's ages, ways and frame in the packed words.
    ages_place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * AGES) as u64).into())).collect(),
    ways_place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * WAYS) as u64).into())).collect(),
    frame_place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * FRAME) as u64).into())).collect(),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, used);
        clock!(self, clock, ages);
        self.valid.reset.next = self.reset.val();
        self.used.reset.next = self.reset.val();
        self.page.next = 0.into();
        self.one_frame.next = 0.into();
        self.word.next = 0.into();
        self.words.next = 0.into();
        self.twins.next = 0.into();
        self.row.next = 0.into();
        self.hits.next = 0.into();
        for lane in 0..LANES {
            self.page.next = self.pages.val().get_bits::<PAGE>(lane * self.page_bits.val().index());
            self.twins.next =
                self.twins.val().replace_bit(lane, self.pages.val().get_bits::<PAGE>(0) == self.page.val());
            self.words.next =
                self.words.val() | (bit_cast::<PACKED, AGES>(self.ages.q.val()) << self.ages_place[lane].val());
            self.row.next = 0.into();
            if self.looks.val().get_bit(lane) {
                for w in 0..WAYS {
                    if self.valid.q.val().get_bit(w) && (self.keys[w].q.val() == self.page.val()) {
                        self.row.next = self.row.val().replace_bit(w, true);
                        self.one_frame.next = self.held[w].q.val();
                        self.word.next = self.word.val()
                            | (bit_cast::<FRAMES, FRAME>(self.one_frame.val()) << self.frame_place[lane].val());
                    }
                }
            }
            self.hits.next =
                self.hits.val() | (bit_cast::<TOUCHES, WAYS>(self.row.val()) << self.ways_place[lane].val());
            self.lanes.same[lane].next = self.looks.val();
        }
        self.lanes.page_of_first.next = self.twins.val();
        self.lanes.hits.next = self.hits.val();
        self.lanes.held.next = self.word.val();
        self.lanes.in_use.next = self.valid.q.val();
        self.lanes.used.next = 0.into();
        if self.used.q.val() {
            self.lanes.used.next = self.looks.val();
        }
        self.lanes.ages.next = self.words.val();
        self.lanes.looks.next = self.looks.val();
        self.lanes.fill.next = self.fill.val();
        self.lanes.frame.next = self.frame.val();
        self.found.next = self.lanes.found.val();
        self.frames.next = self.lanes.frames.val();
        self.used.d.next = self.used.q.val() || self.lanes.found.val().any();
        self.ages.d.next = self.ages.q.val();
        for lane in 0..LANES {
            if self.lanes.found.val().get_bit(lane) {
                self.ages.d.next = self.lanes.next[lane].val();
            }
        }

        self.kept.next = self.valid.q.val();
        if self.clear.val() {
            for w in 0..WAYS {
                if self.clear_all.val()
                    || (self.keys[w].q.val().get_bits::<ASID>(self.space.val().index()) == self.clear_asid.val())
                {
                    self.kept.next = self.kept.val().replace_bit(w, false);
                }
            }
        }
        self.valid.d.next = self.kept.val() | self.lanes.victim.val();
        for w in 0..WAYS {
            self.keys[w].clock.next = self.clock.val();
            self.keys[w].d.next = self.keys[w].q.val();
            self.held[w].clock.next = self.clock.val();
            self.held[w].d.next = self.held[w].q.val();
            if self.lanes.victim.val().get_bit(w) {
                self.keys[w].d.next = self.pages.val().get_bits::<PAGE>(0);
                self.held[w].d.next = self.frame.val();
            }
        }
    }
}
