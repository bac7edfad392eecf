// SPDX-License-Identifier: Apache-2.0
//! Puts a GPU together from its machine and what is attached to it.

use warpsmith_ptx::GlobalMemory;

use super::application::Application;
use super::{lane, Gpu};
use crate::attachments::{Attachments, ChannelSockets};
use crate::clock::ClockTree;
use crate::cpu::{Cores, Workload, ROWS};
use crate::crew::Crew;
use crate::energy::EnergyMeter;
use crate::epoch::Epoch;
use crate::error::GpuError;
use crate::machine::MachineSpec;
use crate::mem::{Draining, MemorySystem};
use crate::mmu::Mmu;
use crate::patience;
use crate::policy::{self, OneInFlight, Unthrottled};
use crate::region::region_bytes;
use crate::sm::{Report, Sm};
use crate::socket::Levels;
use crate::types::{Group, SmCycle};

impl Gpu {
    /// # Errors
    /// Device memory cannot be reserved, or the attachments do not match the number of SMs.
    pub fn new(machine: MachineSpec, attachments: Attachments) -> Result<Gpu, GpuError> {
        let count = machine.sm.count as usize;
        let Attachments { chip, sms, slices, banks, mmus, channels, cpus } = attachments.fitted(&machine)?;
        let mut mem = memory_system(&machine, channels, cpus)?;
        mem.attach(slices, banks);
        let sms = sms.into_iter().enumerate().map(|(id, mut sockets)| {
            let unmixable = sockets.beside_hazard_control();
            // The baseline of Sethia 2015, chapter IV, evaluation set-up.
            sockets.throttle.get_or_insert_with(|| Box::new(Unthrottled::default()));
            sockets.issue.get_or_insert_with(|| policy::issue(&machine, machine.sm.warp_scheduler));
            if let Some(front) = &machine.front_end {
                sockets.hazards.get_or_insert_with(|| Box::new(OneInFlight::new(front.latency)));
            }
            Sm::new(id as u32, &machine, sockets, unmixable)
        });
        let mut sms: Vec<Sm> = sms.collect();
        let mmu = Mmu::new(&machine, mmus.into_iter().next())?.map(Box::new);
        if let Some(mmu) = &mmu {
            (0..).zip(&mut sms).for_each(|(id, sm)| sm.set_tlb(mmu.l1_tlb(id)));
        }
        let managers = || chip.iter().filter_map(|chip| chip.frequency.as_ref());
        let levels = managers().map(|one| one.initial()).next().unwrap_or(Levels::NOMINAL);
        let mut clock = ClockTree::new(&machine.clock);
        clock.set_level(Group::Sm, levels.sm);
        clock.set_level(Group::Memory, levels.memory);
        let applications = vec![Application::new(GlobalMemory::new(region_bytes(&machine, 1))?, 0..count)];
        let mut gpu = Gpu {
            lanes: lane::whole(&[machine.sm.count]),
            applications,
            sms,
            mmu,
            clock,
            chip,
            levels,
            energy: EnergyMeter::new(&machine.energy, machine.sm.count * machine.sm.warps),
            cycle: SmCycle(0),
            reports: std::iter::repeat_with(Report::default).take(count).collect(),
            epoch: Epoch::new(&machine, mem.now()),
            crew: Crew::alone(),
            mem,
            checking: false,
            patience: patience::polls(&machine),
            recordings: Vec::new(),
            chronicle: None,
            mixed: false,
            machine,
        };
        if cfg!(debug_assertions) {
            gpu.start_checks();
        }
        Ok(gpu)
    }
}

/// The memory system with what is attached to it.
fn memory_system(
    machine: &MachineSpec,
    channels: Vec<ChannelSockets>,
    cpus: Vec<Workload>,
) -> Result<MemorySystem, GpuError> {
    let cores = machine.cpu.as_ref().map_or(0, |cpu| cpu.cores);
    if cpus.len() > cores as usize {
        return Err(GpuError::Cpus { given: cpus.len(), cores });
    }
    let controllers: Vec<_> = channels.into_iter().filter_map(|channel| channel.controller).collect();
    if controllers.is_empty() && cpus.is_empty() {
        return Ok(MemorySystem::new(machine));
    }
    let controllers = if controllers.is_empty() { Draining::of(machine) } else { controllers };
    let channels = machine.dram.channels;
    if controllers.len() != channels as usize {
        return Err(GpuError::Controllers { given: controllers.len(), channels });
    }
    let cores = machine.cpu.as_ref().filter(|_| !cpus.is_empty());
    let rows = controllers.iter().map(|c| c.shape().rows).fold(ROWS, u32::min);
    let cores = cores.map(|spec| Cores::new(machine, spec, rows, cpus));
    Ok(MemorySystem::with_controllers(machine, controllers, cores))
}
