// SPDX-License-Identifier: Apache-2.0
//! The whole GPU: SMs, memory system and clocks, driven edge by edge.

mod application;
mod assembly;
mod lane;
mod run;
mod saved;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use warpsmith_protocol::demangled;
use warpsmith_ptx::{Fault, GlobalMemory, Notes};
use warpsmith_trace::{KernelTrace, TraceError, TraceWriter};

use application::Application;
pub(crate) use lane::Counted;
use lane::Lane;

use crate::attachments::{ChipSockets, Sockets};
use crate::chronicle::Chronicle;
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
use crate::mmu::Mmu;
use crate::record::{KernelRecord, SharingRecord};
use crate::sm::{Owner, Report, RunningKernel, Sm, StepError};
use crate::socket::{CtaDispatcher, Levels, TlbFlush, UnitError};
use crate::stats::{Counters, SharedStats, SmCounts, Stats, TimeStats};
use crate::timeline::Recorder;
use crate::types::{bits, Domain, SmCycle, Ticks};
use crate::violation::Violation;

/// A GPU with its device memory, for one application or for several that [share](Gpu::share) it. Time passes only while kernels run; caches (except those of the SMs, which are
/// invalidated at each kernel start, as on Fermi), frequency levels and units keep their state between kernels.
pub struct Gpu {
    machine: MachineSpec,
    /// One, or those that share the GPU. They have the SMs in this order.
    applications: Vec<Application>,
    /// Those of each application, one unless it was [divided](Gpu::divide). They have the SMs in this order.
    lanes: Vec<Lane>,
    sms: Vec<Sm>,
    mem: MemorySystem,
    /// If the machine translates addresses.
    mmu: Option<Box<Mmu>>,
    clock: ClockTree,
    /// One.
    chip: Vec<ChipSockets>,
    levels: Levels,
    energy: EnergyMeter,
    /// Number of the next SM cycle.
    cycle: SmCycle,
    /// By SM.
    reports: Vec<Report>,
    epoch: Epoch,
    crew: Crew,
    /// Whether the model's own invariants are checked.
    checking: bool,
    /// Polls without a movement after which the kernel under way is given up.
    patience: u64,
    /// Where the kernels are recorded, by application; none if they are not.
    recordings: Vec<TraceWriter>,
    /// What happened when, if that is asked for.
    chronicle: Option<Box<Chronicle>>,
    /// SMs hold CTAs of several lanes at a time.
    mixed: bool,
}

/// The end of the kernel of an application.
pub struct KernelEnd {
    /// Number of the application, from 0.
    pub application: u8,
    /// In which of its lanes.
    pub lane: u8,
    /// What it did. After an error of [`RunError::is_its_own`] the other applications can go on, after others none can.
    pub end: Result<KernelRecord, RunError>,
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
    Deadlock(String),
    Halt(Halt),
}

/// The end of the kernel of a lane, by its number.
type Ending = (usize, Result<(), Cut>);

/// Why everything ends.
#[derive(Clone)]
enum Halt {
    Stop(StopReason),
    Unit(UnitError),
    Violation(Violation),
}

impl From<UnitError> for Halt {
    fn from(error: UnitError) -> Halt {
        Halt::Unit(error)
    }
}

impl From<Violation> for Halt {
    fn from(violation: Violation) -> Halt {
        Halt::Violation(violation)
    }
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

    /// The machine that it models.
    pub fn machine(&self) -> &MachineSpec {
        &self.machine
    }

    /// The device memory of the first application, for the host's copies between kernels.
    pub fn memory(&mut self) -> &mut GlobalMemory {
        self.memory_of(0)
    }

    /// The device memory of an application.
    pub fn memory_of(&mut self, application: u8) -> &mut GlobalMemory {
        &mut self.applications[usize::from(application)].memory
    }

    /// Everything counted since the GPU was made, up to the end of the last kernel.
    pub fn totals(&self) -> Stats {
        self.totals_of_sms(Counted::of(self.sms.iter()), 0..self.sms.len())
    }

    /// The same, of the SMs only what those of an application counted.
    pub fn totals_of(&self, application: u8) -> Stats {
        let index = usize::from(application);
        let mut counted = Counted::default();
        let own = self.lanes.iter().filter(|lane| lane.application == index);
        own.for_each(|lane| counted.merge(&lane.counted(&self.sms)));
        self.totals_of_sms(counted, self.applications[index].sms.clone())
    }

    /// What L2 and DRAM counted for one of several applications.
    pub fn shared_of(&self, application: u8) -> SharedStats {
        self.mem.of_application(application)
    }

    fn totals_of_lane(&self, lane: &Lane) -> Stats {
        self.totals_of_sms(lane.counted(&self.sms), lane.span())
    }

    /// Of SMs that have `counted` that; of the address translation what it counted for `sms`.
    fn totals_of_sms(&self, counted: Counted, sms: Range<usize>) -> Stats {
        let (time, energy) = (TimeStats::of(&self.clock), self.energy.spent());
        let Counted { counts, mut units } = counted;
        self.mmu.iter().for_each(|mmu| mmu.count(&sms, &mut units));
        self.mem.count(&mut units);
        self.chip.iter().for_each(|chip| chip.count(&mut units));
        Stats { time, counters: self.counters(counts), energy, units }
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

    /// Starts a kernel of the first application.
    ///
    /// # Errors
    /// As [`Gpu::start_of`].
    pub fn start(&mut self, job: &Job) -> Result<(), RunError> {
        self.start_of(0, job)
    }

    /// Starts a kernel of an application in its first lane.
    ///
    /// # Errors
    /// As [`Gpu::start_in`].
    pub fn start_of(&mut self, application: u8, job: &Job) -> Result<(), RunError> {
        self.start_in(application, 0, job)
    }

    /// Starts a kernel in a lane of an application, which [`Gpu::go_on`] or [`Gpu::advance`] then runs. None of the same lane may
    /// be under way.
    ///
    /// # Errors
    /// [`RunError::Resource`]: it does not fit the machine.
    pub fn start_in(&mut self, application: u8, lane: u8, job: &Job) -> Result<(), RunError> {
        let index = usize::from(application);
        let lane = self.first_lane(application) + usize::from(lane);
        let owner = Owner { application, lane: lane as u8 };
        let kernel = self.running(owner, job, self.reach(lane), self.applications[index].launches)?;
        let (before, start) = (self.totals_of_lane(&self.lanes[lane]), self.cycle);
        let rests = self.lanes.iter().all(|lane| lane.application != index || lane.under_way.is_none());
        // A recorded kernel has no allocations, which its pages could lie in.
        let frees = rests && matches!(job, Job::Launch(_));
        let one = &mut self.applications[index];
        one.launches += 1;
        if let Some(mmu) = &mut self.mmu {
            let freed =
                if frees { mmu.take_back(application, one.memory.allocations()) } else { BTreeSet::new() };
            for (lvpn, sm) in freed.iter().flat_map(|lvpn| one.sms.clone().map(move |sm| (*lvpn, sm))) {
                self.sms[sm].flush_tlb(TlbFlush::Base(lvpn));
            }
            mmu.allocated(application, one.memory.allocations());
            if let Some(until) = mmu.stall(self.cycle) {
                self.sms.iter_mut().filter_map(Sm::tlb).for_each(|tlb| tlb.stall(until));
            }
        }
        let recorder = Recorder::new(self.lanes[lane].counted(&self.sms));
        self.lanes[lane].of_mut(&mut self.sms).for_each(|sm| sm.start(&kernel));
        let gwde = Dispatcher::new(kernel.launch.grid);
        let dispatchers = self.chip.iter_mut().filter_map(|chip| chip.dispatcher.as_mut());
        dispatchers.for_each(|dispatcher| dispatcher.started(kernel.demand()));
        let state = UnderWayState { gwde, recorder, start, before, progress: 0, stuck: 0 };
        self.lanes[lane].under_way = Some(Box::new(UnderWay { kernel, state }));
        Ok(())
    }

    /// What hands out CTAs in place of the SMs' own requests.
    fn dispatcher(&self) -> Option<&dyn CtaDispatcher> {
        self.chip.iter().find_map(|chip| chip.dispatcher.as_deref())
    }

    /// SMs that the kernels of a lane can get.
    fn reach(&self, lane: usize) -> u32 {
        match self.dispatcher() {
            Some(_) => self.machine.sm.count,
            None => self.lanes[lane].sms.count_ones(),
        }
    }

    /// `job` of `owner` on so many SMs of this machine, as its launch number `gridid`.
    fn running(
        &self,
        owner: Owner,
        job: &Job,
        sms: u32,
        gridid: u64,
    ) -> Result<RunningKernel, ResourceError> {
        let (spec, trace) = match job {
            Job::Launch(spec) => (spec.clone(), None),
            Job::Replay(trace) => (LaunchSpec::of_trace(trace), Some(trace.clone())),
        };
        let sm = &self.machine.sm;
        let occupancy = Occupancy::of(&spec, sm)?;
        Ok(RunningKernel::new(&spec, trace, occupancy, sm, owner, sms, gridid))
    }

    /// Whether a kernel is under way.
    pub fn is_running(&self) -> bool {
        self.lanes.iter().any(|lane| lane.under_way.is_some())
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
        self.advance(control).pop().map(|ended| ended.end).transpose()
    }

    /// Goes on with the kernels of all applications until one or several have ended, in the order of the applications, or
    /// (none) until `control` wants a pause. Does nothing if no kernel is under way.
    pub fn advance(&mut self, control: &mut dyn RunControl) -> Vec<KernelEnd> {
        if !self.is_running() {
            return Vec::new();
        }
        let mut applications = std::mem::take(&mut self.applications);
        let mut lanes = std::mem::take(&mut self.lanes);
        let ends = self.run(&mut applications, &mut lanes, control);
        (self.applications, self.lanes) = (applications, lanes);
        let ends = match ends {
            Ok(ends) if ends.is_empty() => return Vec::new(),
            Ok(ends) => match self.check() {
                Ok(()) => self.with_partners(ends),
                Err(error) => self.halted(ends, &error.into()),
            },
            Err(halt) => self.halted(Vec::new(), &halt),
        };
        self.charge();
        let record = |(index, end): Ending| {
            let application = self.lanes[index].application as u8;
            let lane = (index - self.first_lane(application)) as u8;
            Some(KernelEnd { application, lane, end: self.ended(index, end)? })
        };
        ends.into_iter().filter_map(record).collect()
    }

    /// Where SMs change hands, a kernel that fails keeps those that it has, so that none of the others can be sure to go on.
    fn with_partners(&self, mut ends: Vec<Ending>) -> Vec<Ending> {
        if self.dispatcher().is_none() || ends.iter().all(|(_, end)| end.is_ok()) {
            return ends;
        }
        for (index, lane) in self.lanes.iter().enumerate() {
            if lane.runs() && ends.iter().all(|end| end.0 != index) {
                let reason =
                    "a kernel that shares SMs with it has failed, and keeps those that it has".into();
                ends.push((index, Err(Cut::Deadlock(reason))));
            }
        }
        ends.sort_by_key(|end| end.0);
        ends
    }

    /// The end of everything that is under way, where a failure of `ends` is not the reason already.
    fn halted(&self, mut ends: Vec<Ending>, halt: &Halt) -> Vec<Ending> {
        ends.retain(|(_, end)| end.is_err());
        for (index, lane) in self.lanes.iter().enumerate() {
            if lane.under_way.is_some() && ends.iter().all(|end| end.0 != index) {
                ends.push((index, Err(Cut::Halt(halt.clone()))));
            }
        }
        ends.sort_by_key(|end| end.0);
        ends
    }

    /// What the kernel of a lane, which is not under way any more, has done.
    fn take_record(&mut self, index: usize) -> Option<KernelRecord> {
        let UnderWay { kernel, state } = *self.lanes[index].under_way.take()?;
        let (timeline, warp_types, units) = state.recorder.finish();
        Some(KernelRecord {
            kernel: kernel.kernel().name.clone(),
            name: demangled(&kernel.kernel().name).into_owned(),
            grid: kernel.launch.grid,
            block: kernel.launch.block,
            dynamic_shared: kernel.launch.dynamic_shared,
            occupancy: kernel.occupancy,
            start: state.start.0,
            cycles: self.cycle - state.start,
            stats: self.totals_of_lane(&self.lanes[index]).since(&state.before),
            timeline,
            warp_types,
            units,
        })
    }

    /// The same of one that has ended or was cut.
    fn ended(&mut self, index: usize, end: Result<(), Cut>) -> Option<Result<KernelRecord, RunError>> {
        let record = self.take_record(index)?;
        let Err(cut) = end else { return Some(Ok(record)) };
        self.give_up(index);
        let record = Box::new(record);
        Some(Err(match cut {
            Cut::Fault(fault) => RunError::Fault { fault, record },
            Cut::Trace(error) => RunError::Trace { error, record },
            Cut::Deadlock(reason) => RunError::Deadlock { reason, record },
            Cut::Halt(Halt::Stop(StopReason::MaxCycles)) => RunError::MaxCycles(record),
            Cut::Halt(Halt::Stop(StopReason::Interrupted)) => RunError::Interrupted(record),
            Cut::Halt(Halt::Unit(error)) => RunError::Unit { error, record },
            Cut::Halt(Halt::Violation(violation)) => RunError::Violation { violation, record },
        }))
    }

    /// From now on every kernel is recorded, those of each application in a trace of its own.
    ///
    /// # Panics
    /// If there is not one trace for each application.
    pub fn record(&mut self, to: Vec<TraceWriter>) {
        assert_eq!(to.len(), self.applications.len(), "one trace for each application");
        self.sms.iter_mut().for_each(Sm::record);
        self.recordings = to;
    }

    /// From now on keeps what happens when. To be called before the first launch; a checkpoint does not hold it.
    pub fn keep_chronicle(&mut self) {
        self.chronicle = Some(Box::default());
    }

    /// What happened when, if it is kept.
    pub fn chronicle(&self) -> Option<&Chronicle> {
        self.chronicle.as_deref()
    }

    /// Completes the recordings. Gives their sizes in bytes.
    ///
    /// # Errors
    /// One cannot be written.
    pub fn finish_recordings(&mut self) -> Result<Vec<u64>, TraceError> {
        self.recordings.drain(..).map(TraceWriter::finish).collect()
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

    /// Forgets everything in the device memory of an application, as when the program that used it has ended.
    ///
    /// # Errors
    /// Device memory cannot be reserved.
    pub fn clear_memory(&mut self, application: u8) -> Result<(), GpuError> {
        if let Some(mmu) = &mut self.mmu {
            mmu.clear(application)?;
            let own = self.applications[usize::from(application)].sms.clone();
            self.sms[own].iter_mut().for_each(|sm| sm.flush_tlb(TlbFlush::All));
        }
        Ok(self.memory_of(application).clear()?)
    }

    /// From now on, reads close to an allocation, but outside, give zeros ([`GlobalMemory::read_zeros_outside`]).
    pub fn read_zeros_outside(&mut self) {
        self.applications.iter_mut().for_each(|application| application.memory.read_zeros_outside());
    }

    /// What kernels of an application did that they should not, and hardware does not report.
    pub fn notes(&self, application: u8) -> &Notes {
        self.applications[usize::from(application)].memory.notes()
    }

    /// What the memory controllers and the CPU cores counted; `None` without controllers.
    pub fn sharing(&self) -> Option<SharingRecord> {
        SharingRecord::of(&self.mem)
    }

    /// Accounts for the energy of everything up to now.
    fn charge(&mut self) {
        let counts = self.sms.iter().fold(SmCounts::default(), |sum, sm| sum.plus(sm.counts()));
        let (counters, seconds) = (self.counters(counts), self.seconds());
        self.energy.charge(&counters, seconds, self.levels.sm, self.levels.memory);
    }

    /// That of SMs, with what the memory system has counted.
    fn counters(&self, SmCounts { sm, l1, texture, constant }: SmCounts) -> Counters {
        let (icnt, l2, dram) = self.mem.stats();
        Counters { sm, l1, texture, constant, icnt, l2, l2_banks: self.mem.l2_stats(), dram }
    }

    fn check(&self) -> Result<(), UnitError> {
        self.chip.iter().try_for_each(Sockets::check)?;
        self.mem.check()?;
        self.mmu.iter().try_for_each(|mmu| mmu.check())?;
        self.sms.iter().try_for_each(Sm::check)
    }

    /// Looks through the SMs of `lanes` and the memory system, if checks are on.
    fn audit(&self, lanes: &[Lane]) -> Result<(), Violation> {
        if !self.checking {
            return Ok(());
        }
        let sound = lanes.iter().filter(|lane| !lane.given_up);
        sound.flat_map(|lane| bits(lane.sms)).try_for_each(|sm| self.audit_sm(sm as usize, Sm::audit))?;
        self.audit_mmu(false)?;
        self.mem.audit()
    }

    fn audit_mmu(&self, quiet: bool) -> Result<(), Violation> {
        let violation = |what| Violation { component: "MMU".into(), clock: "SM", cycle: self.cycle.0, what };
        self.mmu.iter().try_for_each(|mmu| mmu.audit(quiet)).map_err(violation)
    }

    /// The same when the kernel on `sms`, a bit for each, has ended, and of the memory system if it is `quiet`: no other kernel is under way.
    fn audit_end(&self, sms: u64, quiet: bool) -> Result<(), Violation> {
        if !self.checking {
            return Ok(());
        }
        bits(sms).try_for_each(|sm| self.audit_sm(sm as usize, Sm::audit_end))?;
        self.audit_mmu(quiet)?;
        // What a coalescer or a migrator does goes on with the next kernel.
        if quiet && !self.mmu.iter().any(|mmu| mmu.uses_memory()) {
            self.mem.audit_end()
        } else {
            self.mem.audit()
        }
    }

    fn audit_sm(&self, id: usize, audit: impl Fn(&Sm) -> Result<(), String>) -> Result<(), Violation> {
        let violation =
            |what| Violation { component: format!("SM {id}"), clock: "SM", cycle: self.cycle.0, what };
        audit(&self.sms[id]).map_err(violation)
    }
}
