// SPDX-License-Identifier: Apache-2.0
//! The place of a whole memory controller: requests go in, DRAM commands come out
//! (specification of SMS, section 5).
//!
//! The channel hands it at most one request a step, performs every command in the cycle in which the controller gives it,
//! and never stalls it: the controller alone keeps the DRAM's timing.

use super::announcement::Announcement;
use super::attachment::Attachment;
use crate::types::{Command, DramCycle, Priority};

/// A request to be served: one burst, or all bursts of a line of the GPU if the controller takes whole lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BurstRequest {
    /// Who asks: CPU cores from 0 on, then the GPU.
    pub source: u8,
    /// Names the request until its last column command, below [`ControllerShape::ids`].
    pub id: u16,
    /// It writes; otherwise it reads.
    pub write: bool,
    /// The bank in the channel.
    pub bank: u8,
    /// The row in the bank.
    pub row: u32,
    /// Of the first burst, in bursts from the start of the row.
    pub column: u16,
    /// Column commands that it needs.
    pub bursts: u8,
    /// How urgent it is; of a CPU core always normal.
    pub priority: Priority,
    /// On whose behalf; 0 of a CPU core.
    pub application: u8,
    /// Of a read of a page walk the depth of the table, 1 for the root, at most 7; 0 of anything else.
    pub depth: u8,
    /// When it came to the channel.
    pub arrival: DramCycle,
}

/// How a controller meets the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Interface {
    /// The ports of a unit: a burst a step; its outputs are registers, so that a command is seen in the cycle after the
    /// step that gives it; it is stepped in every cycle.
    Ports,
    /// A part of the cycle model: a line a step; a command issues in the step that gives it; it is not stepped while it
    /// sleeps, nor told of completions.
    Direct,
}

/// The clock of a controller: `steps` in every `cycles` DRAM cycles, spread evenly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Rate {
    /// Steps of the controller.
    pub steps: u32,
    /// DRAM cycles in which it does them.
    pub cycles: u32,
}

impl Rate {
    /// The DRAM command clock.
    pub const DRAM: Rate = Rate { steps: 1, cycles: 1 };
}

/// What a controller is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ControllerShape {
    /// CPU cores and GPUs.
    pub sources: u32,
    /// Request numbers that it can tell apart.
    pub ids: u32,
    /// Rows of a bank, a power of two; higher row numbers wrap.
    pub rows: u32,
    /// How its inputs and outputs are timed.
    pub interface: Interface,
    /// How often it is stepped.
    pub rate: Rate,
}

impl ControllerShape {
    /// A unit behind its ports, on the DRAM command clock.
    pub const fn ports(sources: u32, ids: u32, rows: u32) -> ControllerShape {
        ControllerShape { sources, ids, rows, interface: Interface::Ports, rate: Rate::DRAM }
    }
}

/// Inputs of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ControllerIn<'a> {
    /// The DRAM cycle.
    pub now: DramCycle,
    /// Its entry was ready in this step.
    pub request: Option<BurstRequest>,
    /// The source of a request whose data transfer has finished.
    pub completed: Option<u8>,
    /// Instructions that each CPU core has executed so far.
    pub retired: &'a [u64],
    /// The last step of a DRAM cycle: a controller of a faster clock may give a command in this one only.
    pub commands: bool,
}

/// A command, and for a read or write the request that it serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ControllerCommand {
    /// An activation, precharge, column read or column write.
    pub command: Command,
    /// Of the request; 0 with an activation or precharge.
    pub id: u16,
}

/// Outputs of a controller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ControllerOut {
    /// Bit `e`: a request may come through entry `e` ([`MemoryController::entry`]) with the next step.
    pub ready: u64,
    /// The command that issues, at most one; [`Interface`] says when.
    pub command: Option<ControllerCommand>,
    /// A [`Interface::Direct`] controller need not be stepped before this cycle if no request comes.
    pub sleep: DramCycle,
}

/// A memory controller; one per channel.
pub trait MemoryController: Attachment {
    /// What it is made for; it does not change.
    fn shape(&self) -> ControllerShape;

    /// The entry, below 64, through which such requests come: those that can be held back by themselves have one of their
    /// own. Each source has one unless the controller says otherwise.
    fn entry(&self, source: u8, _priority: Priority, _write: bool) -> u8 {
        source
    }

    /// The entry of the GPU's requests on behalf of an application, if it depends on that.
    fn entry_of(&self, source: u8, priority: Priority, write: bool, _application: u8) -> u8 {
        self.entry(source, priority, write)
    }

    /// Whether it has a FIFO for each source at its entrance, so that none waits behind another whatever the machine's entrance is.
    fn has_fifo_of_each_source(&self) -> bool {
        false
    }

    /// The shared TLB of the chip says something to all channels. It comes before the next step, and wakes nobody.
    fn hear(&mut self, _announcement: &Announcement) {}

    /// Entries that are ready at reset; those of a unit are not.
    fn ready_at_reset(&self) -> u64 {
        0
    }

    /// One cycle of its clock.
    fn step(&mut self, input: &ControllerIn) -> ControllerOut;
}
