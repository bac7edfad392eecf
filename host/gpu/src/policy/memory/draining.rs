// SPDX-License-Identifier: Apache-2.0
//! The machine's own memory controller by name, with either order of requests. Its queues and limits are the keys of the
//! machine; a machine's `dram.scheduler` says which of the two works where nothing is attached.

use super::params::SOCKET;
use crate::attachments::Attachments;
use crate::machine::{DramPolicy, MachineSpec};
use crate::mem::Draining;
use crate::policy::info::PolicyInfo;

pub const FRFCFS: PolicyInfo = PolicyInfo {
    name: "drain_frfcfs",
    socket: SOCKET,
    meaning: "the machine's own queues of reads and of writes, which are drained in batches: row hits first, then the oldest",
    source: "Rixner et al., ISCA 2000; machine file",
    params: &[],
    install: |_, machine, attachments| install(DramPolicy::Frfcfs, machine, attachments),
};

pub const FCFS: PolicyInfo = PolicyInfo {
    name: "drain_fcfs",
    socket: SOCKET,
    meaning:
        "the machine's own queues of reads and of writes, which are drained in batches: strictly the oldest",
    source: "machine file",
    params: &[],
    install: |_, machine, attachments| install(DramPolicy::Fcfs, machine, attachments),
};

/// The names of the two, under which the machine's queues, limits and bank groups count.
pub const MACHINES_OWN: [&str; 2] = [FRFCFS.name, FCFS.name];

fn install(policy: DramPolicy, machine: &MachineSpec, attachments: &mut Attachments) {
    attachments.controller(machine, |_| Box::new(Draining::new(machine, policy)));
}
