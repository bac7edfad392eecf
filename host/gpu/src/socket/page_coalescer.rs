// SPDX-License-Identifier: Apache-2.0
//! Page coalescer: makes the base pages of a frame that is full a large page where they are, and takes it apart, by operations on page
//! tables in memory (Mosaic, sections 2.4, 2.9 and 5).

use serde::{Deserialize, Serialize};

use super::attachment::Attachment;
use super::memory_manager::BasePages;
use super::shared_tlb::TlbFlush;

/// Entries of a page table in a line of 128 bytes.
pub const LINE_ENTRIES: usize = 16;

/// Operations under way at most: each has a number below.
pub const TABLE_OPS: usize = 16;

/// A large page that is to be one, or is to be taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoalesceCommand {
    /// The address space.
    pub asid: u16,
    /// Frame of 4 KB of its table of depth 1.
    pub root: u64,
    /// The large page's number: that of its base pages without the lowest 9 bits.
    pub lvpn: u64,
    /// It is to be taken apart, and these of its base pages stay.
    pub splinter: Option<BasePages>,
}

/// What is done to a page table in memory, at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TableOpKind {
    /// Reads an entry.
    Read,
    /// Reads a line of entries.
    ReadLine,
    /// Sets the large bit of an entry.
    SetLarge,
    /// Marks entries of a line, one a bit, as not to be preferred.
    Disable(u16),
    /// Takes marks off, and makes entries invalid.
    Enable {
        /// The entries of the line whose marks go, one a bit.
        marked: u16,
        /// The entries of the line that become invalid, one a bit.
        invalid: u16,
    },
    /// Clears the large bit of an entry.
    ClearLarge,
}

/// An operation on a page table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableOp {
    /// Read or change, of an entry or a line.
    pub what: TableOpKind,
    /// Physical, of the entry or the line.
    pub address: u64,
    /// Its number, which no other one under way has.
    pub tag: u8,
}

impl TableOp {
    /// Whether it changes nothing.
    pub fn reads(&self) -> bool {
        matches!(self.what, TableOpKind::Read | TableOpKind::ReadLine)
    }

    /// Bytes of the table that it is of.
    pub fn bytes(&self) -> u16 {
        match self.what {
            TableOpKind::Read | TableOpKind::SetLarge | TableOpKind::ClearLarge => 8,
            TableOpKind::ReadLine | TableOpKind::Disable(_) | TableOpKind::Enable { .. } => {
                8 * LINE_ENTRIES as u16
            }
        }
    }
}

/// What it gets in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoalescerIn {
    /// Only if [`CoalescerOut::ready`].
    pub command: Option<CoalesceCommand>,
    /// [`CoalescerOut::op`] is on its way to L2.
    pub taken: bool,
    /// An operation of this number is done; what a read has found, in the first entry if it is of one.
    pub done: Option<(u8, [u64; LINE_ENTRIES])>,
    /// The TLBs begin with [`CoalescerOut::flush`].
    pub flush_taken: bool,
    /// They have done it.
    pub flushed: bool,
}

/// What it says in a cycle, before it sees anything of that cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoalescerOut {
    /// It takes a command.
    pub ready: bool,
    /// Stays until it is taken.
    pub op: Option<TableOp>,
    /// A flush of an address space that the TLBs are to do; stays until it is taken.
    pub flush: Option<(u16, TlbFlush)>,
    /// A command is over; whether the large page is as it was to be.
    pub over: Option<bool>,
}

/// One beside the shared TLB, stepped in every cycle of the SM clock while a command waits or is under way.
pub trait PageCoalescer: Attachment {
    /// The outputs of the coming cycle.
    fn out(&self) -> CoalescerOut;

    /// Ends a cycle in which the inputs are these.
    fn step(&mut self, input: &CoalescerIn);
}
