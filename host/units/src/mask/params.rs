// SPDX-License-Identifier: Apache-2.0
//! Parameters of MASK (specification section 4, decisions M1 to M3) and the named configurations.

use serde::{Deserialize, Serialize};

use crate::clog2;
use crate::params::{
    choice, configurations, number, power_of_two, table, Param, ParamError, Parameters, Range,
};

choice! {
    /// How the miss rate moves the tokens (D16).
    pub enum TokenPolicy {
        /// A higher rate takes tokens away, a lower one gives some: the text.
        Threshold = "threshold",
        /// A higher rate turns the direction around: hill climbing.
        HillClimb = "hill_climb",
    }
}

choice! {
    /// Which warps hold the tokens (D18).
    pub enum TokenOrder {
        /// The lowest warp numbers of all cores of the application.
        WarpMajor = "warp_major",
        /// All warps of the lowest cores: the released simulator.
        CoreMajor = "core_major",
    }
}

/// Everything that is fixed when the RTL is emitted, and the switches of [`Parameters::RUN_TIME`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// SMs, 2..=64.
    pub num_cores: u32,
    /// Warps that an SM can hold, 8..=256.
    pub warps_per_core: u32,
    /// Warps that issue in an SM in a cycle at most, 1..=4.
    pub issue_ports: u32,
    /// Applications at most, 2..=32.
    pub num_apps: u32,
    /// Bits of the number of an address space, 2..=16.
    pub asid_w: u32,
    /// Depth of the page tables, 2..=5.
    pub pt_levels: u32,
    /// Entries of the shared L2 TLB, 4..=8192; `l2tlb_ways` times a power of two from 2 on.
    pub l2tlb_entries: u32,
    /// Its ways, 2..=32.
    pub l2tlb_ways: u32,
    /// Lookups that it accepts in a cycle, 1..=2.
    pub l2tlb_ports: u32,
    /// Cycles from a lookup to its answer, 3..=200.
    pub l2tlb_latency: u32,
    /// Entries of the TLB bypass cache, 2..=64.
    pub bypass_entries: u32,
    /// Walks at a time, 2..=64.
    pub walk_ctx: u32,
    /// Lookups that wait for a walk context at most, 4..=256.
    pub replay_depth: u32,
    /// Bits of a virtual address, 16..=57.
    pub va_w: u32,
    /// Bits of a physical address, 16..=52.
    pub pa_w: u32,
    /// Bits of the offset in a page, 12..=21.
    pub page_bits: u32,
    /// Cycles of an epoch, 128..=1048576, more than [`Params::engine_cycles`].
    pub epoch_len: u32,
    /// Warps of an application that have tokens at first, in 256ths, 0..=256.
    pub init_tokens_q8: u32,
    /// Change of the miss rate that moves tokens, in 65536ths, 1..=8192.
    pub miss_thr: u32,
    /// Warps whose tokens are given or taken at a time, in 256ths, 1..=128.
    pub step_q8: u32,
    /// The fewest tokens of an application, 0..=256.
    pub token_min: u32,
    /// How the miss rate moves the tokens.
    pub token_policy: TokenPolicy,
    /// Which warps hold them.
    pub token_order: TokenOrder,
    /// Accesses of data and of a depth without which the bypass of the depth stays as it is, 1..=65536.
    pub l2b_min_samples: u32,
    /// One in 2^this lines never bypasses, 3..=8; 0: every line can.
    pub l2b_leader_log2: u32,
    /// Requests that all applications together send to the silver queue in a round, 16..=1023.
    pub thresh_max: u32,
    /// Requests in the golden queue of a channel, 2..=32.
    pub golden_depth: u32,
    /// In the silver queue, 2..=128.
    pub silver_depth: u32,
    /// In the normal queue, 2..=256.
    pub normal_depth: u32,
    /// Banks of a channel, a power of two, 4..=32.
    pub n_bank: u32,
    /// Bits of a row number, 1..=20.
    pub row_bits: u32,
    /// Bits of a column number, 1..=12.
    pub col_bits: u32,
    /// Bits of a request's identification, 1..=24.
    pub id_bits: u32,
    /// Tokens decide which walks fill the shared TLB.
    pub en_tokens: bool,
    /// Walk reads can bypass the L2 cache.
    pub en_l2bypass: bool,
}

/// The parameter table, in the order of the struct.
const PARAMS: &[Param<Params>] = table! {
    num_cores (num_cores): Number, number(2, 64), 30, "Table 6.1", "SMs";
    warps_per_core (warps_per_core): Number, number(8, 256), 64, "A17 6.3.1, decision D28", "warps that an SM can hold";
    issue_ports (issue_ports): Number, number(1, 4), 2, "chosen", "warps that issue in an SM in a cycle at most";
    num_apps (num_apps): Number, number(2, 32), 30, "A17 6.6.4", "applications at most";
    asid_w (asid_w): Number, number(2, 16), 9, "A17 6.6.4", "bits of the number of an address space";
    pt_levels (pt_levels): Number, number(2, 5), 4, "A17 6.2", "depth of the page tables";
    l2tlb_entries (l2tlb_entries): Number, number(4, 8192), 512, "Table 6.1",
        "entries of the shared L2 TLB; l2tlb_ways times a power of two from 2 on";
    l2tlb_ways (l2tlb_ways): Number, number(2, 32), 16, "Table 6.1", "its ways";
    l2tlb_ports (l2tlb_ports): Number, number(1, 2), 2, "Table 6.1", "lookups that it accepts in a cycle";
    l2tlb_latency (l2tlb_latency): Number, number(3, 200), 10, "Table 6.1", "cycles from a lookup to its answer";
    bypass_entries (bypass_entries): Number, number(2, 64), 32, "A17 6.4.2", "entries of the TLB bypass cache";
    walk_ctx (walk_ctx): Number, number(2, 64), 64, "A17 6.5", "walks at a time";
    replay_depth (replay_depth): Number, number(4, 256), 64, "decision D9",
        "lookups that wait for a walk context at most";
    va_w (va_w): Number, number(16, 57), 48, "decision D10", "bits of a virtual address";
    pa_w (pa_w): Number, number(16, 52), 40, "decision D10", "bits of a physical address";
    page_bits (page_bits): Number, number(12, 21), 12, "decision D10", "bits of the offset in a page";
    epoch_len (epoch_len): Number, number(128, 1_048_576), 100_000, "A17 6.4.2, fn. 5",
        "cycles of an epoch, more than the epoch engine takes";
    init_tokens_q8 (init_tokens_q8): Number, number(0, 256), 205, "A17 6.5",
        "warps of an application that have tokens at first, in 256ths";
    miss_thr (miss_thr): Number, number(1, 8192), 1311, "A17 6.4.2",
        "change of the miss rate that moves tokens, in 65536ths";
    step_q8 (step_q8): Number, number(1, 128), 26, "decision D15",
        "warps whose tokens are given or taken at a time, in 256ths";
    token_min (token_min): Number, number(0, 256), 1, "decision D15", "the fewest tokens of an application";
    token_policy (token_policy): Choice, Range::Words(TokenPolicy::WORDS), "threshold", "decision D16",
        "how the miss rate moves the tokens";
    token_order (token_order): Choice, Range::Words(TokenOrder::WORDS), "warp_major", "decision D18",
        "which warps hold them";
    l2b_min_samples (l2b_min_samples): Number, number(1, 65536), 128, "decision D19",
        "accesses of data and of a depth without which the bypass of the depth stays as it is";
    l2b_leader_log2 (l2b_leader_log2): Number, number(0, 8), 5, "decision D20",
        "one in 2^this lines never bypasses, from 3 on; 0: every line can";
    thresh_max (thresh_max): Number, number(16, 1023), 500, "A17 6.5, decision D25",
        "requests that all applications together send to the silver queue in a round";
    golden_depth (golden_depth): Number, number(2, 32), 16, "A17 6.6.4", "requests in the golden queue of a channel";
    silver_depth (silver_depth): Number, number(2, 128), 64, "A17 6.6.4", "requests in its silver queue";
    normal_depth (normal_depth): Number, number(2, 256), 192, "A17 6.6.4", "requests in its normal queue";
    n_bank (n_bank): Number, power_of_two(4, 32), 8, "Table 6.1", "banks of a channel";
    row_bits (row_bits): Number, number(1, 20), 14, "section 3", "bits of a row number";
    col_bits (col_bits): Number, number(1, 12), 7, "section 3", "bits of a column number";
    id_bits (id_bits): Number, number(1, 24), 16, "section 3", "bits of a request's identification";
    en_tokens (en_tokens): Flag, Range::Flag, 1, "A17 6.6", "tokens decide which walks fill the shared TLB";
    en_l2bypass (en_l2bypass): Flag, Range::Flag, 1, "A17 6.6", "walk reads can bypass the L2 cache";
};

impl Parameters for Params {
    const UNIT: &'static str = "MASK";
    const FILE: &'static str = "host/units/src/mask/params.rs";
    const TABLE: &'static [Param<Params>] = PARAMS;
    const RUN_TIME: &'static [&'static str] = &["en_tokens", "en_l2bypass"];

    configurations! {
        "paper" => PAPER,
        "warps256" => WARPS256,
        "variant" => VARIANT,
        "small" => SMALL,
        "tiny" => TINY,
    }

    fn check_together(&self) -> Result<(), ParamError> {
        let bad = |key, value: u32, range: String| {
            Err(ParamError::BadValue { unit: Params::UNIT, key, value: value.to_string(), range })
        };
        if self.epoch_len <= self.engine_cycles() {
            let range = format!("more than the epoch engine takes, {} cycles", self.engine_cycles());
            return bad("epoch_len", self.epoch_len, range);
        }
        if matches!(self.l2b_leader_log2, 1 | 2) {
            return bad("l2b_leader_log2", self.l2b_leader_log2, "0 or 3..=8".to_string());
        }
        let least = self.va_w.min(self.pa_w) - 1;
        if self.page_bits > least {
            return bad("page_bits", self.page_bits, format!("less than va_w and pa_w, so at most {least}"));
        }
        let sets = self.l2tlb_entries / self.l2tlb_ways;
        if sets * self.l2tlb_ways != self.l2tlb_entries || sets < 2 || !sets.is_power_of_two() {
            let range = format!("l2tlb_ways, which is {}, times a power of two from 2 on", self.l2tlb_ways);
            return bad("l2tlb_entries", self.l2tlb_entries, range);
        }
        if u64::from(sets) > 1 << self.vpn_width() {
            let range = format!("at most {} entries for each page", self.l2tlb_ways);
            return bad("l2tlb_entries", self.l2tlb_entries, range);
        }
        Ok(())
    }
}

impl Params {
    /// The paper's: 30 SMs of 64 warps, 30 applications, a shared TLB of 512 entries, queues of 16, 64 and 192 requests.
    pub const PAPER: Params = Params {
        num_cores: 30,
        warps_per_core: 64,
        issue_ports: 2,
        num_apps: 30,
        asid_w: 9,
        pt_levels: 4,
        l2tlb_entries: 512,
        l2tlb_ways: 16,
        l2tlb_ports: 2,
        l2tlb_latency: 10,
        bypass_entries: 32,
        walk_ctx: 64,
        replay_depth: 64,
        va_w: 48,
        pa_w: 40,
        page_bits: 12,
        epoch_len: 100_000,
        init_tokens_q8: 205,
        miss_thr: 1311,
        step_q8: 26,
        token_min: 1,
        token_policy: TokenPolicy::Threshold,
        token_order: TokenOrder::WarpMajor,
        l2b_min_samples: 128,
        l2b_leader_log2: 5,
        thresh_max: 500,
        golden_depth: 16,
        silver_depth: 64,
        normal_depth: 192,
        n_bank: 8,
        row_bits: 14,
        col_bits: 7,
        id_bits: 16,
        en_tokens: true,
        en_l2bypass: true,
    };

    /// The vector of 256 warps of the paper's cost list.
    pub const WARPS256: Params = Params { warps_per_core: 256, ..Params::PAPER };

    /// The other value of every switch, and sizes that are no powers of two.
    pub const VARIANT: Params = Params {
        num_cores: 11,
        warps_per_core: 44,
        issue_ports: 3,
        num_apps: 5,
        asid_w: 7,
        pt_levels: 5,
        l2tlb_entries: 96,
        l2tlb_ways: 12,
        l2tlb_ports: 1,
        l2tlb_latency: 6,
        bypass_entries: 9,
        walk_ctx: 13,
        replay_depth: 20,
        va_w: 57,
        pa_w: 44,
        epoch_len: 1500,
        init_tokens_q8: 150,
        miss_thr: 700,
        step_q8: 40,
        token_min: 0,
        token_policy: TokenPolicy::HillClimb,
        token_order: TokenOrder::CoreMajor,
        l2b_min_samples: 20,
        l2b_leader_log2: 0,
        thresh_max: 37,
        golden_depth: 5,
        silver_depth: 9,
        normal_depth: 13,
        n_bank: 4,
        row_bits: 9,
        col_bits: 5,
        id_bits: 10,
        en_tokens: false,
        en_l2bypass: false,
        ..Params::PAPER
    };

    /// Few SMs, short epochs, short queues: many events in few cycles.
    pub const SMALL: Params = Params {
        num_cores: 4,
        warps_per_core: 12,
        num_apps: 3,
        asid_w: 4,
        l2tlb_entries: 16,
        l2tlb_ways: 4,
        l2tlb_latency: 4,
        bypass_entries: 4,
        walk_ctx: 4,
        replay_depth: 8,
        epoch_len: 320,
        l2b_min_samples: 8,
        l2b_leader_log2: 3,
        thresh_max: 20,
        golden_depth: 3,
        silver_depth: 4,
        normal_depth: 6,
        n_bank: 4,
        row_bits: 5,
        col_bits: 3,
        id_bits: 8,
        ..Params::PAPER
    };

    /// The smallest widths, for proofs.
    pub const TINY: Params = Params {
        num_cores: 2,
        warps_per_core: 8,
        num_apps: 2,
        asid_w: 2,
        pt_levels: 2,
        l2tlb_entries: 4,
        l2tlb_ways: 2,
        l2tlb_latency: 3,
        bypass_entries: 2,
        walk_ctx: 2,
        replay_depth: 4,
        va_w: 16,
        pa_w: 16,
        epoch_len: 192,
        l2b_min_samples: 4,
        l2b_leader_log2: 3,
        thresh_max: 16,
        golden_depth: 2,
        silver_depth: 2,
        normal_depth: 3,
        n_bank: 4,
        row_bits: 2,
        col_bits: 1,
        id_bits: 3,
        ..Params::PAPER
    };

    /// Bits of the number of an SM.
    pub fn core_width(&self) -> usize {
        clog2(self.num_cores)
    }

    /// Bits of the number of a warp slot.
    pub fn warp_width(&self) -> usize {
        clog2(self.warps_per_core)
    }

    /// Bits of the number of an application.
    pub fn app_width(&self) -> usize {
        clog2(self.num_apps)
    }

    /// Lookups that the shared TLB accepts in a cycle.
    pub fn ports(&self) -> usize {
        self.l2tlb_ports as usize
    }

    /// Sets of the shared TLB.
    pub fn sets(&self) -> u32 {
        self.l2tlb_entries / self.l2tlb_ways
    }

    /// Bits of the number of a virtual page.
    pub fn vpn_width(&self) -> usize {
        (self.va_w - self.page_bits) as usize
    }

    /// Bits of the number of a physical page.
    pub fn ppn_width(&self) -> usize {
        (self.pa_w - self.page_bits) as usize
    }

    /// Bits of the number of a page table, which is 4 KB.
    pub fn table_width(&self) -> usize {
        self.pa_w as usize - 12
    }

    /// Bits of the number of a walk context.
    pub fn context_width(&self) -> usize {
        clog2(self.walk_ctx)
    }

    /// Cycles from the last one of an epoch to the first that sees what follows from it (section 2.6).
    pub const fn engine_cycles(&self) -> u32 {
        2 * self.num_cores + 91 * self.num_apps + 2
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
            (
                "epoch_len=2792",
                "`epoch_len` cannot be `2792`: it must be more than the epoch engine takes, 2792 cycles",
            ),
            ("l2b_leader_log2=2", "`l2b_leader_log2` cannot be `2`: it must be 0 or 3..=8"),
            (
                "l2tlb_entries=96",
                "`l2tlb_entries` cannot be `96`: it must be l2tlb_ways, which is 16, times a power of two from 2 on",
            ),
            (
                "l2tlb_entries=16",
                "`l2tlb_entries` cannot be `16`: it must be l2tlb_ways, which is 16, times a power of two from 2 on",
            ),
            (
                "va_w=16,page_bits=12",
                "`l2tlb_entries` cannot be `512`: it must be at most 16 entries for each page",
            ),
        ] {
            let e = Params::named(&format!("paper:{changes}")).unwrap_err().to_string();
            assert!(e.contains(part), "{changes}: {e}");
        }
    }

    #[test]
    fn every_switch_has_its_other_value_in_the_variant() {
        let (paper, variant) = (Params::PAPER.values(), Params::VARIANT.values());
        for name in ["token_policy", "token_order", "en_tokens", "en_l2bypass"] {
            let of = |values: &[(&'static str, String)]| values.iter().find(|(key, _)| *key == name).cloned();
            assert_ne!(of(&paper), of(&variant), "{name}");
        }
    }
}
