// SPDX-License-Identifier: Apache-2.0
//! The ports of `sms`.

use super::params::Params;
use crate::dram_timing::controller_ports;

/// Thresholds of `cfg_thr`: those of the three CPU classes, then the GPU's.
pub const THRESHOLDS: usize = 4;

/// Bits of one threshold and of the age that it is compared with.
pub const AGE_BITS: usize = 10;

controller_ports! {
    /// Inputs of `sms` in one controller cycle (specification section 5).
    In {
        /// The data transfer of a request has finished: tCL + tBL cycles after RD, tCWL + tBL after WR.
        cpl_valid: bool = 1;
        /// Source of that request.
        cpl_src: u8 = p.channel.src_width();
        /// Probability of a shortest-job-first pick x 1024, 0..=1024.
        cfg_p_q10: u32 = 11;
        /// Age thresholds in cycles, 10 bits each: low, medium, high intensity, GPU; low lowest.
        cfg_thr: u64 = THRESHOLDS * AGE_BITS;
        /// Global bypass below this many requests, from the next cycle on; 0 is off.
        cfg_gb_thr: u8 = 7;
    }
    /// Outputs of `sms`, as seen in the following cycle. All are functions of registers.
    Out {
        /// Pulse: the last request of a picked batch has moved to its bank's FIFO.
        stat_pick: bool = 1;
        /// Source of that batch; 0 without the pulse, like the ports that follow.
        stat_pick_src: u8 = p.channel.src_width();
        /// The batch was picked shortest job first, not round robin.
        stat_sjf: bool = 1;
        /// Requests of the batch.
        stat_batch_len: u8 = p.batch_width();
        /// Intensity class of each CPU (0 low, 1 medium, 2 high), two bits each, CPU 0 lowest; one bit of 0 without CPUs.
        stat_class: u64 = (2 * p.channel.n_cpu as usize).max(1);
    }
    p: Params
}

impl In {
    /// No request and no completion, and the configuration of `params`.
    pub fn idle(params: &Params) -> In {
        let thr = [params.thr_low, params.thr_med, params.thr_high, params.thr_gpu];
        In {
            cfg_p_q10: params.p_q10,
            cfg_thr: pack_thresholds(thr),
            cfg_gb_thr: params.gb_thr as u8,
            ..In::default()
        }
    }

    /// The source whose request has completed.
    pub(super) fn completed(&self, params: &Params) -> Option<usize> {
        let src = usize::from(self.cpl_src) & ((1 << params.channel.src_width()) - 1);
        (self.cpl_valid && src < params.channel.n_src() as usize).then_some(src)
    }
}

/// The port `cfg_thr` from its elements.
pub fn pack_thresholds(thr: [u32; THRESHOLDS]) -> u64 {
    thr.into_iter().rev().fold(0, |packed, t| packed << AGE_BITS | u64::from(t) & ((1 << AGE_BITS) - 1))
}
