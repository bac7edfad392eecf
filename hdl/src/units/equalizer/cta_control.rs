// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::equalizer::params::{Params, PauseOrder};

use crate::block;
use crate::comment;
use crate::prim::{AgeMatrix, DffR, Popcount};

block! {
    /// Steers the number of running CTAs of one SM to a target, by pausing, unpausing and requesting CTAs
    /// (specification section 2.5, decisions W2-W7). At most one CTA is paused or unpaused in a cycle.
    pub struct CtaControl<WARPS, CTAS, CTA, MAP, BLOCKS> = "eq_cta_control"
        where CTA = bits(CTAS), MAP = WARPS * CTA, BLOCKS = clog2(CTAS + 1);
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Target number of running CTAs.
    pub num_blocks: Signal<In, Bits<BLOCKS>>,
    /// The CTA slot becomes resident.
    pub cta_launch: Signal<In, Bits<CTAS>>,
    /// The CTA of the slot finishes.
    pub cta_done: Signal<In, Bits<CTAS>>,
    /// No undispatched CTA is left.
    pub gwde_empty: Signal<In, Bit>,
    /// The request is granted; the launch follows later.
    pub gwde_gnt: Signal<In, Bit>,
    /// The warp slot holds a warp.
    pub slot_live: Signal<In, Bits<WARPS>>,
    /// CTA slot of each warp, warp 0 lowest.
    pub warp_cta: Signal<In, Bits<MAP>>,
    /// Request for one CTA.
    pub gwde_req: Signal<Out, Bit>,
    /// Paused CTAs.
    pub pause_cta: Signal<Out, Bits<CTAS>>,
    /// Warps of paused CTAs.
    pub pause_warp: Signal<Out, Bits<WARPS>>,
    /// CTA slots in use.
    resident: DffR<Bits<CTAS>>,
    /// Paused CTA slots.
    paused: DffR<Bits<CTAS>>,
    /// Warps of paused CTA slots.
    paused_warps: DffR<Bits<WARPS>>,
    /// A granted CTA is still to be launched (W2).
    granted: DffR<Bit>,
    present: Signal<Local, Bits<CTAS>>,
    still_paused: Signal<Local, Bits<CTAS>>,
    running: Signal<Local, Bits<CTAS>>,
    over: Signal<Local, Bit>,
    under: Signal<Local, Bit>,
    candidates: Signal<Local, Bits<CTAS>>,
    warp_paused: Signal<Local, Bits<WARPS>>,
    paused_next: Signal<Local, Bits<CTAS>>,
    count_running: Popcount<CTAS, BLOCKS> = Popcount::new(),
    count_resident: Popcount<CTAS, BLOCKS> = Popcount::new(),
    age: AgeMatrix<CTAS> = AgeMatrix::new(),
    /// The youngest running CTA is paused first; 0: the oldest.
    pause_youngest: Constant<Bit> = Constant::new(params.pause_order == PauseOrder::Youngest),
    /// Bits of a CTA slot number.
    cta_bits: Constant<Bits<3>> = Constant::new((CTA as u64).into()),
}

impl<const WARPS: usize, const CTAS: usize, const CTA: usize, const MAP: usize, const BLOCKS: usize> Logic
    for CtaControl<WARPS, CTAS, CTA, MAP, BLOCKS>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, resident, paused, paused_warps, granted, age);
        self.resident.reset.next = self.reset.val();
        self.paused.reset.next = self.reset.val();
        self.paused_warps.reset.next = self.reset.val();
        self.granted.reset.next = self.reset.val();
        self.age.reset.next = self.reset.val();
        self.pause_cta.next = self.paused.q.val();
        self.pause_warp.next = self.paused_warps.q.val();

        comment!("CTAs that finish in this cycle are gone before anything is compared (W3).");
        self.present.next = self.resident.q.val() & (!self.cta_done.val());
        self.still_paused.next = self.paused.q.val() & (!self.cta_done.val());
        self.running.next = self.present.val() & (!self.still_paused.val());
        self.count_running.enable.next = true;
        self.count_running.bits.next = self.running.val();
        self.count_resident.enable.next = true;
        self.count_resident.bits.next = self.resident.q.val();
        self.over.next = self.count_running.ones.val() > self.num_blocks.val();
        self.under.next = self.count_running.ones.val() < self.num_blocks.val();

        comment!("Above the target a running CTA is paused, below it the oldest paused one goes on.");
        self.candidates.next = 0.into();
        if self.over.val() {
            self.candidates.next = self.running.val();
        } else if self.under.val() {
            self.candidates.next = self.still_paused.val();
        }
        self.age.launch.next = self.cta_launch.val();
        self.age.candidates.next = self.candidates.val();
        self.age.youngest.next = self.over.val() && self.pause_youngest.val();
        self.paused_next.next = (self.still_paused.val() ^ self.age.pick.val()) & (!self.cta_launch.val());
        self.paused.d.next = self.paused_next.val();
        self.resident.d.next = self.present.val() | self.cta_launch.val();

        self.warp_paused.next = 0.into();
        if self.paused_next.val().any() {
            for warp in 0..WARPS {
                self.warp_paused.next = self.warp_paused.val().replace_bit(
                    warp,
                    self.paused_next.val().get_bit(
                        self.warp_cta.val().get_bits::<CTA>(warp * self.cta_bits.val().index()).index(),
                    ),
                );
            }
        }
        self.paused_warps.d.next = self.warp_paused.val() & self.slot_live.val();

        comment!("One more CTA is requested only if none is paused (A12) and none is on its way (W2).");
        comment!("The target never exceeds the kernel's limit, so the target alone bounds the request.");
        self.gwde_req.next = (self.count_resident.ones.val() < self.num_blocks.val())
            && !self.paused.q.val().any()
            && !self.granted.q.val()
            && !self.gwde_empty.val();
        self.granted.d.next = (self.granted.q.val() || (self.gwde_req.val() && self.gwde_gnt.val()))
            && !self.cta_launch.val().any();
    }
}
