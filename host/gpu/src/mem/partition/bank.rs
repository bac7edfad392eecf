// SPDX-License-Identifier: Apache-2.0
//! A bank of an L2 sub-partition: its queue, its tags, and those whose line has come. The lowest bits of a line's number in
//! the sub-partition are the bank's; the others are the line's number in the bank.

use serde::{Deserialize, Serialize};

use super::answers::Answers;
use super::bank_queue::BankQueue;
use super::tag_stage::TagStage;
use crate::machine::MachineSpec;
use crate::mem::lookahead::Lookahead;
use crate::types::Line;

/// One bank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bank {
    number: u32,
    bits: u32,
    pub queue: BankQueue,
    pub tags: TagStage,
    pub answers: Answers,
}

impl Bank {
    /// Bank `number` of a sub-partition, empty.
    pub fn new(machine: &MachineSpec, lookahead: &Lookahead, number: u32) -> Bank {
        let spec = machine.l2.banks();
        Bank {
            number,
            bits: spec.banks.ilog2(),
            queue: BankQueue::new(lookahead, &spec),
            tags: TagStage::new(&machine.l2, machine.lines()),
            answers: Answers::new(machine),
        }
    }

    /// Its number in the sub-partition.
    #[inline]
    pub fn number(&self) -> usize {
        self.number as usize
    }

    /// The number of a line of this bank, by that in the sub-partition.
    #[inline]
    pub fn line(&self, local: Line) -> Line {
        Line(local.0 >> self.bits)
    }

    /// The reverse.
    #[inline]
    pub fn line_of_partition(&self, line: Line) -> Line {
        Line(line.0 << self.bits | u64::from(self.number))
    }
}
