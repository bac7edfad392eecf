// SPDX-License-Identifier: Apache-2.0
//! Which column commands are the first in their row, and what their bank was before.

use serde::{Deserialize, Serialize};

/// What a bank was before the row was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Opening {
    /// Closed since reset.
    Closed,
    /// Open with another row.
    Other,
}

/// The rows of one channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rows {
    /// By bank: the row was opened and not yet used.
    fresh: Vec<Option<Opening>>,
    /// By bank: whether a row was ever closed.
    used: u64,
}

impl Rows {
    pub fn new(banks: u32) -> Rows {
        Rows { fresh: vec![None; banks as usize], used: 0 }
    }

    /// A row of the bank was opened.
    pub fn opened(&mut self, bank: u8) {
        let before = if self.used >> bank & 1 == 1 { Opening::Other } else { Opening::Closed };
        self.fresh[usize::from(bank)] = Some(before);
    }

    /// The row of the bank was closed.
    pub fn closed(&mut self, bank: u8) {
        self.used |= 1 << bank;
    }

    /// A column command; what the bank was before, if it is the first one in its row.
    pub fn used(&mut self, bank: u8) -> Option<Opening> {
        self.fresh[usize::from(bank)].take()
    }
}
