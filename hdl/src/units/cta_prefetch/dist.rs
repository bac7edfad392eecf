// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::cta_prefetch::params::Params;

use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{Dff, DffR};

block! {
    /// DIST: the stride of each load PC from warp to warp, and how often it has predicted wrongly (specification section 2.2). Entries
    /// are installed in turn, so a free one is taken as long as there is one, then that which was installed first.
    /// Lookup takes one cycle: what the load of a cycle needs was looked up in the cycle before, as the load then left it.
    pub struct Dist<STRIDES, PLACE, PC, STRIDE, MIS> = "cta_pf_dist" where PLACE = bits(STRIDES);
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// All entries are cleared at the end of this cycle.
    pub clear: Signal<In, Bit>,
    /// PC of the load of this cycle.
    pub pc: Signal<In, Bits<PC>>,
    /// Its stride is installed.
    pub install: Signal<In, Bit>,
    /// That stride.
    pub step: Signal<In, Bits<STRIDE>>,
    /// It has been predicted wrongly by its entry.
    pub mispredicted: Signal<In, Bit>,
    /// PC of the load of the next cycle.
    pub look_pc: Signal<In, Bits<PC>>,
    /// The load of this cycle has an entry.
    pub hit: Signal<Out, Bit>,
    /// The entry's stride.
    pub stride: Signal<Out, Bits<STRIDE>>,
    /// The entry may predict.
    pub trusted: Signal<Out, Bit>,
    /// It may so after one more misprediction.
    pub trusted_still: Signal<Out, Bit>,
    valid: DffR<Bits<STRIDES>>,
    entry_pc: Vec<Dff<Bits<PC>>> = array(STRIDES),
    stride_of: Vec<Dff<Bits<STRIDE>>> = array(STRIDES),
    mispredictions: Vec<Dff<Bits<MIS>>> = array(STRIDES),
    /// The entry that is installed next.
    turn: DffR<Bits<PLACE>>,
    /// The load of this cycle has the entry `place`, with the stride `entry_stride`.
    found: DffR<Bit>,
    place: Dff<Bits<PLACE>>,
    entry_stride: Dff<Bits<STRIDE>>,
    matching: Signal<Local, Bits<STRIDES>>,
    look_place: Signal<Local, Bits<PLACE>>,
    same: Signal<Local, Bit>,
    count: Signal<Local, Bits<MIS>>,
    /// One more, if there is such a number.
    counted: Signal<Local, Bits<MIS>>,
    one: Constant<Bits<STRIDES>> = Constant::new(1.into()),
    last: Constant<Bits<PLACE>> = Constant::new((STRIDES as u64 - 1).into()),
    /// Most mispredictions of an entry that may predict.
    threshold: Constant<Bits<MIS>> = Constant::new(u64::from(params.mis_thresh).into()),
}

impl<const STRIDES: usize, const PLACE: usize, const PC: usize, const STRIDE: usize, const MIS: usize> Logic
    for Dist<STRIDES, PLACE, PC, STRIDE, MIS>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, turn);
        self.valid.reset.next = self.reset.val();
        self.turn.reset.next = self.reset.val();
        self.found.clock.next = self.clock.val();
        self.found.reset.next = self.reset.val();
        self.place.clock.next = self.clock.val();
        self.entry_stride.clock.next = self.clock.val();
        for i in 0..STRIDES {
            self.entry_pc[i].clock.next = self.clock.val();
            self.entry_pc[i].d.next = self.entry_pc[i].q.val();
            self.stride_of[i].clock.next = self.clock.val();
            self.stride_of[i].d.next = self.stride_of[i].q.val();
            self.mispredictions[i].clock.next = self.clock.val();
            self.mispredictions[i].d.next = self.mispredictions[i].q.val();
        }

        self.count.next = self.mispredictions[self.place.q.val().index()].q.val();
        self.trusted.next = self.count.val() <= self.threshold.val();
        self.trusted_still.next = self.count.val() < self.threshold.val();
        self.counted.next = self.count.val();
        if !self.count.val().all() {
            self.counted.next = self.count.val() + 1;
        }
        if self.install.val() {
            self.mispredictions[self.turn.q.val().index()].d.next = 0.into();
        }
        comment!(
            "Known last in a cycle, and never in that of an install: a load that has an entry installs none."
        );
        if self.mispredicted.val() {
            self.mispredictions[self.place.q.val().index()].d.next = self.counted.val();
        }
        if self.install.val() {
            self.entry_pc[self.turn.q.val().index()].d.next = self.pc.val();
        }
        if self.install.val() {
            self.stride_of[self.turn.q.val().index()].d.next = self.step.val();
        }
        if self.install.val() {
            self.valid.d.next = self.valid.q.val() | (self.one.val() << self.turn.q.val());
            self.turn.d.next = self.turn.q.val() + 1;
            if self.turn.q.val() == self.last.val() {
                self.turn.d.next = 0.into();
            }
        }
        if self.clear.val() {
            self.valid.d.next = 0.into();
            self.turn.d.next = 0.into();
        }

        comment!("The next load sees what this one leaves.");
        self.same.next = self.look_pc.val() == self.pc.val();
        self.matching.next = 0.into();
        self.look_place.next = 0.into();
        if self.valid.q.val().any() {
            for i in 0..STRIDES {
                self.matching.next = self.matching.val().replace_bit(
                    i,
                    self.valid.q.val().get_bit(i) && (self.entry_pc[i].q.val() == self.look_pc.val()),
                );
            }
            for i in 0..STRIDES {
                if self.matching.val().get_bit(i) {
                    self.look_place.next = self.look_place.val() | i.to_bits();
                }
            }
        }
        self.found.d.next = self.matching.val().any();
        self.place.d.next = self.look_place.val();
        self.entry_stride.d.next = self.stride_of[self.look_place.val().index()].q.val();
        if self.install.val() {
            self.found.d.next =
                self.same.val() || (self.matching.val() & (!(self.one.val() << self.turn.q.val()))).any();
        }
        if self.install.val() && self.same.val() {
            self.place.d.next = self.turn.q.val();
        }
        if self.install.val() && self.same.val() {
            self.entry_stride.d.next = self.step.val();
        }
        if self.clear.val() {
            self.found.d.next = false;
        }
        self.hit.next = self.found.q.val();
        self.stride.next = self.entry_stride.q.val();
    }
}
