// SPDX-License-Identifier: Apache-2.0
//! Lets CPU cores run without a program on the GPU.

use super::control::SessionControl;
use super::effort::Effort;
use super::meter::Extent;
use super::outcome::SessionOutcome;
use crate::program_exit::ProgramExit;
use anyhow::Result;
use std::time::Instant;
use warpsmith_gpu::{Gpu, IdleError};
use warpsmith_ptx::Notes;

/// Runs the cores for `cycles` SM cycles.
pub fn run(mut gpu: Gpu, cycles: u64) -> Result<(SessionOutcome, Gpu)> {
    let (start, before) = (Instant::now(), gpu.cycle());
    let extent = Extent { cycles: Some(before.0 + cycles), launches: None };
    let mut control = SessionControl::new(extent, before, None);
    let partial = match gpu.idle(cycles, |cycle| control.idle(cycle)) {
        Ok(()) => None,
        Err(IdleError::Interrupted) => Some("interrupted".to_string()),
        Err(error) => Some(error.to_string()),
    };
    control.finish();
    let exit = if partial.is_some() { ProgramExit::Simulator } else { ProgramExit::Length };
    let (totals, sharing) = (gpu.totals(), gpu.sharing());
    Ok((
        SessionOutcome {
            kernels: Vec::new(),
            totals,
            sharing,
            notes: Notes::default(),
            exit,
            partial,
            at_limit: false,
            checkpoint: None,
            effort: Effort { cycles: gpu.cycle() - before, time: start.elapsed() },
        },
        gpu,
    ))
}
