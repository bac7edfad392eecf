// SPDX-License-Identifier: Apache-2.0
//! SMS in the socket of a memory controller: a thin adapter over its ports.

use warpsmith_units::dram_timing::Channel;
use warpsmith_units::{sms, Snapshot, Unit};

use super::dram_ports::{ports_in, ports_out, shape};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, ControllerIn, ControllerOut, ControllerShape, MemoryController, UnitError};
use crate::stats::{unit_statistics, UnitStatistics, UnitStats};

unit_statistics! {
    /// Counted at each channel's `sms`.
    SmsStats of "sms", "`sms` of each channel, in the cycle of the pick; summed" {
        batches, "batches", "batches that were picked";
        shortest_job_first, "batches", "batches among them that were picked shortest job first, not in turn";
        batch_requests, "bursts", "requests in the batches that were picked";
    }
}

pub(super) const STATISTICS: Option<UnitStatistics> = Some(SmsStats::STATISTICS);

/// `sms` as the controller of one channel.
pub struct SmsController<U> {
    unit: U,
    channel: Channel,
    /// The configuration, without a request.
    idle: sms::In,
    stats: SmsStats,
}

impl<U: Unit<In = sms::In, Out = sms::Out>> SmsController<U> {
    /// Resets `unit`, made for `params`, and attaches it.
    pub fn new(mut unit: U, params: &sms::params::Params) -> Self {
        unit.reset();
        let (channel, idle) = (params.channel, sms::In::idle(params));
        Self { unit, channel, idle, stats: SmsStats::default() }
    }
}

impl<U: Snapshot> Saved for SmsController<U> {
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

impl<U: Unit + Snapshot + Send> Attachment for SmsController<U> {
    fn check(&self) -> Result<(), UnitError> {
        self.unit.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.stats);
    }
}

impl<U: Unit<In = sms::In, Out = sms::Out> + Snapshot + Send> MemoryController for SmsController<U> {
    fn shape(&self) -> ControllerShape {
        shape(&self.channel)
    }

    fn has_fifo_of_each_source(&self) -> bool {
        true
    }

    #[inline]
    fn step(&mut self, input: &ControllerIn) -> ControllerOut {
        let out = self.unit.step(&ports_in!(sms, input, {
            cpl_valid: input.completed.is_some(),
            cpl_src: input.completed.unwrap_or_default(),
            ..self.idle
        }));
        if out.stat_pick {
            self.stats.batches += 1;
            self.stats.shortest_job_first += u64::from(out.stat_sjf);
            self.stats.batch_requests += u64::from(out.stat_batch_len);
        }
        ports_out!(out)
    }
}
