// SPDX-License-Identifier: Apache-2.0
//! Calls about several devices, of which there is one.

use std::ffi::{c_int, c_uint, c_void};

use warpsmith_protocol::CudaError;

use crate::abi::{Handle, Status};
use crate::copy::cudaMemcpyAsync;
use crate::device::check;
use crate::failure::{finish, store, Failure};
use crate::runtime::call;

/// `cudaMemcpyDeviceToDevice`.
const DEVICE_TO_DEVICE: c_int = 3;

#[no_mangle]
pub unsafe extern "C" fn cudaMemcpyPeer(
    to: *mut c_void,
    to_device: c_int,
    from: *const c_void,
    from_device: c_int,
    bytes: usize,
) -> Status {
    cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, std::ptr::null_mut())
}

#[no_mangle]
pub unsafe extern "C" fn cudaMemcpyPeerAsync(
    to: *mut c_void,
    to_device: c_int,
    from: *const c_void,
    from_device: c_int,
    bytes: usize,
    stream: Handle,
) -> Status {
    match check(to_device).and_then(|()| check(from_device)) {
        Ok(()) => cudaMemcpyAsync(to, from, bytes, DEVICE_TO_DEVICE, stream),
        failed => finish("cudaMemcpyPeer", failed),
    }
}

#[no_mangle]
pub unsafe extern "C" fn cudaDeviceCanAccessPeer(can: *mut c_int, device: c_int, peer: c_int) -> Status {
    call("cudaDeviceCanAccessPeer", |_| {
        check(device).and_then(|()| check(peer))?;
        store(can, 0)
    })
}

fn no_peer(name: &str, peer: c_int) -> Status {
    call(name, |_| {
        check(peer)?;
        Err(Failure::new(CudaError::InvalidDevice, "a device is not its own peer"))
    })
}

#[no_mangle]
pub extern "C" fn cudaDeviceEnablePeerAccess(peer: c_int, _flags: c_uint) -> Status {
    no_peer("cudaDeviceEnablePeerAccess", peer)
}

#[no_mangle]
pub extern "C" fn cudaDeviceDisablePeerAccess(peer: c_int) -> Status {
    no_peer("cudaDeviceDisablePeerAccess", peer)
}
