// SPDX-License-Identifier: Apache-2.0
//! One DRAM channel as its controllers see it: sources, banks and widths, the timing rules, and the ports that all
//! controllers share. Used by SMS and FR-FCFS alike (Ausavarungnirun 2017, ch. 5).

mod params;
mod ports;

pub(crate) use params::channel_table;
pub use params::{Channel, Timing};
pub(crate) use ports::controller_ports;

/// A DRAM command; the encoding of the port `cmd`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Command {
    /// Closes the bank's row.
    Pre = 0,
    /// Opens a row.
    Act = 1,
    /// Reads a burst of the open row.
    Rd = 2,
    /// Writes a burst of the open row.
    Wr = 3,
}

impl Command {
    /// The command of this code, the two low bits of `code`.
    pub fn of(code: u8) -> Command {
        [Command::Pre, Command::Act, Command::Rd, Command::Wr][usize::from(code & 3)]
    }
}
