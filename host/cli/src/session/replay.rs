// SPDX-License-Identifier: Apache-2.0
//! Runs the kernels of a trace, without their program.

use super::{control::SessionControl, partial_reason, ProgramExit, SessionOutcome};
use anyhow::{Context, Result};
use std::path::Path;
use warpsmith_gpu::device::DeviceError;
use warpsmith_gpu::trace::{accelsim, Trace, TraceWriter};
use warpsmith_gpu::Gpu;

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
    let file = tempfile::NamedTempFile::new().context("no temporary file can be made")?;
    let handle = file.as_file().try_clone().context("the temporary file cannot be written")?;
    let mut writer = TraceWriter::new(handle, file.path())?;
    accelsim::import(path, &mut writer)?;
    writer.finish()?;
    // The trace keeps the file open, so its name may go.
    Ok(Trace::open(file.path())?)
}

/// Replays every kernel of `trace` on `gpu`, or as many as fit into `max_cycles` SM cycles.
///
/// # Errors
/// Interrupts cannot be caught.
pub fn replay(trace: &Trace, mut gpu: Gpu, max_cycles: Option<u64>) -> Result<SessionOutcome> {
    let mut control = SessionControl::new(max_cycles)?;
    let mut kernels = Vec::new();
    let mut ended = None;
    for kernel in trace.kernels() {
        match gpu.replay(kernel, &mut control) {
            Ok(record) => kernels.push(record),
            Err(error) => {
                kernels.extend(error.partial().cloned());
                ended = Some(error);
                break;
            }
        }
    }
    control.finish();
    let partial = partial_reason(&control, ended.map(DeviceError::Run), max_cycles);
    let exit = if partial.is_some() { ProgramExit::Ended } else { ProgramExit::Code(0) };
    Ok(SessionOutcome { kernels, totals: gpu.totals(), sharing: gpu.sharing(), exit, partial })
}
