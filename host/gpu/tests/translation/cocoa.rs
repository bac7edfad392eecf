// SPDX-License-Identifier: Apache-2.0
//! CoCoA under whole kernels (Mosaic, sections 2.2 and 2.3): which pages lie in frames of their own, and which become large ones.

use super::{finish, goes_on_alike, gpu, machine, threads_change_nothing, tlbs, Gather};
use warpsmith_gpu::machine::{MachineSpec, PagingOrder, PagingSpec};
use warpsmith_gpu::stats::{CocoaStats, PagingStats, Stats};
use warpsmith_gpu::{Gpu, Job, RunFreely};

/// Base pages of a frame.
const PAGES: u64 = 512;
const MB: u64 = 1 << 20;

fn cocoa(stats: &Stats) -> CocoaStats {
    stats.units.of().unwrap()
}

/// The machine with pages that come from the host, quickly.
pub fn paged() -> MachineSpec {
    let mut machine = machine();
    let order = PagingOrder::Overlapped;
    machine.mmu.as_mut().unwrap().paging = Some(PagingSpec { fault_4k_ns: 900, fault_2m_ns: 100_000, order });
    machine
}

/// A kernel over 2 MB, which touches all of its pages; not started yet.
pub fn over_2_mb(gpu: &mut Gpu) -> Gather {
    Gather::new(gpu, 0, 1 << 19, 16, 8)
}

#[test]
fn an_allocation_takes_a_frame_for_each_large_page_that_lies_in_it_as_a_whole() {
    // Base pages that are allocated in order happen to lie as in a large page, too, and become one when it is full.
    for (before, bytes, whole, large) in [
        (None, 4 << 10, 0, 0),
        (None, 2 * MB - 4096, 0, 1),
        (None, 2 * MB, 1, 1),
        (Some(1), 2 * MB, 0, 1),
        (None, 4 * MB + 4096, 2, 2),
    ] {
        let mut gpu = gpu(&machine(), &["cocoa"]);
        for bytes in before.into_iter().chain([bytes]) {
            gpu.memory().alloc(bytes).unwrap();
        }
        let gather = Gather::new(&mut gpu, 0, 1 << 10, 1, 1);
        gpu.start(&Job::Launch(gather.launch.clone())).unwrap();
        let (stats, (_, l2)) = (cocoa(&gpu.totals()), tlbs(&gpu.totals()));
        // Without a cost of paging all data is there when the kernel starts.
        assert_eq!((stats.whole_frames, stats.large_pages), (whole, large), "{bytes} bytes");
        assert_eq!(l2.pages_mapped, whole * PAGES + stats.base_pages);
        gpu.go_on(&mut RunFreely).unwrap().unwrap();
        gather.check(&mut gpu, 0);
    }
}

#[test]
fn a_large_page_is_one_when_the_last_of_its_pages_has_come_from_the_host() {
    let mut gpu = gpu(&paged(), &["cocoa"]);
    let gather = over_2_mb(&mut gpu);
    gpu.start(&Job::Launch(gather.launch.clone())).unwrap();
    let before = cocoa(&gpu.totals());
    assert_eq!((before.whole_frames, before.large_pages), (1, 0));
    let record = gpu.go_on(&mut RunFreely).unwrap().unwrap();
    gather.check(&mut gpu, 0);
    let link: PagingStats = record.stats.units.of().unwrap();
    assert!(link.pages > PAGES, "all pages of the table, and those of the result: {}", link.pages);
    assert_eq!(cocoa(&gpu.totals()).large_pages, 1);
}

#[test]
fn applications_never_share_a_frame_while_there_are_free_ones() {
    let mut gpu = gpu(&paged(), &["cocoa"]);
    gpu.share(&[1, 3]).unwrap();
    let both = [0, 1].map(|application| Gather::new(&mut gpu, application, 1 << 16, 6, 4));
    for (application, gather) in (0..).zip(&both) {
        gpu.start_of(application, &Job::Launch(gather.launch.clone())).unwrap();
    }
    finish(&mut gpu);
    for (application, gather) in (0..).zip(&both) {
        gather.check(&mut gpu, application);
    }
    let stats = cocoa(&gpu.totals());
    assert!(stats.foreign_pages == 0 && stats.base_pages > 2 * 64, "{stats:?}");
}

#[test]
fn the_frames_of_a_run_are_free_for_the_next_one() {
    let mut gpu = gpu(&machine(), &["cocoa"]);
    // 64 MB are 31 frames for pages: without those of the first runs the last ones would have none.
    for run in 1..=4 {
        gpu.memory().alloc(24 * MB).unwrap();
        let gather = Gather::new(&mut gpu, 0, 1 << 10, 1, 1);
        gpu.launch(&gather.launch, &mut RunFreely).unwrap();
        gather.check(&mut gpu, 0);
        assert_eq!(cocoa(&gpu.totals()).large_pages, run * 12);
        gpu.clear_memory(0).unwrap();
    }
}

#[test]
fn threads_and_checkpoints_do_not_change_what_cocoa_does() {
    threads_change_nothing(&paged(), &["cocoa"]);
    goes_on_alike(&paged(), &["cocoa"], &[2000]);
}

#[test]
fn more_applications_than_it_has_lists_for_are_refused() {
    let mut machine = paged();
    (machine.sm.count, machine.dram.capacity_mib) = (33, 512);
    let error = gpu(&machine, &["cocoa"]).share(&[1; 33]).unwrap_err().to_string();
    assert!(error.contains("32 applications") && error.contains("33"), "{error}");
    let mut shared = gpu(&machine, &["cocoa"]);
    shared.share(&[[1; 31].as_slice(), &[2]].concat()).unwrap();
    let gathers: Vec<_> = (0..32).map(|one| Gather::new(&mut shared, one, 1 << 10, 1, 1)).collect();
    for (application, gather) in (0..).zip(&gathers) {
        shared.start_of(application, &Job::Launch(gather.launch.clone())).unwrap();
    }
    finish(&mut shared);
    assert_eq!(cocoa(&shared.totals()).foreign_pages, 0);
}
