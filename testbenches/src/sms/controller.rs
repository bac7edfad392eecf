// SPDX-License-Identifier: Apache-2.0
//! `sms` as a DRAM controller under test.

use warpsmith_units::dram_timing::Channel;
use warpsmith_units::sms::params::Params;
use warpsmith_units::sms::{pack_thresholds, In, Out, Sms, THRESHOLDS};

use crate::dram::{self, Batch, Controller};
use crate::BenchError;

/// One `sms` with its DRAM.
pub type Driver = dram::Driver<Sms>;

impl Controller for Sms {
    fn channel(params: &Params) -> &Channel {
        &params.channel
    }

    fn complete(input: &mut In, src: u8) {
        (input.cpl_valid, input.cpl_src) = (true, src);
    }

    fn batch(out: &Out) -> Option<Batch> {
        let batch = Batch { src: out.stat_pick_src, sjf: out.stat_sjf, len: out.stat_batch_len };
        out.stat_pick.then_some(batch)
    }
}

/// The paper's GPU.
pub const GPU: u8 = 16;

/// A threshold that lets batches open for as long as a bench lasts.
pub const NEVER: u32 = 1022;

/// The paper's controller without global bypass, with this threshold for all sources and this probability.
pub fn paper(thr: u32, p_q10: u32) -> Result<Driver, BenchError> {
    without_bypass(&Params::PAPER, thr, p_q10)
}

/// A controller without global bypass, with this threshold for all sources and this probability.
pub fn without_bypass(params: &Params, thr: u32, p_q10: u32) -> Result<Driver, BenchError> {
    let cfg_thr = pack_thresholds([thr; THRESHOLDS]);
    Driver::new(params, In { cfg_thr, cfg_p_q10: p_q10, cfg_gb_thr: 0, ..In::default() })
}

impl Driver {
    /// Sets the threshold of all sources.
    pub fn set_thresholds(&mut self, thr: u32) {
        self.h.input.cfg_thr = pack_thresholds([thr; THRESHOLDS]);
    }

    /// Class of a CPU.
    pub fn class(&self, cpu: u8) -> u64 {
        self.h.out.stat_class >> (2 * cpu) & 3
    }

    /// Entries in the FIFO of a source.
    pub fn entries(&self, src: u8) -> usize {
        self.h.model().state().0.formation.sources[usize::from(src)].fifo.len()
    }

    /// Requests of a source in flight.
    pub fn inflight(&self, src: u8) -> u32 {
        self.h.model().state().0.formation.sources[usize::from(src)].inflight
    }
}
