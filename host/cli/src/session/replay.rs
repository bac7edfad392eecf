// SPDX-License-Identifier: Apache-2.0
//! Runs the kernels of a trace, without their program.

use super::control::SessionControl;
use super::cut::{at_limit, partial_reason, Cut};
use super::journal::Journal;
use super::meter::Extent;
use super::outcome::SessionOutcome;
use super::plan::RunPlan;
use crate::program_exit::ProgramExit;
use anyhow::{Context, Result};
use std::path::Path;
use warpsmith_gpu::trace::{accelsim, Trace, TraceWriter};
use warpsmith_gpu::Gpu;
use warpsmith_process::Temporary;

/// Whether a file is what [`open`] takes.
pub fn is_trace(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "g") || Trace::is_one(path)
}

/// Opens a trace of ours, or translates the directory of an Accel-Sim list (a file that ends with `.g`).
///
/// # Errors
/// It cannot be read.
pub fn open(path: &Path) -> Result<Trace> {
    if path.extension().is_none_or(|e| e != "g") {
        return Ok(Trace::open(path)?);
    }
    let file = Temporary::new(tempfile::NamedTempFile::new).context("no temporary file can be made")?;
    let handle = file.as_file().try_clone().context("the temporary file cannot be written")?;
    let mut writer = TraceWriter::new(handle, file.path())?;
    accelsim::import(path, &mut writer)?;
    writer.finish()?;
    // The trace keeps the file open, so its name may go.
    Ok(Trace::open(file.path())?)
}

/// Replays every kernel of `trace` on `gpu` as planned.
///
/// # Errors
/// The checkpoint to start from does not fit.
pub fn replay(trace: &Trace, gpu: Gpu, plan: RunPlan) -> Result<(SessionOutcome, Gpu)> {
    let RunPlan { max_cycles, checkpoints } = plan;
    let mut journal = Journal::new(gpu, checkpoints, trace.kernels())?;
    let extent = Extent { cycles: max_cycles, launches: Some(trace.kernels().len()) };
    let mut control = SessionControl::new(extent, journal.cycle(), journal.every());
    let ended = journal.replay(trace.kernels(), &mut control).err().map(Cut::Device);
    control.finish();
    let at_limit = at_limit(&ended);
    let partial = partial_reason(&control, ended, max_cycles);
    Ok(journal.conclude(ProgramExit::SUCCESS, partial, at_limit))
}
