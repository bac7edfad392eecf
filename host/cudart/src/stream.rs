// SPDX-License-Identifier: Apache-2.0
//! Streams. What is in them is the simulator's affair; without lanes a kernel is complete when its launch returns.

use std::ffi::{c_int, c_uint, c_void};

use warpsmith_protocol::{CudaError, Request, Response};

use crate::abi::{Handle, Status};
use crate::connection::unexpected;
use crate::failure::{store, Failure};
use crate::runtime::call;

/// `cudaStreamNonBlocking`.
const NON_BLOCKING: c_uint = 1;

unsafe fn create(name: &str, stream: *mut Handle, flags: c_uint) -> Status {
    let request = Request::CreateStream { blocking: flags & NON_BLOCKING == 0 };
    call(name, |runtime| match runtime.exchange(&request)? {
        Response::Handle(number) => {
            if flags & NON_BLOCKING != 0 {
                runtime.non_blocking.insert(number as usize);
            }
            store(stream, std::ptr::without_provenance_mut(number as usize))
        }
        other => Err(unexpected(&request, &other)),
    })
}

/// Whether everything that `request` asks about is done. That it is not is no error: nothing is printed or kept.
pub fn query(name: &str, request: &Request) -> Status {
    let mut ready = true;
    let status = call(name, |runtime| match runtime.exchange(request)? {
        Response::Ready(is) => {
            ready = is;
            Ok(())
        }
        other => Err(unexpected(request, &other)),
    });
    if ready {
        status
    } else {
        CudaError::NotReady.code()
    }
}

fn synchronize(name: &str, stream: Handle) -> Status {
    call(name, |runtime| runtime.order(&Request::Synchronize { stream: stream.addr() as u64 }, &[]))
}

#[no_mangle]
pub unsafe extern "C" fn cudaStreamCreate(stream: *mut Handle) -> Status {
    create("cudaStreamCreate", stream, 0)
}

#[no_mangle]
pub unsafe extern "C" fn cudaStreamCreateWithFlags(stream: *mut Handle, flags: c_uint) -> Status {
    create("cudaStreamCreateWithFlags", stream, flags)
}

/// Priorities do not matter: kernels in a lane run in the order of their launches.
#[no_mangle]
pub unsafe extern "C" fn cudaStreamCreateWithPriority(
    stream: *mut Handle,
    flags: c_uint,
    _priority: c_int,
) -> Status {
    create("cudaStreamCreateWithPriority", stream, flags)
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
    query("cudaStreamQuery", &Request::QueryStream { stream: stream.addr() as u64 })
}

#[no_mangle]
pub extern "C" fn cudaStreamWaitEvent(stream: Handle, event: Handle, _flags: c_uint) -> Status {
    call("cudaStreamWaitEvent", |runtime| {
        let request = Request::WaitEvent { event: event.addr() as u64, stream: stream.addr() as u64 };
        runtime.order(&request, &[])
    })
}

#[no_mangle]
pub unsafe extern "C" fn cudaStreamGetFlags(stream: Handle, flags: *mut c_uint) -> Status {
    call("cudaStreamGetFlags", |runtime| {
        runtime.order(&Request::Synchronize { stream: stream.addr() as u64 }, &[])?;
        let non_blocking = runtime.non_blocking.contains(&stream.addr());
        store(flags, if non_blocking { NON_BLOCKING } else { 0 })
    })
}

/// Priorities are not kept: they change nothing.
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

/// Waits for the stream and calls the program's function: everything in front of it is complete. It may use the API.
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

/// Waits for the stream and calls the program's function: everything in front of it is complete.
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
