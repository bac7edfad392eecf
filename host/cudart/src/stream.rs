// SPDX-License-Identifier: Apache-2.0
//! Streams. Work is complete when the call that asks for it returns, so waiting only checks the handle.

use std::ffi::{c_int, c_uint};

use warpsmith_protocol::{Request, Response};

use crate::abi::{Handle, Status};
use crate::connection::unexpected;
use crate::status::{call, store};

unsafe fn create(name: &str, stream: *mut Handle) -> Status {
    call(name, |runtime| match runtime.exchange(&Request::CreateStream)? {
        Response::Handle(number) => store(stream, std::ptr::without_provenance_mut(number as usize)),
        other => Err(unexpected(&Request::CreateStream, &other)),
    })
}

fn synchronize(name: &str, stream: Handle) -> Status {
    call(name, |runtime| runtime.order(&Request::Synchronize { stream: stream.addr() as u64 }, &[]))
}

#[no_mangle]
pub unsafe extern "C" fn cudaStreamCreate(stream: *mut Handle) -> Status {
    create("cudaStreamCreate", stream)
}

/// The flags do not matter: no stream waits for another.
#[no_mangle]
pub unsafe extern "C" fn cudaStreamCreateWithFlags(stream: *mut Handle, _flags: c_uint) -> Status {
    create("cudaStreamCreateWithFlags", stream)
}

/// Priorities do not matter: kernels run in the order of their launches.
#[no_mangle]
pub unsafe extern "C" fn cudaStreamCreateWithPriority(
    stream: *mut Handle,
    _flags: c_uint,
    _priority: c_int,
) -> Status {
    create("cudaStreamCreateWithPriority", stream)
}

#[no_mangle]
pub extern "C" fn cudaStreamDestroy(stream: Handle) -> Status {
    call("cudaStreamDestroy", |runtime| {
        runtime.order(&Request::DestroyStream { stream: stream.addr() as u64 }, &[])
    })
}

#[no_mangle]
pub extern "C" fn cudaStreamSynchronize(stream: Handle) -> Status {
    synchronize("cudaStreamSynchronize", stream)
}

#[no_mangle]
pub extern "C" fn cudaStreamQuery(stream: Handle) -> Status {
    synchronize("cudaStreamQuery", stream)
}

/// Work after this call comes after the event anyway; only the handles are checked.
#[no_mangle]
pub extern "C" fn cudaStreamWaitEvent(stream: Handle, event: Handle, _flags: c_uint) -> Status {
    call("cudaStreamWaitEvent", |runtime| {
        runtime.order(&Request::Synchronize { stream: stream.addr() as u64 }, &[])?;
        runtime.order(&Request::SynchronizeEvent { event: event.addr() as u64 }, &[])
    })
}
