// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{Dff, DffR, FirstSet};

block! {
    /// Translations in a content-addressed store with true LRU (specification sections 2.6 and 3). In a cycle a fill takes the lowest free entry, else
    /// the least recently used one; if its page is here already, that is only touched. A lookup of the cycle sees what the fill has done, and
    /// a clear comes behind both.
    pub struct TlbCam<WAYS, WAY, PAGE, FRAME> = "mosaic_tlb_cam" where WAY = bits(WAYS);
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Fill a page with a frame.
    pub fill: Signal<In, Bit>,
    pub fill_page: Signal<In, Bits<PAGE>>,
    pub fill_frame: Signal<In, Bits<FRAME>>,
    /// Look for a page.
    pub look: Signal<In, Bit>,
    pub look_page: Signal<In, Bits<PAGE>>,
    /// It is here, and its frame; 0 if not.
    pub found: Signal<Out, Bit>,
    pub frame: Signal<Out, Bits<FRAME>>,
    /// Invalidate the entries whose page is this one in the bits of the mask. What is filled in the cycle is none of them.
    pub clear: Signal<In, Bit>,
    pub clear_page: Signal<In, Bits<PAGE>>,
    pub clear_mask: Signal<In, Bits<PAGE>>,
    valid: DffR<Bits<WAYS>>,
    keys: Vec<Dff<Bits<PAGE>>> = array(WAYS),
    held: Vec<Dff<Bits<FRAME>>> = array(WAYS),
    /// How many entries were used since each was; after reset the entries' numbers.
    age: Vec<Dff<Bits<WAY>>> = array(WAYS),
    lowest: FirstSet<WAYS, WAY> = FirstSet::new(),
    /// Which entry is free is not needed as a number.
    unused: Signal<Local, Bit>,
    /// The page to be filled is here.
    present: Signal<Local, Bits<WAYS>>,
    writes: Signal<Local, Bit>,
    victim: Signal<Local, Bits<WAYS>>,
    hit: Signal<Local, Bits<WAYS>>,
    found_frame: Signal<Local, Bits<FRAME>>,
    /// What the fill touches, and what the lookup does.
    touched: Vec<Signal<Local, Bits<WAYS>>> = array(2),
    own: Signal<Local, Bits<WAY>>,
    /// The ages after them.
    now: Vec<Signal<Local, Bits<WAY>>> = array(WAYS),
    kept: Signal<Local, Bits<WAYS>>,
    /// Bits of the mask in which a page is another one than that to be cleared.
    apart: Signal<Local, Bits<PAGE>>,
    oldest: Constant<Bits<WAY>> = Constant::new((WAYS as u64 - 1).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid);
        self.valid.reset.next = self.reset.val();
        comment!("The entry that a fill takes.");
        self.lowest.requests.next = !self.valid.q.val();
        self.unused.next = self.lowest.index.val().any();
        self.victim.next = self.lowest.first.val();
        if self.valid.q.val().all() {
            for w in 0..WAYS {
                self.victim.next = self.victim.val().replace_bit(w, self.age[w].q.val() == self.oldest.val());
            }
        }
        self.present.next = 0.into();
        if self.fill.val() {
            for w in 0..WAYS {
                self.present.next = self.present.val().replace_bit(
                    w,
                    self.valid.q.val().get_bit(w) && (self.keys[w].q.val() == self.fill_page.val()),
                );
            }
        }
        self.writes.next = self.fill.val() && !self.present.val().any();

        comment!("What the lookup finds after it.");
        self.hit.next = 0.into();
        self.found_frame.next = 0.into();
        if self.look.val() {
            for w in 0..WAYS {
                if self.valid.q.val().get_bit(w) && (self.keys[w].q.val() == self.look_page.val()) {
                    self.hit.next = self.hit.val().replace_bit(w, true);
                    self.found_frame.next = self.found_frame.val() | self.held[w].q.val();
                }
            }
            if self.writes.val() {
                if (self.hit.val() & self.victim.val()).any() {
                    self.hit.next = 0.into();
                    self.found_frame.next = 0.into();
                }
                if self.look_page.val() == self.fill_page.val() {
                    self.hit.next = self.victim.val();
                    self.found_frame.next = self.fill_frame.val();
                }
            }
        }
        self.found.next = self.hit.val().any();
        self.frame.next = self.found_frame.val();

        comment!("What is used gets age 0, and what was younger gets older by one.");
        self.touched[0].next = self.present.val();
        if self.writes.val() {
            self.touched[0].next = self.victim.val();
        }
        self.touched[1].next = self.hit.val();
        self.own.next = 0.into();
        for w in 0..WAYS {
            self.now[w].next = self.age[w].q.val();
        }
        for i in 0..2 {
            if self.touched[i].val().any() {
                self.own.next = 0.into();
                for w in 0..WAYS {
                    if self.touched[i].val().get_bit(w) {
                        self.own.next = self.own.val() | self.now[w].val();
                    }
                }
                for w in 0..WAYS {
                    if self.now[w].val() < self.own.val() {
                        self.now[w].next = self.now[w].val() + 1;
                    } else if self.touched[i].val().get_bit(w) {
                        self.now[w].next = 0.into();
                    }
                }
            }
        }

        self.kept.next = self.valid.q.val();
        self.apart.next = 0.into();
        if self.clear.val() {
            for w in 0..WAYS {
                self.apart.next = (self.keys[w].q.val() ^ self.clear_page.val()) & self.clear_mask.val();
                if !self.apart.val().any() {
                    self.kept.next = self.kept.val().replace_bit(w, false);
                }
            }
        }
        if self.writes.val() {
            self.kept.next = self.kept.val() | self.victim.val();
        }
        self.valid.d.next = self.kept.val();
        for w in 0..WAYS {
            self.keys[w].clock.next = self.clock.val();
            self.keys[w].d.next = self.keys[w].q.val();
            self.held[w].clock.next = self.clock.val();
            self.held[w].d.next = self.held[w].q.val();
            if self.writes.val() && self.victim.val().get_bit(w) {
                self.keys[w].d.next = self.fill_page.val();
                self.held[w].d.next = self.fill_frame.val();
            }
        }
        for w in 0..WAYS {
            self.age[w].clock.next = self.clock.val();
            self.age[w].d.next = self.age[w].q.val();
            if self.fill.val() || self.look.val() {
                self.age[w].d.next = self.now[w].val();
            }
            if self.reset.val() {
                self.age[w].d.next = w.to_bits();
            }
        }
    }
}
