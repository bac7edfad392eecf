// SPDX-License-Identifier: Apache-2.0
//! CFR-FCFS: FR-FCFS that serves CPU requests before the GPU's (specification of SMS, section 8.3.2).

use serde::{Deserialize, Serialize};

use super::buffer::{Bank, Entry, Order, RequestBuffer};
use super::params::{ENTRIES, SOCKET};
use crate::policy::info::PolicyInfo;
use crate::policy::params::ParamInfo;

pub const INFO: PolicyInfo = PolicyInfo {
    name: "cfrfcfs",
    socket: SOCKET,
    meaning: "FR-FCFS, but every CPU request before any of the GPU",
    source: "Ausavarungnirun 2017, chapter 5, Figure 5.12",
    params: &[ENTRIES, AGE],
    install: |settings, machine, attachments| {
        let cpus = machine.cpu.as_ref().map_or(0, |cpu| cpu.cores) as u8;
        attachments.controller(machine, |_| {
            Box::new(RequestBuffer::new(
                machine,
                settings.get(0),
                CpuFirst { cpus, age: settings.get(1).into() },
            ))
        });
    },
};

/// Section 8.3.1 has this bound for FR-FCFS; that of CFR-FCFS is not published.
const AGE: ParamInfo =
    ParamInfo::number("age", "age above which a request is urgent, DRAM cycles", 1 << 14, 16, 1 << 20);

/// Urgent, CPU, row hit, age.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CpuFirst {
    pub cpus: u8,
    /// A request older than this many DRAM cycles is urgent.
    pub age: u64,
}

impl Order for CpuFirst {
    fn age_limit(&self) -> u64 {
        self.age
    }

    fn key(&self, entry: &Entry, hit: bool) -> u32 {
        u32::from(entry.request.source < self.cpus) << 1 | u32::from(hit)
    }

    fn step(&mut self, _now: u64, _banks: &mut [Bank], _retired: &[u64]) -> bool {
        false
    }
}
