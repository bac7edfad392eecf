// SPDX-License-Identifier: Apache-2.0
//! Parameters of Mascar (specification section 4) and the named configurations.

use serde::{Deserialize, Serialize};

use crate::clog2;
use crate::params::{configurations, number, power_of_two, table, Param, ParamError, Parameters, Range};

/// Everything that is fixed when the RTL is emitted, and the switches of its surroundings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Warp slots per SM, 4..=64; at least two a scheduler.
    pub n_warps: u32,
    /// Warp schedulers per SM: 1, 2 or 4. Warp w belongs to scheduler w mod n_sched.
    pub n_sched: u32,
    /// MSHRs of the L1, 8..=256.
    pub mshr_entries: u32,
    /// Entries of the L1's miss queue, 2..=64.
    pub mq_entries: u32,
    /// The MSHRs are almost full with this many free, 1..=mshr_entries/2.
    pub mshr_margin: u32,
    /// The miss queue is almost full with this many entries free, 1..=mq_entries/2.
    pub mq_margin: u32,
    /// Entries of the re-execution queue, 0..=64; with 0 a refused request blocks the LSU.
    pub rexq_entries: u32,
    /// Bits of a request's base address, 3..=64.
    pub addr_bits: u32,
    /// Bytes of a request, a power of two, 2..=128.
    pub line_bytes: u32,
    /// Threads of a warp, a power of two, 2..=64.
    pub warp_size: u32,
    /// Bits of a destination register's number, 2..=8.
    pub reg_bits: u32,
    /// The owner gives up ownership only when none of its requests is unsent (A2).
    pub release_waits: bool,
    /// Warps that are memory-ready when MP begins may issue one memory instruction (A4).
    pub grandfather: bool,
    /// A miss of a warp that is not the owner may merge into an MSHR (A7). A rule for the L1: changes no module.
    pub nonowner_merge: bool,
    /// The owner may use the LSU while the queue is full; a refused request then stays in the LSU (A12).
    pub owner_bypass_full: bool,
    /// While the queue is full, its head and the LSU have the port in turn (B10); a refused request stays in the LSU.
    /// Off: only the head is tried.
    pub lsu_when_full: bool,
    /// Scheduler and saturation detector are in use. Off: re-execution alone.
    pub sched_en: bool,
    /// The re-execution queue is in use. Off: scheduling alone.
    pub rexq_en: bool,
}

/// The parameter table, in the order of specification section 4.
const PARAMS: &[Param<Params>] = table! {
    n_warps (n_warps): Number, number(4, 64), 48, "section 4.4.2", "warp slots per SM; at least two a scheduler";
    n_sched (n_sched): Number, power_of_two(1, 4), 2, "section 4.3.1", "warp schedulers per SM; warp w belongs to scheduler w mod n_sched";
    mshr_entries (mshr_entries): Number, number(8, 256), 64, "Table 4.1", "MSHRs of the L1";
    mq_entries (mq_entries): Number, number(2, 64), 8, "decision A1", "entries of the L1's miss queue";
    mshr_margin (mshr_margin): Number, number(1, 128), 8, "decision A1",
        "free MSHRs at which they count as almost full; at most half of them";
    mq_margin (mq_margin): Number, number(1, 32), 1, "decision A1",
        "free entries at which the miss queue counts as almost full; at most half of them";
    rexq_entries (rexq_entries): Number, number(0, 64), 32, "section 4.3.3", "entries of the re-execution queue; with 0 a refused request blocks the LSU";
    addr_bits (addr_bits): Number, number(3, 64), 64, "section 4.4.2", "bits of a request's base address";
    line_bytes (line_bytes): Number, power_of_two(2, 128), 128, "section 4.4.2", "bytes of a request";
    warp_size (warp_size): Number, power_of_two(2, 64), 32, "section 4.4.2", "threads of a warp";
    reg_bits (reg_bits): Number, number(2, 8), 7, "section 4.4.2", "bits of a destination register's number";
    release_waits (release_waits): Flag, Range::Flag, 1, "decision A2",
        "the owner releases only when none of its requests is unsent";
    grandfather (grandfather): Flag, Range::Flag, 1, "section 4.3.1",
        "warps that are memory-ready when MP begins may issue one memory instruction";
    nonowner_merge (nonowner_merge): Flag, Range::Flag, 0, "decision A7",
        "a miss of a warp that is not the owner may merge into an MSHR (a rule for the L1)";
    owner_bypass_full (owner_bypass_full): Flag, Range::Flag, 0, "decision A12",
        "the owner may use the LSU while the re-execution queue is full";
    lsu_when_full (lsu_when_full): Flag, Range::Flag, 1, "Figure 4.6",
        "while the re-execution queue is full, the LSU has the port in every second cycle";
    sched_en (sched_en): Flag, Range::Flag, 1, "Figure 4.8", "scheduler and saturation detector are in use";
    rexq_en (rexq_en): Flag, Range::Flag, 1, "Figure 4.8", "the re-execution queue is in use";
};

impl Parameters for Params {
    const UNIT: &'static str = "Mascar";
    const FILE: &'static str = "host/units/src/mascar/params.rs";
    const TABLE: &'static [Param<Params>] = PARAMS;
    /// They say how the SM uses the modules, not what the modules are.
    const RUN_TIME: &'static [&'static str] = &["nonowner_merge", "sched_en", "rexq_en"];

    configurations! {
        "paper" => PAPER,
        "w24" => W24,
        "w64" => W64,
        "rexq0" => REXQ0,
        "rexq16" => REXQ16,
        "rexq64" => REXQ64,
        "small" => SMALL,
        "single" => SINGLE,
        "variant" => VARIANT,
        "tiny" => TINY,
    }

    /// The margins are at most half of what they are margins of; each scheduler chooses among warps.
    fn check_together(&self) -> Result<(), ParamError> {
        if self.n_warps < 2 * self.n_sched {
            return Err(ParamError::BadValue {
                unit: Params::UNIT,
                key: "n_warps",
                value: self.n_warps.to_string(),
                range: format!(
                    "{}..=64, two a scheduler, of which there are {}",
                    2 * self.n_sched,
                    self.n_sched
                ),
            });
        }
        for (key, margin, of, entries) in [
            ("mshr_margin", self.mshr_margin, "mshr_entries", self.mshr_entries),
            ("mq_margin", self.mq_margin, "mq_entries", self.mq_entries),
        ] {
            if margin > entries / 2 {
                return Err(ParamError::BadValue {
                    unit: Params::UNIT,
                    key,
                    value: margin.to_string(),
                    range: format!("1..={}, at most half of {of}, which is {entries}", entries / 2),
                });
            }
        }
        Ok(())
    }
}

impl Params {
    /// The paper's: 48 warps, 2 schedulers, 32 entries.
    pub const PAPER: Params = Params {
        n_warps: 48,
        n_sched: 2,
        mshr_entries: 64,
        mq_entries: 8,
        mshr_margin: 8,
        mq_margin: 1,
        rexq_entries: 32,
        addr_bits: 64,
        line_bytes: 128,
        warp_size: 32,
        reg_bits: 7,
        release_waits: true,
        grandfather: true,
        nonowner_merge: false,
        owner_bypass_full: false,
        lsu_when_full: true,
        sched_en: true,
        rexq_en: true,
    };

    /// Few warps and a short queue: many events in few cycles.
    pub const SMALL: Params = Params {
        n_warps: 8,
        mshr_entries: 8,
        mq_entries: 4,
        mshr_margin: 2,
        rexq_entries: 4,
        addr_bits: 32,
        line_bytes: 32,
        warp_size: 8,
        reg_bits: 6,
        ..Params::PAPER
    };

    /// The other value of every switch, four schedulers, and sizes that are no powers of two.
    pub const VARIANT: Params = Params {
        n_warps: 11,
        n_sched: 4,
        mshr_entries: 10,
        mq_entries: 6,
        mshr_margin: 3,
        mq_margin: 2,
        rexq_entries: 5,
        addr_bits: 40,
        line_bytes: 64,
        warp_size: 16,
        reg_bits: 8,
        release_waits: false,
        grandfather: false,
        nonowner_merge: true,
        owner_bypass_full: true,
        lsu_when_full: false,
        sched_en: true,
        rexq_en: true,
    };

    /// The smallest widths: what the proofs of the invariants run on.
    pub const TINY: Params = Params {
        n_warps: 4,
        mq_entries: 2,
        rexq_entries: 3,
        addr_bits: 3,
        line_bytes: 2,
        warp_size: 2,
        reg_bits: 2,
        ..Params::SMALL
    };

    /// 24 warps.
    pub const W24: Params = Params { n_warps: 24, ..Params::PAPER };

    /// 64 warps.
    pub const W64: Params = Params { n_warps: 64, ..Params::PAPER };

    /// No re-execution queue.
    pub const REXQ0: Params = Params { rexq_entries: 0, ..Params::PAPER };

    /// A queue of 16 entries.
    pub const REXQ16: Params = Params { rexq_entries: 16, ..Params::PAPER };

    /// A queue of 64 entries.
    pub const REXQ64: Params = Params { rexq_entries: 64, ..Params::PAPER };

    /// One scheduler, and a queue of one entry.
    pub const SINGLE: Params = Params { n_sched: 1, rexq_entries: 1, ..Params::SMALL };

    /// Bits of a warp's number and of an age rank (A18).
    pub fn warp_width(&self) -> usize {
        clog2(self.n_warps)
    }

    /// Bits of the number of entries in the re-execution queue.
    pub fn count_width(&self) -> usize {
        clog2(self.rexq_entries + 1).max(1)
    }

    /// Bits of a thread's offset within a request.
    pub fn offset_width(&self) -> usize {
        clog2(self.line_bytes)
    }

    /// Bits of the offsets of all threads.
    pub fn offsets_width(&self) -> usize {
        self.warp_size as usize * self.offset_width()
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
    fn a_margin_of_more_than_half_is_refused_with_the_range() {
        let p = Params { mshr_entries: 12, mshr_margin: 7, ..Params::PAPER };
        let e = p.validate().unwrap_err().to_string();
        assert!(e.contains("`mshr_margin`") && e.contains("1..=6") && e.contains("which is 12"), "{e}");
        let p = Params { mq_entries: 2, mq_margin: 2, ..Params::PAPER };
        let e = p.validate().unwrap_err().to_string();
        assert!(e.contains("`mq_margin`") && e.contains("1..=1"), "{e}");
    }

    #[test]
    fn fewer_than_two_warps_a_scheduler_are_refused_with_the_range() {
        let p = Params { n_warps: 7, n_sched: 4, ..Params::SMALL };
        let e = p.validate().unwrap_err().to_string();
        assert!(e.contains("`n_warps`") && e.contains("8..=64"), "{e}");
    }

    #[test]
    fn an_entry_of_the_paper_has_the_301_bits_of_section_7() {
        let p = Params::PAPER;
        let entry = p.addr_bits as usize + p.offsets_width() + p.warp_width() + p.reg_bits as usize;
        assert_eq!((entry, p.count_width()), (301, 6));
    }

    #[test]
    fn every_switch_has_its_other_value_in_some_configuration() {
        for info in Params::infos()
            .into_iter()
            .filter(|i| i.range == Range::Flag && !["sched_en", "rexq_en"].contains(&i.name))
        {
            let value = |name: &str| {
                let p = Params::named(name).unwrap();
                p.values().into_iter().find(|(key, _)| *key == info.name)
            };
            assert!(Params::NAMED.iter().any(|n| value(n) != value("paper")), "{}", info.name);
        }
    }
}
