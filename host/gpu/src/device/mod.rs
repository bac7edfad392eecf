// SPDX-License-Identifier: Apache-2.0
//! The device side of the CUDA runtime: answers the requests of a program.
//!
//! Calls complete in the order in which they arrive, kernels included, which is one of the orders that streams allow.
//! Simulated time passes only in kernels; copies and the host's own work take none.

mod copies;
mod error;
mod functional;
mod handles;
mod launcher;
mod modules;
mod properties;
#[cfg(test)]
mod tests;

pub use error::{ApiError, DeviceError};
pub use functional::FunctionalGpu;
pub use launcher::Launcher;

use handles::{Events, Streams};
use modules::Modules;
use warpsmith_protocol::{CudaError, Request, Response, VERSION};

use crate::control::RunControl;
use crate::launch::{LaunchSpec, Occupancy, ResourceError};
use crate::record::KernelRecord;

/// A GPU with what one program has on it: memory, modules, streams and events.
pub struct Device<L> {
    gpu: L,
    modules: Modules,
    streams: Streams,
    events: Events,
    records: Vec<KernelRecord>,
}

impl<L: Launcher> Device<L> {
    pub fn new(gpu: L) -> Self {
        Device {
            gpu,
            modules: Modules::default(),
            streams: Streams::default(),
            events: Events::default(),
            records: Vec::new(),
        }
    }

    /// The kernels that ran, in the order of their launches; the last one may be cut.
    pub fn records(&self) -> &[KernelRecord] {
        &self.records
    }

    /// Ends the program's use of the GPU: the GPU, and the kernels that ran.
    pub fn into_parts(self) -> (L, Vec<KernelRecord>) {
        (self.gpu, self.records)
    }

    /// Answers one request. `bulk` is the data that came with it; `reply` becomes the data that goes with the
    /// answer: that of [`Response::Data`], or what a kernel printed, also if it failed. A call that a real device would refuse gives
    /// [`Response::Error`].
    ///
    /// # Errors
    /// The run cannot go on; no further request may be made.
    pub fn handle(
        &mut self,
        request: Request,
        bulk: &[u8],
        reply: &mut Vec<u8>,
        control: &mut dyn RunControl,
    ) -> Result<Response, DeviceError> {
        reply.clear();
        let answer = match request {
            Request::Hello { version: VERSION } => Ok(Response::Hello { version: VERSION }),
            Request::Hello { version } => return Err(DeviceError::Version { program: version }),
            Request::LoadModule => {
                let max_threads = self.gpu.machine().sm.max_threads_per_cta;
                return Ok(Response::Module(self.modules.load(bulk, self.gpu.memory(), max_threads)?));
            }
            Request::Launch { module, kernel, grid, block, dynamic_shared, stream } => {
                match self.launch_spec(module, kernel, grid, block, dynamic_shared, stream, bulk) {
                    Ok(spec) => return self.launch(&spec, reply, control),
                    Err(error) => Err(error),
                }
            }
            other => self.call(other, bulk, reply),
        };
        Ok(answer.unwrap_or_else(|ApiError { code, text }| Response::Error { code, text }))
    }

    /// The requests that never end the run.
    fn call(&mut self, request: Request, bulk: &[u8], reply: &mut Vec<u8>) -> Result<Response, ApiError> {
        let memory = self.gpu.memory();
        match request {
            Request::Properties => return Ok(Response::Properties(properties::of(&mut self.gpu))),
            Request::MemoryInfo => {
                return Ok(Response::Memory { free: memory.free_bytes(), total: memory.capacity() });
            }
            Request::Allocate { bytes } => return Ok(Response::Address(memory.alloc(bytes)?)),
            Request::Free { address } => self.modules.free(address, memory)?,
            Request::Write { to } => copies::write(memory, to, bulk)?,
            Request::Read { from } => {
                copies::read(memory, from, reply)?;
                return Ok(Response::Data);
            }
            Request::Copy { to, from } => copies::copy(memory, to, from, reply)?,
            Request::Fill { to, value } => copies::fill(memory, to, value)?,
            Request::Occupancy { module, kernel, threads, dynamic_shared } => {
                return self.occupancy(module, kernel, threads, dynamic_shared);
            }
            Request::CreateStream => return Ok(Response::Handle(self.streams.create())),
            Request::DestroyStream { stream } => self.streams.destroy(stream)?,
            Request::Synchronize { stream } => self.streams.check(stream)?,
            Request::CreateEvent => return Ok(Response::Handle(self.events.create())),
            Request::DestroyEvent { event } => self.events.destroy(event)?,
            Request::SynchronizeEvent { event } => self.events.check(event)?,
            Request::RecordEvent { event, stream } => {
                self.streams.check(stream)?;
                self.events.record(event, self.gpu.seconds())?;
            }
            Request::ElapsedTime { start, end } => {
                let milliseconds = self.events.seconds_between(start, end)? * 1e3;
                return Ok(Response::Elapsed { milliseconds });
            }
            Request::Reset => {
                self.modules.reset(memory)?;
                self.streams = Streams::default();
                self.events = Events::default();
            }
            Request::Hello { .. } | Request::LoadModule | Request::Launch { .. } => {
                return Err(ApiError::new(CudaError::NotSupported, "the request can end the run"));
            }
        }
        Ok(Response::Done)
    }

    #[allow(clippy::too_many_arguments)] // the fields of one request
    fn launch_spec(
        &self,
        module: u32,
        kernel: u32,
        grid: [u32; 3],
        block: [u32; 3],
        dynamic_shared: u64,
        stream: u64,
        params: &[u8],
    ) -> Result<LaunchSpec, ApiError> {
        self.streams.check(stream)?;
        let module = self.modules.get(module)?;
        let dynamic_shared = shared_size(dynamic_shared)?;
        Ok(LaunchSpec {
            module,
            kernel: kernel as usize,
            grid,
            block,
            dynamic_shared,
            params: params.to_vec(),
        })
    }

    /// Runs a kernel; `printed` becomes what it printed. What a device would refuse becomes the answer, everything else ends the run. The part of a
    /// kernel that was cut is recorded too.
    fn launch(
        &mut self,
        spec: &LaunchSpec,
        printed: &mut Vec<u8>,
        control: &mut dyn RunControl,
    ) -> Result<Response, DeviceError> {
        let result = self.gpu.launch(spec, control);
        *printed = self.gpu.memory().take_printed();
        match result {
            Ok(record) => {
                self.records.push(record);
                Ok(Response::Done)
            }
            Err(error) => {
                self.records.extend(error.partial().cloned());
                let ApiError { code, text } = error::launch_failure(error)?;
                Ok(Response::Error { code, text })
            }
        }
    }

    fn occupancy(
        &self,
        module: u32,
        kernel: u32,
        threads: u32,
        dynamic_shared: u64,
    ) -> Result<Response, ApiError> {
        let mut spec = self.launch_spec(module, kernel, [1; 3], [threads, 1, 1], dynamic_shared, 0, &[])?;
        let bytes = spec.module.kernels().get(spec.kernel).map_or(0, |k| k.param_bytes);
        spec.params.resize(bytes as usize, 0);
        match Occupancy::of(&spec, &self.gpu.machine().sm) {
            Ok(occupancy) => Ok(Response::Count(occupancy.ctas_per_sm)),
            Err(ResourceError::TooMuch { .. }) => Ok(Response::Count(0)),
            Err(error) => Err(error::refusal(&error)),
        }
    }
}

fn shared_size(bytes: u64) -> Result<u32, ApiError> {
    u32::try_from(bytes).map_err(|_| {
        ApiError::new(
            CudaError::InvalidValue,
            format!("{bytes} bytes of dynamic shared memory are asked for"),
        )
    })
}
