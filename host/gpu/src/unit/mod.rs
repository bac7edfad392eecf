// SPDX-License-Identifier: Apache-2.0
//! Units in their sockets, one folder each: thin adapters over the ports of the unit's modules, so that the reference
//! model, the Verilated RTL and the lockstep of both take the same path, and what the unit counts of itself.
//!
//! Nothing outside this folder knows a unit's words.

mod dram_ports;

use crate::stats::UnitStatistics;

/// One folder a unit. A unit has a constant `STATISTICS`.
macro_rules! folders {
    ($($unit:ident: $($module:ident)+;)*) => {
        $(pub mod $unit;)*

        /// What the units count, in their order.
        pub(crate) const STATISTICS: &[Option<UnitStatistics>] = &[$($unit::STATISTICS),*];
    };
}
warpsmith_units::units!(folders);
