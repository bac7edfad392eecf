// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::sms::params::Params;

use crate::block;
use crate::prim::DffR;

/// Classes (decision S4).
const LOW: u64 = 0;
const MEDIUM: u64 = 1;
const HIGH: u64 = 2;

block! {
    /// Memory intensity of one CPU: its arrivals in a window of time classify it for the next window (specification section
    /// 2.1, decision S14), and the class gives the age threshold of its batches. The class is known early, but goes to many places,
    /// so all thresholds are compared with the age before one of the answers is taken.
    pub struct Intensity<COUNT, AGE> = "sms_intensity";
    fn new(params: &Params);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// A request of the CPU is accepted.
    pub arrival: Signal<In, Bit>,
    /// This cycle is the last one of a window; its arrival counts for the next one.
    pub window_end: Signal<In, Bit>,
    /// Age threshold of the class low.
    pub threshold_low: Signal<In, Bits<AGE>>,
    /// Age threshold of the class medium.
    pub threshold_medium: Signal<In, Bits<AGE>>,
    /// Age threshold of the class high.
    pub threshold_high: Signal<In, Bits<AGE>>,
    /// Age of the CPU's youngest batch.
    pub age: Signal<In, Bits<AGE>>,
    /// 0 low, 1 medium, 2 high.
    pub intensity: Signal<Out, Bits<2>>,
    /// The class is low.
    pub low: Signal<Out, Bit>,
    /// The age is above the threshold of the class.
    pub late: Signal<Out, Bit>,
    /// Arrivals of this window, saturating.
    arrivals: DffR<Bits<COUNT>>,
    held: DffR<Bits<2>> = DffR::new(MEDIUM.into()),
    is_low: Constant<Bits<2>> = Constant::new(LOW.into()),
    is_medium: Constant<Bits<2>> = Constant::new(MEDIUM.into()),
    is_high: Constant<Bits<2>> = Constant::new(HIGH.into()),
    /// Fewer arrivals are low: mpkc_lo / mpkc_scale, rounded up.
    low_below: Constant<Bits<COUNT>> =
        Constant::new(u64::from(params.mpkc_lo.div_ceil(params.mpkc_scale)).into()),
    /// More arrivals are high: mpkc_hi / mpkc_scale, rounded down.
    high_above: Constant<Bits<COUNT>> = Constant::new(u64::from(params.mpkc_hi / params.mpkc_scale).into()),
}

impl<const COUNT: usize, const AGE: usize> Logic for Intensity<COUNT, AGE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, arrivals, held);
        self.arrivals.reset.next = self.reset.val();
        self.held.reset.next = self.reset.val();
        self.intensity.next = self.held.q.val();
        self.low.next = self.held.q.val() == self.is_low.val();

        if self.arrival.val() && !self.arrivals.q.val().all() {
            self.arrivals.d.next = self.arrivals.q.val() + 1;
        }
        if self.window_end.val() {
            self.arrivals.d.next = 0.into();
            if self.arrival.val() {
                self.arrivals.d.next = 1.into();
            }
        }
        if self.window_end.val() {
            self.held.d.next = self.is_medium.val();
            if self.arrivals.q.val() < self.low_below.val() {
                self.held.d.next = self.is_low.val();
            } else if self.arrivals.q.val() > self.high_above.val() {
                self.held.d.next = self.is_high.val();
            }
        }

        self.late.next = self.age.val() > self.threshold_medium.val();
        if self.held.q.val() == self.is_low.val() {
            self.late.next = self.age.val() > self.threshold_low.val();
        } else if self.held.q.val() == self.is_high.val() {
            self.late.next = self.age.val() > self.threshold_high.val();
        }
    }
}
