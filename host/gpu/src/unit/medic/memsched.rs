// SPDX-License-Identifier: Apache-2.0
//! `medic_memsched` in the socket of a memory controller: a thin adapter over its ports. What L2 sends with a priority above
//! the normal one goes into the high queue.

use warpsmith_units::dram_timing::Channel;
use warpsmith_units::medic::memsched::{In, Out};
use warpsmith_units::medic::params::Params;
use warpsmith_units::{Snapshot, Unit};

use super::stats::MedicStats;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, ControllerIn, ControllerOut, ControllerShape, MemoryController, UnitError};
use crate::stats::UnitStats;
use crate::types::Priority;
use crate::unit::dram_ports::command_out;

/// `medic_memsched` as the controller of one channel.
pub struct MedicController<U> {
    unit: U,
    channel: Channel,
    stats: MedicStats,
}

impl<U: Unit<In = In, Out = Out>> MedicController<U> {
    /// Resets `unit`, made for `params`, and attaches it.
    pub fn new(mut unit: U, params: &Params) -> Self {
        unit.reset();
        Self { unit, channel: params.channel, stats: MedicStats::default() }
    }
}

impl<U: Snapshot> Saved for MedicController<U> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        to.put(&self.stats)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        self.stats = from.take()?;
        Ok(())
    }
}

impl<U: Unit + Snapshot + Send> Attachment for MedicController<U> {
    fn check(&self) -> Result<(), UnitError> {
        self.unit.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.stats);
    }
}

/// Whether requests of this class are for the high queue.
fn is_high(priority: Priority) -> bool {
    priority != Priority::Normal
}

impl<U: Unit<In = In, Out = Out> + Snapshot + Send> MemoryController for MedicController<U> {
    fn shape(&self) -> ControllerShape {
        ControllerShape::ports(1, 1 << self.channel.id_bits, 1 << self.channel.row_bits)
    }

    fn entry(&self, _: u8, priority: Priority, _: bool) -> u8 {
        u8::from(is_high(priority))
    }

    #[inline]
    fn step(&mut self, input: &ControllerIn) -> ControllerOut {
        let request = input.request.unwrap_or_default();
        let high = is_high(request.priority);
        if input.request.is_some() {
            *if high { &mut self.stats.high_bursts } else { &mut self.stats.low_bursts } += 1;
        }
        let out = self.unit.step(&In {
            enq_valid: input.request.is_some(),
            enq_hi: high,
            enq_id: request.id.into(),
            enq_wr: request.write,
            enq_bank: request.bank,
            enq_row: request.row,
            enq_col: request.column.into(),
        });
        command_out!(out, u64::from(out.rdy_lo) | u64::from(out.rdy_hi) << 1)
    }
}
