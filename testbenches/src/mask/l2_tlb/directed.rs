// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `mask_l2_tlb`.

use std::collections::BTreeSet;

use warpsmith_units::mask::l2_tlb::{In, Lookup};
use warpsmith_units::mask::params::Params;

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

type Done<T> = Result<T, BenchError>;

/// Frame of the entries that the memory answers with at first, and their permissions.
const FRAME: u64 = 0x155;
const PERM: u8 = 5;
const LATENCY: u64 = 10;

/// A walk read that has been taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Read {
    tag: u8,
    depth: u8,
    address: u64,
}

/// An answer on the walk channel, and the cycle in which it was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answer {
    cycle: u64,
    mask: u64,
    vpn: u64,
    ppn: u64,
    fault: bool,
}

/// A shared TLB with a memory that answers each walk read in the next cycle, as long as `answers`.
struct Bench {
    h: Harness,
    answers: bool,
    frame: u64,
    /// Reads that have been taken, and those of them that wait for data.
    reads: Vec<Read>,
    waiting: Vec<Read>,
    /// Of all cycles: SM, and the frame of a hit.
    resolved: Vec<(u64, u8, Option<u64>)>,
    walks: Vec<Answer>,
}

impl Bench {
    /// SM c has address space c % 4 and application c % 3.
    fn start(params: &Params) -> Done<Bench> {
        let h = Harness::start(params, In { wm_ready: true, ..In::default() })?;
        let (reads, waiting, resolved, walks) = Default::default();
        let mut b = Bench { h, answers: true, frame: FRAME, reads, waiting, resolved, walks };
        for core in 0..params.num_cores as u8 {
            b.root(core, u32::from(core) % 4, core % 3)?;
        }
        Ok(b)
    }

    fn root(&mut self, core: u8, asid: u32, app: u8) -> Done<()> {
        let i = &mut self.h.input;
        (i.root_we, i.root_core, i.root_ppn) = (true, core, 0x40 + u64::from(core));
        (i.root_asid, i.root_app) = (asid, app);
        self.cycle()
    }

    /// Data for a walk read in this cycle.
    fn data(&mut self, tag: u8, entry: u64) {
        self.waiting.retain(|read| read.tag != tag);
        let i = &mut self.h.input;
        (i.wd_valid, i.wd_tag, i.wd_pte) = (true, tag, entry);
    }

    fn entry(&self) -> u64 {
        self.frame << 12 | u64::from(PERM) << 1 | 1
    }

    fn cycle(&mut self) -> Done<()> {
        if self.answers {
            if let Some(read) = self.waiting.first().copied() {
                self.data(read.tag, self.entry());
            }
        }
        let out = &self.h.out;
        if out.wm_valid && self.h.input.wm_ready {
            let read = Read { tag: out.wm_tag, depth: out.wm_depth, address: out.wm_addr };
            self.reads.push(read);
            self.waiting.push(read);
        }
        let cycle = self.h.now();
        self.h.input.lk_valid &= self.h.out.lk_ready;
        self.h.step()?;
        (self.h.input.lk_core, self.h.input.lk_warp) = (0, 0);
        self.h.input.lk_vpn = Default::default();
        let (p, out) = (&self.h.params, &self.h.out);
        for port in 0..p.ports() {
            if let Some((core, hit)) = out.resolved(p, port) {
                self.resolved.push((cycle, core, hit.map(|_| out.frame(p, port).ppn)));
            }
        }
        if out.wrsp_valid {
            let (mask, vpn, ppn, fault) = (out.wrsp_mask, out.wrsp_vpn, out.wrsp_ppn, out.wrsp_fault);
            self.walks.push(Answer { cycle, mask, vpn, ppn, fault });
        }
        Ok(())
    }

    fn cycles(&mut self, cycles: u64) -> Done<()> {
        (0..cycles).try_for_each(|_| self.cycle())
    }

    /// Puts lookups (SM, warp, page) at the ports, from port 0 on.
    fn set(&mut self, lookups: &[(u8, u8, u64)]) {
        for (port, (core, warp, vpn)) in lookups.iter().enumerate() {
            let lookup = Lookup { core: *core, warp: *warp, vpn: *vpn };
            self.h.input.set_lookup(&self.h.params, port, &lookup);
        }
    }

    /// A cycle with lookups.
    fn ask(&mut self, lookups: &[(u8, u8, u64)]) -> Done<()> {
        self.set(lookups);
        self.cycle()
    }

    /// A lookup by itself, until it is answered: the frame of a hit.
    fn look(&mut self, core: u8, warp: u8, vpn: u64) -> Done<Option<u64>> {
        self.resolved.clear();
        self.walks.clear();
        self.ask(&[(core, warp, vpn)])?;
        self.cycles(self.latency() - 1)?;
        let hit = self.resolved.last().and_then(|(_, _, hit)| *hit);
        for _ in 0..200 {
            if hit.is_some() || !self.walks.is_empty() {
                return Ok(hit);
            }
            self.cycle()?;
        }
        self.h.expect("answers", 0, 1)?;
        Ok(None)
    }

    fn latency(&self) -> u64 {
        self.h.params.l2tlb_latency.into()
    }

    /// Cycles from a lookup that misses to the fill, with nothing else under way.
    fn walk_time(&mut self, vpn: u64) -> Done<u64> {
        let asked = self.h.now();
        self.look(0, 0, vpn)?;
        let filled = self.walks[0].cycle;
        self.cycles(5)?;
        Ok(filled - asked)
    }

    fn flush(&mut self, asid: Option<u32>) -> Done<()> {
        let i = &mut self.h.input;
        (i.flush_req, i.flush_all, i.flush_asid) = (true, asid.is_none(), asid.unwrap_or(0));
        self.cycle()
    }

    /// Cycles until the flush is over.
    fn until_ack(&mut self) -> Done<u64> {
        let mut cycles = 0;
        while !self.h.out.flush_ack && cycles < 1000 {
            self.cycle()?;
            cycles += 1;
        }
        Ok(cycles)
    }

    /// Tokens count, all applications are seen, and every SM has this share.
    fn tokens(&mut self, share: u32) {
        self.h.input.en_tokens = true;
        self.h.input.seen = (1 << self.h.params.num_apps) - 1;
        for core in 0..self.h.params.num_cores as usize {
            self.h.input.set_share(core, share);
        }
    }

    /// Whether the walk of a lookup that misses fills the main array: the last port is not ready in the cycle of the fill.
    fn fills_main(&mut self, warp: u8, vpn: u64) -> Done<bool> {
        let mut lowered = false;
        self.walks.clear();
        self.ask(&[(0, warp, vpn)])?;
        while self.walks.is_empty() && self.h.now() < 100_000 {
            lowered = self.h.out.lk_ready == 0b01;
            self.cycle()?;
        }
        Ok(lowered)
    }

    /// Asks for pages of SMs 0, 4, 8, ... (one address space) until none is taken any more; no walk ends. Number of lookups.
    fn ask_until_full(&mut self) -> Done<u64> {
        self.h.input.wm_ready = false;
        let mut asked = 0;
        for _ in 0..400 {
            let ready = self.h.out.lk_ready;
            let cores = [(asked % 7 * 4) as u8, ((asked + 1) % 7 * 4) as u8];
            let lookups = [(cores[0], 0, asked << 27), (cores[1], 0, (asked + 1) << 27)];
            asked += u64::from(ready.count_ones());
            self.ask(&lookups[..ready.count_ones() as usize])?;
        }
        Ok(asked)
    }
}

directed! {
    fn two_ports_that_miss_on_one_page_make_one_walk_for_both_sms() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.ask(&[(0, 3, 0x1_2345), (4, 7, 0x1_2345)])?;
        b.cycles(LATENCY - 1)?;
        b.h.expect("counted", &b.resolved[..], &[(39, 0, None)])?;
        b.h.expect("walks", b.h.out.live(0), 1)?;
        b.cycles(40)?;
        b.h.expect("reads", b.reads.len(), 4)?;
        let answers: Vec<_> = b.walks.iter().map(|a| (a.mask, a.vpn, a.ppn)).collect();
        b.h.expect("answers", &answers[..], &[(0b1_0001, 0x1_2345, FRAME)])?;
        b.h.expect("walks", b.h.out.live(0), 0)
    }

    fn one_page_number_in_two_address_spaces_has_two_entries() {
        let mut b = Bench::start(&Params::PAPER)?;
        for core in [1, 2] {
            b.frame = u64::from(core);
            let hit = b.look(core, 0, 0x777)?;
            b.h.expect("hit", hit, None)?;
        }
        for core in [1, 2] {
            let hit = b.look(core, 0, 0x777)?;
            b.h.expect("frame", hit, Some(core.into()))?;
        }
        let hit = b.look(3, 0, 0x777)?;
        b.h.expect("hit of a third address space", hit, None)
    }

    fn a_lookup_that_is_resolved_in_the_cycle_of_a_fill_hits_and_one_before_joins_the_walk() {
        let mut b = Bench::start(&Params::PAPER)?;
        let time = b.walk_time(1)?;
        for (n, before) in [LATENCY, LATENCY - 1, LATENCY - 2].into_iter().enumerate() {
            let vpn = 0x100 + n as u64;
            b.resolved.clear();
            b.walks.clear();
            b.ask(&[(0, 0, vpn)])?;
            b.cycles(time - before - 1)?;
            b.ask(&[(4, 0, vpn)])?;
            b.cycles(LATENCY + 2)?;
            let hit = b.resolved.iter().find(|(_, core, _)| *core == 4).map(|(_, _, hit)| *hit);
            b.h.expect("second lookup", hit, (before < LATENCY).then_some(Some(FRAME)))?;
            b.h.expect("SMs of the walk", b.walks[0].mask, if before < LATENCY { 1 } else { 0b1_0001 })?;
        }
        Ok(())
    }

    fn more_misses_than_contexts_wait_in_order_and_none_is_lost() {
        let mut b = Bench::start(&Params::PAPER)?;
        let asked = b.ask_until_full()?;
        b.h.expect("lookups taken", asked, 64 + 64)?;
        b.h.expect("walks", (0..3).map(|app| b.h.out.live(app)).sum::<u8>(), 64)?;
        b.h.expect("lookups that wait", b.h.model().state().waiting(), 64)?;
        b.h.expect("lk_ready", b.h.out.lk_ready, 0)?;
        b.h.input.wm_ready = true;
        b.cycles(1500)?;
        b.h.expect("lk_ready", b.h.out.lk_ready, 0b11)?;
        let first: Vec<u64> = b.reads.iter().filter(|r| r.depth == 1).map(|r| r.address >> 3 & 0x1ff).collect();
        let sorted: Vec<u64> = (0..asked).collect();
        b.h.expect("walks in the order of lookups", &first[64..], &sorted[64..])?;
        let answered: BTreeSet<u64> = b.walks.iter().map(|a| a.vpn >> 27).collect();
        b.h.expect("answers", (b.walks.len() as u64, answered.len() as u64), (asked, asked))
    }

    fn sixty_four_walks_of_one_application_count_as_64() {
        let mut b = Bench::start(&Params::PAPER)?;
        for core in 0..30 {
            b.root(core, 0, 29)?;
        }
        b.ask_until_full()?;
        b.h.expect("ptw_live", b.h.out.live(29), 64)
    }

    fn a_fill_of_the_main_array_takes_the_last_port_only() {
        let mut b = Bench::start(&Params::PAPER)?;
        let lowered = b.fills_main(0, 9)?;
        b.h.expect("last port not ready", lowered, true)?;
        b.h.expect("lk_ready", b.h.out.lk_ready, 0b11)?;
        b.tokens(0);
        let lowered = b.fills_main(0, 10)?;
        b.h.expect("last port not ready", lowered, false)
    }

    fn warps_below_the_share_fill_the_main_array_and_others_the_bypass_cache() {
        let mut b = Bench::start(&Params::PAPER)?;
        let cases =
            [(0, 0, false), (1, 0, true), (1, 1, false), (7, 6, true), (7, 7, false), (64, 63, true), (256, 63, true)];
        for (n, (share, warp, main)) in cases.into_iter().enumerate() {
            b.tokens(share);
            let lowered = b.fills_main(warp, n as u64)?;
            b.h.expect("fill of the main array", lowered, main)?;
        }
        b.h.expect("entries of the bypass cache", b.h.model().state().bypass().entries().count(), 3)?;
        for n in 0..cases.len() {
            let hit = b.look(0, 0, n as u64)?;
            b.h.expect("hit", hit, Some(FRAME))?;
        }
        Ok(())
    }

    fn before_an_epoch_has_ended_and_without_tokens_all_fills_are_of_the_main_array() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.tokens(0);
        b.h.input.seen = !1;
        let lowered = b.fills_main(5, 1)?;
        b.h.expect("of an application without an epoch", lowered, true)?;
        b.tokens(0);
        b.h.input.en_tokens = false;
        let lowered = b.fills_main(5, 2)?;
        b.h.expect("without tokens", lowered, true)
    }

    fn the_33rd_entry_of_the_bypass_cache_takes_the_place_of_the_least_recently_used() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.tokens(0);
        for vpn in 0..32 {
            b.look(0, 0, vpn)?;
        }
        let hit = b.look(0, 0, 0)?;
        b.h.expect("oldest entry", hit, Some(FRAME))?;
        b.look(0, 0, 32)?;
        for (vpn, hits) in [(0, true), (2, true), (32, true), (1, false)] {
            let hit = b.look(0, 0, vpn)?;
            b.h.expect("hit", hit.is_some(), hits)?;
        }
        let hit = b.look(0, 0, 1)?;
        b.h.expect("an entry that came back", hit, Some(FRAME))
    }

    fn an_entry_that_is_evicted_in_the_cycle_of_its_lookup_misses() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.tokens(0);
        let time = b.walk_time(0)?;
        for vpn in 1..32 {
            b.look(0, 0, vpn)?;
        }
        b.cycles(5)?;
        for (vpn, before, hits) in [(40, LATENCY, true), (41, LATENCY - 1, false)] {
            b.resolved.clear();
            b.ask(&[(0, 0, vpn)])?;
            b.cycles(time - before - 1)?;
            let oldest = if hits { 0 } else { 2 };
            b.ask(&[(4, 0, oldest)])?;
            b.cycles(60)?;
            let hit = b.resolved.iter().find(|(_, core, _)| *core == 4).map(|(_, _, hit)| hit.is_some());
            b.h.expect("the evicted entry", hit, Some(hits))?;
        }
        Ok(())
    }

    fn walks_at_every_depth_begin_anew_after_a_flush_of_their_address_space() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.answers = false;
        for (core, vpn) in [(0, 1), (0, 2), (0, 3), (0, 4), (1, 5)] {
            b.ask(&[(core, 0, vpn)])?;
        }
        b.cycles(30)?;
        // Context n reads depth n + 1; that of the other address space, the last, depth 1.
        for tag in 0..4 {
            for _ in 0..tag {
                b.data(tag, 0x99 << 12 | 1);
                b.cycles(4)?;
            }
        }
        let depths: Vec<(u8, u8)> = b.waiting.iter().map(|r| (r.tag, r.depth)).collect();
        b.h.expect("reads under way", &depths[..], &[(0, 1), (4, 1), (1, 2), (2, 3), (3, 4)])?;
        b.flush(Some(0))?;
        let cycles = b.until_ack()?;
        b.h.expect("cycles of the flush", cycles + 1, LATENCY + 32 + 2)?;
        b.reads.clear();
        b.walks.clear();
        b.answers = true;
        b.cycles(100)?;
        let of = |tag: u8| b.reads.iter().filter(|r| r.tag == tag).map(|r| r.depth).collect::<Vec<_>>();
        for tag in 0..4 {
            b.h.expect("reads after the flush", &of(tag)[..], &[1, 2, 3, 4])?;
        }
        b.h.expect("reads of the other address space", &of(4)[..], &[2, 3, 4])?;
        b.h.expect("frames", b.walks.iter().filter(|a| a.ppn == FRAME).count(), 5)
    }

    fn a_walk_that_is_over_in_a_flush_waits_and_begins_anew_only_if_it_is_concerned() {
        for (asid, reads) in [(None, 4), (Some(0), 4), (Some(1), 0)] {
            let mut b = Bench::start(&Params::PAPER)?;
            b.answers = false;
            b.ask(&[(0, 0, 1)])?;
            b.cycles(20)?;
            for _ in 0..3 {
                b.data(0, 0x99 << 12 | 1);
                b.cycles(4)?;
            }
            b.flush(asid)?;
            // The last walk is chosen for its fill 9 cycles after the flush is accepted, so this one waits.
            b.cycles(LATENCY - 2)?;
            b.data(0, 0x98 << 12 | 1);
            b.answers = true;
            b.reads.clear();
            b.until_ack()?;
            b.h.expect("answers before the ack", b.walks.len(), 0)?;
            b.cycles(30)?;
            b.h.expect("reads after the flush", b.reads.len(), reads)?;
            b.h.expect("frame", b.walks[0].ppn, if reads > 0 { FRAME } else { 0x98 })?;
        }
        Ok(())
    }

    fn a_flush_leaves_the_entries_of_other_address_spaces_and_one_of_all_none() {
        let mut b = Bench::start(&Params::PAPER)?;
        // Main array, then bypass cache.
        for (share, vpn) in [(256, 0x21), (0, 0x32)] {
            b.tokens(share);
            b.look(0, 0, vpn)?;
            b.look(1, 0, vpn)?;
        }
        b.flush(Some(0))?;
        b.until_ack()?;
        for vpn in [0x21, 0x32] {
            let hit = b.look(1, 0, vpn)?;
            b.h.expect("other address space", hit, Some(FRAME))?;
            let hit = b.look(0, 0, vpn)?;
            b.h.expect("flushed address space", hit, None)?;
        }
        b.flush(None)?;
        b.until_ack()?;
        for (core, vpn) in [(0, 0x21), (1, 0x21), (0, 0x32), (1, 0x32)] {
            let hit = b.look(core, 0, vpn)?;
            b.h.expect("after a flush of all", hit, None)?;
        }
        Ok(())
    }

    fn flushes_follow_each_other_without_a_cycle_between() {
        let mut b = Bench::start(&Params::PAPER)?;
        for _ in 0..2 {
            b.flush(None)?;
            let (ready, lookups) = (b.h.out.flush_ready, b.h.out.lk_ready);
            b.h.expect("ready for flushes and lookups", (ready, lookups), (false, 0))?;
            let cycles = b.until_ack()?;
            b.h.expect("cycles", cycles + 1, LATENCY + 32 + 2)?;
            b.h.expect("flush_ready", b.h.out.flush_ready, true)?;
        }
        Ok(())
    }

    fn a_flush_leaves_the_lookups_that_wait_for_a_context() {
        let mut b = Bench::start(&Params::PAPER)?;
        let asked = b.ask_until_full()?;
        b.flush(None)?;
        b.until_ack()?;
        b.h.expect("lookups that wait", b.h.model().state().waiting(), 64)?;
        b.h.input.wm_ready = true;
        b.cycles(1500)?;
        let answered: BTreeSet<u64> = b.walks.iter().map(|a| a.vpn).collect();
        b.h.expect("answers", (b.walks.len() as u64, answered.len() as u64), (asked, asked))
    }

    fn an_invalid_entry_at_any_depth_is_a_fault_for_all_waiters_and_fills_nothing() {
        for depth in 1..=4 {
            let mut b = Bench::start(&Params::PAPER)?;
            b.answers = false;
            b.ask(&[(0, 0, 5), (4, 0, 5)])?;
            b.cycles(15)?;
            for at in 1..=depth {
                b.data(0, 0x99 << 12 | u64::from(at < depth));
                b.cycles(4)?;
            }
            let said: Vec<_> = b.walks.iter().map(|a| (a.mask, a.vpn, a.ppn, a.fault)).collect();
            b.h.expect("answer", &said[..], &[(0b1_0001, 5, 0, true)])?;
            b.h.expect("walks", b.h.out.live(0), 0)?;
            b.answers = true;
            let hit = b.look(0, 0, 5)?;
            b.h.expect("hit", hit, None)?;
        }
        Ok(())
    }

    fn walk_reads_say_their_depth_and_where_the_entry_lies() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.look(2, 0, 1 << 27 | 2 << 18 | 3 << 9 | 4)?;
        let reads: Vec<_> = b.reads.iter().map(|r| (r.depth, r.address)).collect();
        let at = |table: u64, index: u64| table << 12 | index << 3;
        b.h.expect("reads", &reads[..], &[(1, at(0x42, 1)), (2, at(FRAME, 2)), (3, at(FRAME, 3)), (4, at(FRAME, 4))])
    }

    fn reset_in_the_middle_of_walks_leaves_no_entry_and_answers_nothing() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.look(0, 0, 1)?;
        b.ask_until_full()?;
        b.h.reset();
        (b.waiting, b.walks, b.resolved) = Default::default();
        b.h.input.wm_ready = true;
        b.h.expect("outputs", (b.h.out.lk_ready, b.h.out.wm_valid, b.h.out.flush_ready), (0b11, false, true))?;
        b.h.expect("walks", (0..30).map(|app| b.h.out.live(app)).sum::<u8>(), 0)?;
        b.cycles(100)?;
        b.h.expect("answers", b.walks.len() + b.resolved.len(), 0)?;
        let hit = b.look(0, 0, 1)?;
        b.h.expect("hit", hit, None)
    }

    fn a_root_that_is_written_while_its_sm_waits_is_refused() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.ask(&[(3, 0, 1)])?;
        let refused = b.root(3, 2, 2).is_err_and(|e| e.to_string().contains("illegal stimulus"));
        b.h.expect("refused", refused, true)
    }
}
