// SPDX-License-Identifier: Apache-2.0
//! Page migrator: copies a base page to another frame, line by line through memory or inside DRAM, and then writes its entry in the page
//! table (Mosaic, sections 2.7 and 5).

use serde::{Deserialize, Serialize};

use super::attachment::Attachment;

/// Operations under way at most: each has a number below.
pub const COPY_OPS: usize = 16;

/// A page that is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MigrateCommand {
    /// The frame that has the page, by number.
    pub from: u64,
    /// The frame that gets it, in the same channels.
    pub to: u64,
    /// Physical address of its entry in the page table, 8 bytes.
    pub entry_address: u64,
    /// The entry as it is to be.
    pub entry: u64,
    /// It is copied inside DRAM, by one operation.
    pub bulk: bool,
}

/// What is done in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CopyOpKind {
    /// Reads a line, which memory keeps for the write of the same number.
    ReadLine,
    /// Writes it.
    WriteLine,
    /// Copies a page inside DRAM, in which the addressed one is.
    Bulk,
    /// Writes an entry of a page table.
    WriteEntry,
}

/// An operation in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopyOp {
    /// Read, write, or copy.
    pub what: CopyOpKind,
    /// Physical, of the line, page or entry.
    pub address: u64,
    /// Its number, which no other one under way has.
    pub tag: u8,
}

/// What it gets in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MigratorIn {
    /// Only if [`MigratorOut::ready`].
    pub command: Option<MigrateCommand>,
    /// [`MigratorOut::op`] is on its way.
    pub taken: bool,
    /// The operation of this number is done.
    pub done: Option<u8>,
}

/// What it says in a cycle, before it sees anything of that cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MigratorOut {
    /// It takes a command.
    pub ready: bool,
    /// Stays until it is taken.
    pub op: Option<CopyOp>,
    /// A page is copied, and its entry written.
    pub over: bool,
}

/// One beside the shared TLB, stepped in every cycle of the SM clock while a command waits or is under way.
pub trait PageMigrator: Attachment {
    /// The outputs of the coming cycle.
    fn out(&self) -> MigratorOut;

    /// Ends a cycle in which the inputs are these.
    fn step(&mut self, input: &MigratorIn);
}
