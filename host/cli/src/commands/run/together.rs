// SPDX-License-Identifier: Apache-2.0
//! `warpsmith run` with several programs.

use super::loaded::Loaded;
use super::search::{self, Runs};
use super::{simulator, Args, Hardware, NOTHING_READ};
use crate::failure::usage;
use crate::launch_file::is_ptx;
use crate::program_exit::ProgramExit;
use crate::result::{
    ApplicationRecord, Configuration, Partial, ProgramRecord, Provenance, ResultFile, RunSpec, Statistics,
};
use crate::session::{self, is_trace, ApplicationOutcome, Checkpoints, Entry, TogetherOutcome, TogetherPlan};
use crate::several::{self, Named};
use crate::speedup::Speeds;
use crate::split::Split;
use crate::{alone, application_table, event_trace, kernel_table, notes, sharing_table};
use anyhow::{anyhow, bail, Context, Result};
use warpsmith_gpu::cpu::Workload;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::stats::Stats;
use warpsmith_gpu::{Attachments, Gpu};

/// The programs.
///
/// # Errors
/// One is missing or cannot run beside others, or there are options that do not go with them.
fn programs(args: &Args) -> Result<Vec<Named<'_>>> {
    let only = [
        (args.launch.is_some(), "--launch"),
        (args.dump_dir.is_some(), "--dump-dir"),
        (args.streams.is_some(), "--streams"),
    ];
    if let Some((_, option)) = only.iter().find(|(used, _)| *used) {
        return Err(usage(format!("{option} goes with one program; leave it out, or run one")));
    }
    if !args.cpus.is_empty() {
        if args.checkpoints.used() {
            return Err(usage("a run with --cpus has no checkpoints; leave them out"));
        }
        if args.alone && args.cycles.is_none() {
            return Err(usage("--alone with --cpus goes with --cycles: cores alone run for ever"));
        }
    }
    let programs = several::programs(&args.program)?;
    for (number, (path, words)) in (1..).zip(&programs) {
        let program = path.display();
        if is_ptx(path) {
            return Err(usage(format!(
                "program {number}, {program}: a PTX file cannot run beside others; name executables, .cu files or traces"
            )));
        }
        if is_trace(path) && !words.is_empty() {
            return Err(usage(format!("program {number}, {program}: a trace takes no arguments")));
        }
    }
    Ok(programs)
}

/// What is to be run; of a search the split is not known before.
///
/// # Errors
/// What the arguments name is not there or does not fit together.
pub fn spec(args: &Args) -> Result<RunSpec> {
    Ok(prepare(args, &programs(args)?)?.0)
}

/// The same, what is attached, and what the CPU cores execute.
fn prepare(args: &Args, programs: &[Named]) -> Result<(RunSpec, Attachments, Vec<Workload>)> {
    let Hardware { machine, mut attachments, attached, workloads, cpus } = args.hardware()?;
    if !args.setup.out_of_bounds.is_default() && programs.iter().all(|(path, _)| is_trace(path)) {
        return Err(usage(NOTHING_READ));
    }
    let split = args.split.clone().unwrap_or_default().parts(programs.len(), machine.sm.count)?;
    if is_dispatched(&machine, &mut attachments) && (args.split.is_some() || args.alone) {
        return Err(usage(
            "het_dispatch hands out the CTAs of all programs, so that no SM is one program's: leave --split and --alone out",
        ));
    }
    let records = programs.iter().map(|(path, words)| ProgramRecord::of(path, words));
    let records = records.collect::<Result<Vec<_>>>()?;
    let spec = RunSpec {
        program: ProgramRecord::together(&records),
        programs: records,
        configuration: Configuration {
            machine,
            attachments: attached,
            max_cycles: args.max_cycles,
            out_of_bounds: args.setup.out_of_bounds,
            cpus,
            cycles: args.cycles,
            split,
            streams: Vec::new(),
            relaunch: args.relaunch,
        },
        provenance: Provenance { backend: args.setup.backend },
    };
    Ok((spec, attachments, workloads))
}

/// Whether SMs change hands between programs.
fn is_dispatched(machine: &MachineSpec, attachments: &mut Attachments) -> bool {
    attachments.chip(machine).iter().any(|chip| chip.dispatcher.is_some())
}

/// Runs the programs. What was cut, and programs that failed, still give a summary and a result file.
pub fn run(args: &Args) -> Result<()> {
    let programs = programs(args)?;
    let mut files = args.files(&programs);
    let output = files.writes_any(&args.output)?;
    let timeline = files.writes_any(&args.timeline)?;
    if timeline.is_some() && args.checkpoints.used() {
        return Err(usage(event_trace::NOT_WITH));
    }
    let (mut spec, attachments, workloads) = prepare(args, &programs)?;
    let loaded = Loaded::all(&programs)?;
    let entries = Loaded::entries(&loaded);

    if args.split == Some(Split::Search) {
        let machine = &spec.configuration.machine;
        let runs = AllRuns { args, machine, entries: &entries, workloads: &workloads };
        let threads = args.setup.threads.into();
        let (split, table) = search::best(&runs, programs.len(), machine.sm.count, threads)?;
        eprint!("{table}");
        spec.configuration.split = split;
    }
    let Configuration { machine, split, cpus, .. } = &spec.configuration;
    let checkpoints = Checkpoints::of(&args.checkpoints, &spec)?;
    let mut gpu = args.setup.gpu(machine.clone(), attachments)?;
    gpu.share(split).map_err(usage)?;
    let sms: Vec<u32> = (0..).take(programs.len()).map(|application| gpu.sms_of(application)).collect();
    if args.check {
        gpu.start_checks();
    }
    if timeline.is_some() {
        gpu.keep_chronicle();
    }
    let plan = plan(args, args.relaunch, false);
    let (outcome, gpu) = session::run_together(&entries, gpu, plan, checkpoints)?;
    let TogetherOutcome { applications, totals, sharing, checkpoint, effort } = outcome;

    let complete = applications.iter().all(|one| one.partial.is_none() && one.exit.succeeded());
    let alone = match args.alone && complete {
        true => {
            let runs = AllRuns { args, machine, entries: &entries, workloads: &workloads };
            let applications = (0..entries.len()).map(|program| {
                runs.alone(program, split).with_context(|| format!("program {} alone", program + 1))
            });
            let applications = applications.collect::<Result<_>>()?;
            let cpus = alone::cores(machine, &workloads, cpus, args.cycles.unwrap_or_default())?;
            Some(Speeds { cpus, applications, ..Speeds::default() })
        }
        false => None,
    };
    let records = &spec.programs;
    let names: Vec<&str> = records.iter().map(|record| &record.name[..]).collect();
    let mut failures = failures(&applications, &names);
    if applications.iter().any(|one| one.partial.is_some()) {
        failures.extend(checkpoint.map(|path| format!("go on with --resume {}", path.display())));
    }
    let said: String = applications.iter().map(|one| notes::said(&one.notes)).collect();
    let exit = applications.iter().map(|one| one.exit).find(|exit| !exit.succeeded());
    let partial = applications.iter().zip(&names).enumerate().find_map(|(index, (one, name))| {
        let reason = one.partial.as_ref()?;
        Some(Partial { reason: format!("program {}, {name}: {reason}", index + 1) })
    });
    let zero_reads = applications.iter().map(|one| one.notes.zero_reads.count).sum();
    let out_of_bounds = spec.configuration.out_of_bounds;
    let statistics = Statistics {
        total: totals,
        kernels: Vec::new(),
        sharing,
        out_of_bounds_reads: (!out_of_bounds.is_default()).then_some(zero_reads),
        alone,
        applications: applications.into_iter().zip(&sms).map(|(one, sms)| record(one, *sms)).collect(),
    };
    let tables = format!(
        "\n{}{}{}{}{said}{}",
        kernel_table::kernels(&statistics),
        kernel_table::adaptation(&statistics),
        application_table::applications(&statistics, &names),
        sharing_table::sharing(&statistics),
        simulator(effort),
    );
    let file = ResultFile::new(spec, exit.unwrap_or(ProgramExit::SUCCESS), partial, statistics);
    // First of all, so that nothing can cost it.
    let written = output.map_or(Ok(()), |output| file.write(&output));
    let drawn = timeline.map_or(Ok(()), |output| event_trace::write(&output, &file.statistics, &gpu));
    eprint!("{tables}");
    written.and(drawn)?;
    match failures.is_empty() {
        true => Ok(()),
        false => Err(anyhow!(failures.join("; "))),
    }
}

fn plan(args: &Args, relaunch: bool, quiet: bool) -> TogetherPlan {
    TogetherPlan { max_cycles: args.max_cycles, cycles: args.cycles, relaunch, quiet }
}

/// What the result file says of a program.
fn record(outcome: ApplicationOutcome, sms: u32) -> ApplicationRecord {
    let ApplicationOutcome { kernels, exit, partial, cycles, stats, shared, starts, notes: _ } = outcome;
    let Stats { counters, units, .. } = stats;
    ApplicationRecord {
        sms,
        exit,
        partial: partial.map(|reason| Partial { reason }),
        starts,
        cycles,
        sm: counters.sm,
        l1: counters.l1,
        texture: counters.texture,
        constant: counters.constant,
        l1_tlb: units.of(),
        l2_tlb: units.of(),
        shared,
        kernels,
    }
}

/// Why each of the programs that failed did.
pub fn failures(applications: &[ApplicationOutcome], names: &[impl AsRef<str>]) -> Vec<String> {
    let failure = |(number, (one, name)): (usize, (&ApplicationOutcome, &_))| {
        let why = match &one.partial {
            Some(reason) => format!("the run is partial: {reason}"),
            None if one.exit.succeeded() => return None,
            None => one.exit.to_string(),
        };
        Some(format!("program {number}, {}: {why}", AsRef::<str>::as_ref(name)))
    };
    (1..).zip(applications.iter().zip(names)).filter_map(failure).collect()
}

/// Runs of the programs of which only the speed counts.
struct AllRuns<'a> {
    args: &'a Args,
    machine: &'a MachineSpec,
    entries: &'a [Entry<'a>],
    /// Of the CPU cores, when the programs share the machine.
    workloads: &'a [Workload],
}

impl AllRuns<'_> {
    /// The IPC of each of `entries` on `gpu`.
    fn speeds(&self, entries: &[Entry], mut gpu: Gpu, split: &[u32], relaunch: bool) -> Result<Vec<f64>> {
        gpu.share(split)?;
        let plan = plan(self.args, relaunch, true);
        let (outcome, _) = session::run_together(entries, gpu, plan, None)?;
        let ipc = |one: ApplicationOutcome| {
            if let Some(reason) = &one.partial {
                bail!("the run is partial: {reason}");
            }
            if !one.exit.succeeded() {
                bail!("{}", one.exit);
            }
            Ok(record(one, 0).ipc())
        };
        outcome.applications.into_iter().map(ipc).collect()
    }
}

impl Runs for AllRuns<'_> {
    fn shared(&self, split: &[u32]) -> Result<Vec<f64>> {
        let (machine, mut attachments, _) = self.args.setup.load(!self.workloads.is_empty())?;
        attachments.cpus = self.workloads.to_vec();
        let gpu = self.args.setup.out_of_bounds.set(Gpu::new(machine, attachments)?);
        self.speeds(self.entries, gpu, split, self.args.relaunch)
    }

    /// On the machine without attachments, its cores at rest.
    fn alone(&self, program: usize, split: &[u32]) -> Result<f64> {
        let gpu = self.args.setup.out_of_bounds.set(alone::gpu(self.machine, None)?);
        let speeds = self.speeds(&self.entries[program..=program], gpu, split, false)?;
        speeds.first().copied().context("no program ran")
    }
}
