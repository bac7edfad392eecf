// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mosaic::params::Params;

use super::walks::Walks;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::DffR;

block! {
    /// Mosaic's walker (specification sections 2.5 and 2.10), with the MSHRs of the shared TLB: lookups that have missed join the walk of their page or
    /// begin one. A walk reads an entry at each depth; the one above the last says whether the page lies in a large one, whose frame is in
    /// slot 0 of the last table. Protocol: a lookup is taken where `miss_ready` has its bit, and answered once, with all others of its page,
    /// at `wrsp_*`, which goes without a halt. Flushes are always taken; from the next cycle on nothing is answered that was read before.
    pub struct Walker<
        CORES, CORE, PORTS, CONTEXTS, CONTEXT, ASID, VPN, LVPN, PPN, LPPN, TABLE, ADDRESS, PAGE, PORT_CORES, PORT_ASIDS, PORT_VPNS,
        PORT_PAGES
    > = "mosaic_walker";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub miss_valid: Signal<In, Bits<PORTS>>,
    pub miss_core: Signal<In, Bits<PORT_CORES>>,
    pub miss_asid: Signal<In, Bits<PORT_ASIDS>>,
    pub miss_vpn: Signal<In, Bits<PORT_VPNS>>,
    pub wm_ready: Signal<In, Bit>,
    pub wd_valid: Signal<In, Bit>,
    pub wd_tag: Signal<In, Bits<CONTEXT>>,
    pub wd_pte: Signal<In, Bits<64>>,
    pub root_we: Signal<In, Bit>,
    pub root_core: Signal<In, Bits<CORE>>,
    pub root_ppn: Signal<In, Bits<TABLE>>,
    pub flush_valid: Signal<In, Bit>,
    pub flush_asid: Signal<In, Bits<ASID>>,
    pub flush_lvpn: Signal<In, Bits<LVPN>>,
    pub flush_space: Signal<In, Bit>,
    pub flush_all: Signal<In, Bit>,
    pub miss_ready: Signal<Out, Bits<PORTS>>,
    pub wrsp_valid: Signal<Out, Bit>,
    pub wrsp_mask: Signal<Out, Bits<CORES>>,
    pub wrsp_asid: Signal<Out, Bits<ASID>>,
    pub wrsp_vpn: Signal<Out, Bits<VPN>>,
    pub wrsp_large: Signal<Out, Bit>,
    pub wrsp_ppn: Signal<Out, Bits<PPN>>,
    pub wrsp_perm: Signal<Out, Bits<4>>,
    pub wrsp_fault: Signal<Out, Bit>,
    pub wm_valid: Signal<Out, Bit>,
    pub wm_addr: Signal<Out, Bits<ADDRESS>>,
    pub wm_depth: Signal<Out, Bits<3>>,
    pub wm_tag: Signal<Out, Bits<CONTEXT>>,
    /// The table of depth 1 of each SM.
    roots: Vec<DffR<Bits<TABLE>>> = array(CORES),
    reads: DffR<Bit>,
    read_address: DffR<Bits<ADDRESS>>,
    read_depth: DffR<Bits<3>>,
    read_tag: DffR<Bits<CONTEXT>>,
    answers: DffR<Bit>,
    answer_mask: DffR<Bits<CORES>>,
    answer_page: DffR<Bits<PAGE>>,
    answer_large: DffR<Bit>,
    answer_ppn: DffR<Bits<PPN>>,
    answer_perm: DffR<Bits<4>>,
    answer_fault: DffR<Bit>,
    walks: Walks<PORTS, CONTEXTS, CONTEXT, CORES, CORE, PAGE, TABLE, PORT_CORES, PORT_PAGES> =
        Walks::new(params.pt_levels),
    pages: Signal<Local, Bits<PORT_PAGES>>,
    vpn: Signal<Local, Bits<VPN>>,
    space: Signal<Local, Bits<ASID>>,
    page: Signal<Local, Bits<PAGE>>,
    /// The bits in which a page must be that which is flushed.
    mask: Signal<Local, Bits<PAGE>>,
    flushed_vpn: Signal<Local, Bits<VPN>>,
    free_read: Signal<Local, Bit>,
    at_root: Signal<Local, Bit>,
    node: Signal<Local, Bits<TABLE>>,
    below: Signal<Local, Bits<3>>,
    index: Signal<Local, Bits<VPN>>,
    slot: Signal<Local, Bits<9>>,
    ppn: Signal<Local, Bits<PPN>>,
    lppn: Signal<Local, Bits<LPPN>>,
    /// Bits of entries that mean nothing here, and of pages that are no part of an address.
    unused: Signal<Local, Bit>,
    asid_bits: Constant<Bits<32>> = Constant::new((ASID as u64).into()),
    vpn_bits: Constant<Bits<32>> = Constant::new((VPN as u64).into()),
    page_place: Vec<Constant<Bits<32>>> = (0..PORTS).map(|port| Constant::new(((port * PAGE) as u64).into())).collect(),
    /// Bits of the number of a base page in its large page.
    slot_bits: Constant<Bits<32>> = Constant::new(9.into()),
    top: Constant<Bits<3>> = Constant::new(1.into()),
    levels: Constant<Bits<3>> = Constant::new(u64::from(params.pt_levels).into()),
    /// Bits of a base page's offset above those of a table's.
    wider: Constant<Bits<32>> = Constant::new(u64::from(params.base_page_log2 - 12).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, reads, read_address, read_depth, read_tag);
        dff_setup!(self, clock, answers, answer_mask, answer_page, answer_large, answer_ppn, answer_perm, answer_fault);
        clock!(self, clock, walks);
        self.reads.reset.next = self.reset.val();
        self.read_address.reset.next = self.reset.val();
        self.read_depth.reset.next = self.reset.val();
        self.read_tag.reset.next = self.reset.val();
        self.answers.reset.next = self.reset.val();
        self.answer_mask.reset.next = self.reset.val();
        self.answer_page.reset.next = self.reset.val();
        self.answer_large.reset.next = self.reset.val();
        self.answer_ppn.reset.next = self.reset.val();
        self.answer_perm.reset.next = self.reset.val();
        self.answer_fault.reset.next = self.reset.val();
        self.walks.reset.next = self.reset.val();
        for i in 0..CORES {
            self.roots[i].clock.next = self.clock.val();
            self.roots[i].reset.next = self.reset.val();
            self.roots[i].d.next = self.roots[i].q.val();
        }
        if self.root_we.val() {
            for i in 0..CORES {
                if self.root_core.val() == i.to_bits() {
                    self.roots[i].d.next = self.root_ppn.val();
                }
            }
        }

        comment!("Lookups that have missed.");
        self.vpn.next = 0.into();
        self.space.next = 0.into();
        self.page.next = 0.into();
        self.pages.next = 0.into();
        for port in 0..PORTS {
            self.vpn.next = self.miss_vpn.val().get_bits::<VPN>(port * self.vpn_bits.val().index());
            self.space.next = self.miss_asid.val().get_bits::<ASID>(port * self.asid_bits.val().index());
            self.page.next = bit_cast::<PAGE, VPN>(self.vpn.val())
                | (bit_cast::<PAGE, ASID>(self.space.val()) << self.vpn_bits.val());
            self.pages.next =
                self.pages.val() | (bit_cast::<PORT_PAGES, PAGE>(self.page.val()) << self.page_place[port].val());
        }
        self.walks.misses.next = self.miss_valid.val();
        self.walks.cores.next = self.miss_core.val();
        self.walks.pages.next = self.pages.val();
        self.miss_ready.next = self.walks.room.val();

        comment!("A flush.");
        self.flushed_vpn.next = bit_cast::<VPN, LVPN>(self.flush_lvpn.val()) << self.slot_bits.val();
        self.mask.next = 0.into();
        if !self.flush_all.val() {
            self.mask.next = (!self.mask.val()) << self.slot_bits.val();
            if self.flush_space.val() {
                self.mask.next = (self.mask.val() >> self.vpn_bits.val()) << self.vpn_bits.val();
            }
        }
        self.walks.flush.next = self.flush_valid.val();
        self.walks.flush_page.next = bit_cast::<PAGE, VPN>(self.flushed_vpn.val())
            | (bit_cast::<PAGE, ASID>(self.flush_asid.val()) << self.vpn_bits.val());
        self.walks.flush_mask.next = self.mask.val();

        comment!("Entries that were read.");
        self.unused.next = (self.wd_pte.val().any() || self.walks.read_page.val().any())
            || self.walks.end_table.val().any();
        self.walks.data.next = self.wd_valid.val();
        self.walks.data_context.next = self.wd_tag.val();
        self.walks.data_valid.next = self.wd_pte.val().get_bit(0);
        self.walks.data_large.next = self.wd_pte.val().get_bit(7);
        self.walks.data_disabled.next = self.wd_pte.val().get_bit(10);
        self.walks.data_perm.next = self.wd_pte.val().get_bits::<4>(1);
        self.walks.data_table.next = self.wd_pte.val().get_bits::<TABLE>(12);

        comment!("The next read: 9 bits of the page's number for each depth; of a large page slot 0 of the last.");
        self.free_read.next = !self.reads.q.val() || self.wm_ready.val();
        self.walks.read.next = self.free_read.val();
        self.at_root.next = self.walks.read_depth.val() == self.top.val();
        self.node.next = self.walks.read_table.val();
        if self.at_root.val() {
            self.node.next = self.roots[self.walks.read_core.val().index()].q.val();
        }
        self.below.next = self.levels.val() - self.walks.read_depth.val();
        self.index.next = self.walks.read_page.val().get_bits::<VPN>(0);
        for i in 0..4 {
            if self.below.val() > i.to_bits() {
                self.index.next = self.index.val() >> 9;
            }
        }
        self.slot.next = self.index.val().get_bits::<9>(0);
        if !self.below.val().any() && self.walks.read_large.val() {
            self.slot.next = 0.into();
        }
        if self.free_read.val() {
            self.reads.d.next = self.walks.reads.val();
            self.read_address.d.next = 0.into();
            self.read_depth.d.next = 0.into();
            self.read_tag.d.next = 0.into();
            if self.walks.reads.val() {
                self.read_address.d.next = (bit_cast::<ADDRESS, TABLE>(self.node.val()) << 12)
                    | (bit_cast::<ADDRESS, 9>(self.slot.val()) << 3);
                self.read_depth.d.next = self.walks.read_depth.val();
                self.read_tag.d.next = self.walks.read_context.val();
            }
        }
        self.wm_valid.next = self.reads.q.val();
        self.wm_addr.next = self.read_address.q.val();
        self.wm_depth.next = self.read_depth.q.val();
        self.wm_tag.next = self.read_tag.q.val();

        comment!("The walk that ends.");
        self.ppn.next = self.walks.end_table.val().get_bits::<PPN>(self.wider.val().index());
        self.lppn.next = self.ppn.val().get_bits::<LPPN>(self.slot_bits.val().index());
        if self.walks.end_large.val() {
            self.ppn.next = bit_cast::<PPN, LPPN>(self.lppn.val()) << self.slot_bits.val();
        }
        self.answers.d.next = self.walks.ends.val();
        self.answer_mask.d.next = 0.into();
        self.answer_page.d.next = 0.into();
        self.answer_large.d.next = false;
        self.answer_ppn.d.next = 0.into();
        self.answer_perm.d.next = 0.into();
        self.answer_fault.d.next = false;
        if self.walks.ends.val() {
            self.answer_mask.d.next = self.walks.end_waiters.val();
            self.answer_page.d.next = self.walks.end_page.val();
            self.answer_fault.d.next = !self.walks.end_found.val();
            if self.walks.end_found.val() {
                self.answer_large.d.next = self.walks.end_large.val();
                self.answer_ppn.d.next = self.ppn.val();
                self.answer_perm.d.next = self.walks.end_perm.val();
            }
        }
        self.wrsp_valid.next = self.answers.q.val();
        self.wrsp_mask.next = self.answer_mask.q.val();
        self.wrsp_asid.next = self.answer_page.q.val().get_bits::<ASID>(self.vpn_bits.val().index());
        self.wrsp_vpn.next = self.answer_page.q.val().get_bits::<VPN>(0);
        self.wrsp_large.next = self.answer_large.q.val();
        self.wrsp_ppn.next = self.answer_ppn.q.val();
        self.wrsp_perm.next = self.answer_perm.q.val();
        self.wrsp_fault.next = self.answer_fault.q.val();
    }
}
