// SPDX-License-Identifier: Apache-2.0
//! An SM's side of an L1 TLB of a unit, beside the reference model of Mosaic's.

use warpsmith_units::mosaic::l1_tlb::Model;
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::L1Tlb as Module;
use warpsmith_units::Module as _;

use super::*;
use crate::machine::MachineSpec;
use crate::policy::translation::Frames;
use crate::socket::{DeviceFrames, Frame, MemoryManager};
use crate::stats::L1TlbStats;
use crate::unit::mosaic::MosaicL1Tlb;

/// An L1 TLB of eight entries and four MSHRs, with tables that map pages 1 to 6.
struct Bench {
    tlb: L1Tlb,
    unit: MosaicL1Tlb<Model>,
    pages: Pages,
    now: SmCycle,
}

impl Bench {
    fn new() -> Bench {
        let machine = MachineSpec::load("maxwell").unwrap();
        let spec = machine.mmu.clone().unwrap();
        let mut manager = Frames::new(false, false);
        manager.start(DeviceFrames { frames: 100, applications: 1 });
        let mut pages = Pages::new(&machine, &spec, 1, &mut manager).unwrap();
        (1..=6).for_each(|vpn| assert_eq!(pages.touch(0, vpn, &mut manager), Ok(true)));
        let unit = MosaicL1Tlb::new(Module::model(&Params::SMALL));
        Bench { tlb: L1Tlb::new(&spec, 3, false, true), unit, pages, now: SmCycle(0) }
    }

    /// A cycle in which the instruction of a warp looks up a page.
    fn cycle(&mut self, lookup: Option<(u64, u8)>) -> Heard {
        let heard = self.tlb.hear(self.now, &self.unit.out(), &self.pages);
        if let Some((vpn, warp)) = lookup {
            self.tlb.ask(Asker::Instruction, L1Lookup { vpn, warp });
        }
        self.tlb.end(&mut self.unit);
        self.now = self.now.next();
        heard
    }

    /// Cycles without a lookup.
    fn pass(&mut self, cycles: u32) {
        for _ in 0..cycles {
            self.cycle(None);
        }
    }

    /// What the lookup of a page finds.
    fn look(&mut self, vpn: u64, warp: u8) -> Option<Found> {
        self.cycle(Some((vpn, warp)));
        self.cycle(None).found.map(|(_, found)| found)
    }

    /// The same when its page comes then, as tables have it.
    fn come(&mut self, vpn: u64) {
        let page = self.pages.frame(0, vpn).map(Translation::base);
        self.tlb.comes(self.now, Notice::Answer(L1Fill { vpn, page }));
    }

    fn sent(&mut self) -> Vec<(u64, u64, u8)> {
        self.tlb.take_sent().map(|(at, lookup)| (at.0, lookup.vpn, lookup.warp)).collect()
    }
}

const HERE: Answer = Answer { vpn: 1, perm: Some(3) };

#[test]
fn a_lookup_is_answered_a_cycle_later_and_a_page_is_asked_for_once_for_all_warps_that_want_it() {
    let mut bench = Bench::new();
    assert_eq!(bench.cycle(Some((1, 4))).found, None);
    let waits = Some((Asker::Instruction, Found::Waits));
    assert_eq!(bench.cycle(Some((1, 9))).found, waits);
    assert_eq!(bench.cycle(None).found, waits);
    assert_eq!(bench.sent(), [(2, 1, 4)]);
    assert!(bench.tlb.awaits(1) && !bench.tlb.idle());
    bench.come(1);
    assert_eq!(bench.cycle(None).answers, [None; 2]);
    assert_eq!(bench.cycle(None).answers, [Some(HERE), None]);
    assert_eq!(bench.look(1, 9), Some(Found::Page(3)));
    let L1TlbStats { accesses, hits, merged, misses, stalled_warps, .. } = *bench.tlb.stats();
    assert_eq!((accesses, hits, merged, misses, stalled_warps), (3, 1, 1, 1, 2));
    assert!(bench.tlb.idle() && bench.tlb.audit().is_ok() && bench.tlb.wrong().is_none());
}

#[test]
fn one_page_is_looked_up_in_a_cycle_and_without_a_free_mshr_again_later() {
    let mut bench = Bench::new();
    for vpn in 1..=4 {
        assert_eq!(bench.look(vpn, 0), Some(Found::Waits));
    }
    assert_eq!((bench.look(5, 0), bench.tlb.stats().stall_cycles), (Some(Found::Refused), 1));
    bench.tlb.ask(Asker::Port(1), L1Lookup { vpn: 6, warp: 0 });
    bench.cycle(Some((5, 0)));
    assert_eq!(bench.cycle(None).found, Some((Asker::Port(1), Found::Refused)));
}

#[test]
fn a_far_fault_frees_its_mshr_and_its_warps_look_again_once_for_all_when_the_page_has_come() {
    let mut bench = Bench::new();
    for warp in [0, 1] {
        assert_eq!(bench.look(1, warp), Some(Found::Waits));
    }
    bench.tlb.comes(bench.now, Notice::FarFault { vpn: 1 });
    (0..3).for_each(|_| assert_eq!(bench.cycle(None).answers, [None; 2]));
    assert!(bench.tlb.mshrs.is_empty() && bench.tlb.awaits(1));
    bench.tlb.comes(bench.now, Notice::Arrived { vpn: 1 });
    assert_eq!(bench.cycle(None).found, None);
    assert_eq!(bench.cycle(None).found, Some((Asker::Again, Found::Waits)));
    assert_eq!(bench.tlb.mshrs[0].warps, 0b11);
    bench.pass(3);
    assert_eq!(bench.sent().iter().map(|sent| sent.1).collect::<Vec<_>>(), [1, 1]);
    bench.come(1);
    bench.cycle(None);
    assert_eq!(bench.cycle(None).answers, [Some(HERE), None]);
    assert!(bench.tlb.idle() && bench.tlb.wrong().is_none());
}

#[test]
fn a_page_that_has_come_from_the_host_and_is_at_hand_already_is_there_for_all_who_wait() {
    let mut bench = Bench::new();
    bench.look(1, 0);
    bench.tlb.comes(bench.now, Notice::FarFault { vpn: 1 });
    bench.pass(2);
    assert_eq!(bench.look(1, 1), Some(Found::Waits));
    bench.come(1);
    bench.pass(2);
    bench.tlb.comes(bench.now, Notice::Arrived { vpn: 1 });
    bench.cycle(None);
    let heard = bench.cycle(None);
    assert_eq!((heard.found, heard.answers), (Some((Asker::Again, Found::Page(3))), [None, Some(HERE)]));
    assert!(bench.tlb.idle());
}

#[test]
fn a_flush_that_comes_is_acknowledged_when_it_is_done_and_one_without_a_cycle_is_not() {
    let mut bench = Bench::new();
    bench.look(1, 0);
    bench.come(1);
    bench.pass(2);
    bench.tlb.comes(bench.now, Notice::Flush(TlbFlush::Large(0)));
    assert!(bench.tlb.flushes(bench.now.next()) && !bench.tlb.flushes(bench.now));
    bench.cycle(None);
    assert!(bench.tlb.flushes(bench.now));
    let done = bench.now;
    bench.cycle(None);
    assert_eq!(bench.tlb.take_flushed().collect::<Vec<_>>(), [done]);
    assert_eq!(bench.look(1, 0), Some(Found::Page(3)));
    bench.tlb.flush_attached(&mut bench.unit, TlbFlush::All);
    assert_eq!(bench.look(1, 0), Some(Found::Waits));
    assert_eq!(bench.tlb.take_flushed().count(), 0);
}

#[test]
fn a_translation_that_page_tables_do_not_have_is_noticed() {
    let mut bench = Bench::new();
    bench.look(1, 0);
    let page = Some(Translation::base(Frame { ppn: 77, perm: 3 }));
    bench.tlb.comes(bench.now, Notice::Answer(L1Fill { vpn: 1, page }));
    bench.pass(2);
    let text = bench.tlb.wrong().unwrap();
    assert!(text.contains("0x1") && text.contains("ppn: 4d"), "{text}");
}
