// SPDX-License-Identifier: Apache-2.0
//! A trace that is being recorded, and its place.

use crate::output::{self, Files, Output};
use anyhow::{anyhow, Context, Result};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::NamedTempFile;
use warpsmith_gpu::machine::SmSpec;
use warpsmith_gpu::trace::{accelsim, KernelTrace, Trace, TraceWriter};
use warpsmith_gpu::{registers_per_thread, LaunchSpec};
use warpsmith_process::{Folder, Temporary};

/// What a recording becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    #[default]
    Warpsmith,
    Accelsim,
}

/// Where the trace goes.
enum Place {
    File(Output),
    /// A folder that is under way, and will be the one that the user names.
    Folder(Folder, PathBuf),
}

/// A trace that is being recorded.
pub struct Recording {
    place: Place,
    file: Temporary<NamedTempFile>,
}

impl Recording {
    /// # Errors
    /// `path` is not a place for it.
    pub fn begin(path: &Path, format: Format, files: &mut Files) -> Result<Recording> {
        let place = match format {
            Format::Accelsim => Place::Folder(files.writes_folder(path)?, path.to_path_buf()),
            Format::Warpsmith => Place::File(files.writes(path)?),
        };
        let file = match &place {
            Place::File(output) => output.begin()?,
            Place::Folder(..) => {
                Temporary::new(NamedTempFile::new).context("no temporary file can be made")?
            }
        };
        Ok(Recording { place, file })
    }

    /// What the kernels are recorded with.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn writer(&self) -> Result<TraceWriter> {
        let handle = self.file.as_file().try_clone().context("the trace cannot be written")?;
        let under_way = match &self.place {
            Place::File(output) if output.is_file() => output.name(),
            _ => self.file.path(),
        };
        Ok(TraceWriter::new(handle, under_way)?)
    }

    /// Translates the complete recording of so many kernels, if its format is another one.
    ///
    /// # Errors
    /// The format cannot say it, or it cannot be written.
    pub fn export(&self, kernels: usize, sm: &SmSpec) -> Result<()> {
        let Place::Folder(traces, _) = &self.place else { return Ok(()) };
        if kernels == 0 {
            return Err(anyhow!(
                "the program has launched no kernel, and this format has no trace without one"
            ));
        }
        let trace = Trace::open(self.file.path())?;
        let registers = |kernel: &Arc<KernelTrace>| registers_per_thread(&LaunchSpec::of_trace(kernel), sm);
        // The kernels have run, so that their launches fit.
        accelsim::export(&trace, traces.path(), |kernel| {
            registers(kernel).unwrap_or(kernel.info.regs_per_thread)
        })?;
        Ok(())
    }

    /// Puts the complete trace into its place.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn finish(self) -> Result<()> {
        match self.place {
            Place::File(output) => output.finish(self.file),
            Place::Folder(traces, path) => output::finish_folder(traces, &path),
        }
    }

    /// An error that names the temporary file, with what to do about that.
    pub fn advise(&self, error: anyhow::Error) -> anyhow::Error {
        let (text, temporary) = (format!("{error:#}"), self.file.path());
        match temporary.to_str() {
            Some(name) if text.contains(name) => anyhow!(
                "{text}. The recording is kept in {} until it is complete: make room there, or set TMPDIR to another folder",
                temporary.parent().unwrap_or(temporary).display()
            ),
            _ => error,
        }
    }
}
