// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mask::params::Params;

use super::tlb_replay::TlbReplay;
use super::tlb_walks::TlbWalks;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{AheadStore, Dff, DffR};

block! {
    /// MASK's shared L2 TLB with its bypass cache and the page table walker (specification sections 2.1, 2.3 to 2.5 and 2.9).
    /// In a cycle: flush, fill, replay, port 0, port 1, data of walk reads, a root. Lane 0 is the fill or the replayed lookup, lane p+1 port p.
    /// Pages are looked up in the cycle before they are resolved, in flight and at the head of the queue.
    /// Protocol: lookups are answered `l2tlb_latency` cycles after they were accepted, or by a walk. All outputs are registers, or follow from registers alone.
    pub struct L2Tlb<
        CORES, CORE, WARP, APPS, APP, ASID, PORTS, LANES, ASKED, STAGES, SETS, SET, WAYS, WAY, ORDER, TOUCHES, HITS, BYPASS, BYPASS_WAY,
        BYPASS_ORDER, BYPASS_TOUCHES, BYPASS_HITS, CONTEXTS, CONTEXT, NEXT_WALKS, WALKS, DEPTH, POINTER, COUNT, FLUSH, VPN, PPN, TABLE,
        ADDRESS, PAGE, KEY, FRAME, FRAMES, LANE_SETS, ASKED_SETS, ASKED_KEYS, ASKED_PAGES, LOOKUP, RECORDS, LOOKUPS, CANDIDATES, ALL_CORES,
        ALL_WARPS, ALL_VPNS, ALL_PPNS, ALL_PERMS, SHARES, LIVES
    > = "mask_l2_tlb";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub lk_valid: Signal<In, Bits<PORTS>>,
    pub lk_core: Signal<In, Bits<ALL_CORES>>,
    pub lk_warp: Signal<In, Bits<ALL_WARPS>>,
    pub lk_vpn: Signal<In, Bits<ALL_VPNS>>,
    pub wm_ready: Signal<In, Bit>,
    pub wd_valid: Signal<In, Bit>,
    pub wd_tag: Signal<In, Bits<CONTEXT>>,
    pub wd_pte: Signal<In, Bits<64>>,
    pub root_we: Signal<In, Bit>,
    pub root_core: Signal<In, Bits<CORE>>,
    pub root_ppn: Signal<In, Bits<TABLE>>,
    pub root_asid: Signal<In, Bits<ASID>>,
    pub root_app: Signal<In, Bits<APP>>,
    pub flush_req: Signal<In, Bit>,
    pub flush_all: Signal<In, Bit>,
    pub flush_asid: Signal<In, Bits<ASID>>,
    pub en_tokens: Signal<In, Bit>,
    pub seen: Signal<In, Bits<APPS>>,
    pub share: Signal<In, Bits<SHARES>>,
    pub lk_ready: Signal<Out, Bits<PORTS>>,
    pub res_valid: Signal<Out, Bits<PORTS>>,
    pub res_hit: Signal<Out, Bits<PORTS>>,
    pub res_bypass: Signal<Out, Bits<PORTS>>,
    pub res_core: Signal<Out, Bits<ALL_CORES>>,
    pub res_vpn: Signal<Out, Bits<ALL_VPNS>>,
    pub res_ppn: Signal<Out, Bits<ALL_PPNS>>,
    pub res_perm: Signal<Out, Bits<ALL_PERMS>>,
    pub wrsp_valid: Signal<Out, Bit>,
    pub wrsp_walk: Signal<Out, Bit>,
    pub wrsp_mask: Signal<Out, Bits<CORES>>,
    pub wrsp_vpn: Signal<Out, Bits<VPN>>,
    pub wrsp_ppn: Signal<Out, Bits<PPN>>,
    pub wrsp_perm: Signal<Out, Bits<4>>,
    pub wrsp_fault: Signal<Out, Bit>,
    pub wm_valid: Signal<Out, Bit>,
    pub wm_addr: Signal<Out, Bits<ADDRESS>>,
    pub wm_depth: Signal<Out, Bits<3>>,
    pub wm_app: Signal<Out, Bits<APP>>,
    pub wm_tag: Signal<Out, Bits<CONTEXT>>,
    pub flush_ready: Signal<Out, Bit>,
    pub flush_ack: Signal<Out, Bit>,
    pub ptw_live: Signal<Out, Bits<LIVES>>,
    /// The root registers.
    tables: Vec<DffR<Bits<TABLE>>> = array(CORES),
    spaces: Vec<DffR<Bits<ASID>>> = array(CORES),
    apps: Vec<DffR<Bits<APP>>> = array(CORES),
    /// Lookups of the cycles before, the latest first.
    flying: Vec<DffR<Bits<PORTS>>> = array(STAGES),
    stage: Vec<Dff<Bits<RECORDS>>> = array(STAGES),
    /// Lookups in flight.
    flights: DffR<Bits<COUNT>>,
    /// What each lane's page has as the cycle begins: ways of the main array, entries of the bypass cache, a walk.
    lane_ways: Dff<Bits<TOUCHES>>,
    lane_entries: Dff<Bits<BYPASS_TOUCHES>>,
    lane_walks: Dff<Bits<WALKS>>,
    /// The set of the page that is filled, as one bit of a word: who is evicted is known so much earlier.
    end_set: Dff<Bits<SETS>>,
    flushing: DffR<Bit>,
    flush_cycle: DffR<Bits<FLUSH>>,
    flushes_all: Dff<Bit>,
    flushed: Dff<Bits<ASID>>,
    acknowledged: DffR<Bit>,
    /// Walks of each application, but for those that the cycle before has begun: the lanes that did, and the application of each lane.
    live: DffR<Bits<LIVES>>,
    began: DffR<Bits<LANES>>,
    began_for: Vec<Dff<Bits<APP>>> = array(LANES),
    counted: DffR<Bits<PORTS>>,
    hit: DffR<Bits<PORTS>>,
    hit_bypass: DffR<Bits<PORTS>>,
    hit_core: DffR<Bits<ALL_CORES>>,
    hit_vpn: DffR<Bits<ALL_VPNS>>,
    hit_ppn: DffR<Bits<ALL_PPNS>>,
    hit_perm: DffR<Bits<ALL_PERMS>>,
    answer: DffR<Bit>,
    answer_walk: DffR<Bit>,
    answer_mask: DffR<Bits<CORES>>,
    answer_vpn: DffR<Bits<VPN>>,
    answer_ppn: DffR<Bits<PPN>>,
    answer_perm: DffR<Bits<4>>,
    answer_fault: DffR<Bit>,
    reads: DffR<Bit>,
    read_vpn: DffR<Bits<VPN>>,
    read_core: DffR<Bits<CORE>>,
    read_table: DffR<Bits<TABLE>>,
    read_depth: DffR<Bits<3>>,
    read_app: DffR<Bits<APP>>,
    read_tag: DffR<Bits<CONTEXT>>,
    main: AheadStore<
        LANES, ASKED, SETS, SET, WAYS, WAY, ORDER, TOUCHES, HITS, KEY, FRAME, LANE_SETS, FRAMES, ASKED_SETS, ASKED_KEYS
    > = AheadStore::new(),
    /// Content-addressed: one set.
    bypass: AheadStore<
        LANES, ASKED, 1, 1, BYPASS, BYPASS_WAY, BYPASS_ORDER, BYPASS_TOUCHES, BYPASS_HITS, PAGE, FRAME, LANES, FRAMES, ASKED, ASKED_PAGES
    > = AheadStore::new(),
    walks: TlbWalks<
        LANES, ASKED, CONTEXTS, CONTEXT, CORES, CORE, WARP, APPS, APP, ASID, PAGE, LOOKUP, LOOKUPS, TABLE, ASKED_PAGES, NEXT_WALKS, WALKS,
        SHARES
    > = TlbWalks::new(params.pt_levels),
    replay: TlbReplay<DEPTH, LOOKUP, POINTER, COUNT> = TlbReplay::new(),
    ready: Signal<Local, Bits<PORTS>>,
    accepted: Signal<Local, Bits<PORTS>>,
    records: Signal<Local, Bits<RECORDS>>,
    lookup: Signal<Local, Bits<LOOKUP>>,
    core: Signal<Local, Bits<CORE>>,
    warp: Signal<Local, Bits<WARP>>,
    vpn: Signal<Local, Bits<VPN>>,
    due: Signal<Local, Bits<PORTS>>,
    replays: Signal<Local, Bit>,
    held: Signal<Local, Bit>,
    held_next: Signal<Local, Bit>,
    clears: Signal<Local, Bit>,
    first_clear: Signal<Local, Bit>,
    /// Cycles since the first set was invalidated, and the set whose turn it is.
    past: Signal<Local, Bits<FLUSH>>,
    set: Signal<Local, Bits<SET>>,
    lookups: Signal<Local, Bits<LOOKUPS>>,
    /// From lane 2 on.
    behind: Signal<Local, Bits<LOOKUPS>>,
    one_set: Signal<Local, Bits<SET>>,
    /// What is looked up for the next cycle: the head of the queue, the one behind it, and what is due then.
    due_next: Signal<Local, Bits<ASKED>>,
    coming: Signal<Local, Bits<RECORDS>>,
    next_lookups: Signal<Local, Bits<CANDIDATES>>,
    asked_page: Signal<Local, Bits<PAGE>>,
    asked_pages: Signal<Local, Bits<ASKED_PAGES>>,
    asked_sets: Signal<Local, Bits<ASKED_SETS>>,
    asked_keys: Signal<Local, Bits<ASKED_KEYS>>,
    next_main: Signal<Local, Bits<TOUCHES>>,
    next_bypass: Signal<Local, Bits<BYPASS_TOUCHES>>,
    next_walks: Signal<Local, Bits<WALKS>>,
    /// The page that is filled, and the set of each lane.
    end_page: Signal<Local, Bits<PAGE>>,
    sets: Signal<Local, Bits<LANE_SETS>>,
    with_fill: Signal<Local, Bits<LANES>>,
    /// The bits in which a page must be that which is flushed.
    flush_mask: Signal<Local, Bits<PAGE>>,
    flush_page: Signal<Local, Bits<PAGE>>,
    ppn: Signal<Local, Bits<PPN>>,
    frame: Signal<Local, Bits<FRAME>>,
    looks: Signal<Local, Bits<LANES>>,
    found: Signal<Local, Bits<LANES>>,
    frames: Signal<Local, Bits<FRAMES>>,
    asker: Signal<Local, Bits<CORE>>,
    asked: Signal<Local, Bits<VPN>>,
    one_frame: Signal<Local, Bits<FRAME>>,
    answered_core: Signal<Local, Bits<ALL_CORES>>,
    answered_vpn: Signal<Local, Bits<ALL_VPNS>>,
    answered_ppn: Signal<Local, Bits<ALL_PPNS>>,
    answered_perm: Signal<Local, Bits<ALL_PERMS>>,
    misses: Signal<Local, Bits<LANES>>,
    unused: Signal<Local, Bit>,
    resolved: Signal<Local, Bits<LANES>>,
    waits: Signal<Local, Bits<3>>,
    end_app: Signal<Local, Bits<APP>>,
    free_read: Signal<Local, Bit>,
    node: Signal<Local, Bits<TABLE>>,
    index: Signal<Local, Bits<64>>,
    lookups_here: Signal<Local, Bits<COUNT>>,
    stay: Signal<Local, Bits<COUNT>>,
    one_more: Signal<Local, Bits<COUNT>>,
    two_more: Signal<Local, Bits<COUNT>>,
    /// Accepted: one, and two.
    one_comes: Signal<Local, Bit>,
    two_come: Signal<Local, Bit>,
    /// Walks of an application, and those of them that the cycle before has begun.
    walkers: Signal<Local, Bits<7>>,
    newcomers: Signal<Local, Bits<7>>,
    all_live: Signal<Local, Bits<LIVES>>,
    live_next: Signal<Local, Bits<LIVES>>,
    one_core: Constant<Bits<CORES>> = Constant::new(1.into()),
    first_set: Constant<Bits<SETS>> = Constant::new(1.into()),
    last_port: Constant<Bits<32>> = Constant::new((PORTS as u64 - 1).into()),
    last_stage: Constant<Bits<32>> = Constant::new((STAGES as u64 - 1).into()),
    stage_before: Constant<Bits<32>> = Constant::new((STAGES as u64 - 2).into()),
    most: Constant<Bits<COUNT>> = Constant::new((DEPTH as u64 - 2).into()),
    /// Cycles of a flush after which walks are held, sets are invalidated, and it is over.
    hold: Constant<Bits<FLUSH>> = Constant::new((STAGES as u64).into()),
    invalidate: Constant<Bits<FLUSH>> = Constant::new((STAGES as u64 + 1).into()),
    flush_last: Constant<Bits<FLUSH>> = Constant::new((STAGES as u64 + 1 + SETS as u64).into()),
    lookup_bits: Constant<Bits<32>> = Constant::new((LOOKUP as u64).into()),
    set_bits: Constant<Bits<32>> = Constant::new((SET as u64).into()),
    way_bits: Constant<Bits<32>> = Constant::new((WAYS as u64).into()),
    entry_bits: Constant<Bits<32>> = Constant::new((BYPASS as u64).into()),
    context_bits: Constant<Bits<32>> = Constant::new((CONTEXTS as u64).into()),
    core_bits: Constant<Bits<32>> = Constant::new((CORE as u64).into()),
    warp_bits: Constant<Bits<32>> = Constant::new((WARP as u64).into()),
    vpn_bits: Constant<Bits<32>> = Constant::new((VPN as u64).into()),
    frame_bits: Constant<Bits<32>> = Constant::new((FRAME as u64).into()),
    /// Places in a lookup: page, warp, SM, application.
    space_place: Constant<Bits<32>> = Constant::new((VPN as u64).into()),
    warp_place: Constant<Bits<32>> = Constant::new((PAGE as u64).into()),
    core_place: Constant<Bits<32>> = Constant::new(((PAGE + WARP) as u64).into()),
    app_place: Constant<Bits<32>> = Constant::new(((PAGE + WARP + CORE) as u64).into()),
    lookup_place: Vec<Constant<Bits<32>>> = (0..PORTS).map(|port| Constant::new(((port * LOOKUP) as u64).into())).collect(),
    /// Places of what is asked for, and of a lane's set.
    page_place: Vec<Constant<Bits<32>>> = (0..ASKED).map(|a| Constant::new(((a * PAGE) as u64).into())).collect(),
    key_place: Vec<Constant<Bits<32>>> = (0..ASKED).map(|a| Constant::new(((a * KEY) as u64).into())).collect(),
    set_place: Vec<Constant<Bits<32>>> = (0..ASKED).map(|a| Constant::new(((a * SET) as u64).into())).collect(),
    cores_place: Vec<Constant<Bits<32>>> = (0..PORTS).map(|port| Constant::new(((port * CORE) as u64).into())).collect(),
    vpns_place: Vec<Constant<Bits<32>>> = (0..PORTS).map(|port| Constant::new(((port * VPN) as u64).into())).collect(),
    ppns_place: Vec<Constant<Bits<32>>> = (0..PORTS).map(|port| Constant::new(((port * PPN) as u64).into())).collect(),
    /// What is left of a page's number for the depths below the first.
    levels: Constant<Bits<3>> = Constant::new(u64::from(params.pt_levels).into()),
    /// Bits of a page's offset above those of a table's.
    wider: Constant<Bits<32>> = Constant::new(u64::from(params.page_bits - 12).into()),
    top: Constant<Bits<3>> = Constant::new(1.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, live, began, flights, flushing, flush_cycle, acknowledged, reads, answer);
        dff_setup!(self, clock, counted, hit, hit_bypass, hit_core, hit_vpn, hit_ppn, hit_perm, answer_walk, answer_mask);
        dff_setup!(self, clock, answer_vpn, answer_ppn, answer_perm, answer_fault, read_depth, read_app, read_tag);
        dff_setup!(self, clock, read_vpn, read_core, read_table);
        clock!(self, clock, flushes_all, flushed, main, bypass, walks, replay);
        clock!(self, clock, lane_ways, lane_entries, lane_walks, end_set);
        self.flights.reset.next = self.reset.val();
        self.flushing.reset.next = self.reset.val();
        self.flush_cycle.reset.next = self.reset.val();
        self.acknowledged.reset.next = self.reset.val();
        self.counted.reset.next = self.reset.val();
        self.hit.reset.next = self.reset.val();
        self.hit_bypass.reset.next = self.reset.val();
        self.hit_core.reset.next = self.reset.val();
        self.hit_vpn.reset.next = self.reset.val();
        self.hit_ppn.reset.next = self.reset.val();
        self.hit_perm.reset.next = self.reset.val();
        self.answer.reset.next = self.reset.val();
        self.answer_walk.reset.next = self.reset.val();
        self.answer_mask.reset.next = self.reset.val();
        self.answer_vpn.reset.next = self.reset.val();
        self.answer_ppn.reset.next = self.reset.val();
        self.answer_perm.reset.next = self.reset.val();
        self.answer_fault.reset.next = self.reset.val();
        self.reads.reset.next = self.reset.val();
        self.read_vpn.reset.next = self.reset.val();
        self.read_core.reset.next = self.reset.val();
        self.read_table.reset.next = self.reset.val();
        self.read_depth.reset.next = self.reset.val();
        self.read_app.reset.next = self.reset.val();
        self.read_tag.reset.next = self.reset.val();
        self.main.reset.next = self.reset.val();
        self.bypass.reset.next = self.reset.val();
        self.walks.reset.next = self.reset.val();
        self.replay.reset.next = self.reset.val();
        self.flushes_all.d.next = self.flushes_all.q.val();
        self.flushed.d.next = self.flushed.q.val();
        for i in 0..CORES {
            self.tables[i].clock.next = self.clock.val();
            self.tables[i].reset.next = self.reset.val();
            self.tables[i].d.next = self.tables[i].q.val();
            self.spaces[i].clock.next = self.clock.val();
            self.spaces[i].reset.next = self.reset.val();
            self.spaces[i].d.next = self.spaces[i].q.val();
            self.apps[i].clock.next = self.clock.val();
            self.apps[i].reset.next = self.reset.val();
            self.apps[i].d.next = self.apps[i].q.val();
        }
        for i in 0..STAGES {
            self.flying[i].clock.next = self.clock.val();
            self.flying[i].reset.next = self.reset.val();
            self.stage[i].clock.next = self.clock.val();
        }
        self.live.reset.next = self.reset.val();
        self.began.reset.next = self.reset.val();

        comment!("The walk that ends fills the main array, if the warp that began it held a token in the cycle before, else the bypass cache.");
        self.walks.en_tokens.next = self.en_tokens.val();
        self.walks.seen.next = self.seen.val();
        self.walks.share.next = self.share.val();
        self.end_page.next = self.walks.end_lookup.val().get_bits::<PAGE>(0);
        self.end_app.next = self.walks.end_lookup.val().get_bits::<APP>(self.app_place.val().index());
        self.end_set.d.next = self.first_set.val() << self.walks.next_end.val().get_bits::<SET>(0);

        comment!("Lookups come in, with the address space and the application of their SM.");
        self.ready.next = 0.into();
        self.lookups_here.next = self.flights.q.val() + self.replay.words.val();
        if !self.flushing.q.val() && (self.lookups_here.val() <= self.most.val()) {
            self.ready.next = !self.ready.val();
            if self.walks.fills_main.val() {
                self.ready.next = self.ready.val().replace_bit(self.last_port.val().index(), false);
            }
        }
        self.lk_ready.next = self.ready.val();
        self.accepted.next = self.lk_valid.val() & self.ready.val();
        self.records.next = 0.into();
        self.core.next = 0.into();
        self.warp.next = 0.into();
        self.vpn.next = 0.into();
        for port in 0..PORTS {
            self.core.next = self.lk_core.val().get_bits::<CORE>(port * self.core_bits.val().index());
            self.warp.next = self.lk_warp.val().get_bits::<WARP>(port * self.warp_bits.val().index());
            self.vpn.next = self.lk_vpn.val().get_bits::<VPN>(port * self.vpn_bits.val().index());
            self.lookup.next = ((bit_cast::<LOOKUP, VPN>(self.vpn.val())
                | (bit_cast::<LOOKUP, ASID>(self.spaces[self.core.val().index()].q.val()) << self.space_place.val()))
                | ((bit_cast::<LOOKUP, WARP>(self.warp.val()) << self.warp_place.val())
                    | (bit_cast::<LOOKUP, CORE>(self.core.val()) << self.core_place.val())))
                | (bit_cast::<LOOKUP, APP>(self.apps[self.core.val().index()].q.val()) << self.app_place.val());
            self.records.next =
                self.records.val() | (bit_cast::<RECORDS, LOOKUP>(self.lookup.val()) << self.lookup_place[port].val());
        }
        self.flying[0].d.next = self.accepted.val();
        self.stage[0].d.next = self.records.val();
        for i in 0..(STAGES - 1) {
            self.flying[i + 1].d.next = self.flying[i].q.val();
        }
        for i in 0..(STAGES - 1) {
            self.stage[i + 1].d.next = self.stage[i].q.val();
        }
        self.due.next = self.flying[self.last_stage.val().index()].q.val();
        self.stay.next = self.flights.q.val();
        for port in 0..PORTS {
            if self.due.val().get_bit(port) {
                self.stay.next = self.stay.val() - 1;
            }
        }
        self.one_more.next = self.stay.val() + 1;
        self.two_more.next = self.stay.val() + 2;
        self.one_comes.next = false;
        self.two_come.next = false;
        for port in 0..PORTS {
            if self.accepted.val().get_bit(port) {
                self.two_come.next = self.one_comes.val();
                self.one_comes.next = true;
            }
        }
        self.flights.d.next = self.stay.val();
        if self.two_come.val() {
            self.flights.d.next = self.two_more.val();
        } else if self.one_comes.val() {
            self.flights.d.next = self.one_more.val();
        }

        comment!("A flush: walks are held, then sets are invalidated one by one.");
        self.held.next = self.flushing.q.val() && (self.flush_cycle.q.val() >= self.invalidate.val());
        self.held_next.next = self.flushing.q.val() && (self.flush_cycle.q.val() >= self.hold.val());
        self.first_clear.next = self.flushing.q.val() && (self.flush_cycle.q.val() == self.invalidate.val());
        self.clears.next = self.held.val() && (self.flush_cycle.q.val() != self.flush_last.val());
        self.past.next = self.flush_cycle.q.val() - self.invalidate.val();
        self.set.next = self.past.val().get_bits::<SET>(0);
        self.flush_ready.next = !self.flushing.q.val();
        self.flush_ack.next = self.acknowledged.q.val();
        self.acknowledged.d.next = false;
        if self.flushing.q.val() {
            self.flush_cycle.d.next = self.flush_cycle.q.val() + 1;
            if self.flush_cycle.q.val() == self.flush_last.val() {
                self.flushing.d.next = false;
                self.acknowledged.d.next = true;
            }
        } else if self.flush_req.val() {
            self.flushing.d.next = true;
            self.flush_cycle.d.next = 0.into();
        }
        if !self.flushing.q.val() && self.flush_req.val() {
            self.flushes_all.d.next = self.flush_all.val();
            self.flushed.d.next = self.flush_asid.val();
        }

        comment!("Lane 0: the walk that ends, or the oldest lookup that waits.");
        self.replays.next = (!self.replay.empty.val() && self.walks.room.val())
            && (!self.walks.ends.val() && !self.held.val());
        self.replay.pop.next = self.replays.val();
        self.lookups.next = (bit_cast::<LOOKUPS, RECORDS>(self.stage[self.last_stage.val().index()].q.val())
            << self.lookup_bits.val())
            | bit_cast::<LOOKUPS, LOOKUP>(self.replay.head.val());
        self.one_set.next = 0.into();
        self.sets.next = bit_cast::<LANE_SETS, SET>(self.replay.head.val().get_bits::<SET>(0));
        if self.walks.ends.val() {
            self.sets.next = bit_cast::<LANE_SETS, SET>(self.end_page.val().get_bits::<SET>(0));
        }
        for port in 0..PORTS {
            self.one_set.next = self.lookups.val().get_bits::<SET>((port + 1) * self.lookup_bits.val().index());
            self.sets.next = self.sets.val()
                | ((bit_cast::<LANE_SETS, SET>(self.one_set.val()) << self.set_bits.val()) << self.set_place[port].val());
        }
        self.looks.next = bit_cast::<LANES, PORTS>(self.due.val()) << 1;
        if self.replays.val() {
            self.looks.next = self.looks.val() | 1;
        }

        comment!("What is looked up for the next cycle.");
        self.due_next.next = (bit_cast::<ASKED, PORTS>(self.flying[self.stage_before.val().index()].q.val()) << 1) << 1;
        if !self.replay.empty.val() {
            self.due_next.next = self.due_next.val() | 1;
        }
        if !self.replay.lone.val() {
            self.due_next.next = self.due_next.val() | 2;
        }
        self.coming.next = self.stage[self.stage_before.val().index()].q.val();
        self.next_lookups.next = bit_cast::<CANDIDATES, RECORDS>(self.coming.val()) << self.lookup_bits.val();
        self.next_lookups.next =
            self.next_lookups.val() | bit_cast::<CANDIDATES, LOOKUP>(self.replay.behind_head.val());
        self.next_lookups.next = (self.next_lookups.val() << self.lookup_bits.val())
            | bit_cast::<CANDIDATES, LOOKUP>(self.replay.head.val());
        self.asked_page.next = 0.into();
        self.asked_pages.next = 0.into();
        self.asked_sets.next = 0.into();
        self.asked_keys.next = 0.into();
        for a in 0..ASKED {
            self.asked_page.next = self.next_lookups.val().get_bits::<PAGE>(a * self.lookup_bits.val().index());
            self.asked_pages.next = self.asked_pages.val()
                | (bit_cast::<ASKED_PAGES, PAGE>(self.asked_page.val()) << self.page_place[a].val());
            self.asked_sets.next = self.asked_sets.val()
                | (bit_cast::<ASKED_SETS, SET>(self.asked_page.val().get_bits::<SET>(0)) << self.set_place[a].val());
            self.asked_keys.next = self.asked_keys.val()
                | (bit_cast::<ASKED_KEYS, KEY>(self.asked_page.val().get_bits::<KEY>(self.set_bits.val().index()))
                    << self.key_place[a].val());
        }
        self.walks.asked.next = self.due_next.val();
        self.walks.asked_pages.next = self.asked_pages.val();
        self.main.asked.next = self.due_next.val();
        self.main.asked_sets.next = self.asked_sets.val();
        self.main.asked_keys.next = self.asked_keys.val();
        self.bypass.asked.next = self.due_next.val();
        self.bypass.asked_sets.next = 0.into();
        self.bypass.asked_keys.next = self.asked_pages.val();
        comment!("If the head stays it is lane 0 again, else the one behind it.");
        self.next_main.next = self.main.next_hits.val().get_bits::<TOUCHES>(self.way_bits.val().index());
        self.next_bypass.next = self.bypass.next_hits.val().get_bits::<BYPASS_TOUCHES>(self.entry_bits.val().index());
        self.next_walks.next = self.walks.next_walks.val().get_bits::<WALKS>(self.context_bits.val().index());
        if !self.replays.val() {
            self.next_main.next = ((self.next_main.val() >> self.way_bits.val()) << self.way_bits.val())
                | bit_cast::<TOUCHES, WAYS>(self.main.next_hits.val().get_bits::<WAYS>(0));
            self.next_bypass.next = ((self.next_bypass.val() >> self.entry_bits.val()) << self.entry_bits.val())
                | bit_cast::<BYPASS_TOUCHES, BYPASS>(self.bypass.next_hits.val().get_bits::<BYPASS>(0));
            self.next_walks.next = ((self.next_walks.val() >> self.context_bits.val()) << self.context_bits.val())
                | bit_cast::<WALKS, CONTEXTS>(self.walks.next_walks.val().get_bits::<CONTEXTS>(0));
        }
        self.lane_ways.d.next = self.next_main.val();
        self.lane_entries.d.next = self.next_bypass.val();
        self.lane_walks.d.next = self.next_walks.val();

        comment!("What the lanes find, behind a fill or an invalidation.");
        self.ppn.next = self.walks.end_table.val().get_bits::<PPN>(self.wider.val().index());
        self.frame.next = (bit_cast::<FRAME, PPN>(self.ppn.val()) << 4)
            | bit_cast::<FRAME, 4>(self.walks.end_perm.val());
        self.with_fill.next = self.walks.with_end.val() | 1;
        self.flush_mask.next = 0.into();
        if !self.flushes_all.q.val() {
            self.flush_mask.next = (!self.flush_mask.val()) << self.vpn_bits.val();
        }
        self.flush_page.next = bit_cast::<PAGE, ASID>(self.flushed.q.val()) << self.vpn_bits.val();
        self.main.looks.next = self.looks.val();
        self.bypass.looks.next = self.looks.val();
        if self.walks.fills_main.val() {
            self.main.looks.next = self.looks.val() | 1;
        } else if self.walks.fills_bypass.val() {
            self.bypass.looks.next = self.looks.val() | 1;
        }
        self.main.sets.next = self.sets.val();
        self.main.hits.next = self.lane_ways.q.val();
        self.main.this_set.next = self.end_page.val().get_bits::<SET>(0);
        self.main.this_set_bit.next = self.end_set.q.val();
        self.main.fill.next = self.walks.fills_main.val();
        self.main.key.next = self.end_page.val().get_bits::<KEY>(self.set_bits.val().index());
        self.main.frame.next = self.frame.val();
        self.main.with_fill.next = self.with_fill.val();
        self.main.clear.next = self.clears.val();
        self.main.clear_set.next = self.set.val();
        self.main.clear_key.next = self.flush_page.val().get_bits::<KEY>(self.set_bits.val().index());
        self.main.clear_mask.next = self.flush_mask.val().get_bits::<KEY>(self.set_bits.val().index());
        self.bypass.sets.next = 0.into();
        self.bypass.hits.next = self.lane_entries.q.val();
        self.bypass.this_set.next = 0.into();
        self.bypass.this_set_bit.next = 1.into();
        self.bypass.fill.next = self.walks.fills_bypass.val();
        self.bypass.key.next = self.end_page.val();
        self.bypass.frame.next = self.frame.val();
        self.bypass.with_fill.next = self.with_fill.val();
        self.bypass.clear.next = self.first_clear.val();
        self.bypass.clear_set.next = 0.into();
        self.bypass.clear_key.next = self.flush_page.val();
        self.bypass.clear_mask.next = self.flush_mask.val();
        self.found.next = (self.main.found.val() | self.bypass.found.val()) & self.looks.val();
        self.frames.next = self.main.frames.val() | self.bypass.frames.val();
        self.misses.next = self.looks.val() & (!self.found.val());

        comment!("Misses join a walk, begin one, or wait.");
        self.walks.lookups.next = self.lookups.val();
        self.walks.lane_walks.next = self.lane_walks.q.val();
        self.walks.looking.next = self.looks.val().any();
        self.walks.misses.next = self.misses.val();
        self.walks.queued.next = !(self.replay.empty.val() || (self.replays.val() && self.replay.lone.val()));
        self.waits.next = bit_cast::<3, LANES>(
            (self.misses.val() & (!self.walks.joined.val())) & (!self.walks.begun.val()));
        self.replay.push_first.next = self.waits.val().get_bit(1);
        self.replay.first_data.next = self.lookups.val().get_bits::<LOOKUP>(self.lookup_bits.val().index());
        self.replay.push_second.next = self.waits.val().get_bit(2);
        self.behind.next = (self.lookups.val() >> self.lookup_bits.val()) >> self.lookup_bits.val();
        self.replay.second_data.next = self.behind.val().get_bits::<LOOKUP>(0);
        comment!("Walks of each application: those that begin count a cycle later, so that a hit that is evicted has not to reach the sums.");
        self.began.d.next = self.walks.begun.val();
        for lane in 0..LANES {
            self.began_for[lane].clock.next = self.clock.val();
            self.began_for[lane].d.next =
                self.lookups.val().get_bits::<APP>(lane * self.lookup_bits.val().index() + self.app_place.val().index());
        }
        self.walkers.next = 0.into();
        self.newcomers.next = 0.into();
        self.all_live.next = self.live.q.val();
        self.live_next.next = self.live.q.val();
        if self.walks.ends.val() || self.began.q.val().any() {
            for i in 0..APPS {
                self.newcomers.next = 0.into();
                for lane in 0..LANES {
                    if self.began.q.val().get_bit(lane) && (self.began_for[lane].q.val() == i.to_bits()) {
                        self.newcomers.next = self.newcomers.val() + 1;
                    }
                }
                self.walkers.next = self.live.q.val().get_bits::<7>(i * 7) + self.newcomers.val();
                for b in 0..7 {
                    self.all_live.next = self.all_live.val().replace_bit(7 * i + b, self.walkers.val().get_bit(b));
                }
                if self.walks.ends.val() && (self.end_app.val() == i.to_bits()) {
                    self.walkers.next = self.walkers.val() - 1;
                }
                for b in 0..7 {
                    self.live_next.next = self.live_next.val().replace_bit(7 * i + b, self.walkers.val().get_bit(b));
                }
            }
        }
        self.live.d.next = self.live_next.val();
        self.ptw_live.next = self.all_live.val();

        comment!("What walks are told.");
        self.walks.held.next = self.held.val();
        self.walks.held_next.next = self.held_next.val();
        self.walks.poison.next = self.first_clear.val();
        self.walks.poison_all.next = self.flushes_all.q.val();
        self.walks.poison_asid.next = self.flushed.q.val();
        self.walks.data.next = self.wd_valid.val();
        self.walks.data_context.next = self.wd_tag.val();
        self.walks.data_valid.next = self.wd_pte.val().get_bit(0);
        self.walks.data_perm.next = self.wd_pte.val().get_bits::<4>(1);
        self.walks.data_table.next = self.wd_pte.val().get_bits::<TABLE>(12);

        comment!("Walk reads: 9 bits of the page's number for each depth.");
        self.free_read.next = !self.reads.q.val() || self.wm_ready.val();
        self.walks.read.next = self.free_read.val();
        if self.free_read.val() {
            self.reads.d.next = self.walks.reads.val();
            self.read_depth.d.next = 0.into();
            self.read_app.d.next = 0.into();
            self.read_tag.d.next = 0.into();
            if self.walks.reads.val() {
                self.read_vpn.d.next = self.walks.read_lookup.val().get_bits::<VPN>(0);
                self.read_core.d.next = self.walks.read_lookup.val().get_bits::<CORE>(self.core_place.val().index());
                self.read_table.d.next = self.walks.read_table.val();
                self.read_depth.d.next = self.walks.read_depth.val();
                self.read_app.d.next = self.walks.read_lookup.val().get_bits::<APP>(self.app_place.val().index());
                self.read_tag.d.next = self.walks.read_context.val();
            }
        }
        self.node.next = self.read_table.q.val();
        if self.read_depth.q.val() == self.top.val() {
            self.node.next = self.tables[self.read_core.q.val().index()].q.val();
        }
        self.index.next = bit_cast::<64, VPN>(self.read_vpn.q.val());
        for i in 0..4 {
            if (self.levels.val() - self.read_depth.q.val()) > i.to_bits() {
                self.index.next = self.index.val() >> 9;
            }
        }
        self.wm_valid.next = self.reads.q.val();
        self.wm_addr.next = 0.into();
        if self.reads.q.val() {
            self.wm_addr.next = (bit_cast::<ADDRESS, TABLE>(self.node.val()) << 12)
                | (bit_cast::<ADDRESS, 9>(self.index.val().get_bits::<9>(0)) << 3);
        }
        self.wm_depth.next = self.read_depth.q.val();
        self.wm_app.next = self.read_app.q.val();
        self.wm_tag.next = self.read_tag.q.val();

        comment!("What of a lookup and of an entry nothing depends on.");
        self.unused.next = (self.walks.read_lookup.val().any()
            || ((self.walks.end_lookup.val().any() || self.walks.next_end.val().any()) || self.wd_pte.val().any()))
            || (self.behind.val().any() || (self.past.val().any() || self.waits.val().any()));

        comment!("Answers of the ports.");
        self.resolved.next = self.looks.val() & (!self.walks.joined.val());
        self.counted.d.next = self.resolved.val().get_bits::<PORTS>(1);
        self.hit.d.next = self.found.val().get_bits::<PORTS>(1);
        self.hit_bypass.d.next = self.bypass.found.val().get_bits::<PORTS>(1) & self.looks.val().get_bits::<PORTS>(1);
        self.answered_core.next = 0.into();
        self.answered_vpn.next = 0.into();
        self.answered_ppn.next = 0.into();
        self.answered_perm.next = 0.into();
        self.asker.next = 0.into();
        self.asked.next = 0.into();
        self.one_frame.next = 0.into();
        for port in 0..PORTS {
            self.asker.next = self.lookups.val().get_bits::<CORE>(
                (port + 1) * self.lookup_bits.val().index() + self.core_place.val().index(),
            );
            self.asked.next = self.lookups.val().get_bits::<VPN>((port + 1) * self.lookup_bits.val().index());
            self.one_frame.next = self.frames.val().get_bits::<FRAME>((port + 1) * self.frame_bits.val().index());
            if self.resolved.val().get_bit(port + 1) {
                self.answered_core.next = self.answered_core.val()
                    | (bit_cast::<ALL_CORES, CORE>(self.asker.val())
                        << self.cores_place[port].val());
            }
            if self.found.val().get_bit(port + 1) {
                self.answered_vpn.next = self.answered_vpn.val()
                    | (bit_cast::<ALL_VPNS, VPN>(self.asked.val()) << self.vpns_place[port].val());
                self.answered_ppn.next = self.answered_ppn.val()
                    | (bit_cast::<ALL_PPNS, PPN>(self.one_frame.val().get_bits::<PPN>(4)) << self.ppns_place[port].val());
                for b in 0..4 {
                    self.answered_perm.next =
                        self.answered_perm.val().replace_bit(4 * port + b, self.one_frame.val().get_bit(b));
                }
            }
        }
        self.hit_core.d.next = self.answered_core.val();
        self.hit_vpn.d.next = self.answered_vpn.val();
        self.hit_ppn.d.next = self.answered_ppn.val();
        self.hit_perm.d.next = self.answered_perm.val();
        self.res_valid.next = self.counted.q.val();
        self.res_hit.next = self.hit.q.val();
        self.res_bypass.next = self.hit_bypass.q.val();
        self.res_core.next = self.hit_core.q.val();
        self.res_vpn.next = self.hit_vpn.q.val();
        self.res_ppn.next = self.hit_ppn.q.val();
        self.res_perm.next = self.hit_perm.q.val();

        comment!("A walk ends, or a lookup that has waited hits.");
        self.answer.d.next = self.walks.ends.val() || self.found.val().get_bit(0);
        self.answer_walk.d.next = self.walks.ends.val();
        self.answer_fault.d.next = self.walks.ends.val() && !self.walks.end_found.val();
        self.answer_mask.d.next = 0.into();
        self.answer_vpn.d.next = 0.into();
        self.answer_ppn.d.next = 0.into();
        self.answer_perm.d.next = 0.into();
        if self.walks.ends.val() {
            self.answer_mask.d.next = self.walks.end_waiters.val();
            self.answer_vpn.d.next = self.walks.end_lookup.val().get_bits::<VPN>(0);
            if self.walks.end_found.val() {
                self.answer_ppn.d.next = self.frame.val().get_bits::<PPN>(4);
                self.answer_perm.d.next = self.frame.val().get_bits::<4>(0);
            }
        } else if self.found.val().get_bit(0) {
            self.answer_mask.d.next =
                self.one_core.val() << self.lookups.val().get_bits::<CORE>(self.core_place.val().index());
            self.answer_vpn.d.next = self.lookups.val().get_bits::<VPN>(0);
            self.answer_ppn.d.next = self.frames.val().get_bits::<PPN>(4);
            self.answer_perm.d.next = self.frames.val().get_bits::<4>(0);
        }
        self.wrsp_valid.next = self.answer.q.val();
        self.wrsp_walk.next = self.answer_walk.q.val();
        self.wrsp_mask.next = self.answer_mask.q.val();
        self.wrsp_vpn.next = self.answer_vpn.q.val();
        self.wrsp_ppn.next = self.answer_ppn.q.val();
        self.wrsp_perm.next = self.answer_perm.q.val();
        self.wrsp_fault.next = self.answer_fault.q.val();

        comment!("Root registers.");
        if self.root_we.val() {
            self.tables[self.root_core.val().index()].d.next = self.root_ppn.val();
        }
        if self.root_we.val() {
            self.spaces[self.root_core.val().index()].d.next = self.root_asid.val();
        }
        if self.root_we.val() {
            self.apps[self.root_core.val().index()].d.next = self.root_app.val();
        }
    }
}
