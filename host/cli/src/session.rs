// SPDX-License-Identifier: Apache-2.0
//! Runs a CUDA program as a child process and serves its calls from a simulated GPU.

mod calls;
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

use anyhow::Result;
use calls::{Call, Calls};
pub use checkpoint::{CheckpointOptions, Checkpoints};
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
pub use together::{run as run_together, ApplicationOutcome, Entry, TogetherOutcome, TogetherPlan, Work};
use warpsmith_gpu::types::SmCycle;
use warpsmith_gpu::{Gpu, Poll, Progress, RunControl};
use warpsmith_protocol::{Channel, Response};
use wire::Wire;

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
    let mut calls = Calls::default();
    let ended = answer_all(&mut calls, &mut program, &mut journal, &mut control);
    let ended = ended.map(|ended| ended.or_else(|| journal.finish(&mut control).err().map(Cut::Device)));
    control.finish();
    let ended = match ended {
        Ok(ended) => ended,
        Err(error) => {
            calls.tell_end(&mut program);
            program.wait()?;
            return Err(error);
        }
    };
    let (exit, ended) = calls.end(program, path, ended, Program::end)?;
    let at_limit = at_limit(&ended);
    let partial = partial_reason(&control, ended, max_cycles);
    if partial.is_none() {
        journal.check_complete()?;
    }
    Ok(journal.conclude(exit, partial, at_limit))
}

/// Answers requests until the program ends, closes the connection (both `None`) or the run cannot go on.
///
/// # Errors
/// A resumed program does not do what it did before.
fn answer_all(
    calls: &mut Calls,
    program: &mut Program,
    journal: &mut Journal,
    control: &mut SessionControl,
) -> Result<Option<Cut>> {
    while !control.interrupted() {
        let response = match calls.next(program, |request, bytes| journal.refuse(request, bytes)) {
            Ok(Call::Refused(response)) => response,
            Ok(Call::Made(request)) => {
                let to = journal.prints_at_once().then_some(&mut program.channel);
                let mut control = Printing { control, to };
                match journal.handle(request, &calls.bulk, &mut calls.reply, &mut control)? {
                    Ok(response) => response,
                    Err(error) => return Ok(Some(Cut::Device(error))),
                }
            }
            Err(cut) => return Ok(cut),
        };
        if let Err(cut) = calls.answer(program, &response) {
            return Ok(Some(cut));
        }
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
