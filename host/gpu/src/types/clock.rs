// SPDX-License-Identifier: Apache-2.0
//! The frequencies of a machine's clocks.

use serde::{Deserialize, Serialize};

/// Nominal frequencies in MHz.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSpec {
    /// The SMs.
    pub sm_mhz: u32,
    /// The crossbar.
    pub icnt_mhz: u32,
    /// The L2 sub-partitions.
    pub l2_mhz: u32,
    /// The command clock; data moves at four times this rate per pin.
    pub dram_mhz: u32,
}

impl ClockSpec {
    /// SM cycles at NOMINAL that so many nanoseconds take, a begun one included.
    pub fn sm_cycles(&self, ns: u64) -> u64 {
        (ns * u64::from(self.sm_mhz)).div_ceil(1000)
    }

    /// Frequencies in MHz in the order of `Domain::ALL`.
    pub fn base_mhz(&self) -> [u32; 4] {
        [self.sm_mhz, self.icnt_mhz, self.l2_mhz, self.dram_mhz]
    }
}
