// SPDX-License-Identifier: Apache-2.0
//! Demand paging under whole kernels (Mosaic, section 2.11): what they compute stays the same, each page that they touch
//! comes from the host once, in the time that the link takes.

use super::{finish, gather, goes_on_alike, gpu, machine, seen, threads_change_nothing, tlbs, with, Gather};
use warpsmith_gpu::machine::{MachineSpec, PagingOrder, PagingSpec};
use warpsmith_gpu::stats::{PagingStats, Stats};
use warpsmith_gpu::{policy, Attachments, Gpu, Job, KernelRecord, RunError, RunFreely};

/// SM cycles from a far fault to its page at 1020 MHz: 55 us of 4 kB, 318 us of 2 MB; of these the data of 4 kB move in the last
/// ones.
const SMALL: u64 = 56_100;
const LARGE: u64 = 324_360;
const MOVING: u64 = 525;

/// What `gather` touches of pages of 4 kB: 256 of the table and five of the result. That of the parameters does not come from the host.
const PAGES: u64 = 261;

/// The machine with pages of so many bits that come from the host, in the times that were measured for Mosaic.
fn paged(page_bits: u32) -> MachineSpec {
    let mut machine = machine();
    let mmu = machine.mmu.as_mut().unwrap();
    (mmu.page_bits, mmu.levels) = (page_bits, if page_bits < 14 { 4 } else { 3 });
    let order = PagingOrder::Overlapped;
    mmu.paging = Some(PagingSpec { fault_4k_ns: 55_000, fault_2m_ns: 318_000, order });
    machine
}

fn change(machine: &mut MachineSpec) -> &mut PagingSpec {
    machine.mmu.as_mut().unwrap().paging.as_mut().unwrap()
}

/// The same with pages of 4 kB, of which each takes a tenth of the time: the data as long as there, and the rest shorter.
fn quick() -> MachineSpec {
    let mut machine = paged(12);
    (change(&mut machine).fault_4k_ns, change(&mut machine).fault_2m_ns) = (5_500, 268_500);
    machine
}

/// The cycles of that.
const QUICK: u64 = 5_610;

/// A kernel of one CTA that reads one page and then writes another one, if pages have 4 kB.
fn one_after_the_other(gpu: &mut Gpu) -> KernelRecord {
    let gather = Gather::new(gpu, 0, 1 << 10, 1, 1);
    let record = gpu.launch(&gather.launch, &mut RunFreely).unwrap();
    gather.check(gpu, 0);
    record
}

fn link(stats: &Stats) -> PagingStats {
    stats.units.of().unwrap()
}

/// The cycles that two walks take, and what the kernel takes longer with pages that come from the host.
fn walks_and_more(machine: &MachineSpec, record: &KernelRecord) -> (u64, u64) {
    let mut without = machine.clone();
    without.mmu.as_mut().unwrap().paging = None;
    let (_, l2) = tlbs(&record.stats);
    assert_eq!(l2.faults, link(&record.stats).faults);
    let cycles = one_after_the_other(&mut gpu(&without, &[])).cycles;
    (2 * l2.walk_cycles.div_ceil(l2.walks), record.cycles - cycles)
}

#[test]
fn an_access_to_a_page_that_is_not_there_takes_the_load_to_use_time_of_4_kb() {
    let machine = paged(12);
    let record = one_after_the_other(&mut gpu(&machine, &[]));
    let stats = link(&record.stats);
    assert_eq!((stats.pages, stats.bytes, stats.link_cycles), (2, 2 << 12, 2 * MOVING));
    assert_eq!((stats.wait_cycles, stats.queue_cycles), (2 * SMALL, 0));
    // The load waits for one page, then the store for the other, and both walk once more.
    let (walks, more) = walks_and_more(&machine, &record);
    assert!((2 * SMALL..2 * SMALL + 2 * walks).contains(&more), "{more} cycles, {walks} of two walks");
}

#[test]
fn an_access_to_a_page_that_is_not_there_takes_the_load_to_use_time_of_2_mb() {
    let machine = paged(21);
    let record = one_after_the_other(&mut gpu(&machine, &[]));
    let stats = link(&record.stats);
    // Both arrays are in one page.
    assert_eq!((stats.pages, stats.bytes, stats.wait_cycles), (1, 2 << 20, LARGE));
    let (walks, more) = walks_and_more(&machine, &record);
    assert!((LARGE..LARGE + walks).contains(&more), "{more} cycles, {walks} of two walks");
}

#[test]
fn a_cycle_more_of_the_link_is_a_cycle_more_of_the_kernel() {
    let cycles = |more: u32| {
        let mut machine = paged(12);
        // 50 ns are 51 cycles at 1020 MHz.
        change(&mut machine).fault_4k_ns += 50 * more;
        change(&mut machine).fault_2m_ns += 50 * more;
        let record = one_after_the_other(&mut gpu(&machine, &[]));
        (record.cycles, link(&record.stats).wait_cycles)
    };
    let (first, last) = (cycles(0), cycles(200));
    assert_eq!(last.1 - first.1, 2 * 200 * 51);
    // DRAM has another clock, and a kernel ends with an epoch.
    assert!((last.0 - first.0).abs_diff(2 * 200 * 51) <= 16, "{first:?} {last:?}");
}

#[test]
fn pages_that_many_warps_touch_come_once_each_as_fast_as_the_link_moves_them() {
    let mut gpu = gpu(&paged(12), &[]);
    let record = gather(&mut gpu);
    let (stats, (l1, l2)) = (link(&record.stats), tlbs(&record.stats));
    assert_eq!((stats.pages, stats.bytes, stats.link_cycles), (PAGES, PAGES << 12, PAGES * MOVING));
    assert!((PAGES..=PAGES + 1).contains(&l2.pages_mapped));
    assert_eq!((l1.accesses, l2.faults), (l1.hits + l1.merged + l1.misses, stats.faults));
    assert_eq!(stats.wait_cycles, stats.queue_cycles + PAGES * SMALL);
    assert!(stats.faults >= stats.pages && stats.queue_cycles > 0 && record.cycles > SMALL + 255 * MOVING);
}

#[test]
fn pages_that_have_come_stay_for_the_kernels_that_follow() {
    let mut gpu = gpu(&quick(), &[]);
    let gather = Gather::new(&mut gpu, 0, 1 << 14, 4, 4);
    let pages = |gpu: &mut Gpu| link(&gpu.launch(&gather.launch, &mut RunFreely).unwrap().stats).pages;
    assert!(pages(&mut gpu) > 1);
    assert_eq!(pages(&mut gpu), 0);
}

#[test]
fn a_link_that_serves_one_fault_at_a_time_takes_as_long_as_all_faults_together() {
    let mut machine = quick();
    change(&mut machine).order = PagingOrder::Serial;
    let record = gather(&mut gpu(&machine, &[]));
    let stats = link(&record.stats);
    assert_eq!((stats.pages, stats.link_cycles), (PAGES, PAGES * MOVING));
    assert!(record.cycles > PAGES * QUICK, "{}", record.cycles);
}

#[test]
fn an_ideal_tlb_hits_but_its_pages_come_from_the_host_too() {
    let record = gather(&mut gpu(&quick(), &["ideal_tlb"]));
    let (stats, (l1, l2)) = (link(&record.stats), tlbs(&record.stats));
    assert_eq!((stats.pages, l1.hits, l1.misses, l2.walks), (PAGES, l1.accesses, 0, 0));
    assert_eq!(stats.wait_cycles, stats.queue_cycles + PAGES * QUICK);
    assert!(record.cycles > QUICK + 255 * MOVING);
    let two = link(&one_after_the_other(&mut gpu(&paged(12), &["ideal_tlb"])).stats);
    assert_eq!((two.pages, two.wait_cycles, two.queue_cycles), (2, 2 * SMALL, 0));
}

#[test]
fn every_policy_size_of_pages_and_order_finds_the_same_data() {
    for (page_bits, order) in [(13, PagingOrder::Serial), (16, PagingOrder::Overlapped)] {
        for policies in [&[][..], &["pw_cache"], &["ideal_tlb"], &["static_channels"]] {
            let mut machine = paged(page_bits);
            *change(&mut machine) = PagingSpec { fault_4k_ns: 900, fault_2m_ns: 100_000, order };
            let stats = link(&gather(&mut gpu(&machine, policies)).stats);
            let table = (1u64 << 20) >> page_bits;
            // The result may begin in the last page of the table.
            assert!((table + 1..=table + 4).contains(&stats.pages), "{page_bits} {policies:?}: {stats:?}");
        }
    }
}

#[test]
fn few_mshrs_and_walks_are_enough_for_any_number_of_far_faults() {
    let mut machine = quick();
    let mmu = machine.mmu.as_mut().unwrap();
    (mmu.walks, mmu.l1.mshrs, mmu.l2.replay_queue) = (4, 1, 4);
    let record = gather(&mut gpu(&machine, &[]));
    assert_eq!(link(&record.stats).pages, PAGES);
    // Walks that find no page are over at once, so that faults overlap all the same.
    assert!(record.cycles < PAGES * QUICK / 4, "{}", record.cycles);
}

#[test]
fn pages_that_take_no_time_are_as_pages_of_a_machine_without_paging() {
    let mut free = paged(12);
    (change(&mut free).fault_4k_ns, change(&mut free).fault_2m_ns) = (0, 0);
    let run = |machine: &MachineSpec| {
        let mut gpu = gpu(machine, &[]);
        let record = gather(&mut gpu);
        seen(&mut gpu, &[record])
    };
    assert!(run(&free) == run(&machine()));
}

#[test]
fn threads_do_not_change_which_page_comes_when() {
    for policies in [&[][..], &["ideal_tlb"]] {
        threads_change_nothing(&quick(), policies);
    }
}

#[test]
fn a_kernel_goes_on_alike_from_a_state_saved_while_pages_are_on_their_way() {
    goes_on_alike(&quick(), &[], &[QUICK - 200, QUICK + 20 * MOVING]);
    goes_on_alike(&quick(), &["ideal_tlb"], &[QUICK + 20 * MOVING]);
}

#[test]
fn applications_share_the_link_and_each_has_its_own_pages() {
    let mut gpu = gpu(&quick(), &[]);
    gpu.share(&[1, 3]).unwrap();
    let both = [0, 1].map(|application| Gather::new(&mut gpu, application, 1 << 16, 6, 4));
    for (application, gather) in (0..).zip(&both) {
        gpu.start_of(application, &Job::Launch(gather.launch.clone())).unwrap();
    }
    finish(&mut gpu);
    let mut sum = 0;
    for (application, gather) in (0..).zip(&both) {
        gather.check(&mut gpu, application);
        let stats = link(&gpu.totals_of(application));
        // 64 pages of the table and two of the result, all at the same addresses.
        assert!((66..=67).contains(&stats.pages), "{stats:?}");
        assert!(stats.queue_cycles > 0);
        sum += stats.bytes;
    }
    assert_eq!(link(&gpu.totals()).bytes, sum);
}

#[test]
fn the_next_run_of_a_program_finds_none_of_the_pages_of_the_one_before() {
    let mut gpu = gpu(&quick(), &[]);
    let pages = |gpu: &mut Gpu| link(&one_after_the_other(gpu).stats).pages;
    assert_eq!(pages(&mut gpu), 2);
    gpu.clear_memory(0).unwrap();
    assert_eq!(pages(&mut gpu), 2);
}

#[test]
fn frames_can_be_given_before_the_kernel_starts_and_data_still_comes_when_it_is_touched() {
    let machine = quick();
    let mut attachments = Attachments::baseline();
    policy::attach("shared_frames", &[("eager".into(), "on".into())], &machine, &mut attachments).unwrap();
    let mut gpu = with(&machine, attachments);
    let gather = Gather::new(&mut gpu, 0, 1 << 14, 1, 1);
    gpu.start(&Job::Launch(gather.launch.clone())).unwrap();
    assert_eq!((tlbs(&gpu.totals()).1.pages_mapped, link(&gpu.totals()).pages), (17, 0));
    let record = gpu.go_on(&mut RunFreely).unwrap().unwrap();
    gather.check(&mut gpu, 0);
    let (stats, (_, l2)) = (link(&record.stats), tlbs(&record.stats));
    assert!(stats.pages > 1 && stats.pages <= 17, "{stats:?}");
    // All tables are there, so a walk that finds no page has read all levels.
    assert!(l2.faults > 0 && l2.reads_4 == l2.walks, "{l2:?}");
}

#[test]
fn a_kernel_that_waits_for_a_slow_link_is_no_deadlock() {
    let mut machine = paged(12);
    machine.sm.count = 1;
    (change(&mut machine).fault_4k_ns, change(&mut machine).fault_2m_ns) = (300_000, 600_000);
    let record = one_after_the_other(&mut gpu(&machine, &[]));
    assert!(record.cycles > 2 * 306_000);
}

#[test]
fn without_a_frame_left_for_a_page_from_the_host_the_access_is_a_fault_with_kernel_thread_and_address() {
    for policies in [&[][..], &["ideal_tlb"]] {
        let mut machine = paged(16);
        machine.dram.capacity_mib = 1;
        let mut gpu = gpu(&machine, policies);
        // 16 frames, of which three are tables: 512 and 400 kB need more than 13.
        let gather = Gather::new(&mut gpu, 0, 1 << 17, 400, 2);
        let error = gpu.launch(&gather.launch, &mut RunFreely).unwrap_err();
        let RunError::Fault { fault, .. } = &error else { panic!("{error}") };
        let text = fault.to_string();
        for part in ["gather", "CTA", "thread", "0x10000", "no frame left"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
