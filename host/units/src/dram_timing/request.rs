// SPDX-License-Identifier: Apache-2.0
//! Requests, commands, and the ports that carry them, for all controllers alike.

use serde::{Deserialize, Serialize};

use super::params::Channel;
use crate::Ports;

/// A DRAM command; the encoding of the port `cmd`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The command of the two low bits of `code`.
    pub fn of(code: u8) -> Command {
        [Command::Pre, Command::Act, Command::Rd, Command::Wr][usize::from(code & 3)]
    }

    /// RD or WR.
    pub fn is_column(self) -> bool {
        matches!(self, Command::Rd | Command::Wr)
    }
}

/// A request for one burst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Number of its source, below [`Channel::n_src`]: CPUs, then GPUs.
    pub src: u8,
    /// Identification by its source, of `id_bits`.
    pub id: u32,
    /// It is a write.
    pub wr: bool,
    /// Its bank, below `n_bank`.
    pub bank: u8,
    /// Its row in the bank, of `row_bits`.
    pub row: u32,
    /// Its column in the row, in bursts, of `col_bits`.
    pub col: u32,
}

impl Request {
    /// The command that transfers its data.
    pub fn column_command(&self) -> Command {
        if self.wr {
            Command::Wr
        } else {
            Command::Rd
        }
    }
}

/// A command and the request that it serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Issue {
    /// The command; its bank, row and column are those of the request.
    pub command: Command,
    /// The request: RD and WR complete it, PRE and ACT prepare its row.
    pub request: Request,
}

/// The inputs that every controller has.
pub trait ControllerIn: Ports {
    /// Presents a request in this cycle, or none.
    fn present(&mut self, request: Option<&Request>);
    /// The request presented, bits above the widths dropped; `None` also for a source that does not exist.
    fn request(&self, channel: &Channel) -> Option<Request>;
}

/// The outputs that every controller has.
pub trait ControllerOut: Ports {
    /// Bit `s`: a request of source `s` is accepted in the next cycle.
    fn src_ready(&self) -> u64;
    /// The command of the next cycle.
    fn command(&self) -> Option<Issue>;
    /// Outputs with these, and zero elsewhere.
    fn of(src_ready: u64, issue: Option<&Issue>) -> Self;
}

/// The low `width` bits of `value`, for widths up to 32.
pub(super) fn low(value: u32, width: usize) -> u32 {
    value & (u32::MAX >> (32 - width))
}
