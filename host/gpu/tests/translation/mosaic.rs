// SPDX-License-Identifier: Apache-2.0
//! Mosaic's TLBs under whole kernels (Mosaic, sections 2.6 and 2.10): what they compute stays the same, pages of large ones need one
//! entry.

use super::cocoa::{over_2_mb, paged};
use super::{
    finish, gather, goes_on_alike, goes_on_alike_over, machine, seen, threads_change_nothing, tlbs, with,
    Gather,
};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::stats::Stats;
use warpsmith_gpu::unit::mosaic::{MosaicCoalescer, MosaicL1Tlb, MosaicMigrator, MosaicTlb};
use warpsmith_gpu::{policy, Attachments, Gpu, Job, RunFreely};
use warpsmith_units::mosaic::{params::Params, Coalescer, L1Tlb, Migrator, Xlat};
use warpsmith_units::Module;

pub use warpsmith_gpu::unit::mosaic::MosaicStats;

/// What stands for it among names of policies.
pub const NAME: &str = "mosaic";

/// Its shared TLB, its coalescer and its migrator, and in each SM its L1 TLB if that is wanted, too.
pub fn attach(machine: &MachineSpec, l1: bool, l2_serial: bool, to: &mut Attachments) {
    let p = Params { num_cores: machine.sm.count, l2_serial, ..Params::PAPER };
    to.shared_tlb(machine, |_| Box::new(MosaicTlb::new(Xlat::model(&p), &p)));
    to.coalescer(machine, |_| Box::new(MosaicCoalescer::new(Coalescer::model(&p), &p)));
    to.migrator(machine, |_| Box::new(MosaicMigrator::new(Migrator::model(&p), &p)));
    if l1 {
        to.l1_tlb(machine, |_| Box::new(MosaicL1Tlb::new(L1Tlb::model(&p))));
    }
}

/// A GPU under checks with them.
pub fn gpu(machine: &MachineSpec, l1: bool, l2_serial: bool) -> Gpu {
    let mut attachments = Attachments::baseline();
    attach(machine, l1, l2_serial, &mut attachments);
    with(machine, attachments)
}

fn mosaic(stats: &Stats) -> MosaicStats {
    stats.units.of().unwrap()
}

#[test]
fn its_shared_tlb_finds_every_page_as_a_base_page_and_later_if_it_probes_twice() {
    let cycles = [false, true].map(|l2_serial| {
        let record = gather(&mut gpu(&machine(), false, l2_serial));
        let (l1, l2) = tlbs(&record.stats);
        assert_eq!((l2.lookups, l2.misses, l2.faults), (l1.misses, l2.walks, 0));
        assert_eq!(
            [l2.reads_1, l2.reads_2, l2.reads_3, l2.reads_4, l2.reads_5],
            [l2.walks, l2.walks, l2.walks, l2.walks, 0]
        );
        let of_unit = MosaicStats { base_hits: l2.hits, base_walks: l2.walks, ..MosaicStats::default() };
        assert_eq!(mosaic(&record.stats), of_unit);
        assert!(l2.hits > 0 && l2.walks >= l2.pages_mapped);
        l2.lookup_cycles as f64 / l2.lookups as f64
    });
    let [once, twice] = cycles;
    assert!(twice > once + 5.0 && once > 10.0, "{cycles:?}");
}

#[test]
fn its_l1_tlb_finds_what_that_of_the_machine_finds_and_counts_the_same_things() {
    let record = gather(&mut gpu(&machine(), true, true));
    let (l1, l2) = tlbs(&record.stats);
    let unit = mosaic(&record.stats);
    assert_eq!(l1.accesses, l1.hits + l1.merged + l1.misses);
    assert_eq!((l2.lookups, l2.faults), (l1.misses, 0));
    assert_eq!((unit.l1_base_hits, unit.l1_large_hits), (l1.hits, 0));
    assert_eq!((unit.l1_base_fills, unit.l1_large_fills, unit.l1_flushes), (l1.misses, 0, 0));
    let (of_machine, _) = tlbs(&gather(&mut gpu(&machine(), false, true)).stats);
    assert_eq!(l1.accesses, of_machine.accesses);
}

/// The same, and CoCoA.
fn with_cocoa(l1: bool) -> Gpu {
    let machine = paged();
    let mut attachments = Attachments::baseline();
    attach(&machine, l1, true, &mut attachments);
    policy::attach("cocoa", &[], &machine, &mut attachments).unwrap();
    with(&machine, attachments)
}

/// What a kernel over 2 MB counts that has all of its data in device memory, and in a large page.
fn last_run(l1: bool) -> Stats {
    let mut gpu = with_cocoa(l1);
    let gather = over_2_mb(&mut gpu);
    // The coalescer may still be at work as the second run begins.
    let runs = [(); 3].map(|()| gpu.launch(&gather.launch, &mut RunFreely).unwrap());
    gather.check(&mut gpu, 0);
    runs[2].stats.clone()
}

#[test]
fn a_large_page_is_made_by_three_reads_and_33_atomic_operations_in_memory_without_a_flush() {
    let mut gpu = with_cocoa(true);
    let gather = over_2_mb(&mut gpu);
    let runs = [(); 2].map(|()| gpu.launch(&gather.launch, &mut RunFreely).unwrap());
    gather.check(&mut gpu, 0);
    let (unit, (_, l2)) = (mosaic(&gpu.totals()), tlbs(&gpu.totals()));
    assert_eq!((unit.coalesced, unit.not_coalesced), (1, 0));
    assert_eq!((unit.table_reads, unit.table_atomics, unit.l1_flushes), (3, 33, 0));
    // Its reads are no walk's, and its operations are traffic of L2.
    assert_eq!(l2.reads_4, l2.walks);
    let atomics: u64 = runs.iter().map(|run| run.stats.counters.l2.atomics).sum();
    assert_eq!(atomics, 33);
}

#[test]
fn a_large_page_that_is_under_way_when_its_program_ends_changes_nothing_of_the_next_one() {
    let mut gpu = with_cocoa(true);
    for run in 0..3 {
        gpu.memory().alloc(6 << 20).unwrap();
        let gather = over_2_mb(&mut gpu);
        gpu.launch(&gather.launch, &mut RunFreely).unwrap();
        gather.check(&mut gpu, 0);
        assert!(mosaic(&gpu.totals()).coalesced <= run + 1);
        gpu.clear_memory(0).unwrap();
    }
}

#[test]
fn one_entry_of_an_l1_tlb_reaches_all_base_pages_of_a_large_one() {
    let [base, large] = [false, true].map(last_run);
    let (of_base, of_large) = (tlbs(&base).0, tlbs(&large).0);
    assert_eq!(of_base.accesses, of_large.accesses);
    // 512 pages of the table do not fit 64 base entries; the large one, and the pages of the result, are at hand from the runs before.
    assert!(of_base.misses > of_base.accesses / 4 && of_large.misses == 0, "{of_base:?} {of_large:?}");
    let unit = mosaic(&large);
    assert_eq!(unit.l1_large_hits + unit.l1_base_hits, of_large.hits);
    assert!(unit.l1_large_hits > 9 * unit.l1_base_hits, "{unit:?}");
    assert!(mosaic(&base).large_hits > 0 && unit.large_hits == 0);
}

#[test]
fn threads_and_checkpoints_do_not_change_what_its_tlbs_do() {
    for machine in [machine(), paged()] {
        threads_change_nothing(&machine, &[NAME, "cocoa"]);
        goes_on_alike(&machine, &[NAME, "cocoa"], &[60, 2000]);
    }
}

#[test]
fn threads_and_checkpoints_do_not_change_how_a_large_page_is_made() {
    // All data is there at once, so that the coalescer begins with the kernel.
    goes_on_alike_over(1 << 19, &machine(), &[NAME, "cocoa"], &[100, 400, 1500]);
    let run = |threads| {
        let mut gpu = super::gpu(&machine(), &[NAME, "cocoa"]);
        gpu.set_threads(threads).unwrap();
        let gather = over_2_mb(&mut gpu);
        let record = gpu.launch(&gather.launch, &mut RunFreely).unwrap();
        assert_eq!(mosaic(&gpu.totals()).coalesced, 1);
        seen(&mut gpu, &[record])
    };
    assert!(run(1) == run(2));
}

#[test]
fn sms_whose_program_has_ended_do_a_flush_while_another_one_goes_on() {
    for l1 in [false, true] {
        let mut gpu = gpu(&machine(), l1, true);
        gpu.share(&[2, 2]).unwrap();
        let other = Gather::new(&mut gpu, 1, 1 << 16, 30, 16);
        let first = Gather::new(&mut gpu, 0, 1 << 14, 4, 3);
        for (application, gather) in [(0, &first), (1, &other)] {
            gpu.start_of(application, &Job::Launch(gather.launch.clone())).unwrap();
        }
        let ends = gpu.advance(&mut RunFreely);
        assert_eq!(ends.iter().map(|end| end.application).collect::<Vec<_>>(), [0]);
        first.check(&mut gpu, 0);
        gpu.clear_memory(0).unwrap();
        finish(&mut gpu);
        other.check(&mut gpu, 1);
        assert_eq!(tlbs(&gpu.totals_of(0)).1.flushes, 1);
    }
}
