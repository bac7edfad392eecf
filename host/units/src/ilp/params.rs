// SPDX-License-Identifier: Apache-2.0
//! Parameters of the ILP units (specification section 4, decisions I1 to I4) and the named configurations.

use serde::{Deserialize, Serialize};

use crate::clog2;
use crate::params::{
    choice, configurations, number, power_of_two, table, Param, ParamError, Parameters, Range,
};

choice! {
    /// Who shares a branch history (A10).
    pub enum HistMode {
        /// All warps of the SM.
        Shared = "shared",
        /// None: each warp has its own.
        PerWarp = "per_warp",
    }
}

choice! {
    /// When an SM takes thread blocks of the other class (A13).
    pub enum Spill {
        /// Never.
        Never = "never",
        /// While no resident kernel is of its class.
        Absent = "absent",
        /// While no kernel of its class has thread blocks left.
        Drained = "drained",
    }
}

choice! {
    /// How conditional branches are predicted.
    pub enum BpMode {
        /// They are not.
        Off = "off",
        /// Backward taken, forward not.
        Static = "static",
        /// By counters that a history chooses.
        Gshare = "gshare",
        /// By their outcome.
        Perfect = "perfect",
    }
}

/// Everything that is fixed when the RTL is emitted, and what comes at inputs or concerns the SM around
/// ([`Parameters::RUN_TIME`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Threads of a warp, a power of two, 4..=32.
    pub warp_size: u32,
    /// Lanes of an SM, a power of two, 2..=32, at most `warp_size`.
    pub simd: u32,
    /// Warps that an SM can hold, 4..=64.
    pub n_warps: u32,
    /// Entries of the scoreboard, 1..=32.
    pub sb_entries: u32,
    /// Source registers of an instruction, 1..=3.
    pub n_src: u32,
    /// Bits of the number of a physical vector register, 2..=11.
    pub tag_w: u32,
    /// Bits of a lane's result, 1..=32.
    pub data_w: u32,
    /// EX stages, 2..=16, less than `br_stage` and two warp instructions' beats (decision I11).
    pub alu_lat: u32,
    /// EX stage in which a branch is resolved, 1..=`alu_lat`.
    pub br_stage: u32,
    /// Counters of the branch predictor, a power of two, 4..=4096.
    pub pht_entries: u32,
    /// The lowest bit of a PC that chooses a counter, 2..=4.
    pub pc_lo: u32,
    /// Who shares a branch history.
    pub hist_mode: HistMode,
    /// Cycles of the register file that a commit takes, a power of two, at most the beats of a warp.
    pub commit_beats: u32,
    /// The value of an ALU instruction is there from its first beat on, not only when it is complete.
    pub chain: bool,
    /// Loads may issue under an unresolved branch.
    pub spec_mem: bool,
    /// A kernel with fewer concurrent warps on an SM is for the ILP SMs, 1..=63.
    pub class_warps: u32,
    /// So is one with so many threads at most, 1..=2^31 - 1.
    pub class_threads: u32,
    /// When an SM takes thread blocks of the other class.
    pub spill: Spill,
    /// TLP SMs, 0..=64.
    pub n_tlp: u32,
    /// ILP SMs, 0..=64; together 2..=64.
    pub n_ilp: u32,
    /// Thread blocks that an SM can hold, 1..=15.
    pub sm_tbs: u32,
    /// Threads that an SM can hold, 1..=1024.
    pub sm_threads: u32,
    /// Registers of an SM, 1..=32768.
    pub sm_regs: u32,
    /// Bytes of shared memory of an SM, 1..=32767.
    pub sm_smem: u32,
    /// Bits of the number of a thread block, 2..=20.
    pub tb_w: u32,
    /// There is a scoreboard; off: a TLP core.
    pub sb_en: bool,
    /// There is a path from the last EX stage to the first.
    pub bypass_en: bool,
    /// How conditional branches are predicted.
    pub bp_mode: BpMode,
    /// Cycles of IF and ID before an instruction of a core without a scoreboard is ready, 0..=16.
    pub front_lat: u32,
}

/// The parameter table, in the order of the struct.
const PARAMS: &[Param<Params>] = table! {
    warp_size (warp_size): Number, power_of_two(4, 32), 32, "Table 1", "threads of a warp";
    simd (simd): Number, power_of_two(2, 32), 8, "Table 1", "lanes of an SM";
    n_warps (n_warps): Number, number(4, 64), 32, "Table 1", "warps that an SM can hold";
    sb_entries (sb_entries): Number, number(1, 32), 8, "§4.4.1", "entries of the scoreboard";
    n_src (n_src): Number, number(1, 3), 3, "section 5", "source registers of an instruction";
    tag_w (tag_w): Number, number(2, 11), 9, "§4.2", "bits of the number of a physical vector register";
    data_w (data_w): Number, number(1, 32), 32, "§4.2", "bits of a lane's result";
    alu_lat (alu_lat): Number, number(2, 16), 8, "§4.1",
        "EX stages, less than br_stage and the beats of two warp instructions";
    br_stage (br_stage): Number, number(1, 16), 8, "§4.3", "EX stage in which a branch is resolved";
    pht_entries (pht_entries): Number, power_of_two(4, 4096), 512, "§4.4.2", "counters of the branch predictor";
    pc_lo (pc_lo): Number, number(2, 4), 3, "section 4", "the lowest bit of a PC that chooses a counter";
    hist_mode (hist_mode): Choice, Range::Words(HistMode::WORDS), "shared", "decision A10",
        "who has a branch history";
    commit_beats (commit_beats): Number, power_of_two(1, 4), 4, "decision A7",
        "cycles of the register file that a commit takes";
    chain (chain): Flag, Range::Flag, 1, "decision A6",
        "the value of an ALU instruction is there from its first beat on";
    spec_mem (spec_mem): Flag, Range::Flag, 0, "decision A9", "loads may issue under an unresolved branch";
    class_warps (class_warps): Number, number(1, 63), 16, "§V",
        "a kernel with fewer warps on an SM is for the ILP SMs";
    class_threads (class_threads): Number, number(1, 2_147_483_647), 32768, "§V",
        "so is one with so many threads at most";
    spill (spill): Choice, Range::Words(Spill::WORDS), "absent", "decision A13",
        "when an SM takes thread blocks of the other class";
    n_tlp (n_tlp): Number, number(0, 64), 20, "§V", "TLP SMs";
    n_ilp (n_ilp): Number, number(0, 64), 18, "§V", "ILP SMs";
    sm_tbs (sm_tbs): Number, number(1, 15), 8, "Table 1", "thread blocks that an SM can hold";
    sm_threads (sm_threads): Number, number(1, 1024), 1024, "Table 1", "threads that an SM can hold";
    sm_regs (sm_regs): Number, number(1, 32768), 16384, "Table 1", "registers of an SM";
    sm_smem (sm_smem): Number, number(1, 32767), 16384, "Table 1", "bytes of shared memory of an SM";
    tb_w (tb_w): Number, number(2, 20), 20, "section 3", "bits of the number of a thread block";
    sb_en (sb_en): Flag, Range::Flag, 1, "§4.4.1", "there is a scoreboard; 0: a TLP core";
    bypass_en (bypass_en): Flag, Range::Flag, 1, "§4.1", "there is a path from the last EX stage to the first";
    bp_mode (bp_mode): Choice, Range::Words(BpMode::WORDS), "gshare", "§4.3, Fig. 8",
        "how conditional branches are predicted";
    front_lat (front_lat): Number, number(0, 16), 8, "decision A2",
        "cycles of IF and ID before an instruction of a core without a scoreboard is ready";
};

impl Parameters for Params {
    const UNIT: &'static str = "ILP";
    const FILE: &'static str = "host/units/src/ilp/params.rs";
    const TABLE: &'static [Param<Params>] = PARAMS;
    const RUN_TIME: &'static [&'static str] = &["br_stage", "sb_en", "bypass_en", "bp_mode", "front_lat"];

    configurations! {
        "paper" => PAPER,
        "e2" => E2,
        "e4" => E4,
        "e16" => E16,
        "l4" => L4,
        "half" => HALF,
        "variant" => VARIANT,
        "small" => SMALL,
        "tiny" => TINY,
    }

    fn check_together(&self) -> Result<(), ParamError> {
        let bad = |key, value: u32, range: String| {
            Err(ParamError::BadValue { unit: Params::UNIT, key, value: value.to_string(), range })
        };
        if self.simd > self.warp_size {
            return bad("simd", self.simd, format!("at most warp_size, which is {}", self.warp_size));
        }
        if self.commit_beats > self.beats() {
            let range = format!("at most the beats of a warp, which are {}", self.beats());
            return bad("commit_beats", self.commit_beats, range);
        }
        if self.br_stage > self.alu_lat {
            return bad("br_stage", self.br_stage, format!("at most alu_lat, which is {}", self.alu_lat));
        }
        let most = self.br_stage + 2 * self.beats() - 2;
        if self.alu_lat > most {
            return bad("alu_lat", self.alu_lat, format!("at most br_stage + 2 beats - 2, which is {most}"));
        }
        if !self.chain && self.bypass_en {
            return bad("chain", 0, "1 where bypass_en is 1".to_string());
        }
        if !(2..=64).contains(&self.sms()) {
            return bad("n_ilp", self.n_ilp, format!("2..=64 together with n_tlp, which is {}", self.n_tlp));
        }
        Ok(())
    }
}

impl Params {
    /// Whether a kernel is for ILP SMs: the steering rule of section 2.4, by the warps that an SM holds at a time and the threads of the
    /// whole grid.
    pub fn is_for_ilp(&self, concurrent_warps: u32, threads: u64) -> bool {
        concurrent_warps < self.class_warps || threads <= u64::from(self.class_threads)
    }

    /// The paper's: SMs of 32 warps on 8 lanes, 8 entries, 8 EX stages, gshare of 1 kbit, 20 TLP and 18 ILP SMs (GPU-H).
    pub const PAPER: Params = Params {
        warp_size: 32,
        simd: 8,
        n_warps: 32,
        sb_entries: 8,
        n_src: 3,
        tag_w: 9,
        data_w: 32,
        alu_lat: 8,
        br_stage: 8,
        pht_entries: 512,
        pc_lo: 3,
        hist_mode: HistMode::Shared,
        commit_beats: 4,
        chain: true,
        spec_mem: false,
        class_warps: 16,
        class_threads: 32768,
        spill: Spill::Absent,
        n_tlp: 20,
        n_ilp: 18,
        sm_tbs: 8,
        sm_threads: 1024,
        sm_regs: 16384,
        sm_smem: 16384,
        tb_w: 20,
        sb_en: true,
        bypass_en: true,
        bp_mode: BpMode::Gshare,
        front_lat: 8,
    };

    /// Two entries.
    pub const E2: Params = Params { sb_entries: 2, ..Params::PAPER };

    /// Four entries.
    pub const E4: Params = Params { sb_entries: 4, ..Params::PAPER };

    /// Sixteen entries.
    pub const E16: Params = Params { sb_entries: 16, ..Params::PAPER };

    /// Four EX stages, branches resolved in the last.
    pub const L4: Params = Params { alu_lat: 4, br_stage: 4, ..Params::PAPER };

    /// The 30 SMs of Table 1, half of them ILP.
    pub const HALF: Params = Params { n_tlp: 15, n_ilp: 15, ..Params::PAPER };

    /// The other value of every switch, and sizes that are no powers of two.
    pub const VARIANT: Params = Params {
        simd: 16,
        n_warps: 23,
        sb_entries: 5,
        n_src: 2,
        tag_w: 10,
        data_w: 12,
        alu_lat: 6,
        br_stage: 5,
        pht_entries: 128,
        pc_lo: 2,
        hist_mode: HistMode::PerWarp,
        commit_beats: 1,
        chain: false,
        spec_mem: true,
        class_warps: 24,
        class_threads: 5000,
        spill: Spill::Drained,
        n_tlp: 6,
        n_ilp: 5,
        sm_tbs: 5,
        sm_threads: 700,
        sm_regs: 9000,
        sm_smem: 12000,
        tb_w: 11,
        sb_en: false,
        bypass_en: false,
        bp_mode: BpMode::Static,
        front_lat: 0,
        ..Params::PAPER
    };

    /// Few warps and registers, a small predictor, few SMs: many events in few cycles.
    pub const SMALL: Params = Params {
        warp_size: 16,
        simd: 4,
        n_warps: 6,
        sb_entries: 4,
        tag_w: 5,
        data_w: 8,
        alu_lat: 5,
        br_stage: 4,
        pht_entries: 16,
        spec_mem: true,
        n_tlp: 3,
        n_ilp: 2,
        sm_tbs: 3,
        sm_threads: 96,
        sm_regs: 500,
        sm_smem: 300,
        tb_w: 6,
        ..Params::PAPER
    };

    /// The smallest widths, for proofs.
    pub const TINY: Params = Params {
        warp_size: 4,
        simd: 2,
        n_warps: 4,
        sb_entries: 2,
        n_src: 2,
        tag_w: 3,
        data_w: 1,
        alu_lat: 3,
        br_stage: 2,
        pht_entries: 4,
        commit_beats: 2,
        spec_mem: true,
        spill: Spill::Never,
        n_tlp: 1,
        n_ilp: 1,
        sm_tbs: 2,
        sm_threads: 3,
        sm_regs: 3,
        sm_smem: 3,
        tb_w: 2,
        ..Params::PAPER
    };

    /// Cycles that a warp instruction is at a stage.
    pub const fn beats(&self) -> u32 {
        self.warp_size / self.simd
    }

    /// Lanes that a commit writes in a cycle.
    pub const fn commit_lanes(&self) -> u32 {
        self.warp_size / self.commit_beats
    }

    /// Branch histories.
    pub const fn histories(&self) -> u32 {
        match self.hist_mode {
            HistMode::Shared => 1,
            HistMode::PerWarp => self.n_warps,
        }
    }

    /// SMs of the GPU.
    pub const fn sms(&self) -> u32 {
        self.n_tlp + self.n_ilp
    }

    /// Bits of the number of a warp.
    pub fn warp_width(&self) -> usize {
        clog2(self.n_warps)
    }

    /// Bits of the number of an entry.
    pub fn entry_width(&self) -> usize {
        clog2(self.sb_entries).max(1)
    }

    /// Bits of the number of a beat.
    pub fn beat_width(&self) -> usize {
        clog2(self.beats()).max(1)
    }

    /// Bits of the number of a beat of a commit.
    pub fn commit_beat_width(&self) -> usize {
        clog2(self.commit_beats).max(1)
    }

    /// Bits of the number of a counter of the predictor.
    pub fn index_width(&self) -> usize {
        clog2(self.pht_entries)
    }

    /// Bits of the number of an SM.
    pub fn sm_width(&self) -> usize {
        clog2(self.sms())
    }

    /// Bits of a number of threads.
    pub fn threads_width(&self) -> usize {
        clog2(self.sm_threads + 1)
    }

    /// Bits of a number of registers; a thread block may ask for more than an SM has (decision I3).
    pub fn regs_width(&self) -> usize {
        clog2(2 * self.sm_regs + 1)
    }

    /// Bits of a number of bytes of shared memory.
    pub fn smem_width(&self) -> usize {
        clog2(self.sm_smem + 1)
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
                "simd=32,warp_size=16,commit_beats=1",
                "`simd` cannot be `32`: it must be at most warp_size, which is 16",
            ),
            ("simd=16", "`commit_beats` cannot be `4`: it must be at most the beats of a warp, which are 2"),
            ("alu_lat=7", "`br_stage` cannot be `8`: it must be at most alu_lat, which is 7"),
            (
                "alu_lat=16",
                "`alu_lat` cannot be `16`: it must be at most br_stage + 2 beats - 2, which is 14",
            ),
            ("chain=0", "`chain` cannot be `0`: it must be 1 where bypass_en is 1"),
            ("n_tlp=60", "`n_ilp` cannot be `18`: it must be 2..=64 together with n_tlp, which is 60"),
        ] {
            let e = Params::named(&format!("paper:{changes}")).unwrap_err().to_string();
            assert!(e.contains(part), "{changes}: {e}");
        }
    }

    #[test]
    fn every_switch_has_its_other_value_in_the_variant() {
        let (paper, variant) = (Params::PAPER.values(), Params::VARIANT.values());
        for name in ["hist_mode", "chain", "spec_mem", "spill", "sb_en", "bypass_en", "bp_mode"] {
            let of = |values: &[(&'static str, String)]| values.iter().find(|(key, _)| *key == name).cloned();
            assert_ne!(of(&paper), of(&variant), "{name}");
        }
    }

    #[test]
    fn widths_of_the_paper_are_those_of_the_specification() {
        let p = Params::PAPER;
        let widths = [p.warp_width(), p.entry_width(), p.beat_width(), p.index_width(), p.sm_width()];
        assert_eq!(widths, [5, 3, 2, 9, 6]);
        assert_eq!((p.threads_width(), p.regs_width(), p.smem_width()), (11, 16, 15));
    }
}
