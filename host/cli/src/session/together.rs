// SPDX-License-Identifier: Apache-2.0
//! Runs several CUDA programs at the same time on disjoint sets of SMs.
//!
//! Simulated time passes only while every program that has not ended has a kernel under way. When kernels end, their programs
//! go on, in the order of the command line, each until it has launched its next kernel or has ended; that takes no simulated
//! time. So nothing depends on how fast the host is or whom it lets go first.

use super::calls::{Call, Calls};
use super::control::SessionControl;
use super::cut::{at_limit, partial_reason, Cut};
use super::effort::Effort;
use super::meter::Extent;
use super::program::{Program, Streams};
use crate::program_exit::ProgramExit;
use anyhow::Result;
use std::path::Path;
use std::time::Instant;
use warpsmith_gpu::device::{ApplicationGpu, Context};
use warpsmith_gpu::stats::{SharedStats, Stats};
use warpsmith_gpu::types::SmCycle;
use warpsmith_gpu::{Gpu, KernelEnd, KernelRecord, Poll, Progress, RunControl, SharingRecord};
use warpsmith_process::asked_to_end;
use warpsmith_protocol::{Request, Response};
use warpsmith_ptx::Notes;

/// A program to run.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    /// The application of the GPU that it becomes.
    pub application: u8,
    pub path: &'a Path,
    pub args: &'a [String],
}

/// How the programs run.
#[derive(Clone, Copy)]
pub struct TogetherPlan {
    /// The run is cut after so many SM cycles.
    pub max_cycles: Option<u64>,
    /// The run takes so many SM cycles, and a program that ends sooner is started again.
    pub cycles: Option<u64>,
    /// A program that ends is started again until all have ended once.
    pub relaunch: bool,
    /// What the programs write on standard output is dropped, and no progress is shown.
    pub quiet: bool,
}

/// What became of one program.
pub struct ApplicationOutcome {
    /// The kernels until its first end, in the order of the launches; the last one may be cut.
    pub kernels: Vec<KernelRecord>,
    /// How it ended for the first time.
    pub exit: ProgramExit,
    /// Why its work is not complete.
    pub partial: Option<String>,
    /// SM cycles until its first end.
    pub cycles: u64,
    /// What was counted until then, of the SMs, and of the translation for them, only its own.
    pub stats: Stats,
    /// What L2 and DRAM counted for it until then.
    pub shared: SharedStats,
    /// How often it was started.
    pub starts: u64,
    /// What its kernels did that hardware would not report either.
    pub notes: Notes,
}

/// What a run of several programs left behind.
pub struct TogetherOutcome {
    /// In the order of the programs.
    pub applications: Vec<ApplicationOutcome>,
    /// Everything counted in the run.
    pub totals: Stats,
    pub sharing: Option<SharingRecord>,
    pub effort: Effort,
}

/// Runs the programs on `gpu`, which their applications [share](Gpu::share).
///
/// # Errors
/// A program cannot be started or was not linked with the runtime.
pub fn run(entries: &[Entry], mut gpu: Gpu, plan: TogetherPlan) -> Result<TogetherOutcome> {
    let extent = Extent { cycles: plan.cycles.or(plan.max_cycles), launches: None };
    let mut control = match plan.quiet {
        true => SessionControl::hidden(extent, gpu.cycle()),
        false => SessionControl::new(extent, gpu.cycle(), None),
    };
    let mut clients = entries.iter().map(|entry| Client::start(*entry, plan)).collect::<Result<Vec<_>>>()?;
    let mut effort = Effort::default();
    loop {
        for client in &mut clients {
            client.serve(&mut gpu, &control)?;
        }
        let over = match plan.cycles {
            Some(cycles) => gpu.cycle().0 >= cycles,
            None => clients.iter().all(|client| client.first.is_some()),
        };
        if over {
            break;
        }
        if plan.relaunch || plan.cycles.is_some() {
            for client in &mut clients {
                client.start_again(&mut gpu, &control)?;
            }
        }
        if clients.iter().all(|client| client.program.is_none()) {
            break;
        }
        let (start, before) = (Instant::now(), gpu.cycle());
        let ends = gpu.advance(&mut Printing { control: &mut control, clients: &mut clients });
        effort += Effort { cycles: gpu.cycle() - before, time: start.elapsed() };
        for KernelEnd { application, end } in ends {
            if let Some(client) = clients.iter_mut().find(|client| client.entry.application == application) {
                client.kernel_ended(end, &mut gpu, &control)?;
            }
        }
    }
    control.finish();
    let (totals, sharing) = (gpu.totals(), gpu.sharing());
    let mut applications = Vec::new();
    for mut client in clients {
        client.stop()?;
        if plan.cycles.is_some() {
            client.count_to_the_end(&gpu);
        }
        let notes = gpu.notes(client.entry.application).clone();
        let starts = client.starts;
        applications.extend(client.first.map(|first| ApplicationOutcome { starts, notes, ..first }));
    }
    Ok(TogetherOutcome { applications, totals, sharing, effort })
}

/// A program with its context on the GPU.
struct Client<'a> {
    entry: Entry<'a>,
    plan: TogetherPlan,
    /// Not there when it has ended.
    program: Option<Program>,
    context: Context,
    /// It waits for the end of a kernel.
    waits: bool,
    starts: u64,
    /// What became of it the first time.
    first: Option<ApplicationOutcome>,
    calls: Calls,
}

impl<'a> Client<'a> {
    fn start(entry: Entry<'a>, plan: TogetherPlan) -> Result<Client<'a>> {
        let streams = if plan.quiet { Streams::None } else { Streams::Output };
        Ok(Client {
            entry,
            plan,
            program: Some(Program::start(entry.path, entry.args, streams)?),
            context: Context::default(),
            waits: false,
            starts: 1,
            first: None,
            calls: Calls::default(),
        })
    }

    /// Starts it once more if it has come to a good end, and lets it go on to its first kernel.
    fn start_again(&mut self, gpu: &mut Gpu, control: &SessionControl) -> Result<()> {
        let Some(first) = &self.first else { return Ok(()) };
        // One without kernels would be started for ever in the same cycle.
        if self.program.is_some() || !first.exit.succeeded() || first.kernels.is_empty() {
            return Ok(());
        }
        gpu.clear_memory(self.entry.application)?;
        self.context = Context::default();
        self.program = Some(Program::start(self.entry.path, self.entry.args, Streams::None)?);
        (self.calls, self.starts) = (Calls::default(), self.starts + 1);
        self.serve(gpu, control)
    }

    /// Answers its requests until a kernel is under way or it has ended.
    fn serve(&mut self, gpu: &mut Gpu, control: &SessionControl) -> Result<()> {
        while self.program.is_some() && !self.waits {
            if let Err(cut) = self.serve_one(gpu) {
                self.end(cut, gpu, control)?;
            }
        }
        Ok(())
    }

    /// Answers one request, or starts its kernel.
    ///
    /// # Errors
    /// Why it is the last one; `None`: the program has ended.
    fn serve_one(&mut self, gpu: &mut Gpu) -> Result<(), Option<Cut>> {
        let Some(program) = &mut self.program else { return Err(None) };
        if asked_to_end() {
            return Err(None);
        }
        let gpu = &mut ApplicationGpu { gpu, application: self.entry.application };
        let refuse =
            |request: &Request, bytes| if bytes > 0 { Context::refuse(gpu, request, bytes) } else { None };
        let response = match self.calls.next(program, refuse)? {
            Call::Refused(response) => response,
            Call::Made(request) => {
                match self.context.handle(gpu, request, &self.calls.bulk, &mut self.calls.reply) {
                    Ok(Some(response)) => response,
                    Ok(None) => {
                        self.waits = true;
                        return Ok(());
                    }
                    Err(error) => return Err(Some(Cut::Device(error))),
                }
            }
        };
        self.answer(&response)
    }

    fn answer(&mut self, response: &Response) -> Result<(), Option<Cut>> {
        let Some(program) = &mut self.program else { return Err(None) };
        self.calls.answer(program, response).map_err(Some)
    }

    /// Its kernel has ended.
    fn kernel_ended(
        &mut self,
        end: Result<KernelRecord, warpsmith_gpu::RunError>,
        gpu: &mut Gpu,
        control: &SessionControl,
    ) -> Result<()> {
        self.waits = false;
        let mut on = ApplicationGpu { gpu, application: self.entry.application };
        let ended = match self.context.ended(&mut on, end, &mut self.calls.reply) {
            Ok(response) => self.answer(&response),
            Err(error) => Err(Some(Cut::Device(error))),
        };
        match ended {
            Ok(()) => Ok(()),
            Err(cut) => self.end(cut, gpu, control),
        }
    }

    /// Ends it, and keeps what became of it if that was its first run.
    fn end(&mut self, cut: Option<Cut>, gpu: &Gpu, control: &SessionControl) -> Result<()> {
        let Some(program) = self.program.take() else { return Ok(()) };
        let (exit, cut) = self.calls.end(program, self.entry.path, cut, Program::end_alone)?;
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
                stats: gpu.totals_of(self.entry.application),
                shared: gpu.shared_of(self.entry.application),
                starts: self.starts,
                notes: Notes::default(),
            });
        }
        Ok(())
    }

    /// What was counted in all of its runs counts, unless one has failed.
    fn count_to_the_end(&mut self, gpu: &Gpu) {
        let application = self.entry.application;
        if let Some(first) =
            self.first.as_mut().filter(|first| first.partial.is_none() && first.exit.succeeded())
        {
            first.cycles = gpu.cycle().0;
            (first.stats, first.shared) = (gpu.totals_of(application), gpu.shared_of(application));
        }
    }

    /// Ends a program that was started again and is not needed any more.
    fn stop(&mut self) -> Result<()> {
        let Some(mut program) = self.program.take() else { return Ok(()) };
        Calls::default().tell_end(&mut program);
        program.wait().map(drop)
    }
}

/// Sends what device code prints to its program while the kernel runs.
struct Printing<'a, 'b> {
    control: &'a mut SessionControl,
    clients: &'a mut [Client<'b>],
}

impl RunControl for Printing<'_, '_> {
    fn poll(&mut self, progress: &Progress) -> Poll {
        self.control.poll(progress)
    }

    fn take_printed(&mut self, application: u8, printed: &mut Vec<u8>) {
        let client = self.clients.iter_mut().find(|client| client.entry.application == application);
        if let Some(program) = client.and_then(|client| client.program.as_mut()) {
            // That it is gone is found when the kernel ends.
            let _ = program.channel.send(&Response::Printed, printed);
            printed.clear();
        }
    }

    fn limit(&self) -> SmCycle {
        self.control.limit()
    }
}
