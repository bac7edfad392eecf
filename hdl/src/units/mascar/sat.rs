// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mascar::params::Params;

use crate::block;
use crate::comment;
use crate::prim::DffR;

block! {
    /// Mascar's saturation detector, in an SM's L1: memory access priority mode holds while a cache has almost no MSHR
    /// or miss queue entry left (specification section 2.1).
    /// Protocol: the occupancies are levels; `mp` follows a cycle later.
    pub struct Sat<MSHR, MQ> = "mascar_sat";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub mshr_used: Signal<In, Bits<MSHR>>,
    pub mq_used: Signal<In, Bits<MQ>>,
    pub sat_tex: Signal<In, Bit>,
    pub sat_const: Signal<In, Bit>,
    pub mp: Signal<Out, Bit>,
    mode: DffR<Bit>,
    /// The L1 has almost no MSHR or no miss queue entry left.
    sat_l1d: Signal<Local, Bit>,
    /// MSHRs in use from which on they are almost full.
    mshr_limit: Constant<Bits<MSHR>> = Constant::new(u64::from(params.mshr_entries - params.mshr_margin).into()),
    /// Miss queue entries in use from which on it is almost full.
    mq_limit: Constant<Bits<MQ>> = Constant::new(u64::from(params.mq_entries - params.mq_margin).into()),
}

impl<const MSHR: usize, const MQ: usize> Logic for Sat<MSHR, MQ> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, mode);
        self.mode.reset.next = self.reset.val();

        comment!("No hysteresis: the mode follows the occupancy, one cycle later (A14).");
        self.sat_l1d.next =
            (self.mshr_used.val() >= self.mshr_limit.val()) || (self.mq_used.val() >= self.mq_limit.val());
        self.mode.d.next = self.sat_l1d.val() || self.sat_tex.val() || self.sat_const.val();
        self.mp.next = self.mode.q.val();
    }
}
