// SPDX-License-Identifier: Apache-2.0
//! A kernel from its start to its end, epoch by epoch.

use warpsmith_ptx::GlobalMemory;
use warpsmith_trace::{KernelInfo, TraceError};

use super::application::{place, Application, Calm};
use super::lane::{kernels, selected, selected_mut, Lane};
use super::{Cut, Ending, Gpu, Halt, UnderWay, UnderWayState};
use crate::control::{Poll, Progress, RunControl, StopReason, POLL_CYCLES, PRINTED_BYTES};
use crate::launch::LaunchSpec;
use crate::mem::{Crossing, Slice, SmPort};
use crate::mmu::{Engine, Mmu, Pages};
use crate::sm::{DeviceMemory, Failure, Report, RunningKernel, Sm, Surroundings};
use crate::socket::{Bottlenecks, Offer};
use crate::timeline::SAMPLE_CYCLES;
use crate::types::{Group, SmCycle};

/// Polls without a change of memory, and without a CTA that starts or ends, after which it is asked whether all warps only
/// repeat themselves. A power of two.
const CALM_POLLS: u64 = 64;

/// What goes through an epoch by itself.
enum Part<'a> {
    Sm {
        sm: &'a mut Sm,
        port: SmPort<'a>,
        report: &'a mut Report,
        around: Surroundings<'a>,
        memory: &'a [Option<&'a GlobalMemory>],
    },
    /// The way of an SM whose lane has been given up.
    GivenUp(SmPort<'a>),
    Slice(Slice<'a>),
    /// The shared TLB with the applications that have a kernel, and its way to L2.
    Mmu(&'a mut Engine, &'a Pages, u64, SmPort<'a>),
}

/// What changes hands between two epochs, each kind for itself.
enum Transfer<'a> {
    Stores(&'a mut [Application], &'a [Lane], &'a mut [Sm]),
    Packets(Crossing<'a>),
}

impl Gpu {
    /// Runs until kernels end, their own failures included, or a pause is due (none). A kernel that failed is given up.
    ///
    /// # Errors
    /// No kernel can go on.
    pub(super) fn run(
        &mut self,
        applications: &mut [Application],
        lanes: &mut [Lane],
        control: &mut dyn RunControl,
    ) -> Result<Vec<Ending>, Halt> {
        let (pause, limit) = (control.next_pause(self.cycle), control.limit());
        loop {
            if self.cycle >= limit {
                return Err(Halt::Stop(StopReason::MaxCycles));
            }
            let mut ends = self.dispatch(lanes);
            if !ends.is_empty() && lanes.iter().all(|one| !one.runs()) {
                return Ok(ends);
            }
            self.note();
            self.epoch.plan(self.cycle, self.mem.now(), &mut self.clock);
            self.run_parts(applications, lanes);
            self.exchange(applications, lanes);
            if let Some((cycle, failures)) = self.failures(lanes) {
                ends.extend(failures);
                if lanes.len() == 1 {
                    self.cycle = cycle;
                    return Ok(ends);
                }
            }
            self.pass(lanes)?;
            self.note();
            self.find_ends(lanes, &mut ends)?;
            // It may have needed more cycles than it had, within its last epoch.
            if !ends.is_empty() && self.cycle > limit {
                return Err(Halt::Stop(StopReason::MaxCycles));
            }
            let ended = |index| ends.iter().any(|end: &Ending| end.0 == index);
            if self.epoch.ends_period(SAMPLE_CYCLES) {
                for (index, lane) in lanes.iter_mut().enumerate() {
                    let (number, counted) = (lane.number, lane.counted(&self.sms));
                    let sms = selected(lane.sms, &self.sms);
                    if let Some(under_way) = lane.under_way.as_mut().filter(|_| !ended(index)) {
                        under_way.state.recorder.sample(self.cycle, number, sms, counted, self.levels);
                    }
                }
            }
            if !ends.is_empty() {
                ends.sort_by_key(|end| end.0);
                return Ok(ends);
            }
            if self.epoch.ends_period(POLL_CYCLES) {
                let stuck = self.poll(applications, lanes, control)?;
                if !stuck.is_empty() {
                    return Ok(stuck);
                }
            }
            if self.cycle >= pause {
                return Ok(Vec::new());
            }
        }
    }

    /// Every [`POLL_CYCLES`] SM cycles: whether all is sound, what cannot go on, and whether `control` wants the end.
    fn poll(
        &mut self,
        applications: &mut [Application],
        lanes: &mut [Lane],
        control: &mut dyn RunControl,
    ) -> Result<Vec<Ending>, Halt> {
        self.check()?;
        self.audit(lanes)?;
        let mut stuck = Vec::new();
        let repeating = self.repeating(applications, lanes);
        for (index, lane) in lanes.iter_mut().enumerate() {
            if let Some(reason) = self.deadlock(lane, repeating[lane.application]) {
                lane.given_up = true;
                stuck.push((index, Err(Cut::Deadlock(reason))));
            }
        }
        if stuck.is_empty() {
            for lane in lanes.iter() {
                let Some(under_way) = &lane.under_way else { continue };
                let memory = &mut applications[lane.application].memory;
                if memory.printed().len() > PRINTED_BYTES {
                    control.take_printed(lane.application as u8, memory.printed());
                }
                let progress = self.progress(under_way, lane);
                if let Poll::Stop(reason) = control.poll(&progress) {
                    return Err(Halt::Stop(reason));
                }
            }
        }
        Ok(stuck)
    }

    /// At each poll: why the kernel of `lane` can never go on, if that is so; `repeats` says whether everything of its application
    /// only repeats itself.
    fn deadlock(&self, lane: &mut Lane, repeats: bool) -> Option<String> {
        if !lane.runs() {
            return None;
        }
        let now = self.movements(lane);
        let UnderWayState { progress, stuck, .. } = &mut lane.under_way.as_mut()?.state;
        *stuck = if now == *progress { *stuck + 1 } else { 0 };
        *progress = now;
        if u64::from(*stuck) == self.patience {
            let cycles = self.patience * POLL_CYCLES;
            let head = format!("no instruction issued and nothing moved in memory in {cycles} cycles");
            return self.describe_deadlock(&head, lane);
        }
        if repeats {
            let head = "memory does not change any more, and every warp is in a loop or at a barrier";
            return self.describe_deadlock(head, lane);
        }
        None
    }

    /// What has moved since the GPU was made: instructions and answers of the memory system on the SMs that `lane` has or can get, what
    /// happens in it on behalf of the GPU, and time while pages come from the host or are copied.
    fn movements(&self, lane: &Lane) -> u64 {
        let sms = if self.dispatcher().is_some() { u64::MAX } else { lane.sms };
        let answers = selected(sms, &self.reports).map(|report| report.answers).sum::<u64>();
        let instructions = selected(sms, &self.sms).map(|sm| sm.counts().sm.warp_instructions).sum::<u64>();
        // CPU cores keep the channels busy for ever.
        let inside = if self.mem.idle() { 0 } else { self.mem.movements() };
        let awaits = |mmu: &Mmu| mmu.awaits_pages(lane.span()) || mmu.is_copying(self.cycle);
        let awaits = self.mmu.iter().any(|mmu| awaits(mmu));
        answers + instructions + inside + if awaits { self.cycle.0 } else { 0 }
    }

    /// Keeps what has happened, if that is asked for.
    #[inline]
    fn note(&mut self) {
        if let Some(mut chronicle) = self.chronicle.take() {
            chronicle.observe(self.cycle, self.seconds(), self.levels, &self.sms);
            self.chronicle = Some(chronicle);
        }
    }

    /// The dispatcher of each kernel gives CTAs to those SMs of its lane that ask. What failed.
    fn dispatch(&mut self, lanes: &mut [Lane]) -> Vec<Ending> {
        if self.dispatcher().is_some() {
            return self.dispatch_offers(lanes);
        }
        let mut failed = Vec::new();
        for (index, lane) in lanes.iter_mut().enumerate() {
            // None has changed hands: they are one behind the other.
            let sms = &mut self.sms[lane.span()];
            let Some(under_way) = lane.under_way.as_mut().filter(|_| !lane.given_up) else {
                continue;
            };
            let UnderWay { kernel, state: UnderWayState { gwde, .. } } = &mut **under_way;
            if gwde.empty() {
                continue;
            }
            let asking = |sm: &Sm| sm.throttle_output().gwde_req && sm.has_room(kernel);
            let asks = sms.iter().enumerate().fold(0u64, |m, (i, sm)| m | u64::from(asking(sm)) << i);
            let mut launched = Ok(());
            gwde.step(
                sms.len(),
                |i| asks >> i & 1 == 1,
                |i, ctaid| {
                    if launched.is_ok() {
                        launched = sms[i].launch_cta(kernel, ctaid);
                    }
                },
            );
            if let Err(error) = launched {
                lane.given_up = true;
                failed.push((index, Err(error.into())));
            }
        }
        failed
    }

    /// The CTA dispatcher does the cycles that have passed. An SM takes one CTA an epoch, when it asks for one. If it is not the lane's,
    /// it changes hands first when it is at rest. What failed.
    fn dispatch_offers(&mut self, lanes: &mut [Lane]) -> Vec<Ending> {
        let mut failed = Vec::new();
        let Some(mut dispatcher) = self.chip.iter_mut().find_map(|chip| chip.dispatcher.take()) else {
            return failed;
        };
        let mut served = 0u64;
        while dispatcher.lags(self.cycle) {
            let offer = dispatcher.offer();
            let taken = offer.filter(|offer| {
                let (sm, lane) = (usize::from(offer.sm), usize::from(offer.lane));
                let has = lanes[lane].has(sm) || self.change_hands(lanes, sm, lane);
                has && served >> sm & 1 == 0 && self.asks(sm, &lanes[lane])
            });
            dispatcher.step(taken.is_some());
            let Some(Offer { sm, lane, cta }) = taken else { continue };
            served |= 1 << sm;
            let (sm, index) = (&mut self.sms[usize::from(sm)], usize::from(lane));
            let lane = &mut lanes[index];
            let Some(under_way) = lane.under_way.as_mut().filter(|_| !lane.given_up) else { continue };
            let UnderWay { kernel, state: UnderWayState { gwde, .. } } = &mut **under_way;
            debug_assert_eq!(gwde.dispatched(), cta, "CTAs come in order");
            if let Err(error) = sm.launch_cta(kernel, gwde.take()) {
                lane.given_up = true;
                failed.push((index, Err(error.into())));
            }
        }
        self.chip[0].dispatcher = Some(dispatcher);
        failed
    }

    /// Whether SM `sm` of `lane` asks for a CTA.
    fn asks(&self, sm: usize, lane: &Lane) -> bool {
        let sm = &self.sms[sm];
        let room = |one: &UnderWay| sm.throttle_output().gwde_req && sm.has_room(&one.kernel);
        lane.runs() && lane.under_way.as_deref().is_some_and(room)
    }

    /// SM `sm`, if it is at rest, is from now on one of lane `to`. Returns whether it is.
    fn change_hands(&mut self, lanes: &mut [Lane], sm: usize, to: usize) -> bool {
        let one = &mut self.sms[sm];
        let from = lanes.iter().position(|lane| lane.has(sm));
        let (Some(from), Some(under_way)) = (from, &lanes[to].under_way) else { return false };
        if !one.is_at_rest() {
            return false;
        }
        let applications = lanes.iter().map(|lane| lane.application + 1).max().unwrap_or(1);
        place(one, &self.machine, lanes[to].application, applications);
        one.start(&under_way.kernel);
        lanes[from].left.add(one);
        lanes[to].came.add(one);
        lanes[from].sms &= !(1 << sm);
        lanes[to].sms |= 1 << sm;
        true
    }

    /// All SMs with a kernel and all slices of the memory system go through the epoch, each for itself. If a kernel allocates
    /// memory, the SMs of its application go one after the other, because that cannot wait; all SMs, if they have it in common with others.
    fn run_parts(&mut self, applications: &mut [Application], lanes: &mut [Lane]) {
        let lanes = &*lanes;
        let kernels = kernels(lanes);
        let active = lanes.iter().fold(0, |all, one| all | u64::from(one.runs()) << one.application);
        let allocates = |lane: &Lane| lane.runs() && lane.under_way.iter().any(|one| one.kernel.allocates);
        let allocating = lanes.iter().fold(0, |all, one| all | u64::from(allocates(one)) << one.application);
        let allocating = if self.mixed && allocating != 0 { u64::MAX } else { allocating };
        // By application its first SM and how many it has, and its memory in one of both ways.
        let (mut homes, mut shared, mut own) = (Vec::new(), Vec::new(), Vec::new());
        for (index, one) in applications.iter_mut().enumerate() {
            homes.push((one.sms.start as u32, one.sms.len() as u32));
            let (memory, alone) = (&mut one.memory, allocating >> index & 1 == 1);
            let (memory, all) = if alone { (Some(memory), None) } else { (None, Some(&*memory)) };
            own.push(memory);
            shared.push(all);
        }
        let epoch = &self.epoch;
        let (mut ports, slices) = self.mem.parts();
        let (pages, engine) = self.mmu.as_mut().map(|mmu| mmu.parts()).unzip();
        let mut parts: Vec<Part> = Vec::with_capacity(self.sms.len() + self.machine.dram.channels as usize);
        let sms = self.sms.iter_mut().zip(&mut self.reports).enumerate();
        for ((id, (sm, report)), mut port) in sms.zip(&mut ports) {
            let holders = || lanes.iter().filter(|lane| lane.has(id));
            if holders().any(|lane| lane.given_up) {
                parts.push(Part::GivenUp(port));
                continue;
            }
            let Some(lane) = holders().find(|lane| lane.under_way.is_some()) else { continue };
            let waiting = |one: &UnderWay| !one.state.gwde.empty();
            let (first_sm, sms) = homes[lane.application];
            let around = Surroundings {
                kernels: &kernels,
                now: self.cycle,
                nanoseconds: 0,
                first_sm,
                sms,
                gwde_empty: !holders().any(|lane| lane.under_way.as_deref().is_some_and(waiting)),
                pages,
            };
            if allocating >> lane.application & 1 == 1 {
                sm.run(epoch, &around, &mut DeviceMemory::Own(&mut own), &mut port, report);
            } else {
                parts.push(Part::Sm { sm, port, report, around, memory: &shared });
            }
        }
        parts.extend(slices.map(Part::Slice));
        // The walker comes behind the SMs.
        if let (Some(engine), Some(pages), Some(port)) = (engine, pages, ports.next()) {
            parts.push(Part::Mmu(engine, pages, active, port));
        }
        self.crew.run(&mut parts, |part| match part {
            Part::Sm { sm, port, report, around, memory } => {
                sm.run(epoch, around, &mut DeviceMemory::Shared(memory), port, report);
            }
            Part::GivenUp(port) => Sm::drop_answers(epoch, port),
            Part::Mmu(engine, pages, active, port) => engine.run(epoch, pages, *active, port),
            Part::Slice(slice) => slice.run(epoch.moments.iter().map(|moment| moment.edges)),
        });
    }

    /// What the parts did in the epoch changes hands: stores and atomics in the order of the SMs, beside them the packets.
    fn exchange(&mut self, applications: &mut [Application], lanes: &mut [Lane]) {
        let [requests, replies] = self.mem.exchange(self.epoch.to).map(Transfer::Packets);
        let mut transfers = [Transfer::Stores(applications, lanes, &mut self.sms), requests, replies];
        self.crew.run(&mut transfers, |transfer| match transfer {
            Transfer::Stores(applications, lanes, sms) => {
                for lane in lanes.iter().filter(|one| one.runs()) {
                    let memory = &mut applications[lane.application].memory;
                    lane.of_mut(sms).for_each(|sm| sm.commit(lane.number, memory));
                }
            }
            Transfer::Packets(crossing) => crossing.run(),
        });
        if let Some(mmu) = &mut self.mmu {
            let mem = &self.mem;
            let cycles = self.cycle..self.cycle + self.epoch.sm_cycles();
            let resting = lanes.iter().filter(|lane| !lane.runs()).fold(0, |sms, lane| sms | lane.sms);
            mmu.exchange(cycles, &mut self.sms, resting, || mem.looks());
            while let Some(announcement) = mmu.announce() {
                self.mem.hear(&announcement);
            }
        }
    }

    /// What failed in the epoch: the cycle of the first failure, and the kernels.
    fn failures(&mut self, lanes: &mut [Lane]) -> Option<(SmCycle, Vec<Ending>)> {
        let mut failed = self.keep_chunks(lanes);
        if failed.is_empty() && self.reports.iter().all(|report| report.error.is_none()) {
            return None;
        }
        let mut first = if failed.is_empty() { SmCycle(u64::MAX) } else { self.cycle };
        for (index, lane) in lanes.iter_mut().enumerate() {
            let number = lane.number;
            let own = |report: &mut Report| report.error.take_if(|error| error.lane == number);
            // The first SM of those that fail in the same cycle.
            let first_error = lane.of_mut(&mut self.reports).filter_map(own).min_by_key(|error| error.cycle);
            let Some(Failure { cycle, error, .. }) = first_error else { continue };
            // Its recording may have failed before.
            if std::mem::replace(&mut lane.given_up, true) {
                continue;
            }
            first = first.min(cycle);
            failed.push((index, Err(error.into())));
        }
        Some((first, failed))
    }

    /// Records what the SMs executed in the epoch. The kernels of which it cannot be written fail.
    fn keep_chunks(&mut self, lanes: &mut [Lane]) -> Vec<Ending> {
        let mut failed = Vec::new();
        let all = self.recordings.iter_mut().zip(lanes).enumerate();
        for (index, (recording, lane)) in all.filter(|(_, (_, one))| one.runs()) {
            let number = lane.number;
            let mut chunks = lane.of_mut(&mut self.sms).flat_map(|sm| sm.recorded(number));
            if let Err(error) = chunks.try_for_each(|chunk| recording.chunk(&chunk)) {
                lane.given_up = true;
                failed.push((index, Err(error.into())));
            }
        }
        failed
    }

    /// The SM cycles of the epoch pass for what looks at all SMs.
    fn pass(&mut self, lanes: &mut [Lane]) -> Result<(), Halt> {
        for cycle in (self.cycle.0..).take(self.epoch.sm_cycles() as usize).map(SmCycle) {
            let reports = self.bottlenecks(cycle);
            for lane in lanes.iter_mut() {
                let sms = lane.sms;
                if let Some(under_way) = &mut lane.under_way {
                    under_way.state.recorder.count(&reports.of(sms));
                }
            }
            self.set_levels(&reports);
            self.cycle = cycle.next();
        }
        self.reports.iter_mut().for_each(|report| report.bottlenecks.clear());
        for dispatcher in self.chip.iter_mut().filter_map(|chip| chip.dispatcher.as_mut()) {
            for (index, sm) in self.sms.iter_mut().enumerate() {
                sm.take_ended().for_each(|lane| dispatcher.completed(index, lane));
            }
        }
        self.mem.noticed().map_or(Ok(()), |violation| Err(violation.clone().into()))
    }

    /// Adds to `ends` the kernels of which nothing is left.
    fn find_ends(&mut self, lanes: &[Lane], ends: &mut Vec<Ending>) -> Result<(), Halt> {
        for (index, lane) in lanes.iter().enumerate().filter(|(_, lane)| lane.runs()) {
            let Some(under_way) = &lane.under_way else { continue };
            if !under_way.state.gwde.empty() || !lane.of(&self.sms).all(|sm| sm.is_done_with(lane.number)) {
                continue;
            }
            let end = self.keep_description(index, &under_way.kernel).map_err(Cut::from);
            if end.is_ok() {
                let beside =
                    self.mixed && lanes.iter().any(|other| other.number != lane.number && other.runs());
                self.audit_end(if beside { 0 } else { lane.sms }, lanes.len() == 1)?;
            }
            ends.push((index, end));
        }
        Ok(())
    }

    /// What the SMs report in `cycle` to limit them.
    fn bottlenecks(&self, cycle: SmCycle) -> Bottlenecks {
        let mut all = Bottlenecks::default();
        for (sm, report) in self.reports.iter().enumerate() {
            report.bottlenecks.iter().filter(|one| one.0 == cycle).for_each(|one| all.set(sm, one.1));
        }
        all
    }

    /// Ends the recording of `kernel` of a lane.
    fn keep_description(&mut self, lane: usize, kernel: &RunningKernel) -> Result<(), TraceError> {
        let Some(recording) = self.recordings.get_mut(lane) else { return Ok(()) };
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

    /// How far the kernel of a lane is.
    fn progress<'a>(&self, UnderWay { kernel, state }: &'a UnderWay, lane: &Lane) -> Progress<'a> {
        let gwde = &state.gwde;
        let resident: u32 = lane.of(&self.sms).map(|sm| sm.resident_of(lane.number).count_ones()).sum();
        Progress {
            kernel: &kernel.kernel().name,
            launch: kernel.gridid + 1,
            cycle: self.cycle,
            kernel_cycles: self.cycle - state.start,
            seconds: self.seconds(),
            ctas_done: gwde.dispatched() - u64::from(resident),
            ctas: gwde.ctas(),
        }
    }

    /// At each poll: of each application whether it is running, and every warp is known to repeat itself for ever.
    fn repeating(&mut self, applications: &mut [Application], lanes: &[Lane]) -> Vec<bool> {
        let runs = |index| lanes.iter().any(|lane| lane.application == index && lane.runs());
        let sms = |index| {
            let own = lanes.iter().filter(|lane| lane.application == index);
            own.fold(0, |sms, lane| sms | lane.sms)
        };
        let of = |(index, one)| runs(index) && self.only_repeats(one, sms(index));
        applications.iter_mut().enumerate().map(of).collect()
    }

    /// Whether every warp of the application is known to repeat itself for ever. The watch for that is taken up
    /// when nothing has changed for a while, and taken up anew after twice the time, so that a loop of any length is found.
    fn only_repeats(&mut self, application: &mut Application, sms: u64) -> bool {
        let mut sms: Vec<&mut Sm> = selected_mut(sms, &mut self.sms).collect();
        let ctas = sms.iter().map(|sm| sm.counts().sm).map(|sm| sm.ctas_launched + sm.ctas_completed);
        let changes = application.memory.changes() + ctas.sum::<u64>();
        let calm = &mut application.calm;
        if changes != calm.changes {
            if calm.polls >= CALM_POLLS {
                sms.iter_mut().for_each(|sm| sm.watch(false));
            }
            *calm = Calm { changes, polls: 0 };
            return false;
        }
        calm.polls += 1;
        let polls = calm.polls;
        if polls >= CALM_POLLS && polls.is_power_of_two() {
            sms.iter_mut().for_each(|sm| sm.watch(true));
            return false;
        }
        polls > CALM_POLLS && sms.iter().any(|sm| sm.is_live()) && sms.iter().all(|sm| sm.repeats())
    }

    /// `head`, and what everything of the lane waits for.
    fn describe_deadlock(&self, head: &str, lane: &Lane) -> Option<String> {
        let UnderWay { kernel, state: UnderWayState { gwde, .. } } = &**lane.under_way.as_ref()?;
        let waits: Vec<String> = lane.of(&self.sms).filter_map(|sm| sm.describe_wait(kernel)).collect();
        let left = gwde.ctas() - gwde.dispatched();
        let memory = if self.mem.idle() { "idle" } else { "busy" };
        let shown = waits.len().min(4);
        let more = match waits.len() - shown {
            0 => String::new(),
            n => format!(" (and {n} more SMs)"),
        };
        Some(format!(
            "deadlock: {head}; {left} CTAs not dispatched, memory system {memory}; {}{more}",
            waits[..shown].join("; "),
        ))
    }
}
