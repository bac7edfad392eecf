// SPDX-License-Identifier: Apache-2.0
//! What sharing is measured against: each part of a run alone on the same machine under FR-FCFS (specification of SMS,
//! section 8.4).

use crate::attach::{attach_all, Backend};
use crate::session::{self, SessionOutcome};
use crate::speedup::Speeds;
use anyhow::{bail, Context, Result};
use std::collections::HashMap;
use warpsmith_gpu::cpu::Workload;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::Gpu;

/// The speeds of the [`cores`], each alone for `cycles` SM cycles, and of the program, which `program` runs.
///
/// # Errors
/// A run that does not reach its end.
pub fn speeds(
    machine: &MachineSpec,
    workloads: &[Workload],
    names: &[String],
    cycles: u64,
    program: Option<impl FnOnce(Gpu) -> Result<SessionOutcome>>,
) -> Result<Speeds> {
    let mut speeds = Speeds { cpus: cores(machine, workloads, names, cycles)?, ..Speeds::default() };
    if let Some(run) = program {
        speeds.gpu = speed(&run(gpu(machine, None)?)?).context("the program alone")?.gpu;
    }
    Ok(speeds)
}

/// The IPC of each core, alone for `cycles` SM cycles: each different workload is run. `names` says which are the same.
///
/// # Errors
/// A run that does not reach its end.
pub fn cores(
    machine: &MachineSpec,
    workloads: &[Workload],
    names: &[String],
    cycles: u64,
) -> Result<Vec<f64>> {
    let (mut known, mut ipc) = (HashMap::<&str, f64>::new(), Vec::new());
    for (workload, name) in workloads.iter().zip(names) {
        if !known.contains_key(name.as_str()) {
            let (outcome, _) = session::run_cpus(gpu(machine, Some(workload))?, cycles)?;
            let speed = speed(&outcome).with_context(|| format!("{name} alone"))?;
            known.insert(name, speed.cpus.first().copied().unwrap_or_default());
        }
        ipc.push(known[name.as_str()]);
    }
    Ok(ipc)
}

/// The machine with its default controllers, FR-FCFS, whose statistics are the same on every backend.
pub fn gpu(machine: &MachineSpec, workload: Option<&Workload>) -> Result<Gpu> {
    let (mut attachments, _) = attach_all(&[], Backend::Model, machine)?;
    attachments.cpus = workload.into_iter().cloned().collect();
    Ok(Gpu::new(machine.clone(), attachments)?)
}

/// The speeds of a run that is complete.
fn speed(outcome: &SessionOutcome) -> Result<Speeds> {
    if let Some(reason) = &outcome.partial {
        bail!("the run is partial: {reason}");
    }
    if !outcome.exit.succeeded() {
        bail!("{}", outcome.exit);
    }
    let cores = outcome.sharing.iter().flat_map(|sharing| &sharing.cpus);
    Ok(Speeds::of(&outcome.totals, cores.map(|core| &core.stats)))
}
