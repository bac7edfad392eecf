// SPDX-License-Identifier: Apache-2.0
//! The reference models of Mascar in their sockets.

use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::mascar::{MascarDetector, MascarQueue, MascarScheduler};
use warpsmith_gpu::Attachments;
use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::{rexq, sat, sched};

/// The paper's parameters, as far as the machine allows.
pub fn params(machine: &MachineSpec) -> Params {
    let (mshr_entries, mq_entries) = (machine.l1.mshrs, machine.l1.miss_queue);
    Params {
        mshr_entries,
        mq_entries,
        n_warps: machine.sm.warps,
        n_sched: machine.sm.schedulers,
        ..Params::PAPER
    }
}

pub fn attach(params: &Params, machine: &MachineSpec, attachments: &mut Attachments) {
    if params.sched_en {
        attachments.issue(machine, |_| Box::new(MascarScheduler::new(sched::Model::new(params), params)));
        attachments.miss_rule(machine, |_| Box::new(MascarDetector::new(sat::Model::new(params), params)));
    }
    if params.rexq_en {
        attachments.path(machine, |_| Box::new(MascarQueue::new(rexq::Model::new(params))));
    }
}
