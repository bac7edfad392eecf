// SPDX-License-Identifier: Apache-2.0
//! A device whose calls are kept, so that the run can be checkpointed, and answered again when a run is resumed.

use super::checkpoint::{self, differs, Asked, Call, Checkpoints, Progress};
use super::effort::Effort;
use super::outcome::SessionOutcome;
use crate::program_exit::ProgramExit;
use anyhow::Result;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use warpsmith_gpu::device::{Device, DeviceError};
use warpsmith_gpu::trace::KernelTrace;
use warpsmith_gpu::types::{SmCycle, ONLY_APPLICATION};
use warpsmith_gpu::{Gpu, RunControl};
use warpsmith_protocol::{Request, Response};

/// The device of a session. Without checkpoints it keeps nothing.
pub struct Journal {
    device: Device<Gpu>,
    checkpoints: Option<Checkpoints>,
    progress: Progress,
    /// Calls of the log that were made in this run, again or for the first time.
    made: usize,
    effort: Effort,
}

impl Journal {
    /// A device on `gpu`, or the one of the checkpoint that the run is resumed from. `kernels` are those of the trace, if
    /// one is replayed.
    ///
    /// # Errors
    /// The checkpoint cannot be resumed from.
    pub fn new(gpu: Gpu, checkpoints: Option<Checkpoints>, kernels: &[Arc<KernelTrace>]) -> Result<Journal> {
        let mut device = Device::new(gpu);
        let progress = checkpoints.as_ref().map(|one| {
            one.resume(|from| {
                let progress = checkpoint::read(from)?;
                device.restore(from, kernels)?;
                Ok(progress)
            })
        });
        let progress = progress.transpose()?.flatten();
        Ok(Journal {
            device,
            checkpoints,
            progress: progress.unwrap_or_default(),
            made: 0,
            effort: Effort::default(),
        })
    }

    /// SM cycles since the start of the run.
    pub fn cycle(&self) -> SmCycle {
        SmCycle(self.device.cycle())
    }

    /// Whether what device code prints may go out before its kernel ends. It is part of a checkpoint, so not with these.
    pub fn prints_at_once(&self) -> bool {
        self.checkpoints.is_none()
    }

    /// SM cycles between two checkpoints.
    pub fn every(&self) -> Option<u64> {
        self.checkpoints.as_ref()?.every()
    }

    /// [`Device::refuse`], with checkpoints.
    pub fn refuse(&mut self, request: &Request, bytes: u64) -> Option<Response> {
        if bytes == 0 || self.progress.pending.is_some() && self.made == self.progress.log.len() {
            return None;
        }
        if self.checkpoints.is_none() {
            return self.device.refuse(request, bytes);
        }
        let asked = Asked::new(request, &[]);
        if let Some(call) = self.progress.log.get(self.made) {
            // In the log it stands without its data.
            let response = (call.asked == asked).then(|| call.response.clone());
            self.made += usize::from(response.is_some());
            return response;
        }
        let response = self.device.refuse(request, bytes)?;
        if self.every().is_some() {
            self.progress.log.push(Call { asked, response: response.clone(), reply: Vec::new() });
            self.made += 1;
        }
        Some(response)
    }

    /// [`Device::serve`], with checkpoints; what ends the run without an error of the checkpoints is the inner error.
    ///
    /// # Errors
    /// A resumed program does not make the calls that it made before.
    pub fn handle(
        &mut self,
        request: Request,
        bulk: &[u8],
        reply: &mut Vec<u8>,
        control: &mut dyn RunControl,
    ) -> Result<Result<Response, DeviceError>> {
        self.measured(|journal| journal.answer(request, bulk, reply, control))
    }

    fn answer(
        &mut self,
        request: Request,
        bulk: &[u8],
        reply: &mut Vec<u8>,
        control: &mut dyn RunControl,
    ) -> Result<Result<Response, DeviceError>> {
        let Progress { log, pending } = &mut self.progress;
        let asked = self.checkpoints.is_some().then(|| Asked::new(&request, bulk));
        if let (Some(asked), Some(call)) = (&asked, log.get(self.made)) {
            call.asked.check(asked, self.made + 1)?;
            self.made += 1;
            reply.clone_from(&call.reply);
            return Ok(Ok(call.response.clone()));
        }
        let mut answer = match (&asked, pending.take()) {
            (Some(asked), Some(pending)) => {
                pending.check(asked, self.made + 1)?;
                reply.clear();
                self.device.go_on(reply, control)
            }
            _ => self.device.serve(request, bulk, reply, control),
        };
        let response = loop {
            match answer {
                Ok(Some(response)) => break response,
                Ok(None) => {
                    if let Some(checkpoints) = &mut self.checkpoints {
                        checkpoints.write(SmCycle(self.device.cycle()), |to| {
                            checkpoint::write(log, asked.as_ref(), to)?;
                            self.device.save(to)
                        });
                    }
                    answer = self.device.go_on(reply, control);
                }
                Err(error) => return Ok(Err(error)),
            }
        };
        if let (Some(asked), Some(_)) = (asked, self.every()) {
            let call = Call { asked, response: response.clone(), reply: reply.clone() };
            self.progress.log.push(call);
            self.made += 1;
        }
        Ok(Ok(response))
    }

    /// [`Device::finish`].
    ///
    /// # Errors
    /// The run cannot go on.
    pub fn finish(&mut self, control: &mut dyn RunControl) -> Result<(), DeviceError> {
        self.measured(|journal| journal.device.finish(control))
    }

    /// Runs the recorded `kernels`, from where the run is.
    ///
    /// # Errors
    /// The run cannot go on.
    pub fn replay(
        &mut self,
        kernels: &[Arc<KernelTrace>],
        control: &mut dyn RunControl,
    ) -> Result<(), DeviceError> {
        self.measured(|journal| journal.replay_all(kernels, control))
    }

    fn replay_all(
        &mut self,
        kernels: &[Arc<KernelTrace>],
        control: &mut dyn RunControl,
    ) -> Result<(), DeviceError> {
        for kernel in &kernels[self.device.records().len().min(kernels.len())..] {
            while !self.device.replay(kernel, control)? {
                if let Some(checkpoints) = &mut self.checkpoints {
                    checkpoints.write(SmCycle(self.device.cycle()), |to| {
                        checkpoint::write(&[], None, to)?;
                        self.device.save(to)
                    });
                }
            }
        }
        Ok(())
    }

    /// Counts `work` as effort.
    fn measured<T>(&mut self, work: impl FnOnce(&mut Journal) -> T) -> T {
        let (start, before) = (Instant::now(), self.cycle());
        let done = work(self);
        self.effort += Effort { cycles: self.cycle() - before, time: start.elapsed() };
        done
    }

    /// Checks, when the program has ended, that it came as far as the checkpoint.
    ///
    /// # Errors
    /// It did not.
    pub fn check_complete(&self) -> Result<()> {
        let calls = self.progress.log.len() + usize::from(self.progress.pending.is_some());
        if self.made < calls {
            return Err(differs(format!(
                "it ended after {} calls, and the checkpoint was written in its call number {calls}",
                self.made
            )));
        }
        Ok(())
    }

    /// Ends the session: what became of it, and the GPU. `exit` is how the work ended, unless the run is `partial`.
    pub fn conclude(
        mut self,
        exit: ProgramExit,
        partial: Option<String>,
        at_limit: bool,
    ) -> (SessionOutcome, Gpu) {
        let exit = if partial.is_some() { ProgramExit::Simulator } else { exit };
        let checkpoint = self.checkpoints.as_ref().and_then(Checkpoints::latest).map(PathBuf::from);
        let effort = self.effort;
        self.device.abandon();
        let (gpu, kernels) = self.device.into_parts();
        let (totals, sharing, notes) = (gpu.totals(), gpu.sharing(), gpu.notes(ONLY_APPLICATION).clone());
        (SessionOutcome { kernels, totals, sharing, notes, exit, partial, at_limit, checkpoint, effort }, gpu)
    }
}
