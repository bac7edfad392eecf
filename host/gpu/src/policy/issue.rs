// SPDX-License-Identifier: Apache-2.0
//! The warp schedulers that a machine can have of its own.

use super::{Gto, Lrr};
use crate::machine::{MachineSpec, WarpPolicy};
use crate::socket::{Issue, PerScheduler};

/// The issue logic of an SM whose schedulers choose so.
pub(crate) fn issue(machine: &MachineSpec, policy: WarpPolicy) -> Box<dyn Issue> {
    let count = machine.sm.schedulers;
    match policy {
        WarpPolicy::Lrr => Box::new(PerScheduler::new(count, Lrr::default)),
        WarpPolicy::Gto => Box::new(PerScheduler::new(count, Gto::default)),
    }
}
