// SPDX-License-Identifier: Apache-2.0
//! What the parameters of SMS and FR-FCFS have in common (specification section 4).

use serde::{Deserialize, Serialize};

use super::request::{low, Request};
use crate::clog2;
use crate::params::{ParamError, Parameters};

/// DRAM timing in controller cycles, which are DRAM command clocks (specification section 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// ACT to RD or WR of the bank.
    pub t_rcd: u32,
    /// RD to the first data.
    pub t_cl: u32,
    /// PRE to ACT of the bank.
    pub t_rp: u32,
    /// ACT to PRE of the bank.
    pub t_ras: u32,
    /// ACT to ACT of the bank.
    pub t_rc: u32,
    /// ACT to ACT of any two banks.
    pub t_rrd: u32,
    /// End of write data to RD, any bank.
    pub t_wtr: u32,
    /// RD to PRE of the bank.
    pub t_rtp: u32,
    /// End of write data to PRE of the bank.
    pub t_wr: u32,
    /// WR to the first data.
    pub t_cwl: u32,
    /// RD to RD, WR to WR.
    pub t_ccd: u32,
    /// Cycles of data of one burst.
    pub t_bl: u32,
    /// Window in which at most four ACTs fall.
    pub t_faw: u32,
}

impl Timing {
    /// Set A: DDR3-1600, cycles of 1.25 ns (conference version, Table 2; tCWL, tCCD, tBL, tFAW from JEDEC).
    pub const DDR3_1600: Timing = Timing {
        t_rcd: 10,
        t_cl: 10,
        t_rp: 10,
        t_ras: 28,
        t_rc: 38,
        t_rrd: 5,
        t_wtr: 6,
        t_rtp: 6,
        t_wr: 12,
        t_cwl: 8,
        t_ccd: 4,
        t_bl: 4,
        t_faw: 32,
    };

    /// Set B: the dissertation's Table 5.2 read as cycles of DDR3-1066 (decision DEC-3).
    pub const DDR3_1066: Timing = Timing {
        t_rcd: 8,
        t_cl: 8,
        t_rp: 8,
        t_ras: 20,
        t_rc: 27,
        t_rrd: 4,
        t_wtr: 4,
        t_rtp: 4,
        t_wr: 6,
        t_cwl: 6,
        t_ccd: 4,
        t_bl: 4,
        t_faw: 20,
    };

    /// The shortest intervals that still differ where the rules do.
    pub const TINY: Timing = Timing {
        t_rcd: 2,
        t_cl: 2,
        t_rp: 2,
        t_ras: 4,
        t_rc: 7,
        t_rrd: 2,
        t_wtr: 1,
        t_rtp: 1,
        t_wr: 2,
        t_cwl: 1,
        t_ccd: 2,
        t_bl: 1,
        t_faw: 10,
    };

    /// The GDDR5 of a GTX 480 in cycles of 924 MHz, without bank groups: every column command keeps the distance that
    /// two in one group need, and four activations are limited by tRRD alone (public GTX480 configuration of
    /// GPGPU-Sim 3.2.2).
    pub const GTX480: Timing = Timing {
        t_rcd: 12,
        t_cl: 12,
        t_rp: 12,
        t_ras: 28,
        t_rc: 40,
        t_rrd: 6,
        t_wtr: 5,
        t_rtp: 2,
        t_wr: 12,
        t_cwl: 4,
        t_ccd: 3,
        t_bl: 2,
        t_faw: 24,
    };

    /// Cycles from RD to WR of any bank.
    pub fn read_to_write(&self) -> u32 {
        self.t_cl + self.t_ccd + 2 - self.t_cwl
    }

    /// Cycles from WR to RD of any bank.
    pub fn write_to_read(&self) -> u32 {
        self.t_cwl + self.t_bl + self.t_wtr
    }

    /// Cycles from WR to PRE of the bank.
    pub fn write_to_precharge(&self) -> u32 {
        self.t_cwl + self.t_bl + self.t_wr
    }

    /// Cycles from RD or WR (`write`) to the end of its data, when the request is complete.
    pub fn completion(&self, write: bool) -> u32 {
        self.t_bl + if write { self.t_cwl } else { self.t_cl }
    }
}

/// The sources and the DRAM of one controller, which is one channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Channel {
    /// CPU cores, 0..=32; sources `0..n_cpu`.
    pub n_cpu: u32,
    /// GPUs, 1..=4; the sources after the CPUs.
    pub n_gpu: u32,
    /// Banks (ranks x banks), a power of two, 4..=32.
    pub n_bank: u32,
    /// Bits of a row number, 1..=20.
    pub row_bits: u32,
    /// Bits of a column number, in bursts, 1..=12.
    pub col_bits: u32,
    /// Bits of a request's identification, 1..=16.
    pub id_bits: u32,
    /// Command timing.
    pub timing: Timing,
}

impl Channel {
    /// The paper's: 16 CPUs and a GPU, 8 banks of DDR3-1600.
    pub const PAPER: Channel = Channel {
        n_cpu: 16,
        n_gpu: 1,
        n_bank: 8,
        row_bits: 15,
        col_bits: 5,
        id_bits: 10,
        timing: Timing::DDR3_1600,
    };

    /// A channel of a GTX 480: no CPUs, 16 banks of 64 bursts a row.
    pub const GTX480: Channel =
        Channel { n_cpu: 0, n_bank: 16, col_bits: 6, timing: Timing::GTX480, ..Channel::PAPER };

    /// A small one, for many events in few cycles: 2 CPUs and a GPU, 4 banks.
    pub const SMALL: Channel =
        Channel { n_cpu: 2, n_bank: 4, row_bits: 6, col_bits: 3, id_bits: 6, ..Channel::PAPER };

    /// The smallest widths, with one CPU and one GPU.
    pub const TINY: Channel = Channel {
        n_cpu: 1,
        n_bank: 4,
        row_bits: 1,
        col_bits: 1,
        id_bits: 3,
        timing: Timing::TINY,
        ..Channel::PAPER
    };

    /// Sources: the CPUs, then the GPUs.
    pub fn n_src(&self) -> u32 {
        self.n_cpu + self.n_gpu
    }

    /// Bits of a source number, at least 1.
    pub fn src_width(&self) -> usize {
        clog2(self.n_src()).max(1)
    }

    /// Bits of a bank number.
    pub fn bank_width(&self) -> usize {
        clog2(self.n_bank)
    }

    /// The request as the ports of this channel carry it: bits above the widths dropped. `None` if there is no such
    /// source.
    pub(crate) fn fit(&self, r: Request) -> Option<Request> {
        let request = Request {
            src: low(r.src.into(), self.src_width()) as u8,
            id: low(r.id, self.id_bits as usize),
            wr: r.wr,
            bank: low(r.bank.into(), self.bank_width()) as u8,
            row: low(r.row, self.row_bits as usize),
            col: low(r.col, self.col_bits as usize),
        };
        (u32::from(request.src) < self.n_src()).then_some(request)
    }

    /// Checks what concerns several timing parameters at once: intervals that the counters cannot hold (more than
    /// 64 cycles) or that no device has.
    pub(crate) fn check<P: Parameters>(&self) -> Result<(), ParamError> {
        let t = &self.timing;
        let bad = |key: &'static str, value: u32, range: String| {
            Err(ParamError::BadValue { unit: P::UNIT, key, value: value.to_string(), range })
        };
        if t.t_cwl >= t.t_cl + t.t_ccd + 2 {
            let most = t.t_cl + t.t_ccd + 1;
            return bad("t_cwl", t.t_cwl, format!("at most t_cl + t_ccd + 1, which is {most}"));
        }
        if t.t_ras < t.t_rcd {
            return bad("t_ras", t.t_ras, format!("at least t_rcd, which is {}", t.t_rcd));
        }
        if t.t_rc < t.t_ras {
            return bad("t_rc", t.t_rc, format!("at least t_ras, which is {}", t.t_ras));
        }
        for (key, value, sum, cycles) in [
            ("t_wr", t.t_wr, "t_cwl + t_bl + t_wr", t.write_to_precharge()),
            ("t_wtr", t.t_wtr, "t_cwl + t_bl + t_wtr", t.write_to_read()),
            ("t_cl", t.t_cl, "t_cl - t_cwl + t_ccd + 2", t.read_to_write()),
        ] {
            if cycles > 64 {
                return bad(key, value, format!("such that {sum} is at most 64; it is {cycles}"));
            }
        }
        Ok(())
    }
}

/// The parameter table of a controller: its own rows (see `table!`), then those of its `channel`.
macro_rules! channel_table {
    ($($rows:tt)*) => {
        $crate::params::table! {
            n_cpu (channel.n_cpu): Number, number(0, 32), 16, "D 5.3.4", "CPU cores, the first sources";
            n_gpu (channel.n_gpu): Number, number(1, 4), 1, "D 5.3.4", "GPUs, the sources after the CPUs";
            n_bank (channel.n_bank): Number, power_of_two(4, 32), 8, "D Table 5.2",
                "banks of the channel (ranks x banks)";
            row_bits (channel.row_bits): Number, number(1, 20), 15, "chosen", "bits of a row number";
            col_bits (channel.col_bits): Number, number(1, 12), 5, "chosen", "bits of a column number, in bursts";
            id_bits (channel.id_bits): Number, number(1, 16), 10, "chosen", "bits of a request's identification";
            $($rows)*
            t_rcd (channel.timing.t_rcd): Number, number(1, 64), 10, "ISCA Table 2",
                "controller cycles from ACT to RD or WR of the bank";
            t_cl (channel.timing.t_cl): Number, number(1, 64), 10, "ISCA Table 2", "from RD to its data";
            t_rp (channel.timing.t_rp): Number, number(1, 64), 10, "ISCA Table 2", "from PRE to ACT of the bank";
            t_ras (channel.timing.t_ras): Number, number(1, 64), 28, "ISCA Table 2", "from ACT to PRE of the bank";
            t_rc (channel.timing.t_rc): Number, number(1, 64), 38, "ISCA Table 2", "from ACT to ACT of the bank";
            t_rrd (channel.timing.t_rrd): Number, number(1, 64), 5, "ISCA Table 2",
                "from ACT to ACT of any banks";
            t_wtr (channel.timing.t_wtr): Number, number(1, 64), 6, "ISCA Table 2",
                "from the end of write data to RD";
            t_rtp (channel.timing.t_rtp): Number, number(1, 64), 6, "ISCA Table 2", "from RD to PRE of the bank";
            t_wr (channel.timing.t_wr): Number, number(1, 64), 12, "ISCA Table 2",
                "from the end of write data to PRE of the bank";
            t_cwl (channel.timing.t_cwl): Number, number(1, 64), 8, "JEDEC", "from WR to its data";
            t_ccd (channel.timing.t_ccd): Number, number(1, 64), 4, "JEDEC", "from RD to RD and from WR to WR";
            t_bl (channel.timing.t_bl): Number, number(1, 64), 4, "JEDEC", "cycles of data of a burst";
            t_faw (channel.timing.t_faw): Number, number(1, 64), 32, "JEDEC", "window of at most four ACTs";
        }
    };
}
pub(crate) use channel_table;
