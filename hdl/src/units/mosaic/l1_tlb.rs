// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mosaic::params::Params;

use super::l1_misses::L1Misses;
use super::tlb_cam::TlbCam;
use crate::block;
use crate::comment;
use crate::prim::DffR;

block! {
    /// Mosaic's TLB of an SM (specification sections 2.6 and 2.10): entries for base pages and for large ones, probed together; a large hit
    /// wins. Within a cycle: an answer of the shared TLB, a lookup, a flush, of which neither of the first two meets what it is of.
    /// Protocol: a lookup is answered in the next cycle, by a hit or by `res_pending`; of the latter the answer is a wake. Answers and
    /// flushes are always accepted, and come in order.
    pub struct L1Tlb<
        WARPS, WARP, VPN, LVPN, PPN, LPPN, BASE, BASE_WAY, LARGE, LARGE_WAY, MSHRS, MSHR, BASE_FRAME, LARGE_FRAME
    > = "mosaic_l1_tlb";
    fn new(_params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub lk_valid: Signal<In, Bit>,
    pub lk_vpn: Signal<In, Bits<VPN>>,
    pub lk_warp: Signal<In, Bits<WARP>>,
    pub miss_ready: Signal<In, Bit>,
    pub fill_valid: Signal<In, Bit>,
    pub fill_vpn: Signal<In, Bits<VPN>>,
    pub fill_large: Signal<In, Bit>,
    pub fill_ppn: Signal<In, Bits<PPN>>,
    pub fill_perm: Signal<In, Bits<4>>,
    pub fill_fault: Signal<In, Bit>,
    pub flush_valid: Signal<In, Bit>,
    pub flush_lvpn: Signal<In, Bits<LVPN>>,
    pub flush_kind: Signal<In, Bit>,
    pub flush_all: Signal<In, Bit>,
    pub res_hit: Signal<Out, Bit>,
    pub res_pending: Signal<Out, Bit>,
    pub res_large: Signal<Out, Bit>,
    pub res_ppn: Signal<Out, Bits<PPN>>,
    pub res_perm: Signal<Out, Bits<4>>,
    pub miss_valid: Signal<Out, Bit>,
    pub miss_vpn: Signal<Out, Bits<VPN>>,
    pub wake_valid: Signal<Out, Bit>,
    pub wake_waiters: Signal<Out, Bits<WARPS>>,
    pub wake_large: Signal<Out, Bit>,
    pub wake_ppn: Signal<Out, Bits<PPN>>,
    pub wake_perm: Signal<Out, Bits<4>>,
    pub wake_fault: Signal<Out, Bit>,
    pub flush_ack: Signal<Out, Bit>,
    base_set: TlbCam<1, 2, BASE, BASE_WAY, VPN, BASE_FRAME> = TlbCam::new(),
    large_set: TlbCam<1, 2, LARGE, LARGE_WAY, LVPN, LARGE_FRAME> = TlbCam::new(),
    misses: L1Misses<MSHRS, MSHR, WARPS, WARP, VPN> = L1Misses::new(),
    hit: DffR<Bit>,
    pending: DffR<Bit>,
    hit_large: DffR<Bit>,
    hit_ppn: DffR<Bits<PPN>>,
    hit_perm: DffR<Bits<4>>,
    woken: DffR<Bit>,
    woken_waiters: DffR<Bits<WARPS>>,
    woken_large: DffR<Bit>,
    woken_ppn: DffR<Bits<PPN>>,
    woken_perm: DffR<Bits<4>>,
    woken_fault: DffR<Bit>,
    acknowledged: DffR<Bit>,
    fill_lvpn: Signal<Local, Bits<LVPN>>,
    fill_lppn: Signal<Local, Bits<LPPN>>,
    /// The frame of the answer, without what lies below a large page.
    fill_frame: Signal<Local, Bits<PPN>>,
    look_lvpn: Signal<Local, Bits<LVPN>>,
    /// What the flush is of: the answer, the large page of the lookup, and its base page.
    fill_flushed: Signal<Local, Bit>,
    large_flushed: Signal<Local, Bit>,
    base_flushed: Signal<Local, Bit>,
    fills_base: Signal<Local, Bit>,
    fills_large: Signal<Local, Bit>,
    found_base: Signal<Local, Bit>,
    found_large: Signal<Local, Bit>,
    base_found: Signal<Local, Bits<BASE_FRAME>>,
    large_found: Signal<Local, Bits<LARGE_FRAME>>,
    base_mask: Signal<Local, Bits<VPN>>,
    large_mask: Signal<Local, Bits<LVPN>>,
    /// Bits of the number of a base page in its large page.
    slot_bits: Constant<Bits<32>> = Constant::new(9.into()),
    /// Permissions lie above the frame.
    ppn_bits: Constant<Bits<32>> = Constant::new((PPN as u64).into()),
    lppn_bits: Constant<Bits<32>> = Constant::new((LPPN as u64).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, hit, pending, hit_large, hit_ppn, hit_perm);
        dff_setup!(self, clock, woken, woken_waiters, woken_large, woken_ppn, woken_perm, woken_fault, acknowledged);
        clock!(self, clock, base_set, large_set, misses);
        self.base_set.reset.next = self.reset.val();
        self.large_set.reset.next = self.reset.val();
        self.misses.reset.next = self.reset.val();
        self.hit.reset.next = self.reset.val();
        self.pending.reset.next = self.reset.val();
        self.hit_large.reset.next = self.reset.val();
        self.hit_ppn.reset.next = self.reset.val();
        self.hit_perm.reset.next = self.reset.val();
        self.woken.reset.next = self.reset.val();
        self.woken_waiters.reset.next = self.reset.val();
        self.woken_large.reset.next = self.reset.val();
        self.woken_ppn.reset.next = self.reset.val();
        self.woken_perm.reset.next = self.reset.val();
        self.woken_fault.reset.next = self.reset.val();
        self.acknowledged.reset.next = self.reset.val();

        comment!("What the flush of this cycle is of.");
        self.fill_lvpn.next = self.fill_vpn.val().get_bits::<LVPN>(self.slot_bits.val().index());
        self.look_lvpn.next = self.lk_vpn.val().get_bits::<LVPN>(self.slot_bits.val().index());
        self.fill_flushed.next = (self.flush_valid.val() && !self.fill_fault.val())
            && (self.flush_all.val()
                || ((self.fill_lvpn.val() == self.flush_lvpn.val())
                    && (self.flush_kind.val() || self.fill_large.val())));
        self.large_flushed.next = self.flush_valid.val()
            && (self.flush_all.val() || (self.look_lvpn.val() == self.flush_lvpn.val()));
        self.base_flushed.next = self.large_flushed.val() && (self.flush_all.val() || self.flush_kind.val());

        comment!("Answer and lookup in both stores; a large hit leaves the base entries alone.");
        self.fills_base.next = (self.fill_valid.val() && !self.fill_large.val())
            && (!self.fill_fault.val() && !self.fill_flushed.val());
        self.fills_large.next = (self.fill_valid.val() && self.fill_large.val())
            && (!self.fill_fault.val() && !self.fill_flushed.val());
        self.fill_lppn.next = self.fill_ppn.val().get_bits::<LPPN>(self.slot_bits.val().index());
        self.large_set.fill.next = self.fills_large.val();
        self.large_set.fill_page.next = self.fill_lvpn.val();
        self.large_set.fill_frame.next = bit_cast::<LARGE_FRAME, LPPN>(self.fill_lppn.val())
            | (bit_cast::<LARGE_FRAME, 4>(self.fill_perm.val()) << self.lppn_bits.val());
        self.large_set.look.next = 0.into();
        if self.lk_valid.val() && !self.large_flushed.val() {
            self.large_set.look.next = 1.into();
        }
        self.large_set.look_page[0].next = self.look_lvpn.val();
        self.found_large.next = self.large_set.found.val().any();
        self.base_set.fill.next = self.fills_base.val();
        self.base_set.fill_page.next = self.fill_vpn.val();
        self.base_set.fill_frame.next = bit_cast::<BASE_FRAME, PPN>(self.fill_ppn.val())
            | (bit_cast::<BASE_FRAME, 4>(self.fill_perm.val()) << self.ppn_bits.val());
        self.base_set.look.next = 0.into();
        if self.lk_valid.val() && (!self.base_flushed.val() && !self.found_large.val()) {
            self.base_set.look.next = 1.into();
        }
        self.base_set.look_page[0].next = self.lk_vpn.val();
        self.found_base.next = self.base_set.found.val().any();

        comment!("The flush.");
        self.base_mask.next = 0.into();
        self.large_mask.next = 0.into();
        if !self.flush_all.val() {
            self.base_mask.next = (!self.base_mask.val()) << self.slot_bits.val();
            self.large_mask.next = !self.large_mask.val();
        }
        self.base_set.clear.next = self.flush_valid.val() && (self.flush_all.val() || self.flush_kind.val());
        self.base_set.clear_page.next = bit_cast::<VPN, LVPN>(self.flush_lvpn.val()) << self.slot_bits.val();
        self.base_set.clear_mask.next = self.base_mask.val();
        self.large_set.clear.next = self.flush_valid.val();
        self.large_set.clear_page.next = self.flush_lvpn.val();
        self.large_set.clear_mask.next = self.large_mask.val();
        self.acknowledged.d.next = self.flush_valid.val();
        self.flush_ack.next = self.acknowledged.q.val();

        comment!("MSHRs.");
        self.misses.answer.next = self.fill_valid.val();
        self.misses.answer_vpn.next = self.fill_vpn.val();
        self.misses.again.next = self.fill_flushed.val();
        self.misses.miss.next = self.lk_valid.val() && (!self.found_large.val() && !self.found_base.val());
        self.misses.miss_vpn.next = self.lk_vpn.val();
        self.misses.miss_warp.next = self.lk_warp.val();
        self.misses.ask_ready.next = self.miss_ready.val();
        self.miss_valid.next = self.misses.ask.val();
        self.miss_vpn.next = self.misses.ask_vpn.val();

        comment!("The answer to the lookup.");
        self.large_found.next = self.large_set.frame[0].val();
        self.base_found.next = self.base_set.frame[0].val();
        self.hit.d.next = self.found_large.val() || self.found_base.val();
        self.pending.d.next = self.misses.waits.val();
        self.hit_large.d.next = self.found_large.val();
        self.hit_ppn.d.next = self.base_found.val().get_bits::<PPN>(0);
        self.hit_perm.d.next = self.base_found.val().get_bits::<4>(self.ppn_bits.val().index());
        if self.found_large.val() {
            self.hit_ppn.d.next =
                bit_cast::<PPN, LPPN>(self.large_found.val().get_bits::<LPPN>(0)) << self.slot_bits.val();
            self.hit_perm.d.next = self.large_found.val().get_bits::<4>(self.lppn_bits.val().index());
        }
        self.res_hit.next = self.hit.q.val();
        self.res_pending.next = self.pending.q.val();
        self.res_large.next = self.hit_large.q.val();
        self.res_ppn.next = self.hit_ppn.q.val();
        self.res_perm.next = self.hit_perm.q.val();

        comment!("The wake of those that have waited for the answer.");
        self.fill_frame.next = self.fill_ppn.val();
        if self.fill_large.val() {
            self.fill_frame.next = bit_cast::<PPN, LPPN>(self.fill_lppn.val()) << self.slot_bits.val();
        }
        self.woken.d.next = self.misses.frees.val();
        self.woken_waiters.d.next = 0.into();
        self.woken_large.d.next = false;
        self.woken_ppn.d.next = 0.into();
        self.woken_perm.d.next = 0.into();
        self.woken_fault.d.next = false;
        if self.misses.frees.val() {
            self.woken_waiters.d.next = self.misses.waiters.val();
            self.woken_fault.d.next = self.fill_fault.val();
            if !self.fill_fault.val() {
                self.woken_large.d.next = self.fill_large.val();
                self.woken_ppn.d.next = self.fill_frame.val();
                self.woken_perm.d.next = self.fill_perm.val();
            }
        }
        self.wake_valid.next = self.woken.q.val();
        self.wake_waiters.next = self.woken_waiters.q.val();
        self.wake_large.next = self.woken_large.q.val();
        self.wake_ppn.next = self.woken_ppn.q.val();
        self.wake_perm.next = self.woken_perm.q.val();
        self.wake_fault.next = self.woken_fault.q.val();
    }
}
