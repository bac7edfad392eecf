// SPDX-License-Identifier: Apache-2.0
//! Saving a device that pauses in a kernel and restoring it, for programs and for traces.

use std::sync::Arc;

use warpsmith_protocol::Request;
use warpsmith_trace::KernelTrace;

use super::error::DeviceError;
use super::modules::Modules;
use super::{Context, Device};
use crate::control::RunControl;
use crate::gpu::{Gpu, Job};
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
        match started.and_then(|()| self.gpu.go_on(control)) {
            Ok(record) => {
                let ended = record.is_some();
                self.context.records.extend(record);
                Ok(ended)
            }
            Err(error) => {
                self.context.records.extend(error.partial().cloned());
                Err(DeviceError::Run(error))
            }
        }
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
        let Device { gpu, context } = self;
        let Context { modules, streams, events, records, launched } = context;
        to.put(&modules.saved())?;
        to.put(&(streams, events, records, launched))?;
        gpu.save(to)
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
        let mismatch = |what: String| StateError::Mismatch(what);
        let context = &mut self.context;
        context.modules = Modules::resume(from.take()?).map_err(|error| mismatch(error.to_string()))?;
        (context.streams, context.events, context.records, context.launched) = from.take()?;
        let launch =
            |(request, params): &(Request, Vec<u8>)| context.launch_spec(request, params).map(Job::Launch);
        let job = match &context.launched {
            Some(launched) => Some(launch(launched).map_err(|error| mismatch(error.text))?),
            None => kernels.get(context.records.len()).cloned().map(Job::Replay),
        };
        self.gpu.restore(from, job)
    }
}
