// SPDX-License-Identifier: Apache-2.0
//! Allocation on the device, and filling its memory.

use std::ffi::{c_int, c_void};

use warpsmith_protocol::{CudaError, Region, Request, Response};

use crate::abi::{Handle, Status};
use crate::connection::unexpected;
use crate::copy::host_of;
use crate::failure::{store, Failure};
use crate::mapping::free_shared;
use crate::runtime::{call, Runtime};
use crate::state::Origin;

/// Allocates zeroed device memory; zero bytes give a null pointer.
pub fn allocate(runtime: &mut Runtime, bytes: u64) -> Result<*mut c_void, Failure> {
    if bytes == 0 {
        return Ok(std::ptr::null_mut());
    }
    let request = Request::Allocate { bytes };
    match runtime.exchange(&request)? {
        Response::Address(address) => Ok(std::ptr::without_provenance_mut(address as usize)),
        other => Err(unexpected(&request, &other)),
    }
}

/// Allocates zeroed device memory; zero bytes give a null pointer.
#[no_mangle]
pub unsafe extern "C" fn cudaMalloc(pointer: *mut *mut c_void, bytes: usize) -> Status {
    call("cudaMalloc", |runtime| {
        let allocated = allocate(runtime, bytes as u64)?;
        store(pointer, allocated)
    })
}

/// Allocates rows that start at multiples of the machine's pitch alignment.
#[no_mangle]
pub unsafe extern "C" fn cudaMallocPitch(
    pointer: *mut *mut c_void,
    pitch: *mut usize,
    width: usize,
    height: usize,
) -> Status {
    call("cudaMallocPitch", |runtime| {
        let (allocated, row) = allocate_rows(runtime, width, height)?;
        store(pitch, row)?;
        store(pointer, allocated)
    })
}

/// Allocates `height` rows of `width` bytes; gives the pitch in bytes too.
pub fn allocate_rows(
    runtime: &mut Runtime,
    width: usize,
    height: usize,
) -> Result<(*mut c_void, usize), Failure> {
    let alignment = runtime.properties()?.pitch_alignment;
    let row = (width as u64).checked_next_multiple_of(alignment);
    let sizes = row.and_then(|row| Some((row, row.checked_mul(height as u64)?)));
    let too_large = || Failure::new(CudaError::MemoryAllocation, format!("{height} rows of {width} bytes"));
    let (row, bytes) = sizes.ok_or_else(too_large)?;
    Ok((allocate(runtime, bytes)?, row as usize))
}

/// Frees device memory; a null pointer is allowed.
#[no_mangle]
pub extern "C" fn cudaFree(pointer: *mut c_void) -> Status {
    call("cudaFree", |runtime| match pointer.addr() as u64 {
        0 => Ok(()),
        address if free_shared(runtime, address as usize, Origin::Managed)? => Ok(()),
        address => runtime.order(&Request::Free { address }, &[]),
    })
}

/// Bytes of device memory, free and in all.
#[no_mangle]
pub unsafe extern "C" fn cudaMemGetInfo(free: *mut usize, total: *mut usize) -> Status {
    call("cudaMemGetInfo", |runtime| match runtime.exchange(&Request::MemoryInfo)? {
        Response::Memory { free: f, total: t } => {
            store(free, f as usize)?;
            store(total, t as usize)
        }
        other => Err(unexpected(&Request::MemoryInfo, &other)),
    })
}

/// Sets bytes of device memory; in the order of `stream`.
pub fn fill(name: &str, to: Region, value: c_int, stream: Handle) -> Status {
    call(name, |runtime| {
        runtime.order(&Request::Synchronize { stream: stream.addr() as u64 }, &[])?;
        if let Some(host) = host_of(runtime, to.address as usize) {
            for row in 0..to.height as usize {
                let start: *mut u8 = std::ptr::with_exposed_provenance_mut(host + row * to.pitch as usize);
                // SAFETY: as with memset, the program gives memory that is large enough.
                unsafe { start.write_bytes(value as u8, to.width as usize) };
            }
            return Ok(());
        }
        // C's memset takes the low byte of an int too.
        runtime.order(&Request::Fill { to, value: value as u8, stream: stream.addr() as u64 }, &[])
    })
}

#[no_mangle]
pub extern "C" fn cudaMemset(pointer: *mut c_void, value: c_int, bytes: usize) -> Status {
    let to = Region::linear(pointer.addr() as u64, bytes as u64);
    fill("cudaMemset", to, value, std::ptr::null_mut())
}

#[no_mangle]
pub extern "C" fn cudaMemsetAsync(
    pointer: *mut c_void,
    value: c_int,
    bytes: usize,
    stream: Handle,
) -> Status {
    fill("cudaMemsetAsync", Region::linear(pointer.addr() as u64, bytes as u64), value, stream)
}

#[no_mangle]
pub extern "C" fn cudaMemset2D(
    pointer: *mut c_void,
    pitch: usize,
    value: c_int,
    width: usize,
    height: usize,
) -> Status {
    let address = pointer.addr() as u64;
    let to = Region { address, pitch: pitch as u64, width: width as u64, height: height as u64 };
    fill("cudaMemset2D", to, value, std::ptr::null_mut())
}

#[no_mangle]
pub extern "C" fn cudaMemset2DAsync(
    pointer: *mut c_void,
    pitch: usize,
    value: c_int,
    width: usize,
    height: usize,
    stream: Handle,
) -> Status {
    let address = pointer.addr() as u64;
    let to = Region { address, pitch: pitch as u64, width: width as u64, height: height as u64 };
    fill("cudaMemset2DAsync", to, value, stream)
}

/// Allocates at once, as [`cudaMalloc`].
#[no_mangle]
pub unsafe extern "C" fn cudaMallocAsync(pointer: *mut *mut c_void, bytes: usize, _stream: Handle) -> Status {
    cudaMalloc(pointer, bytes)
}

/// Frees at once, as [`cudaFree`]: everything in front of it is complete.
#[no_mangle]
pub extern "C" fn cudaFreeAsync(pointer: *mut c_void, _stream: Handle) -> Status {
    cudaFree(pointer)
}
