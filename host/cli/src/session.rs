// SPDX-License-Identifier: Apache-2.0
//! Runs a CUDA program as a child process and serves its calls from a simulated GPU.

mod control;
mod program;
mod ptx;
mod replay;

use anyhow::{bail, Context, Result};
use control::SessionControl;
use program::Program;
pub use ptx::run as run_ptx;
pub use replay::{is_trace, open as open_trace, replay};
use std::path::Path;
use warpsmith_gpu::device::{Device, DeviceError, Launcher};
use warpsmith_gpu::stats::Stats;
use warpsmith_gpu::{Gpu, KernelRecord, RunError, SharingRecord};
use warpsmith_protocol::{Request, Response};

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramExit {
    /// By itself, with this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// It ended, but left a buffer with other contents than expected (PTX files only).
    Unexpected,
    /// By the simulator, which gave up the run: see [`SessionOutcome::partial`].
    Ended,
}

/// What a run left behind.
pub struct SessionOutcome {
    /// In the order of the launches; the last one may be cut.
    pub kernels: Vec<KernelRecord>,
    /// Everything counted in the run.
    pub totals: Stats,
    /// What the memory controllers and CPU cores counted, if there are any.
    pub sharing: Option<SharingRecord>,
    pub exit: ProgramExit,
    /// Why the run is not complete: limit of cycles, interrupt, device fault, deadlock, failed unit.
    pub partial: Option<String>,
}

/// Runs `program` with `args` on `gpu` until it ends, is interrupted (SIGINT), or `max_cycles` SM cycles are over.
/// Standard input, output and error of the program are those of the caller. Progress is shown on a terminal.
///
/// # Errors
/// The program cannot be started or was not linked with the runtime, or the connection to it fails.
pub fn run(program: &Path, args: &[String], gpu: Gpu, max_cycles: Option<u64>) -> Result<SessionOutcome> {
    Ok(serve(program, args, gpu, max_cycles)?.0)
}

/// [`run`] on a GPU that records; completes the recording and gives its bytes.
pub fn record(program: &Path, args: &[String], gpu: Gpu) -> Result<(SessionOutcome, u64)> {
    let (outcome, mut gpu) = serve(program, args, gpu, None)?;
    Ok((outcome, gpu.finish_recording()?))
}

/// [`run`] on anything that runs kernels.
fn serve<L: Launcher>(
    path: &Path,
    args: &[String],
    gpu: L,
    max_cycles: Option<u64>,
) -> Result<(SessionOutcome, L)> {
    let mut control = SessionControl::new(max_cycles)?;
    let mut program = Program::start(path, args)?;
    let mut device = Device::new(gpu);
    let ended = answer_all(&mut program, &mut device, &mut control)
        .with_context(|| format!("the connection to {} failed", path.display()))?;
    control.finish();
    let unlinked = !program.linked && !program.channel.has_received();
    let exit = program.wait()?;
    if unlinked {
        bail!("{0} and what it starts are not linked with the Warpsmith runtime; build them with `warpsmith cc`",
            path.display());
    }
    let partial = partial_reason(&control, ended, max_cycles);
    let exit = if partial.is_some() { ProgramExit::Ended } else { exit };
    let (gpu, kernels) = device.into_parts();
    let (totals, sharing) = (gpu.totals(), gpu.sharing());
    Ok((SessionOutcome { kernels, totals, sharing, exit, partial }, gpu))
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

/// Answers requests until the program closes the connection (`None`) or the run cannot go on.
fn answer_all(
    program: &mut Program,
    device: &mut Device<impl Launcher>,
    control: &mut SessionControl,
) -> Result<Option<DeviceError>> {
    let (mut bulk, mut reply) = (Vec::new(), Vec::new());
    while let Some(request) = program.channel.receive::<Request>()? {
        program.channel.receive_bulk(&mut bulk)?;
        match device.handle(request, &bulk, &mut reply, control) {
            Ok(response) => program.channel.send(&response, &reply)?,
            Err(error) => {
                // The program may be gone already, as after an interrupt from the terminal.
                let _ = program.channel.send(&Response::Ended, &reply);
                return Ok(Some(error));
            }
        }
    }
    Ok(None)
}
