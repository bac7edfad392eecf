// SPDX-License-Identifier: Apache-2.0
//! The coalescer that moves pages, under whole kernels (specification of Mosaic, section 8).

use super::cocoa::paged;
use super::{finish, goes_on_alike, gpu, machine, mosaic, threads_change_nothing, tlbs, Gather};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::stats::{MigrationStats, PagingStats, Stats};
use warpsmith_gpu::{Job, KernelRecord, RunFreely};

/// Base pages of a frame.
const PAGES: u64 = 512;
/// Its flushes do not take long; the first one makes a large page soon, the second one even if few pages of it are touched.
const SOON: &str = "migrating_coalescer:period=10000,l1_flush=100,l2_flush=900";
const EARLY: &str = "migrating_coalescer:period=10000,l1_flush=100,l2_flush=900,threshold=5";

fn migrations(stats: &Stats) -> MigrationStats {
    stats.units.of().unwrap()
}

/// A kernel over a table of 4 MB, in a run of its own.
fn run(machine: &MachineSpec, policies: &[&str]) -> KernelRecord {
    let mut gpu = gpu(machine, policies);
    let gather = Gather::new(&mut gpu, 0, 1 << 20, 16, 64);
    let record = gpu.launch(&gather.launch, &mut RunFreely).unwrap();
    gather.check(&mut gpu, 0);
    record
}

#[test]
fn pages_that_a_kernel_touches_move_to_a_large_page_while_it_runs_and_its_sms_wait_for_that() {
    let [still, moved] = [&[mosaic::NAME][..], &[mosaic::NAME, SOON]].map(|with| run(&machine(), with));
    let stats = migrations(&moved.stats);
    assert!(stats.gathered >= 1 && stats.large_pages >= 1, "{stats:?}");
    assert_eq!(stats.moved_pages + stats.untouched_pages, stats.gathered * PAGES);
    let machine = machine();
    let copies = machine.copy_ns(4096) * u64::from(machine.clock.sm_mhz) * stats.moved_pages / 1000;
    assert!((copies..copies + stats.gathered).contains(&(stats.stall_cycles - 1000 * stats.gathered)));
    assert!(moved.cycles > stats.stall_cycles && moved.cycles > still.cycles, "{stats:?}");
}

#[test]
fn what_nobody_has_touched_of_a_large_page_comes_from_the_host_by_itself_and_is_no_fault() {
    let mut gpu = gpu(&paged(), &[mosaic::NAME, EARLY]);
    // A few pages are touched, and a large page is chosen before all of these have come.
    let few = Gather::new(&mut gpu, 0, 1 << 20, 1, 1);
    let all = Gather::new(&mut gpu, 0, 1 << 10, 16, 1000);
    for gather in [&few, &all] {
        gpu.launch(&gather.launch, &mut RunFreely).unwrap();
        gather.check(&mut gpu, 0);
    }
    let (stats, (_, l2)) = (migrations(&gpu.totals()), tlbs(&gpu.totals()));
    let link: PagingStats = gpu.totals().units.of().unwrap();
    assert!(stats.untouched_pages > 0 && stats.large_pages >= 1, "{stats:?}");
    assert!(link.faults < link.pages && link.faults == l2.faults, "{link:?} {l2:?}");
}

#[test]
fn pages_move_under_the_tlbs_of_the_machine_and_where_every_access_hits_too() {
    for policies in [&[EARLY][..], &["ideal_tlb", EARLY]] {
        for machine in [machine(), paged()] {
            let stats = migrations(&run(&machine, policies).stats);
            assert!(stats.large_pages >= 1, "{policies:?} {stats:?}");
        }
    }
}

#[test]
fn each_program_has_large_pages_of_its_own_and_leaves_their_frames_to_the_next() {
    let mut gpu = gpu(&machine(), &[mosaic::NAME, EARLY]);
    gpu.share(&[2, 2]).unwrap();
    for _ in 0..2 {
        let both = [0, 1].map(|application| Gather::new(&mut gpu, application, 1 << 19, 8, 64));
        for (application, gather) in (0..).zip(&both) {
            gpu.start_of(application, &Job::Launch(gather.launch.clone())).unwrap();
        }
        finish(&mut gpu);
        for (application, gather) in (0..).zip(&both) {
            gather.check(&mut gpu, application);
            gpu.clear_memory(application).unwrap();
        }
    }
    let stats = migrations(&gpu.totals());
    assert!(stats.gathered >= 2 && stats.no_frame == 0, "{stats:?}");
}

#[test]
fn threads_and_checkpoints_do_not_change_what_moves() {
    let policies = [mosaic::NAME, EARLY];
    threads_change_nothing(&paged(), &policies);
    goes_on_alike(&paged(), &policies, &[10_100, 10_600, 40_000]);
}
