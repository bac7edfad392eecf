// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::Dff;

block! {
    /// The state of each entry and warp (specification section 2.4): a prefetch is sent (01), its line has come (10), or neither. Of a
    /// trigger the lowest bit says that it is slow. In one cycle the fill comes first, then the prefetch that is sent, then what is
    /// slow, then what the table writes (decisions P11, P13, P20).
    pub struct States<ENTRIES, ENTRY, WARPS, WARP> = "apogee_states" where ENTRY = bits(ENTRIES), WARP = bits(WARPS);
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Entries that are FOA or SCALAR, and those that are TRIG.
    pub fixed: Signal<In, Bits<ENTRIES>>,
    pub chained: Signal<In, Bits<ENTRIES>>,
    /// A tracked line has come: its entry and warp.
    pub fill_v: Signal<In, Bit>,
    pub fill_entry: Signal<In, Bits<ENTRY>>,
    pub fill_warp: Signal<In, Bits<WARP>>,
    /// A tracked prefetch is sent: its entry and warp.
    pub sent_v: Signal<In, Bit>,
    pub sent_entry: Signal<In, Bits<ENTRY>>,
    pub sent_warp: Signal<In, Bits<WARP>>,
    /// A demand has merged into a prefetch: its entry is slow if it is a trigger.
    pub slow_v: Signal<In, Bit>,
    pub slow_entry: Signal<In, Bits<ENTRY>>,
    /// An entry is written.
    pub write: Signal<In, Bit>,
    pub write_place: Signal<In, Bits<ENTRY>>,
    /// Its states are cleared: all of them, or that of a warp.
    pub clear_all: Signal<In, Bit>,
    pub clear_warp: Signal<In, Bits<WARP>>,
    /// An entry that is FOA or SCALAR, and a warp.
    pub place: Signal<In, Bits<ENTRY>>,
    pub warp: Signal<In, Bits<WARP>>,
    /// Their state after fill and sent prefetch of this cycle: sent, filled.
    pub is_sent: Signal<Out, Bit>,
    pub is_filled: Signal<Out, Bit>,
    /// A trigger.
    pub trigger: Signal<In, Bits<ENTRY>>,
    /// It is slow.
    pub is_slow: Signal<Out, Bit>,
    sent: Vec<Dff<Bits<WARPS>>> = array(ENTRIES),
    filled: Vec<Dff<Bits<WARPS>>> = array(ENTRIES),
    fill_mask: Signal<Local, Bits<WARPS>>,
    sent_mask: Signal<Local, Bits<WARPS>>,
    clear_mask: Signal<Local, Bits<WARPS>>,
    events: Signal<Local, Bit>,
    now_sent: Vec<Signal<Local, Bits<WARPS>>> = array(ENTRIES),
    now_filled: Vec<Signal<Local, Bits<WARPS>>> = array(ENTRIES),
    old_sent: Signal<Local, Bits<WARPS>>,
    old_filled: Signal<Local, Bits<WARPS>>,
    here_sent: Signal<Local, Bit>,
    here_filled: Signal<Local, Bit>,
    one: Constant<Bits<WARPS>> = Constant::new(1.into()),
    all: Constant<Bits<WARPS>> = Constant::new(!Bits::<WARPS>::default()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..ENTRIES {
            self.sent[i].clock.next = self.clock.val();
            self.filled[i].clock.next = self.clock.val();
        }

        self.fill_mask.next = self.one.val() << self.fill_warp.val();
        self.sent_mask.next = self.one.val() << self.sent_warp.val();
        self.clear_mask.next = self.one.val() << self.clear_warp.val();
        if self.clear_all.val() {
            self.clear_mask.next = self.all.val();
        }
        self.events.next = self.fill_v.val() || self.sent_v.val() || self.slow_v.val() || self.write.val();
        for i in 0..ENTRIES {
            self.now_sent[i].next = self.sent[i].q.val();
            self.now_filled[i].next = self.filled[i].q.val();
        }
        if self.events.val() {
            for i in 0..ENTRIES {
                if self.fill_v.val()
                    && (self.fill_entry.val() == i.to_bits())
                    && self.fixed.val().get_bit(i)
                {
                    self.now_filled[i].next =
                        self.now_filled[i].val() | (self.now_sent[i].val() & self.fill_mask.val());
                    self.now_sent[i].next = self.now_sent[i].val() & (!self.fill_mask.val());
                }
                if self.sent_v.val()
                    && (self.sent_entry.val() == i.to_bits())
                    && self.fixed.val().get_bit(i)
                {
                    self.now_sent[i].next = self.now_sent[i].val() | self.sent_mask.val();
                    self.now_filled[i].next = self.now_filled[i].val() & (!self.sent_mask.val());
                }
                if self.slow_v.val()
                    && (self.slow_entry.val() == i.to_bits())
                    && self.chained.val().get_bit(i)
                {
                    self.now_sent[i].next = self.now_sent[i].val() | 1;
                }
                if self.write.val() && (self.write_place.val() == i.to_bits()) {
                    self.now_sent[i].next = self.now_sent[i].val() & (!self.clear_mask.val());
                    self.now_filled[i].next = self.now_filled[i].val() & (!self.clear_mask.val());
                }
            }
        }
        for i in 0..ENTRIES {
            self.sent[i].d.next = self.now_sent[i].val();
            self.filled[i].d.next = self.now_filled[i].val();
        }

        comment!("The state that a load finds.");
        self.old_sent.next = self.sent[self.place.val().index()].q.val();
        self.old_filled.next = self.filled[self.place.val().index()].q.val();
        self.here_sent.next = self.old_sent.val().get_bit(self.warp.val().index());
        self.here_filled.next = self.old_filled.val().get_bit(self.warp.val().index());
        if self.fill_v.val()
            && (self.fill_entry.val() == self.place.val())
            && (self.fill_warp.val() == self.warp.val())
        {
            self.here_filled.next = self.here_filled.val() || self.here_sent.val();
            self.here_sent.next = false;
        }
        if self.sent_v.val()
            && (self.sent_entry.val() == self.place.val())
            && (self.sent_warp.val() == self.warp.val())
        {
            self.here_sent.next = true;
            self.here_filled.next = false;
        }
        self.is_sent.next = self.here_sent.val();
        self.is_filled.next = self.here_filled.val();
        self.is_slow.next = self.sent[self.trigger.val().index()].q.val().get_bit(0);
    }
}
