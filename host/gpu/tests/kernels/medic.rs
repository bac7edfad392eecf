// SPDX-License-Identifier: Apache-2.0
//! The models of MeDiC in their sockets.

use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::medic::{MedicController, MedicProfiler, MedicReplacement, MedicRoute};
use warpsmith_gpu::Attachments;
use warpsmith_units::medic::params::Params;
use warpsmith_units::medic::{memsched, profiler, repl, route};

/// Epochs that a short kernel has several of.
pub fn params() -> Params {
    Params { epoch_cycles: 4_000, ..Params::PAPER }
}

/// All four modules, for the machine `medic`.
pub fn attach(params: &Params, machine: &MachineSpec, attachments: &mut Attachments) {
    let ports = machine.l2.banks().ports;
    attachments.typer(machine, |_| Box::new(MedicProfiler::new(profiler::Model::new(params), params)));
    attachments.route(machine, |_| {
        let units = (0..ports).map(|_| route::Model::new(params)).collect();
        Box::new(MedicRoute::new(units, params, None))
    });
    attachments.replacement(machine, |_| Box::new(MedicReplacement::new(repl::Model::new(params), params)));
    attachments.controller(machine, |_| Box::new(MedicController::new(memsched::Model::new(params), params)));
}
