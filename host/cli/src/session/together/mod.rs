// SPDX-License-Identifier: Apache-2.0
//! Runs several CUDA programs at the same time on disjoint sets of SMs.
//!
//! Simulated time passes only while every program that has not ended has a kernel under way. When kernels end, their programs
//! go on, in the order of the command line, each until it has launched its next kernel or has ended; that takes no simulated
//! time. So nothing depends on how fast the host is or whom it lets go first.

mod client;
mod history;

use super::checkpoint::Checkpoints;
use super::control::SessionControl;
use super::effort::Effort;
use super::meter::Extent;
use crate::program_exit::ProgramExit;
use anyhow::Result;
use client::Client;
use history::History;
use std::path::{Path, PathBuf};
use std::time::Instant;
use warpsmith_gpu::stats::{SharedStats, Stats};
use warpsmith_gpu::trace::Trace;
use warpsmith_gpu::types::SmCycle;
use warpsmith_gpu::{
    Gpu, KernelEnd, KernelRecord, Poll, Progress, RunControl, SharingRecord, StateError, StateReader,
    StateWriter,
};
use warpsmith_ptx::Notes;

/// A program to run.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    /// The application of the GPU that it becomes.
    pub application: u8,
    pub work: Work<'a>,
}

/// What launches the kernels.
#[derive(Clone, Copy)]
pub enum Work<'a> {
    Program { path: &'a Path, args: &'a [String] },
    Trace(&'a Trace),
}

/// How the programs run.
#[derive(Clone, Copy, Default)]
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

impl ApplicationOutcome {
    /// # Errors
    /// It cannot be written.
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        let ApplicationOutcome { kernels, exit, partial, cycles, stats, shared, starts, notes } = self;
        to.put(&(kernels, partial, cycles, stats, shared, starts, notes))?;
        // Its form in a result needs a format that describes itself.
        let exit = serde_json::to_string(exit).map_err(|error| StateError::Mismatch(error.to_string()))?;
        to.put(&exit)
    }

    /// What was saved.
    ///
    /// # Errors
    /// It cannot be read.
    fn restore(from: &mut StateReader) -> Result<ApplicationOutcome, StateError> {
        let (kernels, partial, cycles, stats, shared, starts, notes) = from.take()?;
        let exit = serde_json::from_str(&from.take::<String>()?)
            .map_err(|error| StateError::Mismatch(error.to_string()))?;
        Ok(ApplicationOutcome { kernels, exit, partial, cycles, stats, shared, starts, notes })
    }
}

/// What a run of several programs left behind.
pub struct TogetherOutcome {
    /// In the order of the programs.
    pub applications: Vec<ApplicationOutcome>,
    /// Everything counted in the run.
    pub totals: Stats,
    pub sharing: Option<SharingRecord>,
    /// The last checkpoint that was written.
    pub checkpoint: Option<PathBuf>,
    pub effort: Effort,
}

/// What the programs of a run have in common.
struct Stage {
    gpu: Gpu,
    control: SessionControl,
    history: History,
}

/// Runs the programs on `gpu`, which their applications [share](Gpu::share), and gives it back.
///
/// # Errors
/// A program cannot be started or was not linked with the runtime, or the checkpoint to start from does not fit.
pub fn run(
    entries: &[Entry],
    mut gpu: Gpu,
    plan: TogetherPlan,
    mut checkpoints: Option<Checkpoints>,
) -> Result<(TogetherOutcome, Gpu)> {
    let mut clients: Vec<Client> = entries.iter().map(|entry| Client::new(*entry, plan)).collect();
    let every = checkpoints.as_ref().and_then(Checkpoints::every);
    let resumed = checkpoints.as_ref().map(|one| {
        one.resume(|from| {
            let history = History::restore(from)?;
            let jobs = clients.iter_mut().map(|client| client.restore(from)).collect::<Result<Vec<_>>>()?;
            gpu.restore(from, &jobs)?;
            Ok(history)
        })
    });
    let resumed = resumed.transpose()?.flatten();
    let extent = Extent { cycles: plan.cycles.or(plan.max_cycles), launches: None };
    let control = match plan.quiet {
        true => SessionControl::hidden(extent, gpu.cycle()),
        false => SessionControl::new(extent, gpu.cycle(), every),
    };
    let mut stage = Stage { gpu, control, history: History::new(every.is_some()) };
    match resumed {
        Some(history) => stage.history.go_on_from(history, &mut clients)?,
        None => clients.iter_mut().try_for_each(|client| client.start(&mut stage.history))?,
    }
    let mut effort = Effort::default();
    loop {
        for client in &mut clients {
            client.serve(&mut stage)?;
        }
        let over = match plan.cycles {
            // What runs then is still to be cut.
            Some(cycles) => stage.gpu.cycle().0 >= cycles && !stage.gpu.is_running(),
            None => clients.iter().all(Client::has_ended_once),
        };
        if over {
            break;
        }
        if plan.relaunch || plan.cycles.is_some() {
            for client in &mut clients {
                client.start_again(&mut stage)?;
            }
        }
        if clients.iter().all(|client| !client.is_live()) {
            break;
        }
        for KernelEnd { application, end, .. } in
            advance(&mut stage, &mut clients, &mut checkpoints, &mut effort)
        {
            if let Some(client) = clients.iter_mut().find(|client| client.application() == application) {
                client.kernel_ended(end, &mut stage)?;
            }
        }
    }
    let Stage { gpu, control, .. } = stage;
    control.finish();
    let (totals, sharing) = (gpu.totals(), gpu.sharing());
    let applications = clients.into_iter().map(|client| client.outcome(&gpu)).collect::<Result<Vec<_>>>()?;
    let applications = applications.into_iter().flatten().collect();
    let checkpoint = checkpoints.as_ref().and_then(Checkpoints::latest).map(PathBuf::from);
    Ok((TogetherOutcome { applications, totals, sharing, checkpoint, effort }, gpu))
}

/// Lets time pass until kernels end. Checkpoints on the way are written.
fn advance(
    stage: &mut Stage,
    clients: &mut [Client],
    checkpoints: &mut Option<Checkpoints>,
    effort: &mut Effort,
) -> Vec<KernelEnd> {
    loop {
        let (start, before) = (Instant::now(), stage.gpu.cycle());
        let at_once = checkpoints.is_none();
        let ends = stage.gpu.advance(&mut Printing { control: &mut stage.control, clients, at_once });
        *effort += Effort { cycles: stage.gpu.cycle() - before, time: start.elapsed() };
        let Some(checkpoints) = checkpoints.as_mut().filter(|_| ends.is_empty() && stage.gpu.is_running())
        else {
            return ends;
        };
        checkpoints.write(stage.gpu.cycle(), |to| {
            stage.history.save(to)?;
            clients.iter().try_for_each(|client| client.save(to))?;
            stage.gpu.save(to)
        });
    }
}

/// Sends what device code prints to its program while the kernel runs.
struct Printing<'a, 'b> {
    control: &'a mut SessionControl,
    clients: &'a mut [Client<'b>],
    /// What is printed may go out before the kernel ends: it is not part of a checkpoint.
    at_once: bool,
}

impl RunControl for Printing<'_, '_> {
    fn poll(&mut self, progress: &Progress) -> Poll {
        self.control.poll(progress)
    }

    fn take_printed(&mut self, application: u8, printed: &mut Vec<u8>) {
        let client = self.clients.iter_mut().find(|client| client.application() == application);
        if let Some(client) = client.filter(|_| self.at_once) {
            client.print(printed);
        }
    }

    fn limit(&self) -> SmCycle {
        self.control.limit()
    }

    fn next_pause(&self, now: SmCycle) -> SmCycle {
        self.control.next_pause(now)
    }
}
