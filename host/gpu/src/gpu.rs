// SPDX-License-Identifier: Apache-2.0
//! The whole GPU: SMs, memory system and clocks, driven edge by edge.

mod assembly;
mod run;
mod saved;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use warpsmith_protocol::demangled;
use warpsmith_ptx::{Fault, GlobalMemory, Notes};
use warpsmith_trace::{KernelTrace, TraceError, TraceWriter};

use crate::attachments::{ChipSockets, Sockets};
use crate::clock::ClockTree;
use crate::control::{RunControl, StopReason, POLL_CYCLES};
use crate::crew::Crew;
use crate::dispatcher::Dispatcher;
use crate::energy::EnergyMeter;
use crate::epoch::Epoch;
use crate::error::{GpuError, IdleError, RunError};
use crate::launch::{LaunchSpec, Occupancy, ResourceError};
use crate::machine::MachineSpec;
use crate::mem::MemorySystem;
use crate::record::{KernelRecord, SharingRecord};
use crate::sm::{Report, RunningKernel, Sm, StepError};
use crate::socket::{Levels, UnitError};
use crate::stats::{Counters, Stats, TimeStats, UnitStats};
use crate::timeline::Recorder;
use crate::types::{Domain, SmCycle, Ticks};
use crate::violation::Violation;

/// How long nothing has changed.
#[derive(Default)]
struct Calm {
    /// Changes of memory, starts and ends of CTAs, as last seen.
    changes: u64,
    polls: u64,
}

/// A GPU with its device memory. Time passes only while kernels run; caches (except those of the SMs, which are
/// invalidated at each kernel start, as on Fermi), frequency levels and units keep their state between kernels.
pub struct Gpu {
    machine: MachineSpec,
    memory: GlobalMemory,
    sms: Vec<Sm>,
    mem: MemorySystem,
    clock: ClockTree,
    /// One.
    chip: Vec<ChipSockets>,
    levels: Levels,
    energy: EnergyMeter,
    /// Number of the next SM cycle.
    cycle: SmCycle,
    launches: u64,
    /// By SM.
    reports: Vec<Report>,
    epoch: Epoch,
    crew: Crew,
    /// Whether the model's own invariants are checked.
    checking: bool,
    /// For how long nothing has changed.
    calm: Calm,
    /// Polls without a movement after which the kernel under way is given up.
    patience: u64,
    /// Where the kernels are recorded.
    recording: Option<TraceWriter>,
    /// The kernel that was started and has not ended.
    under_way: Option<Box<UnderWay>>,
}

/// What a GPU runs.
#[derive(Clone)]
pub enum Job {
    /// A kernel that executes.
    Launch(LaunchSpec),
    /// A recorded one.
    Replay(Arc<KernelTrace>),
}

/// A kernel between two epochs.
struct UnderWay {
    kernel: RunningKernel,
    state: UnderWayState,
}

/// Its state.
#[derive(Serialize, Deserialize)]
struct UnderWayState {
    gwde: Dispatcher,
    recorder: Recorder,
    /// The first cycle, and what was counted before.
    start: SmCycle,
    before: Stats,
    /// What had happened at the last poll, and polls since anything did.
    progress: u64,
    stuck: u32,
}

/// Why the run of a kernel ended before its time.
enum Cut {
    Fault(Box<Fault>),
    Trace(TraceError),
    Stop(StopReason),
    Deadlock(String),
    Unit(UnitError),
    Violation(Violation),
}

impl From<StepError> for Cut {
    fn from(error: StepError) -> Cut {
        match error {
            StepError::Fault(fault) => Cut::Fault(fault),
            StepError::Trace(error) => Cut::Trace(error),
        }
    }
}

impl From<TraceError> for Cut {
    fn from(error: TraceError) -> Cut {
        Cut::Trace(error)
    }
}

impl Gpu {
    /// From now on checks the model's own invariants: every request is answered exactly once, DRAM commands keep
    /// their timing, MSHRs and credits add up. Statistics stay the same; a run takes longer. Always on in debug
    /// builds. To be called before the first launch.
    pub fn start_checks(&mut self) {
        self.checking = true;
        self.mem.start_checks(&self.machine);
    }

    /// From now on `threads` threads run the model, at least 1, the caller's included. Results do not depend on it.
    ///
    /// # Errors
    /// The system gives no more threads.
    pub fn set_threads(&mut self, threads: usize) -> std::io::Result<()> {
        self.crew = Crew::new(threads)?;
        Ok(())
    }

    pub fn machine(&self) -> &MachineSpec {
        &self.machine
    }

    /// The device memory, for the host's copies between kernels.
    pub fn memory(&mut self) -> &mut GlobalMemory {
        &mut self.memory
    }

    /// Everything counted since the GPU was made, up to the end of the last kernel.
    pub fn totals(&self) -> Stats {
        let (time, energy) = (TimeStats::of(&self.clock), self.energy.spent());
        Stats { time, counters: self.counters(), energy, units: self.units() }
    }

    /// Simulated time since the GPU was made.
    pub fn time(&self) -> Ticks {
        self.clock.now()
    }

    /// The same in seconds.
    pub fn seconds(&self) -> f64 {
        self.clock.seconds(self.clock.now())
    }

    /// Runs one kernel to its end, without pauses.
    ///
    /// # Errors
    /// See [`RunError`]. After any error but [`RunError::Resource`] the GPU must not be used for further launches.
    pub fn launch(
        &mut self,
        spec: &LaunchSpec,
        control: &mut dyn RunControl,
    ) -> Result<KernelRecord, RunError> {
        self.start(&Job::Launch(spec.clone()))?;
        loop {
            if let Some(record) = self.go_on(control)? {
                return Ok(record);
            }
        }
    }

    /// Starts a kernel, which [`Gpu::go_on`] then runs. None may be under way.
    ///
    /// # Errors
    /// [`RunError::Resource`]: it does not fit the machine.
    pub fn start(&mut self, job: &Job) -> Result<(), RunError> {
        let kernel = self.running(job, self.launches)?;
        self.launches += 1;
        let (before, start) = (self.totals(), self.cycle);
        let recorder = Recorder::new(&self.sms);
        self.sms.iter_mut().for_each(|sm| sm.start(&kernel));
        let gwde = Dispatcher::new(kernel.launch.grid);
        let state = UnderWayState { gwde, recorder, start, before, progress: 0, stuck: 0 };
        self.under_way = Some(Box::new(UnderWay { kernel, state }));
        Ok(())
    }

    /// `job` on this machine, as launch number `gridid`.
    fn running(&self, job: &Job, gridid: u64) -> Result<RunningKernel, ResourceError> {
        let (spec, trace) = match job {
            Job::Launch(spec) => (spec.clone(), None),
            Job::Replay(trace) => (LaunchSpec::of_trace(trace), Some(trace.clone())),
        };
        let occupancy = Occupancy::of(&spec, &self.machine.sm)?;
        Ok(RunningKernel::new(&spec, trace, occupancy, &self.machine.sm, gridid))
    }

    /// Whether a kernel is under way.
    pub fn is_running(&self) -> bool {
        self.under_way.is_some()
    }

    /// SM cycles since the GPU was made.
    pub fn cycle(&self) -> SmCycle {
        self.cycle
    }

    /// Goes on with the kernel under way until its end, or (`None`) until `control` wants a pause. Pauses do not change
    /// what happens. Does nothing if no kernel is under way.
    ///
    /// # Errors
    /// As [`Gpu::launch`].
    pub fn go_on(&mut self, control: &mut dyn RunControl) -> Result<Option<KernelRecord>, RunError> {
        let Some(mut under_way) = self.under_way.take() else { return Ok(None) };
        let end = match self.run(&mut under_way, control) {
            Ok(true) => Ok(()),
            Ok(false) => {
                self.under_way = Some(under_way);
                return Ok(None);
            }
            Err(cut) => Err(cut),
        };
        self.charge();
        let UnderWay { kernel, state } = *under_way;
        let (timeline, warp_types) = state.recorder.finish();
        let record = KernelRecord {
            kernel: kernel.kernel().name.clone(),
            name: demangled(&kernel.kernel().name).into_owned(),
            grid: kernel.launch.grid,
            block: kernel.launch.block,
            dynamic_shared: kernel.launch.dynamic_shared,
            occupancy: kernel.occupancy,
            cycles: self.cycle - state.start,
            stats: self.totals().since(&state.before),
            timeline,
            warp_types,
        };
        let Err(cut) = end.and_then(|()| self.check().map_err(Cut::Unit)) else { return Ok(Some(record)) };
        let record = Box::new(record);
        Err(match cut {
            Cut::Fault(fault) => RunError::Fault { fault, record },
            Cut::Trace(error) => RunError::Trace { error, record },
            Cut::Stop(StopReason::MaxCycles) => RunError::MaxCycles(record),
            Cut::Stop(StopReason::Interrupted) => RunError::Interrupted(record),
            Cut::Deadlock(reason) => RunError::Deadlock { reason, record },
            Cut::Unit(error) => RunError::Unit { error, record },
            Cut::Violation(violation) => RunError::Violation { violation, record },
        })
    }

    /// From now on every kernel is recorded.
    pub fn record(&mut self, to: TraceWriter) {
        self.sms.iter_mut().for_each(Sm::record);
        self.recording = Some(to);
    }

    /// Completes the recording. Gives its size in bytes, 0 if there is none.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn finish_recording(&mut self) -> Result<u64, TraceError> {
        self.recording.take().map_or(Ok(0), TraceWriter::finish)
    }

    /// Lets `cycles` SM cycles pass without a kernel: CPU cores go on.
    ///
    /// # Errors
    /// `interrupted`, which is told the cycle, says so, an attached unit fails, or the checks of the model find a defect.
    pub fn idle(
        &mut self,
        cycles: u64,
        mut interrupted: impl FnMut(SmCycle) -> bool,
    ) -> Result<(), IdleError> {
        let end = self.cycle + cycles;
        while self.cycle < end {
            let edges = self.clock.advance();
            self.mem.tick(edges);
            if !edges.has(Domain::Sm) {
                continue;
            }
            self.cycle = self.cycle.next();
            if self.cycle.0 % POLL_CYCLES == 0 || self.cycle == end {
                self.mem.audit()?;
                self.check()?;
                if interrupted(self.cycle) {
                    return Err(IdleError::Interrupted);
                }
            }
        }
        self.charge();
        Ok(())
    }

    /// Forgets everything in device memory, as when the program that used it has ended.
    ///
    /// # Errors
    /// Device memory cannot be reserved.
    pub fn clear_memory(&mut self) -> Result<(), GpuError> {
        Ok(self.memory.clear()?)
    }

    /// From now on, reads close to an allocation, but outside, give zeros ([`GlobalMemory::read_zeros_outside`]).
    pub fn read_zeros_outside(&mut self) {
        self.memory.read_zeros_outside();
    }

    /// What kernels did that they should not, and hardware does not report.
    pub fn notes(&self) -> &Notes {
        self.memory.notes()
    }

    /// What the memory controllers and the CPU cores counted; `None` without controllers.
    pub fn sharing(&self) -> Option<SharingRecord> {
        SharingRecord::of(&self.mem)
    }

    /// Accounts for the energy of everything up to now.
    fn charge(&mut self) {
        let (counters, seconds) = (self.counters(), self.seconds());
        self.energy.charge(&counters, seconds, self.levels.sm, self.levels.memory);
    }

    fn counters(&self) -> Counters {
        let (icnt, l2, dram) = self.mem.stats();
        let caches = |which: usize| self.sms.iter().map(|sm| sm.cache_stats()[which]).sum();
        Counters {
            sm: self.sms.iter().map(|sm| *sm.stats()).sum(),
            l1: caches(0),
            texture: caches(1),
            constant: caches(2),
            icnt,
            l2,
            l2_banks: self.mem.l2_stats(),
            dram,
        }
    }

    /// What the attached units have counted of themselves.
    fn units(&self) -> UnitStats {
        let mut units = UnitStats::default();
        self.sms.iter().for_each(|sm| sm.units(&mut units));
        self.mem.count(&mut units);
        self.chip.iter().for_each(|chip| chip.count(&mut units));
        units
    }

    fn check(&self) -> Result<(), UnitError> {
        self.chip.iter().try_for_each(Sockets::check)?;
        self.mem.check()?;
        self.sms.iter().try_for_each(|sm| sm.sockets().check())
    }

    /// Looks through all SMs and the memory system, if checks are on.
    fn audit(
        &self,
        sm: impl Fn(&Sm) -> Result<(), String>,
        mem: impl Fn(&MemorySystem) -> Result<(), Violation>,
    ) -> Result<(), Violation> {
        if !self.checking {
            return Ok(());
        }
        for (id, one) in self.sms.iter().enumerate() {
            let violation =
                |what| Violation { component: format!("SM {id}"), clock: "SM", cycle: self.cycle.0, what };
            sm(one).map_err(violation)?;
        }
        mem(&self.mem)
    }
}
