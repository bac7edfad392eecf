// SPDX-License-Identifier: Apache-2.0
//! `frfcfs` as a DRAM controller under test.

use warpsmith_units::dram_timing::Channel;
use warpsmith_units::frfcfs::params::Params;
use warpsmith_units::frfcfs::{FrFcfs, In, Out};

use crate::dram::{self, Batch, Controller};

/// One `frfcfs` with its DRAM.
pub type Driver = dram::Driver<FrFcfs>;

impl Controller for FrFcfs {
    fn channel(params: &Params) -> &Channel {
        &params.channel
    }

    /// It does not count what is in flight.
    fn complete(_: &mut In, _: u8) {}

    fn batch(_: &Out) -> Option<Batch> {
        None
    }
}
