// SPDX-License-Identifier: Apache-2.0
//! Events: points in simulated time.

use std::ffi::c_uint;

use warpsmith_protocol::{Request, Response};

use crate::abi::{Handle, Status};
use crate::connection::unexpected;
use crate::failure::store;
use crate::runtime::call;
use crate::stream::query;

#[no_mangle]
pub unsafe extern "C" fn cudaEventCreate(event: *mut Handle) -> Status {
    cudaEventCreateWithFlags(event, 0)
}

/// The flags do not matter: events always hold a time.
#[no_mangle]
pub unsafe extern "C" fn cudaEventCreateWithFlags(event: *mut Handle, _flags: c_uint) -> Status {
    call("cudaEventCreate", |runtime| match runtime.exchange(&Request::CreateEvent)? {
        Response::Handle(number) => store(event, std::ptr::without_provenance_mut(number as usize)),
        other => Err(unexpected(&Request::CreateEvent, &other)),
    })
}

#[no_mangle]
pub extern "C" fn cudaEventDestroy(event: Handle) -> Status {
    call("cudaEventDestroy", |runtime| {
        runtime.order(&Request::DestroyEvent { event: event.addr() as u64 }, &[])
    })
}

/// Notes the simulated time at which everything that the stream was asked for so far is complete.
#[no_mangle]
pub extern "C" fn cudaEventRecord(event: Handle, stream: Handle) -> Status {
    call("cudaEventRecord", |runtime| {
        let request = Request::RecordEvent { event: event.addr() as u64, stream: stream.addr() as u64 };
        runtime.order(&request, &[])
    })
}

/// The flags concern the capture of graphs, which does not exist.
#[no_mangle]
pub extern "C" fn cudaEventRecordWithFlags(event: Handle, stream: Handle, _flags: c_uint) -> Status {
    cudaEventRecord(event, stream)
}

fn synchronize(name: &str, event: Handle) -> Status {
    call(name, |runtime| runtime.order(&Request::SynchronizeEvent { event: event.addr() as u64 }, &[]))
}

#[no_mangle]
pub extern "C" fn cudaEventSynchronize(event: Handle) -> Status {
    synchronize("cudaEventSynchronize", event)
}

#[no_mangle]
pub extern "C" fn cudaEventQuery(event: Handle) -> Status {
    query("cudaEventQuery", &Request::QueryEvent { event: event.addr() as u64 })
}

/// Simulated milliseconds from one event to another.
#[no_mangle]
pub unsafe extern "C" fn cudaEventElapsedTime(milliseconds: *mut f32, start: Handle, end: Handle) -> Status {
    call("cudaEventElapsedTime", |runtime| {
        let request = Request::ElapsedTime { start: start.addr() as u64, end: end.addr() as u64 };
        match runtime.exchange(&request)? {
            Response::Elapsed { milliseconds: elapsed } => store(milliseconds, elapsed as f32),
            other => Err(unexpected(&request, &other)),
        }
    })
}
