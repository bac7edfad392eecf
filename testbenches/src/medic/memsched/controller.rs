// SPDX-License-Identifier: Apache-2.0
//! `medic_memsched` as a DRAM controller under test; its sources are its queues.

use warpsmith_units::dram_timing::Channel;
use warpsmith_units::medic::memsched::{In, Out};
use warpsmith_units::medic::params::Params;
use warpsmith_units::medic::Memsched;

use crate::dram::{self, Batch, Controller};

/// One `medic_memsched` with its DRAM.
pub type Driver = dram::Driver<Memsched>;

impl Controller for Memsched {
    fn channel(params: &Params) -> &Channel {
        &params.channel
    }

    /// It does not count what is in flight.
    fn complete(_: &mut In, _: u8) {}

    fn batch(_: &Out) -> Option<Batch> {
        None
    }
}
