// SPDX-License-Identifier: Apache-2.0
//! Hazard control of a TLP core (Xiang et al. 2014, §IV; specification of ILP, section 2.0): one instruction of a warp is in
//! flight, and the next one is fetched when that has written its result.

use serde::{Deserialize, Serialize};

use crate::socket::{HazardControl, HazardOut, Issued, PipelineEvents, Place, WarpRegisters};

/// Hazard control of an SM that switches warps at every instruction.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OneInFlight {
    /// Warps with a decoded instruction, and those with one in flight.
    decoded: u64,
    busy: u64,
    refetch: u32,
}

impl OneInFlight {
    /// For a front end that takes `latency` cycles.
    pub fn new(latency: u32) -> OneInFlight {
        OneInFlight { decoded: 0, busy: 0, refetch: latency }
    }
}

impl HazardControl for OneInFlight {
    fn launched(&mut self, _warp: u32, _registers: &WarpRegisters) {}

    fn ready(&mut self, _: &PipelineEvents, _slot: bool) -> u64 {
        self.decoded & !self.busy
    }

    fn step(&mut self, events: &PipelineEvents, issued: Option<&Issued>) -> HazardOut {
        let over = events.over();
        self.busy &= !over;
        if let Some(next) = &events.decoded {
            self.decoded |= 1 << next.warp;
        }
        let Some(issued) = issued else { return HazardOut { over, ..HazardOut::default() } };
        let bit = 1 << issued.instruction.warp;
        self.decoded &= !bit;
        self.busy |= bit;
        HazardOut { place: Some(Place::Direct), refetches: true, prediction: None, over }
    }

    fn refetch(&self) -> u32 {
        self.refetch
    }
}
