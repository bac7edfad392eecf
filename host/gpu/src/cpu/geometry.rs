// SPDX-License-Identifier: Apache-2.0
//! The DRAM as the cores see it: where the burst of an address lies.

use serde::{Deserialize, Serialize};

use crate::machine::MachineSpec;
use crate::mem::address::AddressMap;
use crate::types::{Addr, LineSize, Place};

/// A burst in DRAM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    pub channel: u8,
    pub place: Place,
    /// In bursts from the start of the row.
    pub column: u16,
}

/// The DRAM that the cores see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Geometry {
    map: AddressMap,
    lines: LineSize,
    pub channels: u32,
    pub banks: u32,
    pub rows: u32,
    /// Bursts of a row.
    pub columns: u32,
    burst_bytes: u64,
    bursts_per_line: u64,
    sub_bits: u32,
}

impl Geometry {
    pub fn new(machine: &MachineSpec, rows: u32) -> Geometry {
        let dram = &machine.dram;
        Geometry {
            map: AddressMap::new(machine),
            lines: machine.lines(),
            channels: dram.channels,
            banks: dram.banks,
            rows,
            columns: dram.row_bytes / dram.burst_bytes(),
            burst_bytes: dram.burst_bytes().into(),
            bursts_per_line: machine.bursts_per_line().into(),
            sub_bits: machine.l2.sub_partitions_per_channel.ilog2(),
        }
    }

    /// Bytes of all channels.
    pub fn bytes(&self) -> u64 {
        [self.channels, self.banks, self.rows, self.columns].map(u64::from).iter().product::<u64>()
            * self.burst_bytes
    }

    /// Where a physical address lies; addresses beyond the last row wrap.
    pub fn target(&self, address: u64) -> Target {
        let home = self.map.home(self.lines.line(Addr(address)));
        let mut place = self.map.place(home.partition, home.local);
        place.row &= self.rows - 1;
        let burst = address / self.burst_bytes % self.bursts_per_line;
        Target {
            channel: (home.partition >> self.sub_bits) as u8,
            place,
            column: (u64::from(self.map.column(home.local).0) * self.bursts_per_line + burst) as u16,
        }
    }
}
