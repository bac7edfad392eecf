// SPDX-License-Identifier: Apache-2.0
//! One of several programs, with its context on the GPU.

use super::history::History;
use super::{ApplicationOutcome, Entry, Stage, TogetherPlan, Work};
use crate::program_exit::ProgramExit;
use crate::session::calls::{Call, Calls};
use crate::session::checkpoint::{self, differs, Asked};
use crate::session::cut::{at_limit, partial_reason, Cut};
use crate::session::program::{Program, Streams};
use anyhow::{bail, Result};
use std::sync::Arc;
use warpsmith_gpu::device::{ApplicationGpu, Context};
use warpsmith_gpu::trace::KernelTrace;
use warpsmith_gpu::{Gpu, Job, KernelRecord, RunError, StateError, StateReader, StateWriter};
use warpsmith_process::asked_to_end;
use warpsmith_protocol::{Request, Response};
use warpsmith_ptx::Notes;

/// A program with its context on the GPU.
pub struct Client<'a> {
    entry: Entry<'a>,
    plan: TogetherPlan,
    /// Not there when it has ended.
    guest: Option<Guest<'a>>,
    context: Context,
    /// It waits for the end of a kernel.
    waits: bool,
    /// The launch of that kernel, or the call that is being answered, if the history is kept.
    asked: Option<Asked>,
    starts: u64,
    /// What became of it the first time.
    first: Option<ApplicationOutcome>,
    /// Calls that were made again after a checkpoint.
    repeated: usize,
}

/// What launches the kernels.
enum Guest<'a> {
    Program(Program, Calls),
    Trace(&'a [Arc<KernelTrace>]),
}

impl<'a> Client<'a> {
    /// It is not started yet.
    pub fn new(entry: Entry<'a>, plan: TogetherPlan) -> Client<'a> {
        Client {
            entry,
            plan,
            guest: None,
            context: Context::default(),
            waits: false,
            asked: None,
            starts: 0,
            first: None,
            repeated: 0,
        }
    }

    pub fn application(&self) -> u8 {
        self.entry.application
    }

    /// Whether it runs.
    pub fn is_live(&self) -> bool {
        self.guest.is_some()
    }

    pub fn has_ended_once(&self) -> bool {
        self.first.is_some()
    }

    /// Starts it.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(&mut self, history: &mut History) -> Result<()> {
        let streams = if self.plan.quiet || self.starts > 0 { Streams::None } else { Streams::Output };
        self.guest = Some(match self.entry.work {
            Work::Program { path, args } => {
                Guest::Program(Program::start(path, args, streams)?, Calls::default())
            }
            Work::Trace(trace) => Guest::Trace(trace.kernels()),
        });
        self.starts += 1;
        history.started(self.application());
        Ok(())
    }

    /// Starts it once more if it has come to a good end, and lets it go on to its first kernel.
    ///
    /// # Errors
    /// As [`Client::start`] and [`Client::serve`].
    pub fn start_again(&mut self, stage: &mut Stage) -> Result<()> {
        let Some(first) = &self.first else { return Ok(()) };
        // One without kernels would be started for ever in the same cycle.
        if self.is_live() || !first.exit.succeeded() || first.kernels.is_empty() {
            return Ok(());
        }
        stage.gpu.clear_memory(self.application())?;
        self.context = Context::default();
        self.start(&mut stage.history)?;
        self.serve(stage)
    }

    /// Lets it go on until a kernel is under way or it has ended.
    ///
    /// # Errors
    /// It was not linked with the runtime.
    pub fn serve(&mut self, stage: &mut Stage) -> Result<()> {
        while self.is_live() && !self.waits {
            if let Err(cut) = self.go_on(stage) {
                self.end(cut, stage)?;
            }
        }
        Ok(())
    }

    /// Answers one request of it, or starts its kernel.
    ///
    /// # Errors
    /// Why it is the last one; `None`: it has ended.
    fn go_on(&mut self, stage: &mut Stage) -> Result<(), Option<Cut>> {
        let application = self.application();
        let Stage { gpu, history, .. } = stage;
        if asked_to_end() {
            return Err(None);
        }
        match &mut self.guest {
            None => Err(None),
            Some(Guest::Trace(kernels)) => {
                let kernel = kernels.get(self.context.records().len()).ok_or(None)?;
                match gpu.start_of(application, &Job::Replay(kernel.clone())) {
                    Ok(()) => self.waits = true,
                    Err(error) => {
                        self.context.replayed(Err(error)).map_err(|error| Some(Cut::Device(error)))?
                    }
                }
                Ok(())
            }
            Some(Guest::Program(program, calls)) => {
                let gpu = &mut ApplicationGpu { gpu, application };
                let mut refused = None;
                let refuse = |request: &Request, bytes| {
                    let response = Context::refuse(gpu, request, bytes).filter(|_| bytes > 0)?;
                    refused = history.asked(request, &[]);
                    Some(response)
                };
                let response = match calls.next(program, refuse)? {
                    Call::Refused(response) => {
                        self.asked = refused;
                        response
                    }
                    Call::Made(request) => {
                        self.asked = history.asked(&request, &calls.bulk);
                        match self.context.handle(gpu, request, &calls.bulk, &mut calls.reply) {
                            Ok(Some(response)) => response,
                            Ok(None) => {
                                self.waits = true;
                                return Ok(());
                            }
                            Err(error) => return Err(Some(Cut::Device(error))),
                        }
                    }
                };
                history.called(application, self.asked.take(), &response, &calls.reply);
                calls.answer(program, &response).map_err(Some)
            }
        }
    }

    /// Its kernel has ended.
    ///
    /// # Errors
    /// As [`Client::serve`].
    pub fn kernel_ended(&mut self, end: Result<KernelRecord, RunError>, stage: &mut Stage) -> Result<()> {
        let application = self.application();
        let Stage { gpu, history, .. } = stage;
        self.waits = false;
        let ended = match &mut self.guest {
            None => Ok(()),
            Some(Guest::Trace(_)) => self.context.replayed(end).map_err(Cut::Device),
            Some(Guest::Program(program, calls)) => {
                let gpu = &mut ApplicationGpu { gpu, application };
                match self.context.ended(gpu, end, &mut calls.reply) {
                    Ok(response) => {
                        history.called(application, self.asked.take(), &response, &calls.reply);
                        calls.answer(program, &response)
                    }
                    Err(error) => Err(Cut::Device(error)),
                }
            }
        };
        match ended {
            Ok(()) => Ok(()),
            Err(cut) => self.end(Some(cut), stage),
        }
    }

    /// Ends it, and keeps what became of it if that was its first run.
    fn end(&mut self, cut: Option<Cut>, stage: &mut Stage) -> Result<()> {
        let application = self.application();
        let Stage { gpu, control, history } = stage;
        let (exit, cut) = match self.guest.take() {
            None => return Ok(()),
            Some(Guest::Trace(_)) => (ProgramExit::SUCCESS, cut),
            Some(Guest::Program(program, calls)) => {
                if let Some(Cut::Device(_)) = cut {
                    history.called(application, self.asked.take(), &Response::Ended, &calls.reply);
                }
                self.end_program(program, &calls, cut)?
            }
        };
        history.ended(application);
        let (exit, partial) = match self.plan.cycles.is_some() && at_limit(&cut) {
            true => (ProgramExit::Length, None),
            false => match partial_reason(control, cut, self.plan.max_cycles) {
                Some(reason) => (ProgramExit::Simulator, Some(reason)),
                None => (exit, None),
            },
        };
        if self.first.is_none() {
            let context = std::mem::take(&mut self.context);
            self.first = Some(ApplicationOutcome {
                kernels: context.into_records(),
                exit,
                partial,
                cycles: gpu.cycle().0,
                stats: gpu.totals_of(application),
                shared: gpu.shared_of(application),
                starts: self.starts,
                notes: Notes::default(),
            });
        }
        Ok(())
    }

    /// [`Calls::end`].
    fn end_program(
        &self,
        program: Program,
        calls: &Calls,
        cut: Option<Cut>,
    ) -> Result<(ProgramExit, Option<Cut>)> {
        let path = match self.entry.work {
            Work::Program { path, .. } => path,
            Work::Trace(_) => bail!("a trace has no process"),
        };
        calls.end(program, path, cut, Program::end_alone)
    }

    /// Sends what its device code prints while its kernel runs.
    pub fn print(&mut self, printed: &mut Vec<u8>) {
        if let Some(Guest::Program(program, _)) = &mut self.guest {
            // That it is gone is found when the kernel ends.
            let _ = program.channel.send(&Response::Printed, printed);
            printed.clear();
        }
    }

    /// What became of it, at the end of the run; it is ended if it was started again and is not needed any more. In a run of a number of
    /// cycles what was counted in all of its runs counts, unless one has failed.
    ///
    /// # Errors
    /// It cannot be waited for.
    pub fn outcome(mut self, gpu: &Gpu) -> Result<Option<ApplicationOutcome>> {
        self.stop()?;
        let (application, to_the_end) = (self.application(), self.plan.cycles.is_some());
        Ok(self.first.map(|mut first| {
            if to_the_end && first.partial.is_none() && first.exit.succeeded() {
                first.cycles = gpu.cycle().0;
                (first.stats, first.shared) = (gpu.totals_of(application), gpu.shared_of(application));
            }
            ApplicationOutcome { starts: self.starts, notes: gpu.notes(application).clone(), ..first }
        }))
    }

    /// Ends it, as not needed any more.
    ///
    /// # Errors
    /// It cannot be waited for.
    pub fn stop(&mut self) -> Result<()> {
        let Some(Guest::Program(mut program, _)) = self.guest.take() else { return Ok(()) };
        Calls::default().tell_end(&mut program);
        program.wait().map(drop)
    }
}

/// Checkpoints.
impl Client<'_> {
    /// Writes what [`Client::restore`] needs beside the history. It waits for the end of a kernel, or has ended.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        let Client { entry: _, plan: _, guest: _, context, waits, asked, starts: _, first, repeated: _ } =
            self;
        to.put(&(waits, asked, first.is_some()))?;
        context.save(to)?;
        first.iter().try_for_each(|first| first.save(to))
    }

    /// Restores what a client of the same program saved; gives the kernel that it waits for. It is not started by that.
    ///
    /// # Errors
    /// The state cannot be read or is of something else.
    pub fn restore(&mut self, from: &mut StateReader) -> Result<Option<Job>> {
        let has_ended_once;
        (self.waits, self.asked, has_ended_once) = from.take()?;
        let kernels = match self.entry.work {
            Work::Program { .. } => &[],
            Work::Trace(trace) => trace.kernels(),
        };
        let job = self.context.restore(from, kernels)?;
        if has_ended_once {
            self.first = Some(ApplicationOutcome::restore(from)?);
        }
        Ok(job)
    }

    /// Answers its next call as it was answered before.
    ///
    /// # Errors
    /// It makes another one.
    pub fn repeat(&mut self, call: &checkpoint::Call) -> Result<()> {
        let made = self.repeated;
        let Some(Guest::Program(program, calls)) = &mut self.guest else { return Err(ended(made)) };
        let refuse = |request: &Request, bytes: u64| {
            (bytes > 0 && call.asked == Asked::new(request, &[])).then(|| call.response.clone())
        };
        match calls.next(program, refuse) {
            Ok(Call::Refused(_)) => {}
            Ok(Call::Made(request)) => call.asked.check(&Asked::new(&request, &calls.bulk), made + 1)?,
            Err(_) => return Err(ended(made)),
        }
        calls.reply.clone_from(&call.reply);
        self.repeated += 1;
        // That it is gone shows in what follows.
        let _ = calls.answer(program, &call.response);
        Ok(())
    }

    /// Comes to its end, as before.
    ///
    /// # Errors
    /// It makes another call.
    pub fn repeat_end(&mut self) -> Result<()> {
        let Some(Guest::Program(mut program, mut calls)) = self.guest.take() else { return Ok(()) };
        match calls.next(&mut program, |_, _| None) {
            Err(cut) => self.end_program(program, &calls, cut).map(drop),
            Ok(_) => {
                self.guest = Some(Guest::Program(program, calls));
                Err(differs(format!("it ended after {} calls, now it makes another one", self.repeated)))
            }
        }
    }

    /// Makes the call of the launch that it waits for, if it does.
    ///
    /// # Errors
    /// It makes another one.
    pub fn repeat_waiting(&mut self) -> Result<()> {
        let made = self.repeated;
        let (Some(Guest::Program(program, calls)), Some(asked)) = (&mut self.guest, &self.asked) else {
            return Ok(());
        };
        match calls.next(program, |_, _| None) {
            Ok(Call::Made(request)) => asked.check(&Asked::new(&request, &calls.bulk), made + 1),
            Ok(Call::Refused(_)) | Err(_) => Err(ended(made)),
        }
    }
}

fn ended(calls: usize) -> anyhow::Error {
    differs(format!("it ended after {calls} calls, and went on before"))
}
