// SPDX-License-Identifier: Apache-2.0
//! The whole GPU: SMs, memory system and clocks, driven edge by edge.

mod saved;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use warpsmith_ptx::{Fault, GlobalMemory};
use warpsmith_trace::{KernelInfo, KernelTrace, TraceError, TraceWriter};

use crate::attachments::Attachments;
use crate::clock::ClockTree;
use crate::control::{Poll, Progress, RunControl, StopReason, POLL_CYCLES};
use crate::cpu::{Cores, Workload};
use crate::dispatcher::Dispatcher;
use crate::energy::EnergyMeter;
use crate::error::{GpuError, IdleError, RunError};
use crate::launch::{LaunchSpec, Occupancy, ResourceError};
use crate::machine::MachineSpec;
use crate::mem::MemorySystem;
use crate::record::{KernelRecord, SharingRecord};
use crate::sm::{RunningKernel, Sm, StepError, Surroundings};
use crate::socket::{FrequencyManager, Levels, MemoryController, UnitError, Votes};
use crate::stats::{Counters, Stats, TimeStats};
use crate::timeline::{Recorder, SAMPLE_CYCLES};
use crate::types::{Domain, Group, SmCycle, Ticks};
use crate::violation::Violation;

/// Bytes of device memory: what the card has.
const DEVICE_BYTES: u64 = 1536 << 20;

/// Polls without any instruction issued or memory answer delivered after which the kernel is given up: far
/// beyond the longest latency and several epochs of any throttle.
const STUCK_POLLS: u32 = 64;

/// Polls without a change of memory, and without a CTA that starts or ends, after which it is asked whether all warps only
/// repeat themselves. A power of two.
const CALM_POLLS: u64 = 64;

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
    frequency: Box<dyn FrequencyManager>,
    levels: Levels,
    energy: EnergyMeter,
    /// Number of the next SM cycle.
    cycle: SmCycle,
    launches: u64,
    /// Answers of the memory system delivered to SMs.
    answers: u64,
    /// Whether the model's own invariants are checked.
    checking: bool,
    /// For how long nothing has changed.
    calm: Calm,
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

/// A kernel between two cycles.
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
    /// # Errors
    /// Device memory cannot be reserved, or the attachments do not match the number of SMs.
    pub fn new(machine: MachineSpec, attachments: Attachments) -> Result<Gpu, GpuError> {
        let count = machine.sm.count as usize;
        let per_sm = machine.sm.schedulers as usize;
        let Attachments { throttles, schedulers, load_gates, frequency, controllers, cpus } = attachments;
        let matches = |what, given: usize, each: usize| {
            let fits = given == count * each;
            fits.then_some(()).ok_or(GpuError::Attachments { what, given: given / each, needed: count })
        };
        matches("block throttles", throttles.len(), 1)?;
        matches("warp schedulers", schedulers.len(), per_sm)?;
        if !load_gates.is_empty() {
            matches("load gates", load_gates.len(), 1)?;
        }
        let mem = memory_system(&machine, controllers, cpus)?;
        let mut schedulers = schedulers.into_iter();
        let mut gates = load_gates.into_iter();
        let sms = throttles.into_iter().enumerate().map(|(id, throttle)| {
            let mine = schedulers.by_ref().take(per_sm).collect();
            Sm::new(id as u32, &machine, throttle, mine, gates.next())
        });
        let sms = sms.collect();
        let levels = frequency.initial();
        let mut clock = ClockTree::new(&machine.clock);
        clock.set_level(Group::Sm, levels.sm);
        clock.set_level(Group::Memory, levels.memory);
        let mut gpu = Gpu {
            memory: GlobalMemory::new(DEVICE_BYTES)?,
            sms,
            mem,
            clock,
            frequency,
            levels,
            energy: EnergyMeter::new(&machine.energy),
            cycle: SmCycle(0),
            launches: 0,
            answers: 0,
            checking: false,
            calm: Calm::default(),
            recording: None,
            under_way: None,
            machine,
        };
        if cfg!(debug_assertions) {
            gpu.start_checks();
        }
        Ok(gpu)
    }

    /// From now on checks the model's own invariants: every request is answered exactly once, DRAM commands keep
    /// their timing, MSHRs and credits add up. Statistics stay the same; a run takes longer. Always on in debug
    /// builds. To be called before the first launch.
    pub fn start_checks(&mut self) {
        self.checking = true;
        self.mem.start_checks(&self.machine);
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
        Stats { time: TimeStats::of(&self.clock), counters: self.counters(), energy: self.energy.spent() }
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
        let record = KernelRecord {
            kernel: kernel.kernel().name.clone(),
            grid: kernel.launch.grid,
            block: kernel.launch.block,
            dynamic_shared: kernel.launch.dynamic_shared,
            occupancy: kernel.occupancy,
            cycles: self.cycle - state.start,
            stats: self.totals().since(state.before),
            timeline: state.recorder.finish(),
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
    /// `interrupted` says so, an attached unit fails, or the checks of the model find a defect.
    pub fn idle(&mut self, cycles: u64, interrupted: impl Fn() -> bool) -> Result<(), IdleError> {
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
                if interrupted() {
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
        self.memory = GlobalMemory::new(DEVICE_BYTES)?;
        Ok(())
    }

    /// What the memory controllers and the CPU cores counted; `None` without controllers.
    pub fn sharing(&self) -> Option<SharingRecord> {
        SharingRecord::of(&self.mem)
    }

    /// Runs until the kernel ends (true) or a pause is due.
    fn run(&mut self, under_way: &mut UnderWay, control: &mut dyn RunControl) -> Result<bool, Cut> {
        let UnderWay { kernel, state } = under_way;
        let UnderWayState { gwde, recorder, start, progress, stuck, .. } = state;
        let pause = control.next_pause(self.cycle);
        loop {
            let edges = self.clock.advance();
            if edges.has(Domain::Sm) {
                let votes = self.sm_cycle(kernel, gwde)?;
                recorder.votes(&votes);
                self.set_levels(&votes);
                self.cycle = self.cycle.next();
                if let Some(violation) = self.mem.noticed() {
                    return Err(Cut::Violation(violation.clone()));
                }
                if gwde.empty() && self.sms.iter().all(|sm| sm.resident() == 0) {
                    self.keep_description(kernel)?;
                    self.mem.tick(edges);
                    self.audit(Sm::audit_end, MemorySystem::audit_end).map_err(Cut::Violation)?;
                    return Ok(true);
                }
                if self.cycle.0 % SAMPLE_CYCLES == 0 {
                    recorder.sample(self.cycle, &self.sms, self.levels);
                }
                if (self.cycle - *start) % POLL_CYCLES == 0 {
                    self.check().map_err(Cut::Unit)?;
                    self.audit(Sm::audit, MemorySystem::audit).map_err(Cut::Violation)?;
                    let now =
                        self.answers + self.sms.iter().map(|sm| sm.stats().warp_instructions).sum::<u64>();
                    *stuck = if now == *progress { *stuck + 1 } else { 0 };
                    *progress = now;
                    if *stuck == STUCK_POLLS {
                        let cycles = u64::from(STUCK_POLLS) * POLL_CYCLES;
                        let head = format!("no instruction issued and no memory answer in {cycles} cycles");
                        return Err(Cut::Deadlock(self.describe_deadlock(&head, kernel, gwde)));
                    }
                    if self.only_repeats() {
                        let head =
                            "memory does not change any more, and every warp is in a loop or at a barrier";
                        return Err(Cut::Deadlock(self.describe_deadlock(head, kernel, gwde)));
                    }
                    if let Poll::Stop(reason) = control.poll(&self.progress(kernel, gwde, *start)) {
                        return Err(Cut::Stop(reason));
                    }
                }
            }
            self.mem.tick(edges);
            if self.cycle >= pause {
                return Ok(false);
            }
        }
    }

    /// One SM cycle of the dispatcher and all SMs. Returns the votes that are valid in this cycle.
    #[inline]
    fn sm_cycle(&mut self, kernel: &RunningKernel, gwde: &mut Dispatcher) -> Result<Votes, Cut> {
        let gwde_empty = gwde.empty();
        if !gwde_empty {
            let asking = |sm: &Sm| sm.throttle_output().gwde_req && sm.has_room(kernel);
            let asks = self.sms.iter().enumerate().fold(0u64, |m, (i, sm)| m | u64::from(asking(sm)) << i);
            let mut launched = Ok(());
            gwde.step(
                self.sms.len(),
                |i| asks >> i & 1 == 1,
                |i, ctaid| {
                    if launched.is_ok() {
                        launched = self.sms[i].launch_cta(kernel, ctaid);
                    }
                },
            );
            launched?;
        }
        let mut votes = Votes::default();
        let mut around = Surroundings {
            kernel,
            memory: &mut self.memory,
            now: self.cycle,
            nanoseconds: (self.clock.seconds(self.clock.now()) * 1e9) as u64,
            sms: self.sms.len() as u32,
            gwde_empty,
        };
        for (i, sm) in self.sms.iter_mut().enumerate() {
            if let Some(vote) = sm.throttle_output().vote {
                votes.set(i, vote);
            }
            if sm.takes_response() {
                if let Some(response) = self.mem.pop_response(i) {
                    sm.respond(response);
                    self.answers += 1;
                }
            }
            sm.step(&mut around)?;
            if let Some(recording) = &mut self.recording {
                sm.recorded().try_for_each(|chunk| recording.chunk(&chunk))?;
            }
            if let Some(request) = sm.next_request() {
                if self.mem.can_accept(&request) {
                    self.mem.push(request);
                    sm.request_sent();
                }
            }
        }
        Ok(votes)
    }

    /// Ends the recording of `kernel`.
    fn keep_description(&mut self, kernel: &RunningKernel) -> Result<(), TraceError> {
        let Some(recording) = &mut self.recording else { return Ok(()) };
        let LaunchSpec { grid, block, dynamic_shared, .. } = kernel.launch;
        recording.kernel(&KernelInfo::of(kernel.kernel(), grid, block, dynamic_shared))
    }

    /// The frequency manager's cycle.
    #[inline]
    fn set_levels(&mut self, votes: &Votes) {
        let levels = self.frequency.step(votes);
        if levels != self.levels {
            self.charge();
            self.levels = levels;
            self.clock.set_level(Group::Sm, levels.sm);
            self.clock.set_level(Group::Memory, levels.memory);
        }
    }

    /// Accounts for the energy of everything up to now.
    fn charge(&mut self) {
        let (counters, seconds) = (self.counters(), self.seconds());
        self.energy.charge(&counters, seconds, self.levels.sm, self.levels.memory);
    }

    fn counters(&self) -> Counters {
        let (icnt, l2, dram) = self.mem.stats();
        let caches = |which: usize| self.sms.iter().map(|sm| *sm.cache_stats()[which]).sum();
        Counters {
            sm: self.sms.iter().map(|sm| *sm.stats()).sum(),
            l1: caches(0),
            texture: caches(1),
            constant: caches(2),
            icnt,
            l2,
            dram,
        }
    }

    fn check(&self) -> Result<(), UnitError> {
        self.frequency.check()?;
        self.mem.check_controllers()?;
        self.sms.iter().try_for_each(Sm::check)
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

    fn progress<'a>(&self, kernel: &'a RunningKernel, gwde: &Dispatcher, start: SmCycle) -> Progress<'a> {
        let resident: u32 = self.sms.iter().map(|sm| sm.resident().count_ones()).sum();
        Progress {
            kernel: &kernel.kernel().name,
            cycle: self.cycle,
            kernel_cycles: self.cycle - start,
            seconds: self.seconds(),
            ctas_done: gwde.dispatched() - u64::from(resident),
            ctas: gwde.ctas(),
        }
    }

    /// At each poll: whether every warp of the GPU is known to repeat itself for ever. The watch for that is taken up when
    /// nothing has changed for a while, and taken up anew after twice the time, so that a loop of any length is found.
    fn only_repeats(&mut self) -> bool {
        let ctas = self.sms.iter().map(|sm| sm.stats().ctas_launched + sm.stats().ctas_completed);
        let changes = self.memory.changes() + ctas.sum::<u64>();
        if changes != self.calm.changes {
            if self.calm.polls >= CALM_POLLS {
                self.sms.iter_mut().for_each(|sm| sm.watch(false));
            }
            self.calm = Calm { changes, polls: 0 };
            return false;
        }
        self.calm.polls += 1;
        let polls = self.calm.polls;
        if polls >= CALM_POLLS && polls.is_power_of_two() {
            self.sms.iter_mut().for_each(|sm| sm.watch(true));
            return false;
        }
        polls > CALM_POLLS && self.sms.iter().all(Sm::repeats)
    }

    /// `head`, and what everything waits for.
    fn describe_deadlock(&self, head: &str, kernel: &RunningKernel, gwde: &Dispatcher) -> String {
        let waits: Vec<String> = self.sms.iter().filter_map(|sm| sm.describe_wait(kernel)).collect();
        let left = gwde.ctas() - gwde.dispatched();
        let memory = if self.mem.idle() { "idle" } else { "busy" };
        let shown = waits.len().min(4);
        let more = match waits.len() - shown {
            0 => String::new(),
            n => format!(" (and {n} more SMs)"),
        };
        format!(
            "deadlock: {head}; {left} CTAs not dispatched, memory system {memory}; {}{more}",
            waits[..shown].join("; "),
        )
    }
}

/// The memory system with what is attached to it.
fn memory_system(
    machine: &MachineSpec,
    controllers: Vec<Box<dyn MemoryController>>,
    cpus: Vec<Workload>,
) -> Result<MemorySystem, GpuError> {
    let cores = machine.cpu.as_ref().map_or(0, |cpu| cpu.cores);
    if cpus.len() > cores as usize {
        return Err(GpuError::Cpus { given: cpus.len(), cores });
    }
    let Some(first) = controllers.first() else {
        let fits = cpus.is_empty().then(|| MemorySystem::new(machine));
        return fits.ok_or(GpuError::CpusWithoutControllers);
    };
    let channels = machine.dram.channels;
    if controllers.len() != channels as usize {
        return Err(GpuError::Controllers { given: controllers.len(), channels });
    }
    let cores = machine.cpu.as_ref().filter(|_| !cpus.is_empty());
    let cores = cores.map(|spec| Cores::new(machine, spec, first.shape().rows, cpus));
    Ok(MemorySystem::with_controllers(machine, controllers, cores))
}
