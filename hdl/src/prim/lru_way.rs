// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::{Dff, DffR};
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};

block! {
    /// One way of a set-associative store: of each set the key, which is what a page has above the number of the set, and the frame. All lanes look
    /// up at once; lane 0's page may be written, or its set invalidated.
    pub struct LruWay<LANES, SETS, SET, PAGE, KEY, FRAME, PAGES, FRAMES> = "lru_way"
        where SET = bits(SETS), PAGE = SET + KEY, PAGES = LANES * PAGE, FRAMES = LANES * FRAME;
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// The page of each lane.
    pub pages: Signal<In, Bits<PAGES>>,
    /// Lanes that look for their page.
    pub looks: Signal<In, Bits<LANES>>,
    /// Lanes whose page is here.
    pub found: Signal<Out, Bits<LANES>>,
    /// Its frame; 0 for the other lanes.
    pub frames: Signal<Out, Bits<FRAMES>>,
    /// The set of lane 0 has an entry here.
    pub in_use: Signal<Out, Bit>,
    /// Write the page of lane 0.
    pub write: Signal<In, Bit>,
    /// Its frame.
    pub frame: Signal<In, Bits<FRAME>>,
    /// Invalidate the set of lane 0 if the page of its entry is this one in the bits of the mask.
    pub clear: Signal<In, Bit>,
    pub clear_page: Signal<In, Bits<PAGE>>,
    pub clear_mask: Signal<In, Bits<PAGE>>,
    valid: DffR<Bits<SETS>>,
    keys: Vec<Dff<Bits<KEY>>> = array(SETS),
    held: Vec<Dff<Bits<FRAME>>> = array(SETS),
    page: Signal<Local, Bits<PAGE>>,
    set: Signal<Local, Bits<SET>>,
    first: Signal<Local, Bits<SET>>,
    key: Signal<Local, Bits<KEY>>,
    /// The page of the entry of that set.
    first_page: Signal<Local, Bits<PAGE>>,
    one: Constant<Bits<SETS>> = Constant::new(1.into()),
    page_bits: Constant<Bits<32>> = Constant::new((PAGE as u64).into()),
    set_bits: Constant<Bits<32>> = Constant::new((SET as u64).into()),
    /// Place of each lane's frame.
    place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * FRAME) as u64).into())).collect(),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid);
        self.valid.reset.next = self.reset.val();
        for i in 0..SETS {
            self.keys[i].clock.next = self.clock.val();
            self.keys[i].d.next = self.keys[i].q.val();
            self.held[i].clock.next = self.clock.val();
            self.held[i].d.next = self.held[i].q.val();
        }
        self.found.next = 0.into();
        self.frames.next = 0.into();
        self.page.next = 0.into();
        self.set.next = 0.into();
        self.key.next = 0.into();
        for lane in 0..LANES {
            self.page.next = self.pages.val().get_bits::<PAGE>(lane * self.page_bits.val().index());
            self.set.next = self.page.val().get_bits::<SET>(0);
            self.key.next = self.page.val().get_bits::<KEY>(self.set_bits.val().index());
            if (self.looks.val().get_bit(lane) && self.valid.q.val().get_bit(self.set.val().index()))
                && (self.keys[self.set.val().index()].q.val() == self.key.val())
            {
                self.found.next = self.found.val().replace_bit(lane, true);
                self.frames.next = self.frames.val()
                    | (bit_cast::<FRAMES, FRAME>(self.held[self.set.val().index()].q.val())
                        << self.place[lane].val());
            }
        }

        comment!("Lane 0.");
        self.first.next = self.pages.val().get_bits::<SET>(0);
        self.first_page.next = bit_cast::<PAGE, SET>(self.first.val())
            | (bit_cast::<PAGE, KEY>(self.keys[self.first.val().index()].q.val()) << self.set_bits.val());
        self.in_use.next = self.valid.q.val().get_bit(self.first.val().index());
        if self.write.val() {
            self.valid.d.next = self.valid.q.val() | (self.one.val() << self.first.val());
        }
        for i in 0..SETS {
            if self.write.val() && (self.first.val() == i.to_bits()) {
                self.keys[i].d.next = self.pages.val().get_bits::<KEY>(self.set_bits.val().index());
                self.held[i].d.next = self.frame.val();
            }
        }
        if self.clear.val()
            && !((self.first_page.val() ^ self.clear_page.val()) & self.clear_mask.val()).any()
        {
            self.valid.d.next = self.valid.q.val() & (!(self.one.val() << self.first.val()));
        }
    }
}
