// SPDX-License-Identifier: Apache-2.0
//! Several applications on one GPU: each with its own SMs, device memory and kernels.

#[path = "kernels/gather.rs"]
mod gather;
#[path = "kernels/support.rs"]
#[allow(dead_code)] // Every test uses its part of it.
mod support;

use gather::{finish, record, Gather};
use support::Bench;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::stats::StatGroup;
use warpsmith_gpu::trace::TraceWriter;
use warpsmith_gpu::types::SmCycle;
use warpsmith_gpu::{
    Attachments, Gpu, GpuError, Job, KernelRecord, Poll, Progress, RunControl, RunError, RunFreely,
    StateReader, StateWriter,
};

const HANG: &str = include_str!("kernels/hang.ptx");

/// A GPU that `split` shares out.
fn gpu(split: &[u32]) -> Gpu {
    let mut gpu = Gpu::new(MachineSpec::load("gtx480").unwrap(), Attachments::baseline()).unwrap();
    gpu.start_checks();
    gpu.share(split).unwrap();
    gpu
}

#[test]
fn applications_at_the_same_addresses_compute_on_their_own_memory_and_sms_at_the_same_time() {
    let mut gpu = gpu(&[5, 10]);
    let (long, short) = (Gather::new(&mut gpu, 0, 40, 16, 1), Gather::new(&mut gpu, 1, 20, 4, 2));
    assert_eq!(long.out, short.out);
    long.start(&mut gpu);
    short.start(&mut gpu);
    let ends = finish(&mut gpu);
    assert_eq!(ends.iter().map(|end| end.application).collect::<Vec<_>>(), [1, 0]);
    long.check(&mut gpu, 16);
    short.check(&mut gpu, 4);
    let [short, long] = [&ends[0], &ends[1]].map(record);
    assert!(long.cycles > short.cycles && short.cycles > 0);
    // Each counts what its own SMs did.
    let ctas = |record: &KernelRecord| record.stats.counters.sm.ctas_completed;
    assert_eq!([ctas(long), ctas(short)], [40, 20]);
    assert_eq!(gpu.totals().counters.sm.ctas_completed, 60);
    assert_eq!(gpu.totals_of(1).counters.sm.ctas_completed, 20);
}

#[test]
fn what_l2_and_dram_count_for_each_application_adds_up_to_what_they_count() {
    let mut gpu = gpu(&[7, 8]);
    let (one, other) = (Gather::new(&mut gpu, 0, 28, 16, 1), Gather::new(&mut gpu, 1, 60, 16, 1));
    one.start(&mut gpu);
    other.start(&mut gpu);
    finish(&mut gpu);
    let (all, parts) = (gpu.totals().counters, [0, 1].map(|application| gpu.shared_of(application)));
    let sum = parts[0].plus(parts[1]);
    assert_eq!((sum.l2_accesses, sum.l2_hits), (all.l2_banks.looked, all.l2.hits));
    assert_eq!((sum.dram_read_lines, sum.dram_write_lines), (all.dram.read_lines, all.dram.write_lines));
    assert_eq!((sum.dram_row_hits, sum.dram_walk_reads), (all.dram.row_hits, 0));
    assert!(parts[1].l2_accesses > parts[0].l2_accesses && parts[0].l2_accesses > 0, "{parts:?}");
    // Data of a line cannot come sooner than its column command says.
    assert!(parts[0].dram_data_cycles > 10 * parts[0].dram_read_lines);
}

#[test]
fn applications_disturb_each_other_in_memory_and_only_there() {
    let cycles = |both: bool| {
        let mut gpu = gpu(&[7, 8]);
        let (one, other) = (Gather::new(&mut gpu, 0, 28, 16, 1), Gather::new(&mut gpu, 1, 300, 16, 1));
        one.start(&mut gpu);
        if both {
            other.start(&mut gpu);
        }
        let ends = finish(&mut gpu);
        one.check(&mut gpu, 16);
        let own = record(ends.iter().find(|end| end.application == 0).unwrap());
        (own.cycles, own.stats.counters.sm.warp_instructions, own.stats.counters.sm.loads)
    };
    let (alone, shared) = (cycles(false), cycles(true));
    assert!(shared.0 > alone.0, "{shared:?} {alone:?}");
    assert_eq!((shared.1, shared.2), (alone.1, alone.2));
}

#[test]
fn equal_lines_of_two_applications_are_no_hits_of_each_other_in_l2() {
    let l2_misses = |applications: u8| {
        let mut gpu = gpu(&[7, 8]);
        for application in 0..applications {
            // One after the other, so that the second finds what the first has left.
            Gather::new(&mut gpu, application, 28, 16, 1).start(&mut gpu);
            finish(&mut gpu);
        }
        gpu.totals().counters.l2.misses
    };
    let (one, two) = (l2_misses(1), l2_misses(2));
    assert!(two >= 2 * one - one / 20, "{one} {two}");
}

#[test]
fn threads_do_not_change_what_applications_do() {
    let all = |threads: usize| {
        let mut gpu = gpu(&[4, 5, 6]);
        gpu.set_threads(threads).unwrap();
        for (application, ctas) in (0..).zip([10, 30, 20]) {
            Gather::new(&mut gpu, application, ctas, 8, ctas).start(&mut gpu);
        }
        let ends: Vec<(u8, KernelRecord)> =
            finish(&mut gpu).iter().map(|end| (end.application, record(end).clone())).collect();
        serde_json::to_string(&(ends, gpu.totals())).unwrap()
    };
    assert_eq!(all(1), all(3));
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
fn applications_that_are_restored_go_on_as_those_that_were_saved_also_beside_one_that_failed() {
    let split = [4, 5, 6];
    let set_up = |gpu: &mut Gpu| {
        let mut kernels: Vec<Gather> = (0..)
            .zip([(60, 16), (90, 2), (120, 16)])
            .map(|(i, (ctas, rounds))| Gather::new(gpu, i, ctas, rounds, ctas))
            .collect();
        kernels[1].launch.params[8..16].fill(0);
        kernels
    };
    let mut saved = gpu(&split);
    let kernels = set_up(&mut saved);
    kernels.iter().for_each(|kernel| kernel.start(&mut saved));
    let failed = saved.advance(&mut RunFreely);
    assert!(failed.iter().all(|end| end.application == 1 && end.end.is_err()) && failed.len() == 1);
    let soon = saved.cycle().0 + 500;
    assert!(saved.advance(&mut PauseAt(soon)).is_empty() && saved.is_running(), "a pause, not an end");
    let mut state = Vec::new();
    saved.save(&mut StateWriter::new(&mut state)).unwrap();

    let mut restored = gpu(&split);
    let jobs = [&kernels[0], &kernels[1], &kernels[2]].map(|kernel| Some(Job::Launch(kernel.launch.clone())));
    restored.restore(&mut StateReader::new(&mut &state[..]), &jobs).unwrap();
    let end = |gpu: &mut Gpu| {
        let ends: Vec<(u8, KernelRecord)> =
            finish(gpu).iter().map(|end| (end.application, record(end).clone())).collect();
        assert_eq!(ends.len(), 2);
        for sound in [&kernels[0], &kernels[2]] {
            sound.check(gpu, 16);
        }
        let counted = [0, 1, 2].map(|application| (gpu.totals_of(application), gpu.shared_of(application)));
        serde_json::to_string(&(ends, gpu.totals(), counted)).unwrap()
    };
    assert_eq!(end(&mut restored), end(&mut saved));
}

#[test]
fn a_fault_ends_its_own_application_and_the_others_go_on() {
    let mut gpu = gpu(&[5, 5, 5]);
    let sound = Gather::new(&mut gpu, 2, 60, 16, 3);
    let mut wrong = Gather::new(&mut gpu, 1, 60, 2, 3);
    wrong.launch.params[8..16].fill(0);
    wrong.start(&mut gpu);
    sound.start(&mut gpu);
    let ends = finish(&mut gpu);
    assert_eq!(ends.iter().map(|end| end.application).collect::<Vec<_>>(), [1, 2]);
    let Err(error @ RunError::Fault { .. }) = &ends[0].end else { panic!("a fault") };
    assert!(error.is_its_own() && error.partial().is_some_and(|part| part.cycles > 0));
    sound.check(&mut gpu, 16);
    // And once more, with the other's SMs at rest.
    sound.start(&mut gpu);
    record(&finish(&mut gpu)[0]);
}

#[test]
fn a_recording_that_cannot_be_written_ends_its_own_application_and_the_others_go_on() {
    let mut gpu = gpu(&[7, 8]);
    let file = tempfile::NamedTempFile::new().unwrap();
    let full = std::path::Path::new("/dev/full");
    let full = TraceWriter::new(std::fs::File::options().write(true).open(full).unwrap(), full).unwrap();
    let sound = TraceWriter::new(file.reopen().unwrap(), file.path()).unwrap();
    gpu.record(vec![full, sound]);
    let kernels = [0, 1].map(|application| Gather::new(&mut gpu, application, 120, 16, 3));
    kernels.iter().for_each(|kernel| kernel.start(&mut gpu));
    let ends = finish(&mut gpu);
    assert_eq!(ends.iter().map(|end| end.application).collect::<Vec<_>>(), [0, 1]);
    let Err(error @ RunError::Trace { .. }) = &ends[0].end else { panic!("no room") };
    assert!(error.is_its_own() && error.to_string().contains("/dev/full"), "{error}");
    record(&ends[1]);
    kernels[1].check(&mut gpu, 16);
}

#[test]
fn a_deadlock_ends_its_own_application_while_the_other_goes_on() {
    let mut gpu = gpu(&[1, 14]);
    let hang = Bench::new(HANG).spec("hang", 1, 64, &[]);
    let sound = Gather::new(&mut gpu, 1, 20, 4, 3);
    gpu.start_of(0, &Job::Launch(hang)).unwrap();
    let mut ended = None;
    // It runs again and again until the other one's state is known.
    for _ in 0..200 {
        sound.start(&mut gpu);
        while ended.is_none() && gpu.is_running() {
            let ends = gpu.advance(&mut RunFreely);
            let sound = ends.iter().any(|end| end.application == 1);
            ended = ends.into_iter().find(|end| end.application == 0).or(ended);
            if sound {
                break;
            }
        }
        if ended.is_some() {
            break;
        }
    }
    let ended = ended.expect("the deadlock is found");
    assert!(matches!(ended.end, Err(RunError::Deadlock { .. })));
}

#[test]
fn a_split_that_does_not_come_out_even_is_refused() {
    let mut gpu = Gpu::new(MachineSpec::load("gtx480").unwrap(), Attachments::baseline()).unwrap();
    for (split, part) in [
        (&[7, 7][..], "gives out 14 SMs (7,7), but the machine has 15"),
        (&[0, 15], "part 1 of the split has no SM"),
    ] {
        let error = gpu.share(split).unwrap_err();
        assert!(matches!(error, GpuError::Split(_)) && error.to_string().contains(part), "{error}");
    }
}
