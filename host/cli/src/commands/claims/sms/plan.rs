// SPDX-License-Identifier: Apache-2.0
//! What is run: schedulers and their variants, intensity mixes, and how long.

use serde::Serialize;
use warpsmith_gpu::cpu::{Intensity, BENCHMARKS};
use warpsmith_units::Rng;

/// CPU cores of a workload.
const CORES: usize = 16;

/// The GPU's part of a workload: streaming, stencil, graph (specification section 8.2; decision C10).
pub const GPU_PROGRAMS: [&str; 3] = ["stream", "stencil3d", "spmv"];

/// Quantum of ATLAS and TCM in short runs, DRAM cycles: a run has as many quanta as a run of the paper's length
/// would have tens.
const SHORT_QUANTUM: u32 = 10_000;
/// The published one, of runs that have ten of them.
const QUANTUM: u32 = 250_000;
const LONG: u64 = 10 * QUANTUM as u64;

/// A scheduler with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheduler {
    FrFcfs,
    Cfrfcfs,
    ParBs,
    Atlas,
    Tcm,
    Ctcm,
    Sms,
    SmsP0,
    SmsP50,
    SmsP100,
    SmsSmall,
    Batch1,
    Batch20,
    Dcs2,
    Dcs5,
    Dcs30,
    Unscaled,
    DcsBypass,
    ChecksSpace,
    FullNever,
    FullYoungest,
    LowPath,
    Cfrfcfs128,
    Cfrfcfs512,
    Cfrfcfs2048,
    FrFcfs64,
    FrFcfs256,
    Atlas64,
    Atlas256,
    Tcm64,
    Tcm256,
    AtlasPublished,
    TcmPublished,
}

impl Scheduler {
    pub const ALL: [Scheduler; 33] = [
        Scheduler::FrFcfs,
        Scheduler::Cfrfcfs,
        Scheduler::ParBs,
        Scheduler::Atlas,
        Scheduler::Tcm,
        Scheduler::Ctcm,
        Scheduler::Sms,
        Scheduler::SmsP0,
        Scheduler::SmsP50,
        Scheduler::SmsP100,
        Scheduler::SmsSmall,
        Scheduler::Batch1,
        Scheduler::Batch20,
        Scheduler::Dcs2,
        Scheduler::Dcs5,
        Scheduler::Dcs30,
        Scheduler::Unscaled,
        Scheduler::DcsBypass,
        Scheduler::ChecksSpace,
        Scheduler::FullNever,
        Scheduler::FullYoungest,
        Scheduler::LowPath,
        Scheduler::Cfrfcfs128,
        Scheduler::Cfrfcfs512,
        Scheduler::Cfrfcfs2048,
        Scheduler::FrFcfs64,
        Scheduler::FrFcfs256,
        Scheduler::Atlas64,
        Scheduler::Atlas256,
        Scheduler::Tcm64,
        Scheduler::Tcm256,
        Scheduler::AtlasPublished,
        Scheduler::TcmPublished,
    ];

    /// Those that the tables compare on every mix.
    pub const COMPARED: [Scheduler; 8] = [
        Scheduler::FrFcfs,
        Scheduler::Cfrfcfs,
        Scheduler::ParBs,
        Scheduler::Atlas,
        Scheduler::Tcm,
        Scheduler::Ctcm,
        Scheduler::SmsP0,
        Scheduler::Sms,
    ];

    /// SMS with the readings of the specification that its section 6 asks to be tried too (DEC-2, DEC-4, DEC-6, DEC-9, DEC-12), and CFR-FCFS
    /// with other bounds on the age, which is not published.
    pub const READINGS: [Scheduler; 11] = [
        Scheduler::Sms,
        Scheduler::Unscaled,
        Scheduler::DcsBypass,
        Scheduler::ChecksSpace,
        Scheduler::FullNever,
        Scheduler::FullYoungest,
        Scheduler::LowPath,
        Scheduler::Cfrfcfs,
        Scheduler::Cfrfcfs128,
        Scheduler::Cfrfcfs512,
        Scheduler::Cfrfcfs2048,
    ];

    /// What shows how far the shortened quanta matter.
    pub const QUANTA: [Scheduler; 5] = [
        Scheduler::Atlas,
        Scheduler::AtlasPublished,
        Scheduler::Tcm,
        Scheduler::TcmPublished,
        Scheduler::Sms,
    ];

    /// As in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Scheduler::FrFcfs => "FR-FCFS",
            Scheduler::Cfrfcfs => "CFR-FCFS",
            Scheduler::ParBs => "PAR-BS",
            Scheduler::Atlas => "ATLAS",
            Scheduler::Tcm => "TCM",
            Scheduler::Ctcm => "CTCM",
            Scheduler::Sms => "SMS(0.9)",
            Scheduler::SmsP0 => "SMS(0)",
            Scheduler::SmsP50 => "SMS(0.5)",
            Scheduler::SmsP100 => "SMS(1)",
            Scheduler::SmsSmall => "SMS(0.9), 128 entries",
            Scheduler::Batch1 => "SMS(0.9), batches of 1",
            Scheduler::Batch20 => "SMS(0.9), batches of 20",
            Scheduler::Dcs2 => "SMS(0.9), DCS FIFOs of 2",
            Scheduler::Dcs5 => "SMS(0.9), DCS FIFOs of 5",
            Scheduler::Dcs30 => "SMS(0.9), DCS FIFOs of 30",
            Scheduler::Unscaled => "SMS(0.9), thresholds in controller cycles",
            Scheduler::DcsBypass => "SMS(0.9), bypass by the bank FIFOs",
            Scheduler::ChecksSpace => "SMS(0.9), picks where there is room",
            Scheduler::FullNever => "SMS(0.9), a full FIFO closes no batch",
            Scheduler::FullYoungest => "SMS(0.9), a full FIFO closes its youngest batch",
            Scheduler::LowPath => "SMS(0.9), own path of low intensity",
            Scheduler::Cfrfcfs128 => "CFR-FCFS, urgent above 128 DRAM cycles",
            Scheduler::Cfrfcfs512 => "CFR-FCFS, urgent above 512 DRAM cycles",
            Scheduler::Cfrfcfs2048 => "CFR-FCFS, urgent above 2048 DRAM cycles",
            Scheduler::FrFcfs64 => "FR-FCFS, 64 entries",
            Scheduler::FrFcfs256 => "FR-FCFS, 256 entries",
            Scheduler::Atlas64 => "ATLAS, 64 entries",
            Scheduler::Atlas256 => "ATLAS, 256 entries",
            Scheduler::Tcm64 => "TCM, 64 entries",
            Scheduler::Tcm256 => "TCM, 256 entries",
            Scheduler::AtlasPublished => "ATLAS, published quantum",
            Scheduler::TcmPublished => "TCM, published quantum",
        }
    }

    /// The argument of `--with`: the scheduler, its own parameters, and those that all of its kind have in this plan.
    pub fn with(self, plan: &Plan) -> String {
        let own = self.own(plan);
        let (kind, parameters) = own.split_once(':').unwrap_or((&own, ""));
        let common =
            plan.parameters.iter().filter(|(name, _)| *name == kind).map(|(_, parameter)| *parameter);
        let all: Vec<&str> =
            Some(parameters).filter(|text| !text.is_empty()).into_iter().chain(common).collect();
        match all.is_empty() {
            true => own,
            false => format!("{kind}:{}", all.join(",")),
        }
    }

    /// The scheduler with its own parameters.
    fn own(self, plan: &Plan) -> String {
        let with = |name: &str, quantum: u32, n: u32| format!("{name}:quantum={quantum},n={n}");
        let quantum = |name: &str, n: u32| with(name, plan.quantum, n);
        let frfcfs = |n: u32| format!("frfcfs:n={n}");
        match self {
            Scheduler::FrFcfs => frfcfs(300),
            Scheduler::Cfrfcfs => "cfrfcfs".into(),
            Scheduler::ParBs => "parbs".into(),
            Scheduler::Atlas => quantum("atlas", 300),
            Scheduler::Tcm => quantum("tcm", 300),
            Scheduler::Ctcm => quantum("ctcm", 300),
            Scheduler::Sms => "sms:p=0.9".into(),
            Scheduler::SmsP0 => "sms:p=0".into(),
            Scheduler::SmsP50 => "sms:p=0.5".into(),
            Scheduler::SmsP100 => "sms:p=1".into(),
            // 16 x 4 + 16 + 8 x 6.
            Scheduler::SmsSmall => "sms:cpu_fifo=4,gpu_fifo=16,dcs_fifo=6".into(),
            // A threshold of 0 closes a batch in the cycle after its first request.
            Scheduler::Batch1 => "sms:thr_low=0,thr_med=0,thr_high=0,thr_gpu=0".into(),
            Scheduler::Batch20 => "sms:cpu_fifo=20,gpu_fifo=32".into(),
            Scheduler::Dcs2 => "sms:dcs_fifo=2".into(),
            Scheduler::Dcs5 => "sms:dcs_fifo=5".into(),
            Scheduler::Dcs30 => "sms:dcs_fifo=30".into(),
            // The text's cycles read as the controller's, not as a CPU's.
            Scheduler::Unscaled => "sms:thr_med=50,thr_high=200,thr_gpu=800,mpkc_window=10000".into(),
            Scheduler::DcsBypass => "sms:gb_scope=dcs".into(),
            Scheduler::ChecksSpace => "sms:pick_checks_space=1".into(),
            Scheduler::FullNever => "sms:full_closes=0".into(),
            Scheduler::FullYoungest => "sms:full_closes=2".into(),
            Scheduler::LowPath => "sms:low_path=1".into(),
            // The public simulator has 512 and 2,048 CPU cycles, of which four are a DRAM cycle.
            Scheduler::Cfrfcfs128 => "cfrfcfs:age=128".into(),
            Scheduler::Cfrfcfs512 => "cfrfcfs:age=512".into(),
            Scheduler::Cfrfcfs2048 => "cfrfcfs:age=2048".into(),
            Scheduler::FrFcfs64 => frfcfs(64),
            Scheduler::FrFcfs256 => frfcfs(256),
            Scheduler::Atlas64 => quantum("atlas", 64),
            Scheduler::Atlas256 => quantum("atlas", 256),
            Scheduler::Tcm64 => quantum("tcm", 64),
            Scheduler::Tcm256 => quantum("tcm", 256),
            Scheduler::AtlasPublished => with("atlas", QUANTUM, 300),
            Scheduler::TcmPublished => with("tcm", QUANTUM, 300),
        }
    }
}

/// A category of workloads: the classes that its benchmarks come from, as the paper calls it.
#[allow(clippy::upper_case_acronyms)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Mix {
    L,
    ML,
    M,
    HL,
    HML,
    HM,
    H,
}

impl Mix {
    pub const ALL: [Mix; 7] = [Mix::L, Mix::ML, Mix::M, Mix::HL, Mix::HML, Mix::HM, Mix::H];

    /// That on which parameters are varied: all classes.
    pub const VARIED: Mix = Mix::HML;

    /// Cores with a benchmark of low, medium and high intensity.
    fn cores(self) -> [usize; 3] {
        match self {
            Mix::L => [16, 0, 0],
            Mix::ML => [8, 8, 0],
            Mix::M => [0, 16, 0],
            Mix::HL => [8, 0, 8],
            Mix::HML => [5, 5, 6],
            Mix::HM => [0, 8, 8],
            Mix::H => [0, 0, 16],
        }
    }
}

/// One workload: 16 benchmarks and a program of the GPU.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Workload {
    pub mix: Mix,
    pub benchmarks: Vec<&'static str>,
    pub gpu: &'static str,
}

impl Workload {
    /// Number `number` of a mix: drawn at random, the same for ever.
    fn draw(mix: Mix, number: usize) -> Workload {
        let mut rng = Rng::new((mix as u64) << 32 | number as u64);
        let classes = [Intensity::Low, Intensity::Medium, Intensity::High];
        let mut benchmarks = Vec::with_capacity(CORES);
        for (class, cores) in classes.into_iter().zip(mix.cores()) {
            let names: Vec<_> =
                BENCHMARKS.iter().filter(|b| b.intensity() == class).map(|b| b.name).collect();
            benchmarks.extend((0..cores).map(|_| names[rng.below(names.len() as u32) as usize]));
        }
        // Every program of the GPU has its turn with every mix.
        Workload { mix, benchmarks, gpu: GPU_PROGRAMS[(number + mix as usize) % GPU_PROGRAMS.len()] }
    }
}

/// How much is run.
#[derive(Clone, Debug)]
pub struct Plan {
    pub workloads: Vec<Workload>,
    /// Length of a run in SM cycles, which on this machine are DRAM cycles: a quarter of CPU cycles.
    pub cycles: u64,
    /// Of ATLAS and TCM, DRAM cycles.
    pub quantum: u32,
    /// Parameters of all schedulers of a kind: its name as of `--with`, and `key=value`.
    pub parameters: &'static [(&'static str, &'static str)],
}

impl Plan {
    /// Four mixes - each class alone, and all of them - for ten of the published quanta.
    pub fn quanta() -> Plan {
        let mixes = [Mix::L, Mix::M, Mix::HML, Mix::H];
        let workloads = mixes.map(|mix| Workload::draw(mix, 0)).into();
        Plan { workloads, cycles: LONG, quantum: SHORT_QUANTUM, parameters: &[] }
    }

    /// One workload a mix; `quick`: two mixes, shorter; `full`: the paper's 105 workloads. `cycles`: the length, if it is not this one.
    pub fn new(quick: bool, full: bool, cycles: Option<u64>) -> Plan {
        let each = if full { 15 } else { 1 };
        let cycles = cycles.unwrap_or(if quick { 50_000 } else { 150_000 });
        let quantum = if cycles < LONG { SHORT_QUANTUM } else { QUANTUM };
        let mixes = Mix::ALL.into_iter().filter(|m| !quick || matches!(m, Mix::HML | Mix::H));
        let workloads = mixes.flat_map(|mix| (0..each).map(move |n| Workload::draw(mix, n)));
        Plan { workloads: workloads.collect(), cycles, quantum, parameters: &[] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_plan_has_105_workloads_of_16_cores_in_the_classes_of_their_mix() {
        let plan = Plan::new(false, true, None);
        assert_eq!(plan.workloads.len(), 105);
        for workload in &plan.workloads {
            let count = |class| {
                let of = |name: &&&str| BENCHMARKS.iter().any(|b| b.name == **name && b.intensity() == class);
                workload.benchmarks.iter().filter(of).count()
            };
            let classes = [Intensity::Low, Intensity::Medium, Intensity::High];
            assert_eq!(classes.map(count), workload.mix.cores(), "{workload:?}");
        }
    }

    #[test]
    fn the_small_sms_has_128_entries() {
        assert_eq!(16 * 4 + 16 + 8 * 6, 128);
        assert!(Scheduler::SmsSmall.with(&Plan::new(true, false, None)).contains("dcs_fifo=6"));
    }

    #[test]
    fn parameters_of_a_kind_come_behind_a_schedulers_own_and_to_no_other_kind() {
        let plan = Plan {
            parameters: &[("sms", "full_closes=2"), ("cfrfcfs", "age=128")],
            ..Plan::new(true, false, None)
        };
        assert_eq!(Scheduler::Sms.with(&plan), "sms:p=0.9,full_closes=2");
        assert_eq!(Scheduler::Cfrfcfs.with(&plan), "cfrfcfs:age=128");
        assert_eq!(Scheduler::FrFcfs.with(&plan), "frfcfs:n=300");
        assert_eq!(Scheduler::ParBs.with(&plan), "parbs");
    }
}
