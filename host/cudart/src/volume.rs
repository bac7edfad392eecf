// SPDX-License-Identifier: Apache-2.0
//! Memory of three dimensions: slices of rows. A slice of pitched memory is `ysize` rows high.

use std::ffi::{c_int, c_void};

use warpsmith_protocol::{CudaError, Region};

use crate::abi::{Handle, Status, Volume};
use crate::array;
use crate::copy::{copy, Extent, Place};
use crate::failure::{finish, store, Failure};
use crate::memory::{allocate_rows, fill};
use crate::runtime::{call, Runtime};

/// `struct cudaPos`, in the units of [`Volume`].
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Position {
    x: usize,
    y: usize,
    z: usize,
}

/// `struct cudaPitchedPtr`: pitch and row in bytes, rows of a slice.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct PitchedPtr {
    address: *mut c_void,
    pitch: usize,
    xsize: usize,
    ysize: usize,
}

/// `struct cudaMemcpy3DParms`.
#[repr(C)]
pub struct Copy3D {
    from_array: *const c_void,
    from_position: Position,
    from: PitchedPtr,
    to_array: *const c_void,
    to_position: Position,
    to: PitchedPtr,
    extent: Volume,
    kind: c_int,
}

/// Allocates `depth` slices of `height` rows.
#[no_mangle]
pub unsafe extern "C" fn cudaMalloc3D(pointer: *mut PitchedPtr, extent: Volume) -> Status {
    call("cudaMalloc3D", |runtime| {
        let Volume { width, height, depth } = extent;
        let too_large =
            || Failure::new(CudaError::MemoryAllocation, format!("{width} x {height} x {depth} bytes"));
        let rows = height.checked_mul(depth).ok_or_else(too_large)?;
        let (address, pitch) = allocate_rows(runtime, width, rows)?;
        store(pointer, PitchedPtr { address, pitch, xsize: width, ysize: height })
    })
}

#[no_mangle]
pub extern "C" fn cudaMemset3D(to: PitchedPtr, value: c_int, extent: Volume) -> Status {
    cudaMemset3DAsync(to, value, extent, std::ptr::null_mut())
}

#[no_mangle]
pub extern "C" fn cudaMemset3DAsync(to: PitchedPtr, value: c_int, extent: Volume, stream: Handle) -> Status {
    let (pitch, width, height) = (to.pitch as u64, extent.width as u64, extent.height as u64);
    let slice = pitch.saturating_mul(to.ysize as u64);
    for z in 0..extent.depth as u64 {
        let address = (to.address.addr() as u64).saturating_add(z.saturating_mul(slice));
        let status = fill("cudaMemset3D", Region { address, pitch, width, height }, value, stream);
        if status != CudaError::Success.code() {
            return status;
        }
    }
    finish("cudaMemset3D", Ok(()))
}

/// One end of a copy: its first byte, and the bytes from row to row and from slice to slice.
struct End {
    start: usize,
    pitch: usize,
    slice: usize,
}

/// The end of a copy that `array` or `pointer` describes; `texel` is the size in bytes of what the extent counts.
unsafe fn end(
    runtime: &Runtime,
    handle: *const c_void,
    pointer: PitchedPtr,
    at: Position,
    extent: Volume,
    texel: usize,
) -> Result<End, Failure> {
    if handle.is_null() {
        let PitchedPtr { address, pitch, ysize, .. } = pointer;
        let slice = pitch * ysize;
        return Ok(End { start: address.addr() + at.z * slice + at.y * pitch + at.x, pitch, slice });
    }
    let array = array::find(runtime, handle)?;
    let fits =
        |from: usize, size: usize, limit: usize| from.checked_add(size).is_some_and(|end| end <= limit);
    if !fits(at.x, extent.width, array.width)
        || !fits(at.y, extent.height, array.height)
        || !fits(at.z, extent.depth, array.depth)
    {
        return Err(Failure::invalid(format!(
            "{} x {} x {} texels from ({}, {}, {}) on are asked for, but the array has {} x {} x {}",
            extent.width,
            extent.height,
            extent.depth,
            at.x,
            at.y,
            at.z,
            array.width,
            array.height,
            array.depth
        )));
    }
    let start = array.address as usize + at.z * array.slice() + at.y * array.pitch + at.x * texel;
    Ok(End { start, pitch: array.pitch, slice: array.slice() })
}

#[no_mangle]
pub unsafe extern "C" fn cudaMemcpy3D(parameters: *const Copy3D) -> Status {
    cudaMemcpy3DAsync(parameters, std::ptr::null_mut())
}

#[no_mangle]
pub unsafe extern "C" fn cudaMemcpy3DAsync(parameters: *const Copy3D, stream: Handle) -> Status {
    call("cudaMemcpy3D", |runtime| {
        if parameters.is_null() {
            return Err(Failure::invalid("the parameters are null"));
        }
        let p = &*parameters;
        let mut texel = 1;
        for handle in [p.from_array, p.to_array] {
            if !handle.is_null() {
                texel = array::find(runtime, handle)?.format.bytes() as usize;
            }
        }
        let from = end(runtime, p.from_array, p.from, p.from_position, p.extent, texel)?;
        let to = end(runtime, p.to_array, p.to, p.to_position, p.extent, texel)?;
        let rows = Extent { width: p.extent.width * texel, height: p.extent.height };
        for z in 0..p.extent.depth {
            let place = |end: &End| Place { address: end.start + z * end.slice, pitch: end.pitch };
            copy(runtime, place(&to), place(&from), rows, p.kind, stream)?;
        }
        Ok(())
    })
}
