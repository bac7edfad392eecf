// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mask::params::Params;

use crate::block;
use crate::comment;
use crate::prim::DffR;

block! {
    /// MASK's monitor of an SM (specification sections 2.2 and 2.6): how many different warps have issued in an epoch, and the most that a
    /// page has stalled.
    /// Protocol: all inputs are those of the cycle; the last cycle of an epoch, that of `tick`, belongs to it. In the next one the outputs
    /// tell of the epoch, and they stay until another has ended.
    pub struct Monitor<WARPS, WARP, PORTS, FIELDS> = "mask_monitor";
    fn new(_params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub issue_valid: Signal<In, Bits<PORTS>>,
    pub issue_warp: Signal<In, Bits<FIELDS>>,
    pub stalled: Signal<In, Bits<6>>,
    pub tick: Signal<In, Bit>,
    pub uniq: Signal<Out, Bits<8>>,
    pub warps_peak: Signal<Out, Bits<6>>,
    /// Warps that have issued in this epoch.
    seen: DffR<Bits<WARPS>>,
    /// How many they are.
    count: DffR<Bits<8>>,
    /// The most that waited for a page.
    peak: DffR<Bits<6>>,
    ended_uniq: DffR<Bits<8>>,
    ended_peak: DffR<Bits<6>>,
    warp: Signal<Local, Bits<WARP>>,
    fresh: Signal<Local, Bit>,
    /// With the ports up to one.
    all: Signal<Local, Bits<WARPS>>,
    total: Signal<Local, Bits<8>>,
    highest: Signal<Local, Bits<6>>,
    one: Constant<Bits<WARPS>> = Constant::new(1.into()),
    most: Constant<Bits<8>> = Constant::new(255.into()),
    warp_bits: Constant<Bits<32>> = Constant::new((WARP as u64).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, seen, count, peak, ended_uniq, ended_peak);
        self.seen.reset.next = self.reset.val();
        self.count.reset.next = self.reset.val();
        self.peak.reset.next = self.reset.val();
        self.ended_uniq.reset.next = self.reset.val();
        self.ended_peak.reset.next = self.reset.val();
        self.uniq.next = self.ended_uniq.q.val();
        self.warps_peak.next = self.ended_peak.q.val();

        self.all.next = self.seen.q.val();
        self.total.next = self.count.q.val();
        self.warp.next = 0.into();
        self.fresh.next = false;
        comment!("A warp that issues at two ports is new at the first.");
        for port in 0..PORTS {
            self.warp.next = self.issue_warp.val().get_bits::<WARP>(port * self.warp_bits.val().index());
            self.fresh.next =
                self.issue_valid.val().get_bit(port) && !self.all.val().get_bit(self.warp.val().index());
            if self.fresh.val() {
                self.all.next = self.all.val() | (self.one.val() << self.warp.val());
            }
            if self.fresh.val() && (self.total.val() != self.most.val()) {
                self.total.next = self.total.val() + 1;
            }
        }
        self.highest.next = self.peak.q.val();
        if self.stalled.val() > self.peak.q.val() {
            self.highest.next = self.stalled.val();
        }

        self.seen.d.next = self.all.val();
        self.count.d.next = self.total.val();
        self.peak.d.next = self.highest.val();
        if self.tick.val() {
            self.seen.d.next = 0.into();
            self.count.d.next = 0.into();
            self.peak.d.next = 0.into();
            self.ended_uniq.d.next = self.total.val();
            self.ended_peak.d.next = self.highest.val();
        }
    }
}
