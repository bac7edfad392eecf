// SPDX-License-Identifier: Apache-2.0
//! Parameters of Equalizer (specification section 4) and the named configurations.

use serde::{Deserialize, Serialize};

/// Which running CTA is paused first (decision A7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PauseOrder {
    Youngest,
    Oldest,
}

/// What the frequency manager optimises; a run-time input of the RTL (Table 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    Energy = 0,
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
