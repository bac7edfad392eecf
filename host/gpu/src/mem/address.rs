// SPDX-License-Identifier: Apache-2.0
//! Where a line lives: the sub-partition of L2 that caches it, the bank and row of DRAM that hold it.
//!
//! Channels take turns every `interleave_bytes`, and the sub-partitions of a channel take turns within it. A
//! sub-partition numbers its own lines densely; L2 sets and DRAM rows are made from those local numbers.

use serde::{Deserialize, Serialize};

use crate::machine::{BankIndex, MachineSpec};
use crate::types::{Line, Place};

/// The L2 sub-partition of a line and the line's number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Home {
    /// Sub-partition, 0..channels * sub_partitions_per_channel; consecutive ones share a channel.
    pub partition: usize,
    /// The line's number among the lines of the sub-partition.
    pub local: Line,
}

/// A line's position in its row, in lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column(pub u16);

/// The mapping of a machine. All counts but the channels are powers of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressMap {
    channels: u64,
    chunk_bits: u32,
    sub_bits: u32,
    row_bits: u32,
    bank_bits: u32,
    bank_index: BankIndex,
}

impl AddressMap {
    /// The mapping of a `machine` whose values have been checked.
    pub fn new(machine: &MachineSpec) -> AddressMap {
        let lines = |bytes: u32| (bytes / machine.line_bytes).ilog2();
        let sub_bits = machine.l2.sub_partitions_per_channel.ilog2();
        AddressMap {
            channels: u64::from(machine.dram.channels),
            chunk_bits: lines(machine.dram.interleave_bytes),
            sub_bits,
            row_bits: lines(machine.dram.row_bytes),
            bank_bits: machine.dram.banks.ilog2() - sub_bits,
            bank_index: machine.dram.bank_index,
        }
    }

    /// The home of a line.
    pub fn home(&self, line: Line) -> Home {
        let chunk = line.0 >> self.chunk_bits;
        let (turn, channel) = (chunk / self.channels, chunk % self.channels);
        let sub = turn & mask(self.sub_bits);
        let within = line.0 & mask(self.chunk_bits);
        Home {
            partition: ((channel << self.sub_bits) | sub) as usize,
            local: Line((turn >> self.sub_bits) << self.chunk_bits | within),
        }
    }

    /// The bank and row of a line of `partition`. Each sub-partition has its own banks: those whose number ends
    /// in its own.
    pub fn place(&self, partition: usize, local: Line) -> Place {
        let sub = partition as u64 & mask(self.sub_bits);
        let above = local.0 >> self.row_bits;
        let row = above >> self.bank_bits;
        let bank = match self.bank_index {
            BankIndex::Linear => above,
            BankIndex::Xor => above ^ row,
        } & mask(self.bank_bits);
        Place { bank: (bank << self.sub_bits | sub) as u8, row: row as u32 }
    }

    /// The position in its row of a sub-partition's line.
    pub fn column(&self, local: Line) -> Column {
        Column((local.0 & mask(self.row_bits)) as u16)
    }
}

fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}
