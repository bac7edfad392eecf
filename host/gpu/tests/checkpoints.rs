// SPDX-License-Identifier: Apache-2.0
//! A GPU that is restored in the middle of a kernel goes on as the one that was saved.

#[path = "kernels/cta_prefetch.rs"]
mod cta_prefetch;
#[path = "kernels/mascar.rs"]
mod mascar;
#[path = "kernels/medic.rs"]
mod medic;
#[path = "kernels/support.rs"]
#[allow(dead_code)] // Every test uses its part of it.
mod support;

use proptest::prelude::*;
use support::{Arg, Bench};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::policy;
use warpsmith_gpu::types::SmCycle;
use warpsmith_gpu::unit::apogee::{Advance, ApogeePrefetcher};
use warpsmith_gpu::unit::equalizer::{EqualizerFrequency, EqualizerThrottle};
use warpsmith_gpu::{
    Attachments, Job, KernelRecord, LaunchSpec, Poll, Progress, RunControl, RunFreely, StateError,
    StateReader, StateWriter,
};
use warpsmith_units::apogee::params::Params as ApogeeParams;
use warpsmith_units::apogee::Model;
use warpsmith_units::cta_prefetch::params::Params as CtaParams;
use warpsmith_units::equalizer::params::{Mode, Params};
use warpsmith_units::equalizer::{fm, sm};

const GATHER: &str = include_str!("kernels/gather.ptx");
const HISTOGRAM: &str = include_str!("kernels/histogram.ptx");
const BLOCK_SUM: &str = include_str!("kernels/block_sum.ptx");

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

/// In place of an attachment: the machine with banks of registers.
const BANKS: &str = "banks of registers";

/// What sits in the sockets.
const ATTACHED: [&str; 22] = [
    "baseline",
    "equalizer",
    "mascar",
    "cta_prefetch",
    "apogee",
    "medic",
    "dyncta",
    "ccws",
    "gto",
    "two_level",
    "ready_queue",
    "owl",
    "next_line",
    "stride",
    "orch",
    "inter_warp",
    "mta",
    "random_bypass",
    "pcal",
    "pc_bypass",
    "eaf",
    BANKS,
];

fn attach(name: &str, machine: &MachineSpec, attachments: &mut Attachments) {
    match name {
        "baseline" | BANKS => {}
        "equalizer" => {
            let params = Params::FERMI;
            attachments
                .throttle(machine, |_| Box::new(EqualizerThrottle::new(sm::Model::new(&params), true)));
            attachments.frequency(machine, |_| {
                Box::new(EqualizerFrequency::new(fm::Model::new(&params), Mode::Performance))
            });
        }
        "mascar" => mascar::attach(&mascar::params(machine), machine, attachments),
        "cta_prefetch" => {
            let params = CtaParams { excl_indirect: true, ..cta_prefetch::params(machine) };
            cta_prefetch::attach(&params, machine, attachments);
        }
        "apogee" => {
            let line_bytes = 1 << machine.lines().offset_bits();
            let params = ApogeeParams { n_warps: machine.sm.warps, line_bytes, ..ApogeeParams::ADDR32 };
            for sm in attachments.sms(machine) {
                let unit = ApogeePrefetcher::new(Model::new(&params), &params, Advance::Grid);
                sm.prefetcher = Some(Box::new(unit));
            }
        }
        "medic" => medic::attach(&medic::params(), machine, attachments),
        policy => {
            policy::attach(policy, &[], machine, attachments).unwrap();
        }
    }
}

/// The machine that fits it.
fn machine(attached: &str) -> MachineSpec {
    let name = match attached {
        "cta_prefetch" => "cta",
        "apogee" => "apogee",
        "medic" => "medic",
        _ => "gtx480",
    };
    let mut machine = MachineSpec::load(name).unwrap();
    if attached == BANKS {
        machine.sm.operand_collectors.banks = 16;
    }
    machine
}

/// A GPU with memory set up for a kernel, and the launch.
struct Case {
    bench: Bench,
    launch: LaunchSpec,
    out: Arg,
    words: usize,
}

const CTAS: u32 = 40;

/// A pause comes within so many SM cycles after the one that was asked for.
const PAUSE_CYCLES: u64 = 64;

impl Case {
    fn new(kernel: &str, attached: &str) -> Case {
        let ptx = match kernel {
            "gather" => GATHER,
            "histogram" => HISTOGRAM,
            _ => BLOCK_SUM,
        };
        let mut bench = Bench::on(machine(attached), ptx, |machine, a| attach(attached, machine, a));
        let data: Vec<u32> = (0..1 << 16).map(|i: u32| i.wrapping_mul(2_654_435_761) >> 12).collect();
        let (input, words) = (bench.upload(&data), 256 * CTAS as usize);
        let out = bench.upload(&vec![0; words]);
        let args = match kernel {
            "gather" => vec![input, out, Arg::U32((1 << 16) - 1), Arg::U32(4)],
            "histogram" => vec![input, bench.upload(&[0; 16]), out, bench.upload(&[0])],
            _ => vec![input, out],
        };
        let launch = bench.spec(kernel, CTAS, 256, &args);
        Case { bench, launch, out, words }
    }

    /// The kernel from where it is to its end, once more from the start, and everything that can be seen of both.
    fn finish(mut self) -> (Vec<KernelRecord>, String) {
        let gpu = &mut self.bench.gpu;
        let first = gpu.go_on(&mut RunFreely).unwrap().expect("a kernel was under way");
        let second = gpu.launch(&self.launch, &mut RunFreely).unwrap();
        let records = vec![first, second];
        let totals = serde_json::to_string(&(&records, gpu.totals(), gpu.seconds())).unwrap();
        let memory = self.bench.download(self.out, self.words);
        (records, format!("{totals} {memory:?}"))
    }

    fn started(kernel: &str, attached: &str) -> Case {
        let mut case = Case::new(kernel, attached);
        case.bench.gpu.start(&Job::Launch(case.launch.clone())).unwrap();
        case
    }

    /// Paused from `cycle` on, with its state; `None` if it ended before it could pause.
    fn paused(kernel: &str, attached: &str, cycle: u64) -> Option<(Case, Vec<u8>)> {
        let mut case = Case::started(kernel, attached);
        if case.bench.gpu.go_on(&mut PauseAt(cycle)).unwrap().is_some() {
            return None;
        }
        let mut state = Vec::new();
        case.bench.gpu.save(&mut StateWriter::new(&mut state)).unwrap();
        Some((case, state))
    }

    /// A new GPU that takes over `state`.
    fn restored(kernel: &str, attached: &str, state: &[u8]) -> Result<Case, StateError> {
        let mut case = Case::new(kernel, attached);
        let fresh = Bench::on(machine(attached), GATHER, |machine, a| attach(attached, machine, a)).gpu;
        case.bench.gpu = fresh;
        let job = Job::Launch(case.launch.clone());
        case.bench.gpu.restore(&mut StateReader::new(&mut &state[..]), &[Some(job)])?;
        Ok(case)
    }
}

fn equal_after_any_pause(kernel: &str, places: &[f64]) {
    for attached in ATTACHED {
        let (records, expected) = Case::started(kernel, attached).finish();
        for place in places {
            let cycle = 1 + (place * (records[0].cycles - 2) as f64) as u64;
            let Some((case, state)) = Case::paused(kernel, attached, cycle) else {
                assert!(
                    cycle + PAUSE_CYCLES > records[0].cycles,
                    "{kernel}, {attached}: no pause at {cycle}"
                );
                continue;
            };
            let resumed = Case::restored(kernel, attached, &state).unwrap();
            assert!(
                case.finish().1 == expected,
                "{kernel}, {attached}: saving at cycle {cycle} changed the run"
            );
            assert!(resumed.finish().1 == expected, "{kernel}, {attached}: resumed at cycle {cycle}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2))]

    #[test]
    fn a_kernel_goes_on_alike_wherever_it_was_paused(places in prop::collection::vec(0.0f64..1.0, 2)) {
        for kernel in ["gather", "histogram", "block_sum"] {
            equal_after_any_pause(kernel, &places);
        }
    }
}

#[test]
fn a_kernel_can_be_paused_after_its_first_and_before_its_last_cycle() {
    equal_after_any_pause("gather", &[0.0, 1.0]);
}

#[test]
fn the_state_of_other_attachments_and_a_cut_state_are_refused() {
    let (_, state) = Case::paused("gather", "equalizer", 700).expect("a longer kernel");
    assert!(Case::restored("gather", "baseline", &state).is_err());
    for cut in [0, 1, 7, 100, state.len() / 2, state.len() - 1] {
        assert!(Case::restored("gather", "equalizer", &state[..cut]).is_err(), "{cut} bytes");
    }
}
