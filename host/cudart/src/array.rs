// SPDX-License-Identifier: Apache-2.0
//! CUDA arrays. They lie in device memory row by row and slice by slice, like pitched memory: NVIDIA's own layout is not
//! public. A handle is the address of the first texel.

use std::ffi::{c_int, c_uint, c_void};

use warpsmith_protocol::{CudaError, Request};

use crate::abi::{ChannelFormatDesc, Status, Volume};
use crate::copy::{copy, Extent, Place};
use crate::failure::{store, Failure};
use crate::memory::allocate_rows;
use crate::runtime::{call, Runtime};
use crate::state::{
    texel_format, Array, MAX_1D_LAYERED, MAX_2D, MAX_2D_LAYERED, MAX_3D, MAX_CUBEMAP, MAX_WIDTH_1D,
};

/// Flags of an array.
const LAYERED: c_uint = 1;
const SURFACE: c_uint = 2;
const CUBEMAP: c_uint = 4;

/// The array behind a handle.
pub fn find(runtime: &Runtime, handle: *const c_void) -> Result<Array, Failure> {
    let unknown = || {
        let text = format!("{:#x} is not a CUDA array, or it has been freed", handle.addr());
        Failure::new(CudaError::InvalidResourceHandle, text)
    };
    runtime.arrays.get(&handle.addr()).copied().ok_or_else(unknown)
}

#[no_mangle]
pub unsafe extern "C" fn cudaMallocArray(
    array: *mut *mut c_void,
    description: *const ChannelFormatDesc,
    width: usize,
    height: usize,
    flags: c_uint,
) -> Status {
    call("cudaMallocArray", |runtime| {
        store(array, allocate(runtime, description, [width, height, 0], flags)?)
    })
}

/// `extent` is in texels; heights and depths of 0 mean fewer dimensions.
#[no_mangle]
pub unsafe extern "C" fn cudaMalloc3DArray(
    array: *mut *mut c_void,
    description: *const ChannelFormatDesc,
    extent: Volume,
    flags: c_uint,
) -> Status {
    call("cudaMalloc3DArray", |runtime| store(array, allocate(runtime, description, extent.sizes(), flags)?))
}

/// Allocates an array of these sizes in texels and gives its handle.
unsafe fn allocate(
    runtime: &mut Runtime,
    description: *const ChannelFormatDesc,
    [width, height, depth]: [usize; 3],
    flags: c_uint,
) -> Result<*mut c_void, Failure> {
    let format = texel_format(description)?;
    let limits = match flags & !SURFACE {
        0 if depth > 0 => MAX_3D,
        0 if height > 0 => [MAX_2D[0], MAX_2D[1], 0],
        0 => [MAX_WIDTH_1D, 0, 0],
        LAYERED if height > 0 => MAX_2D_LAYERED,
        LAYERED => [MAX_1D_LAYERED[0], 0, MAX_1D_LAYERED[1]],
        CUBEMAP if width == height && depth == 6 => [MAX_CUBEMAP, MAX_CUBEMAP, 6],
        CUBEMAP => return Err(Failure::invalid("a cube has 6 square faces")),
        _ => {
            let text = format!("flags {flags:#x}: arrays are plain, layered or cubes, and for surfaces");
            return Err(Failure::new(CudaError::NotSupported, text));
        }
    };
    let sizes = [width, height, depth];
    if width == 0 || (depth > 0 && height == 0 && flags & LAYERED == 0) {
        let text = format!("{width} x {height} x {depth} texels: only the last sizes may be 0");
        return Err(Failure::invalid(text));
    }
    if sizes.iter().zip(limits).any(|(size, limit)| *size > limit) {
        let [w, h, d] = limits;
        return Err(Failure::invalid(format!(
            "{width} x {height} x {depth} texels; at most {w} x {h} x {d} exist"
        )));
    }
    let (rows, slices) = (height.max(1), depth.max(1));
    let (pointer, pitch) = allocate_rows(runtime, width * format.bytes() as usize, rows * slices)?;
    let array = Array {
        address: pointer.addr() as u64,
        pitch,
        width,
        height: rows,
        depth: slices,
        surface: flags & SURFACE != 0,
        description: description.read(),
        format,
    };
    runtime.arrays.insert(pointer.addr(), array);
    Ok(pointer)
}

/// Frees an array; a null handle is allowed.
#[no_mangle]
pub extern "C" fn cudaFreeArray(array: *mut c_void) -> Status {
    call("cudaFreeArray", |runtime| {
        if array.is_null() {
            return Ok(());
        }
        let Array { address, .. } = find(runtime, array)?;
        runtime.arrays.remove(&array.addr());
        runtime.order(&Request::Free { address }, &[])
    })
}

#[no_mangle]
pub unsafe extern "C" fn cudaGetChannelDesc(
    description: *mut ChannelFormatDesc,
    array: *const c_void,
) -> Status {
    call("cudaGetChannelDesc", |runtime| store(description, find(runtime, array)?.description))
}

/// Which way a copy between an array and other memory goes.
#[derive(Clone, Copy)]
enum Way {
    ToArray,
    FromArray,
}

/// Copies `extent` bytes and rows between `other` and the array, from byte `x` of row `y` on.
unsafe fn copy_rows(
    runtime: &mut Runtime,
    array: &Array,
    [x, y]: [usize; 2],
    other: Place,
    extent: Extent,
    (way, kind): (Way, c_int),
) -> Result<(), Failure> {
    let row_bytes = array.width * array.format.bytes() as usize;
    let inside = |start: usize, length: usize, size| start.checked_add(length).is_some_and(|end| end <= size);
    if !inside(x, extent.width, row_bytes) || !inside(y, extent.height, array.height) {
        return Err(Failure::invalid(format!(
            "{} rows of {} bytes from byte {x} of row {y} on are asked for, but the array has {} rows of {row_bytes} bytes",
            extent.height, extent.width, array.height
        )));
    }
    let place = Place { address: array.address as usize + y * array.pitch + x, pitch: array.pitch };
    match way {
        Way::ToArray => copy(runtime, place, other, extent, kind, std::ptr::null_mut()),
        Way::FromArray => copy(runtime, other, place, extent, kind, std::ptr::null_mut()),
    }
}

/// Copies `bytes` bytes that fill the array's rows one after the other, from byte `x` of row `y` on.
unsafe fn copy_run(
    runtime: &mut Runtime,
    array: &Array,
    [mut x, mut y]: [usize; 2],
    pointer: *const c_void,
    mut bytes: usize,
    way: (Way, c_int),
) -> Result<(), Failure> {
    let row_bytes = array.width * array.format.bytes() as usize;
    let mut from = pointer;
    while bytes > 0 {
        let rest = row_bytes.saturating_sub(x).max(1);
        let (width, height) =
            if x == 0 && bytes > row_bytes { (row_bytes, bytes / row_bytes) } else { (rest.min(bytes), 1) };
        copy_rows(runtime, array, [x, y], Place::linear(from, width), Extent { width, height }, way)?;
        from = from.wrapping_byte_add(width * height);
        bytes -= width * height;
        (x, y) = (0, y + height);
    }
    Ok(())
}

#[no_mangle]
pub unsafe extern "C" fn cudaMemcpyToArray(
    to: *mut c_void,
    x: usize,
    y: usize,
    from: *const c_void,
    bytes: usize,
    kind: c_int,
) -> Status {
    call("cudaMemcpyToArray", |runtime| {
        let array = find(runtime, to)?;
        copy_run(runtime, &array, [x, y], from, bytes, (Way::ToArray, kind))
    })
}

#[no_mangle]
pub unsafe extern "C" fn cudaMemcpyFromArray(
    to: *mut c_void,
    from: *const c_void,
    x: usize,
    y: usize,
    bytes: usize,
    kind: c_int,
) -> Status {
    call("cudaMemcpyFromArray", |runtime| {
        let array = find(runtime, from)?;
        copy_run(runtime, &array, [x, y], to, bytes, (Way::FromArray, kind))
    })
}

#[no_mangle]
#[allow(clippy::too_many_arguments)] // CUDA's
pub unsafe extern "C" fn cudaMemcpy2DToArray(
    to: *mut c_void,
    x: usize,
    y: usize,
    from: *const c_void,
    pitch: usize,
    width: usize,
    height: usize,
    kind: c_int,
) -> Status {
    call("cudaMemcpy2DToArray", |runtime| {
        let array = find(runtime, to)?;
        let other = Place { address: from.addr(), pitch };
        copy_rows(runtime, &array, [x, y], other, Extent { width, height }, (Way::ToArray, kind))
    })
}

#[no_mangle]
#[allow(clippy::too_many_arguments)] // CUDA's
pub unsafe extern "C" fn cudaMemcpy2DFromArray(
    to: *mut c_void,
    pitch: usize,
    from: *const c_void,
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    kind: c_int,
) -> Status {
    call("cudaMemcpy2DFromArray", |runtime| {
        let array = find(runtime, from)?;
        let other = Place { address: to.addr(), pitch };
        copy_rows(runtime, &array, [x, y], other, Extent { width, height }, (Way::FromArray, kind))
    })
}
