// SPDX-License-Identifier: Apache-2.0
//! What every part of the memory path names: kinds of requests, places in DRAM, DRAM commands.

use serde::{Deserialize, Serialize};

/// What a request asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemKind {
    /// `bytes` travel back.
    #[default]
    Read,
    /// `bytes` travel there; the response is an acknowledgement from L2.
    Write,
    /// `bytes` of operands travel there and old values back; executed at L2.
    Atomic,
}

/// How urgent a request is to a memory controller that has a queue for each class; to others all are equal. Classes
/// overtake each other on the way from L2 to the controller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    /// Not urgent: all there is without units that say otherwise.
    #[default]
    Normal = 0,
    /// Before normal ones, as MeDiC's route marks requests.
    Raised = 1,
    /// Before all others, as MASK's reads of page tables are.
    Urgent = 2,
}

impl Priority {
    /// Every class, the least urgent first.
    pub const ALL: [Priority; 3] = [Priority::Normal, Priority::Raised, Priority::Urgent];
}

/// A place in a DRAM channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The bank in the channel.
    pub bank: u8,
    /// The row in the bank.
    pub row: u32,
}

/// A DRAM command, for a bank of the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// Opens a row of a bank that has none open.
    Activate {
        /// The bank in the channel.
        bank: u8,
        /// The row in the bank.
        row: u32,
    },
    /// Closes the open row.
    Precharge {
        /// The bank in the channel.
        bank: u8,
    },
    /// Reads a burst of the open row.
    Read {
        /// The bank in the channel.
        bank: u8,
    },
    /// Writes a burst of the open row.
    Write {
        /// The bank in the channel.
        bank: u8,
    },
}

impl Command {
    /// The bank that it is for.
    #[inline]
    pub fn bank(self) -> u8 {
        match self {
            Command::Activate { bank, .. }
            | Command::Precharge { bank }
            | Command::Read { bank }
            | Command::Write { bank } => bank,
        }
    }
}
