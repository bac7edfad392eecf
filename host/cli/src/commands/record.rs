// SPDX-License-Identifier: Apache-2.0
//! `warpsmith record`: what the kernels of a CUDA program execute, as a trace.

use super::run::{executable, failure};
use super::setup::Setup;
use crate::output::{self, Files, Output};
use crate::{inputs, notes, session};
use anyhow::{anyhow, Context, Result};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::NamedTempFile;
use warpsmith_gpu::trace::{accelsim, KernelTrace, Trace, TraceWriter};
use warpsmith_gpu::{registers_per_thread, LaunchSpec};
use warpsmith_process::{Folder, Temporary};

/// Run a CUDA program on the modelled GPU and record what its kernels execute.
///
/// `warpsmith run FILE` replays the trace: on the same machine with the same attachments the statistics are those of
/// the program itself.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith record -o kmeans.trace -- ./kmeans
  warpsmith run kmeans.trace --with equalizer -o eq.json
  warpsmith record --format accelsim -o traces -- ./kmeans")]
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

/// Where the trace goes.
enum Place {
    File(Output),
    /// A folder that is under way, and will be the one of the arguments.
    Folder(Folder),
}

/// Records a program. There is a trace only of a program that succeeded.
pub fn record(args: &Args) -> Result<()> {
    let (machine, attachments, _) = args.setup.load(false)?;
    let (program, program_args) = args.program.split_first().context("clap requires a program")?;
    let mut files = Files::default();
    args.setup.reads(&mut files);
    inputs::add(Path::new(program), program_args, None, &mut files);
    let place = match args.format {
        Format::Accelsim => Place::Folder(output::begin_folder(&args.output)?),
        Format::Warpsmith => Place::File(files.writes(&args.output)?),
    };
    let file = match &place {
        Place::File(output) => output.begin()?,
        Place::Folder(_) => Temporary::new(NamedTempFile::new).context("no temporary file can be made")?,
    };
    let folder = warpsmith_process::folder().context("no temporary folder can be made")?;
    let executable = executable(Path::new(program), folder.path())?;

    let sm = machine.sm.clone();
    let mut gpu = args.setup.gpu(machine, attachments)?;
    let handle = file.as_file().try_clone().context("the trace cannot be written")?;
    let under_way = match &place {
        Place::File(output) if output.is_file() => output.name(),
        _ => file.path(),
    };
    gpu.record(TraceWriter::new(handle, under_way)?);
    let recorded = session::record(&executable, program_args, gpu);
    let (outcome, bytes) = recorded.map_err(|error| with_advice(error, file.path()))?;
    if let Some(text) = failure(&outcome) {
        return Err(with_advice(anyhow!("{text}; there is no trace"), file.path()));
    }
    match place {
        Place::File(output) => output.finish(file)?,
        Place::Folder(_) if outcome.kernels.is_empty() => {
            return Err(anyhow!(
                "the program has launched no kernel, and this format has no trace without one"
            ));
        }
        Place::Folder(traces) => {
            let trace = Trace::open(file.path())?;
            let registers =
                |kernel: &Arc<KernelTrace>| registers_per_thread(&LaunchSpec::of_trace(kernel), &sm);
            // The kernels have run, so that their launches fit.
            accelsim::export(&trace, traces.path(), |kernel| {
                registers(kernel).unwrap_or(kernel.info.regs_per_thread)
            })?;
            output::finish_folder(traces, &args.output)?;
        }
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

/// An error that names the temporary file, with what to do about that.
fn with_advice(error: anyhow::Error, temporary: &Path) -> anyhow::Error {
    let text = format!("{error:#}");
    match temporary.to_str() {
        Some(name) if text.contains(name) => anyhow!(
            "{text}. The recording is kept in {} until it is complete: make room there, or set TMPDIR to another folder",
            temporary.parent().unwrap_or(temporary).display()
        ),
        _ => error,
    }
}
