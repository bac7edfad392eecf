// SPDX-License-Identifier: Apache-2.0
//! What one program has on a GPU.

use warpsmith_protocol::{CudaError, Request, Response, VERSION};

use super::error::{self, ApiError, DeviceError};
use super::handles::{Events, Streams};
use super::launcher::Launcher;
use super::modules::Modules;
use super::queue::Queue;
use super::{copies, properties};
use crate::error::RunError;
use crate::launch::{LaunchSpec, Occupancy, ResourceError};
use crate::machine::MachineSpec;
use crate::record::KernelRecord;

/// Bytes of PTX in one module at most.
const MAX_MODULE: u64 = 1 << 30;
/// Bytes of a parameter block at most; newer devices than ours take 32764.
const MAX_PARAMETERS: u64 = 1 << 16;

/// The context of one program: modules, streams, events and the kernel under way. Its memory is in the GPU.
#[derive(Default)]
pub struct Context {
    pub(super) modules: Modules,
    pub(super) streams: Streams,
    pub(super) events: Events,
    pub(super) records: Vec<KernelRecord>,
    /// The launch under way, with its parameter block.
    pub(super) launched: Option<(Request, Vec<u8>)>,
    /// What streams have still to do, where they go on by themselves.
    pub(super) queue: Queue,
}

impl Context {
    /// The kernels that ran, in the order of their launches; the last one may be cut.
    pub fn records(&self) -> &[KernelRecord] {
        &self.records
    }

    /// The same at the end.
    pub fn into_records(mut self) -> Vec<KernelRecord> {
        self.records.extend(self.queue.into_records());
        self.records
    }

    /// Answers one request. `bulk` is the data that came with it; `reply` becomes the data that goes with the
    /// answer: that of [`Response::Data`], or what a kernel printed, also if it failed. A call that a real device would refuse gives
    /// [`Response::Error`]. No answer: a kernel was started on `gpu`; at its end [`Context::ended`] gives the answer.
    ///
    /// # Errors
    /// The run cannot go on; no further request may be made.
    pub fn handle(
        &mut self,
        gpu: &mut impl Launcher,
        request: Request,
        bulk: &[u8],
        reply: &mut Vec<u8>,
    ) -> Result<Option<Response>, DeviceError> {
        reply.clear();
        let answer = match request {
            Request::Hello { version: VERSION } => Ok(Response::Hello { version: VERSION }),
            Request::Hello { version } => return Err(DeviceError::Version { program: version }),
            Request::LoadModule => {
                let max_threads = gpu.machine().sm.max_threads_per_cta;
                Ok(Response::Module(self.modules.load(bulk, gpu.memory(), max_threads)?))
            }
            Request::Launch { .. } => match self.launch_spec(&request, bulk) {
                Ok(spec) => match gpu.start(&spec) {
                    Ok(()) => {
                        self.launched = Some((request, bulk.to_vec()));
                        return Ok(None);
                    }
                    Err(error) => return self.launch_failed(error).map(Some),
                },
                Err(error) => Err(error),
            },
            other => self.call(gpu, other, bulk, reply),
        };
        Ok(Some(answer.unwrap_or_else(refused)))
    }

    /// Refuses a request that comes with so many bytes of data before these are there. What is not refused may still be when
    /// it is handled.
    pub fn refuse(gpu: &mut impl Launcher, request: &Request, bytes: u64) -> Option<Response> {
        let limit = match request {
            Request::Write { to, .. } => return copies::admits(gpu.memory(), to, bytes).err().map(refused),
            Request::LoadModule => MAX_MODULE,
            Request::Launch { .. } => MAX_PARAMETERS,
            _ => 0,
        };
        let text = || format!("{bytes} bytes of data come with a request that takes at most {limit}");
        (bytes > limit).then(|| refused(ApiError::new(CudaError::InvalidValue, text())))
    }

    /// The requests that never end the run.
    fn call(
        &mut self,
        gpu: &mut impl Launcher,
        request: Request,
        bulk: &[u8],
        reply: &mut Vec<u8>,
    ) -> Result<Response, ApiError> {
        let seconds = gpu.seconds();
        let memory = gpu.memory();
        match request {
            Request::Properties => return Ok(Response::Properties(properties::of(gpu))),
            Request::MemoryInfo => {
                return Ok(Response::Memory { free: memory.free_bytes(), total: memory.capacity() });
            }
            Request::Allocate { bytes } => return Ok(Response::Address(memory.alloc(bytes)?)),
            Request::Free { address } => self.modules.free(address, memory)?,
            Request::Write { to, stream } => {
                self.streams.check(stream)?;
                copies::write(memory, to, bulk)?;
            }
            Request::Read { from, stream } => {
                self.streams.check(stream)?;
                copies::read(memory, from, reply)?;
                return Ok(Response::Data);
            }
            Request::Copy { to, from, stream } => {
                self.streams.check(stream)?;
                copies::copy(memory, to, from, reply)?;
            }
            Request::Fill { to, value, stream } => {
                self.streams.check(stream)?;
                copies::fill(memory, to, value)?;
            }
            Request::Occupancy { module, kernel, threads, dynamic_shared } => {
                return self.occupancy(gpu.machine(), module, kernel, threads, dynamic_shared);
            }
            Request::CreateStream { blocking } => return Ok(Response::Handle(self.streams.create(blocking))),
            Request::DestroyStream { stream } => self.streams.destroy(stream)?,
            Request::Synchronize { stream } => self.streams.check(stream)?,
            Request::SynchronizeDevice => {}
            Request::QueryStream { stream } => {
                self.streams.check(stream)?;
                return Ok(Response::Ready(true));
            }
            Request::CreateEvent => return Ok(Response::Handle(self.events.create())),
            Request::DestroyEvent { event } => self.events.destroy(event)?,
            Request::SynchronizeEvent { event } => self.events.check(event)?,
            Request::WaitEvent { event, stream } => {
                self.streams.check(stream)?;
                self.events.check(event)?;
            }
            Request::QueryEvent { event } => {
                self.events.check(event)?;
                return Ok(Response::Ready(true));
            }
            Request::RecordEvent { event, stream } => {
                self.streams.check(stream)?;
                self.events.record(event, seconds)?;
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

    /// What a launch request asks for, with the parameter block `params`.
    pub(super) fn launch_spec(&self, request: &Request, params: &[u8]) -> Result<LaunchSpec, ApiError> {
        let Request::Launch { module, kernel, grid, block, dynamic_shared, stream } = *request else {
            return Err(ApiError::new(CudaError::NotSupported, "the request launches nothing"));
        };
        self.streams.check(stream)?;
        let module = self.modules.get(module)?;
        let dynamic_shared = shared_size(dynamic_shared)?;
        let (kernel, params) = (kernel as usize, params.to_vec());
        Ok(LaunchSpec { module, kernel, grid, block, dynamic_shared, params })
    }

    /// The kernel of the last launch has come to its `end`: the answer; `printed` becomes what it printed. What a device would
    /// refuse becomes the answer, everything else ends the run. The part of a kernel that was cut is recorded too.
    ///
    /// # Errors
    /// As [`Context::handle`].
    pub fn ended(
        &mut self,
        gpu: &mut impl Launcher,
        end: Result<KernelRecord, RunError>,
        printed: &mut Vec<u8>,
    ) -> Result<Response, DeviceError> {
        self.launched = None;
        *printed = gpu.memory().take_printed();
        match end {
            Ok(record) => {
                self.records.push(record);
                Ok(Response::Done)
            }
            Err(error) => self.launch_failed(error),
        }
    }

    pub(super) fn launch_failed(&mut self, error: RunError) -> Result<Response, DeviceError> {
        self.launched = None;
        self.records.extend(error.partial().cloned());
        error::launch_failure(error).map(refused)
    }

    fn occupancy(
        &self,
        machine: &MachineSpec,
        module: u32,
        kernel: u32,
        threads: u32,
        dynamic_shared: u64,
    ) -> Result<Response, ApiError> {
        let (grid, block) = ([1; 3], [threads, 1, 1]);
        let launch = Request::Launch { module, kernel, grid, block, dynamic_shared, stream: 0 };
        let mut spec = self.launch_spec(&launch, &[])?;
        let bytes = spec.module.kernels().get(spec.kernel).map_or(0, |k| k.param_bytes);
        spec.params.resize(bytes as usize, 0);
        match Occupancy::of(&spec, &machine.sm) {
            Ok(occupancy) => Ok(Response::Count(occupancy.ctas_per_sm)),
            Err(ResourceError::TooMuch { .. }) => Ok(Response::Count(0)),
            Err(error) => Err(error::refusal(&error)),
        }
    }
}

pub(super) fn refused(ApiError { code, text }: ApiError) -> Response {
    Response::Error { code, text }
}

fn shared_size(bytes: u64) -> Result<u32, ApiError> {
    u32::try_from(bytes).map_err(|_| {
        ApiError::new(
            CudaError::InvalidValue,
            format!("{bytes} bytes of dynamic shared memory are asked for"),
        )
    })
}
