// SPDX-License-Identifier: Apache-2.0
//! Address translation under whole kernels: what they compute stays the same, what they take follows from the TLBs.

#[path = "kernels/support.rs"]
#[allow(dead_code)] // Every test uses its part of it.
mod support;

#[path = "translation/cocoa.rs"]
mod cocoa;
#[path = "translation/deallocation.rs"]
mod deallocation;
#[path = "translation/device_malloc.rs"]
mod device_malloc;
#[path = "translation/migrating.rs"]
mod migrating;
#[path = "translation/mosaic.rs"]
mod mosaic;
#[path = "translation/paging.rs"]
mod paging;
#[path = "translation/stale_entries.rs"]
mod stale_entries;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};
use support::{Arg, Bench};
use warpsmith_gpu::machine::{MachineSpec, WarpPolicy};
use warpsmith_gpu::socket::{
    Announcement, Attachment, ControllerIn, ControllerOut, ControllerShape, DeviceFrames, Frame, Looks,
    MemoryController, MemoryManager, SharedTlb, TlbIn, TlbOut, WalkRead, WalkRoute, WalkWay,
};
use warpsmith_gpu::stats::{L1TlbStats, L2TlbStats, Stats};
use warpsmith_gpu::types::{Priority, SmCycle};
use warpsmith_gpu::{
    policy, Attachments, Gpu, Job, KernelRecord, LaunchSpec, Poll, Progress, RunControl, RunError, RunFreely,
    Saved, StateError, StateReader, StateWriter,
};

const GATHER: &str = include_str!("kernels/gather.ptx");
const BLOCK: u32 = 256;

/// The machine of MASK with four SMs.
fn machine() -> MachineSpec {
    let mut machine = MachineSpec::load("maxwell").unwrap();
    machine.sm.count = 4;
    machine.dram.capacity_mib = 64;
    machine
}

/// `gather` of one application, with its result.
struct Gather {
    launch: LaunchSpec,
    out: u64,
    table: Vec<u32>,
    rounds: u32,
}

impl Gather {
    /// A table of so many words, and a thread for each of so many sums of `rounds` of them.
    fn new(gpu: &mut Gpu, application: u8, words: u32, ctas: u32, rounds: u32) -> Gather {
        let table: Vec<u32> =
            (0..words).map(|i| i.wrapping_mul(2_654_435_761) ^ u32::from(application)).collect();
        let memory = gpu.memory_of(application);
        let base = memory.alloc(u64::from(4 * words)).unwrap();
        let bytes: Vec<u8> = table.iter().flat_map(|word| word.to_le_bytes()).collect();
        memory.write(base, &bytes).unwrap();
        let out = memory.alloc(u64::from(4 * ctas * BLOCK)).unwrap();
        let args = [Arg::U64(base), Arg::U64(out), Arg::U32(words - 1), Arg::U32(rounds)];
        let launch = Bench::new(GATHER).spec("gather", ctas, BLOCK, &args);
        Gather { launch, out, table, rounds }
    }

    fn check(&self, gpu: &mut Gpu, application: u8) {
        let mut bytes = vec![0; 4 * (self.launch.grid[0] * BLOCK) as usize];
        gpu.memory_of(application).read(self.out, &mut bytes).unwrap();
        for (thread, word) in (0..).zip(bytes.chunks(4)) {
            let (mut index, mut sum) = (thread, 0u32);
            for _ in 0..self.rounds {
                index = 1_664_525u32.wrapping_mul(index).wrapping_add(1_013_904_223);
                sum = sum.wrapping_add(self.table[index as usize >> 8 & (self.table.len() - 1)]);
            }
            assert_eq!(u32::from_le_bytes(word.try_into().unwrap()), sum, "thread {thread} of {application}");
        }
    }
}

/// A GPU under checks with these policies (`name` or `name:key=value,...`), and with Mosaic if it is one of them.
fn gpu(machine: &MachineSpec, policies: &[&str]) -> Gpu {
    let mut attachments = Attachments::baseline();
    for name in policies {
        match *name {
            mosaic::NAME => mosaic::attach(machine, true, true, &mut attachments),
            name => {
                let (name, settings) = name.split_once(':').unwrap_or((name, ""));
                let given = settings.split(',').filter_map(|one| one.split_once('='));
                let given: Vec<_> = given.map(|(key, value)| (key.to_string(), value.to_string())).collect();
                drop(policy::attach(name, &given, machine, &mut attachments).unwrap());
            }
        }
    }
    with(machine, attachments)
}

fn with(machine: &MachineSpec, attachments: Attachments) -> Gpu {
    let mut gpu = Gpu::new(machine.clone(), attachments).unwrap();
    gpu.start_checks();
    gpu
}

/// `gather` over 1 MB, which is more than the L1 TLBs reach, on one application.
fn gather(gpu: &mut Gpu) -> KernelRecord {
    let gather = Gather::new(gpu, 0, 1 << 18, 16, 4);
    let record = gpu.launch(&gather.launch, &mut RunFreely).unwrap();
    gather.check(gpu, 0);
    record
}

fn tlbs(stats: &Stats) -> (L1TlbStats, L2TlbStats) {
    (stats.units.of().unwrap(), stats.units.of().unwrap())
}

#[test]
fn every_page_is_found_and_every_walk_reads_four_entries_through_l2() {
    let record = gather(&mut gpu(&machine(), &[]));
    let (l1, l2) = tlbs(&record.stats);
    assert_eq!(l1.accesses, l1.hits + l1.merged + l1.misses);
    assert_eq!((l2.lookups, l2.faults, l2.flushes), (l1.misses, 0, 0));
    assert!(l2.hits > 0 && l2.misses > 0 && l2.hits + l2.misses <= l2.lookups);
    let reads = [l2.reads_1, l2.reads_2, l2.reads_3, l2.reads_4, l2.reads_5];
    assert_eq!(reads, [l2.walks, l2.walks, l2.walks, l2.walks, 0]);
    // A miss that finds no free context may find its page when it is replayed.
    assert!(l2.walks <= l2.misses);
    // 256 pages of the table, 4 of the result, and that of the parameters if it was read from memory.
    assert!((260..=261).contains(&l2.pages_mapped), "{}", l2.pages_mapped);
    assert!(l2.walks >= l2.pages_mapped && l2.read_hits_1 > l2.read_hits_4);
    assert!(l1.stalled_warps >= l1.misses && l1.miss_cycles > 20 * l1.misses);
}

#[test]
fn translation_costs_time_and_an_ideal_one_next_to_none() {
    let mut machine = machine();
    // A cycle more or less for one warp moves little where warps take turns.
    machine.sm.warp_scheduler = WarpPolicy::Lrr;
    let mut without = machine.clone();
    without.mmu = None;
    let cycles = |record: KernelRecord| record.cycles as f64;
    let none = cycles(gather(&mut gpu(&without, &[])));
    let ideal = cycles(gather(&mut gpu(&machine, &["ideal_tlb"])));
    let shared = cycles(gather(&mut gpu(&machine, &[])));
    // A cycle a page of an instruction, the first touch of a page, and lines in other banks of DRAM.
    assert!((ideal / none - 1.0).abs() < 0.03, "{ideal} {none}");
    assert!(shared > 1.05 * ideal, "{shared} {ideal}");
}

#[test]
fn an_ideal_tlb_never_misses() {
    let record = gather(&mut gpu(&machine(), &["ideal_tlb"]));
    let (l1, l2) = tlbs(&record.stats);
    assert_eq!((l1.hits, l1.misses, l2.lookups, l2.walks), (l1.accesses, 0, 0, 0));
    assert!(l1.accesses > 0 && l2.pages_mapped >= 260);
}

#[test]
fn with_a_page_walk_cache_every_miss_walks_and_upper_tables_are_read_once() {
    let record = gather(&mut gpu(&machine(), &["pw_cache"]));
    let (l1, l2) = tlbs(&record.stats);
    assert_eq!((l2.hits, l2.misses, l2.lookups), (0, l1.misses, l1.misses));
    // The first walks all begin before any entry has come.
    assert!(l2.reads_1 <= 64 && l2.walks > 100 * l2.reads_1, "{l2:?}");
}

#[test]
fn a_larger_shared_tlb_walks_less() {
    let walks = |entries| {
        let mut machine = machine();
        machine.mmu.as_mut().unwrap().l2.entries = entries;
        tlbs(&gather(&mut gpu(&machine, &[])).stats).1.walks
    };
    let (small, large) = (walks(64), walks(1024));
    assert!(small > 2 * large && large >= 260, "{small} {large}");
}

#[test]
fn any_size_of_pages_and_depth_of_tables_finds_the_same_data() {
    for (page_bits, levels) in [(12, 5), (16, 3), (21, 3)] {
        let mut machine = machine();
        let mmu = machine.mmu.as_mut().unwrap();
        (mmu.page_bits, mmu.levels) = (page_bits, levels);
        let (_, l2) = tlbs(&gather(&mut gpu(&machine, &[])).stats);
        let reads = [l2.reads_1, l2.reads_2, l2.reads_3, l2.reads_4, l2.reads_5];
        let expected = [0, 1, 2, 3, 4].map(|level| if level < levels { l2.walks } else { 0 });
        assert_eq!(reads, expected, "{page_bits} bits");
    }
}

/// What can be seen of one run.
fn seen(gpu: &mut Gpu, records: &[KernelRecord]) -> String {
    serde_json::to_string(&(records, gpu.totals(), gpu.seconds())).unwrap()
}

/// Fails unless two threads do the same as one.
fn threads_change_nothing(machine: &MachineSpec, policies: &[&str]) {
    let run = |threads| {
        let mut gpu = gpu(machine, policies);
        gpu.set_threads(threads).unwrap();
        let record = gather(&mut gpu);
        seen(&mut gpu, &[record])
    };
    assert!(run(1) == run(2), "{policies:?}");
}

#[test]
fn threads_do_not_change_what_translation_does() {
    for policies in [&[][..], &["pw_cache"], &["ideal_tlb"]] {
        threads_change_nothing(&machine(), policies);
    }
}

/// Pauses once, at a cycle.
struct PauseAt(u64);

impl RunControl for PauseAt {
    fn poll(&mut self, _: &Progress) -> Poll {
        Poll::Continue
    }

    fn limit(&self) -> SmCycle {
        SmCycle(u64::MAX)
    }

    fn next_pause(&self, now: SmCycle) -> SmCycle {
        SmCycle(if self.0 > now.0 { self.0 } else { u64::MAX })
    }
}

/// Fails unless a kernel that was saved at any of these cycles goes on as one that was not.
fn goes_on_alike(machine: &MachineSpec, policies: &[&str], pauses: &[u64]) {
    goes_on_alike_over(1 << 18, machine, policies, pauses);
}

/// The same over a table of so many words.
fn goes_on_alike_over(words: u32, machine: &MachineSpec, policies: &[&str], pauses: &[u64]) {
    let started = || {
        let mut gpu = gpu(machine, policies);
        let gather = Gather::new(&mut gpu, 0, words, 16, 4);
        (gpu, gather)
    };
    let (mut whole, gather) = started();
    let record = whole.launch(&gather.launch, &mut RunFreely).unwrap();
    let expected = seen(&mut whole, &[record]);
    for pause in pauses {
        let (mut first, gather) = started();
        first.start(&Job::Launch(gather.launch.clone())).unwrap();
        assert!(first.go_on(&mut PauseAt(*pause)).unwrap().is_none());
        let mut state = Vec::new();
        first.save(&mut StateWriter::new(&mut state)).unwrap();
        let mut second = gpu(machine, policies);
        let job = Job::Launch(gather.launch.clone());
        second.restore(&mut StateReader::new(&mut &state[..]), &[Some(job)]).unwrap();
        for mut gpu in [first, second] {
            let record = gpu.go_on(&mut RunFreely).unwrap().unwrap();
            assert!(seen(&mut gpu, &[record]) == expected, "{policies:?} at {pause}");
            gather.check(&mut gpu, 0);
        }
    }
}

#[test]
fn a_kernel_goes_on_alike_from_a_state_saved_in_the_middle_of_walks() {
    for policies in [&[][..], &["pw_cache"], &["ideal_tlb", "static_channels"]] {
        goes_on_alike(&machine(), policies, &[60, 1500]);
    }
}

/// Runs everything that is under way to its end.
fn finish(gpu: &mut Gpu) {
    while gpu.is_running() {
        gpu.advance(&mut RunFreely).iter().for_each(|end| assert!(end.end.is_ok()));
    }
}

#[test]
fn applications_have_the_same_virtual_pages_and_each_its_own_frames() {
    for policies in [&[][..], &["pw_cache"], &["ideal_tlb"], &["static_channels"]] {
        let mut gpu = gpu(&machine(), policies);
        gpu.share(&[1, 3]).unwrap();
        let both = [0, 1].map(|application| Gather::new(&mut gpu, application, 1 << 16, 6, 4));
        assert_eq!(both[0].out, both[1].out);
        for (application, gather) in (0..).zip(&both) {
            gpu.start_of(application, &Job::Launch(gather.launch.clone())).unwrap();
        }
        finish(&mut gpu);
        let mut lookups = 0;
        for (application, gather) in (0..).zip(&both) {
            gather.check(&mut gpu, application);
            let (l1, l2) = tlbs(&gpu.totals_of(application));
            assert!((66..=67).contains(&l2.pages_mapped), "{policies:?}: {}", l2.pages_mapped);
            assert_eq!(l1.misses, l2.lookups);
            lookups += l2.lookups;
        }
        assert_eq!(tlbs(&gpu.totals()).1.lookups, lookups);
    }
}

/// Programs follow each other on two SMs, beside one on the two others.
fn programs_follow_each_other(mut gpu: Gpu) {
    gpu.share(&[2, 2]).unwrap();
    let other = Gather::new(&mut gpu, 1, 1 << 16, 30, 16);
    gpu.start_of(1, &Job::Launch(other.launch.clone())).unwrap();
    for run in 0..3 {
        // Each run finds other data at the same addresses.
        let gather = Gather::new(&mut gpu, 0, 1 << 14 << run, 4, 3);
        gpu.start_of(0, &Job::Launch(gather.launch.clone())).unwrap();
        let ends = gpu.advance(&mut RunFreely);
        assert_eq!(ends.iter().map(|end| end.application).collect::<Vec<_>>(), [0]);
        gather.check(&mut gpu, 0);
        gpu.clear_memory(0).unwrap();
    }
    let last = Gather::new(&mut gpu, 0, 1 << 14, 4, 3);
    gpu.start_of(0, &Job::Launch(last.launch.clone())).unwrap();
    finish(&mut gpu);
    last.check(&mut gpu, 0);
    other.check(&mut gpu, 1);
    let (of_first, of_other) = (tlbs(&gpu.totals_of(0)), tlbs(&gpu.totals_of(1)));
    assert_eq!((of_first.1.flushes, of_other.1.flushes), (3, 0));
    // An L1 TLB of a unit does not say how many translations it drops.
    let unit: Option<mosaic::MosaicStats> = gpu.totals_of(0).units.of();
    assert!(of_first.0.flushed > 0 || unit.is_some_and(|unit| unit.l1_flushes > 0));
    assert_eq!(of_other.0.flushed, 0);
}

#[test]
fn an_address_space_is_flushed_before_the_next_program_of_its_sms_and_the_other_goes_on() {
    programs_follow_each_other(gpu(&machine(), &[]));
    for l1 in [false, true] {
        programs_follow_each_other(mosaic::gpu(&machine(), l1, true));
    }
}

#[test]
fn without_a_frame_left_the_access_is_a_fault_with_kernel_thread_and_address() {
    let mut machine = machine();
    machine.dram.capacity_mib = 1;
    let mmu = machine.mmu.as_mut().unwrap();
    (mmu.page_bits, mmu.levels) = (16, 3);
    let mut gpu = gpu(&machine, &[]);
    // 16 frames, of which three are tables: 512 and 400 kB need more than 13.
    let gather = Gather::new(&mut gpu, 0, 1 << 17, 400, 2);
    let error = gpu.launch(&gather.launch, &mut RunFreely).unwrap_err();
    let RunError::Fault { fault, .. } = &error else { panic!("{error}") };
    let text = fault.to_string();
    for part in ["gather", "CTA", "thread", "0x10000", "no frame left"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// Gives frames as the default does, but the pages of an application can only be read.
#[derive(Serialize, Deserialize)]
struct ReadOnly {
    next: u64,
}

impl MemoryManager for ReadOnly {
    fn start(&mut self, _: DeviceFrames) {
        self.next = 0;
    }

    fn page(&mut self, application: u8, _: u64) -> Option<Frame> {
        self.table(application).map(|ppn| Frame { ppn, perm: Frame::READ })
    }

    fn table(&mut self, _: u8) -> Option<u64> {
        self.next += 1;
        Some(self.next)
    }

    fn ended(&mut self, _: u8, _: &[u64]) {}
}

#[test]
fn a_store_to_a_page_that_may_only_be_read_is_a_fault_with_kernel_thread_and_address() {
    let machine = machine();
    let mut attachments = Attachments::baseline();
    attachments.manager(&machine, |_| Box::new(ReadOnly { next: 0 }));
    let mut gpu = with(&machine, attachments);
    let gather = Gather::new(&mut gpu, 0, 1 << 12, 1, 1);
    let error = gpu.launch(&gather.launch, &mut RunFreely).unwrap_err();
    let RunError::Fault { fault, .. } = &error else { panic!("{error}") };
    let thread = fault.tid[0];
    let address = format!("{:#x}", gather.out + 4 * u64::from(thread));
    let text = fault.to_string();
    assert!(fault.ctaid == [0; 3] && thread < BLOCK && thread % 32 == 0, "{text}");
    for part in ["gather", "store", &address, "only be read"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// Sends the leaves past L2, as urgent reads.
struct LeavesPast;

impl Saved for LeavesPast {
    fn save(&self, _: &mut StateWriter) -> Result<(), StateError> {
        Ok(())
    }

    fn restore(&mut self, _: &mut StateReader) -> Result<(), StateError> {
        Ok(())
    }
}

impl Attachment for LeavesPast {}

impl WalkRoute for LeavesPast {
    fn way(&mut self, read: &WalkRead, better_past: u8) -> WalkWay {
        let past = better_past >> (read.depth - 1) & 1 == 1;
        WalkWay { past, priority: if past { Priority::Urgent } else { Priority::Normal } }
    }
}

/// The L2 TLB of the machine, which has the leaves go past L2, and keeps what it is told of L2.
struct Listening {
    tlb: Box<dyn SharedTlb>,
    told: Arc<Mutex<Looks>>,
}

impl Saved for Listening {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        self.tlb.save(to)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.tlb.restore(from)
    }
}

impl Attachment for Listening {}

impl SharedTlb for Listening {
    fn out(&self) -> TlbOut {
        self.tlb.out()
    }

    fn step(&mut self, input: &TlbIn) {
        self.tlb.step(input);
    }

    fn watches(&self) -> bool {
        true
    }

    fn looked(&mut self, looks: &Looks) {
        let mut all = self.told.lock().unwrap();
        for depth in 0..looks.accesses.len() {
            all.accesses[depth] += looks.accesses[depth];
            all.hits[depth] += looks.hits[depth];
        }
    }

    fn better_past(&self) -> u8 {
        1 << 3
    }
}

#[test]
fn walk_reads_of_a_depth_that_go_past_l2_never_look_there_and_the_shared_tlb_hears_of_all_that_do() {
    let machine = machine();
    let mut attachments = Attachments::baseline();
    let told = Arc::new(Mutex::new(Looks::default()));
    policy::attach("shared_tlb", &[], &machine, &mut attachments).unwrap();
    let tlb = attachments.mmus(&machine)[0].shared_tlb.take().unwrap();
    attachments.mmus(&machine)[0].shared_tlb = Some(Box::new(Listening { tlb, told: told.clone() }));
    attachments.walk_route(&machine, |_| Box::new(LeavesPast));
    let record = gather(&mut with(&machine, attachments));
    let (_, l2) = tlbs(&record.stats);
    assert_eq!((l2.reads_past, l2.read_hits_4), (l2.reads_4, 0));
    let counters = &record.stats.counters;
    assert_eq!(counters.l2_banks.bypassed, l2.reads_4);
    assert!(l2.reads_4 > 0 && l2.read_hits_3 > 0);
    let told = *told.lock().unwrap();
    assert_eq!(told.accesses[1..], [l2.reads_1, l2.reads_2, l2.reads_3, 0, 0]);
    assert_eq!(told.hits[1..], [l2.read_hits_1, l2.read_hits_2, l2.read_hits_3, 0, 0]);
    assert_eq!(told.accesses.iter().sum::<u64>(), counters.l2_banks.looked);
    assert_eq!(told.hits.iter().sum::<u64>(), counters.l2.hits);
}

#[test]
fn frames_can_be_given_before_the_kernel_starts() {
    let machine = machine();
    let mut attachments = Attachments::baseline();
    policy::attach("shared_frames", &[("eager".into(), "on".into())], &machine, &mut attachments).unwrap();
    let mut gpu = with(&machine, attachments);
    let gather = Gather::new(&mut gpu, 0, 1 << 14, 1, 1);
    gpu.start(&Job::Launch(gather.launch.clone())).unwrap();
    assert_eq!(tlbs(&gpu.totals()).1.pages_mapped, 17);
}

#[test]
fn more_applications_than_channels_cannot_have_channels_of_their_own() {
    let mut machine = machine();
    machine.sm.count = 9;
    let error = gpu(&machine, &["static_channels"]).share(&[1; 9]).unwrap_err().to_string();
    assert!(error.contains('9') && error.contains("channels") && error.contains('8'), "{error}");
}

/// An ideal TLB that counts the instructions that SMs issue.
struct Watcher(Arc<AtomicU64>);

impl Saved for Watcher {
    fn save(&self, _: &mut StateWriter) -> Result<(), StateError> {
        Ok(())
    }

    fn restore(&mut self, _: &mut StateReader) -> Result<(), StateError> {
        Ok(())
    }
}

impl Attachment for Watcher {}

impl SharedTlb for Watcher {
    fn out(&self) -> TlbOut {
        TlbOut::default()
    }

    fn step(&mut self, input: &TlbIn) {
        assert!(input.activity.windows(2).all(|pair| pair[0].sm < pair[1].sm));
        let issued: u64 = input.activity.iter().map(|one| u64::from(one.issued.count_ones())).sum();
        self.0.fetch_add(issued, Ordering::Relaxed);
    }

    fn is_ideal(&self) -> bool {
        true
    }

    fn watches(&self) -> bool {
        true
    }
}

#[test]
fn a_shared_tlb_that_watches_the_sms_hears_of_every_instruction_once() {
    let machine = machine();
    let mut attachments = Attachments::baseline();
    let heard = Arc::new(AtomicU64::new(0));
    attachments.shared_tlb(&machine, |_| Box::new(Watcher(heard.clone())));
    let mut gpu = with(&machine, attachments);
    let first = gather(&mut gpu).stats.counters.sm.warp_instructions;
    // What the wires still hold at the end of a kernel comes with the next one.
    assert!((1..=first).contains(&heard.load(Ordering::Relaxed)));
    let second = gather(&mut gpu).stats.counters.sm.warp_instructions;
    assert!((first..=first + second).contains(&heard.load(Ordering::Relaxed)));
    assert!(first + second - heard.load(Ordering::Relaxed) < 100);
}

/// The L2 TLB of the machine, which announces after each so many cycles: shares that count up, and who is active.
struct Announcer {
    tlb: Box<dyn SharedTlb>,
    cycle: u64,
    active: u64,
    waiting: Vec<Announcement>,
}

const PERIOD: u64 = 256;

impl Saved for Announcer {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&(self.cycle, self.active))?;
        self.tlb.save(to)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        (self.cycle, self.active) = from.take()?;
        self.tlb.restore(from)
    }
}

impl Attachment for Announcer {}

impl SharedTlb for Announcer {
    fn out(&self) -> TlbOut {
        self.tlb.out()
    }

    fn step(&mut self, input: &TlbIn) {
        self.tlb.step(input);
        self.cycle += 1;
        self.active |= input.active;
        if self.cycle % PERIOD == 0 {
            let shares = Some(vec![(self.cycle / PERIOD) as u32; 2]);
            self.waiting.push(Announcement { period_ended: true, shares, active: self.active });
        }
    }

    fn announce(&mut self) -> Option<Announcement> {
        self.waiting.pop()
    }
}

/// What a memory controller has heard, and of each application and depth whether a request came.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Heard {
    announcements: u32,
    last_share: u32,
    active: u64,
    came: Vec<(u8, u8)>,
}

/// The machine's own controller of a channel, and what it has heard.
struct Listener {
    inner: Box<dyn MemoryController>,
    heard: Arc<Mutex<Heard>>,
}

impl Saved for Listener {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&*self.heard.lock().unwrap())?;
        self.inner.save(to)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        *self.heard.lock().unwrap() = from.take()?;
        self.inner.restore(from)
    }
}

impl Attachment for Listener {}

impl MemoryController for Listener {
    fn shape(&self) -> ControllerShape {
        self.inner.shape()
    }

    fn entry(&self, source: u8, priority: Priority, write: bool) -> u8 {
        self.inner.entry(source, priority, write)
    }

    fn hear(&mut self, announcement: &Announcement) {
        let mut heard = self.heard.lock().unwrap();
        heard.announcements += u32::from(announcement.period_ended);
        heard.last_share = announcement.shares.as_ref().unwrap()[1];
        heard.active = announcement.active;
    }

    fn ready_at_reset(&self) -> u64 {
        self.inner.ready_at_reset()
    }

    fn step(&mut self, input: &ControllerIn) -> ControllerOut {
        if let Some(request) = &input.request {
            let key = (request.application, request.depth);
            let mut heard = self.heard.lock().unwrap();
            if !heard.came.contains(&key) {
                heard.came.push(key);
                heard.came.sort_unstable();
            }
        }
        self.inner.step(input)
    }
}

/// A GPU whose shared TLB announces, and what its channels have heard.
fn announcing(machine: &MachineSpec) -> (Gpu, Vec<Arc<Mutex<Heard>>>) {
    let mut attachments = Attachments::baseline();
    policy::attach("shared_tlb", &[], machine, &mut attachments).unwrap();
    policy::attach("drain_frfcfs", &[], machine, &mut attachments).unwrap();
    for mmu in attachments.mmus(machine) {
        let tlb = mmu.shared_tlb.take().unwrap();
        mmu.shared_tlb = Some(Box::new(Announcer { tlb, cycle: 0, active: 0, waiting: Vec::new() }));
    }
    let mut all = Vec::new();
    for channel in attachments.channels(machine) {
        let (inner, heard) = (channel.controller.take().unwrap(), Arc::new(Mutex::new(Heard::default())));
        all.push(heard.clone());
        channel.controller = Some(Box::new(Listener { inner, heard }));
    }
    (with(machine, attachments), all)
}

/// What the channels of a GPU with so many threads have heard after two applications have run.
fn heard_by_channels(threads: usize) -> (u64, Vec<Heard>) {
    let (mut gpu, heard) = announcing(&machine());
    gpu.set_threads(threads).unwrap();
    gpu.share(&[2, 2]).unwrap();
    for application in 0..2 {
        let one = Gather::new(&mut gpu, application, 1 << 18, 8, 4);
        gpu.start_of(application, &Job::Launch(one.launch)).unwrap();
    }
    while gpu.is_running() {
        gpu.advance(&mut RunFreely).into_iter().for_each(|end| drop(end.end.unwrap()));
    }
    (gpu.cycle().0, heard.iter().map(|one| one.lock().unwrap().clone()).collect())
}

#[test]
fn every_channel_hears_what_the_shared_tlb_announces_and_whose_each_request_is() {
    let (cycles, heard) = heard_by_channels(1);
    let periods = cycles / PERIOD;
    assert!(periods > 4, "{cycles} cycles");
    for one in &heard {
        assert_eq!((u64::from(one.announcements), u64::from(one.last_share)), (periods, periods));
        assert_eq!(one.active, 0b11);
    }
    for key in [(0, 0), (1, 0), (0, 4), (1, 4)] {
        assert!(heard.iter().any(|one| one.came.contains(&key)), "application and depth {key:?}");
    }
    assert_eq!(heard_by_channels(2), (cycles, heard), "on two threads");
}
