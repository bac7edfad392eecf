// SPDX-License-Identifier: Apache-2.0
//! Parameters of Equalizer (specification section 4) and the named configurations.

use serde::{Deserialize, Serialize};

use crate::clog2;
use crate::params::{
    choice, configurations, number, power_of_two, table, Param, ParamError, Parameters, Range,
};

choice! {
    /// Which running CTA is paused first (decision A7).
    pub enum PauseOrder {
        /// The one that was launched last.
        Youngest = "youngest",
        /// The one that was launched first.
        Oldest = "oldest",
    }
}

/// What the frequency manager optimises; a run-time input of the RTL (Table 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Energy: the domain that is no bottleneck goes slower than nominal.
    Energy = 0,
    /// Performance: the domain that is the bottleneck goes faster than nominal.
    Performance = 1,
}

/// Everything that is fixed when the RTL is emitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// SMs on the chip, 1..=64.
    pub n_sm: u32,
    /// Warp slots per SM, 8..=64.
    pub n_warps: u32,
    /// CTA slots per SM, 1..=32.
    pub n_cta: u32,
    /// SM cycles per epoch, a power of two, 512..=65536.
    pub epoch_len: u32,
    /// SM cycles per sample, a power of two that divides `epoch_len`, 1..=1024.
    pub sample_period: u32,
    /// Equal block decisions in a row before `num_blocks` moves, 1..=7.
    pub hyst_epochs: u32,
    /// Xmem warps that mean bandwidth saturation, 0..=8.
    pub bw_sat: u32,
    /// Regulator latency in SM cycles, 0..=4096.
    pub vr_cycles: u32,
    /// The compute arm compares with `>=` (dissertation) instead of `>` (paper).
    pub comp_ge: bool,
    /// "Maintain" in Table 3.1 returns the domain to nominal (A8) instead of holding it.
    pub maintain_nominal: bool,
    /// Warps at a barrier count as Active (A5).
    pub barrier_active: bool,
    /// Which running CTA is paused first (A7).
    pub pause_order: PauseOrder,
    /// `num_blocks` returns to the kernel's limit at kernel start (A11).
    pub nb_reset_on_launch: bool,
}

/// The parameter table, in the order of specification section 4.
const PARAMS: &[Param<Params>] = table! {
    n_sm (n_sm): Number, number(1, 64), 15, "Table 3.3", "SMs on the chip";
    n_warps (n_warps): Number, number(8, 64), 48, "Table 3.3", "warp slots per SM";
    n_cta (n_cta): Number, number(1, 32), 8, "Table 3.3", "CTA slots per SM";
    epoch_len (epoch_len): Number, power_of_two(512, 65536), 4096, "section 3.5.1.2", "SM cycles per epoch";
    sample_period (sample_period): Number, power_of_two(1, 1024), 128, "section 3.4",
        "SM cycles per sample; divides epoch_len";
    hyst_epochs (hyst_epochs): Number, number(1, 7), 3, "section 3.4.2",
        "equal block decisions in a row before num_blocks moves";
    bw_sat (bw_sat): Number, number(0, 8), 2, "Algorithm 1, line 12", "Xmem warps that mean bandwidth saturation";
    vr_cycles (vr_cycles): Number, number(0, 4096), 512, "section 3.5.1.1", "regulator latency in SM cycles";
    comp_ge (comp_ge): Flag, Range::Flag, 0, "Algorithm 1, line 10",
        "compute arm compares with >= (dissertation) instead of > (paper)";
    maintain_nominal (maintain_nominal): Flag, Range::Flag, 1, "decision A8",
        "`maintain` returns a domain to nominal instead of holding it";
    barrier_active (barrier_active): Flag, Range::Flag, 0, "decision A5", "warps at a barrier count as Active";
    pause_order (pause_order): Choice, Range::Words(PauseOrder::WORDS), "youngest", "decision A7", "which running CTA is paused first";
    nb_reset_on_launch (nb_reset_on_launch): Flag, Range::Flag, 1, "decision A11",
        "num_blocks returns to the kernel's limit at kernel start";
};

impl Parameters for Params {
    const UNIT: &'static str = "Equalizer";
    const FILE: &'static str = "host/units/src/equalizer/params.rs";
    const TABLE: &'static [Param<Params>] = PARAMS;

    // Every one is emitted, verilated and run in lockstep.
    configurations! {
        "fermi" => FERMI,
        "small" => SMALL,
        "large" => LARGE,
        "dense" => DENSE,
        "tiny" => TINY,
    }

    /// `sample_period` divides `epoch_len`.
    fn check_together(&self) -> Result<(), ParamError> {
        if self.sample_period > self.epoch_len {
            return Err(ParamError::BadValue {
                unit: Params::UNIT,
                key: "sample_period",
                value: self.sample_period.to_string(),
                range: format!("a divisor of epoch_len, which is {}", self.epoch_len),
            });
        }
        Ok(())
    }
}

impl Params {
    /// The machine of the paper (Table 3.3: GTX480-like).
    pub const FERMI: Params = Params {
        n_sm: 15,
        n_warps: 48,
        n_cta: 8,
        epoch_len: 4096,
        sample_period: 128,
        hyst_epochs: 3,
        bw_sat: 2,
        vr_cycles: 512,
        comp_ge: false,
        maintain_nominal: true,
        barrier_active: false,
        pause_order: PauseOrder::Youngest,
        nb_reset_on_launch: true,
    };

    /// A small SM with short epochs: many decisions in few cycles.
    pub const SMALL: Params = Params {
        n_sm: 4,
        n_warps: 16,
        n_cta: 4,
        epoch_len: 512,
        sample_period: 16,
        vr_cycles: 100,
        ..Params::FERMI
    };

    /// The largest machine that the generator makes.
    pub const LARGE: Params =
        Params { n_sm: 64, n_warps: 64, n_cta: 32, epoch_len: 65536, sample_period: 256, ..Params::FERMI };

    /// The zero-stage variant (W14) with the other value of every switch, slot counts that are no powers
    /// of two, and a regulator slower than an epoch (W18).
    pub const DENSE: Params = Params {
        n_sm: 6,
        n_warps: 24,
        n_cta: 3,
        epoch_len: 512,
        sample_period: 2,
        hyst_epochs: 2,
        bw_sat: 3,
        vr_cycles: 700,
        comp_ge: true,
        maintain_nominal: false,
        barrier_active: true,
        pause_order: PauseOrder::Oldest,
        nb_reset_on_launch: false,
    };

    /// The smallest widths: what the proofs of the invariants run on.
    pub const TINY: Params = Params {
        n_sm: 2,
        n_warps: 8,
        n_cta: 2,
        epoch_len: 512,
        sample_period: 128,
        hyst_epochs: 2,
        vr_cycles: 3,
        ..Params::FERMI
    };

    /// Samples per epoch, `S` of specification section 2.2.
    pub fn samples(&self) -> u32 {
        self.epoch_len / self.sample_period
    }

    /// Whether the decision is taken in the sample cycle itself (W14).
    pub fn zero_stage(&self) -> bool {
        self.sample_period < 4
    }

    /// Bits of `w_cta` (W16).
    pub fn w_cta_width(&self) -> usize {
        clog2(self.n_warps + 1)
    }

    /// Bits of `num_blocks` and `nb_max` (W16).
    pub fn nb_width(&self) -> usize {
        clog2(self.n_cta + 1)
    }

    /// Bits of one accumulator (W16).
    pub fn acc_width(&self) -> usize {
        clog2(self.n_warps * self.samples() + 1)
    }

    /// Bits of one warp's CTA slot number (W16).
    pub fn cta_id_width(&self) -> usize {
        clog2(self.n_cta).max(1)
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
    fn a_value_out_of_range_names_key_value_and_range() {
        for (key, value, range) in [
            ("n_sm", "65", "1..=64"),
            ("n_warps", "7", "8..=64"),
            ("epoch_len", "1000", "a power of two, 512..=65536"),
            ("hyst_epochs", "-1", "1..=7"),
            ("comp_ge", "2", "0 or 1"),
            ("pause_order", "middle", "youngest or oldest"),
        ] {
            let mut p = Params::FERMI;
            let e = p.set(key, value).unwrap_err().to_string();
            assert!(e.contains(key) && e.contains(value) && e.contains(range), "{e}");
            assert_eq!(p, Params::FERMI);
        }
    }

    #[test]
    fn a_sample_period_longer_than_the_epoch_is_refused() {
        let p = Params { epoch_len: 512, sample_period: 1024, ..Params::FERMI };
        let e = p.validate().unwrap_err().to_string();
        assert!(e.contains("sample_period") && e.contains("512"), "{e}");
    }

    #[test]
    fn widths_of_the_paper_machine_are_those_of_section_3() {
        let p = Params::FERMI;
        assert_eq!((p.acc_width(), p.w_cta_width(), p.nb_width(), p.cta_id_width()), (11, 6, 4, 3));
    }
}
