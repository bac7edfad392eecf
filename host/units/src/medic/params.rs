// SPDX-License-Identifier: Apache-2.0
//! Parameters of MeDiC (specification section 4, decisions P1 to P4) and the named configurations.

use serde::{Deserialize, Serialize};

use crate::clog2;
use crate::dram_timing::{Channel, Timing};
use crate::params::{
    choice, configurations, number, power_of_two, table, Param, ParamError, Parameters, Range,
};

/// Steps by which the low boundary can be lowered (section 2.3).
pub const STEPS: u32 = 4;

choice! {
    /// When a warp's type is found anew (DEC-3).
    pub enum Reclassify {
        /// At the end of its profiling.
        Frozen = "frozen",
        /// And at every counted reply after that.
        Continuous = "continuous",
    }
}

choice! {
    /// What the type of a line's warp means for its replacement (DEC-7).
    pub enum InsertMode {
        /// Lines of the lowest class leave first, of these the least recently used.
        TypeKey = "type_key",
        /// The least recently used line leaves; the type says where in the order of use a line comes in.
        Stack = "stack",
        /// The least recently used line leaves; every line comes in as the most recently used.
        Lru = "lru",
    }
}

/// Everything that is fixed when the RTL is emitted, and the switches of [`Parameters::RUN_TIME`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Cycles of the core clock after which all warps are profiled again, 32..=1000000.
    pub epoch_cycles: u32,
    /// Counted replies after which a warp is classified, 4..=255, less than 2^(cnt_bits-1).
    pub profile_len: u32,
    /// Bits of a warp's counters, 4..=16.
    pub cnt_bits: u32,
    /// A warp that hits this often, in percent, is mostly hit, 51..=100.
    pub hi_pct: u32,
    /// A warp that hits at most this often, in percent, is mostly miss, as long as the tuner does not lower it, 0..=49.
    pub lo_pct: u32,
    /// Percent by which a step of the tuner lowers it, 1..=20.
    pub tune_step: u32,
    /// Percent by which the miss rate has to rise for a step, 1..=20.
    pub tune_quantum: u32,
    /// Replies of each kind that the tuner needs, 1..=4096, at most 2^(tune_bits-2).
    pub tune_min: u32,
    /// Bits of the tuner's counters, 4..=16.
    pub tune_bits: u32,
    /// Warp slots of an SM, 2..=64.
    pub warps_per_sm: u32,
    /// When a warp's type is found anew.
    pub reclassify: Reclassify,
    /// A hit on a line that is on its way counts as a hit (DEC-12).
    pub pending_is_hit: bool,
    /// Writes may bypass (DEC-9).
    pub bypass_writes: bool,
    /// Ways of a set of an L2 bank, 2..=32.
    pub assoc: u32,
    /// Sets of an L2 bank, a power of two, 2..=1024.
    pub sets: u32,
    /// What the type means for replacement.
    pub insert_mode: InsertMode,
    /// Requests in the high queue, 2..=64.
    pub q_depth_hi: u32,
    /// Requests in the low queue, 2..=64.
    pub q_depth_lo: u32,
    /// Cycles as the oldest of the low queue after which a request goes before the high queue, 0..=16384; 0: never.
    pub lo_starve_limit: u32,
    /// Requests of mostly-miss warps bypass the L2.
    pub wbyp_en: bool,
    /// Types decide on replacement; without, it is LRU.
    pub wip_en: bool,
    /// Requests of mostly-hit warps go into the high queue.
    pub wms_en: bool,
    /// The DRAM. Its sources are the queues: 0 the low one, 1 the high one.
    pub channel: Channel,
}

/// The parameter table, in the order of specification section 4; then the DRAM.
const PARAMS: &[Param<Params>] = table! {
    epoch_cycles (epoch_cycles): Number, number(32, 1_000_000), 100_000, "section 4.2.1, D 4.3.1",
        "core cycles after which all warps are profiled again";
    profile_len (profile_len): Number, number(4, 255), 30, "D 4.3.1",
        "counted replies after which a warp is classified; less than 2^(cnt_bits-1)";
    cnt_bits (cnt_bits): Number, number(4, 16), 10, "D 4.5.5", "bits of a warp's counters of hits and accesses";
    hi_pct (hi_pct): Number, number(51, 100), 70, "section 4.2.1", "hit rate in percent from which on a warp is mostly hit";
    lo_pct (lo_pct): Number, number(0, 49), 20, "section 4.2.1, D 4.3.2",
        "hit rate in percent up to which a warp is mostly miss, unless the tuner has lowered it";
    tune_step (tune_step): Number, number(1, 20), 5, "D 4.3.2", "percent by which a step of the tuner lowers it";
    tune_quantum (tune_quantum): Number, number(1, 20), 5, "D 4.3.2",
        "percent by which the miss rate has to rise for a step";
    tune_min (tune_min): Number, number(1, 4096), 64, "chosen",
        "replies of each kind that the tuner needs; at most 2^(tune_bits-2)";
    tune_bits (tune_bits): Number, number(4, 16), 16, "section 3", "bits of the tuner's counters";
    warps_per_sm (warps_per_sm): Number, number(2, 64), 48, "chosen", "warp slots of an SM";
    reclassify (reclassify): Choice, Range::Words(Reclassify::WORDS), "frozen", "decision DEC-3",
        "when a warp's type is found: at the end of its profiling, or at every counted reply from then on";
    pending_is_hit (pending_is_hit): Flag, Range::Flag, 1, "decision DEC-12",
        "a hit on a line that is on its way counts as a hit";
    bypass_writes (bypass_writes): Flag, Range::Flag, 1, "decision DEC-9", "writes may bypass the L2 too";
    assoc (assoc): Number, number(2, 32), 16, "D Table 4.1", "ways of a set of an L2 bank";
    sets (sets): Number, power_of_two(2, 1024), 32, "chosen", "sets of an L2 bank";
    insert_mode (insert_mode): Choice, Range::Words(InsertMode::WORDS), "type_key", "decision DEC-7",
        "what a line's type decides: which line leaves, where in the order of use it comes in, or nothing";
    q_depth_hi (q_depth_hi): Number, number(2, 64), 16, "chosen", "requests in the high queue";
    q_depth_lo (q_depth_lo): Number, number(2, 64), 16, "chosen", "requests in the low queue";
    lo_starve_limit (lo_starve_limit): Number, number(0, 16384), 0, "chosen",
        "cycles as the oldest of the low queue after which a request goes before the high queue; 0: never";
    wbyp_en (wbyp_en): Flag, Range::Flag, 1, "section 8.3", "requests of mostly-miss warps bypass the L2";
    wip_en (wip_en): Flag, Range::Flag, 1, "section 8.3", "types decide on replacement; without, it is LRU";
    wms_en (wms_en): Flag, Range::Flag, 1, "section 8.3", "requests of mostly-hit warps go into the high queue";
    n_bank (channel.n_bank): Number, power_of_two(4, 32), 8, "D Table 4.1", "banks of the channel";
    row_bits (channel.row_bits): Number, number(1, 20), 15, "chosen", "bits of a row number";
    col_bits (channel.col_bits): Number, number(1, 12), 6, "chosen", "bits of a column number, in bursts";
    id_bits (channel.id_bits): Number, number(1, 16), 10, "chosen", "bits of a request's identification";
    t_rcd (channel.timing.t_rcd): Number, number(1, 64), 12, "decision DEC-17",
        "controller cycles from ACT to RD or WR of the bank; at least 2";
    t_cl (channel.timing.t_cl): Number, number(1, 64), 12, "decision DEC-17", "from RD to its data";
    t_rp (channel.timing.t_rp): Number, number(1, 64), 12, "decision DEC-17", "from PRE to ACT of the bank";
    t_ras (channel.timing.t_ras): Number, number(1, 64), 28, "decision DEC-17", "from ACT to PRE of the bank";
    t_rc (channel.timing.t_rc): Number, number(1, 64), 40, "decision DEC-17", "from ACT to ACT of the bank";
    t_rrd (channel.timing.t_rrd): Number, number(1, 64), 6, "decision DEC-17", "from ACT to ACT of any banks";
    t_wtr (channel.timing.t_wtr): Number, number(1, 64), 5, "decision DEC-17", "from the end of write data to RD";
    t_rtp (channel.timing.t_rtp): Number, number(1, 64), 2, "decision P4", "from RD to PRE of the bank";
    t_wr (channel.timing.t_wr): Number, number(1, 64), 12, "decision DEC-17",
        "from the end of write data to PRE of the bank";
    t_cwl (channel.timing.t_cwl): Number, number(1, 64), 4, "decision DEC-17", "from WR to its data";
    t_ccd (channel.timing.t_ccd): Number, number(1, 64), 2, "decision DEC-17", "from RD to RD and from WR to WR";
    t_bl (channel.timing.t_bl): Number, number(1, 64), 2, "decision P4", "cycles of data of a burst";
    t_faw (channel.timing.t_faw): Number, number(1, 64), 24, "decision P4",
        "window of at most four ACTs";
};

impl Parameters for Params {
    const UNIT: &'static str = "MeDiC";
    const FILE: &'static str = "host/units/src/medic/params.rs";
    const TABLE: &'static [Param<Params>] = PARAMS;
    const RUN_TIME: &'static [&'static str] = &["pending_is_hit", "wbyp_en", "wms_en"];

    configurations! {
        "paper" => PAPER,
        "warps64" => WARPS64,
        "l2_8way" => L2_8WAY,
        "sets64" => SETS64,
        "stack" => STACK,
        "continuous" => CONTINUOUS,
        "baseline" => BASELINE,
        "variant" => VARIANT,
        "small" => SMALL,
        "tiny" => TINY,
        "tiny_stack" => TINY_STACK,
    }

    fn check_together(&self) -> Result<(), ParamError> {
        self.channel.check::<Params>()?;
        let bad = |key, value: u32, range: String| {
            Err(ParamError::BadValue { unit: Params::UNIT, key, value: value.to_string(), range })
        };
        let lookups = 1 << (self.cnt_bits - 1);
        if self.profile_len >= lookups {
            return bad(
                "profile_len",
                self.profile_len,
                format!("less than 2^(cnt_bits-1), which is {lookups}"),
            );
        }
        let samples = 1 << (self.tune_bits - 2);
        if self.tune_min > samples {
            return bad("tune_min", self.tune_min, format!("at most 2^(tune_bits-2), which is {samples}"));
        }
        let t = &self.channel.timing;
        for (key, value) in [("t_rcd", t.t_rcd), ("t_rtp", t.t_rtp), ("t_ccd", t.t_ccd)] {
            if value < 2 {
                return bad(key, value, "at least 2".to_string());
            }
        }
        if t.read_to_write() < 2 {
            let most = t.t_cl + t.t_ccd;
            return bad("t_cwl", t.t_cwl, format!("at most t_cl + t_ccd, which is {most}"));
        }
        Ok(())
    }
}

impl Params {
    /// The paper's: 48 warps, L2 banks of 32 sets of 16 ways, queues of 16 requests each.
    pub const PAPER: Params = Params {
        epoch_cycles: 100_000,
        profile_len: 30,
        cnt_bits: 10,
        hi_pct: 70,
        lo_pct: 20,
        tune_step: 5,
        tune_quantum: 5,
        tune_min: 64,
        tune_bits: 16,
        warps_per_sm: 48,
        reclassify: Reclassify::Frozen,
        pending_is_hit: true,
        bypass_writes: true,
        assoc: 16,
        sets: 32,
        insert_mode: InsertMode::TypeKey,
        q_depth_hi: 16,
        q_depth_lo: 16,
        lo_starve_limit: 0,
        wbyp_en: true,
        wip_en: true,
        wms_en: true,
        channel: Channel {
            n_gpu: 2,
            n_bank: 8,
            timing: Timing { t_ccd: 2, ..Timing::GTX480 },
            ..Channel::GTX480
        },
    };

    /// 64 warps.
    pub const WARPS64: Params = Params { warps_per_sm: 64, ..Params::PAPER };

    /// L2 banks of 8 ways.
    pub const L2_8WAY: Params = Params { assoc: 8, sets: 64, ..Params::PAPER };

    /// L2 banks of twice the size.
    pub const SETS64: Params = Params { sets: 64, ..Params::PAPER };

    /// The type says where in the order of use a line comes in.
    pub const STACK: Params = Params { insert_mode: InsertMode::Stack, ..Params::PAPER };

    /// Types follow every counted reply.
    pub const CONTINUOUS: Params = Params { reclassify: Reclassify::Continuous, ..Params::PAPER };

    /// No bypass, LRU, all requests in a low queue that is as deep as the two of the paper's.
    pub const BASELINE: Params =
        Params { wbyp_en: false, wip_en: false, wms_en: false, q_depth_lo: 32, ..Params::PAPER };

    /// The other value of every switch but those of the baseline, and sizes that are no powers of two.
    pub const VARIANT: Params = Params {
        epoch_cycles: 5_003,
        profile_len: 21,
        cnt_bits: 7,
        hi_pct: 75,
        lo_pct: 33,
        tune_step: 9,
        tune_quantum: 3,
        tune_min: 20,
        tune_bits: 9,
        warps_per_sm: 44,
        reclassify: Reclassify::Continuous,
        pending_is_hit: false,
        bypass_writes: false,
        assoc: 12,
        sets: 16,
        insert_mode: InsertMode::Stack,
        q_depth_hi: 9,
        q_depth_lo: 13,
        lo_starve_limit: 200,
        channel: Channel { n_gpu: 2, row_bits: 12, col_bits: 5, id_bits: 8, ..Channel::GTX480 },
        ..Params::PAPER
    };

    /// Short epochs, narrow counters, short queues, four banks: many events in few cycles.
    pub const SMALL: Params = Params {
        epoch_cycles: 700,
        profile_len: 10,
        cnt_bits: 6,
        tune_min: 16,
        tune_bits: 8,
        warps_per_sm: 12,
        assoc: 6,
        sets: 4,
        q_depth_hi: 4,
        q_depth_lo: 5,
        channel: Channel { n_bank: 4, row_bits: 6, col_bits: 3, id_bits: 6, ..Params::PAPER.channel },
        ..Params::PAPER
    };

    /// The smallest widths, for proofs.
    pub const TINY: Params = Params {
        epoch_cycles: 32,
        profile_len: 5,
        cnt_bits: 4,
        tune_min: 4,
        tune_bits: 5,
        warps_per_sm: 3,
        assoc: 4,
        sets: 2,
        q_depth_hi: 2,
        q_depth_lo: 2,
        channel: Channel { n_cpu: 0, n_gpu: 2, timing: Timing { t_rtp: 2, ..Timing::TINY }, ..Channel::TINY },
        ..Params::PAPER
    };

    /// The smallest with the other insertion, and a bound on the wait in the low queue.
    pub const TINY_STACK: Params =
        Params { insert_mode: InsertMode::Stack, lo_starve_limit: 8, ..Params::TINY };

    /// Bits of a warp slot's number.
    pub fn warp_width(&self) -> usize {
        clog2(self.warps_per_sm)
    }

    /// Bits of the number of a set of an L2 bank.
    pub fn set_width(&self) -> usize {
        clog2(self.sets)
    }

    /// Bits of the number of a way, and of a rank in the order of use.
    pub fn way_width(&self) -> usize {
        clog2(self.assoc)
    }

    /// The low boundary in percent after `k` steps of the tuner.
    pub fn lo(&self, k: u32) -> u32 {
        self.lo_pct.saturating_sub(self.tune_step * k)
    }

    /// What the type of a line's warp means for its replacement.
    pub fn replacement(&self) -> InsertMode {
        match self.wip_en {
            true => self.insert_mode,
            false => InsertMode::Lru,
        }
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
        for (changes, part) in [
            ("cnt_bits=5", "`profile_len` cannot be `30`: it must be less than 2^(cnt_bits-1), which is 16"),
            ("tune_bits=6", "`tune_min` cannot be `64`: it must be at most 2^(tune_bits-2), which is 16"),
            ("t_rcd=1", "`t_rcd` cannot be `1`: it must be at least 2"),
            ("t_rtp=1", "`t_rtp` cannot be `1`: it must be at least 2"),
            ("t_ccd=1", "`t_ccd` cannot be `1`: it must be at least 2"),
            ("t_cwl=15", "`t_cwl` cannot be `15`: it must be at most t_cl + t_ccd, which is 14"),
            ("t_ras=5", "`t_ras` cannot be `5`: it must be at least t_rcd, which is 12"),
        ] {
            let e = Params::named(&format!("paper:{changes}")).unwrap_err().to_string();
            assert!(e.contains(part), "{changes}: {e}");
        }
    }

    #[test]
    fn the_boundary_goes_down_in_steps_of_five_to_nothing_and_not_below() {
        assert_eq!([0, 1, 2, 3, 4].map(|k| Params::PAPER.lo(k)), [20, 15, 10, 5, 0]);
        assert_eq!([3, 4].map(|k| Params::VARIANT.lo(k)), [6, 0]);
    }

    #[test]
    fn every_switch_has_its_other_value_in_some_configuration() {
        let paper = Params::PAPER.values();
        for name in
            ["reclassify", "pending_is_hit", "bypass_writes", "insert_mode", "wbyp_en", "wip_en", "wms_en"]
        {
            let is = |p: &Params| p.values().into_iter().find(|(key, _)| *key == name);
            let same = paper.iter().find(|(key, _)| *key == name).cloned();
            assert!([Params::VARIANT, Params::BASELINE].iter().any(|p| is(p) != same), "{name}");
        }
    }
}
