// SPDX-License-Identifier: Apache-2.0
//! Memory that programs free, under CoCoA (Mosaic, sections 2.7 to 2.9): frames that come back, large pages that are taken apart by
//! the driver or by Mosaic's coalescer, and whose free pages are given to others.

use super::mosaic::{attach, MosaicStats, NAME};
use super::{gpu, machine, seen, tlbs, with, Gather, PauseAt};
use warpsmith_gpu::stats::CocoaStats;
use warpsmith_gpu::{
    policy, Attachments, Gpu, Job, KernelRecord, RunError, RunFreely, StateReader, StateWriter,
};

pub const MB: u64 = 1 << 20;
/// An allocation that takes an eighth of a large page with the room behind it.
pub const EIGHTH: u64 = MB / 4 - 256;
/// Large pages are taken apart by the driver, or by the coalescer.
const BOTH: [&[&str]; 2] = [&["cocoa"], &[NAME, "cocoa"]];

/// What it has counted in the whole run.
pub fn cocoa(gpu: &Gpu) -> CocoaStats {
    gpu.totals().units.of().unwrap()
}

/// A GPU with CoCoA so set, and with all of Mosaic or without.
fn set(settings: &[(&str, &str)], mosaic: bool) -> Gpu {
    let (machine, mut attachments) = (machine(), Attachments::baseline());
    let given: Vec<_> = settings.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    policy::attach("cocoa", &given, &machine, &mut attachments).unwrap();
    if mosaic {
        attach(&machine, true, true, &mut attachments);
    }
    with(&machine, attachments)
}

fn run(gpu: &mut Gpu, gather: &Gather) -> KernelRecord {
    let record = gpu.launch(&gather.launch, &mut RunFreely).unwrap();
    gather.check(gpu, 0);
    record
}

/// A kernel over little memory, long enough for a large page to be made or taken apart.
fn small(gpu: &mut Gpu) -> Gather {
    Gather::new(gpu, 0, 1 << 10, 4, 200)
}

/// So many large pages of eight allocations each, which a kernel has made, and that kernel.
fn eighths(gpu: &mut Gpu, large: u64) -> (Vec<u64>, Gather) {
    let all = (0..8 * large).map(|_| gpu.memory().alloc(EIGHTH).unwrap()).collect();
    let gather = small(gpu);
    run(gpu, &gather);
    assert_eq!(cocoa(gpu).large_pages, large);
    (all, gather)
}

#[test]
fn frames_of_freed_memory_are_free_again_when_the_next_kernel_has_started() {
    for policies in BOTH {
        let mut gpu = gpu(&machine(), policies);
        let gather = small(&mut gpu);
        run(&mut gpu, &gather);
        // Of 31 frames for pages each round needs twelve.
        for round in 1..=4 {
            let block = gpu.memory().alloc(24 * MB).unwrap();
            run(&mut gpu, &gather);
            gpu.memory().free(block).unwrap();
            (0..8).for_each(|_| drop(run(&mut gpu, &gather)));
            let stats = cocoa(&gpu);
            let large = round * 11;
            assert!(stats.whole_frames >= large && stats.large_pages >= large, "{policies:?}: {stats:?}");
            assert_eq!((stats.freed_pages, stats.foreign_pages), (round * 6144, 0));
            assert_eq!((stats.splintered, stats.emergency), (stats.large_pages, 0));
        }
        if let Some(unit) = gpu.totals().units.of::<MosaicStats>() {
            assert_eq!((unit.splintered, unit.not_coalesced), (unit.coalesced, 0));
            // Each way three reads, 32 lines and the large bit; the base pages of a large page are flushed with it.
            let commands = unit.coalesced + unit.splintered;
            assert_eq!((unit.table_reads, unit.table_atomics), (3 * commands, 33 * commands));
            assert!(unit.page_flushes >= unit.splintered);
        }
    }
}

#[test]
fn a_large_page_stays_one_down_to_the_threshold_and_is_none_below() {
    for policies in BOTH {
        for (freed, splintered) in [(4, 0), (5, 1), (8, 1)] {
            let mut gpu = gpu(&machine(), policies);
            let (all, gather) = eighths(&mut gpu, 1);
            all[..freed].iter().for_each(|one| gpu.memory().free(*one).unwrap());
            (0..2).for_each(|_| drop(run(&mut gpu, &gather)));
            let stats = cocoa(&gpu);
            assert_eq!(
                (stats.freed_pages, stats.splintered),
                (64 * freed as u64, splintered),
                "{policies:?}"
            );
        }
    }
}

#[test]
fn memory_that_is_allocated_where_a_large_page_has_lost_pages_takes_it_apart_and_is_found() {
    for policies in BOTH {
        let mut gpu = gpu(&machine(), policies);
        let (all, gather) = eighths(&mut gpu, 1);
        gpu.memory().free(all[3]).unwrap();
        run(&mut gpu, &gather);
        assert_eq!(cocoa(&gpu).splintered, 0);
        let again = Gather::new(&mut gpu, 0, 1 << 15, 4, 8);
        run(&mut gpu, &again);
        (0..2).for_each(|_| drop(run(&mut gpu, &again)));
        assert_eq!((cocoa(&gpu).splintered, cocoa(&gpu).emergency), (1, 0), "{policies:?}");
    }
}

#[test]
fn free_pages_of_large_ones_are_given_when_no_others_are_left() {
    for policies in BOTH {
        let mut gpu = gpu(&machine(), policies);
        // 30 of 31 frames are large pages, of which each loses a quarter.
        let (all, gather) = eighths(&mut gpu, 30);
        for large in all.chunks(8) {
            large[2..4].iter().for_each(|one| gpu.memory().free(*one).unwrap());
        }
        run(&mut gpu, &gather);
        let before = cocoa(&gpu);
        assert_eq!((before.freed_pages, before.splintered), (30 * 128, 0));
        // 753 pages, one of them where a large page has lost some, which is taken apart for that: its other 127 and the last frame are
        // too little.
        gpu.memory().alloc(MB - (1 << 16)).unwrap();
        let last = Gather::new(&mut gpu, 0, 1 << 19, 4, 8);
        run(&mut gpu, &last);
        let stats = cocoa(&gpu);
        assert_eq!((stats.splintered, stats.emergency, stats.foreign_pages), (2, 1, 0), "{policies:?}");
    }
}

#[test]
fn lookups_wait_until_no_tlb_has_what_was_freed() {
    for policies in [&["cocoa"][..], &["cocoa", "pw_cache"], &["cocoa", "ideal_tlb"], &[NAME, "cocoa"]] {
        let mut gpu = gpu(&machine(), policies);
        let old = Gather::new(&mut gpu, 0, 1 << 14, 4, 8);
        let gather = small(&mut gpu);
        run(&mut gpu, &old);
        // The pages of the table are freed, and a kernel later they are others, with frames of their own.
        let table = gpu.memory().allocations().next().unwrap().0;
        gpu.memory().free(table).unwrap();
        run(&mut gpu, &gather);
        let freed = cocoa(&gpu).freed_pages;
        assert_eq!(freed, 16, "{policies:?}");
        let next = Gather::new(&mut gpu, 0, 1 << 14, 4, 8);
        run(&mut gpu, &next);
        assert_eq!(tlbs(&gpu.totals()).1.faults, 0);
    }
}

#[test]
fn an_access_to_freed_memory_is_a_fault_with_kernel_thread_and_address() {
    for policies in BOTH {
        let mut gpu = gpu(&machine(), policies);
        let (all, _) = eighths(&mut gpu, 1);
        all.iter().for_each(|one| gpu.memory().free(*one).unwrap());
        let gather = Gather::new(&mut gpu, 0, 1 << 18, 4, 8);
        run(&mut gpu, &gather);
        let table = gpu.memory().allocations().next().unwrap().0;
        gpu.memory().free(table).unwrap();
        let error = gpu.launch(&gather.launch, &mut RunFreely).unwrap_err();
        let RunError::Fault { fault, .. } = &error else { panic!("{error}") };
        let text = fault.to_string();
        for part in ["gather", "CTA", "thread", "0x10000"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}

/// A GPU in which a kernel has started as large pages had become free, with pages of others that wait for theirs.
fn in_the_middle(policies: &[&str], threads: usize) -> (Gpu, Gather) {
    let mut gpu = gpu(&machine(), policies);
    gpu.set_threads(threads).unwrap();
    let (all, _) = eighths(&mut gpu, 30);
    for large in all.chunks(8) {
        large[2..4].iter().for_each(|one| gpu.memory().free(*one).unwrap());
    }
    all[..8].iter().enumerate().filter(|(i, _)| !(2..4).contains(i)).for_each(|(_, one)| {
        gpu.memory().free(*one).unwrap();
    });
    let last = Gather::new(&mut gpu, 0, 1 << 19, 4, 8);
    gpu.start(&Job::Launch(last.launch.clone())).unwrap();
    (gpu, last)
}

#[test]
fn threads_and_checkpoints_do_not_change_how_large_pages_are_taken_apart() {
    for policies in BOTH {
        let end = |mut gpu: Gpu, gather: &Gather| {
            let record = gpu.go_on(&mut RunFreely).unwrap().unwrap();
            gather.check(&mut gpu, 0);
            seen(&mut gpu, &[record])
        };
        let (whole, gather) = in_the_middle(policies, 1);
        let begin = whole.cycle().0;
        let expected = end(whole, &gather);
        let (threaded, gather) = in_the_middle(policies, 2);
        assert!(end(threaded, &gather) == expected, "{policies:?} on two threads");
        for after in [20, 300, 900] {
            let (mut first, gather) = in_the_middle(policies, 1);
            assert!(first.go_on(&mut PauseAt(begin + after)).unwrap().is_none());
            let mut state = Vec::new();
            first.save(&mut StateWriter::new(&mut state)).unwrap();
            let mut second = gpu(&machine(), policies);
            let job = Job::Launch(gather.launch.clone());
            second.restore(&mut StateReader::new(&mut &state[..]), &[Some(job)]).unwrap();
            assert!(end(first, &gather) == expected, "{policies:?} paused after {after}");
            assert!(end(second, &gather) == expected, "{policies:?} restored after {after}");
        }
    }
}

/// A GPU with two large pages, of one of which all but 192 pages are freed, and a kernel.
fn with_a_sparse_frame(cac: &str, mosaic: bool) -> (Gpu, Gather) {
    let mut gpu = set(&[("cac", cac)], mosaic);
    let (all, gather) = eighths(&mut gpu, 2);
    all[3..8].iter().for_each(|one| gpu.memory().free(*one).unwrap());
    (gpu, gather)
}

#[test]
fn the_migrator_copies_pages_line_by_line_through_l2_or_inside_dram_and_writes_their_entries() {
    for (cac, migrated, lines, bulk) in
        [("off", 0, 0, 0), ("ideal", 0, 0, 0), ("copy", 192, 192 * 32, 0), ("bulk", 192, 0, 192)]
    {
        let (mut gpu, gather) = with_a_sparse_frame(cac, true);
        // The large page is taken apart in the first kernel; pages move before the second.
        run(&mut gpu, &gather);
        let record = run(&mut gpu, &gather);
        let stats: MosaicStats = record.stats.units.of().unwrap();
        assert_eq!((stats.migrated, stats.copied_lines, stats.bulk_copies), (migrated, lines, bulk), "{cac}");
        assert!(record.stats.counters.l2.accesses >= 2 * lines, "{cac}");
    }
}

#[test]
fn threads_and_checkpoints_do_not_change_how_pages_are_copied() {
    let in_the_middle = |threads: usize| {
        let (mut gpu, gather) = with_a_sparse_frame("copy", true);
        gpu.set_threads(threads).unwrap();
        run(&mut gpu, &gather);
        gpu.start(&Job::Launch(gather.launch.clone())).unwrap();
        (gpu, gather)
    };
    let end = |mut gpu: Gpu, gather: &Gather| {
        let record = gpu.go_on(&mut RunFreely).unwrap().unwrap();
        gather.check(&mut gpu, 0);
        seen(&mut gpu, &[record])
    };
    let (whole, gather) = in_the_middle(1);
    let begin = whole.cycle().0;
    let expected = end(whole, &gather);
    let (threaded, gather) = in_the_middle(2);
    assert!(end(threaded, &gather) == expected, "two threads");
    for after in [20, 700, 5000] {
        let (mut first, gather) = in_the_middle(1);
        assert!(first.go_on(&mut PauseAt(begin + after)).unwrap().is_none());
        let mut state = Vec::new();
        first.save(&mut StateWriter::new(&mut state)).unwrap();
        let mut second = set(&[("cac", "copy")], true);
        let job = Job::Launch(gather.launch.clone());
        second.restore(&mut StateReader::new(&mut &state[..]), &[Some(job)]).unwrap();
        assert!(end(first, &gather) == expected, "paused after {after}");
        assert!(end(second, &gather) == expected, "restored after {after}");
    }
}

#[test]
fn a_frame_with_few_pages_is_emptied_when_a_kernel_starts_whose_lookups_wait_for_the_copies() {
    for mosaic in [false, true] {
        let cycles = ["off", "ideal", "bulk", "copy"].map(|cac| {
            let (mut gpu, gather) = with_a_sparse_frame(cac, mosaic);
            // Large pages are taken apart in the first kernel, by the coalescer in its time.
            let runs: u64 = (0..3).map(|_| run(&mut gpu, &gather).cycles).sum();
            let stats = cocoa(&gpu);
            let moved = if cac == "off" { (0, 0) } else { (1, 192) };
            assert_eq!((stats.splintered, (stats.compacted, stats.moved_pages)), (1, moved), "{cac}");
            runs
        });
        let [off, ideal, bulk, copy] = cycles;
        assert!(ideal < off + 2000 && bulk > ideal + 192 * 60 && copy > bulk + 192 * 60, "{cycles:?}");
    }
}

#[test]
fn in_broken_memory_large_pages_come_from_compaction_alone() {
    for (index, cac, whole) in [("0", "off", 8), ("100", "off", 0), ("100", "ideal", 8), ("100", "copy", 8)] {
        let mut gpu = set(&[("fragmentation", index), ("occupancy", "25"), ("cac", cac)], true);
        gpu.memory().alloc(16 * MB).unwrap();
        let gather = small(&mut gpu);
        run(&mut gpu, &gather);
        let stats = cocoa(&gpu);
        assert_eq!((stats.whole_frames, stats.large_pages), (whole, whole), "{index} {cac}");
        // Without frames of their own, pages go between those of nobody.
        assert_eq!(stats.foreign_pages > 4096, cac == "off" && index == "100");
        // A broken memory keeps a run and its end in order, too.
        gpu.clear_memory(0).unwrap();
        let next = small(&mut gpu);
        run(&mut gpu, &next);
    }
}
