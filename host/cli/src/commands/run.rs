// SPDX-License-Identifier: Apache-2.0
//! `warpsmith run`: a CUDA program on the cycle model.

mod loaded;
mod search;
mod together;

use super::setup::Setup;
use crate::attach::Attached;
use crate::failure::usage;
use crate::lanes::Lanes;
use crate::launch_file::{is_ptx, LaunchFile};
use crate::output::{Files, Output};
use crate::program_exit::ProgramExit;
use crate::result::{Configuration, Partial, ProgramRecord, Provenance, ResultFile, RunSpec, Statistics};
use crate::session::{self, CheckpointOptions, Checkpoints, Effort, RunPlan, SessionOutcome};
use crate::several::{self, Named};
use crate::split::Split;
use crate::{alone, cpus, dumps, event_trace, inputs, kernel_table, notes, sharing_table, system};
use anyhow::{anyhow, Result};
use indicatif::HumanCount;
pub use loaded::Loaded;
use std::path::{Path, PathBuf};
pub(super) use together::failures;
use warpsmith_gpu::cpu::Workload;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::types::ONLY_APPLICATION;
use warpsmith_gpu::{Attachments, Gpu};

/// Why a run without kernels that execute has no `--out-of-bounds`.
const NOTHING_READ: &str =
    "--out-of-bounds is about what kernels read, and a trace does not say it; leave it out";

/// Run a CUDA program on the modelled GPU, with units and policies attached.
///
/// PROGRAM is an executable made by `warpsmith cc`, or a .cu file, which is compiled first. Its output passes
/// through; the summary goes to standard error.
///
/// Several programs or traces, with `++` between, run at the same time on disjoint sets of SMs: see docs/several-programs.md.
///
/// It may also be a .ptx file, whose kernels are run as --launch or its own comments say: see docs/ptx.md.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith run -- ./kmeans
  warpsmith run --with equalizer:mode=energy -o energy.json -- ./kmeans 23040 16 4
  warpsmith run --with equalizer:dvfs=off --with static_levels:mem=high -- ./kmeans
  warpsmith run kernel.ptx --launch launch.toml
  warpsmith run kmeans.trace --with equalizer
  warpsmith run --with equalizer --timeline t.json -- ./kmeans
  warpsmith run --checkpoint-every 5000000 -o long.json -- ./kmeans 230400 16 40
  warpsmith run --resume checkpoints/kmeans-000015000000.checkpoint -- ./kmeans 230400 16 40
  warpsmith run --machine mine.toml -m sm.count=8 --with dyncta -- kmeans.cu
  warpsmith run --with sms:p=0.5 -- ./stream
  warpsmith run --machine cpu-gpu --cpus mcf,lbm,core.trace.gz --cycles 200000 --with sms --alone -- ./stream
  warpsmith run --split 8,7 --alone -o pair.json -- ./stream ++ ./kmeans
  warpsmith run --streams 2 -- ./pipeline

`warpsmith list units` and `warpsmith list policies` say what can be attached.")]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    /// Cut the run after this many SM cycles, at the end of the epoch (up to 16 cycles) in which they are used up
    #[arg(long, value_name = "N")]
    max_cycles: Option<u64>,
    /// What the CPU cores execute, from core 0 on: SPEC CPU2006 benchmarks (their proxies) by name, or CPU traces of
    /// lines `<bubbles> <read address> [<write-back address>]`
    #[arg(long, value_name = "NAME|FILE,...", value_delimiter = ',')]
    cpus: Vec<String>,
    /// Run for so many SM cycles: a program that ends sooner is started again. CPU cores alone need it
    #[arg(long, value_name = "N", conflicts_with = "max_cycles", value_parser = clap::value_parser!(u64).range(1..))]
    cycles: Option<u64>,
    /// Run each workload of the cores, and the program, alone under FR-FCFS too, and say what sharing costs: weighted
    /// speedup, GPU speedup, unfairness. The program's output comes twice. Or run each of several programs alone too, on as many
    /// SMs and without attachments: weighted speedup, unfairness, IPC throughput
    #[arg(long)]
    alone: bool,
    /// SMs of each of several programs: numbers that add up to those of the machine, such as 8,7, or `even`, or `search`: of all splits the one with the
    /// best weighted speedup, for which --threads runs are made at a time [default: even]
    #[arg(long, value_name = "N,N,...")]
    split: Option<Split>,
    /// Let kernels of different streams of the program run at the same time, each stream in a lane of its own SMs: the number of lanes,
    /// or the SMs of each, such as 8,7; see docs/streams.md
    #[arg(long, value_name = "N|N,N,...")]
    streams: Option<Lanes>,
    /// Start each of several programs that ends again, until all have ended once; a figure of a program is that of its first run
    #[arg(long)]
    relaunch: bool,
    /// Check the cycle model's own invariants while it runs: every request answered once, DRAM timing kept,
    /// MSHRs and credits add up. The statistics stay the same; always on in debug builds
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    checkpoints: CheckpointOptions,
    /// Write the result as JSON
    #[arg(short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write what happened when: kernels, the CTAs of each SM, decisions of throttles and frequency managers, and the samples of the time
    /// line; in Chrome's trace event format, for Perfetto and the like
    #[arg(long, value_name = "FILE")]
    timeline: Option<PathBuf>,
    /// How to run the kernels of a PTX file
    #[arg(long, value_name = "FILE")]
    launch: Option<PathBuf>,
    /// Folder of the dumps of a PTX file, whose files they may replace [default: that of -o, or the current one, where they
    /// replace none]
    #[arg(long, value_name = "DIR", requires = "file")]
    dump_dir: Option<PathBuf>,
    /// A PTX file, a trace, a `kernelslist.g` of Accel-Sim, or a program without arguments
    #[arg(value_name = "FILE", required_unless_present_any = ["program", "cpus", "alone"], conflicts_with = "program")]
    file: Option<String>,
    /// The program; several, or traces, with `++` between
    #[arg(last = true, value_name = "PROGRAM ARGS")]
    program: Vec<String>,
}

/// What programs run on.
struct Hardware {
    machine: MachineSpec,
    attachments: Attachments,
    /// The same for the result file.
    attached: Vec<Attached>,
    /// Of the CPU cores.
    workloads: Vec<Workload>,
    /// The same for the result file.
    cpus: Vec<String>,
}

/// What the arguments name, loaded and checked.
struct Prepared<'a> {
    spec: RunSpec,
    attachments: Attachments,
    /// Of the CPU cores.
    workloads: Vec<Workload>,
    job: Job<'a>,
}

impl Args {
    /// What is to be run.
    ///
    /// # Errors
    /// What the arguments name is not there or does not fit together.
    pub fn spec(&self) -> Result<RunSpec> {
        if several::are_meant(&self.program) {
            return together::spec(self);
        }
        Ok(self.prepare(&mut Files::default())?.spec)
    }

    /// The program, or the file, with its arguments.
    fn words(&self) -> &[String] {
        self.file.as_ref().map_or(&self.program[..], std::slice::from_ref)
    }

    /// Everything that is read for the programs, if there are any.
    fn files(&self, programs: &[Named]) -> Files {
        let mut files = Files::default();
        self.setup.reads(&mut files);
        self.cpus.iter().map(Path::new).chain(self.checkpoints.resumed()).for_each(|path| files.reads(path));
        for (program, words) in programs {
            inputs::add(program, words, self.launch.as_deref(), &mut files);
        }
        files
    }

    /// The machine, what is attached to it, and what its cores execute.
    fn hardware(&self) -> Result<Hardware> {
        let (machine, mut attachments, attached) = self.setup.load(!self.cpus.is_empty())?;
        let (workloads, cpus) = cpus::workloads(&self.cpus, &machine)?;
        attachments.cpus.clone_from(&workloads);
        Ok(Hardware { machine, attachments, attached, workloads, cpus })
    }

    /// The SMs of each lane, if there are lanes.
    ///
    /// # Errors
    /// The job or another option does not go with them, or they do not fit the machine.
    fn lanes(&self, job: &Job, sms: u32) -> Result<Vec<u32>> {
        let Some(lanes) = &self.streams else { return Ok(Vec::new()) };
        if !matches!(job, Job::Loaded(Loaded::Program { .. })) {
            return Err(usage(
                "--streams is about the streams of a program; a PTX file, a trace and CPU cores have none",
            ));
        }
        if self.checkpoints.used() {
            return Err(usage("a run with --streams has no checkpoints; leave them out"));
        }
        if self.cycles.is_some() {
            return Err(usage("--streams does not go with --cycles; cut the run with --max-cycles"));
        }
        lanes.parts(sms)
    }

    /// `files` gets what is written beside the result.
    fn prepare(&self, files: &mut Files) -> Result<Prepared<'_>> {
        if self.split.is_some() || self.relaunch {
            return Err(usage("--split and --relaunch are for several programs: name them with ++ between"));
        }
        if self.alone && (self.cpus.is_empty() || self.cycles.is_none()) {
            return Err(usage(
                "--alone goes with --cpus and --cycles, or with several programs with ++ between",
            ));
        }
        let Hardware { machine, attachments, attached, workloads, cpus } = self.hardware()?;
        if self.checkpoints.used() && (self.cycles.is_some() || !cpus.is_empty()) {
            return Err(usage("a run with --cpus or --cycles has no checkpoints; leave them out"));
        }
        let (job, program) = match self.words().split_first() {
            Some((program, program_args)) => {
                let program = Path::new(program);
                let job = Job::new(program, program_args, self, files)?;
                let record = job.record(program, program_args)?;
                (job, record)
            }
            None => (Job::Cpus, ProgramRecord::none()),
        };
        if matches!(job, Job::Cpus) && self.cycles.is_none() {
            return Err(usage("CPU cores without a program run for ever; say how long with --cycles N"));
        }
        let streams = self.lanes(&job, machine.sm.count)?;
        let out_of_bounds = self.setup.out_of_bounds;
        if !out_of_bounds.is_default() && matches!(job, Job::Loaded(Loaded::Trace(_)) | Job::Cpus) {
            return Err(usage(NOTHING_READ));
        }
        let (max_cycles, cycles) = (self.max_cycles, self.cycles);
        let configuration = Configuration {
            machine,
            attachments: attached,
            max_cycles,
            out_of_bounds,
            cpus,
            cycles,
            split: Vec::new(),
            streams,
            relaunch: false,
        };
        let spec = RunSpec {
            program,
            programs: Vec::new(),
            configuration,
            provenance: Provenance { backend: self.setup.backend },
        };
        Ok(Prepared { spec, attachments, workloads, job })
    }
}

/// Runs the program. A run that was cut, and a program that failed, still give a summary and a result file.
pub fn run(args: &Args) -> Result<()> {
    if several::are_meant(&args.program) {
        return together::run(args);
    }
    let program = args.words().split_first().map(|(program, words)| (Path::new(program), words));
    let mut files = args.files(program.as_slice());
    let output = files.writes_any(&args.output)?;
    let timeline = files.writes_any(&args.timeline)?;
    if timeline.is_some() && (args.cycles.is_some() || args.checkpoints.used()) {
        return Err(usage(event_trace::NOT_WITH));
    }
    let Prepared { spec, attachments, workloads, job } = args.prepare(&mut files)?;
    let Configuration { machine, cpus, streams, .. } = &spec.configuration;
    let out_of_bounds = args.setup.out_of_bounds;
    let mut gpu = args.setup.gpu(machine.clone(), attachments)?;
    if !streams.is_empty() {
        gpu.divide(streams).map_err(usage)?;
    }
    if args.check {
        gpu.start_checks();
    }
    if timeline.is_some() {
        gpu.keep_chronicle();
    }
    let checkpoints = Checkpoints::of(&args.checkpoints, &spec)?;
    let (outcome, gpu) = match args.cycles {
        Some(cycles) => (job.run_for(gpu, cycles)?, None),
        None => {
            let (outcome, gpu) = job.run(gpu, RunPlan { max_cycles: args.max_cycles, checkpoints })?;
            (outcome, Some(gpu))
        }
    };
    let alone = match args.cycles.filter(|_| args.alone && outcome.partial.is_none()) {
        Some(cycles) => {
            let program =
                (!matches!(job, Job::Cpus)).then_some(|gpu| job.run_for(out_of_bounds.set(gpu), cycles));
            Some(alone::speeds(machine, &workloads, cpus, cycles, program)?)
        }
        None => None,
    };
    let failure = failure(&outcome);
    let statistics = Statistics {
        total: outcome.totals,
        kernels: outcome.kernels,
        sharing: outcome.sharing,
        out_of_bounds_reads: (!out_of_bounds.is_default()).then_some(outcome.notes.zero_reads.count),
        alone,
        applications: Vec::new(),
    };
    let effort = outcome.effort;
    let partial = outcome.partial.map(|reason| Partial { reason });
    let file = ResultFile::new(spec, outcome.exit, partial, statistics);
    // First of all, so that nothing can cost it.
    let written = output.map_or(Ok(()), |output| file.write(&output));
    let drawn = timeline.zip(gpu).map_or(Ok(()), |(to, gpu)| event_trace::write(&to, &file.statistics, &gpu));
    eprint!("\n{}\n", kernel_table::kernels(&file.statistics));
    eprint!("{}", kernel_table::adaptation(&file.statistics));
    eprint!("{}", sharing_table::sharing(&file.statistics));
    eprint!("{}", notes::said(&outcome.notes));
    eprint!("{}", simulator(effort));
    written.and(drawn)?;
    failure.map_or(Ok(()), |text| Err(anyhow!(text)))
}

/// What the run has cost: memory, and SM cycles a second.
fn simulator(effort: Effort) -> String {
    let memory = system::peak_memory().map(|b| format!("{} MB of memory at most", b.div_ceil(1_000_000)));
    let speed = effort.speed().map(|speed| {
        let seconds = effort.time.as_secs_f64();
        format!("{} SM cycles/s over {seconds:.1} s", HumanCount(speed as u64))
    });
    let parts: Vec<String> = memory.into_iter().chain(speed).collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!("simulator     {}\n", parts.join(", ")),
    }
}

/// Why the run is not a success, if it is not.
pub(super) fn failure(outcome: &SessionOutcome) -> Option<String> {
    match (&outcome.partial, &outcome.checkpoint) {
        (Some(reason), Some(path)) => {
            Some(format!("the run is partial: {reason}; go on with --resume {}", path.display()))
        }
        (Some(reason), None) => Some(format!("the run is partial: {reason}")),
        (None, _) => (!outcome.exit.succeeded()).then(|| outcome.exit.to_string()),
    }
}

/// What is to be run.
enum Job<'a> {
    Loaded(Loaded<'a>),
    Ptx {
        path: &'a Path,
        launch: Box<LaunchFile>,
        /// Where the launch description is.
        described_in: &'a Path,
        dumps: Vec<Option<Output>>,
    },
    /// Nothing on the GPU.
    Cpus,
}

impl<'a> Job<'a> {
    fn new(program: &'a Path, args: &'a [String], options: &'a Args, files: &mut Files) -> Result<Self> {
        let launch = options.launch.as_deref();
        if is_ptx(program) {
            if !args.is_empty() {
                return Err(usage("a PTX file takes no arguments; its parameters are in the launch file"));
            }
            let described_in = launch.unwrap_or(program);
            let launch = Box::new(LaunchFile::read(described_in)?);
            let dumps =
                dumps::places(&launch, options.dump_dir.as_deref(), options.output.as_deref(), files)?;
            return Ok(Job::Ptx { path: program, launch, described_in, dumps });
        }
        if options.dump_dir.is_some() {
            return Err(usage("--dump-dir goes with a .ptx file; a program writes its files itself"));
        }
        if launch.is_some() {
            return Err(usage("--launch goes with a .ptx file; a program launches its kernels itself"));
        }
        if session::is_trace(program) && !args.is_empty() {
            return Err(usage("a trace takes no arguments"));
        }
        Ok(Job::Loaded(Loaded::new(program, args)?))
    }

    /// What the result file says of it: a launch file counts as an argument, with its hash.
    fn record(&self, program: &Path, args: &[String]) -> Result<ProgramRecord> {
        let mut record = ProgramRecord::of(program, args)?;
        if let Job::Ptx { path, described_in, .. } = self {
            if described_in != path {
                let launch = ProgramRecord::of(described_in, &[])?;
                record.args = vec![format!("--launch={} (sha256 {})", launch.name, launch.sha256)];
            }
        }
        Ok(record)
    }

    /// Runs until `cycles` SM cycles are over, again and again if need be; that is a complete run.
    fn run_for(&self, mut gpu: Gpu, cycles: u64) -> Result<SessionOutcome> {
        let mut kernels = Vec::new();
        let mut effort = Effort::default();
        loop {
            let before = gpu.totals().time.sm_cycles;
            let plan = RunPlan { max_cycles: Some(cycles), checkpoints: None };
            let (mut outcome, again) = self.run(gpu, plan)?;
            gpu = again;
            kernels.append(&mut outcome.kernels);
            effort += outcome.effort;
            if outcome.at_limit {
                (outcome.partial, outcome.exit) = (None, ProgramExit::Length);
            }
            let now = outcome.totals.time.sm_cycles;
            let failed = outcome.partial.is_some() || !outcome.exit.succeeded();
            if failed || outcome.at_limit || now >= cycles {
                return Ok(SessionOutcome { kernels, effort, ..outcome });
            }
            if now == before {
                return Err(anyhow!("the program runs no kernel, so that no time passes on the GPU"));
            }
            gpu.clear_memory(ONLY_APPLICATION)?;
        }
    }

    fn run(&self, gpu: Gpu, plan: RunPlan) -> Result<(SessionOutcome, Gpu)> {
        match self {
            Job::Loaded(Loaded::Program { executable, args, .. }) => {
                session::run(executable, args, gpu, plan)
            }
            Job::Loaded(Loaded::Trace(trace)) => session::replay(trace, gpu, plan),
            Job::Ptx { path, launch, dumps, .. } => session::run_ptx(path, launch, dumps, gpu, plan),
            Job::Cpus => session::run_cpus(gpu, plan.max_cycles.unwrap_or_default()),
        }
    }
}
