// SPDX-License-Identifier: Apache-2.0
//! Parameters of the CTA-aware prefetcher (specification section 4, decisions P1, P4, P6, P7, P9) and the named configurations.

use serde::{Deserialize, Serialize};

use crate::clog2;
use crate::params::{choice, configurations, number, table, Param, ParamError, Parameters, Range, Size};

choice! {
    /// What a load does whose CTA's entries are all in use (A6).
    pub enum Replacement {
        /// It takes the place of the entry that was updated least recently.
        LruUpdate = "lru_update",
        /// Nothing: the entries stay.
        Sticky = "sticky",
    }
}

/// Everything that is fixed when the RTL is emitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// CTA slots per SM, 1..=32.
    pub n_cta: u32,
    /// Warps per SM, 8..=64.
    pub n_warps: u32,
    /// Entries of the ready queue, 1..=16.
    pub ready_entries: u32,
    /// Load PCs that a CTA slot has base addresses of, 1..=64.
    pub percta_entries: u32,
    /// Load PCs with a stride, 1..=64.
    pub dist_entries: u32,
    /// Base addresses of an entry, and most requests of a load that counts, 1..=32.
    pub n_base: u32,
    /// Bits of a PC, 2..=64.
    pub pc_w: u32,
    /// Bits of an address, 8..=64, more than line_log2.
    pub addr_w: u32,
    /// Bits of a stride (two's complement), 2..=64, at most addr_w.
    pub stride_w: u32,
    /// Bits of a counter of mispredictions, 8..=16; it saturates.
    pub mis_w: u32,
    /// A PC with more mispredictions than this is silent, 1..=2^mis_w-2.
    pub mis_thresh: u32,
    /// Line of the L1D: log2 of its bytes, 5..=8.
    pub line_log2: u32,
    /// Predicted and demanded addresses are equal if they are without this many low bits, 0..=line_log2 (A3).
    pub cmp_log2: u32,
    /// What a load does whose CTA's entries are all in use (A6).
    pub percta_repl: Replacement,
    /// Case 1 leaves out CTAs that case 2 has served (A8).
    pub skip_own_done: bool,
    /// Jobs that wait for the generator, 1..=16.
    pub job_depth: u32,
    /// Wake-ups that wait, 1..=16.
    pub wake_depth: u32,
    /// The mark of a leading warp lasts for the life of its CTA, not until it is first demoted (A10).
    pub lead_scope: bool,
    /// During the initial fill only leading warps are promoted (A11).
    pub hold_fill_en: bool,
    /// Wake-ups of stalled warps are ignored (A12).
    pub wake_check: bool,
    /// Loads that are flagged as indirect are ignored (section 2.6).
    pub excl_indirect: bool,
    /// Leading warps and the leading CTA go first. Off: plain two-level scheduler.
    pub ctaa_en: bool,
    /// Jobs are made. Off: no prefetch.
    pub pf_en: bool,
    /// Wake-ups are taken. Off: none has an effect.
    pub wake_en: bool,
}

/// The parameter table, in the order of specification section 4.
const PARAMS: &[Param<Params>] = table! {
    n_cta (n_cta): Number, number(1, 32), 8, "Table 3", "CTA slots per SM";
    n_warps (n_warps): Number, number(8, 64), 48, "Table 3", "warps per SM";
    ready_entries (ready_entries): Number, number(1, 16), 8, "Table 3, section 5.1", "entries of the ready queue";
    percta_entries (percta_entries): Number, number(1, 64), 2, "section 4.2, Fig. 15a",
        "load PCs that a CTA slot has base addresses of";
    dist_entries (dist_entries): Number, number(1, 64), 2, "section 5.6, Fig. 15a", "load PCs with a stride";
    n_base (n_base): Number, number(1, 32), 4, "section 4.2, Fig. 15b",
        "base addresses of an entry, and most requests of a load that counts";
    pc_w (pc_w): Number, number(2, 64), 32, "Table 2", "bits of a PC";
    addr_w (addr_w): Number, number(8, 64), 32, "Table 2", "bits of an address; more than line_log2";
    stride_w (stride_w): Number, number(2, 64), 32, "Table 2", "bits of a stride, two's complement; at most addr_w";
    mis_w (mis_w): Number, number(8, 16), 8, "Table 2, decision A2", "bits of a counter of mispredictions, saturating";
    mis_thresh (mis_thresh): Number, number(1, 65534), 128, "section 4.2",
        "a PC with more mispredictions than this is silent; at most 2^mis_w-2";
    line_log2 (line_log2): Number, number(5, 8), 7, "Table 3", "log2 of the bytes of an L1D line";
    cmp_log2 (cmp_log2): Number, number(0, 8), 7, "decision A3",
        "low bits that the verification of an address leaves out; at most line_log2";
    percta_repl (percta_repl): Choice, Range::Words(Replacement::WORDS), "lru_update", "section 4.2, decision A6",
        "a load of a CTA whose entries are in use: replaces the least recently updated, or none";
    skip_own_done (skip_own_done): Flag, Range::Flag, 1, "decision A8", "case 1 leaves out CTAs that case 2 has served";
    job_depth (job_depth): Number, number(1, 16), 4, "section 3", "jobs that wait for the generator";
    wake_depth (wake_depth): Number, number(1, 16), 8, "section 3", "wake-ups that wait";
    lead_scope (lead_scope): Flag, Range::Flag, 1, "decision A10",
        "a leading warp is one for the life of its CTA, not until it is first demoted";
    hold_fill_en (hold_fill_en): Flag, Range::Flag, 1, "decision A11",
        "during the initial fill only leading warps are promoted";
    wake_check (wake_check): Flag, Range::Flag, 1, "decision A12", "wake-ups of stalled warps are ignored";
    excl_indirect (excl_indirect): Flag, Range::Flag, 0, "section 2.6", "loads that are flagged as indirect are ignored";
    ctaa_en (ctaa_en): Flag, Range::Flag, 1, "section 8.3", "leading warps and the leading CTA go first";
    pf_en (pf_en): Flag, Range::Flag, 1, "section 8.3", "prefetches are generated";
    wake_en (wake_en): Flag, Range::Flag, 1, "section 8.3", "prefetches wake the warps that they serve";
};

impl Parameters for Params {
    const UNIT: &'static str = "the CTA-aware prefetcher";
    const FILE: &'static str = "host/units/src/cta_prefetch/params.rs";
    const TABLE: &'static [Param<Params>] = PARAMS;

    configurations! {
        "paper" => PAPER,
        "tables4" => TABLES4,
        "tables8" => TABLES8,
        "tables16" => TABLES16,
        "tables32" => TABLES32,
        "tables64" => TABLES64,
        "nb1" => NB1,
        "nb32" => NB32,
        "warps64" => WARPS64,
        "baseline" => BASELINE,
        "variant" => VARIANT,
        "single" => SINGLE,
        "tiny" => TINY,
        "tiny_baseline" => TINY_BASELINE,
    }

    /// Those with the paper's sizes but for the tables, which all have the same number of PCs.
    fn size(&self) -> Option<Size> {
        let entries = self.dist_entries;
        let label = format!("{entries} PCs");
        let requests = (self.n_cta + 1) * entries;
        (*self == Params::with_tables(entries)).then_some(Size { series: "CTA prefetch", requests, label })
    }

    fn check_together(&self) -> Result<(), ParamError> {
        let at_most = |key, value: u32, most: u32, what: &str| {
            let bad = ParamError::BadValue {
                unit: Params::UNIT,
                key,
                value: value.to_string(),
                range: format!("at most {what}, which is {most}"),
            };
            if value > most {
                Err(bad)
            } else {
                Ok(())
            }
        };
        at_most("mis_thresh", self.mis_thresh, (1 << self.mis_w) - 2, "2^mis_w-2")?;
        at_most("cmp_log2", self.cmp_log2, self.line_log2, "line_log2")?;
        at_most("stride_w", self.stride_w, self.addr_w, "addr_w")?;
        at_most("line_log2", self.line_log2, self.addr_w - 1, "addr_w-1")
    }
}

impl Params {
    /// The paper's: 8 CTAs, 48 warps, tables of 2 PCs, 4 base addresses.
    pub const PAPER: Params = Params {
        n_cta: 8,
        n_warps: 48,
        ready_entries: 8,
        percta_entries: 2,
        dist_entries: 2,
        n_base: 4,
        pc_w: 32,
        addr_w: 32,
        stride_w: 32,
        mis_w: 8,
        mis_thresh: 128,
        line_log2: 7,
        cmp_log2: 7,
        percta_repl: Replacement::LruUpdate,
        skip_own_done: true,
        job_depth: 4,
        wake_depth: 8,
        lead_scope: true,
        hold_fill_en: true,
        wake_check: true,
        excl_indirect: false,
        ctaa_en: true,
        pf_en: true,
        wake_en: true,
    };

    /// Tables of 4 PCs.
    pub const TABLES4: Params = Params::with_tables(4);

    /// Tables of 8 PCs.
    pub const TABLES8: Params = Params::with_tables(8);

    /// Tables of 16 PCs.
    pub const TABLES16: Params = Params::with_tables(16);

    /// Tables of 32 PCs.
    pub const TABLES32: Params = Params::with_tables(32);

    /// Tables of 64 PCs.
    pub const TABLES64: Params = Params::with_tables(64);

    /// One base address: loads of one request alone.
    pub const NB1: Params = Params { n_base: 1, ..Params::PAPER };

    /// 32 base addresses: loads of any number of requests.
    pub const NB32: Params = Params { n_base: 32, ..Params::PAPER };

    /// 64 warps.
    pub const WARPS64: Params = Params { n_warps: 64, ..Params::PAPER };

    /// The plain two-level scheduler, without prefetches: what the paper compares with.
    pub const BASELINE: Params = Params { ctaa_en: false, pf_en: false, wake_en: false, ..Params::PAPER };

    /// The other value of every switch but those of the baseline, and sizes that are no powers of two.
    pub const VARIANT: Params = Params {
        n_cta: 5,
        n_warps: 44,
        ready_entries: 6,
        percta_entries: 3,
        dist_entries: 5,
        n_base: 3,
        pc_w: 20,
        addr_w: 40,
        stride_w: 24,
        mis_w: 9,
        mis_thresh: 9,
        line_log2: 6,
        cmp_log2: 4,
        percta_repl: Replacement::Sticky,
        skip_own_done: false,
        job_depth: 3,
        wake_depth: 5,
        lead_scope: false,
        hold_fill_en: false,
        wake_check: false,
        excl_indirect: true,
        ctaa_en: true,
        pf_en: true,
        wake_en: true,
    };

    /// One of everything.
    pub const SINGLE: Params = Params {
        n_cta: 1,
        n_warps: 8,
        ready_entries: 1,
        percta_entries: 1,
        dist_entries: 1,
        n_base: 1,
        job_depth: 1,
        wake_depth: 1,
        mis_thresh: 4,
        ..Params::PAPER
    };

    /// The smallest widths: what the proofs of the invariants run on.
    pub const TINY: Params = Params {
        n_cta: 2,
        n_warps: 8,
        ready_entries: 3,
        percta_entries: 2,
        dist_entries: 2,
        n_base: 2,
        pc_w: 2,
        addr_w: 8,
        stride_w: 8,
        mis_thresh: 2,
        line_log2: 5,
        cmp_log2: 5,
        job_depth: 2,
        wake_depth: 2,
        ..Params::PAPER
    };

    /// The baseline with the smallest widths.
    pub const TINY_BASELINE: Params = Params { ctaa_en: false, pf_en: false, wake_en: false, ..Params::TINY };

    /// The paper's with tables of another number of PCs.
    pub const fn with_tables(entries: u32) -> Params {
        Params { percta_entries: entries, dist_entries: entries, ..Params::PAPER }
    }

    /// Bits of a CTA slot's number.
    pub fn cta_width(&self) -> usize {
        clog2(self.n_cta).max(1)
    }

    /// Bits of a warp's number, in its SM and in its CTA.
    pub fn warp_width(&self) -> usize {
        clog2(self.n_warps)
    }

    /// Bits of the number of warps of a CTA, 1 to all.
    pub fn warps_width(&self) -> usize {
        clog2(self.n_warps + 1)
    }

    /// Bits of the number of requests of a load: 0, those that have a base address, and one value for more.
    pub fn requests_width(&self) -> usize {
        clog2(self.n_base + 2)
    }

    /// Bits of the number of a request that has a base address.
    pub fn request_width(&self) -> usize {
        clog2(self.n_base).max(1)
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
        for (key, value, part) in [
            ("mis_thresh", "255", "at most 2^mis_w-2, which is 254"),
            ("cmp_log2", "8", "at most line_log2, which is 7"),
            ("stride_w", "33", "at most addr_w, which is 32"),
        ] {
            let mut p = Params::PAPER;
            p.set(key, value).unwrap();
            let e = p.validate().unwrap_err().to_string();
            assert!(e.contains(&format!("`{key}`")) && e.contains(value) && e.contains(part), "{e}");
        }
        let e = Params { addr_w: 8, stride_w: 8, line_log2: 8, ..Params::PAPER }.validate().unwrap_err();
        assert!(e.to_string().contains("`line_log2`"), "{e}");
    }

    #[test]
    fn the_paper_has_the_widths_of_section_5() {
        let p = Params::PAPER;
        assert_eq!((p.cta_width(), p.warp_width(), p.warps_width(), p.requests_width()), (3, 6, 6, 3));
    }

    #[test]
    fn every_switch_has_its_other_value_in_some_configuration() {
        for info in Params::infos().into_iter().filter(|i| !matches!(i.range, Range::Number { .. })) {
            let value = |name: &str| {
                let p = Params::named(name).unwrap();
                p.values().into_iter().find(|(key, _)| *key == info.name)
            };
            assert!(Params::NAMED.iter().any(|n| value(n) != value("paper")), "{}", info.name);
        }
    }

    #[test]
    fn tables_of_a_number_of_pcs_are_a_series() {
        let size = |name: &str| Params::named(name).unwrap().size().map(|s| (s.requests, s.label));
        assert_eq!(size("paper"), Some((18, "2 PCs".to_string())));
        assert_eq!(size("tables64"), Some((576, "64 PCs".to_string())));
        assert_eq!((size("nb1"), size("tiny")), (None, None));
    }
}
