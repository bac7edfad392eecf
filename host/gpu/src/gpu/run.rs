// SPDX-License-Identifier: Apache-2.0
//! A kernel from its start to its end, epoch by epoch.

use warpsmith_ptx::GlobalMemory;
use warpsmith_trace::{KernelInfo, TraceError};

use super::{Calm, Cut, Gpu, UnderWay, UnderWayState};
use crate::control::{Poll, Progress, RunControl, StopReason, POLL_CYCLES, PRINTED_BYTES};
use crate::dispatcher::Dispatcher;
use crate::launch::LaunchSpec;
use crate::mem::{Crossing, MemorySystem, Slice, SmPort};
use crate::sm::{DeviceMemory, Report, RunningKernel, Sm, Surroundings};
use crate::socket::Bottlenecks;
use crate::timeline::{Recorder, SAMPLE_CYCLES};
use crate::types::{Group, SmCycle};

/// Polls without a change of memory, and without a CTA that starts or ends, after which it is asked whether all warps only
/// repeat themselves. A power of two.
const CALM_POLLS: u64 = 64;

/// What goes through an epoch by itself.
enum Part<'a> {
    Sm(&'a mut Sm, SmPort<'a>, &'a mut Report),
    Slice(Slice<'a>),
}

/// What changes hands between two epochs, each kind for itself.
enum Transfer<'a> {
    Stores(&'a mut [Sm], &'a mut GlobalMemory),
    Packets(Crossing<'a>),
}

impl Gpu {
    /// Runs until the kernel ends (true) or a pause is due.
    pub(super) fn run(
        &mut self,
        under_way: &mut UnderWay,
        control: &mut dyn RunControl,
    ) -> Result<bool, Cut> {
        let UnderWay { kernel, state } = under_way;
        let UnderWayState { gwde, recorder, start, progress, stuck, .. } = state;
        let (pause, limit) = (control.next_pause(self.cycle), control.limit());
        loop {
            if self.cycle >= limit {
                return Err(Cut::Stop(StopReason::MaxCycles));
            }
            self.dispatch(kernel, gwde)?;
            self.epoch.plan(self.cycle, self.mem.now(), &mut self.clock);
            self.run_parts(kernel, gwde.empty());
            self.exchange(recorder)?;
            if gwde.empty() && self.sms.iter().all(|sm| sm.resident() == 0 && !sm.is_prefetching()) {
                self.keep_description(kernel)?;
                self.audit(Sm::audit_end, MemorySystem::audit_end).map_err(Cut::Violation)?;
                // It may have needed more cycles than it had, within its last epoch.
                return if self.cycle > limit { Err(Cut::Stop(StopReason::MaxCycles)) } else { Ok(true) };
            }
            if self.epoch.ends_period(SAMPLE_CYCLES) {
                recorder.sample(self.cycle, &self.sms, self.levels);
            }
            if self.epoch.ends_period(POLL_CYCLES) {
                self.check().map_err(Cut::Unit)?;
                self.audit(Sm::audit, MemorySystem::audit).map_err(Cut::Violation)?;
                let now = self.movements();
                *stuck = if now == *progress { *stuck + 1 } else { 0 };
                *progress = now;
                if u64::from(*stuck) == self.patience {
                    let cycles = self.patience * POLL_CYCLES;
                    let head =
                        format!("no instruction issued and nothing moved in memory in {cycles} cycles");
                    return Err(Cut::Deadlock(self.describe_deadlock(&head, kernel, gwde)));
                }
                if self.only_repeats() {
                    let head = "memory does not change any more, and every warp is in a loop or at a barrier";
                    return Err(Cut::Deadlock(self.describe_deadlock(head, kernel, gwde)));
                }
                if self.memory.printed().len() > PRINTED_BYTES {
                    control.take_printed(self.memory.printed());
                }
                if let Poll::Stop(reason) = control.poll(&self.progress(kernel, gwde, *start)) {
                    return Err(Cut::Stop(reason));
                }
            }
            if self.cycle >= pause {
                return Ok(false);
            }
        }
    }

    /// What has moved since the GPU was made: instructions, answers of the memory system, and what happens in it on behalf
    /// of the GPU.
    fn movements(&self) -> u64 {
        let answers = self.reports.iter().map(|report| report.answers).sum::<u64>();
        let instructions = self.sms.iter().map(|sm| sm.stats().warp_instructions).sum::<u64>();
        // CPU cores keep the channels busy for ever.
        let inside = if self.mem.idle() { 0 } else { self.mem.movements() };
        answers + instructions + inside
    }

    /// The dispatcher gives CTAs to the SMs that ask.
    fn dispatch(&mut self, kernel: &RunningKernel, gwde: &mut Dispatcher) -> Result<(), TraceError> {
        if gwde.empty() {
            return Ok(());
        }
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
        launched
    }

    /// All SMs and all slices of the memory system go through the epoch, each for itself. If the kernel allocates
    /// memory, its SMs go one after the other, because that cannot wait.
    fn run_parts(&mut self, kernel: &RunningKernel, gwde_empty: bool) {
        let (epoch, sms) = (&self.epoch, self.sms.len() as u32);
        let around = Surroundings { kernel, now: self.cycle, nanoseconds: 0, sms, gwde_empty };
        let (ports, slices) = self.mem.parts();
        let sms = self.sms.iter_mut().zip(ports).zip(&mut self.reports);
        let mut parts: Vec<Part> = if kernel.allocates {
            for ((sm, mut port), report) in sms {
                sm.run(epoch, &around, &mut DeviceMemory::Own(&mut self.memory), &mut port, report);
            }
            slices.map(Part::Slice).collect()
        } else {
            sms.map(|((sm, port), report)| Part::Sm(sm, port, report))
                .chain(slices.map(Part::Slice))
                .collect()
        };
        let memory = &self.memory;
        self.crew.run(&mut parts, |part| match part {
            Part::Sm(sm, port, report) => {
                sm.run(epoch, &around, &mut DeviceMemory::Shared(memory), port, report);
            }
            Part::Slice(slice) => slice.run(epoch.moments.iter().map(|moment| moment.edges)),
        });
    }

    /// What the parts did in the epoch changes hands: stores and atomics in the order of the SMs, beside them the packets.
    fn exchange(&mut self, recorder: &mut Recorder) -> Result<(), Cut> {
        let [requests, replies] = self.mem.exchange(self.epoch.to).map(Transfer::Packets);
        let mut transfers = [Transfer::Stores(&mut self.sms, &mut self.memory), requests, replies];
        self.crew.run(&mut transfers, |transfer| match transfer {
            Transfer::Stores(sms, memory) => sms.iter_mut().for_each(|sm| sm.commit(memory)),
            Transfer::Packets(crossing) => crossing.run(),
        });
        if let Some(recording) = &mut self.recording {
            let mut chunks = self.sms.iter_mut().flat_map(Sm::recorded);
            chunks.try_for_each(|chunk| recording.chunk(&chunk))?;
        }
        let failed = self.reports.iter_mut().filter(|report| report.error.is_some());
        if let Some(first) = failed.min_by_key(|report| report.error.as_ref().map(|error| error.0)) {
            if let Some((cycle, error)) = first.error.take() {
                self.cycle = cycle;
                return Err(error.into());
            }
        }
        for cycle in (self.cycle.0..).take(self.epoch.sm_cycles() as usize).map(SmCycle) {
            let reports = self.bottlenecks(cycle);
            recorder.count(&reports);
            self.set_levels(&reports);
            self.cycle = cycle.next();
        }
        self.reports.iter_mut().for_each(|report| report.bottlenecks.clear());
        self.mem.noticed().map_or(Ok(()), |violation| Err(Cut::Violation(violation.clone())))
    }

    /// What the SMs report in `cycle` to limit them.
    fn bottlenecks(&self, cycle: SmCycle) -> Bottlenecks {
        let mut all = Bottlenecks::default();
        for (sm, report) in self.reports.iter().enumerate() {
            report.bottlenecks.iter().filter(|one| one.0 == cycle).for_each(|one| all.set(sm, one.1));
        }
        all
    }

    /// Ends the recording of `kernel`.
    fn keep_description(&mut self, kernel: &RunningKernel) -> Result<(), TraceError> {
        let Some(recording) = &mut self.recording else { return Ok(()) };
        let LaunchSpec { grid, block, dynamic_shared, .. } = kernel.launch;
        recording.kernel(&KernelInfo::of(kernel.kernel(), grid, block, dynamic_shared))
    }

    /// The frequency manager's cycle.
    #[inline]
    fn set_levels(&mut self, reports: &Bottlenecks) {
        let managers = self.chip.iter_mut().filter_map(|chip| chip.frequency.as_mut());
        let levels = managers.map(|one| one.step(reports)).next().unwrap_or(self.levels);
        if levels != self.levels {
            self.charge();
            self.levels = levels;
            self.clock.set_level(Group::Sm, levels.sm);
            self.clock.set_level(Group::Memory, levels.memory);
        }
    }

    fn progress<'a>(&self, kernel: &'a RunningKernel, gwde: &Dispatcher, start: SmCycle) -> Progress<'a> {
        let resident: u32 = self.sms.iter().map(|sm| sm.resident().count_ones()).sum();
        Progress {
            kernel: &kernel.kernel().name,
            launch: kernel.gridid + 1,
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
        polls > CALM_POLLS && self.sms.iter().any(Sm::is_live) && self.sms.iter().all(Sm::repeats)
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
