// SPDX-License-Identifier: Apache-2.0
//! What stands for `activity` in a build without RTL.

use anyhow::Result;
use warpsmith_synth::{Design, Flow, Measured};

/// Says how to get a build that can.
pub fn check() -> Result<()> {
    anyhow::bail!("--activity runs the unit's bench with its RTL, which is {}", crate::attach::NO_RTL)
}

/// Nothing: [`check`] refuses before.
pub fn note(_: &Flow, _: &[Design], _: &mut [Measured], _: u64) -> Result<()> {
    check()
}
