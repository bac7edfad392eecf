// SPDX-License-Identifier: Apache-2.0
//! Base entries that L1 TLBs have from before their pages became a large one (Mosaic, section 10, rows 6 and 14, decision D16).

use super::deallocation::{cocoa, EIGHTH, MB};
use super::mosaic::{attach, MosaicStats};
use super::{machine, with, Gather};
use warpsmith_gpu::socket::{Attachment, L1TlbArray, L1TlbIn, L1TlbOut, TlbFlush};
use warpsmith_gpu::stats::UnitStats;
use warpsmith_gpu::unit::mosaic::MosaicL1Tlb;
use warpsmith_gpu::{
    policy, Attachments, Gpu, RunError, RunFreely, Saved, StateError, StateReader, StateWriter,
};
use warpsmith_units::mosaic::{params::Params, L1Tlb};
use warpsmith_units::Module;

/// An L1 TLB that forgets a large page alone where its base pages are to be forgotten, too, as the source has it.
struct LargeAlone(MosaicL1Tlb<<L1Tlb as Module>::Model>);

impl Saved for LargeAlone {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        self.0.save(to)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.0.restore(from)
    }
}

impl Attachment for LargeAlone {
    fn count(&self, to: &mut UnitStats) {
        self.0.count(to);
    }
}

impl L1TlbArray for LargeAlone {
    fn out(&self) -> L1TlbOut {
        self.0.out()
    }

    fn step(&mut self, input: &L1TlbIn) {
        let flush = input.flush.map(|flush| match flush {
            TlbFlush::Base(lvpn) => TlbFlush::Large(lvpn),
            other => other,
        });
        self.0.step(&L1TlbIn { flush, ..*input });
    }
}

/// A GPU with Mosaic and CoCoA, whose L1 TLBs forget base pages or not.
fn gpu(forgets: bool) -> Gpu {
    let (machine, mut attachments) = (machine(), Attachments::baseline());
    policy::attach("cocoa", &[], &machine, &mut attachments).unwrap();
    attach(&machine, forgets, true, &mut attachments);
    if !forgets {
        let l1 = || {
            LargeAlone(MosaicL1Tlb::new(L1Tlb::model(&Params {
                num_cores: machine.sm.count,
                ..Params::PAPER
            })))
        };
        attachments.l1_tlb(&machine, |_| Box::new(l1()));
    }
    with(&machine, attachments)
}

fn run(gpu: &mut Gpu, gather: &Gather) -> Result<(), RunError> {
    gpu.launch(&gather.launch, &mut RunFreely)?;
    gather.check(gpu, 0);
    Ok(())
}

/// A kernel over 128 kB in a large page that is made while it runs, and the other allocations of that.
fn over_a_new_large_page(gpu: &mut Gpu) -> (Gather, Vec<u64>) {
    let gather = Gather::new(gpu, 0, 1 << 15, 4, 400);
    let others = (0..8).map(|_| gpu.memory().alloc(EIGHTH).unwrap()).collect();
    run(gpu, &gather).unwrap();
    (gather, others)
}

fn mosaic(gpu: &Gpu) -> MosaicStats {
    gpu.totals().units.of().unwrap()
}

#[test]
fn a_base_entry_from_before_and_the_large_entry_give_the_same_page_and_the_large_one_wins() {
    let mut gpu = gpu(true);
    let (gather, _) = over_a_new_large_page(&mut gpu);
    let first = mosaic(&gpu);
    // Each SM has looked up base pages before they were one large page, and that behind it; each translation is compared with the page tables.
    assert!(first.coalesced == 1 && first.l1_base_hits > 0 && first.l1_large_hits > 0, "{first:?}");
    run(&mut gpu, &gather).unwrap();
    let both = mosaic(&gpu);
    assert!(both.l1_large_hits > first.l1_large_hits, "{both:?}");
    assert_eq!((both.l1_base_hits, both.l1_flushes), (first.l1_base_hits, 0));
}

/// Pages move out of a large page that is taken apart.
fn moved(forgets: bool) -> Result<Gpu, RunError> {
    let mut gpu = gpu(forgets);
    let (gather, others) = over_a_new_large_page(&mut gpu);
    others[..6].iter().for_each(|one| gpu.memory().free(*one).unwrap());
    (0..2).try_for_each(|_| run(&mut gpu, &gather))?;
    Ok(gpu)
}

/// A large page is freed, and others are in its place, in other frames.
fn replaced(forgets: bool) -> Result<Gpu, RunError> {
    let mut gpu = gpu(forgets);
    over_a_new_large_page(&mut gpu);
    let small = Gather::new(&mut gpu, 0, 1 << 10, 4, 200);
    run(&mut gpu, &small)?;
    let last = small.launch.clone();
    let all: Vec<u64> = gpu.memory().allocations().map(|(base, _)| base).collect();
    // All but the two of the small kernel.
    all[..all.len() - 2].iter().for_each(|one| gpu.memory().free(*one).unwrap());
    gpu.launch(&last, &mut RunFreely)?;
    let next = Gather::new(&mut gpu, 0, 1 << 15, 4, 8);
    (0..2).try_for_each(|_| run(&mut gpu, &next))?;
    Ok(gpu)
}

/// A large page loses pages that a kernel has used before it was one; as memory is full, others get their places, and there are other
/// pages, in other frames, where they were.
fn reused(forgets: bool) -> Result<Gpu, RunError> {
    let mut gpu = gpu(forgets);
    over_a_new_large_page(&mut gpu);
    let small = Gather::new(&mut gpu, 0, 1 << 10, 4, 200);
    // 30 of 31 frames are large pages; the last one has room for less than a hundred pages.
    let others: Vec<u64> = (0..8 * 29).map(|_| gpu.memory().alloc(EIGHTH).unwrap()).collect();
    gpu.memory().alloc(3 * MB / 2).unwrap();
    run(&mut gpu, &small)?;
    let table = gpu.memory().allocations().next().unwrap().0;
    for one in [&[table], &others[40..42], &others[80..82]].concat() {
        gpu.memory().free(one).unwrap();
    }
    // Larger than all holes.
    gpu.memory().alloc(MB - (1 << 16)).unwrap();
    run(&mut gpu, &small)?;
    let next = Gather::new(&mut gpu, 0, 1 << 15, 4, 8);
    (0..2).try_for_each(|_| run(&mut gpu, &next))?;
    Ok(gpu)
}

#[test]
fn base_entries_of_pages_that_are_moved_are_flushed_in_time() {
    let stats = cocoa(&moved(true).unwrap());
    assert_eq!((stats.splintered, stats.compacted), (1, 1));
    assert!(stats.moved_pages > 0);
}

#[test]
fn base_entries_of_a_frame_that_others_get_are_flushed_in_time() {
    let gpu = replaced(true).unwrap();
    assert!(cocoa(&gpu).splintered == 1 && mosaic(&gpu).l1_flushes > 0);
}

#[test]
fn base_entries_of_places_in_an_emergency_frame_are_flushed_in_time() {
    let stats = cocoa(&reused(true).unwrap());
    assert!(stats.emergency > 0 && stats.foreign_pages == 0, "{stats:?}");
}

#[test]
fn if_the_large_entry_alone_were_flushed_a_stale_base_entry_would_be_used() {
    for (what, scenario) in [("moved", moved as fn(bool) -> _), ("replaced", replaced), ("reused", reused)] {
        let error = scenario(false).err().map(|error: RunError| error.to_string()).unwrap_or_default();
        assert!(error.contains("TLB"), "{what}: {error}");
    }
}
