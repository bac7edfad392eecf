// SPDX-License-Identifier: Apache-2.0
//! A device whose GPU is divided into lanes: kernels of several streams run at the same time.
//!
//! A launch only puts its kernel into its stream. Simulated time passes while the program waits: for a stream, an event, a copy,
//! or because it asks whether something is done that is not. So nothing depends on the speed of the host.

use warpsmith_protocol::{Request, Response};

use super::context::refused;
use super::error::{ApiError, DeviceError};
use super::handles::Streams;
use super::queue::Work;
use super::Device;
use crate::control::RunControl;
use crate::error::RunError;
use crate::gpu::{Gpu, Job, KernelEnd};
use crate::launch::Occupancy;
use crate::types::ONLY_APPLICATION;

impl Device<Gpu> {
    /// [`Device::handle`]; if the GPU is [divided](Gpu::divide), streams go on by themselves. `control` gets what kernels print then,
    /// and no pauses are made.
    ///
    /// # Errors
    /// As [`Device::handle`]; a kernel that failed is found by the call that lets time pass.
    pub fn serve(
        &mut self,
        request: Request,
        bulk: &[u8],
        reply: &mut Vec<u8>,
        control: &mut dyn RunControl,
    ) -> Result<Option<Response>, DeviceError> {
        if !self.gpu.is_divided() {
            return self.handle(request, bulk, reply, control);
        }
        reply.clear();
        while !self.context.queue.admits(&self.context.streams, &request) && self.gpu.is_running() {
            self.pass_time(control)?;
        }
        let response = self.streamed(request, bulk, reply, control)?;
        self.begin()?;
        Ok(Some(response))
    }

    /// Lets everything come to its end that streams have still to do.
    ///
    /// # Errors
    /// As [`Device::handle`].
    pub fn finish(&mut self, control: &mut dyn RunControl) -> Result<(), DeviceError> {
        while !self.context.queue.is_empty() && self.gpu.is_running() {
            self.pass_time(control)?;
        }
        Ok(())
    }

    /// Gives up the kernels that are under way in lanes; what they did is kept.
    pub fn abandon(&mut self) {
        for (lane, record) in self.gpu.abandon(ONLY_APPLICATION) {
            self.context.queue.ended(lane, record);
        }
    }

    /// The answer to a request that the queue admits.
    fn streamed(
        &mut self,
        request: Request,
        bulk: &[u8],
        reply: &mut Vec<u8>,
        control: &mut dyn RunControl,
    ) -> Result<Response, DeviceError> {
        let answer = match request {
            Request::Launch { stream, .. } => match self.context.launch_spec(&request, bulk) {
                Ok(spec) => {
                    if let Err(error) = Occupancy::of(&spec, &self.gpu.machine().sm) {
                        return self.context.launch_failed(RunError::Resource(error));
                    }
                    let lanes = self.gpu.lanes_of(ONLY_APPLICATION).len() as u64;
                    let lane = (Streams::created_before(stream) % lanes) as u8;
                    self.push(stream, Work::Kernel { lane, spec: spec.into() });
                    Ok(Response::Done)
                }
                Err(error) => Err(error),
            },
            Request::RecordEvent { event, stream } => self.known(Some(stream), Some(event)).map(|()| {
                self.push(stream, Work::Record { event });
                Response::Done
            }),
            Request::WaitEvent { event, stream } => self.known(Some(stream), Some(event)).map(|()| {
                if let Some(number) = self.context.queue.recording(event) {
                    self.push(stream, Work::Wait { number });
                }
                Response::Done
            }),
            Request::QueryStream { stream } => match self.known(Some(stream), None) {
                Ok(()) => return self.ready(self.context.queue.is_done(stream), control),
                Err(error) => Err(error),
            },
            Request::QueryEvent { event } => match self.known(None, Some(event)) {
                Ok(()) => return self.ready(self.context.queue.recording(event).is_none(), control),
                Err(error) => Err(error),
            },
            other => return self.at_once(other, bulk, reply),
        };
        Ok(answer.unwrap_or_else(refused))
    }

    /// The answer to a request that is not about what streams have to do.
    fn at_once(
        &mut self,
        request: Request,
        bulk: &[u8],
        reply: &mut Vec<u8>,
    ) -> Result<Response, DeviceError> {
        let reset = matches!(request, Request::Reset);
        let response = self.context.handle(&mut self.gpu, request, bulk, reply)?;
        if reset {
            self.context.queue.reset();
        }
        Ok(response.unwrap_or(Response::Done))
    }

    /// The answer to a program that asks whether something is done. If it is not, time passes until a kernel has ended, so that a
    /// program that asks again and again comes to an end.
    fn ready(&mut self, is_done: bool, control: &mut dyn RunControl) -> Result<Response, DeviceError> {
        if !is_done {
            self.pass_time(control)?;
        }
        Ok(Response::Ready(is_done))
    }

    fn push(&mut self, stream: u64, work: Work) {
        self.context.queue.push(&self.context.streams, stream, work);
    }

    fn known(&mut self, stream: Option<u64>, event: Option<u64>) -> Result<(), ApiError> {
        stream.map_or(Ok(()), |stream| self.context.streams.check(stream))?;
        event.map_or(Ok(()), |event| self.context.events.check(event))
    }

    /// Lets time pass until a kernel ends, and begins what waited for it.
    fn pass_time(&mut self, control: &mut dyn RunControl) -> Result<(), DeviceError> {
        let mut failure = None;
        for KernelEnd { lane, end, .. } in self.gpu.advance(control) {
            match end {
                Ok(record) => self.context.queue.ended(lane, record),
                Err(error) => {
                    if let Some(part) = error.partial() {
                        self.context.queue.ended(lane, part.clone());
                    }
                    failure.get_or_insert(error);
                }
            }
        }
        let printed = self.gpu.memory().printed();
        if !printed.is_empty() {
            control.take_printed(ONLY_APPLICATION, printed);
        }
        let Some(error) = failure else { return self.begin() };
        self.abandon();
        Err(DeviceError::Run(error))
    }

    /// Begins everything that may.
    fn begin(&mut self) -> Result<(), DeviceError> {
        while let Some(work) = self.context.queue.begin() {
            match work {
                Work::Kernel { lane, spec } => self
                    .gpu
                    .start_in(ONLY_APPLICATION, lane, &Job::Launch(*spec))
                    .map_err(DeviceError::Run)?,
                Work::Record { event } => {
                    let seconds = self.gpu.seconds();
                    // The program may have destroyed it.
                    let _ = self.context.events.record(event, seconds);
                }
                Work::Wait { .. } | Work::UnderWay => {}
            }
        }
        Ok(())
    }
}
