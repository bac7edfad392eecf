// SPDX-License-Identifier: Apache-2.0
//! `warpsmith record`: what the kernels of a CUDA program execute, as a trace.

use super::run::{executable, failure};
use super::setup::Setup;
use crate::{notes, output, session};
use anyhow::{anyhow, Context, Result};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::NamedTempFile;
use warpsmith_gpu::trace::{accelsim, KernelTrace, Trace, TraceWriter};
use warpsmith_gpu::{registers_per_thread, LaunchSpec};
use warpsmith_process::Temporary;

/// Run a CUDA program on the modelled GPU and record what its kernels execute.
///
/// `warpsmith run FILE` replays the trace: on the same machine with the same attachments the statistics are those of
/// the program itself.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith record -o kmeans.trace -- ./kmeans
  warpsmith run kmeans.trace --with equalizer -o eq.json
  warpsmith record --format accelsim -o kmeans -- ./kmeans")]
pub struct Args {
    #[command(flatten)]
    setup: Setup,
    /// What to write: a file of ours, or a folder for Accel-Sim
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The trace; a folder for Accel-Sim
    #[arg(short, value_name = "FILE", required = true)]
    output: PathBuf,
    /// The program
    #[arg(last = true, required = true, value_name = "PROGRAM ARGS")]
    program: Vec<String>,
}

/// What a recording becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    #[default]
    Warpsmith,
    Accelsim,
}

/// Records a program. There is a trace only of a program that succeeded.
pub fn record(args: &Args) -> Result<()> {
    let (machine, attachments, _) = args.setup.load()?;
    let accelsim = args.format == Format::Accelsim;
    let (file, traces) = if accelsim {
        let file = Temporary::new(NamedTempFile::new).context("no temporary file can be made")?;
        (file, Some(output::begin_folder(&args.output)?))
    } else {
        (output::begin(&args.output)?, None)
    };
    let (program, program_args) = args.program.split_first().context("clap requires a program")?;
    let folder = warpsmith_process::folder().context("no temporary folder can be made")?;
    let executable = executable(Path::new(program), folder.path())?;

    let sm = machine.sm.clone();
    let mut gpu = args.setup.gpu(machine, attachments)?;
    let handle = file.as_file().try_clone().context("the trace cannot be written")?;
    gpu.record(TraceWriter::new(handle, &args.output)?);
    let (outcome, bytes) = session::record(&executable, program_args, gpu)?;
    if let Some(text) = failure(&outcome) {
        return Err(anyhow!("{text}; there is no trace"));
    }
    if let Some(traces) = traces {
        let trace = Trace::open(file.path())?;
        let registers = |kernel: &Arc<KernelTrace>| registers_per_thread(&LaunchSpec::of_trace(kernel), &sm);
        // The kernels have run, so that their launches fit.
        accelsim::export(&trace, traces.path(), |kernel| {
            registers(kernel).unwrap_or(kernel.info.regs_per_thread)
        })?;
        output::finish_folder(traces, &args.output)?;
    } else {
        output::finish(file, &args.output)?;
    }
    eprint!("{}", notes::said(&outcome.notes));
    let instructions: u64 = outcome.kernels.iter().map(|k| k.stats.counters.sm.warp_instructions).sum();
    eprintln!(
        "{}: {} kernels, {instructions} warp instructions, {bytes} bytes",
        args.output.display(),
        outcome.kernels.len()
    );
    Ok(())
}
