// SPDX-License-Identifier: Apache-2.0
//! Parameters of SMS (specification section 4) and the named configurations.

use serde::{Deserialize, Serialize};

use crate::clog2;
use crate::dram_timing::{channel_table, Channel, Timing};
use crate::params::{
    choice, configurations, number, power_of_two, Param, ParamError, Parameters, Range, Size,
};

choice! {
    /// Which requests the global bypass counts (decision DEC-4).
    pub enum BypassScope {
        /// All of the controller, until completion.
        Controller = "mc",
        /// Those in the bank FIFOs of stage 3.
        CommandScheduler = "dcs",
    }
}

/// Everything that is fixed when the RTL is emitted, and the values that its run-time inputs `cfg_*` get in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Sources and DRAM.
    pub channel: Channel,
    /// Entries of a CPU's FIFO in stage 1, 2..=32.
    pub cpu_fifo: u32,
    /// Entries of a GPU's FIFO in stage 1, 2..=32.
    pub gpu_fifo: u32,
    /// Entries of a bank's FIFO in stage 3, 2..=32.
    pub dcs_fifo: u32,
    /// `cfg_p_q10` of a run: probability of a shortest-job-first pick x 1024, 0..=1024.
    pub p_q10: u32,
    /// `cfg_thr` of a run: age threshold of CPUs of low intensity in controller cycles, 0..=1022.
    pub thr_low: u32,
    /// Of CPUs of medium intensity.
    pub thr_med: u32,
    /// Of CPUs of high intensity.
    pub thr_high: u32,
    /// Of GPUs.
    pub thr_gpu: u32,
    /// Controller cycles of a classification window, 256..=65536.
    pub mpkc_window: u32,
    /// Fewer arrivals than this in a window: low intensity.
    pub mpkc_lo: u32,
    /// More arrivals than this in a window: high intensity.
    pub mpkc_hi: u32,
    /// Multiplies the arrivals before the comparison (decision DEC-11), 1..=8.
    pub mpkc_scale: u32,
    /// `cfg_gb_thr` of a run: global bypass below this many requests, 0 (off)..=64.
    pub gb_thr: u32,
    /// What a full FIFO of stage 1 does to the batch being formed (decision DEC-12): 0 makes it ready, and it goes on growing while it
    /// is not drained; 1 closes it if it has filled the FIFO alone; 2 closes it whatever stands before it.
    pub full_closes: u32,
    /// Which requests the global bypass counts.
    pub gb_scope: BypassScope,
    /// Bits of a CPU's count of requests in flight; its source is refused at the largest value.
    pub cpu_inflight_bits: u32,
    /// Bits of a GPU's count of requests in flight.
    pub gpu_inflight_bits: u32,
    /// Bits of a CPU's count of arrivals in a window; it saturates.
    pub mpkc_bits: u32,
    /// Pick only batches whose bank FIFO has room (decision DEC-6).
    pub pick_checks_space: bool,
    /// A request of a CPU of low intensity goes to its bank's FIFO in the cycle after its arrival, beside the batches (decision DEC-9).
    pub low_path: bool,
}

/// The parameter table (specification section 4). D is the dissertation, ISCA the conference version.
const PARAMS: &[Param<Params>] = channel_table! {
    cpu_fifo (cpu_fifo): Number, number(2, 32), 10, "D 5.3.4", "entries of a CPU's FIFO, its largest batch";
    gpu_fifo (gpu_fifo): Number, number(2, 32), 20, "D 5.3.4", "entries of a GPU's FIFO, its largest batch";
    dcs_fifo (dcs_fifo): Number, number(2, 32), 15, "D 5.3.4", "entries of a bank's command FIFO";
    p_q10 (p_q10): Number, number(0, 1024), 922, "D 5.3.2",
        "probability of a shortest-job-first pick x 1024; run-time";
    thr_low (thr_low): Number, number(0, 1022), 0, "D 5.3.2, DEC-2",
        "age threshold of low intensity, cycles; run-time";
    thr_med (thr_med): Number, number(0, 1022), 13, "D 5.3.2, DEC-2",
        "age threshold of medium intensity, cycles; run-time";
    thr_high (thr_high): Number, number(0, 1022), 50, "D 5.3.2, DEC-2",
        "age threshold of high intensity, cycles; run-time";
    thr_gpu (thr_gpu): Number, number(0, 1022), 200, "ISCA 5, DEC-2", "age threshold of the GPU, cycles; run-time";
    mpkc_window (mpkc_window): Number, number(256, 65536), 2500, "ISCA fn 7",
        "cycles of an intensity classification window";
    mpkc_lo (mpkc_lo): Number, number(0, 65535), 10, "ISCA fn 7", "fewer arrivals in a window: low intensity";
    mpkc_hi (mpkc_hi): Number, number(0, 65535), 100, "ISCA fn 7", "more arrivals in a window: high intensity";
    mpkc_scale (mpkc_scale): Number, number(1, 8), 1, "DEC-11", "multiplies the arrivals before the comparison";
    gb_thr (gb_thr): Number, number(0, 64), 16, "D 5.3.2",
        "global bypass below this many requests, 0 is off; run-time";
    full_closes (full_closes): Number, number(0, 2), 1, "DEC-12",
        "a full FIFO closes its youngest batch: 0 never, 1 if it is the only one, 2 always";
    gb_scope (gb_scope): Choice, Range::Words(BypassScope::WORDS), "mc", "DEC-4",
        "requests that the bypass counts: controller or command scheduler";
    cpu_inflight_bits (cpu_inflight_bits): Number, number(2, 10), 5, "D Table 5.1",
        "bits of a CPU's count in flight; refused at the largest";
    gpu_inflight_bits (gpu_inflight_bits): Number, number(4, 12), 10, "D Table 5.1",
        "bits of a GPU's count in flight";
    mpkc_bits (mpkc_bits): Number, number(2, 16), 10, "D Table 5.1",
        "bits of a CPU's count of arrivals, saturating";
    pick_checks_space (pick_checks_space): Flag, Range::Flag, 0, "DEC-6",
        "pick only batches whose bank FIFO has room";
    low_path (low_path): Flag, Range::Flag, 0, "DEC-9",
        "CPUs of low intensity have their own path to stage 3";
};

impl Parameters for Params {
    const UNIT: &'static str = "SMS";
    const FILE: &'static str = "host/units/src/sms/params.rs";
    const TABLE: &'static [Param<Params>] = PARAMS;
    const RUN_TIME: &'static [&'static str] =
        &["p_q10", "thr_low", "thr_med", "thr_high", "thr_gpu", "gb_thr"];

    configurations! {
        "paper" => PAPER,
        "cpu4" => CPU4,
        "cpu8" => CPU8,
        "cpu32" => CPU32,
        "gtx480" => GTX480,
        "small" => SMALL,
        "variant" => VARIANT,
        "tiny" => TINY,
    }

    /// Those with the paper's channel and depths, by the number of CPUs.
    fn size(&self) -> Option<Size> {
        let Channel { n_cpu, n_gpu, .. } = self.channel;
        let label = format!("{} sources", n_cpu + n_gpu);
        (*self == Params::with_cpus(n_cpu)).then(|| Size { series: "SMS", requests: self.entries(), label })
    }

    fn check_together(&self) -> Result<(), ParamError> {
        self.channel.check::<Params>()?;
        let bad = |key, value: u32, range| {
            Err(ParamError::BadValue { unit: Params::UNIT, key, value: value.to_string(), range })
        };
        if self.mpkc_lo > self.mpkc_hi {
            return bad("mpkc_lo", self.mpkc_lo, format!("at most mpkc_hi, which is {}", self.mpkc_hi));
        }
        let most = ((1 << self.mpkc_bits) - 1) * self.mpkc_scale;
        if self.mpkc_hi >= most {
            return bad(
                "mpkc_hi",
                self.mpkc_hi,
                format!("below the largest count x mpkc_scale, which is {most}"),
            );
        }
        let needed = clog2(self.most_of_a_gpu() + 1) as u32;
        if self.gpu_inflight_bits < needed {
            let range = format!("at least {needed}, for all requests that the controller can hold for a GPU");
            return bad("gpu_inflight_bits", self.gpu_inflight_bits, range);
        }
        Ok(())
    }
}

impl Params {
    /// The paper's: 300 entries for 16 CPUs and a GPU.
    pub const PAPER: Params = Params {
        channel: Channel::PAPER,
        cpu_fifo: 10,
        gpu_fifo: 20,
        dcs_fifo: 15,
        p_q10: 922,
        thr_low: 0,
        thr_med: 13,
        thr_high: 50,
        thr_gpu: 200,
        mpkc_window: 2500,
        mpkc_lo: 10,
        mpkc_hi: 100,
        mpkc_scale: 1,
        gb_thr: 16,
        full_closes: 1,
        gb_scope: BypassScope::Controller,
        cpu_inflight_bits: 5,
        gpu_inflight_bits: 10,
        mpkc_bits: 10,
        pick_checks_space: false,
        low_path: false,
    };

    /// 4 CPUs.
    pub const CPU4: Params = Params::with_cpus(4);

    /// 8 CPUs.
    pub const CPU8: Params = Params::with_cpus(8);

    /// 32 CPUs.
    pub const CPU32: Params = Params::with_cpus(32);

    /// The paper's for the DRAM of a GTX 480, without CPUs.
    pub const GTX480: Params = Params { channel: Channel::GTX480, ..Params::PAPER };

    /// The paper's with another number of CPUs.
    pub const fn with_cpus(n_cpu: u32) -> Params {
        Params { channel: Channel { n_cpu, ..Channel::PAPER }, ..Params::PAPER }
    }

    /// Few sources, short FIFOs, narrow counters and short windows: many events in few cycles.
    pub const SMALL: Params = Params {
        channel: Channel::SMALL,
        cpu_fifo: 3,
        gpu_fifo: 4,
        dcs_fifo: 2,
        thr_high: 30,
        thr_gpu: 40,
        mpkc_window: 256,
        mpkc_lo: 4,
        mpkc_hi: 20,
        gb_thr: 5,
        full_closes: 2,
        cpu_inflight_bits: 3,
        gpu_inflight_bits: 5,
        mpkc_bits: 5,
        ..Params::PAPER
    };

    /// The other value of every switch, two GPUs, sizes that are no powers of two, and DRAM timing set B.
    pub const VARIANT: Params = Params {
        channel: Channel { n_cpu: 3, n_gpu: 2, timing: Timing::DDR3_1066, ..Channel::SMALL },
        cpu_fifo: 5,
        gpu_fifo: 6,
        dcs_fifo: 3,
        mpkc_scale: 3,
        mpkc_hi: 60,
        full_closes: 0,
        gb_scope: BypassScope::CommandScheduler,
        pick_checks_space: true,
        low_path: true,
        ..Params::SMALL
    };

    /// The smallest widths: what the proofs of the invariants run on.
    pub const TINY: Params = Params {
        channel: Channel::TINY,
        cpu_fifo: 2,
        gpu_fifo: 3,
        cpu_inflight_bits: 2,
        gpu_inflight_bits: 4,
        full_closes: 1,
        ..Params::SMALL
    };

    /// Entries of the FIFO of source `src`.
    pub fn depth(&self, src: u32) -> u32 {
        if src < self.channel.n_cpu {
            self.cpu_fifo
        } else {
            self.gpu_fifo
        }
    }

    /// Requests that all FIFOs hold together.
    pub fn entries(&self) -> u32 {
        let c = &self.channel;
        c.n_cpu * self.cpu_fifo + c.n_gpu * self.gpu_fifo + c.n_bank * self.dcs_fifo
    }

    /// Bits of a batch's length, 1 to the deepest FIFO.
    pub fn batch_width(&self) -> usize {
        clog2(self.cpu_fifo.max(self.gpu_fifo) + 1)
    }

    /// Most requests of one GPU that can be in flight: its FIFO, all bank FIFOs, and those whose data is under way.
    pub fn most_of_a_gpu(&self) -> u32 {
        let t = &self.channel.timing;
        let transfers = (t.t_cl.max(t.t_cwl) + t.t_bl).div_ceil(t.t_ccd) + 1;
        self.gpu_fifo + self.channel.n_bank * self.dcs_fifo + transfers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_and_configurations_agree() {
        crate::params::check_tables::<Params>();
    }

    #[test]
    fn the_paper_has_300_entries_and_the_widths_of_section_3() {
        let p = Params::PAPER;
        let c = p.channel;
        assert_eq!(p.entries(), 300);
        assert_eq!((c.src_width(), c.bank_width(), p.batch_width()), (5, 3, 5));
    }

    #[test]
    fn what_the_unit_gets_at_run_time_changes_no_hardware() {
        let p = Params { p_q10: 0, thr_gpu: 7, gb_thr: 3, ..Params::PAPER };
        assert_eq!((p.name(), p.hardware_name()), (None, Some("paper")));
        assert_eq!(Params { dcs_fifo: 9, ..p }.hardware_name(), None);
    }

    #[test]
    fn impossible_combinations_name_the_parameter_and_what_is_possible() {
        for (key, value, part) in [
            ("mpkc_lo", "101", "at most mpkc_hi"),
            ("mpkc_hi", "1023", "below the largest count"),
            ("gpu_inflight_bits", "7", "at least 8"),
            ("t_ras", "9", "at least t_rcd"),
            ("t_rc", "27", "at least t_ras"),
            ("t_cwl", "16", "at most t_cl + t_ccd + 1"),
            ("t_wr", "60", "at most 64"),
            ("t_wtr", "60", "at most 64"),
        ] {
            let mut p = Params::PAPER;
            p.set(key, value).unwrap();
            let e = p.validate().unwrap_err().to_string();
            assert!(e.contains(&format!("`{key}`")) && e.contains(value) && e.contains(part), "{e}");
        }
    }
}
