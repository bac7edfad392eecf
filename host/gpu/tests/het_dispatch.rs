// SPDX-License-Identifier: Apache-2.0
//! A GPU of TLP and ILP SMs, whose CTAs `het_dispatch` hands out: to the kernels of one application and of two, whose CTAs an SM holds at
//! a time or not.

#[path = "kernels/gather.rs"]
#[allow(dead_code)] // Every test uses its part of it.
mod gather;
#[path = "kernels/support.rs"]
#[allow(dead_code)]
mod support;

use gather::{finish, record, Gather};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::policy::Lrr;
use warpsmith_gpu::socket::PerScheduler;
use warpsmith_gpu::stats::StatGroup;
use warpsmith_gpu::types::SmCycle;
use warpsmith_gpu::unit::ilp::{HetDispatcher, IlpCore, IlpStats};
use warpsmith_gpu::{
    Attachments, CtaSpan, Gpu, GpuError, Job, KernelEnd, KernelRecord, Poll, Progress, RunControl, RunFreely,
    SplitError, StateReader, StateWriter,
};
use warpsmith_units::ilp::dispatch;
use warpsmith_units::ilp::params::{Params, Spill};

/// TLP SMs, then ILP SMs.
const KINDS: [u32; 2] = [4, 2];

/// CTAs of a kernel that is for the ILP SMs, as it has no more than 32768 threads, and of one that is not.
const FEW: u32 = 100;
const MANY: u32 = 160;

fn machine(mixed: bool) -> MachineSpec {
    let mut machine = MachineSpec::load("ilp").unwrap();
    machine.sm.count = KINDS.iter().sum();
    let front = machine.front_end.as_mut().unwrap();
    (front.tlp_sms, front.mixed_sms) = (KINDS[0], mixed);
    machine
}

fn attachments(machine: &MachineSpec, spill: Spill) -> Attachments {
    let p = Params { n_tlp: KINDS[0], n_ilp: KINDS[1], spill, ..Params::PAPER };
    let mut attachments = Attachments::baseline();
    for sm in attachments.sms(machine).iter_mut().skip(KINDS[0] as usize) {
        sm.hazards = Some(Box::new(IlpCore::of_models(&p)));
    }
    attachments.dispatcher(machine, |_| Box::new(HetDispatcher::new(dispatch::Model::new(&p), &p)));
    attachments
}

fn made(machine: MachineSpec, attachments: Attachments) -> Gpu {
    let mut gpu = Gpu::new(machine, attachments).unwrap();
    gpu.start_checks();
    gpu
}

fn gpu(spill: Spill) -> Gpu {
    let machine = machine(true);
    let attachments = attachments(&machine, spill);
    made(machine, attachments)
}

/// The same for two applications.
fn shared(spill: Spill) -> Gpu {
    let mut gpu = gpu(spill);
    gpu.share(&[3, 3]).unwrap();
    gpu
}

/// For two applications whose CTAs are never in one SM at a time.
fn apart(spill: Spill) -> Gpu {
    let machine = machine(false);
    let attachments = attachments(&machine, spill);
    let mut gpu = made(machine, attachments);
    gpu.share(&[3, 3]).unwrap();
    gpu
}

/// Whether CTAs of both lanes were in an SM at a time.
fn met(gpu: &Gpu) -> bool {
    let ctas = gpu.chronicle().unwrap().ctas();
    let meets = |one: &CtaSpan, other: &CtaSpan| {
        one.sm == other.sm && one.lane != other.lane && one.from < other.to && other.from < one.to
    };
    ctas.iter().any(|one| ctas.iter().any(|other| meets(one, other)))
}

/// A kernel of so many CTAs for each application, started.
fn started(gpu: &mut Gpu, ctas: &[u32]) -> Vec<Gather> {
    let kernels = (0..).zip(ctas).map(|(application, ctas)| Gather::new(gpu, application, *ctas, 8, 7));
    let kernels: Vec<Gather> = kernels.collect();
    kernels.iter().for_each(|kernel| kernel.start(gpu));
    kernels
}

fn counted(record: &KernelRecord) -> IlpStats {
    record.stats.units.of().unwrap()
}

#[test]
fn a_kernel_alone_gets_the_sms_of_both_kinds() {
    for ctas in [FEW, MANY] {
        let mut gpu = gpu(Spill::Absent);
        let kernels = started(&mut gpu, &[ctas]);
        let ends = finish(&mut gpu);
        kernels[0].check(&mut gpu, 8);
        let counted = counted(record(&ends[0]));
        assert_eq!(counted.launches_own + counted.launches_other, u64::from(ctas));
        assert!(counted.launches_own > 0 && counted.launches_other > 0, "{counted:?}");
        assert!(counted.issued_entry > 0, "there are ILP SMs");
    }
}

#[test]
fn without_spilling_kernels_get_the_sms_of_their_class_alone_and_run_at_the_same_time() {
    let mut gpu = shared(Spill::Never);
    let kernels = started(&mut gpu, &[FEW, MANY]);
    let ends = finish(&mut gpu);
    kernels.iter().for_each(|kernel| kernel.check(&mut gpu, 8));
    let (few, many) =
        (&ends.iter().find(|end| end.application == 0), &ends.iter().find(|end| end.application == 1));
    let [few, many] = [few, many].map(|end| record(end.unwrap()));
    let counted: IlpStats = gpu.totals().units.of().unwrap();
    assert_eq!((counted.launches_own, counted.launches_other), (u64::from(FEW + MANY), 0));
    // Both start at once, and what each counts is what its own CTAs did.
    assert_eq!((few.start, many.start), (0, 0));
    let ctas = |record: &KernelRecord| record.stats.counters.sm.ctas_completed;
    assert_eq!([few, many].map(ctas), [FEW, MANY].map(u64::from));
}

#[test]
fn an_sm_has_ctas_of_two_programs_at_a_time_and_both_compute_what_they_should() {
    let refused = |gpu: &Gpu| gpu.totals().units.of::<IlpStats>().unwrap().offers_refused;
    let run = |mut gpu: Gpu| {
        gpu.keep_chronicle();
        let kernels = started(&mut gpu, &[FEW, FEW]);
        let ends = finish(&mut gpu);
        kernels.iter().for_each(|kernel| kernel.check(&mut gpu, 8));
        assert_eq!(ends.len(), 2);
        (met(&gpu), refused(&gpu))
    };
    let (mixed, apart) = (run(shared(Spill::Absent)), run(apart(Spill::Absent)));
    assert!(mixed.0 && !apart.0);
    assert!(mixed.1 < apart.1, "{mixed:?} {apart:?}");
}

#[test]
fn two_kernels_of_one_program_on_the_same_sms_compute_what_they_should() {
    let mut gpu = gpu(Spill::Absent);
    gpu.divide(&[3, 3]).unwrap();
    gpu.keep_chronicle();
    let kernels: Vec<Gather> = (0..2).map(|n| Gather::new(&mut gpu, 0, FEW, 8, 7 + n)).collect();
    for (lane, kernel) in (0..).zip(&kernels) {
        gpu.start_in(0, lane, &Job::Launch(kernel.launch.clone())).unwrap();
    }
    let ends = finish(&mut gpu);
    kernels.iter().for_each(|kernel| kernel.check(&mut gpu, 8));
    assert!(met(&gpu));
    let ctas = |end: &KernelEnd| record(end).stats.counters.sm.ctas_completed;
    assert_eq!(ends.iter().map(ctas).collect::<Vec<_>>(), [u64::from(FEW); 2]);
}

#[test]
fn a_program_ends_when_no_sm_has_its_ctas_while_the_other_goes_on_there() {
    let mut gpu = shared(Spill::Absent);
    gpu.keep_chronicle();
    started(&mut gpu, &[FEW / 4, FEW]);
    let first = gpu.advance(&mut RunFreely);
    assert_eq!(first.iter().map(|end| end.application).collect::<Vec<_>>(), [0]);
    assert!(gpu.is_running());
    let resident = gpu.cycle().0;
    finish(&mut gpu);
    let ctas = gpu.chronicle().unwrap().ctas();
    let of = |lane| ctas.iter().filter(move |cta| cta.lane == lane);
    assert_eq!(of(0).map(|cta| cta.to).max(), Some(resident));
    assert!(of(1).any(|cta| cta.from < resident && cta.to > resident), "the other one has CTAs then");
}

#[test]
fn what_programs_count_in_the_sms_that_they_have_in_common_adds_up_to_what_the_sms_count() {
    let mut gpu = shared(Spill::Absent);
    started(&mut gpu, &[FEW, FEW]);
    finish(&mut gpu);
    let [one, other] = [0, 1].map(|application| gpu.totals_of(application).counters);
    let all = gpu.totals().counters;
    assert_eq!(one.sm.plus(other.sm), all.sm);
    assert_eq!(one.l1.plus(other.l1), all.l1);
    assert_eq!(one.constant.plus(other.constant), all.constant);
    // What an instruction does is its program's.
    assert_eq!((one.sm.loads, one.sm.stores), (other.sm.loads, other.sm.stores));
    assert_eq!(one.sm.thread_instructions, other.sm.thread_instructions);
    assert_eq!([one, other].map(|one| one.sm.ctas_completed), [u64::from(FEW); 2]);
}

#[test]
fn what_could_not_tell_the_ctas_of_two_programs_apart_is_refused_with_what_to_do() {
    let machine = machine(true);
    let mut attachments = attachments(&machine, Spill::Absent);
    attachments.issue(&machine, |_| Box::new(PerScheduler::new(1, Lrr::default)));
    let mut gpu = made(machine, attachments);
    let error = gpu.share(&[3, 3]).err().unwrap().to_string();
    assert!(error.contains("warp scheduler") && error.contains("front_end.mixed_sms=false"), "{error}");
}

#[test]
fn sms_change_hands_between_kernels_of_one_class_and_what_is_counted_adds_up() {
    let mut gpu = apart(Spill::Absent);
    let kernels = started(&mut gpu, &[FEW, FEW]);
    let ends = finish(&mut gpu);
    kernels.iter().for_each(|kernel| kernel.check(&mut gpu, 8));
    let ctas = |end: &KernelEnd| record(end).stats.counters.sm.ctas_completed;
    assert_eq!(ends.iter().map(ctas).collect::<Vec<_>>(), [u64::from(FEW); 2]);
    let [one, other] = [0, 1].map(|application| gpu.totals_of(application).counters);
    let all = gpu.totals().counters;
    assert_eq!(one.sm.plus(other.sm), all.sm);
    assert_eq!(one.l1.plus(other.l1), all.l1);
    assert_eq!(one.sm.thread_instructions, other.sm.thread_instructions);
}

#[test]
fn kernels_that_follow_one_another_get_all_their_ctas() {
    let mut gpu = shared(Spill::Drained);
    for _ in 0..3 {
        let kernels = started(&mut gpu, &[FEW, MANY]);
        finish(&mut gpu);
        kernels.iter().for_each(|kernel| kernel.check(&mut gpu, 8));
    }
    assert_eq!(gpu.totals().counters.sm.ctas_completed, u64::from(3 * (FEW + MANY)));
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

#[test]
fn a_gpu_restored_when_sms_have_changed_hands_or_have_ctas_of_both_programs_goes_on_as_the_one_saved() {
    goes_on(apart);
    goes_on(shared);
}

fn goes_on(make: fn(Spill) -> Gpu) {
    let mut saved = make(Spill::Absent);
    let kernels = started(&mut saved, &[FEW, FEW]);
    for pause in [1_000, 5_000] {
        assert!(saved.advance(&mut PauseAt(pause)).is_empty() && saved.is_running(), "a pause, not an end");
    }
    let mut state = Vec::new();
    saved.save(&mut StateWriter::new(&mut state)).unwrap();
    let mut restored = make(Spill::Absent);
    let jobs = [&kernels[0], &kernels[1]].map(|kernel| Some(Job::Launch(kernel.launch.clone())));
    restored.restore(&mut StateReader::new(&mut &state[..]), &jobs).unwrap();
    let end = |gpu: &mut Gpu| {
        let ends: Vec<(u8, KernelRecord)> =
            finish(gpu).iter().map(|end| (end.application, record(end).clone())).collect();
        kernels.iter().for_each(|kernel| kernel.check(gpu, 8));
        serde_json::to_string(&(ends, gpu.totals(), [0, 1].map(|one| gpu.totals_of(one)))).unwrap()
    };
    assert_eq!(end(&mut restored), end(&mut saved));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let run = |make: fn(Spill) -> Gpu, threads| {
        let mut gpu = make(Spill::Absent);
        gpu.set_threads(threads).unwrap();
        started(&mut gpu, &[FEW, MANY]);
        finish(&mut gpu);
        serde_json::to_string(&(gpu.totals(), [0, 1].map(|one| gpu.totals_of(one)))).unwrap()
    };
    for make in [shared, apart] {
        assert_eq!(run(make, 1), run(make, 3));
    }
}

#[test]
fn a_kernel_that_fails_ends_the_one_that_shares_its_sms() {
    let mut gpu = shared(Spill::Absent);
    let mut wrong = Gather::new(&mut gpu, 0, FEW, 8, 7);
    wrong.launch.params[8..16].fill(0);
    wrong.start(&mut gpu);
    Gather::new(&mut gpu, 1, MANY, 8, 7).start(&mut gpu);
    let ends = finish(&mut gpu);
    assert_eq!(ends.iter().map(|end| end.application).collect::<Vec<_>>(), [0, 1]);
    let text = ends[1].end.as_ref().err().unwrap().to_string();
    assert!(text.contains("shares SMs"), "{text}");
}

#[test]
fn three_applications_are_refused_with_the_room_that_there_is() {
    let error = gpu(Spill::Absent).share(&[2, 2, 2]).err().unwrap();
    assert!(matches!(error, GpuError::Split(SplitError::Kernels { kernels: 3, room: 2 })), "{error}");
    assert!(error.to_string().contains("2 kernels at a time"), "{error}");
}
