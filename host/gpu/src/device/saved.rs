// SPDX-License-Identifier: Apache-2.0
//! Saving a device that pauses in a kernel and restoring it, for programs and for traces.

use std::sync::Arc;

use warpsmith_trace::KernelTrace;

use super::error::DeviceError;
use super::modules::Modules;
use super::{Context, Device};
use crate::control::RunControl;
use crate::error::RunError;
use crate::gpu::{Gpu, Job};
use crate::record::KernelRecord;
use crate::saved::{StateError, StateReader, StateWriter};

impl Device<Gpu> {
    /// Runs a recorded kernel from its start, or goes on with it if it is under way. False: `control` wants a pause.
    ///
    /// # Errors
    /// The run cannot go on.
    pub fn replay(
        &mut self,
        kernel: &Arc<KernelTrace>,
        control: &mut dyn RunControl,
    ) -> Result<bool, DeviceError> {
        let started = match self.gpu.is_running() {
            true => Ok(()),
            false => self.gpu.start(&Job::Replay(kernel.clone())),
        };
        let end = started.and_then(|()| self.gpu.go_on(control)).transpose();
        end.map(|end| self.context.replayed(end)).transpose().map(|ended| ended.is_some())
    }

    /// SM cycles since the GPU was made.
    pub fn cycle(&self) -> u64 {
        self.gpu.cycle().0
    }

    /// Writes everything that [`Device::restore`] needs.
    ///
    /// # Errors
    /// As [`Gpu::save`].
    pub fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        self.context.save(to)?;
        self.gpu.save(to)
    }

    /// Restores what a device of the same machine with the same attachments saved. This device must be new. `kernels`
    /// are those of the trace, if one is replayed.
    ///
    /// # Errors
    /// The state cannot be read or is another device's; this device must not be used any more.
    pub fn restore(
        &mut self,
        from: &mut StateReader,
        kernels: &[Arc<KernelTrace>],
    ) -> Result<(), StateError> {
        let job = self.context.restore(from, kernels)?;
        self.gpu.restore(from, &[job])
    }
}

impl Context {
    /// The kernel of a trace has come to its `end`. The part of one that was cut is recorded too.
    ///
    /// # Errors
    /// The run cannot go on.
    pub fn replayed(&mut self, end: Result<KernelRecord, RunError>) -> Result<(), DeviceError> {
        match end {
            Ok(record) => {
                self.records.push(record);
                Ok(())
            }
            Err(error) => {
                self.records.extend(error.partial().cloned());
                Err(DeviceError::Run(error))
            }
        }
    }

    /// Writes what [`Context::restore`] needs.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        // Streams that go on by themselves are never saved: [`Gpu::save`] refuses lanes.
        let Context { modules, streams, events, records, launched, queue: _ } = self;
        to.put(&modules.saved())?;
        to.put(&(streams, events, records, launched))
    }

    /// Restores what a context saved. This one must be new. Gives the kernel under way, if one was; `kernels` are those of the trace, if
    /// one is replayed.
    ///
    /// # Errors
    /// The state cannot be read or is of something else.
    pub fn restore(
        &mut self,
        from: &mut StateReader,
        kernels: &[Arc<KernelTrace>],
    ) -> Result<Option<Job>, StateError> {
        let mismatch = |what: String| StateError::Mismatch(what);
        self.modules = Modules::resume(from.take()?).map_err(|error| mismatch(error.to_string()))?;
        (self.streams, self.events, self.records, self.launched) = from.take()?;
        let Some((request, params)) = &self.launched else {
            return Ok(kernels.get(self.records.len()).cloned().map(Job::Replay));
        };
        let launch = self.launch_spec(request, params).map_err(|error| mismatch(error.text))?;
        Ok(Some(Job::Launch(launch)))
    }
}
