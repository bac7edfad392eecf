// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mosaic::params::Params;

use super::l2_tlb::L2Tlb;
use super::walker::Walker;
use crate::block;

block! {
    /// What translates addresses behind the TLBs of the SMs (specification section 5): Mosaic's shared TLB and its walker.
    /// Protocol: a lookup is accepted where `lk_ready` has its bit, and answered once: at `rsp_*` of its port if it hits, else at `wrsp_*`, with all
    /// lookups that wait for its page. Neither can be held up. The flushes at `l1fl_*` are behind the answers of their cycle.
    pub struct Xlat<
        CORES, CORE, PORTS, LANES, STAGES, SETS, SET, WAYS, WAY, ORDER, TOUCHES, LARGE, LARGE_WAY, CONTEXTS, CONTEXT, ASID, VPN, LVPN, PPN,
        LPPN, TABLE, ADDRESS, PAGE, LARGE_PAGE, KEY, FRAME, LANE_SETS, LANE_KEYS, LANE_FRAMES, LARGE_FRAME, LOOKUP, LOOKUPS, DRAIN, PORT_CORES, PORT_ASIDS,
        PORT_VPNS, PORT_PPNS, PORT_PERMS, PORT_PAGES
    > = "mosaic_xlat";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub lk_valid: Signal<In, Bits<PORTS>>,
    pub lk_core: Signal<In, Bits<PORT_CORES>>,
    pub lk_vpn: Signal<In, Bits<PORT_VPNS>>,
    pub wm_ready: Signal<In, Bit>,
    pub wd_valid: Signal<In, Bit>,
    pub wd_tag: Signal<In, Bits<CONTEXT>>,
    pub wd_pte: Signal<In, Bits<64>>,
    pub root_we: Signal<In, Bit>,
    pub root_core: Signal<In, Bits<CORE>>,
    pub root_ppn: Signal<In, Bits<TABLE>>,
    pub root_asid: Signal<In, Bits<ASID>>,
    pub fl_valid: Signal<In, Bit>,
    pub fl_asid: Signal<In, Bits<ASID>>,
    pub fl_lvpn: Signal<In, Bits<LVPN>>,
    pub fl_kind: Signal<In, Bit>,
    pub fl_space: Signal<In, Bit>,
    pub fl_all: Signal<In, Bit>,
    pub l1fl_ack: Signal<In, Bits<CORES>>,
    pub lk_ready: Signal<Out, Bits<PORTS>>,
    pub rsp_valid: Signal<Out, Bits<PORTS>>,
    pub rsp_core: Signal<Out, Bits<PORT_CORES>>,
    pub rsp_vpn: Signal<Out, Bits<PORT_VPNS>>,
    pub rsp_large: Signal<Out, Bits<PORTS>>,
    pub rsp_ppn: Signal<Out, Bits<PORT_PPNS>>,
    pub rsp_perm: Signal<Out, Bits<PORT_PERMS>>,
    pub wrsp_valid: Signal<Out, Bit>,
    pub wrsp_mask: Signal<Out, Bits<CORES>>,
    pub wrsp_vpn: Signal<Out, Bits<VPN>>,
    pub wrsp_large: Signal<Out, Bit>,
    pub wrsp_ppn: Signal<Out, Bits<PPN>>,
    pub wrsp_perm: Signal<Out, Bits<4>>,
    pub wrsp_fault: Signal<Out, Bit>,
    pub wm_valid: Signal<Out, Bit>,
    pub wm_addr: Signal<Out, Bits<ADDRESS>>,
    pub wm_depth: Signal<Out, Bits<3>>,
    pub wm_tag: Signal<Out, Bits<CONTEXT>>,
    pub fl_ready: Signal<Out, Bit>,
    pub fl_done: Signal<Out, Bit>,
    pub l1fl_valid: Signal<Out, Bit>,
    pub l1fl_mask: Signal<Out, Bits<CORES>>,
    pub l1fl_lvpn: Signal<Out, Bits<LVPN>>,
    pub l1fl_kind: Signal<Out, Bit>,
    pub l1fl_all: Signal<Out, Bit>,
    tlb: L2Tlb<
        CORES, CORE, PORTS, LANES, STAGES, SETS, SET, WAYS, WAY, ORDER, TOUCHES, LARGE, LARGE_WAY, ASID, VPN, LVPN, PPN, LPPN, PAGE,
        LARGE_PAGE, KEY, FRAME, LANE_SETS, LANE_KEYS, LANE_FRAMES, LARGE_FRAME, LOOKUP, LOOKUPS, DRAIN, PORT_CORES, PORT_ASIDS, PORT_VPNS, PORT_PPNS, PORT_PERMS
    > = L2Tlb::new(params),
    walker: Walker<
        CORES, CORE, PORTS, CONTEXTS, CONTEXT, ASID, VPN, LVPN, PPN, LPPN, TABLE, ADDRESS, PAGE, PORT_CORES, PORT_ASIDS, PORT_VPNS, PORT_PAGES
    > = Walker::new(params),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, tlb, walker);
        self.tlb.reset.next = self.reset.val();
        self.walker.reset.next = self.reset.val();

        self.tlb.lk_valid.next = self.lk_valid.val();
        self.tlb.lk_core.next = self.lk_core.val();
        self.tlb.lk_vpn.next = self.lk_vpn.val();
        self.lk_ready.next = self.tlb.lk_ready.val();
        self.rsp_valid.next = self.tlb.rsp_valid.val();
        self.rsp_core.next = self.tlb.rsp_core.val();
        self.rsp_vpn.next = self.tlb.rsp_vpn.val();
        self.rsp_large.next = self.tlb.rsp_large.val();
        self.rsp_ppn.next = self.tlb.rsp_ppn.val();
        self.rsp_perm.next = self.tlb.rsp_perm.val();

        self.walker.miss_valid.next = self.tlb.miss_valid.val();
        self.walker.miss_core.next = self.tlb.miss_core.val();
        self.walker.miss_asid.next = self.tlb.miss_asid.val();
        self.walker.miss_vpn.next = self.tlb.miss_vpn.val();
        self.tlb.miss_ready.next = self.walker.miss_ready.val();
        self.tlb.wrsp_valid.next = self.walker.wrsp_valid.val();
        self.tlb.wrsp_asid.next = self.walker.wrsp_asid.val();
        self.tlb.wrsp_vpn.next = self.walker.wrsp_vpn.val();
        self.tlb.wrsp_large.next = self.walker.wrsp_large.val();
        self.tlb.wrsp_ppn.next = self.walker.wrsp_ppn.val();
        self.tlb.wrsp_perm.next = self.walker.wrsp_perm.val();
        self.tlb.wrsp_fault.next = self.walker.wrsp_fault.val();
        self.wrsp_valid.next = self.walker.wrsp_valid.val();
        self.wrsp_mask.next = self.walker.wrsp_mask.val();
        self.wrsp_vpn.next = self.walker.wrsp_vpn.val();
        self.wrsp_large.next = self.walker.wrsp_large.val();
        self.wrsp_ppn.next = self.walker.wrsp_ppn.val();
        self.wrsp_perm.next = self.walker.wrsp_perm.val();
        self.wrsp_fault.next = self.walker.wrsp_fault.val();

        self.walker.wm_ready.next = self.wm_ready.val();
        self.walker.wd_valid.next = self.wd_valid.val();
        self.walker.wd_tag.next = self.wd_tag.val();
        self.walker.wd_pte.next = self.wd_pte.val();
        self.wm_valid.next = self.walker.wm_valid.val();
        self.wm_addr.next = self.walker.wm_addr.val();
        self.wm_depth.next = self.walker.wm_depth.val();
        self.wm_tag.next = self.walker.wm_tag.val();

        self.tlb.root_we.next = self.root_we.val();
        self.tlb.root_core.next = self.root_core.val();
        self.tlb.root_asid.next = self.root_asid.val();
        self.walker.root_we.next = self.root_we.val();
        self.walker.root_core.next = self.root_core.val();
        self.walker.root_ppn.next = self.root_ppn.val();

        self.tlb.fl_valid.next = self.fl_valid.val();
        self.tlb.fl_asid.next = self.fl_asid.val();
        self.tlb.fl_lvpn.next = self.fl_lvpn.val();
        self.tlb.fl_kind.next = self.fl_kind.val();
        self.tlb.fl_space.next = self.fl_space.val();
        self.tlb.fl_all.next = self.fl_all.val();
        self.fl_ready.next = self.tlb.fl_ready.val();
        self.fl_done.next = self.tlb.fl_done.val();
        self.walker.flush_valid.next = self.tlb.flush_valid.val();
        self.walker.flush_asid.next = self.tlb.flush_asid.val();
        self.walker.flush_lvpn.next = self.tlb.flush_lvpn.val();
        self.walker.flush_space.next = self.tlb.flush_space.val();
        self.walker.flush_all.next = self.tlb.flush_all.val();
        self.tlb.l1fl_ack.next = self.l1fl_ack.val();
        self.l1fl_valid.next = self.tlb.l1fl_valid.val();
        self.l1fl_mask.next = self.tlb.l1fl_mask.val();
        self.l1fl_lvpn.next = self.tlb.l1fl_lvpn.val();
        self.l1fl_kind.next = self.tlb.l1fl_kind.val();
        self.l1fl_all.next = self.tlb.l1fl_all.val();
    }
}
