// SPDX-License-Identifier: Apache-2.0
//! Runs a CUDA program as a child process and serves its calls from a simulated GPU.

mod checkpoint;
mod control;
mod cpus;
mod journal;
mod program;
mod ptx;
mod replay;

use crate::program_exit::ProgramExit;
use anyhow::{bail, Context, Result};
pub use checkpoint::{CheckpointOptions, Checkpoints, Identity};
use control::SessionControl;
pub use cpus::run as run_cpus;
use journal::Journal;
use program::Program;
pub use ptx::run as run_ptx;
pub use replay::{is_trace, open as open_trace, replay};
use std::path::{Path, PathBuf};
use warpsmith_gpu::device::DeviceError;
use warpsmith_gpu::stats::Stats;
use warpsmith_gpu::{Gpu, KernelRecord, RunError, SharingRecord};
use warpsmith_protocol::{Request, Response};
use warpsmith_ptx::Notes;

/// What a run left behind.
pub struct SessionOutcome {
    /// In the order of the launches; the last one may be cut.
    pub kernels: Vec<KernelRecord>,
    /// Everything counted in the run.
    pub totals: Stats,
    /// What the memory controllers and CPU cores counted, if there are any.
    pub sharing: Option<SharingRecord>,
    /// What its kernels did that hardware would not report either.
    pub notes: Notes,
    pub exit: ProgramExit,
    /// Why the run is not complete: limit of cycles, interrupt, device fault, deadlock, failed unit.
    pub partial: Option<String>,
    /// Whether the limit of cycles is why.
    pub at_limit: bool,
    /// The last checkpoint that was written.
    pub checkpoint: Option<PathBuf>,
}

/// How far a run goes, and its checkpoints.
#[derive(Default)]
pub struct RunPlan {
    /// The run is cut after so many SM cycles.
    pub max_cycles: Option<u64>,
    pub checkpoints: Option<Checkpoints>,
}

/// [`run`] on a GPU that records; completes the recording and gives its bytes.
pub fn record(program: &Path, args: &[String], gpu: Gpu) -> Result<(SessionOutcome, u64)> {
    let (outcome, mut gpu) = run(program, args, gpu, RunPlan::default())?;
    Ok((outcome, gpu.finish_recording()?))
}

/// Runs the program at `path` with `args` on `gpu` as planned, until it ends or is interrupted (SIGINT), and gives the GPU back.
/// Standard input, output and error of the program are those of the caller. Progress is shown on a terminal.
///
/// # Errors
/// The program cannot be started or was not linked with the runtime, the connection to it fails, or the checkpoint to
/// start from does not fit.
pub fn run(path: &Path, args: &[String], gpu: Gpu, plan: RunPlan) -> Result<(SessionOutcome, Gpu)> {
    let RunPlan { max_cycles, checkpoints } = plan;
    let mut journal = Journal::new(gpu, checkpoints, &[])?;
    let mut control = SessionControl::new(max_cycles, journal.every())?;
    let mut program = Program::start(path, args)?;
    let ended = answer_all(&mut program, &mut journal, &mut control);
    control.finish();
    let unlinked = !program.linked && !program.channel.has_received();
    let ended = match ended {
        Ok(ended) => ended,
        Err(error) => {
            // It has been told, or is gone.
            program.wait()?;
            return Err(error);
        }
    };
    let exit = program.wait()?;
    if unlinked {
        bail!("{0} and what it starts are not linked with the Warpsmith runtime; build them with `warpsmith cc`",
            path.display());
    }
    let at_limit = at_limit(&ended);
    let partial = partial_reason(&control, ended, max_cycles);
    if partial.is_none() {
        journal.check_complete()?;
    }
    let exit = if partial.is_some() { ProgramExit::Simulator } else { exit };
    let (gpu, kernels, checkpoint) = journal.into_parts();
    let (totals, sharing, notes) = (gpu.totals(), gpu.sharing(), gpu.notes().clone());
    Ok((SessionOutcome { kernels, totals, sharing, notes, exit, partial, at_limit, checkpoint }, gpu))
}

/// Whether a run ended at the limit of cycles.
fn at_limit(ended: &Option<DeviceError>) -> bool {
    matches!(ended, Some(DeviceError::Run(RunError::MaxCycles(_))))
}

/// Why the run is not complete, for a person.
fn partial_reason(
    control: &SessionControl,
    ended: Option<DeviceError>,
    max_cycles: Option<u64>,
) -> Option<String> {
    match ended {
        _ if control.interrupted() => Some("interrupted".to_string()),
        Some(DeviceError::Run(RunError::MaxCycles(_))) => {
            let limit = max_cycles.unwrap_or_default();
            Some(format!("the limit of {limit} SM cycles (--max-cycles) is reached"))
        }
        Some(error) => Some(error.to_string()),
        None => None,
    }
}

/// A buffer of copied data that is larger than this is given back before the next request.
const KEPT_BYTES: usize = 16 << 20;

/// Answers requests until the program closes the connection (`None`) or the run cannot go on.
fn answer_all(
    program: &mut Program,
    journal: &mut Journal,
    control: &mut SessionControl,
) -> Result<Option<DeviceError>> {
    const LOST: &str = "the connection to the program failed";
    let channel = &mut program.channel;
    let (mut bulk, mut reply) = (Vec::new(), Vec::new());
    while let Some(request) = channel.receive::<Request>().context(LOST)? {
        // One large copy must not cost memory for the rest of the run.
        for buffer in [&mut bulk, &mut reply].into_iter().filter(|b| b.capacity() > KEPT_BYTES) {
            *buffer = Vec::new();
        }
        channel.receive_bulk(&mut bulk).context(LOST)?;
        let ended = match journal.handle(request, &bulk, &mut reply, control) {
            Ok(Ok(response)) => {
                channel.send(&response, &reply).context(LOST)?;
                continue;
            }
            Ok(Err(error)) => Ok(Some(error)),
            Err(error) => Err(error),
        };
        // The program may be gone already, as after an interrupt from the terminal.
        let _ = channel.send(&Response::Ended, &reply);
        return ended;
    }
    Ok(None)
}
