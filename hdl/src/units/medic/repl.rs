// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::medic::params::Params;

use super::insertion::Insertion;
use super::victim::Victim;
use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR};

block! {
    /// MeDiC's replacement in a bank of the L2 (specification section 2.5): keeps of each line the type of the warp that used it last, and its
    /// rank in the order of use, and finds the line that leaves. Both are memories of one word a set, read for the victim and for
    /// what happens to a line; sets that nothing has happened to since reset stand in registers.
    /// Protocol: one operation a cycle, seen by victims from the next cycle on. `vq_way` and `vq_none` answer within the cycle.
    pub struct Repl<SETS, SET, ASSOC, WAY, RANKS, TYPES> = "medic_repl";
    fn new(params: &Params);
    /// Clock of the L2.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub op_valid: Signal<In, Bit>,
    pub op: Signal<In, Bits<2>>,
    pub op_set: Signal<In, Bits<SET>>,
    pub way: Signal<In, Bits<WAY>>,
    pub warp_type: Signal<In, Bits<2>>,
    pub vq_set: Signal<In, Bits<SET>>,
    pub vq_valid_mask: Signal<In, Bits<ASSOC>>,
    pub vq_resv_mask: Signal<In, Bits<ASSOC>>,
    pub vq_way: Signal<Out, Bits<WAY>>,
    pub vq_none: Signal<Out, Bit>,
    /// Sets that something has happened to; in the others ranks are the ways' numbers and types 0, whatever the memories hold.
    used: DffR<Bits<SETS>>,
    /// The ranks of each set, 0 the most recently used, from way 0 on.
    ranks: Vec<Dff<Bits<RANKS>>> = array(SETS),
    /// The types of each set, from way 0 on.
    types: Vec<Dff<Bits<TYPES>>> = array(SETS),
    acts: Signal<Local, Bit>,
    insertion: Insertion<ASSOC, WAY, RANKS, TYPES> = Insertion::new(params),
    victim: Victim<ASSOC, WAY, RANKS, TYPES> = Victim::new(params),
    one: Constant<Bits<SETS>> = Constant::new(1.into()),
    hit: Constant<Bits<2>> = Constant::new(0.into()),
    alloc: Constant<Bits<2>> = Constant::new(1.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, used);
        self.used.reset.next = self.reset.val();
        for i in 0..SETS {
            self.ranks[i].clock.next = self.clock.val();
            self.ranks[i].d.next = self.ranks[i].q.val();
            self.types[i].clock.next = self.clock.val();
            self.types[i].d.next = self.types[i].q.val();
        }

        self.victim.used.next = self.used.q.val().get_bit(self.vq_set.val().index());
        self.victim.ranks.next = self.ranks[self.vq_set.val().index()].q.val();
        self.victim.types.next = self.types[self.vq_set.val().index()].q.val();
        self.victim.valid.next = self.vq_valid_mask.val();
        self.victim.reserved.next = self.vq_resv_mask.val();
        self.vq_way.next = self.victim.way.val();
        self.vq_none.next = self.victim.none.val();

        comment!("What else happens to a line changes nothing here (P15).");
        self.acts.next =
            self.op_valid.val() && ((self.op.val() == self.hit.val()) || (self.op.val() == self.alloc.val()));
        self.insertion.used.next = self.used.q.val().get_bit(self.op_set.val().index());
        self.insertion.ranks.next = self.ranks[self.op_set.val().index()].q.val();
        self.insertion.types.next = self.types[self.op_set.val().index()].q.val();
        self.insertion.way.next = self.way.val();
        self.insertion.allocates.next = self.op.val() == self.alloc.val();
        self.insertion.warp_type.next = self.warp_type.val();
        if self.acts.val() {
            self.used.d.next = self.used.q.val() | (self.one.val() << self.op_set.val());
        }
        if self.acts.val() {
            self.ranks[self.op_set.val().index()].d.next = self.insertion.next_ranks.val();
        }
        if self.acts.val() {
            self.types[self.op_set.val().index()].d.next = self.insertion.next_types.val();
        }
    }
}
