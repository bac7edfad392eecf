// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR, FirstSet, QuickRoundRobin};

block! {
    /// The MSHRs of an SM's TLB (specification sections 2.6 and 2.10): the pages that warps wait for, by base page, as the size of a page is
    /// not known before its answer (decision D12). In a cycle an answer frees one, then a lookup that has missed joins or takes one.
    pub struct L1Misses<MSHRS, MSHR, WARPS, WARP, VPN> = "mosaic_l1_misses"
        where MSHR = bits(MSHRS);
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// An answer, and its page.
    pub answer: Signal<In, Bit>,
    pub answer_vpn: Signal<In, Bits<VPN>>,
    /// It is dropped: the page is asked for again.
    pub again: Signal<In, Bit>,
    /// It frees an MSHR with these waiters.
    pub frees: Signal<Out, Bit>,
    pub waiters: Signal<Out, Bits<WARPS>>,
    /// A lookup has missed: its page and warp.
    pub miss: Signal<In, Bit>,
    pub miss_vpn: Signal<In, Bits<VPN>>,
    pub miss_warp: Signal<In, Bits<WARP>>,
    /// It waits in an MSHR.
    pub waits: Signal<Out, Bit>,
    /// A page to ask for, until it is taken.
    pub ask: Signal<Out, Bit>,
    pub ask_vpn: Signal<Out, Bits<VPN>>,
    pub ask_ready: Signal<In, Bit>,
    busy: DffR<Bits<MSHRS>>,
    /// Those whose page has been asked for.
    asked: DffR<Bits<MSHRS>>,
    page: Vec<Dff<Bits<VPN>>> = array(MSHRS),
    warps: Vec<Dff<Bits<WARPS>>> = array(MSHRS),
    /// Where the search for the next page to ask for begins.
    next: DffR<Bits<MSHR>>,
    asks: DffR<Bit>,
    asks_vpn: DffR<Bits<VPN>>,
    chooser: QuickRoundRobin<MSHRS, MSHR> = QuickRoundRobin::new(),
    lowest: FirstSet<MSHRS, MSHR> = FirstSet::new(),
    /// Which MSHR is free is not needed as a number.
    unused: Signal<Local, Bit>,
    answered: Signal<Local, Bits<MSHRS>>,
    freed: Signal<Local, Bits<MSHRS>>,
    kept: Signal<Local, Bits<MSHRS>>,
    woken: Signal<Local, Bits<WARPS>>,
    /// The one that is asked for next, and the page of that whose turn it is.
    turn: Signal<Local, Bits<MSHRS>>,
    turn_vpn: Signal<Local, Bits<VPN>>,
    joined: Signal<Local, Bits<MSHRS>>,
    taken: Signal<Local, Bits<MSHRS>>,
    warp: Signal<Local, Bits<WARPS>>,
    one: Constant<Bits<WARPS>> = Constant::new(1.into()),
    last: Constant<Bits<MSHR>> = Constant::new((MSHRS as u64 - 1).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, busy, asked, next, asks, asks_vpn);
        self.busy.reset.next = self.reset.val();
        self.asked.reset.next = self.reset.val();
        self.next.reset.next = self.reset.val();
        self.asks.reset.next = self.reset.val();
        self.asks_vpn.reset.next = self.reset.val();

        comment!("An answer.");
        self.answered.next = 0.into();
        self.woken.next = 0.into();
        if self.answer.val() {
            for i in 0..MSHRS {
                if self.busy.q.val().get_bit(i) && (self.page[i].q.val() == self.answer_vpn.val()) {
                    self.answered.next = self.answered.val().replace_bit(i, true);
                    self.woken.next = self.woken.val() | self.warps[i].q.val();
                }
            }
        }
        self.freed.next = 0.into();
        if !self.again.val() {
            self.freed.next = self.answered.val();
        }
        self.frees.next = self.freed.val().any();
        self.waiters.next = self.woken.val();

        comment!("A lookup that has missed.");
        self.kept.next = self.busy.q.val() & (!self.freed.val());
        self.lowest.requests.next = !self.kept.val();
        self.unused.next = self.lowest.index.val().any();
        self.joined.next = 0.into();
        self.taken.next = 0.into();
        if self.miss.val() {
            for i in 0..MSHRS {
                self.joined.next = self.joined.val().replace_bit(
                    i,
                    self.kept.val().get_bit(i) && (self.page[i].q.val() == self.miss_vpn.val()),
                );
            }
            if !self.joined.val().any() {
                self.taken.next = self.lowest.first.val();
            }
        }
        self.waits.next = (self.joined.val() | self.taken.val()).any();
        self.warp.next = self.one.val() << self.miss_warp.val();
        for i in 0..MSHRS {
            self.page[i].clock.next = self.clock.val();
            self.page[i].d.next = self.page[i].q.val();
            self.warps[i].clock.next = self.clock.val();
            self.warps[i].d.next = self.warps[i].q.val();
            if self.taken.val().get_bit(i) {
                self.page[i].d.next = self.miss_vpn.val();
                self.warps[i].d.next = self.warp.val();
            } else if self.joined.val().get_bit(i) {
                self.warps[i].d.next = self.warps[i].q.val() | self.warp.val();
            }
        }

        comment!("The next page to ask for: the one whose turn it is, but if it is answered in this cycle.");
        self.chooser.requests.next = self.busy.q.val() & (!self.asked.q.val());
        self.chooser.start.next = self.next.q.val();
        self.turn_vpn.next = 0.into();
        for i in 0..MSHRS {
            if self.chooser.grant.val().get_bit(i) {
                self.turn_vpn.next = self.turn_vpn.val() | self.page[i].q.val();
            }
        }
        self.turn.next = 0.into();
        if !self.asks.q.val() || self.ask_ready.val() {
            self.turn.next = self.chooser.grant.val() & (!self.freed.val());
        }
        if !self.asks.q.val() || self.ask_ready.val() {
            self.asks.d.next = self.turn.val().any();
            self.asks_vpn.d.next = 0.into();
            if self.turn.val().any() {
                self.asks_vpn.d.next = self.turn_vpn.val();
                self.next.d.next = self.chooser.index.val() + 1;
                if self.chooser.index.val() == self.last.val() {
                    self.next.d.next = 0.into();
                }
            }
        }
        self.ask.next = self.asks.q.val();
        self.ask_vpn.next = self.asks_vpn.q.val();
        self.busy.d.next = self.kept.val() | self.taken.val();
        self.asked.d.next =
            ((self.asked.q.val() & (!self.answered.val())) & (!self.taken.val())) | self.turn.val();
    }
}
