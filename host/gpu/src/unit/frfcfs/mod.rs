// SPDX-License-Identifier: Apache-2.0
//! FR-FCFS in the socket of a memory controller: a thin adapter over its ports.

use warpsmith_units::dram_timing::Channel;
use warpsmith_units::{frfcfs, Snapshot, Unit};

use super::dram_ports::{ports_in, ports_out, shape};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, ControllerIn, ControllerOut, ControllerShape, MemoryController, UnitError};
use crate::stats::UnitStatistics;

/// It counts nothing of itself.
pub(super) const STATISTICS: Option<UnitStatistics> = None;

/// `frfcfs` as the controller of one channel.
pub struct FrfcfsController<U> {
    unit: U,
    channel: Channel,
}

impl<U: Unit<In = frfcfs::In, Out = frfcfs::Out>> FrfcfsController<U> {
    /// Resets `unit`, made for `params`, and attaches it.
    pub fn new(mut unit: U, params: &frfcfs::params::Params) -> Self {
        unit.reset();
        Self { unit, channel: params.channel }
    }
}

impl<U: Snapshot> Saved for FrfcfsController<U> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        Ok(self.unit.restore(from.take()?)?)
    }
}

impl<U: Unit + Snapshot + Send> Attachment for FrfcfsController<U> {
    fn check(&self) -> Result<(), UnitError> {
        self.unit.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }
}

impl<U: Unit<In = frfcfs::In, Out = frfcfs::Out> + Snapshot + Send> MemoryController for FrfcfsController<U> {
    fn shape(&self) -> ControllerShape {
        shape(&self.channel)
    }

    #[inline]
    fn step(&mut self, input: &ControllerIn) -> ControllerOut {
        ports_out!(self.unit.step(&ports_in!(frfcfs, input, {})))
    }
}
