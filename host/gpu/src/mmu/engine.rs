// SPDX-License-Identifier: Apache-2.0
//! The shared TLB with what is around it: SMs take turns at its ports, walk reads go to L2 through the crossbar.

use std::collections::VecDeque;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::coalescing::{Coalescing, LargePage, TableEvent};
use super::copying::Copying;
use super::entry::ENTRY_BYTES;
use super::{Notice, Pages};
use crate::epoch::Epoch;
use crate::machine::{MachineSpec, MmuSpec};
use crate::mem::{DataClass, MemRequest, MemResponse, Served, SmPort};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{
    Announcement, L1Fill, L1Flush, Looks, MigrateCommand, PageCoalescer, PageMigrator, Root, SharedTlb,
    SmActivity, Splinter, TlbFlush, TlbIn, TlbLookup, TlbOut, UnitError, WalkRead, WalkRoute, WalkWay,
    Walked, TABLE_OPS,
};
use crate::stats::{L2TlbStats, StatGroup, UnitStats};
use crate::types::{bits, Domain, IcntCycle, MemKind, Origin, Requester, SmCycle};

/// What the shared TLB is to be told when nothing of the SMs concerned is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Order {
    /// The address space of an application is to be forgotten.
    Flush(u8),
    /// An SM gets the root of its application.
    Root(u8),
    /// Base pages of an application, those of this large one, are to be forgotten, and the large one.
    Pages(u8, u64),
    /// Lookups of an application need not wait for the orders before, nor for large pages that are taken apart.
    Release(u8),
}

/// A walk read under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Sent {
    read: WalkRead,
    since: SmCycle,
}

/// What an SM asks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Asking {
    application: u8,
    /// Not accepted yet, with the cycle in which they are there, oldest first.
    coming: VecDeque<(SmCycle, TlbLookup)>,
    /// Accepted and not answered: page, and since when.
    open: Vec<(u64, SmCycle)>,
    /// What happened in it, with the cycle in which that is known here, for a shared TLB that watches.
    activity: VecDeque<(SmCycle, SmActivity)>,
}

/// State between two epochs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    sms: Vec<Asking>,
    /// The SM that is asked first which lookup it has.
    turn: u32,
    /// SMs whose lookups wait for an order, and those that have a lookup.
    withheld: u64,
    asking: u64,
    orders: VecDeque<Order>,
    /// The first order is a flush that was accepted.
    flushing: bool,
    /// By walk context.
    reads: Vec<Option<Sent>>,
    /// What the shared TLB has been told of L2.
    looks: Looks,
    /// What was said in the epoch: when, to which SMs, what.
    said: Vec<(SmCycle, u64, Notice)>,
    /// Flushes that SMs have done, with the cycle in which that is known here.
    flushed: Vec<(SmCycle, u8)>,
    /// By application.
    stats: Vec<L2TlbStats>,
}

/// The shared TLB and its surroundings.
pub struct Engine {
    /// The number of the walker among the crossbar's clients.
    client: u8,
    state: State,
    tlb: Box<dyn SharedTlb>,
    route: Option<Box<dyn WalkRoute>>,
    coalescing: Option<Coalescing>,
    copying: Option<Copying>,
}

impl State {
    fn new(contexts: usize, sms: &[Range<usize>]) -> State {
        let of = |application: usize| Asking { application: application as u8, ..Asking::default() };
        let asking = sms.iter().enumerate().flat_map(|(app, own)| own.clone().map(move |_| of(app)));
        let sms: Vec<Asking> = asking.collect();
        let all = u64::MAX >> (64 - sms.len());
        State {
            withheld: all,
            orders: (0..sms.len()).map(|sm| Order::Root(sm as u8)).collect(),
            reads: vec![None; contexts],
            stats: vec![
                L2TlbStats::default();
                sms.iter().map(|one| usize::from(one.application) + 1).max().unwrap_or(1)
            ],
            sms,
            ..State::default()
        }
    }

    /// The SMs of an application, a bit for each.
    fn sms_of(&self, application: u8) -> u64 {
        let own = (0..).zip(&self.sms).filter(|(_, one)| one.application == application);
        own.fold(0, |sms, (sm, _)| sms | 1 << sm)
    }

    /// What was counted of the application of an SM.
    fn stats_of(&mut self, sm: u32) -> &mut L2TlbStats {
        let application = usize::from(self.sms[sm as usize].application);
        &mut self.stats[application]
    }

    /// SMs get the answer to their lookup of a page; since when the first of them has waited.
    fn answer(&mut self, now: SmCycle, sms: u64, answer: L1Fill) -> Option<SmCycle> {
        self.said.push((now, sms, Notice::Answer(answer)));
        let mut first = None;
        for sm in bits(sms) {
            let open = &mut self.sms[sm as usize].open;
            let Some(place) = open.iter().position(|(vpn, _)| *vpn == answer.vpn) else { continue };
            let (_, since) = open.swap_remove(place);
            first = Some(first.map_or(since, |first: SmCycle| first.min(since)));
            self.stats_of(sm).lookup_cycles += now - since;
        }
        first
    }

    /// What the shared TLB says; whether it has done a flush that was no order.
    fn take(&mut self, now: SmCycle, out: &TlbOut) -> bool {
        for hit in out.hits.iter().flatten() {
            self.stats_of(hit.sm.into()).hits += 1;
            self.answer(now, 1 << hit.sm, L1Fill { vpn: hit.vpn, page: Some(hit.page) });
        }
        bits(out.missed).for_each(|sm| self.stats_of(sm).misses += 1);
        if let Some(Walked { sms, vpn, page, walk }) = out.walked {
            let first = self.answer(now, sms, L1Fill { vpn, page });
            if let (true, Some(since)) = (walk, first) {
                let stats = self.stats_of(sms.trailing_zeros());
                stats.walks += 1;
                stats.walk_cycles += now - since;
                stats.faults += u64::from(page.is_none());
            }
        }
        if let Some(L1Flush { sms, what }) = out.l1_flush {
            self.said.push((now, sms, Notice::Flush(what)));
        }
        if !out.flush_ack || !self.flushing {
            return out.flush_ack;
        }
        self.flushing = false;
        if let Some(Order::Flush(application)) = self.orders.pop_front() {
            self.stats[usize::from(application)].flushes += 1;
        }
        false
    }

    /// The order whose turn it is.
    fn give(&mut self, pages: &Pages, out: &TlbOut, input: &mut TlbIn) {
        match self.orders.front() {
            Some(Order::Flush(application)) if !self.flushing => {
                input.flush = Some(Some((*application).into()));
                self.flushing = out.flush_ready;
            }
            Some(Order::Pages(application, lvpn)) if !self.flushing => {
                input.flush_pages = Some(((*application).into(), TlbFlush::Base(*lvpn)));
                self.flushing = out.flush_ready;
            }
            Some(Order::Root(sm)) => {
                let application = self.sms[usize::from(*sm)].application;
                let (table, asid) = (pages.root(application), application.into());
                input.root = Some((*sm, Root { table, asid, application }));
                let released = !self.orders.contains(&Order::Release(application));
                self.withheld &= !(u64::from(released) << sm);
                self.orders.pop_front();
            }
            _ => {}
        }
    }

    /// Lookups come to the ports: of each SM one, which go round.
    fn look(&mut self, now: SmCycle, ready: u8, input: &mut TlbIn) {
        let candidates = self.asking & !self.withheld;
        if candidates == 0 {
            return;
        }
        let there = |sm: &u32| self.sms[*sm as usize].coming.front().is_some_and(|(at, _)| *at <= now);
        let waiting = bits(candidates).filter(there).fold(0u64, |mask, sm| mask | 1 << sm);
        let first = self.turn;
        let mut ports = (0..input.lookups.len()).filter(|port| ready >> port & 1 == 1);
        for sm in bits(waiting.rotate_right(first)).map(|bit| (bit + first) % 64) {
            let Some(port) = ports.next() else {
                self.stats_of(sm).port_wait_cycles += 1;
                continue;
            };
            let asking = &mut self.sms[sm as usize];
            let Some((_, lookup)) = asking.coming.pop_front() else { continue };
            asking.open.push((lookup.vpn, now));
            self.asking &= !(u64::from(asking.coming.is_empty()) << sm);
            self.stats_of(sm).lookups += 1;
            input.lookups[port] = Some(lookup);
            self.turn = (sm + 1) % 64;
        }
    }

    /// SMs have done a flush.
    fn acknowledge(&mut self, now: SmCycle, input: &mut TlbIn) {
        self.flushed.retain(|(at, sm)| {
            let known = *at <= now;
            input.l1_acks |= u64::from(known) << sm;
            !known
        });
    }

    /// What happened in the SMs is known.
    fn tell(&mut self, now: SmCycle, input: &mut TlbIn) {
        for one in &mut self.sms {
            if let Some((_, activity)) = one.activity.front().copied().filter(|(at, _)| *at <= now) {
                one.activity.pop_front();
                input.activity.push(activity);
            }
        }
    }

    /// A walk read has come back from L2.
    fn came(&mut self, now: SmCycle, response: &MemResponse) -> Option<Sent> {
        let sent = self.reads.get_mut(response.token as usize)?.take()?;
        let stats = &mut self.stats[usize::from(sent.read.application)];
        stats.read_cycles += now - sent.since;
        let hit = u64::from(response.served == Served::Hit);
        let past = u64::from(response.served == Served::Bypassed);
        let (reads, hits) = sent.read.of_depth([
            (&mut stats.reads_1, &mut stats.read_hits_1),
            (&mut stats.reads_2, &mut stats.read_hits_2),
            (&mut stats.reads_3, &mut stats.read_hits_3),
            (&mut stats.reads_4, &mut stats.read_hits_4),
            (&mut stats.reads_5, &mut stats.read_hits_5),
        ]);
        *reads += 1;
        *hits += hit;
        stats.reads_past += past;
        Some(sent)
    }
}

impl Engine {
    /// With nothing under way.
    pub fn new(
        machine: &MachineSpec,
        spec: &MmuSpec,
        tlb: Box<dyn SharedTlb>,
        route: Option<Box<dyn WalkRoute>>,
        coalescer: Option<Box<dyn PageCoalescer>>,
        migrator: Option<Box<dyn PageMigrator>>,
        sms: &[Range<usize>],
    ) -> Engine {
        let client = machine.sm.count as u8;
        let coalescing = coalescer.map(|unit| Coalescing::new(client, spec.walks, unit));
        let copying = migrator.map(|unit| Copying::new(client, spec.walks + TABLE_OPS as u32, unit));
        Engine { client, state: State::new(spec.walks as usize, sms), tlb, route, coalescing, copying }
    }

    /// Each application has these SMs.
    pub fn share(&mut self, sms: &[Range<usize>]) {
        self.state = State::new(self.state.reads.len(), sms);
    }

    /// The application of an SM.
    pub fn application_of(&self, sm: usize) -> u8 {
        self.state.sms[sm].application
    }

    /// Whether nobody ever asks.
    pub fn is_ideal(&self) -> bool {
        self.tlb.is_ideal()
    }

    /// Goes through an epoch; `port` is its way to L2, `active` has a bit for each application with a kernel under way.
    pub fn run(&mut self, epoch: &Epoch, pages: &Pages, active: u64, port: &mut SmPort) {
        let (mut icnt, mut now) = (epoch.from.icnt, epoch.first);
        for moment in &epoch.moments {
            if moment.edges.has(Domain::Sm) {
                self.step(now, icnt, pages, active, port);
                now = now.next();
            }
            icnt.0 += u64::from(moment.edges.has(Domain::Icnt));
        }
    }

    /// One SM cycle.
    fn step(&mut self, now: SmCycle, icnt: IcntCycle, pages: &Pages, active: u64, port: &mut SmPort) {
        let out = self.tlb.out();
        let flushed = self.state.take(now, &out);
        let mut input = TlbIn { active, ..TlbIn::default() };
        let response = port.pop(icnt);
        let token = response.as_ref().map(|response| response.token);
        let of_coalescer = token.zip(self.coalescing.as_mut()).filter(|(token, one)| one.awaits(*token));
        let of_migrator = token.zip(self.copying.as_mut()).filter(|(token, one)| one.awaits(*token));
        if let Some((token, one)) = of_coalescer {
            one.came(token, pages);
        } else if let Some((token, one)) = of_migrator {
            one.came(token);
        } else if let Some(response) = response {
            if let (Some(sent), Origin::Walk { level }) = (self.state.came(now, &response), response.origin) {
                input.data = Some((sent.read.context, pages.read(sent.read.address)));
                self.route.iter_mut().for_each(|route| route.served(level, response.served));
            }
        }
        if let Some(read) = out.read {
            input.read_taken = self.send(now, icnt, &read, pages, port);
        }
        self.state.give(pages, &out, &mut input);
        if let Some(one) = &mut self.copying {
            // Walks have the port before the coalescer, and that before the migrator.
            let free = out.read.is_none() && !self.coalescing.as_ref().is_some_and(Coalescing::is_busy);
            one.step(now, icnt, free, pages, port);
        }
        if let Some(one) = &mut self.coalescing {
            if flushed {
                one.flushed();
            }
            let flushes = out.flush_ready && input.flush.is_none() && input.flush_pages.is_none();
            let flush = one.step(icnt, out.read.is_none(), flushes, pages, port);
            match self.tlb.flushes_pages() {
                true => input.flush_pages = input.flush_pages.or(flush),
                false => input.flush = input.flush.or(flush.map(|(asid, _)| Some(asid))),
            }
        }
        self.state.look(now, out.ready, &mut input);
        if !self.state.flushed.is_empty() {
            self.state.acknowledge(now, &mut input);
        }
        if self.tlb.watches() {
            self.state.tell(now, &mut input);
        }
        self.tlb.step(&input);
    }

    /// A walk read goes to L2; whether the crossbar had room.
    fn send(
        &mut self,
        now: SmCycle,
        icnt: IcntCycle,
        read: &WalkRead,
        pages: &Pages,
        port: &mut SmPort,
    ) -> bool {
        let WalkRead { address, depth, application, context } = *read;
        let better_past = self.tlb.better_past();
        let way = self.route.as_mut().map_or_else(WalkWay::default, |one| one.way(read, better_past));
        let request = MemRequest {
            line: pages.line_of_entry(address),
            token: context.into(),
            bytes: ENTRY_BYTES,
            kind: MemKind::Read,
            class: DataClass::PageTable,
            requester: Requester { sm: self.client, application, ..Requester::default() },
            origin: Origin::Walk { level: depth },
            past: way.past,
            priority: way.priority,
            ..MemRequest::default()
        };
        let gone = port.push(icnt, request);
        if gone {
            self.state.reads[usize::from(context)] = Some(Sent { read: *read, since: now });
            self.route.iter_mut().for_each(|one| one.sent(read, better_past, way));
        }
        gone
    }

    /// A lookup that is there at `at`.
    pub fn comes(&mut self, at: SmCycle, lookup: TlbLookup) {
        self.state.asking |= 1 << lookup.sm;
        self.state.sms[usize::from(lookup.sm)].coming.push_back((at, lookup));
    }

    /// That an SM has done a flush is known at `at`.
    pub fn has_flushed(&mut self, at: SmCycle, sm: u8) {
        self.state.flushed.push((at, sm));
    }

    /// What happened in an SM is known at `at`.
    pub fn happens(&mut self, at: SmCycle, activity: SmActivity) {
        self.state.sms[usize::from(activity.sm)].activity.push_back((at, activity));
    }

    /// Whether the shared TLB watches the SMs and L2.
    pub fn watches(&self) -> bool {
        self.tlb.watches()
    }

    /// What the DRAM channels are to know.
    pub fn announce(&mut self) -> Option<Announcement> {
        self.tlb.announce()
    }

    /// All pages of a large one are there, in their frame: a coalescer is to make it one.
    pub fn coalesce(&mut self, page: LargePage, root: u64) {
        self.coalescing.iter_mut().for_each(|one| one.wants(page, root, None));
    }

    /// A coalescer is to take a large page apart.
    pub fn splinter(&mut self, splinter: &Splinter, root: u64) {
        let Splinter { application, lvpn, kept } = *splinter;
        let page = LargePage { application, lvpn };
        self.coalescing.iter_mut().for_each(|one| one.wants(page, root, Some(kept)));
    }

    /// Whether a coalescer has one to take apart.
    pub fn splinters(&self) -> bool {
        self.coalescing.as_ref().is_some_and(Coalescing::splinters)
    }

    /// The shared TLB is to forget base pages of an application, those of these large ones, and the large ones.
    pub fn flush(&mut self, application: u8, lvpns: impl Iterator<Item = u64>) {
        if self.is_ideal() {
            return;
        }
        let orders = &mut self.state.orders;
        if self.tlb.flushes_pages() {
            orders.extend(lvpns.map(|lvpn| Order::Pages(application, lvpn)));
        } else if lvpns.count() > 0 {
            orders.push_back(Order::Flush(application));
        }
    }

    /// The shared TLB is to forget the address space of an application, whose lookups wait for that.
    pub fn forget(&mut self, application: u8) {
        if !self.is_ideal() {
            self.state.orders.push_back(Order::Flush(application));
            self.hold(application);
        }
    }

    /// Lookups of an application wait from now on until all orders are done, and all large pages that are to be are taken apart.
    pub fn hold(&mut self, application: u8) {
        if self.is_ideal() {
            return;
        }
        let release = Order::Release(application);
        self.state.orders.retain(|order| *order != release);
        self.state.orders.push_back(release);
        self.state.withheld |= self.state.sms_of(application);
    }

    /// Lookups that were held may go on, if what they wait for is done.
    pub fn release(&mut self) {
        let splinters = self.splinters();
        let state = &mut self.state;
        while let Some(Order::Release(application)) = state.orders.front().copied().filter(|_| !splinters) {
            state.orders.pop_front();
            for sm in bits(state.sms_of(application)) {
                // An SM that is to get another root waits for that.
                let waits = state.orders.contains(&Order::Root(sm as u8));
                state.withheld &= !(u64::from(!waits) << sm);
            }
        }
    }

    /// What a coalescer did to page tables in the epoch.
    pub fn take_table_events(&mut self) -> impl Iterator<Item = TableEvent> + '_ {
        self.coalescing.iter_mut().flat_map(Coalescing::take_events)
    }

    /// Whether a coalescer makes large pages.
    pub fn coalesces(&self) -> bool {
        self.coalescing.is_some()
    }

    /// Whether it has something to do.
    pub fn is_coalescing(&self) -> bool {
        self.coalescing.as_ref().is_some_and(Coalescing::is_busy)
    }

    /// Whether a migrator copies pages.
    pub fn migrates(&self) -> bool {
        self.copying.is_some()
    }

    /// A migrator is to copy a page, inside DRAM in so many SM cycles.
    pub fn copy(&mut self, command: MigrateCommand, bulk_cycles: u64) {
        self.copying.iter_mut().for_each(|one| one.wants(command, bulk_cycles));
    }

    /// Whether it has something to do.
    pub fn is_copying(&self) -> bool {
        self.copying.as_ref().is_some_and(Copying::is_busy)
    }

    /// What was said in the epoch: when, to which SMs, what.
    pub fn take_said(&mut self) -> Vec<(SmCycle, u64, Notice)> {
        std::mem::take(&mut self.state.said)
    }

    /// What has looked for lines in L2 since the GPU was made, after an epoch; asked only if the shared TLB wants to know.
    pub fn looked(&mut self, all: impl FnOnce() -> Looks) {
        if !self.tlb.watches() {
            return;
        }
        let all = all();
        let new = all.since(std::mem::replace(&mut self.state.looks, all));
        if new != Looks::default() {
            self.tlb.looked(&new);
        }
    }

    /// An application has ended: its address space is flushed before its SMs, which wait for nothing, get the next root.
    pub fn clear(&mut self, application: u8) {
        self.coalescing.iter_mut().for_each(|one| one.clear(application));
        let state = &mut self.state;
        let sms = state.sms_of(application);
        state.orders.push_back(Order::Flush(application));
        state.orders.extend(bits(sms).map(|sm| Order::Root(sm as u8)));
        state.withheld |= sms;
    }

    /// Whether nobody waits for anything.
    pub fn idle(&self) -> bool {
        let asks = |one: &Asking| !one.coming.is_empty() || !one.open.is_empty();
        !self.state.sms.iter().any(asks) && self.state.reads.iter().all(Option::is_none)
    }

    /// Whether all SMs of an application are in `sms`.
    pub fn runs_within(&self, application: u8, sms: &Range<usize>) -> bool {
        bits(self.state.sms_of(application)).all(|sm| sms.contains(&(sm as usize)))
    }

    /// Adds what was counted for the applications all of whose SMs are in `sms`, of which so many pages were `mapped`.
    pub fn count(&self, sms: &Range<usize>, mapped: &[u64], to: &mut UnitStats) {
        let mut sum = L2TlbStats::default();
        for (application, (stats, mapped)) in (0..).zip(self.state.stats.iter().zip(mapped)) {
            if self.runs_within(application, sms) {
                sum = sum.plus(L2TlbStats { pages_mapped: *mapped, ..*stats });
            }
        }
        to.add(&sum);
        self.tlb.count(to);
        self.route.iter().for_each(|route| route.count(to));
        self.coalescing.iter().for_each(|one| one.count(to));
        self.copying.iter().for_each(|one| one.count(to));
    }

    /// Whether what is attached is sound.
    ///
    /// # Errors
    /// What is not.
    pub fn check(&self) -> Result<(), UnitError> {
        self.tlb.check()?;
        self.route.iter().try_for_each(|route| route.check())?;
        self.coalescing.iter().try_for_each(Coalescing::check)?;
        self.copying.iter().try_for_each(Copying::check)
    }
}

impl Saved for Engine {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        let Engine { client: _, state, tlb, route, coalescing, copying } = self;
        to.put(state)?;
        tlb.save(to)?;
        route.iter().try_for_each(|route| route.save(to))?;
        coalescing.iter().try_for_each(|one| one.save(to))?;
        copying.iter().try_for_each(|one| one.save(to))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.state = from.take()?;
        self.tlb.restore(from)?;
        self.route.iter_mut().try_for_each(|route| route.restore(from))?;
        self.coalescing.iter_mut().try_for_each(|one| one.restore(from))?;
        self.copying.iter_mut().try_for_each(|one| one.restore(from))
    }
}
