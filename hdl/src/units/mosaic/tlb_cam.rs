// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{Dff, DffR, FirstSet};

block! {
    /// Translations in a content-addressed store with true LRU (specification sections 2.6 and 3). In a cycle a fill takes the lowest free entry, else
    /// the least recently used one; if its page is here already, that is only touched. Lookups of the cycle see what the fill has
    /// done, and take effect in their order; a clear comes behind them.
    pub struct TlbCam<LOOKS, TOUCHES, WAYS, WAY, PAGE, FRAME> = "mosaic_tlb_cam" where TOUCHES = LOOKS + 1, WAY = bits(WAYS);
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Fill a page with a frame.
    pub fill: Signal<In, Bit>,
    pub fill_page: Signal<In, Bits<PAGE>>,
    pub fill_frame: Signal<In, Bits<FRAME>>,
    /// Lookups, and the page of each.
    pub look: Signal<In, Bits<LOOKS>>,
    pub look_page: Vec<Signal<In, Bits<PAGE>>> = array(LOOKS),
    /// Those that find it, and its frame; 0 without.
    pub found: Signal<Out, Bits<LOOKS>>,
    pub frame: Vec<Signal<Out, Bits<FRAME>>> = array(LOOKS),
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
    finds: Signal<Local, Bits<LOOKS>>,
    frames: Vec<Signal<Local, Bits<FRAME>>> = array(LOOKS),
    /// What the fill touches, and what each lookup does; the age of that as the cycle begins, and after all of them.
    touched: Vec<Signal<Local, Bits<WAYS>>> = array(TOUCHES),
    own: Vec<Signal<Local, Bits<WAY>>> = array(TOUCHES),
    place: Vec<Signal<Local, Bits<WAY>>> = array(TOUCHES),
    /// Those before one of them.
    sooner: Signal<Local, Bits<TOUCHES>>,
    /// The entry that two of them touch.
    both: Signal<Local, Bits<WAYS>>,
    /// Those that are the first, and the last, to touch their entry.
    first: Signal<Local, Bits<TOUCHES>>,
    last: Signal<Local, Bits<TOUCHES>>,
    /// The ages after all.
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

        comment!("What lookups find after it.");
        self.hit.next = 0.into();
        self.found_frame.next = 0.into();
        self.finds.next = 0.into();
        for k in 0..LOOKS {
            self.hit.next = 0.into();
            self.found_frame.next = 0.into();
            if self.look.val().get_bit(k) {
                for w in 0..WAYS {
                    if self.valid.q.val().get_bit(w) && (self.keys[w].q.val() == self.look_page[k].val()) {
                        self.hit.next = self.hit.val().replace_bit(w, true);
                        self.found_frame.next = self.found_frame.val() | self.held[w].q.val();
                    }
                }
                if self.writes.val() {
                    if (self.hit.val() & self.victim.val()).any() {
                        self.hit.next = 0.into();
                        self.found_frame.next = 0.into();
                    }
                    if self.look_page[k].val() == self.fill_page.val() {
                        self.hit.next = self.victim.val();
                        self.found_frame.next = self.fill_frame.val();
                    }
                }
            }
            self.finds.next = self.finds.val().replace_bit(k, self.hit.val().any());
            self.frames[k].next = self.found_frame.val();
            self.touched[k + 1].next = self.hit.val();
        }
        self.found.next = self.finds.val();
        for k in 0..LOOKS {
            self.frame[k].next = self.frames[k].val();
        }

        comment!("What is used gets the lowest ages, the last of them 0; the others get older by one for each that was older.");
        self.touched[0].next = self.present.val();
        if self.writes.val() {
            self.touched[0].next = self.victim.val();
        }
        for i in 0..TOUCHES {
            self.own[i].next = 0.into();
            self.place[i].next = 0.into();
        }
        for w in 0..WAYS {
            self.now[w].next = self.age[w].q.val();
        }
        self.first.next = 0.into();
        self.last.next = 0.into();
        self.sooner.next = 0.into();
        self.both.next = 0.into();
        if self.fill.val() || self.look.val().any() {
            for j in 0..TOUCHES {
                if self.touched[j].val().any() {
                    self.first.next = self.first.val().replace_bit(j, true);
                    self.last.next = self.last.val().replace_bit(j, true);
                    for i in 0..TOUCHES {
                        self.both.next = self.touched[i].val() & self.touched[j].val();
                        if self.sooner.val().get_bit(i) && self.both.val().any() {
                            self.first.next = self.first.val().replace_bit(j, false);
                            self.last.next = self.last.val().replace_bit(i, false);
                        }
                    }
                    for w in 0..WAYS {
                        if self.touched[j].val().get_bit(w) {
                            self.own[j].next = self.own[j].val() | self.age[w].q.val();
                        }
                    }
                }
                self.sooner.next = self.sooner.val().replace_bit(j, true);
            }
            self.sooner.next = 0.into();
            for j in 0..TOUCHES {
                for i in 0..TOUCHES {
                    if self.sooner.val().get_bit(i) && self.last.val().get_bit(j) {
                        self.place[i].next = self.place[i].val() + 1;
                    }
                }
                self.sooner.next = self.sooner.val().replace_bit(j, true);
            }
            for w in 0..WAYS {
                for i in 0..TOUCHES {
                    if self.first.val().get_bit(i) && (self.age[w].q.val() < self.own[i].val()) {
                        self.now[w].next = self.now[w].val() + 1;
                    }
                }
                for i in 0..TOUCHES {
                    if self.touched[i].val().get_bit(w) {
                        self.now[w].next = self.place[i].val();
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
            if self.fill.val() || self.look.val().any() {
                self.age[w].d.next = self.now[w].val();
            }
            if self.reset.val() {
                self.age[w].d.next = w.to_bits();
            }
        }
    }
}
