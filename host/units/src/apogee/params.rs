// SPDX-License-Identifier: Apache-2.0
//! Parameters of APOGEE (specification section 4, decisions P1-P4) and the named configurations.

use serde::{Deserialize, Serialize};

use crate::clog2;
use crate::params::{
    configurations, number, power_of_two, table, Param, ParamError, Parameters, Range, Size,
};

/// Everything that is fixed when the RTL is emitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Entries of the prefetch table, 4..=256.
    pub n_entries: u32,
    /// Warp contexts of the SM, 1..=64.
    pub n_warps: u32,
    /// Threads of a warp, a power of two, 4..=64.
    pub warp_size: u32,
    /// Lanes of a beat, a power of two, 1..=warp_size.
    pub simd_width: u32,
    /// Bits of a PC, 2..=32.
    pub pc_bits: u32,
    /// Bits of an offset in bytes from thread to thread, two's complement, 3..=16.
    pub offset_bits: u32,
    /// Bits of a confidence, 2..=16; it saturates.
    pub conf_bits: u32,
    /// Bits of a distance in iterations, and of the hops of a trigger, 2..=8.
    pub dist_bits: u32,
    /// Bits of a byte address, 8..=48; arithmetic is modulo 2^addr_bits.
    pub addr_bits: u32,
    /// Bytes of an L1D line, a power of two, 4..=128.
    pub line_bytes: u32,
    /// Bits of the number of threads that advance together, 3..=24.
    pub iter_bits: u32,
    /// Cycle after the first beat of a load in which its first prefetch is asked for at the earliest, 7..=255.
    pub issue_latency: u32,
    /// Loads between their first beat and their update of the table, 2..=16.
    pub wait_depth: u32,
    /// Jobs that wait for the line generator, 1..=64.
    pub job_depth: u32,
    /// Lines that wait for the L1D, 1..=64.
    pub pfq_depth: u32,
    /// Only a load that did not hit shows that its prefetch was too late (A5).
    pub slow_requires_miss: bool,
    /// The iteration before the one at the distance is offered as well (A11).
    pub gap_fill: bool,
    /// A distance changes at most once per round of the warps (A25).
    pub rate_limit: bool,
    /// The last load is known per warp, not per SM (A9).
    pub lal_per_warp: bool,
    /// Lines at fixed offsets are prefetched.
    pub foa_en: bool,
    /// Lines that all threads read are prefetched.
    pub tia_en: bool,
    /// The first two active lanes may be any number of lanes apart, not only a power of two.
    pub general_div: bool,
}

/// The parameter table, in the order of specification section 4.
const PARAMS: &[Param<Params>] = table! {
    n_entries (n_entries): Number, number(4, 256), 64, "Table 5.3", "entries of the prefetch table";
    n_warps (n_warps): Number, number(1, 64), 4, "section 5.3.3, Table 5.3", "warp contexts of the SM";
    warp_size (warp_size): Number, power_of_two(4, 64), 32, "Table 5.3", "threads of a warp";
    simd_width (simd_width): Number, power_of_two(1, 64), 8, "Table 5.3", "lanes of a beat; at most warp_size";
    pc_bits (pc_bits): Number, number(2, 32), 10, "Table 5.3b", "bits of a PC";
    offset_bits (offset_bits): Number, number(3, 16), 8, "Table 5.3b",
        "bits of an offset from thread to thread, two's complement; with clog2(warp_size) at most addr_bits";
    conf_bits (conf_bits): Number, number(2, 16), 8, "Table 5.3b", "bits of a confidence, saturating";
    dist_bits (dist_bits): Number, number(2, 8), 6, "Table 5.3b",
        "bits of a distance in iterations, and of the hops of a trigger";
    addr_bits (addr_bits): Number, number(8, 48), 28, "Table 5.3b", "bits of a byte address";
    line_bytes (line_bytes): Number, power_of_two(4, 128), 32, "Table 5.3a", "bytes of an L1D line";
    iter_bits (iter_bits): Number, number(3, 24), 12, "P4",
        "bits of the number of threads that advance together";
    issue_latency (issue_latency): Number, number(7, 255), 10, "Table 5.3a",
        "cycles from the first beat of a load to its first prefetch; at least beats+6";
    wait_depth (wait_depth): Number, number(2, 16), 4, "chosen here",
        "loads between their first beat and their update of the table";
    job_depth (job_depth): Number, number(1, 64), 4, "chosen here", "jobs that wait for the line generator";
    pfq_depth (pfq_depth): Number, number(1, 64), 16, "chosen here", "lines that wait for the L1D";
    slow_requires_miss (slow_requires_miss): Flag, Range::Flag, 1, "decision A5",
        "only a load that did not hit shows that its prefetch was too late";
    gap_fill (gap_fill): Flag, Range::Flag, 1, "decision A11",
        "the iteration before the one at the distance is offered as well";
    rate_limit (rate_limit): Flag, Range::Flag, 1, "decision A25",
        "a distance changes at most once per round of the warps";
    lal_per_warp (lal_per_warp): Flag, Range::Flag, 1, "decision A9", "the last load is known per warp, not per SM";
    foa_en (foa_en): Flag, Range::Flag, 1, "section 5.3.1", "lines at fixed offsets are prefetched";
    tia_en (tia_en): Flag, Range::Flag, 1, "section 5.3.2", "lines that all threads read are prefetched";
    general_div (general_div): Flag, Range::Flag, 1, "chosen here",
        "the first two active lanes may be any number of lanes apart, not only a power of two";
};

impl Parameters for Params {
    const UNIT: &'static str = "APOGEE";
    const FILE: &'static str = "host/units/src/apogee/params.rs";
    const TABLE: &'static [Param<Params>] = PARAMS;

    configurations! {
        "paper" => PAPER,
        "addr32" => ADDR32,
        "w8" => W8,
        "w16" => W16,
        "w32" => W32,
        "e16" => E16,
        "e32" => E32,
        "no_div" => NO_DIV,
        "literal" => LITERAL,
        "no_foa" => NO_FOA,
        "no_tia" => NO_TIA,
        "fermi" => FERMI,
        "variant" => VARIANT,
        "single" => SINGLE,
        "tiny" => TINY,
    }

    /// Those with the paper's sizes but for the table.
    fn size(&self) -> Option<Size> {
        let entries = self.n_entries;
        let label = format!("{entries} entries");
        (*self == Params { n_entries: entries, ..Params::PAPER }).then_some(Size {
            series: "APOGEE",
            requests: entries,
            label,
        })
    }

    fn check_together(&self) -> Result<(), ParamError> {
        let bad = |key, value: u32, range: String| {
            Err(ParamError::BadValue { unit: Params::UNIT, key, value: value.to_string(), range })
        };
        if self.simd_width > self.warp_size {
            let range = format!("at most warp_size, which is {}", self.warp_size);
            return bad("simd_width", self.simd_width, range);
        }
        let most = self.addr_bits - clog2(self.warp_size) as u32;
        if self.offset_bits > most {
            let range = format!("at most addr_bits-clog2(warp_size), which is {most}");
            return bad("offset_bits", self.offset_bits, range);
        }
        let least = self.beats() + 6;
        if self.issue_latency < least {
            let range = format!("at least the beats of a load and 6, which is {least}");
            return bad("issue_latency", self.issue_latency, range);
        }
        Ok(())
    }
}

impl Params {
    /// The paper's: 64 entries, 4 warps of 32 threads, 8 lanes a beat.
    pub const PAPER: Params = Params {
        n_entries: 64,
        n_warps: 4,
        warp_size: 32,
        simd_width: 8,
        pc_bits: 10,
        offset_bits: 8,
        conf_bits: 8,
        dist_bits: 6,
        addr_bits: 28,
        line_bytes: 32,
        iter_bits: 12,
        issue_latency: 10,
        wait_depth: 4,
        job_depth: 4,
        pfq_depth: 16,
        slow_requires_miss: true,
        gap_fill: true,
        rate_limit: true,
        lal_per_warp: true,
        foa_en: true,
        tia_en: true,
        general_div: true,
    };

    /// Whole addresses of a memory of 4 GiB, and the threads of a whole grid: what co-simulation runs with.
    pub const ADDR32: Params = Params { addr_bits: 32, iter_bits: 24, ..Params::PAPER };

    /// 8 warps.
    pub const W8: Params = Params { n_warps: 8, ..Params::PAPER };

    /// 16 warps.
    pub const W16: Params = Params { n_warps: 16, ..Params::PAPER };

    /// 32 warps.
    pub const W32: Params = Params { n_warps: 32, ..Params::PAPER };

    /// 16 entries.
    pub const E16: Params = Params { n_entries: 16, ..Params::PAPER };

    /// 32 entries.
    pub const E32: Params = Params { n_entries: 32, ..Params::PAPER };

    /// Without division by numbers that are no powers of two.
    pub const NO_DIV: Params = Params { general_div: false, ..Params::PAPER };

    /// The paper's text to the letter.
    pub const LITERAL: Params =
        Params { slow_requires_miss: false, gap_fill: false, rate_limit: false, ..Params::PAPER };

    /// Thread-invariant addresses alone.
    pub const NO_FOA: Params = Params { foa_en: false, ..Params::PAPER };

    /// Fixed offsets alone.
    pub const NO_TIA: Params = Params { tia_en: false, ..Params::PAPER };

    /// For SMs of the Fermi machines: 48 warps, 32 lanes a beat, lines of 128 bytes.
    pub const FERMI: Params = Params {
        n_warps: 48,
        simd_width: 32,
        line_bytes: 128,
        iter_bits: 24,
        addr_bits: 32,
        ..Params::PAPER
    };

    /// Other sizes, most of them no powers of two, and one last load of the whole SM.
    pub const VARIANT: Params = Params {
        n_entries: 11,
        n_warps: 6,
        warp_size: 64,
        simd_width: 16,
        pc_bits: 13,
        offset_bits: 10,
        conf_bits: 7,
        dist_bits: 5,
        addr_bits: 40,
        line_bytes: 64,
        iter_bits: 14,
        issue_latency: 13,
        wait_depth: 3,
        job_depth: 3,
        pfq_depth: 7,
        lal_per_warp: false,
        ..Params::PAPER
    };

    /// One warp, one lane a beat, and queues of one.
    pub const SINGLE: Params = Params {
        n_entries: 5,
        n_warps: 1,
        warp_size: 8,
        simd_width: 1,
        issue_latency: 14,
        wait_depth: 2,
        job_depth: 1,
        pfq_depth: 1,
        ..Params::PAPER
    };

    /// The smallest widths: what the proofs of the invariants run on.
    pub const TINY: Params = Params {
        n_entries: 4,
        n_warps: 2,
        warp_size: 4,
        simd_width: 2,
        pc_bits: 2,
        offset_bits: 4,
        conf_bits: 2,
        dist_bits: 2,
        addr_bits: 8,
        line_bytes: 4,
        iter_bits: 4,
        issue_latency: 8,
        wait_depth: 2,
        job_depth: 2,
        pfq_depth: 2,
        ..Params::PAPER
    };

    /// Beats of a load.
    pub fn beats(&self) -> u32 {
        self.warp_size / self.simd_width
    }

    /// Bits of a warp's number.
    pub fn warp_width(&self) -> usize {
        clog2(self.n_warps).max(1)
    }

    /// Bits of the number of running warps, 1 to all.
    pub fn warps_width(&self) -> usize {
        clog2(self.n_warps + 1)
    }

    /// Bits of the number of an entry.
    pub fn entry_width(&self) -> usize {
        clog2(self.n_entries)
    }

    /// Bits of a lane's number and of one value that is none: all ones.
    pub fn tid_width(&self) -> usize {
        clog2(self.warp_size + 1)
    }

    /// log2 of the bytes of a line.
    pub fn line_log2(&self) -> u32 {
        self.line_bytes.ilog2()
    }

    /// The highest distance, and the most hops of a trigger.
    pub fn dist_max(&self) -> u32 {
        (1 << self.dist_bits) - 1
    }

    /// The highest confidence.
    pub fn conf_max(&self) -> u32 {
        (1 << self.conf_bits) - 1
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
    fn impossible_combinations_name_the_parameter_and_what_is_possible() {
        for (changes, key, part) in [
            ("paper:warp_size=4", "simd_width", "at most warp_size, which is 4"),
            ("tiny:offset_bits=7", "offset_bits", "at most addr_bits-clog2(warp_size), which is 6"),
            ("paper:simd_width=4", "issue_latency", "at least the beats of a load and 6, which is 14"),
        ] {
            let e = Params::named(changes).unwrap_err().to_string();
            assert!(e.contains(&format!("`{key}`")) && e.contains(part), "{e}");
        }
    }

    #[test]
    fn the_paper_has_the_widths_of_section_5() {
        let p = Params::PAPER;
        let widths = (p.warp_width(), p.warps_width(), p.entry_width(), p.tid_width(), p.beats());
        assert_eq!(widths, (2, 3, 6, 6, 4));
        assert_eq!((p.dist_max(), p.conf_max(), p.line_log2()), (63, 255, 5));
    }

    #[test]
    fn every_parameter_has_another_value_in_some_configuration() {
        for info in Params::infos() {
            let value = |name: &str| {
                let p = Params::named(name).unwrap();
                p.values().into_iter().find(|(key, _)| *key == info.name)
            };
            assert!(Params::NAMED.iter().any(|n| value(n) != value("paper")), "{}", info.name);
        }
    }

    #[test]
    fn tables_of_a_number_of_entries_are_a_series() {
        let size = |name: &str| Params::named(name).unwrap().size().map(|s| (s.requests, s.label));
        assert_eq!(size("e16"), Some((16, "16 entries".to_string())));
        assert_eq!((size("w8"), size("tiny")), (None, None));
    }
}
