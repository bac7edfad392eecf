// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::medic::params::Params;

use super::oldest::Oldest;
use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::DffR;

block! {
    /// How long the oldest request of a queue has been the oldest, and whether it is starved (decision P22). Without a limit none is.
    pub struct Patience<N, WAIT> = "medic_patience";
    fn new(params: &Params);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Entries in use.
    pub used: Signal<In, Bits<N>>,
    /// For each entry those above it that have arrived after it.
    pub younger: Vec<Signal<In, Bits<N>>> = array(N),
    /// The entry that leaves, one-hot, if any.
    pub removed: Signal<In, Bits<N>>,
    /// The oldest entry, one-hot, if it is starved.
    pub starved: Signal<Out, Bits<N>>,
    /// Cycles that the oldest one has been the oldest, up to the limit.
    waited: DffR<Bits<WAIT>>,
    all: Oldest<N> = Oldest::new(),
    limit: Constant<Bits<WAIT>> = Constant::new(u64::from(params.lo_starve_limit).into()),
    limited: Constant<Bit> = Constant::new(params.lo_starve_limit > 0),
}

impl<const N: usize, const WAIT: usize> Logic for Patience<N, WAIT> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, waited);
        self.waited.reset.next = self.reset.val();

        comment!("The oldest of all.");
        self.all.enable.next = self.limited.val();
        for i in 0..N {
            self.all.younger[i].next = self.younger[i].val();
        }
        self.all.better.next = 0.into();
        self.all.candidates.next = self.used.val();
        self.starved.next = 0.into();
        if self.limited.val() && (self.waited.q.val() == self.limit.val()) {
            self.starved.next = self.all.pick.val();
        }
        if self.waited.q.val() != self.limit.val() {
            self.waited.d.next = self.waited.q.val() + 1;
        }
        if !self.used.val().any() || (self.all.pick.val() & self.removed.val()).any() {
            self.waited.d.next = 0.into();
        }
    }
}
