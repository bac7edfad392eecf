// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::medic::params::Params;

use crate::block;
use crate::comment;
use crate::prim::{AgeMatrix, DffR};

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
    /// The entry that takes a request, one-hot, if one comes.
    pub inserted: Signal<In, Bits<N>>,
    /// The entry that leaves, one-hot, if any.
    pub removed: Signal<In, Bits<N>>,
    /// The oldest entry, one-hot, if it is starved.
    pub starved: Signal<Out, Bits<N>>,
    /// Cycles that the oldest one has been the oldest, up to the limit.
    waited: DffR<Bits<WAIT>>,
    ages: AgeMatrix<N> = AgeMatrix::new(),
    limit: Constant<Bits<WAIT>> = Constant::new(u64::from(params.lo_starve_limit).into()),
    limited: Constant<Bit> = Constant::new(params.lo_starve_limit > 0),
}

impl<const N: usize, const WAIT: usize> Logic for Patience<N, WAIT> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, waited);
        clock!(self, clock, ages);
        self.waited.reset.next = self.reset.val();
        self.ages.reset.next = self.reset.val();

        comment!("The order of arrival again, since the queue asks for the oldest of fewer entries.");
        self.ages.launch.next = 0.into();
        self.ages.candidates.next = 0.into();
        if self.limited.val() {
            self.ages.launch.next = self.inserted.val();
            self.ages.candidates.next = self.used.val();
        }
        self.ages.youngest.next = false;
        self.starved.next = 0.into();
        if self.limited.val() && (self.waited.q.val() == self.limit.val()) {
            self.starved.next = self.ages.pick.val();
        }
        if self.waited.q.val() != self.limit.val() {
            self.waited.d.next = self.waited.q.val() + 1;
        }
        if !self.used.val().any() || (self.ages.pick.val() & self.removed.val()).any() {
            self.waited.d.next = 0.into();
        }
    }
}
