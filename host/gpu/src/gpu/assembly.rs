// SPDX-License-Identifier: Apache-2.0
//! Puts a GPU together from its machine and what is attached to it.

use warpsmith_ptx::GlobalMemory;

use super::{Calm, Gpu};
use crate::attachments::Attachments;
use crate::clock::ClockTree;
use crate::cpu::{Cores, Workload};
use crate::crew::Crew;
use crate::energy::EnergyMeter;
use crate::epoch::Epoch;
use crate::error::GpuError;
use crate::machine::MachineSpec;
use crate::mem::MemorySystem;
use crate::patience;
use crate::policy::{Lrr, Unthrottled};
use crate::sm::{Report, Sm, Sockets};
use crate::socket::MemoryController;
use crate::types::{Group, SmCycle};

impl Gpu {
    /// # Errors
    /// Device memory cannot be reserved, or the attachments do not match the number of SMs.
    pub fn new(machine: MachineSpec, attachments: Attachments) -> Result<Gpu, GpuError> {
        let count = machine.sm.count as usize;
        let per_sm = machine.sm.schedulers as usize;
        let Attachments {
            mut throttles,
            mut schedulers,
            sm_schedulers,
            miss_rules,
            load_gates,
            load_paths,
            prefetchers,
            l2_routes,
            l2_replacements,
            frequency,
            controllers,
            cpus,
        } = attachments;
        // The baseline of Sethia 2015, chapter IV, evaluation set-up.
        if throttles.is_empty() {
            throttles.resize_with(count, || Box::new(Unthrottled::default()));
        }
        if schedulers.is_empty() {
            schedulers.resize_with(count * per_sm, || Box::new(Lrr::default()));
        }
        let matches = |what, given: usize, each: usize| {
            let fits = given == count * each;
            fits.then_some(()).ok_or(GpuError::Attachments { what, given: given / each, needed: count })
        };
        matches("block throttles", throttles.len(), 1)?;
        matches("warp schedulers", schedulers.len(), per_sm)?;
        for (what, given) in [
            ("SM schedulers", sm_schedulers.len()),
            ("miss rules", miss_rules.len()),
            ("load gates", load_gates.len()),
            ("load paths", load_paths.len()),
            ("prefetchers", prefetchers.len()),
        ] {
            if given != 0 {
                matches(what, given, 1)?;
            }
        }
        let mut mem = memory_system(&machine, controllers, cpus)?;
        for (what, given) in [("routes", l2_routes.len()), ("replacement policies", l2_replacements.len())] {
            let slices = mem.slices();
            if given != 0 && given != slices {
                return Err(GpuError::L2 { what, given, slices });
            }
        }
        mem.attach_l2(l2_routes, l2_replacements);
        let mut schedulers = schedulers.into_iter();
        let mut sm_schedulers = sm_schedulers.into_iter();
        let mut miss_rules = miss_rules.into_iter();
        let mut gates = load_gates.into_iter();
        let mut paths = load_paths.into_iter();
        let mut prefetchers = prefetchers.into_iter();
        let sms = throttles.into_iter().enumerate().map(|(id, throttle)| {
            let sockets = Sockets {
                throttle,
                schedulers: schedulers.by_ref().take(per_sm).collect(),
                sm_scheduler: sm_schedulers.next(),
                miss_rule: miss_rules.next(),
                gate: gates.next(),
                path: paths.next(),
                prefetcher: prefetchers.next(),
            };
            Sm::new(id as u32, &machine, sockets)
        });
        let sms = sms.collect();
        let levels = frequency.initial();
        let mut clock = ClockTree::new(&machine.clock);
        clock.set_level(Group::Sm, levels.sm);
        clock.set_level(Group::Memory, levels.memory);
        let mut gpu = Gpu {
            memory: GlobalMemory::new(machine.dram.capacity())?,
            sms,
            clock,
            frequency,
            levels,
            energy: EnergyMeter::new(&machine.energy),
            cycle: SmCycle(0),
            launches: 0,
            reports: std::iter::repeat_with(Report::default).take(count).collect(),
            epoch: Epoch::new(&machine, mem.now()),
            crew: Crew::alone(),
            mem,
            checking: false,
            calm: Calm::default(),
            patience: patience::polls(&machine),
            recording: None,
            under_way: None,
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
