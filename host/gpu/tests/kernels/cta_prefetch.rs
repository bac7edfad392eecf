// SPDX-License-Identifier: Apache-2.0
//! The reference models of CTA-aware prefetching in their sockets.

use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::cta_prefetch::{CtaEngine, CtaScheduler};
use warpsmith_gpu::Attachments;
use warpsmith_units::cta_prefetch::params::Params;
use warpsmith_units::cta_prefetch::{engine, sched};

/// The paper's parameters, as far as the machine allows.
pub fn params(machine: &MachineSpec) -> Params {
    Params { n_warps: machine.sm.warps, n_cta: machine.sm.ctas, ..Params::PAPER }
}

pub fn attach(params: &Params, machine: &MachineSpec, attachments: &mut Attachments) {
    attachments.issue(machine, |_| Box::new(CtaScheduler::new(sched::Model::new(params), params)));
    attachments.prefetcher(machine, |_| Box::new(CtaEngine::new(engine::Model::new(params), params)));
}
