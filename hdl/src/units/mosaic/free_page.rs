// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mosaic::params::Params;

use crate::block;
use crate::comment;
use crate::declare::ToBits;
use crate::prim::{Dff, FirstIndex};

block! {
    /// The lowest free page of a frame, of all or of those of one channel phase (specification section 2.2, decision D14). The phase of a page is that of
    /// its frame and that of its place, added modulo the channels. It is found in the third cycle from that on in which `frame` is there.
    pub struct FreePage<SLOT, SLOTS, FRAME, PHASE> = "mosaic_free_page" where SLOTS = 1 << SLOT;
    fn new(params: &Params);
    /// Clock.
    pub clock: Signal<In, Clock>,
    pub frame: Signal<In, Bits<FRAME>>,
    /// Of any phase, or of this one.
    pub any: Signal<In, Bit>,
    pub phase: Signal<In, Bits<PHASE>>,
    /// Search now, among the pages that are not allocated.
    pub search: Signal<In, Bit>,
    pub pages: Signal<In, Bits<SLOTS>>,
    /// There is one.
    pub some: Signal<Out, Bit>,
    /// Its number; 0 without.
    pub slot: Signal<Out, Bits<SLOT>>,
    /// The frame's phase, but for multiples of the channels.
    sum: Dff<Bits<8>>,
    /// The phase of the place that is looked for.
    due: Dff<Bits<5>>,
    first: FirstIndex<SLOTS, SLOT> = FirstIndex::new(),
    /// What a bit of the frame's number adds to its phase.
    weight: Signal<Local, Bits<5>>,
    added: Signal<Local, Bits<8>>,
    single: Signal<Local, Bits<8>>,
    rest: Signal<Local, Bits<8>>,
    difference: Signal<Local, Bits<5>>,
    /// Phase of a place.
    residue: Signal<Local, Bits<5>>,
    wanted: Signal<Local, Bits<SLOTS>>,
    free: Signal<Local, Bits<SLOTS>>,
    /// Memory channels, and multiples of their number.
    channels: Constant<Bits<5>> = Constant::new(u64::from(params.channels).into()),
    twice: Constant<Bits<8>> = Constant::new(u64::from(2 * params.channels).into()),
    four_times: Constant<Bits<8>> = Constant::new(u64::from(4 * params.channels).into()),
    eight_times: Constant<Bits<8>> = Constant::new(u64::from(8 * params.channels).into()),
    /// What the lowest bit of the frame's number adds to its phase, and from which places on it grows by how much: behind those in which
    /// all of these bits are set.
    frame_step: Constant<Bits<5>> = Constant::new(u64::from(steps(params).frame).into()),
    page_step: Constant<Bits<5>> = Constant::new(u64::from(steps(params).page).into()),
    span: Constant<Bits<SLOT>> = Constant::new(u64::from(steps(params).span).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, sum, due);
        comment!("First cycle: the phase of the frame.");
        self.weight.next = self.frame_step.val();
        self.added.next = 0.into();
        for i in 0..FRAME {
            if self.frame.val().get_bit(i) {
                self.added.next = self.added.val() + bit_cast::<8, 5>(self.weight.val());
            }
            self.weight.next = self.weight.val() + self.weight.val();
            if self.weight.val() >= self.channels.val() {
                self.weight.next = self.weight.val() - self.channels.val();
            }
        }
        self.sum.d.next = self.added.val();

        comment!("Second cycle: what is left for the place.");
        self.single.next = bit_cast::<8, 5>(self.channels.val());
        self.rest.next = self.sum.q.val();
        if self.rest.val() >= self.eight_times.val() {
            self.rest.next = self.rest.val() - self.eight_times.val();
        }
        if self.rest.val() >= self.four_times.val() {
            self.rest.next = self.rest.val() - self.four_times.val();
        }
        if self.rest.val() >= self.twice.val() {
            self.rest.next = self.rest.val() - self.twice.val();
        }
        if self.rest.val() >= self.single.val() {
            self.rest.next = self.rest.val() - self.single.val();
        }
        self.difference.next =
            (bit_cast::<5, PHASE>(self.phase.val()) + self.channels.val()) - self.rest.val().get_bits::<5>(0);
        if self.difference.val() >= self.channels.val() {
            self.difference.next = self.difference.val() - self.channels.val();
        }
        self.due.d.next = self.difference.val();

        comment!("Third cycle: the places of that phase.");
        self.wanted.next = 0.into();
        self.residue.next = 0.into();
        if self.search.val() {
            if self.any.val() {
                self.wanted.next = !self.wanted.val();
            } else {
                for i in 0..SLOTS {
                    self.wanted.next =
                        self.wanted.val().replace_bit(i, self.residue.val() == self.due.q.val());
                    if (self.span.val() & i.to_bits()) == self.span.val() {
                        self.residue.next = self.residue.val() + self.page_step.val();
                        if self.residue.val() >= self.channels.val() {
                            self.residue.next = self.residue.val() - self.channels.val();
                        }
                    }
                }
            }
        }
        self.free.next = self.wanted.val() & (!self.pages.val());
        self.first.requests.next = self.free.val();
        self.some.next = self.free.val().any();
        self.slot.next = self.first.index.val();
    }
}

/// How phases grow.
struct Steps {
    frame: u32,
    page: u32,
    span: u32,
}

fn steps(p: &Params) -> Steps {
    let (page, piece) = (p.base_page_log2, p.chan_interleave_log2);
    Steps {
        frame: (1 << (page + p.slot_bits - piece)) % p.channels,
        page: (1 << page.saturating_sub(piece)) % p.channels,
        span: (1 << piece.saturating_sub(page)) - 1,
    }
}
