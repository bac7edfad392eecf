// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::prim::{Dff, DffR, FirstIndex};

block! {
    /// The triggers of a load fire (specification section 2.5, step 1, and decision P9): the lowest first, one a cycle from the third
    /// cycle after the lookup on. Each is chosen, read, and fires; its line is queued two cycles later.
    pub struct Triggers<ENTRIES, ENTRY, PC, ADDRESS, CONF, DIST> = "apogee_triggers" where ENTRY = bits(ENTRIES);
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Forget the triggers at the end of this cycle.
    pub clear: Signal<In, Bit>,
    /// Triggers of the load that is looked up in this cycle.
    pub found: Signal<In, Bits<ENTRIES>>,
    /// PC of the load.
    pub pc: Signal<In, Bits<PC>>,
    /// There was a load before it, with this PC.
    pub last_valid: Signal<In, Bit>,
    pub last_pc: Signal<In, Bits<PC>>,
    /// The entry that is read.
    pub read: Signal<Out, Bits<ENTRY>>,
    /// Its line, confidence, hops, and whether it is slow.
    pub read_address: Signal<In, Bits<ADDRESS>>,
    pub read_confidence: Signal<In, Bits<CONF>>,
    pub read_hops: Signal<In, Bits<DIST>>,
    pub read_slow: Signal<In, Bit>,
    /// A trigger fires.
    pub fire: Signal<Out, Bit>,
    /// It moves to the load before.
    pub moves: Signal<Out, Bit>,
    /// Its entry, and how the entry is written.
    pub place: Signal<Out, Bits<ENTRY>>,
    pub new_pc: Signal<Out, Bits<PC>>,
    pub address: Signal<Out, Bits<ADDRESS>>,
    pub new_confidence: Signal<Out, Bits<CONF>>,
    pub new_hops: Signal<Out, Bits<DIST>>,
    /// A line is to be queued.
    pub line_v: Signal<Out, Bit>,
    /// That line.
    pub line: Signal<Out, Bits<ADDRESS>>,
    /// Its entry.
    pub line_entry: Signal<Out, Bits<ENTRY>>,
    /// A trigger has fired in the cycle before.
    pub has_fired: Signal<Out, Bit>,
    /// No trigger is left, and none has fired in the last cycle; from the second cycle after the lookup on.
    pub quiet: Signal<Out, Bit>,
    waiting: DffR<Bits<ENTRIES>>,
    is_chosen: DffR<Bit>,
    chosen: Dff<Bits<ENTRY>>,
    fires: DffR<Bit>,
    entry: Dff<Bits<ENTRY>>,
    entry_address: Dff<Bits<ADDRESS>>,
    entry_confidence: Dff<Bits<CONF>>,
    entry_hops: Dff<Bits<DIST>>,
    entry_slow: Dff<Bit>,
    fired_before: DffR<Bit>,
    fired: Dff<Bits<ENTRY>>,
    fired_address: Dff<Bits<ADDRESS>>,
    settled: DffR<Bit>,
    queues: DffR<Bit>,
    queued: Dff<Bits<ENTRY>>,
    queued_address: Dff<Bits<ADDRESS>>,
    can_move: Signal<Local, Bit>,
    move_now: Signal<Local, Bit>,
    first: Signal<Local, Bits<ENTRIES>>,
    lowest: FirstIndex<ENTRIES, ENTRY> = FirstIndex::new(),
    one: Constant<Bits<ENTRIES>> = Constant::new(1.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, waiting, is_chosen, chosen, fires, entry, entry_address, entry_confidence);
        clock!(self, clock, entry_hops, entry_slow, fired_before, fired, fired_address, settled);
        clock!(self, clock, queues, queued, queued_address);
        self.waiting.reset.next = self.reset.val();
        self.is_chosen.reset.next = self.reset.val();
        self.fires.reset.next = self.reset.val();
        self.fired_before.reset.next = self.reset.val();
        self.settled.reset.next = self.reset.val();
        self.queues.reset.next = self.reset.val();

        self.lowest.requests.next = self.waiting.q.val();
        self.first.next = self.one.val() << self.lowest.index.val();
        self.waiting.d.next = (self.waiting.q.val() & (!self.first.val())) | self.found.val();
        self.is_chosen.d.next = self.waiting.q.val().any() && !self.clear.val();
        self.chosen.d.next = self.lowest.index.val();
        if self.clear.val() {
            self.waiting.d.next = 0.into();
        }

        self.read.next = self.chosen.q.val();
        self.fires.d.next = self.is_chosen.q.val() && !self.clear.val();
        self.entry.d.next = self.chosen.q.val();
        self.entry_address.d.next = self.read_address.val();
        self.entry_confidence.d.next = self.read_confidence.val();
        self.entry_hops.d.next = self.read_hops.val();
        self.entry_slow.d.next = self.read_slow.val();

        comment!("A slow one moves to the load before, if there is one; else it is confirmed.");
        self.can_move.next =
            self.last_valid.val() && (self.last_pc.val() != self.pc.val()) && !self.entry_hops.q.val().all();
        self.move_now.next = self.entry_slow.q.val() && self.can_move.val();
        self.fire.next = self.fires.q.val();
        self.moves.next = self.move_now.val();
        self.place.next = self.entry.q.val();
        self.address.next = self.entry_address.q.val();
        self.new_pc.next = self.pc.val();
        self.new_hops.next = self.entry_hops.q.val();
        if self.move_now.val() {
            self.new_pc.next = self.last_pc.val();
            self.new_hops.next = self.entry_hops.q.val() + 1;
        }
        self.new_confidence.next = self.entry_confidence.q.val();
        if !self.entry_slow.q.val() && !self.entry_confidence.q.val().all() {
            self.new_confidence.next = self.entry_confidence.q.val() + 1;
        }

        self.fired_before.d.next = self.fires.q.val() && !self.clear.val();
        self.fired.d.next = self.entry.q.val();
        self.fired_address.d.next = self.entry_address.q.val();
        self.queues.d.next = self.fired_before.q.val() && !self.clear.val();
        self.queued.d.next = self.fired.q.val();
        self.queued_address.d.next = self.fired_address.q.val();
        self.line_v.next = self.queues.q.val();
        self.line.next = self.queued_address.q.val();
        self.line_entry.next = self.queued.q.val();
        self.has_fired.next = self.fired_before.q.val();

        comment!("Known a cycle ahead; in the cycle after a lookup nobody asks.");
        self.settled.d.next =
            !self.waiting.q.val().any() && !self.is_chosen.q.val() && !self.fires.q.val();
        self.quiet.next = self.settled.q.val();
    }
}
