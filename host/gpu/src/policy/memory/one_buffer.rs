// SPDX-License-Identifier: Apache-2.0
//! FR-FCFS with one buffer for all requests of a channel: what MASK is compared with (specification of MASK, section 8), in front of
//! the same banks as `mask_dram_sched`.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::params::SOCKET;
use crate::machine::MachineSpec;
use crate::mem::dram::{Banks, Work};
use crate::policy::info::PolicyInfo;
use crate::policy::params::ParamInfo;
use crate::socket::{
    BurstRequest, ControllerIn, ControllerOut, ControllerShape, Interface, MemoryController, Rate,
};

pub const INFO: PolicyInfo = PolicyInfo {
    name: "buffer_frfcfs",
    socket: SOCKET,
    meaning: "one buffer for reads and writes alike: of the requests whose bank is idle the oldest whose row is open, else the oldest",
    source: "Rixner et al., ISCA 2000; Ausavarungnirun 2017, section 6.6.4",
    params: &[ParamInfo::number("n", "requests, each of a line or of a burst of a CPU core, in the buffer of a channel", 256, 4, 1024)],
    install: |settings, machine, attachments| {
        attachments.controller(machine, |_| Box::new(OneBuffer::new(machine, settings.get(0))));
    },
};

/// The controller of one channel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct OneBuffer {
    shape: ControllerShape,
    entries: usize,
    /// The oldest first.
    waiting: VecDeque<BurstRequest>,
    banks: Banks,
    /// Requests that banks have taken up.
    started: u64,
}

impl OneBuffer {
    /// An empty buffer, all rows closed.
    fn new(machine: &MachineSpec, entries: u32) -> OneBuffer {
        let spec = &machine.dram;
        OneBuffer {
            shape: ControllerShape {
                sources: machine.cpu.as_ref().map_or(0, |cpu| cpu.cores) + 1,
                ids: entries + spec.banks,
                rows: 1 << 31,
                interface: Interface::Direct,
                rate: Rate::DRAM,
            },
            entries: entries as usize,
            waiting: VecDeque::new(),
            banks: Banks::new(spec),
            started: 0,
        }
    }

    /// The place of the request that a bank takes up.
    fn next(&self) -> Option<usize> {
        let working = self.banks.working();
        let can = |r: &BurstRequest| working >> r.bank & 1 == 0;
        let hits = |r: &BurstRequest| can(r) && self.banks.open_row(r.bank) == Some(r.row);
        self.waiting.iter().position(hits).or_else(|| self.waiting.iter().position(can))
    }
}

impl MemoryController for OneBuffer {
    fn shape(&self) -> ControllerShape {
        self.shape
    }

    fn ready_at_reset(&self) -> u64 {
        u64::MAX
    }

    fn step(&mut self, input: &ControllerIn) -> ControllerOut {
        // A request can be taken up in the cycle after it has come.
        if let Some(BurstRequest { id, bank, row, write, bursts, .. }) =
            self.next().and_then(|place| self.waiting.remove(place))
        {
            self.banks.start(bank, Work { token: id, row, write, bursts, order: self.started });
            self.started += 1;
        }
        self.waiting.extend(input.request);
        let (command, wake) = self.banks.command(input.now);
        let sleep = if self.waiting.is_empty() { wake } else { input.now.next() };
        let ready = if self.waiting.len() < self.entries { u64::MAX } else { 0 };
        ControllerOut { ready, command, sleep }
    }
}
