// SPDX-License-Identifier: Apache-2.0
//! Kernels without time: the result of a program, to compare the cycle model with.

mod cta;

use cta::Cta;
use warpsmith_protocol::demangled;
use warpsmith_ptx::{Env, Fault, GlobalMemory, Kernel, Memory, MemoryError};

use super::launcher::{Launcher, Runner};
use crate::control::{Poll, Progress, RunControl, StopReason};
use crate::error::RunError;
use crate::launch::{LaunchSpec, Occupancy};
use crate::machine::MachineSpec;
use crate::record::KernelRecord;
use crate::stats::Stats;
use crate::types::SmCycle;

/// Runs the CTAs of a kernel one after the other. A kernel whose CTAs wait for later ones never ends.
pub struct FunctionalGpu {
    machine: MachineSpec,
    memory: GlobalMemory,
    launches: u64,
    started: Option<(LaunchSpec, Occupancy)>,
    stats: Stats,
}

impl FunctionalGpu {
    /// # Errors
    /// `memory_bytes` of address space cannot be reserved.
    pub fn new(machine: MachineSpec, memory_bytes: u64) -> Result<Self, MemoryError> {
        let memory = GlobalMemory::new(memory_bytes)?;
        Ok(FunctionalGpu { machine, memory, launches: 0, started: None, stats: Stats::default() })
    }
}

impl Launcher for FunctionalGpu {
    fn machine(&self) -> &MachineSpec {
        &self.machine
    }

    fn memory(&mut self) -> &mut GlobalMemory {
        &mut self.memory
    }

    fn start(&mut self, spec: &LaunchSpec) -> Result<(), RunError> {
        self.started = Some((spec.clone(), Occupancy::of(spec, &self.machine.sm)?));
        Ok(())
    }

    fn sms(&self) -> u32 {
        self.machine.sm.count
    }

    fn seconds(&self) -> f64 {
        0.0
    }
}

impl Runner for FunctionalGpu {
    /// Never pauses.
    fn go_on(&mut self, control: &mut dyn RunControl) -> Result<Option<KernelRecord>, RunError> {
        let Some((spec, occupancy)) = self.started.take() else { return Ok(None) };
        let kernel = &spec.module.kernels()[spec.kernel];
        let before = self.stats.clone();
        let mut record = KernelRecord {
            kernel: kernel.name.clone(),
            name: demangled(&kernel.name).into_owned(),
            grid: spec.grid,
            block: spec.block,
            dynamic_shared: spec.dynamic_shared,
            occupancy,
            start: 0,
            cycles: 0,
            stats: Stats::default(),
            timeline: Vec::new(),
            warp_types: Vec::new(),
            units: Vec::new(),
        };
        self.launches += 1;
        for cta in 0..spec.ctas() {
            let end = self.run_cta(kernel, &spec, cta, control);
            record.stats = self.stats.clone().since(&before);
            match end {
                Ok(()) => {}
                Err(Cut::Fault(fault)) => return Err(RunError::Fault { fault, record: record.into() }),
                Err(Cut::Stop(StopReason::MaxCycles)) => return Err(RunError::MaxCycles(record.into())),
                Err(Cut::Stop(StopReason::Interrupted)) => return Err(RunError::Interrupted(record.into())),
                Err(Cut::Stuck(reason)) => return Err(RunError::Deadlock { reason, record: record.into() }),
            }
        }
        Ok(Some(record))
    }
}

/// Why a CTA did not end.
enum Cut {
    Fault(Box<Fault>),
    Stop(StopReason),
    Stuck(String),
}

impl FunctionalGpu {
    fn run_cta(
        &mut self,
        kernel: &Kernel,
        spec: &LaunchSpec,
        number: u64,
        control: &mut dyn RunControl,
    ) -> Result<(), Cut> {
        let mut cta = Cta::new(kernel, spec, number);
        let mut counters = self.stats.counters;
        while !cta.done() {
            let went_on = cta.turn(kernel, &mut self.env(spec), &mut counters.sm);
            self.stats.counters = counters;
            if !went_on.map_err(|fault| Cut::Fault(fault.into()))? {
                let reason = format!("every warp of CTA {:?} waits at a barrier", cta.state.shape.ctaid);
                return Err(Cut::Stuck(reason));
            }
            let progress = Progress {
                kernel: &kernel.name,
                launch: self.launches,
                cycle: SmCycle(0),
                kernel_cycles: 0,
                seconds: 0.0,
                ctas_done: number,
                ctas: spec.ctas(),
            };
            if let Poll::Stop(reason) = control.poll(&progress) {
                return Err(Cut::Stop(reason));
            }
        }
        Ok(())
    }

    fn env<'a>(&'a mut self, spec: &'a LaunchSpec) -> Env<'a> {
        Env {
            params: &spec.params,
            memory: Memory::Direct(&mut self.memory),
            warp: 0,
            smid: 0,
            nsmid: self.machine.sm.count,
            nwarpid: self.machine.sm.warps,
            gridid: self.launches,
            clock: 0,
            globaltimer: 0,
        }
    }
}
