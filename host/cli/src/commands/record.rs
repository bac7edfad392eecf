// SPDX-License-Identifier: Apache-2.0
//! `warpsmith record`: what the kernels of a CUDA program execute, as a trace.

mod recording;

use super::run::{failure, failures, Loaded};
use super::setup::Setup;
use crate::failure::usage;
use crate::launch_file::is_ptx;
use crate::output::Files;
use crate::result::ProgramRecord;
use crate::session::{self, is_trace, Entry, RunPlan, TogetherPlan, Work};
use crate::several::{self, Named};
use crate::split::Split;
use crate::{inputs, notes};
use anyhow::{anyhow, Result};
use recording::{Format, Recording};
use std::path::PathBuf;
use warpsmith_gpu::{Gpu, KernelRecord};

/// Run a CUDA program on the modelled GPU and record what its kernels execute.
///
/// `warpsmith run FILE` replays the trace: on the same machine with the same attachments the statistics are those of
/// the program itself.
///
/// Several programs, with `++` between, run at the same time, and each gets a trace: see docs/several-programs.md.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith record -o kmeans.trace -- ./kmeans
  warpsmith run kmeans.trace --with equalizer -o eq.json
  warpsmith record --format accelsim -o traces -- ./kmeans
  warpsmith record --split 8,7 -o stream.trace -o kmeans.trace -- ./stream ++ ./kmeans")]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    /// What to write: a file of ours, or a folder for Accel-Sim
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The trace; a folder for Accel-Sim. Of several programs one for each, in their order
    #[arg(short, value_name = "FILE", required = true)]
    output: Vec<PathBuf>,
    /// SMs of each of several programs: numbers that add up to those of the machine, such as 8,7, or `even` [default: even]
    #[arg(long, value_name = "N,N,...")]
    split: Option<Split>,
    /// The program; several with `++` between
    #[arg(last = true, required = true, value_name = "PROGRAM ARGS")]
    program: Vec<String>,
}

/// What was run.
struct Recorded {
    /// By program.
    kernels: Vec<Vec<KernelRecord>>,
    /// Why there is no trace.
    failure: Option<String>,
    /// What is to be said of what the kernels did.
    said: String,
}

impl Args {
    /// The programs, and the SMs of each if there are several.
    ///
    /// # Errors
    /// What the arguments say does not fit together.
    fn programs(&self, sms: u32) -> Result<(Vec<Named<'_>>, Option<Vec<u32>>)> {
        let programs = several::programs(&self.program)?;
        for (path, _) in &programs {
            let program = path.display();
            if is_ptx(path) {
                return Err(usage(format!(
                    "{program}: a PTX file cannot be recorded; name an executable or a .cu file"
                )));
            }
            if is_trace(path) {
                return Err(usage(format!("{program}: it is a trace already; name the program")));
            }
        }
        let (count, traces) = (programs.len(), self.output.len());
        if traces != count {
            return Err(usage(format!(
                "programs: {count}, traces named with -o: {traces}; name one for each program, in their order"
            )));
        }
        let split = match (&self.split, count) {
            (Some(Split::Search), _) => {
                return Err(usage("--split search is for `warpsmith run`; say the SMs of each program"));
            }
            (Some(_), 1) => {
                return Err(usage("--split is for several programs: name them with ++ between"));
            }
            (None, 1) => None,
            (split, _) => Some(split.clone().unwrap_or_default().parts(count, sms)?),
        };
        Ok((programs, split))
    }
}

/// Records programs. There are traces only if all of them succeed.
pub fn record(args: &Args) -> Result<()> {
    let (machine, attachments, _) = args.setup.load(false)?;
    let (programs, split) = args.programs(machine.sm.count)?;
    let mut files = Files::default();
    args.setup.reads(&mut files);
    programs.iter().for_each(|(path, words)| inputs::add(path, words, None, &mut files));
    let recordings = args.output.iter().map(|path| Recording::begin(path, args.format, &mut files));
    let recordings = recordings.collect::<Result<Vec<_>>>()?;
    let loaded = Loaded::all(&programs)?;

    let sm = machine.sm.clone();
    let mut gpu = args.setup.gpu(machine, attachments)?;
    if let Some(split) = &split {
        gpu.share(split).map_err(usage)?;
    }
    gpu.record(recordings.iter().map(Recording::writer).collect::<Result<_>>()?);
    let advise = |error| recordings.iter().fold(error, |error, one| one.advise(error));
    let names: Vec<String> = programs.iter().map(|(path, _)| ProgramRecord::name_of(path)).collect();
    let run = run(&Loaded::entries(&loaded), &names, gpu);
    let (Recorded { kernels, failure, said }, bytes) = run.map_err(advise)?;
    if let Some(text) = failure {
        return Err(advise(anyhow!("{text}; there is no trace")));
    }
    for (recording, kernels) in recordings.iter().zip(&kernels) {
        recording.export(kernels.len(), &sm)?;
    }
    recordings.into_iter().try_for_each(Recording::finish)?;
    eprint!("{said}");
    for ((output, kernels), bytes) in args.output.iter().zip(&kernels).zip(bytes) {
        let instructions: u64 = kernels.iter().map(|k| k.stats.counters.sm.warp_instructions).sum();
        eprintln!(
            "{}: {} kernels, {instructions} warp instructions, {bytes} bytes",
            output.display(),
            kernels.len()
        );
    }
    Ok(())
}

/// Runs the programs, `names` of which are for what is said, on `gpu`, which records them: also the bytes of each trace.
fn run(entries: &[Entry], names: &[String], gpu: Gpu) -> Result<(Recorded, Vec<u64>)> {
    let (recorded, mut gpu) = match entries {
        [Entry { work: Work::Program { path, args }, .. }] => {
            let (outcome, gpu) = session::run(path, args, gpu, RunPlan::default())?;
            let (failure, said) = (failure(&outcome), notes::said(&outcome.notes));
            (Recorded { kernels: vec![outcome.kernels], failure, said }, gpu)
        }
        several => {
            let (outcome, gpu) = session::run_together(several, gpu, TogetherPlan::default(), None)?;
            let applications = outcome.applications;
            let failures = failures(&applications, names);
            let failure = (!failures.is_empty()).then(|| failures.join("; "));
            let said = applications.iter().map(|one| notes::said(&one.notes)).collect();
            let kernels = applications.into_iter().map(|one| one.kernels).collect();
            (Recorded { kernels, failure, said }, gpu)
        }
    };
    Ok((recorded, gpu.finish_recordings()?))
}
