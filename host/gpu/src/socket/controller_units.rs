// SPDX-License-Identifier: Apache-2.0
//! SMS and FR-FCFS in the socket of a memory controller: thin adapters over their ports.

use warpsmith_units::dram_timing::{self, Channel};
use warpsmith_units::{frfcfs, sms, Snapshot, Unit};

use super::{
    ControllerCommand, ControllerIn, ControllerOut, ControllerShape, Health, MemoryController, UnitError,
};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::stats::BatchStats;
use crate::types::Command;

/// The shape of a controller for this channel.
fn shape(channel: &Channel) -> ControllerShape {
    ControllerShape { sources: channel.n_src(), ids: 1 << channel.id_bits, rows: 1 << channel.row_bits }
}

/// Inputs of a unit, of which `$own` are its own beside the request's.
macro_rules! ports_in {
    ($unit:ident, $input:expr, { $($own:tt)* }) => {{
        let input: &ControllerIn = $input;
        let request = input.request.unwrap_or_default();
        $unit::In {
            req_valid: input.request.is_some(),
            req_src: request.source,
            req_id: request.id.into(),
            req_wr: request.write,
            req_bank: request.bank,
            req_row: request.row,
            req_col: request.column.into(),
            $($own)*
        }
    }};
}

/// Readiness and command of a unit's outputs.
macro_rules! ports_out {
    ($out:expr) => {{
        let out = &$out;
        let (bank, row) = (out.cmd_bank, out.cmd_row);
        let command = || match dram_timing::Command::of(out.cmd) {
            dram_timing::Command::Pre => Command::Precharge { bank },
            dram_timing::Command::Act => Command::Activate { bank, row },
            dram_timing::Command::Rd => Command::Read { bank },
            dram_timing::Command::Wr => Command::Write { bank },
        };
        let column = out.cmd >= dram_timing::Command::Rd as u8;
        ControllerOut {
            ready: out.src_ready,
            command: out.cmd_valid.then(|| ControllerCommand {
                command: command(),
                id: if column { out.cmd_id as u16 } else { 0 },
            }),
        }
    }};
}

/// `sms` as the controller of one channel.
pub struct SmsController<U> {
    unit: U,
    health: Health<U>,
    channel: Channel,
    /// The configuration, without a request.
    idle: sms::In,
    batches: BatchStats,
}

impl<U: Unit<In = sms::In, Out = sms::Out>> SmsController<U> {
    /// Resets `unit`, made for `params`, and attaches it.
    pub fn new(mut unit: U, health: Health<U>, params: &sms::params::Params) -> Self {
        unit.reset();
        let (channel, idle) = (params.channel, sms::In::idle(params));
        Self { unit, health, channel, idle, batches: BatchStats::default() }
    }
}

impl<U: Snapshot> Saved for SmsController<U> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        to.put(&self.batches)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        self.batches = from.take()?;
        Ok(())
    }
}

impl<U: Unit<In = sms::In, Out = sms::Out> + Snapshot + Send> MemoryController for SmsController<U> {
    fn shape(&self) -> ControllerShape {
        shape(&self.channel)
    }

    #[inline]
    fn step(&mut self, input: &ControllerIn) -> ControllerOut {
        let out = self.unit.step(&ports_in!(sms, input, {
            cpl_valid: input.completed.is_some(),
            cpl_src: input.completed.unwrap_or_default(),
            ..self.idle
        }));
        if out.stat_pick {
            self.batches.batches += 1;
            self.batches.shortest_job_first += u64::from(out.stat_sjf);
            self.batches.batch_requests += u64::from(out.stat_batch_len);
        }
        ports_out!(out)
    }

    fn batches(&self) -> BatchStats {
        self.batches
    }

    fn check(&self) -> Result<(), UnitError> {
        (self.health)(&self.unit).map_or(Ok(()), |e| Err(UnitError(e)))
    }
}

/// `frfcfs` as the controller of one channel.
pub struct FrfcfsController<U> {
    unit: U,
    health: Health<U>,
    channel: Channel,
}

impl<U: Unit<In = frfcfs::In, Out = frfcfs::Out>> FrfcfsController<U> {
    /// Resets `unit`, made for `params`, and attaches it.
    pub fn new(mut unit: U, health: Health<U>, params: &frfcfs::params::Params) -> Self {
        unit.reset();
        Self { unit, health, channel: params.channel }
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

impl<U: Unit<In = frfcfs::In, Out = frfcfs::Out> + Snapshot + Send> MemoryController for FrfcfsController<U> {
    fn shape(&self) -> ControllerShape {
        shape(&self.channel)
    }

    #[inline]
    fn step(&mut self, input: &ControllerIn) -> ControllerOut {
        ports_out!(self.unit.step(&ports_in!(frfcfs, input, {})))
    }

    fn check(&self) -> Result<(), UnitError> {
        (self.health)(&self.unit).map_or(Ok(()), |e| Err(UnitError(e)))
    }
}
