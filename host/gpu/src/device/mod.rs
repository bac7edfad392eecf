// SPDX-License-Identifier: Apache-2.0
//! The device side of the CUDA runtime: answers the requests of a program.
//!
//! Calls complete in the order in which they arrive, kernels included, which is one of the orders that streams allow; where the
//! GPU is divided into lanes, kernels of several streams run at the same time.
//! Simulated time passes only in kernels; copies and the host's own work take none.

mod context;
mod copies;
mod error;
mod functional;
mod handles;
#[cfg(test)]
mod lanes_tests;
mod launcher;
mod modules;
mod properties;
mod queue;
mod saved;
mod streamed;
#[cfg(test)]
mod tests;

pub use context::Context;
pub use error::{ApiError, DeviceError};
pub use functional::FunctionalGpu;
pub use launcher::{ApplicationGpu, Launcher, Runner};

use warpsmith_protocol::{Request, Response};

use crate::control::RunControl;
use crate::record::KernelRecord;

/// A GPU with the context of the one program that uses it.
pub struct Device<L> {
    gpu: L,
    context: Context,
}

impl<L: Runner> Device<L> {
    /// `gpu` with the context of a program that has made no call yet.
    pub fn new(gpu: L) -> Self {
        Device { gpu, context: Context::default() }
    }

    /// The kernels that ran, in the order of their launches; the last one may be cut.
    pub fn records(&self) -> &[KernelRecord] {
        self.context.records()
    }

    /// Ends the program's use of the GPU: the GPU, and the kernels that ran.
    pub fn into_parts(self) -> (L, Vec<KernelRecord>) {
        (self.gpu, self.context.into_records())
    }

    /// [`Context::handle`]; a kernel is run. No answer: `control` wants a pause; then [`Device::go_on`] gives the answer.
    ///
    /// # Errors
    /// The run cannot go on; no further request may be made.
    pub fn handle(
        &mut self,
        request: Request,
        bulk: &[u8],
        reply: &mut Vec<u8>,
        control: &mut dyn RunControl,
    ) -> Result<Option<Response>, DeviceError> {
        match self.context.handle(&mut self.gpu, request, bulk, reply)? {
            Some(response) => Ok(Some(response)),
            None => self.go_on(reply, control),
        }
    }

    /// [`Context::refuse`].
    pub fn refuse(&mut self, request: &Request, bytes: u64) -> Option<Response> {
        Context::refuse(&mut self.gpu, request, bytes)
    }

    /// Goes on with the kernel of the last launch, until it ends or `control` wants a pause (no answer); `printed`
    /// becomes what the kernel printed.
    ///
    /// # Errors
    /// As [`Device::handle`].
    pub fn go_on(
        &mut self,
        printed: &mut Vec<u8>,
        control: &mut dyn RunControl,
    ) -> Result<Option<Response>, DeviceError> {
        let Some(end) = self.gpu.go_on(control).transpose() else { return Ok(None) };
        self.context.ended(&mut self.gpu, end, printed).map(Some)
    }
}
