// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::declare::array;
use crate::prim::{Dff, DffR};

block! {
    /// The resident CTAs of an SM: which slots are active, and which warps each has: `nw` contiguous ones from `first` on.
    /// A slot that ends and starts in one cycle is active afterwards (P12).
    pub struct Slots<CTAS, CTA, WARP, COUNT> = "cta_slots" where CTA = bits(CTAS);
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// A CTA starts.
    pub start_valid: Signal<In, Bit>,
    /// Its slot.
    pub start_slot: Signal<In, Bits<CTA>>,
    /// Its first warp.
    pub start_first: Signal<In, Bits<WARP>>,
    /// Its warps.
    pub start_nw: Signal<In, Bits<COUNT>>,
    /// A CTA ends.
    pub end_valid: Signal<In, Bit>,
    /// Its slot.
    pub end_slot: Signal<In, Bits<CTA>>,
    /// The slot that is read.
    pub read: Signal<In, Bits<CTA>>,
    /// A slot whose warps are counted.
    pub count: Signal<In, Bits<CTA>>,
    /// Active slots.
    pub active: Signal<Out, Bits<CTAS>>,
    /// Those of the next cycle.
    pub active_next: Signal<Out, Bits<CTAS>>,
    /// Slots that start or end a CTA.
    pub changed: Signal<Out, Bits<CTAS>>,
    /// First warp of the slot that is read.
    pub first: Signal<Out, Bits<WARP>>,
    /// Its warps.
    pub nw: Signal<Out, Bits<COUNT>>,
    /// Warps of the slot that is counted.
    pub counted: Signal<Out, Bits<COUNT>>,
    resident: DffR<Bits<CTAS>>,
    first_warp: Vec<Dff<Bits<WARP>>> = array(CTAS),
    warps: Vec<Dff<Bits<COUNT>>> = array(CTAS),
    starts: Signal<Local, Bits<CTAS>>,
    ends: Signal<Local, Bits<CTAS>>,
    following: Signal<Local, Bits<CTAS>>,
    one: Constant<Bits<CTAS>> = Constant::new(1.into()),
}

impl<const CTAS: usize, const CTA: usize, const WARP: usize, const COUNT: usize> Logic
    for Slots<CTAS, CTA, WARP, COUNT>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.resident.clock.next = self.clock.val();
        self.resident.reset.next = self.reset.val();
        for i in 0..CTAS {
            self.first_warp[i].clock.next = self.clock.val();
            self.first_warp[i].d.next = self.first_warp[i].q.val();
            self.warps[i].clock.next = self.clock.val();
            self.warps[i].d.next = self.warps[i].q.val();
        }

        self.starts.next = 0.into();
        if self.start_valid.val() {
            self.starts.next = self.one.val() << self.start_slot.val();
        }
        self.ends.next = 0.into();
        if self.end_valid.val() {
            self.ends.next = self.one.val() << self.end_slot.val();
        }
        self.following.next = (self.resident.q.val() & (!self.ends.val())) | self.starts.val();
        self.resident.d.next = self.following.val();
        self.active.next = self.resident.q.val();
        self.active_next.next = self.following.val();
        self.changed.next = self.starts.val() | self.ends.val();

        if self.start_valid.val() {
            self.first_warp[self.start_slot.val().index()].d.next = self.start_first.val();
        }
        if self.start_valid.val() {
            self.warps[self.start_slot.val().index()].d.next = self.start_nw.val();
        }
        self.first.next = self.first_warp[self.read.val().index()].q.val();
        self.nw.next = self.warps[self.read.val().index()].q.val();
        self.counted.next = self.warps[self.count.val().index()].q.val();
    }
}
