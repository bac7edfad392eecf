// SPDX-License-Identifier: Apache-2.0
//! Claims about the shared TLB and the page-walk cache, cycle by cycle, with memory that answers after a fixed time.

use std::collections::{BTreeMap, VecDeque};

use super::pw_cache::PwCache;
use super::{Frames, L2Tlb};
use crate::machine::{MachineSpec, MmuSpec};
use crate::mmu::Pages;
use crate::policy::params::Settings;
use crate::socket::{DeviceFrames, MemoryManager, Root, SharedTlb, TlbIn, TlbLookup, TlbOut, WalkRead};

/// Cycles from a walk read to its data.
const MEMORY: u64 = 20;

/// A shared TLB with page tables of two applications: SM 0 and 1 are the first's, SM 2 and 3 the second's.
struct Bench<T> {
    tlb: T,
    pages: Pages,
    manager: Frames,
    now: u64,
    input: TlbIn,
    /// Reads under way, with the cycle in which their data comes.
    memory: VecDeque<(u64, WalkRead)>,
    /// Depths of the reads so far.
    depths: Vec<u8>,
    /// What each cycle answered: SMs, page, frame (none: a fault).
    answers: Vec<(u64, u64, u64, Option<u64>)>,
    missed: u32,
}

fn machine(change: impl FnOnce(&mut MmuSpec)) -> MachineSpec {
    let mut machine = MachineSpec::load("maxwell").unwrap();
    machine.sm.count = 4;
    change(machine.mmu.as_mut().unwrap());
    machine
}

impl<T: SharedTlb> Bench<T> {
    fn new(machine: &MachineSpec, tlb: T) -> Bench<T> {
        let mut manager = Frames::new(false, false);
        manager.start(DeviceFrames { frames: 1 << 16, applications: 2 });
        let spec = machine.mmu.as_ref().unwrap();
        let pages = Pages::new(machine, spec, 2, &mut manager).unwrap();
        let mut bench = Bench {
            tlb,
            pages,
            manager,
            now: 0,
            input: TlbIn::default(),
            memory: VecDeque::new(),
            depths: Vec::new(),
            answers: Vec::new(),
            missed: 0,
        };
        for sm in 0..4 {
            let application = sm / 2;
            let root = Root { table: bench.pages.root(application), asid: application.into(), application };
            bench.input.root = Some((sm, root));
            bench.step();
        }
        bench.now = 0;
        bench
    }

    fn touch(&mut self, application: u8, vpn: u64) {
        self.pages.touch(application, vpn, &mut self.manager).unwrap();
    }

    /// In the coming cycle an SM looks for a page, at the first free port.
    fn look(&mut self, sm: u8, vpn: u64) {
        let port = self.input.lookups.iter().position(Option::is_none).unwrap();
        assert!(self.tlb.out().ready >> port & 1 == 1, "port {port} in cycle {}", self.now);
        self.input.lookups[port] = Some(TlbLookup { sm, warp: 0, vpn });
    }

    fn step(&mut self) -> TlbOut {
        let out = self.tlb.out();
        for hit in out.hits.iter().flatten() {
            self.answers.push((self.now, 1 << hit.sm, hit.vpn, Some(hit.page.frame.ppn)));
        }
        if let Some(walked) = out.walked {
            self.answers.push((self.now, walked.sms, walked.vpn, walked.page.map(|page| page.frame.ppn)));
        }
        self.missed += out.missed.count_ones();
        if let Some((_, read)) = self.memory.front().copied().filter(|(at, _)| *at <= self.now) {
            self.memory.pop_front();
            self.input.data = Some((read.context, self.pages.read(read.address)));
        }
        if let Some(read) = out.read {
            self.memory.push_back((self.now + MEMORY, read));
            self.depths.push(read.depth);
            self.input.read_taken = true;
        }
        self.tlb.step(&std::mem::take(&mut self.input));
        self.tlb.check().unwrap();
        self.now += 1;
        out
    }

    fn run(&mut self, cycles: u64) {
        for _ in 0..cycles {
            self.step();
        }
    }

    fn ppn(&self, application: u8, vpn: u64) -> Option<u64> {
        self.pages.frame(application, vpn).map(|frame| frame.ppn)
    }
}

fn shared(change: impl FnOnce(&mut MmuSpec)) -> Bench<L2Tlb> {
    let machine = machine(change);
    Bench::new(&machine, L2Tlb::new(&machine))
}

fn cached(given: &[(&str, &str)]) -> Bench<PwCache> {
    let machine = machine(|_| {});
    let given: Vec<_> = given.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let settings = Settings::parse("pw_cache", super::PW_CACHE.params, &given).unwrap();
    Bench::new(&machine, PwCache::new(&settings, &machine))
}

#[test]
fn a_walk_reads_each_level_once_and_the_page_hits_ten_cycles_after_the_next_lookup() {
    let mut bench = shared(|_| {});
    bench.touch(0, 0x12345);
    bench.look(0, 0x12345);
    bench.run(200);
    assert_eq!(bench.depths, [1, 2, 3, 4]);
    let frame = bench.ppn(0, 0x12345);
    // Resolved in cycle 9, in the read register from cycle 11 on; each level a read and two cycles later; then chosen, filled, said.
    let end = 11 + 4 * MEMORY + 3 * 2 + 3;
    assert_eq!(bench.answers, [(end, 0b1, 0x12345, frame)]);
    let asked = bench.now;
    bench.look(1, 0x12345);
    bench.run(30);
    assert_eq!(bench.answers[1], (asked + 10, 0b10, 0x12345, frame));
    assert_eq!((bench.depths.len(), bench.missed), (4, 1));
}

#[test]
fn misses_of_a_page_join_its_walk_also_from_both_ports_of_one_cycle_and_all_are_answered_at_once() {
    let mut bench = shared(|_| {});
    bench.touch(0, 7);
    bench.look(0, 7);
    bench.look(1, 7);
    bench.run(200);
    assert_eq!(bench.answers.len(), 1);
    assert_eq!((bench.answers[0].1, bench.missed, bench.depths.len()), (0b11, 1, 4));
}

#[test]
fn the_same_page_of_two_address_spaces_has_two_translations() {
    let mut bench = shared(|_| {});
    bench.touch(0, 9);
    bench.touch(1, 9);
    bench.look(0, 9);
    bench.look(2, 9);
    bench.run(200);
    assert_ne!(bench.ppn(0, 9), bench.ppn(1, 9));
    let found: BTreeMap<u64, Option<u64>> = bench.answers.iter().map(|a| (a.1, a.3)).collect();
    assert_eq!(found, [(1, bench.ppn(0, 9)), (0b100, bench.ppn(1, 9))].into());
    bench.look(1, 9);
    bench.look(3, 9);
    bench.run(20);
    let found: Vec<_> = bench.answers[2..].iter().map(|a| (a.1, a.3)).collect();
    assert_eq!(found, [(0b10, bench.ppn(0, 9)), (0b1000, bench.ppn(1, 9))]);
}

#[test]
fn more_misses_than_contexts_wait_in_order_and_none_is_lost() {
    let mut bench = shared(|mmu| (mmu.walks, mmu.l2.replay_queue) = (4, 32));
    (0..9).for_each(|vpn| bench.touch(0, 0x1000 * vpn));
    for vpn in 0..9 {
        bench.look(0, 0x1000 * vpn);
        bench.run(1);
    }
    bench.run(600);
    let order: Vec<u64> = bench.answers.iter().map(|answer| answer.2 / 0x1000).collect();
    assert_eq!(order, (0..9).collect::<Vec<_>>());
    assert_eq!((bench.missed, bench.depths.len()), (9, 36));
}

#[test]
fn no_lookup_is_accepted_that_could_find_the_replay_queue_full() {
    let mut bench = shared(|mmu| (mmu.walks, mmu.l2.replay_queue) = (4, 8));
    let mut accepted = 0;
    for vpn in 0..40 {
        bench.touch(0, vpn << 9);
        if bench.tlb.out().ready != 0 {
            bench.look(0, vpn << 9);
            accepted += 1;
        }
        bench.run(1);
    }
    assert!((7..40).contains(&accepted), "{accepted}");
    bench.run(2000);
    assert_eq!(bench.answers.len(), accepted);
}

#[test]
fn the_last_port_is_closed_in_the_cycle_of_a_fill_and_only_that_one() {
    let mut bench = shared(|_| {});
    bench.touch(0, 3);
    bench.look(0, 3);
    let ready: Vec<u8> = (0..200).map(|_| bench.step().ready).collect();
    let closed: Vec<usize> = (0..200).filter(|cycle| ready[*cycle] != 0b11).collect();
    let answered = bench.answers[0].0 as usize;
    assert_eq!((closed, ready[answered - 1]), (vec![answered - 1], 0b01));
}

#[test]
fn an_entry_that_is_not_valid_ends_the_walk_with_a_fault_and_the_next_lookup_walks_again() {
    let mut bench = shared(|_| {});
    bench.look(0, 5);
    bench.run(100);
    assert_eq!((bench.answers[0].3, &bench.depths[..]), (None, &[1][..]));
    bench.touch(0, 6);
    bench.look(0, 5);
    bench.run(200);
    assert_eq!((bench.answers[1].3, &bench.depths[1..]), (None, &[1, 2, 3, 4][..]));
}

#[test]
fn a_flush_takes_latency_sets_and_two_cycles_and_takes_the_translations_of_its_address_space_only() {
    let mut bench = shared(|_| {});
    bench.touch(0, 9);
    bench.touch(1, 9);
    bench.look(0, 9);
    bench.look(2, 9);
    bench.run(200);
    bench.input.flush = Some(Some(0));
    let begun = bench.now;
    while !bench.step().flush_ack {}
    assert_eq!(bench.now - 1 - begun, 10 + 32 + 2);
    bench.look(0, 9);
    bench.look(2, 9);
    bench.run(200);
    assert_eq!((bench.missed, bench.depths.len()), (3, 12));
}

#[test]
fn a_walk_under_way_during_a_flush_begins_anew() {
    let mut bench = shared(|_| {});
    bench.touch(0, 9);
    bench.look(0, 9);
    // The walk has begun, and still reads when the flush poisons it.
    bench.run(45);
    bench.input.flush = Some(None);
    bench.run(300);
    assert!(bench.depths.len() > 4 && bench.depths.ends_with(&[1, 2, 3, 4]), "{:?}", bench.depths);
    assert_eq!(bench.answers.len(), 1);
    assert_eq!(bench.answers[0].3, bench.ppn(0, 9));
}

#[test]
fn the_page_walk_cache_serves_the_entries_that_walks_share_and_keeps_no_translation() {
    let mut bench = cached(&[]);
    bench.touch(0, 0x200);
    bench.touch(0, 0x201);
    bench.look(0, 0x200);
    bench.run(400);
    assert_eq!(bench.depths, [1, 2, 3, 4]);
    bench.look(0, 0x201);
    bench.run(400);
    assert_eq!(bench.depths[4..], [4], "the tables above are the same");
    bench.look(0, 0x201);
    bench.run(400);
    assert_eq!((bench.depths.len(), bench.missed), (5, 3));
    let frames: Vec<_> = bench.answers.iter().map(|answer| answer.3).collect();
    assert_eq!(frames, [bench.ppn(0, 0x200), bench.ppn(0, 0x201), bench.ppn(0, 0x201)]);
}

#[test]
fn a_page_walk_cache_of_one_entry_serves_nothing_but_the_last() {
    let mut bench = cached(&[("sets", "1"), ("ways", "1")]);
    bench.touch(0, 0x200);
    bench.look(0, 0x200);
    bench.run(400);
    bench.look(0, 0x200);
    bench.run(400);
    assert_eq!(bench.depths, [1, 2, 3, 4, 1, 2, 3, 4]);
}
