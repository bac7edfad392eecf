// SPDX-License-Identifier: Apache-2.0
//! Streams. Work is complete when the call that asks for it returns, so waiting only checks the handle.

use std::ffi::{c_int, c_uint, c_void};

use warpsmith_protocol::{CudaError, Request, Response};

use crate::abi::{Handle, Status};
use crate::connection::unexpected;
use crate::failure::{store, Failure};
use crate::runtime::call;

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

/// Flags and priorities are not kept: they change nothing.
#[no_mangle]
pub unsafe extern "C" fn cudaStreamGetFlags(stream: Handle, flags: *mut c_uint) -> Status {
    call("cudaStreamGetFlags", |runtime| {
        runtime.order(&Request::Synchronize { stream: stream.addr() as u64 }, &[])?;
        store(flags, 0)
    })
}

#[no_mangle]
pub unsafe extern "C" fn cudaStreamGetPriority(stream: Handle, priority: *mut c_int) -> Status {
    call("cudaStreamGetPriority", |runtime| {
        runtime.order(&Request::Synchronize { stream: stream.addr() as u64 }, &[])?;
        store(priority, 0)
    })
}

/// Both ends of the range are 0: there are no priorities.
#[no_mangle]
pub unsafe extern "C" fn cudaDeviceGetStreamPriorityRange(least: *mut c_int, greatest: *mut c_int) -> Status {
    call("cudaDeviceGetStreamPriorityRange", |_| store(least, 0).and_then(|()| store(greatest, 0)))
}

/// Managed memory is everywhere, whatever it is attached to.
#[no_mangle]
pub extern "C" fn cudaStreamAttachMemAsync(
    stream: Handle,
    _pointer: *mut c_void,
    _bytes: usize,
    _flags: c_uint,
) -> Status {
    synchronize("cudaStreamAttachMemAsync", stream)
}

/// Calls the program's function at once: everything in front of it is complete. It may use the API.
#[no_mangle]
pub unsafe extern "C" fn cudaStreamAddCallback(
    stream: Handle,
    callback: Option<extern "C" fn(Handle, Status, *mut c_void)>,
    data: *mut c_void,
    _flags: c_uint,
) -> Status {
    let status = synchronize("cudaStreamAddCallback", stream);
    match callback {
        Some(callback) if status == CudaError::Success.code() => callback(stream, status, data),
        Some(_) => return status,
        None => return call("cudaStreamAddCallback", |_| Err(Failure::invalid("the function is null"))),
    }
    status
}

/// Calls the program's function at once: everything in front of it is complete.
#[no_mangle]
pub unsafe extern "C" fn cudaLaunchHostFunc(
    stream: Handle,
    function: Option<extern "C" fn(*mut c_void)>,
    data: *mut c_void,
) -> Status {
    let status = synchronize("cudaLaunchHostFunc", stream);
    match function {
        Some(function) if status == CudaError::Success.code() => function(data),
        Some(_) => return status,
        None => return call("cudaLaunchHostFunc", |_| Err(Failure::invalid("the function is null"))),
    }
    status
}
