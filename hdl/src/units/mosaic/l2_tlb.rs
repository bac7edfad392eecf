// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mosaic::params::Params;

use super::l2_flush::L2Flush;
use super::tlb_cam::TlbCam;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{AheadStore, Dff, DffR};

block! {
    /// Mosaic's shared TLB (specification sections 2.6 and 2.10): entries for base pages in sets, and a content-addressed store for large ones, by
    /// address space. Within a cycle: the walk that has ended fills, a base page in the next cycle; large entries are probed, lookups are resolved, a
    /// flush goes on. Base pages are looked up in the cycle before, lane 0 what a walk has found, lane p+1 port p.
    /// Protocol: a lookup is accepted where `lk_ready` has its bit, and answered `l2_lat` cycles later by a large hit; else, with `l2_serial` after as
    /// many cycles more, by any hit, or it is offered to the walker, whose answer it gets. What the walker does not take is probed again, `l2_lat`
    /// cycles each time; a port takes no lookup in the cycle in which one goes through it again.
    pub struct L2Tlb<
        CORES, CORE, PORTS, LANES, STAGES, SETS, SET, WAYS, WAY, ORDER, TOUCHES, LARGE, LARGE_WAY, ASID, VPN, LVPN, PPN, LPPN,
        PAGE, LARGE_PAGE, KEY, FRAME, LANE_SETS, LANE_KEYS, LANE_FRAMES, LARGE_FRAME, LOOKUP, LOOKUPS, DRAIN, PORT_CORES, PORT_ASIDS, PORT_VPNS, PORT_PPNS,
        PORT_PERMS
    > = "mosaic_l2_tlb";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub lk_valid: Signal<In, Bits<PORTS>>,
    pub lk_core: Signal<In, Bits<PORT_CORES>>,
    pub lk_vpn: Signal<In, Bits<PORT_VPNS>>,
    pub miss_ready: Signal<In, Bits<PORTS>>,
    pub wrsp_valid: Signal<In, Bit>,
    pub wrsp_asid: Signal<In, Bits<ASID>>,
    pub wrsp_vpn: Signal<In, Bits<VPN>>,
    pub wrsp_large: Signal<In, Bit>,
    pub wrsp_ppn: Signal<In, Bits<PPN>>,
    pub wrsp_perm: Signal<In, Bits<4>>,
    pub wrsp_fault: Signal<In, Bit>,
    pub root_we: Signal<In, Bit>,
    pub root_core: Signal<In, Bits<CORE>>,
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
    pub miss_valid: Signal<Out, Bits<PORTS>>,
    pub miss_core: Signal<Out, Bits<PORT_CORES>>,
    pub miss_asid: Signal<Out, Bits<PORT_ASIDS>>,
    pub miss_vpn: Signal<Out, Bits<PORT_VPNS>>,
    pub flush_valid: Signal<Out, Bit>,
    pub flush_asid: Signal<Out, Bits<ASID>>,
    pub flush_lvpn: Signal<Out, Bits<LVPN>>,
    pub flush_space: Signal<Out, Bit>,
    pub flush_all: Signal<Out, Bit>,
    pub fl_ready: Signal<Out, Bit>,
    pub fl_done: Signal<Out, Bit>,
    pub l1fl_valid: Signal<Out, Bit>,
    pub l1fl_mask: Signal<Out, Bits<CORES>>,
    pub l1fl_lvpn: Signal<Out, Bits<LVPN>>,
    pub l1fl_kind: Signal<Out, Bit>,
    pub l1fl_all: Signal<Out, Bit>,
    /// The address space of each SM.
    spaces: Vec<DffR<Bits<ASID>>> = array(CORES),
    /// Lookups of the cycles before, the latest first; those among them whose base pages are probed, too; and all of what they are of.
    flying: Vec<DffR<Bits<PORTS>>> = array(STAGES),
    ending: Vec<Dff<Bits<PORTS>>> = array(STAGES),
    stage: Vec<Dff<Bits<LOOKUPS>>> = array(STAGES),
    /// Of the lookups that are resolved, those whose large page was found, and its frame.
    large_hit: DffR<Bits<PORTS>>,
    large_held: Vec<Dff<Bits<LARGE_FRAME>>> = array(PORTS),
    /// Lookups that go through once more, and those of them that are offered to the walker before.
    again: DffR<Bits<PORTS>>,
    offered: DffR<Bits<PORTS>>,
    returned: Dff<Bits<LOOKUPS>>,
    hit: DffR<Bits<PORTS>>,
    hit_core: DffR<Bits<PORT_CORES>>,
    hit_vpn: DffR<Bits<PORT_VPNS>>,
    hit_large: DffR<Bits<PORTS>>,
    hit_ppn: DffR<Bits<PORT_PPNS>>,
    hit_perm: DffR<Bits<PORT_PERMS>>,
    large_set: TlbCam<PORTS, LANES, LARGE, LARGE_WAY, LARGE_PAGE, LARGE_FRAME> = TlbCam::new(),
    /// The walk that has ended in a base page in the last cycle; its key, its frame, and its set as one bit of a word.
    filling: DffR<Bit>,
    filling_key: Dff<Bits<KEY>>,
    filling_frame: Dff<Bits<FRAME>>,
    filling_set: Dff<Bits<SETS>>,
    /// Of each lane: its set, the ways that hold its page as the cycle begins, and whether that is the page of lane 0.
    lane_sets: Dff<Bits<LANE_SETS>>,
    lane_ways: Dff<Bits<TOUCHES>>,
    with_fill: Dff<Bits<LANES>>,
    base_set: AheadStore<
        LANES, LANES, SETS, SET, WAYS, WAY, ORDER, TOUCHES, TOUCHES, KEY, FRAME, LANE_SETS, LANE_FRAMES, LANE_SETS, LANE_KEYS
    > = AheadStore::new(),
    steps: L2Flush<CORES, ASID, LVPN, SETS, SET, DRAIN> = L2Flush::new(drain(params)),
    ready: Signal<Local, Bits<PORTS>>,
    accepted: Signal<Local, Bits<PORTS>>,
    stays: Signal<Local, Bits<PORTS>>,
    core: Signal<Local, Bits<CORE>>,
    vpn: Signal<Local, Bits<VPN>>,
    lookup: Signal<Local, Bits<LOOKUP>>,
    entering: Signal<Local, Bits<LOOKUPS>>,
    entering_last: Signal<Local, Bits<PORTS>>,
    /// The lookups whose large pages are probed, and those that are resolved, of which these are at their end.
    probed: Signal<Local, Bits<LOOKUPS>>,
    lookups: Signal<Local, Bits<LOOKUPS>>,
    due: Signal<Local, Bits<PORTS>>,
    at_end: Signal<Local, Bits<PORTS>>,
    fill_page: Signal<Local, Bits<PAGE>>,
    fill_lppn: Signal<Local, Bits<LPPN>>,
    fills_base: Signal<Local, Bit>,
    /// Base pages that are looked up for the next cycle.
    next_page: Vec<Signal<Local, Bits<PAGE>>> = array(LANES),
    next_sets: Signal<Local, Bits<LANE_SETS>>,
    next_keys: Signal<Local, Bits<LANE_KEYS>>,
    one_set: Signal<Local, Bits<SET>>,
    one_key: Signal<Local, Bits<KEY>>,
    ways: Signal<Local, Bits<WAYS>>,
    next_ways: Signal<Local, Bits<TOUCHES>>,
    next_with_fill: Signal<Local, Bits<LANES>>,
    first_ways: Signal<Local, Bits<WAYS>>,
    asked_lanes: Signal<Local, Bits<LANES>>,
    looks: Signal<Local, Bits<LANES>>,
    /// Bits of the mask in which a page, or the set to be invalidated, is another one than that which is flushed.
    apart: Signal<Local, Bits<PAGE>>,
    apart_set: Signal<Local, Bits<SET>>,
    /// The page that is flushed, and the bits in which a page must be that.
    flush_page: Signal<Local, Bits<PAGE>>,
    flush_mask: Signal<Local, Bits<PAGE>>,
    base_found: Signal<Local, Bits<PORTS>>,
    /// Whether lane 0 finds its page is not needed.
    unused: Signal<Local, Bit>,
    frames: Signal<Local, Bits<LANE_FRAMES>>,
    one_frame: Signal<Local, Bits<FRAME>>,
    one_large: Signal<Local, Bits<LARGE_FRAME>>,
    found: Signal<Local, Bits<PORTS>>,
    asker: Signal<Local, Bits<CORE>>,
    asked: Signal<Local, Bits<VPN>>,
    ppn: Signal<Local, Bits<PPN>>,
    perm: Signal<Local, Bits<4>>,
    answered_core: Signal<Local, Bits<PORT_CORES>>,
    answered_vpn: Signal<Local, Bits<PORT_VPNS>>,
    answered_ppn: Signal<Local, Bits<PORT_PPNS>>,
    answered_perm: Signal<Local, Bits<PORT_PERMS>>,
    missed_core: Signal<Local, Bits<PORT_CORES>>,
    missed_asid: Signal<Local, Bits<PORT_ASIDS>>,
    missed_vpn: Signal<Local, Bits<PORT_VPNS>>,
    misser: Signal<Local, Bits<CORE>>,
    missed: Signal<Local, Bits<VPN>>,
    asid: Signal<Local, Bits<ASID>>,
    serial: Constant<Bit> = Constant::new(params.l2_serial),
    last_stage: Constant<Bits<32>> = Constant::new((STAGES as u64 - 1).into()),
    probed_stage: Constant<Bits<32>> = Constant::new((STAGES as u64 - 2).into()),
    /// Bits of the number of a base page in its large page.
    slot_bits: Constant<Bits<32>> = Constant::new(9.into()),
    core_bits: Constant<Bits<32>> = Constant::new((CORE as u64).into()),
    vpn_bits: Constant<Bits<32>> = Constant::new((VPN as u64).into()),
    page_bits: Constant<Bits<32>> = Constant::new((PAGE as u64).into()),
    set_bits: Constant<Bits<32>> = Constant::new((SET as u64).into()),
    way_bits: Constant<Bits<32>> = Constant::new((WAYS as u64).into()),
    first_set: Constant<Bits<SETS>> = Constant::new(1.into()),
    lookup_bits: Constant<Bits<32>> = Constant::new((LOOKUP as u64).into()),
    frame_bits: Constant<Bits<32>> = Constant::new((FRAME as u64).into()),
    /// Permissions lie above the frame.
    ppn_bits: Constant<Bits<32>> = Constant::new((PPN as u64).into()),
    lppn_bits: Constant<Bits<32>> = Constant::new((LPPN as u64).into()),
    /// Places of what is there for each port.
    cores_place: Vec<Constant<Bits<32>>> = (0..PORTS).map(|port| Constant::new(((port * CORE) as u64).into())).collect(),
    asids_place: Vec<Constant<Bits<32>>> = (0..PORTS).map(|port| Constant::new(((port * ASID) as u64).into())).collect(),
    vpns_place: Vec<Constant<Bits<32>>> = (0..PORTS).map(|port| Constant::new(((port * VPN) as u64).into())).collect(),
    ppns_place: Vec<Constant<Bits<32>>> = (0..PORTS).map(|port| Constant::new(((port * PPN) as u64).into())).collect(),
    lookups_place: Vec<Constant<Bits<32>>> = (0..PORTS).map(|port| Constant::new(((port * LOOKUP) as u64).into())).collect(),
    /// Places of what is there for each lane.
    set_place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * SET) as u64).into())).collect(),
    key_place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * KEY) as u64).into())).collect(),
    way_place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * WAYS) as u64).into())).collect(),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, filling, large_hit, again, offered, hit, hit_core, hit_vpn, hit_large, hit_ppn, hit_perm);
        clock!(self, clock, returned, large_set, base_set, steps, filling_key, filling_frame, filling_set, lane_sets, lane_ways, with_fill);
        self.filling.reset.next = self.reset.val();
        self.large_hit.reset.next = self.reset.val();
        self.again.reset.next = self.reset.val();
        self.offered.reset.next = self.reset.val();
        self.hit.reset.next = self.reset.val();
        self.hit_core.reset.next = self.reset.val();
        self.hit_vpn.reset.next = self.reset.val();
        self.hit_large.reset.next = self.reset.val();
        self.hit_ppn.reset.next = self.reset.val();
        self.hit_perm.reset.next = self.reset.val();
        self.large_set.reset.next = self.reset.val();
        self.base_set.reset.next = self.reset.val();
        self.steps.reset.next = self.reset.val();
        for i in 0..CORES {
            self.spaces[i].clock.next = self.clock.val();
            self.spaces[i].reset.next = self.reset.val();
            self.spaces[i].d.next = self.spaces[i].q.val();
        }
        if self.root_we.val() {
            for i in 0..CORES {
                if self.root_core.val() == i.to_bits() {
                    self.spaces[i].d.next = self.root_asid.val();
                }
            }
        }
        for i in 0..STAGES {
            self.flying[i].clock.next = self.clock.val();
            self.flying[i].reset.next = self.reset.val();
            self.ending[i].clock.next = self.clock.val();
            self.stage[i].clock.next = self.clock.val();
        }
        for port in 0..PORTS {
            self.large_held[port].clock.next = self.clock.val();
        }

        comment!("Lookups come in, with the address space of their SM, or go through once more.");
        self.ready.next = 0.into();
        if !self.steps.busy.val() {
            self.ready.next = !self.again.q.val();
        }
        self.lk_ready.next = self.ready.val();
        self.accepted.next = self.lk_valid.val() & self.ready.val();
        self.stays.next = self.again.q.val() & (!(self.offered.q.val() & self.miss_ready.val()));
        self.core.next = 0.into();
        self.vpn.next = 0.into();
        self.lookup.next = 0.into();
        self.entering.next = 0.into();
        for port in 0..PORTS {
            self.core.next = self.lk_core.val().get_bits::<CORE>(port * self.core_bits.val().index());
            self.vpn.next = self.lk_vpn.val().get_bits::<VPN>(port * self.vpn_bits.val().index());
            self.lookup.next = (bit_cast::<LOOKUP, VPN>(self.vpn.val())
                | (bit_cast::<LOOKUP, ASID>(self.spaces[self.core.val().index()].q.val()) << self.vpn_bits.val()))
                | (bit_cast::<LOOKUP, CORE>(self.core.val()) << self.page_bits.val());
            if self.again.q.val().get_bit(port) {
                self.lookup.next = self.returned.q.val().get_bits::<LOOKUP>(port * self.lookup_bits.val().index());
            }
            self.entering.next =
                self.entering.val() | (bit_cast::<LOOKUPS, LOOKUP>(self.lookup.val()) << self.lookups_place[port].val());
        }
        self.entering_last.next = self.again.q.val();
        if !self.serial.val() {
            self.entering_last.next = self.again.q.val() | self.accepted.val();
        }
        self.flying[0].d.next = self.accepted.val() | self.stays.val();
        self.ending[0].d.next = self.entering_last.val();
        self.stage[0].d.next = self.entering.val();
        for i in 0..(STAGES - 1) {
            self.flying[i + 1].d.next = self.flying[i].q.val();
        }
        for i in 0..(STAGES - 1) {
            self.ending[i + 1].d.next = self.ending[i].q.val();
        }
        for i in 0..(STAGES - 1) {
            self.stage[i + 1].d.next = self.stage[i].q.val();
        }

        comment!("A flush.");
        self.steps.flush.next = self.fl_valid.val();
        self.steps.asid.next = self.fl_asid.val();
        self.steps.lvpn.next = self.fl_lvpn.val();
        self.steps.base.next = self.fl_kind.val();
        self.steps.space.next = self.fl_space.val();
        self.steps.all.next = self.fl_all.val();
        self.fills_base.next = (self.wrsp_valid.val() && !self.wrsp_large.val()) && !self.wrsp_fault.val();
        self.steps.filled.next = self.filling.q.val();
        for i in 0..CORES {
            self.steps.spaces[i].next = self.spaces[i].q.val();
        }
        self.steps.acknowledged.next = self.l1fl_ack.val();
        self.flush_page.next =
            (bit_cast::<PAGE, LVPN>(self.steps.of_lvpn.val()) << self.slot_bits.val())
                | (bit_cast::<PAGE, ASID>(self.steps.of_asid.val()) << self.vpn_bits.val());
        self.flush_mask.next = 0.into();
        if !self.steps.of_all.val() {
            self.flush_mask.next = (!self.flush_mask.val()) << self.slot_bits.val();
            if self.steps.of_space.val() {
                self.flush_mask.next = (self.flush_mask.val() >> self.vpn_bits.val()) << self.vpn_bits.val();
            }
        }
        self.fl_ready.next = !self.steps.busy.val();
        self.fl_done.next = self.steps.done.val();
        self.flush_valid.next = self.steps.tells.val();
        self.flush_asid.next = 0.into();
        self.flush_lvpn.next = 0.into();
        self.flush_space.next = self.steps.tells.val() && self.steps.of_space.val();
        self.flush_all.next = self.steps.tells.val() && self.steps.of_all.val();
        if self.steps.tells.val() {
            self.flush_asid.next = self.steps.of_asid.val();
            self.flush_lvpn.next = self.steps.of_lvpn.val();
        }
        self.l1fl_valid.next = self.steps.sends.val();
        self.l1fl_mask.next = 0.into();
        self.l1fl_lvpn.next = 0.into();
        self.l1fl_kind.next = self.steps.sends.val() && self.steps.of_base.val();
        self.l1fl_all.next =
            self.steps.sends.val() && (self.steps.of_space.val() || self.steps.of_all.val());
        if self.steps.sends.val() {
            self.l1fl_mask.next = self.steps.waits_for.val();
            self.l1fl_lvpn.next = self.steps.of_lvpn.val();
        }

        comment!("Large entries: the walk that has ended, and lookups that are resolved in the next cycle.");
        self.fill_page.next = bit_cast::<PAGE, VPN>(self.wrsp_vpn.val())
            | (bit_cast::<PAGE, ASID>(self.wrsp_asid.val()) << self.vpn_bits.val());
        self.fill_lppn.next = self.wrsp_ppn.val().get_bits::<LPPN>(self.slot_bits.val().index());
        self.large_set.fill.next = (self.wrsp_valid.val() && self.wrsp_large.val()) && !self.wrsp_fault.val();
        self.large_set.fill_page.next = self.fill_page.val().get_bits::<LARGE_PAGE>(self.slot_bits.val().index());
        self.large_set.fill_frame.next = bit_cast::<LARGE_FRAME, LPPN>(self.fill_lppn.val())
            | (bit_cast::<LARGE_FRAME, 4>(self.wrsp_perm.val()) << self.lppn_bits.val());
        self.probed.next = self.stage[self.probed_stage.val().index()].q.val();
        self.large_set.look.next = 0.into();
        if !self.steps.clears_large.val() {
            self.large_set.look.next = self.flying[self.probed_stage.val().index()].q.val();
        }
        for port in 0..PORTS {
            self.large_set.look_page[port].next = self.probed.val().get_bits::<LARGE_PAGE>(
                port * self.lookup_bits.val().index() + self.slot_bits.val().index(),
            );
        }
        self.large_set.clear.next = self.steps.clears_large.val();
        self.large_set.clear_page.next = self.flush_page.val().get_bits::<LARGE_PAGE>(self.slot_bits.val().index());
        self.large_set.clear_mask.next = self.flush_mask.val().get_bits::<LARGE_PAGE>(self.slot_bits.val().index());
        self.large_hit.d.next = self.large_set.found.val();
        for port in 0..PORTS {
            self.large_held[port].d.next = self.large_set.frame[port].val();
        }

        comment!("Base entries of what is resolved in the next cycle, without those that are invalidated in this one.");
        self.next_page[0].next = self.fill_page.val();
        for port in 0..PORTS {
            self.next_page[port + 1].next = self.probed.val().get_bits::<PAGE>(port * self.lookup_bits.val().index());
        }
        self.asked_lanes.next =
            bit_cast::<LANES, PORTS>(self.flying[self.probed_stage.val().index()].q.val()) << 1;
        if self.fills_base.val() {
            self.asked_lanes.next = self.asked_lanes.val() | 1;
        }
        self.next_sets.next = 0.into();
        self.next_keys.next = 0.into();
        self.one_set.next = 0.into();
        self.one_key.next = 0.into();
        self.next_with_fill.next = 0.into();
        for lane in 0..LANES {
            self.one_set.next = self.next_page[lane].val().get_bits::<SET>(0);
            self.one_key.next = self.next_page[lane].val().get_bits::<KEY>(self.set_bits.val().index());
            self.next_sets.next = self.next_sets.val()
                | (bit_cast::<LANE_SETS, SET>(self.one_set.val()) << self.set_place[lane].val());
            self.next_keys.next = self.next_keys.val()
                | (bit_cast::<LANE_KEYS, KEY>(self.one_key.val()) << self.key_place[lane].val());
            self.next_with_fill.next = self.next_with_fill.val().replace_bit(
                lane,
                self.next_page[lane].val() == self.fill_page.val(),
            );
        }
        self.base_set.asked.next = self.asked_lanes.val();
        self.base_set.asked_sets.next = self.next_sets.val();
        self.base_set.asked_keys.next = self.next_keys.val();
        self.next_ways.next = 0.into();
        self.ways.next = 0.into();
        self.apart.next = 0.into();
        for lane in 0..LANES {
            self.ways.next = self.base_set.next_hits.val().get_bits::<WAYS>(lane * self.way_bits.val().index());
            self.apart.next = (self.next_page[lane].val() ^ self.flush_page.val()) & self.flush_mask.val();
            if (self.steps.clears_set.val() && !self.apart.val().any())
                && (self.next_page[lane].val().get_bits::<SET>(0) == self.steps.set.val())
            {
                self.ways.next = 0.into();
            }
            self.next_ways.next = self.next_ways.val()
                | (bit_cast::<TOUCHES, WAYS>(self.ways.val()) << self.way_place[lane].val());
        }
        self.lane_sets.d.next = self.next_sets.val();
        self.lane_ways.d.next = self.next_ways.val();
        self.with_fill.d.next = self.next_with_fill.val();
        self.filling.d.next = self.fills_base.val();
        self.filling_key.d.next = self.fill_page.val().get_bits::<KEY>(self.set_bits.val().index());
        self.filling_frame.d.next = bit_cast::<FRAME, PPN>(self.wrsp_ppn.val())
            | (bit_cast::<FRAME, 4>(self.wrsp_perm.val()) << self.ppn_bits.val());
        self.filling_set.d.next = self.first_set.val() << self.fill_page.val().get_bits::<SET>(0);

        comment!("A page that is filled and here already is only used; then lookups are resolved, and a set is invalidated.");
        self.lookups.next = self.stage[self.last_stage.val().index()].q.val();
        self.due.next = self.flying[self.last_stage.val().index()].q.val();
        self.at_end.next = self.ending[self.last_stage.val().index()].q.val();
        self.looks.next =
            bit_cast::<LANES, PORTS>((self.due.val() & self.at_end.val()) & (!self.large_hit.q.val())) << 1;
        if self.filling.q.val() {
            self.looks.next = self.looks.val() | 1;
        }
        self.base_set.looks.next = self.looks.val();
        self.base_set.sets.next = self.lane_sets.q.val();
        self.base_set.hits.next = self.lane_ways.q.val();
        self.first_ways.next = self.lane_ways.q.val().get_bits::<WAYS>(0);
        self.base_set.fill.next = self.filling.q.val() && !self.first_ways.val().any();
        self.base_set.this_set.next = self.lane_sets.q.val().get_bits::<SET>(0);
        self.base_set.this_set_bit.next = self.filling_set.q.val();
        self.base_set.key.next = self.filling_key.q.val();
        self.base_set.frame.next = self.filling_frame.q.val();
        self.base_set.with_fill.next = self.with_fill.q.val();
        self.apart.next = (bit_cast::<PAGE, SET>(self.steps.set.val()) ^ self.flush_page.val()) & self.flush_mask.val();
        self.apart_set.next = self.apart.val().get_bits::<SET>(0);
        self.base_set.clear.next = self.steps.clears_set.val() && !self.apart_set.val().any();
        self.base_set.clear_set.next = self.steps.set.val();
        self.base_set.clear_key.next = self.flush_page.val().get_bits::<KEY>(self.set_bits.val().index());
        self.base_set.clear_mask.next = self.flush_mask.val().get_bits::<KEY>(self.set_bits.val().index());
        self.base_found.next = self.base_set.found.val().get_bits::<PORTS>(1);
        self.unused.next = self.base_set.found.val().get_bit(0);
        self.frames.next = self.base_set.frames.val();

        comment!("Lookups are answered, or go through once more, at their end if the walker does not take them.");
        self.found.next = (self.large_hit.q.val() | self.base_found.val()) & self.due.val();
        self.again.d.next = self.due.val() & (!self.found.val());
        self.offered.d.next = (self.due.val() & (!self.found.val())) & self.at_end.val();
        self.returned.d.next = self.lookups.val();
        self.answered_core.next = 0.into();
        self.answered_vpn.next = 0.into();
        self.answered_ppn.next = 0.into();
        self.answered_perm.next = 0.into();
        self.asker.next = 0.into();
        self.asked.next = 0.into();
        self.one_frame.next = 0.into();
        self.one_large.next = 0.into();
        self.ppn.next = 0.into();
        self.perm.next = 0.into();
        for port in 0..PORTS {
            if self.found.val().get_bit(port) {
                self.asker.next = self.lookups.val().get_bits::<CORE>(
                    port * self.lookup_bits.val().index() + self.page_bits.val().index(),
                );
                self.asked.next = self.lookups.val().get_bits::<VPN>(port * self.lookup_bits.val().index());
                self.answered_core.next = self.answered_core.val()
                    | (bit_cast::<PORT_CORES, CORE>(self.asker.val()) << self.cores_place[port].val());
                self.answered_vpn.next = self.answered_vpn.val()
                    | (bit_cast::<PORT_VPNS, VPN>(self.asked.val()) << self.vpns_place[port].val());
                self.one_frame.next = self.frames.val().get_bits::<FRAME>((port + 1) * self.frame_bits.val().index());
                self.ppn.next = self.one_frame.val().get_bits::<PPN>(0);
                self.perm.next = self.one_frame.val().get_bits::<4>(self.ppn_bits.val().index());
                if self.large_hit.q.val().get_bit(port) {
                    self.one_large.next = self.large_held[port].q.val();
                    self.ppn.next =
                        bit_cast::<PPN, LPPN>(self.one_large.val().get_bits::<LPPN>(0)) << self.slot_bits.val();
                    self.perm.next = self.one_large.val().get_bits::<4>(self.lppn_bits.val().index());
                }
                self.answered_ppn.next = self.answered_ppn.val()
                    | (bit_cast::<PORT_PPNS, PPN>(self.ppn.val()) << self.ppns_place[port].val());
                for b in 0..4 {
                    self.answered_perm.next =
                        self.answered_perm.val().replace_bit(4 * port + b, self.perm.val().get_bit(b));
                }
            }
        }
        self.hit.d.next = self.found.val();
        self.hit_core.d.next = self.answered_core.val();
        self.hit_vpn.d.next = self.answered_vpn.val();
        self.hit_large.d.next = self.large_hit.q.val() & self.due.val();
        self.hit_ppn.d.next = self.answered_ppn.val();
        self.hit_perm.d.next = self.answered_perm.val();
        self.rsp_valid.next = self.hit.q.val();
        self.rsp_core.next = self.hit_core.q.val();
        self.rsp_vpn.next = self.hit_vpn.q.val();
        self.rsp_large.next = self.hit_large.q.val();
        self.rsp_ppn.next = self.hit_ppn.q.val();
        self.rsp_perm.next = self.hit_perm.q.val();

        comment!("Lookups for the walker.");
        self.missed_core.next = 0.into();
        self.missed_asid.next = 0.into();
        self.missed_vpn.next = 0.into();
        self.misser.next = 0.into();
        self.missed.next = 0.into();
        self.asid.next = 0.into();
        for port in 0..PORTS {
            if self.offered.q.val().get_bit(port) {
                self.asid.next = self.returned.q.val().get_bits::<ASID>(
                    port * self.lookup_bits.val().index() + self.vpn_bits.val().index(),
                );
                self.misser.next = self.returned.q.val().get_bits::<CORE>(
                    port * self.lookup_bits.val().index() + self.page_bits.val().index(),
                );
                self.missed.next = self.returned.q.val().get_bits::<VPN>(port * self.lookup_bits.val().index());
                self.missed_core.next = self.missed_core.val()
                    | (bit_cast::<PORT_CORES, CORE>(self.misser.val()) << self.cores_place[port].val());
                self.missed_asid.next = self.missed_asid.val()
                    | (bit_cast::<PORT_ASIDS, ASID>(self.asid.val()) << self.asids_place[port].val());
                self.missed_vpn.next = self.missed_vpn.val()
                    | (bit_cast::<PORT_VPNS, VPN>(self.missed.val()) << self.vpns_place[port].val());
            }
        }
        self.miss_valid.next = self.offered.q.val();
        self.miss_core.next = self.missed_core.val();
        self.miss_asid.next = self.missed_asid.val();
        self.miss_vpn.next = self.missed_vpn.val();
    }
}

/// Cycles, beside its first, in which a flush waits for lookups that were accepted before it.
fn drain(params: &Params) -> u32 {
    let rounds = if params.l2_serial { 2 } else { 1 };
    rounds * params.l2_lat - 2
}
