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
    /// How many entries were used since each was, until the last cycle; after reset the entries' numbers.
    age: Vec<Dff<Bits<WAY>>> = array(WAYS),
    /// What the last cycle has used, in its order.
    used: Vec<DffR<Bits<WAYS>>> = array(TOUCHES),
    lowest: FirstSet<WAYS, WAY> = FirstSet::new(),
    /// Which entry is free is not needed as a number.
    unused: Signal<Local, Bit>,
    /// The page to be filled is here.
    present: Signal<Local, Bits<WAYS>>,
    writes: Signal<Local, Bit>,
    victim: Signal<Local, Bits<WAYS>>,
    /// What the last cycle has used.
    recent: Signal<Local, Bits<WAYS>>,
    /// Who the oldest may be: of the highest ages, each if it was not used in the last cycle; which of them it is, and whether it is one.
    old: Vec<Signal<Local, Bits<WAYS>>> = array(TOUCHES + 1),
    is_old: Vec<Signal<Local, Bit>> = array(TOUCHES + 1),
    settled: Signal<Local, Bit>,
    one_age: Signal<Local, Bits<WAY>>,
    one_old: Signal<Local, Bits<WAYS>>,
    /// If not, all were used in the last cycle: the one whose last use was before those of the others.
    lately: Vec<Signal<Local, Bits<WAYS>>> = array(TOUCHES),
    lately_first: Signal<Local, Bits<WAYS>>,
    /// A lookup's entry, in which the fill writes; its page is filled; it finds its page.
    hit: Signal<Local, Bits<WAYS>>,
    evicted: Signal<Local, Bit>,
    filled: Signal<Local, Bit>,
    here: Signal<Local, Bit>,
    found_frame: Signal<Local, Bits<FRAME>>,
    finds: Signal<Local, Bits<LOOKS>>,
    /// What the fill uses, and what each lookup does.
    uses: Vec<Signal<Local, Bits<WAYS>>> = array(TOUCHES),
    frames: Vec<Signal<Local, Bits<FRAME>>> = array(LOOKS),
    /// The age of what was used, without the last cycle, and with all of it.
    own: Vec<Signal<Local, Bits<WAY>>> = array(TOUCHES),
    place: Vec<Signal<Local, Bits<WAY>>> = array(TOUCHES),
    /// Those before one of them.
    sooner: Signal<Local, Bits<TOUCHES>>,
    /// The entry that two of them use.
    both: Signal<Local, Bits<WAYS>>,
    /// Those that are the first, and the last, to use their entry.
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
        comment!("The oldest entry; ages do not count the last cycle yet.");
        self.recent.next = 0.into();
        for i in 0..TOUCHES {
            self.recent.next = self.recent.val() | self.used[i].q.val();
        }
        self.sooner.next = 0.into();
        self.settled.next = false;
        self.one_age.next = self.oldest.val();
        self.one_old.next = 0.into();
        self.lately_first.next = 0.into();
        for k in 0..(TOUCHES + 1) {
            self.old[k].next = 0.into();
            self.is_old[k].next = false;
        }
        for j in 0..TOUCHES {
            self.lately[j].next = self.used[j].q.val();
        }
        if self.fill.val() {
            for k in 0..(TOUCHES + 1) {
                for w in 0..WAYS {
                    self.one_old.next = self.one_old.val().replace_bit(w, self.age[w].q.val() == self.one_age.val());
                }
                self.old[k].next = self.one_old.val() & (!self.recent.val());
                self.is_old[k].next = self.old[k].val().any() && !self.settled.val();
                self.settled.next = self.settled.val() || self.old[k].val().any();
                self.one_age.next = self.one_age.val() - 1;
            }
            for j in 0..TOUCHES {
                for i in 0..TOUCHES {
                    if self.sooner.val().get_bit(i) {
                        self.lately[i].next = self.lately[i].val() & (!self.used[j].q.val());
                    }
                }
                self.sooner.next = self.sooner.val().replace_bit(j, true);
            }
            for j in 0..TOUCHES {
                if !self.lately_first.val().any() {
                    self.lately_first.next = self.lately[j].val();
                }
            }
        }

        comment!("The entry that a fill takes.");
        self.lowest.requests.next = !self.valid.q.val();
        self.unused.next = self.lowest.index.val().any();
        self.victim.next = self.lowest.first.val();
        if self.valid.q.val().all() {
            if !self.settled.val() {
                self.victim.next = self.lately_first.val();
            }
            for k in 0..(TOUCHES + 1) {
                if self.is_old[k].val() {
                    self.victim.next = self.victim.val() | self.old[k].val();
                }
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
        for i in 0..TOUCHES {
            self.uses[i].next = 0.into();
        }
        self.uses[0].next = self.present.val();
        if self.writes.val() {
            self.uses[0].next = self.victim.val();
        }

        comment!("What lookups find after it.");
        self.hit.next = 0.into();
        self.evicted.next = false;
        self.filled.next = false;
        self.here.next = false;
        self.found_frame.next = 0.into();
        self.finds.next = 0.into();
        for k in 0..LOOKS {
            self.hit.next = 0.into();
            self.evicted.next = false;
            self.filled.next = false;
            self.found_frame.next = 0.into();
            if self.look.val().get_bit(k) {
                for w in 0..WAYS {
                    if self.valid.q.val().get_bit(w) && (self.keys[w].q.val() == self.look_page[k].val()) {
                        self.hit.next = self.hit.val().replace_bit(w, true);
                        self.found_frame.next = self.found_frame.val() | self.held[w].q.val();
                    }
                }
                if self.writes.val() && self.valid.q.val().all() {
                    self.evicted.next = !self.settled.val() && (self.hit.val() & self.lately_first.val()).any();
                    for c in 0..(TOUCHES + 1) {
                        if self.is_old[c].val() && (self.hit.val() & self.old[c].val()).any() {
                            self.evicted.next = true;
                        }
                    }
                }
                self.filled.next = self.writes.val() && (self.look_page[k].val() == self.fill_page.val());
            }
            self.here.next = self.hit.val().any() && !self.evicted.val();
            self.finds.next = self.finds.val().replace_bit(k, self.here.val() || self.filled.val());
            self.frames[k].next = 0.into();
            if self.filled.val() {
                self.frames[k].next = self.fill_frame.val();
                self.uses[k + 1].next = self.victim.val();
            } else if self.here.val() {
                self.frames[k].next = self.found_frame.val();
                self.uses[k + 1].next = self.hit.val();
            }
        }
        for i in 0..TOUCHES {
            self.used[i].clock.next = self.clock.val();
            self.used[i].reset.next = self.reset.val();
            self.used[i].d.next = self.uses[i].val();
        }
        self.found.next = self.finds.val();
        for k in 0..LOOKS {
            self.frame[k].next = self.frames[k].val();
        }

        comment!("What the last cycle used gets the lowest ages, the last of it 0; the others get older by one for each that was older.");
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
        if self.recent.val().any() {
            for j in 0..TOUCHES {
                if self.used[j].q.val().any() {
                    self.first.next = self.first.val().replace_bit(j, true);
                    self.last.next = self.last.val().replace_bit(j, true);
                    for i in 0..TOUCHES {
                        self.both.next = self.used[i].q.val() & self.used[j].q.val();
                        if self.sooner.val().get_bit(i) && self.both.val().any() {
                            self.first.next = self.first.val().replace_bit(j, false);
                            self.last.next = self.last.val().replace_bit(i, false);
                        }
                    }
                    for w in 0..WAYS {
                        if self.used[j].q.val().get_bit(w) {
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
                    if self.used[i].q.val().get_bit(w) {
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
        }
        if self.writes.val() {
            for w in 0..WAYS {
                if self.victim.val().get_bit(w) {
                    self.keys[w].d.next = self.fill_page.val();
                    self.held[w].d.next = self.fill_frame.val();
                }
            }
        }
        for w in 0..WAYS {
            self.age[w].clock.next = self.clock.val();
            self.age[w].d.next = self.age[w].q.val();
        }
        if self.reset.val() {
            for w in 0..WAYS {
                self.age[w].d.next = w.to_bits();
            }
        } else if self.recent.val().any() {
            for w in 0..WAYS {
                self.age[w].d.next = self.now[w].val();
            }
        }
    }
}
