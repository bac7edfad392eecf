// SPDX-License-Identifier: Apache-2.0
//! Runs a CUDA program as a child process and serves its calls from a simulated GPU.

mod checkpoint;
mod control;
mod cpus;
mod cut;
mod effort;
mod image;
mod journal;
mod meter;
mod outcome;
mod plan;
mod program;
mod ptx;
mod replay;
mod together;
mod wire;

use anyhow::{bail, Result};
pub use checkpoint::{CheckpointOptions, Checkpoints, Identity};
use control::SessionControl;
pub use cpus::run as run_cpus;
use cut::{at_limit, partial_reason, Cut};
pub use effort::Effort;
use journal::Journal;
use meter::Extent;
pub use outcome::SessionOutcome;
pub use plan::RunPlan;
use program::{Program, Streams};
pub use ptx::run as run_ptx;
pub use replay::{is_trace, open as open_trace, replay};
use std::path::Path;
pub use together::{run as run_together, ApplicationOutcome, Entry, TogetherOutcome, TogetherPlan};
use warpsmith_gpu::types::SmCycle;
use warpsmith_gpu::{Gpu, Poll, Progress, RunControl};
use warpsmith_protocol::{Channel, ProtocolError, Request, Response};
use wire::Wire;

/// [`run`] on a GPU that records; completes the recording and gives its bytes.
pub fn record(program: &Path, args: &[String], gpu: Gpu) -> Result<(SessionOutcome, u64)> {
    let (outcome, mut gpu) = run(program, args, gpu, RunPlan::default())?;
    Ok((outcome, gpu.finish_recording()?))
}

/// Runs the program at `path` with `args` on `gpu` as planned, until it ends or a signal asks for the end of the run, and gives
/// the GPU back. Processes that the program leaves behind lose the connection.
/// Standard input, output and error of the program are those of the caller. Progress is shown on standard error.
///
/// # Errors
/// The program cannot be started or was not linked with the runtime, or the checkpoint to start from does not fit.
pub fn run(path: &Path, args: &[String], gpu: Gpu, plan: RunPlan) -> Result<(SessionOutcome, Gpu)> {
    let RunPlan { max_cycles, checkpoints } = plan;
    let mut journal = Journal::new(gpu, checkpoints, &[])?;
    let mut control =
        SessionControl::new(Extent { cycles: max_cycles, launches: None }, journal.cycle(), journal.every());
    let mut program = Program::start(path, args, Streams::Ours)?;
    let ended = answer_all(&mut program, &mut journal, &mut control);
    control.finish();
    let unlinked = !program.linked && !program.channel.has_received();
    let exit = match &ended {
        // Nothing that is said to it would be understood.
        Ok(Some(Cut::Connection(_))) => program.end()?,
        _ => program.wait()?,
    };
    let ended = match ended? {
        // The runtime sends whole messages.
        Some(Cut::Ended(error @ ProtocolError::Truncated { .. })) if exit.succeeded() => {
            Some(Cut::Connection(error))
        }
        Some(Cut::Ended(_)) => None,
        other => other,
    };
    if unlinked && ended.is_none() && !control.interrupted() {
        bail!("{0} and what it starts are not linked with the Warpsmith runtime; build them with `warpsmith cc`",
            path.display());
    }
    let at_limit = at_limit(&ended);
    let partial = partial_reason(&control, ended, max_cycles);
    if partial.is_none() {
        journal.check_complete()?;
    }
    Ok(journal.conclude(exit, partial, at_limit))
}

/// A buffer of copied data that is larger than this is given back before the next request.
const KEPT_BYTES: usize = 16 << 20;

/// Answers requests until the program ends, closes the connection (both `None`) or the run cannot go on.
///
/// # Errors
/// A resumed program does not do what it did before.
fn answer_all(
    program: &mut Program,
    journal: &mut Journal,
    control: &mut SessionControl,
) -> Result<Option<Cut>> {
    let (mut bulk, mut reply) = (Vec::new(), Vec::new());
    let mut greeted = false;
    while !control.interrupted() {
        // One large copy must not cost memory for the rest of the run.
        for buffer in [&mut bulk, &mut reply].into_iter().filter(|b| b.capacity() > KEPT_BYTES) {
            *buffer = Vec::new();
        }
        let channel = &mut program.channel;
        let request = match channel.receive::<Request>() {
            Ok(Some(request)) => request,
            Ok(None) => return Ok(None),
            Err(error) => return Ok(Some(lost(program, error))),
        };
        let first = !std::mem::replace(&mut greeted, true);
        let answer = if !first && matches!(request, Request::Hello { .. }) {
            Ok(Err(Cut::SecondProgram))
        } else if let Some(response) = journal.refuse(&request, channel.pending()) {
            // The data are dropped as they come.
            reply.clear();
            Ok(Ok(response))
        } else if let Err(error) = channel.receive_bulk(&mut bulk) {
            return Ok(Some(lost(program, error)));
        } else {
            let mut control = Printing { control, to: journal.prints_at_once().then_some(channel) };
            journal.handle(request, &bulk, &mut reply, &mut control).map(|done| done.map_err(Cut::Device))
        };
        let ended = match answer {
            Ok(Ok(response)) => match program.channel.send(&response, &reply) {
                Ok(()) => continue,
                Err(error) => return Ok(Some(lost(program, error))),
            },
            Ok(Err(cut)) => Ok(Some(cut)),
            Err(error) => Err(error),
        };
        // The program may be gone already, as after an interrupt from the terminal.
        let _ = program.channel.send(&Response::Ended, &reply);
        return ended;
    }
    Ok(None)
}

/// Sends what device code prints to the program while the kernel runs.
struct Printing<'a> {
    control: &'a mut SessionControl,
    /// `None`: it is kept until the kernel ends.
    to: Option<&'a mut Channel<Wire>>,
}

impl RunControl for Printing<'_> {
    fn poll(&mut self, progress: &Progress) -> Poll {
        self.control.poll(progress)
    }

    fn take_printed(&mut self, _application: u8, printed: &mut Vec<u8>) {
        if let Some(channel) = &mut self.to {
            // That it is gone is found when the kernel ends.
            let _ = channel.send(&Response::Printed, printed);
            printed.clear();
        }
    }

    fn limit(&self) -> SmCycle {
        self.control.limit()
    }

    fn next_pause(&self, now: SmCycle) -> SmCycle {
        self.control.next_pause(now)
    }
}

/// What it means that the connection failed: it is part of the program's end if that has just come, as by a signal while it
/// sends.
fn lost(program: &Program, error: ProtocolError) -> Cut {
    let closed = matches!(error, ProtocolError::Truncated { .. } | ProtocolError::Io(_));
    match closed && (warpsmith_process::asked_to_end() || program.has_ended()) {
        true => Cut::Ended(error),
        false => Cut::Connection(error),
    }
}
