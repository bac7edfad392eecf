// SPDX-License-Identifier: Apache-2.0
//! Typed numbers: cycles of different clocks, addresses, lines and sizes do not mix. And what else everyone needs; nothing
//! here imports another part of the crate.

mod bits;
mod clock;
mod line_size;
mod memory;
mod requester;

pub(crate) use bits::bits;
pub use clock::ClockSpec;
pub use line_size::LineSize;
pub use memory::{Command, MemKind, Place, Priority};
pub use requester::{Origin, PrefetchTag, Requester, WarpTag, ONLY_APPLICATION};

use serde::{Deserialize, Serialize};

/// Bytes in a sector of a line, the unit in which stores and loads past the L1 move (Fermi: 32).
pub const SECTOR_BYTES: u64 = 32;

macro_rules! number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u64);
    };
}

macro_rules! cycles {
    ($(#[$doc:meta])* $name:ident) => {
        number!($(#[$doc])* $name);

        impl std::ops::Add<u64> for $name {
            type Output = $name;
            fn add(self, cycles: u64) -> $name {
                $name(self.0 + cycles)
            }
        }

        impl std::ops::Sub for $name {
            type Output = u64;
            fn sub(self, earlier: $name) -> u64 {
                self.0 - earlier.0
            }
        }

        impl $name {
            /// The cycle after this one.
            pub fn next(self) -> $name {
                $name(self.0 + 1)
            }
        }
    };
}

cycles!(
    /// A cycle of the SM clock.
    SmCycle
);
cycles!(
    /// A cycle of the interconnect clock.
    IcntCycle
);
cycles!(
    /// A cycle of the L2 clock.
    L2Cycle
);
cycles!(
    /// A cycle of the DRAM command clock.
    DramCycle
);
number!(
    /// A byte address in the device's address space.
    Addr
);
number!(
    /// A line number: the address divided by the [size of a line](LineSize).
    Line
);
number!(
    /// A number of bytes.
    Bytes
);
number!(
    /// Elapsed time in ticks of a `ClockTree`, which alone knows how long a tick is.
    Ticks
);

/// A clock of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Domain {
    /// The SMs, their caches and what is attached to them.
    Sm = 0,
    /// The crossbar.
    Icnt = 1,
    /// The L2 sub-partitions.
    L2 = 2,
    /// The DRAM channels: the command clock.
    Dram = 3,
}

impl Domain {
    /// Every domain, in the order of its discriminant.
    pub const ALL: [Domain; 4] = [Domain::Sm, Domain::Icnt, Domain::L2, Domain::Dram];

    /// The voltage/frequency group that the domain belongs to.
    pub fn group(self) -> Group {
        match self {
            Domain::Sm => Group::Sm,
            Domain::Icnt | Domain::L2 | Domain::Dram => Group::Memory,
        }
    }
}

/// Domains whose voltage and frequency move together (Equalizer, section 2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// All SMs.
    Sm = 0,
    /// Interconnect, L2, memory controllers and DRAM.
    Memory = 1,
}

/// A voltage/frequency level: 0.85, 1 or 1.15 of nominal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// 0.85 of nominal.
    Low = 0,
    /// As the machine file says.
    #[default]
    Nominal = 1,
    /// 1.15 of nominal.
    High = 2,
}

impl Level {
    /// Every level, lowest first.
    pub const ALL: [Level; 3] = [Level::Low, Level::Nominal, Level::High];

    /// The frequency in twentieths of nominal: 17, 20 or 23 (Equalizer, section 5.3).
    pub const fn weight(self) -> u64 {
        match self {
            Level::Low => 17,
            Level::Nominal => 20,
            Level::High => 23,
        }
    }

    /// Voltage and frequency relative to nominal; voltage is linear with frequency.
    pub fn scale(self) -> f64 {
        self.weight() as f64 / Level::Nominal.weight() as f64
    }
}
