// SPDX-License-Identifier: Apache-2.0
//! Copies between host and device. All take one path: rows of bytes from one place to another.

use std::ffi::{c_int, c_void};

use warpsmith_protocol::{CudaError, Region, Request};

use crate::abi::{Handle, Status};
use crate::failure::Failure;
use crate::runtime::{call, Runtime};

/// `cudaMemcpyKind`.
#[derive(Clone, Copy)]
enum Side {
    Host,
    Device,
}

/// Where rows of bytes are, on either side.
#[derive(Clone, Copy)]
pub struct Place {
    pub address: usize,
    pub pitch: usize,
}

/// Size of what is copied.
#[derive(Clone, Copy)]
pub struct Extent {
    pub width: usize,
    pub height: usize,
}

impl Place {
    /// Bytes in one row.
    pub fn linear(pointer: *const c_void, bytes: usize) -> Place {
        Place { address: pointer.addr(), pitch: bytes }
    }

    fn region(self, extent: Extent) -> Region {
        let [pitch, width, height] = [self.pitch, extent.width, extent.height].map(|n| n as u64);
        Region { address: self.address as u64, pitch, width, height }
    }

    /// The rows in host memory, or one row if there are no gaps between them.
    fn host_rows(self, extent: Extent) -> (impl Iterator<Item = *mut u8>, usize) {
        let packed = self.pitch == extent.width;
        let (rows, bytes) =
            if packed { (1, extent.width * extent.height) } else { (extent.height, extent.width) };
        // The program's pointer comes back from an integer: the C side holds its provenance.
        let start: *mut u8 = std::ptr::with_exposed_provenance_mut(self.address);
        ((0..rows).map(move |row| start.wrapping_add(row * self.pitch)), bytes)
    }
}

/// The host's address of what the program takes for device memory, if the host holds its bytes.
pub fn host_of(runtime: &Runtime, address: usize) -> Option<usize> {
    runtime.mappings.at_device(address).map(|mapping| mapping.host + (address - mapping.device as usize))
}

/// Sides and addresses of destination and source of a copy of the given kind. Kind 4 leaves it to the pointers.
fn sides(runtime: &mut Runtime, kind: c_int, to: usize, from: usize) -> Result<[(Side, usize); 2], Failure> {
    let [to_meant, from_meant] = match kind {
        0 => [Some(Side::Host), Some(Side::Host)],
        1 => [Some(Side::Device), Some(Side::Host)],
        2 => [Some(Side::Host), Some(Side::Device)],
        3 => [Some(Side::Device), Some(Side::Device)],
        4 => [None, None],
        _ => {
            return Err(Failure::new(
                CudaError::InvalidMemcpyDirection,
                format!("{kind} is not a cudaMemcpyKind"),
            ))
        }
    };
    let mut resolve = |meant: Option<Side>, address: usize, which: &str| {
        if let Some(host) = host_of(runtime, address) {
            return Ok((Side::Host, host));
        }
        let properties = runtime.properties()?;
        let device = properties.memory_base..properties.memory_base + properties.memory_bytes;
        let found = if device.contains(&(address as u64)) { Side::Device } else { Side::Host };
        if matches!((meant, found), (Some(Side::Host), Side::Device)) {
            let text =
                format!("the {which} {address:#x} is device memory, but the direction says host memory");
            return Err(Failure::new(CudaError::InvalidMemcpyDirection, text));
        }
        Ok((meant.unwrap_or(found), address))
    };
    Ok([resolve(to_meant, to, "destination")?, resolve(from_meant, from, "source")?])
}

/// Copies rows in the order of `stream`.
///
/// # Safety
/// Host memory is valid for `extent` rows at its pitch.
pub unsafe fn copy(
    runtime: &mut Runtime,
    to: Place,
    from: Place,
    extent: Extent,
    kind: c_int,
    stream: Handle,
) -> Result<(), Failure> {
    let stream = stream.addr() as u64;
    let Some(bytes) = extent.width.checked_mul(extent.height) else {
        return Err(Failure::invalid(format!("{} rows of {} bytes", extent.height, extent.width)));
    };
    if extent.height > 1 && (to.pitch < extent.width || from.pitch < extent.width) {
        let text = format!("rows of {} bytes, pitches {} and {}", extent.width, to.pitch, from.pitch);
        return Err(Failure::new(CudaError::InvalidPitchValue, text));
    }
    let [(target, to_address), (source, from_address)] = sides(runtime, kind, to.address, from.address)?;
    let to = Place { address: to_address, ..to };
    let from = Place { address: from_address, ..from };
    if bytes == 0 {
        return Ok(());
    }
    for (side, place) in [(source, from), (target, to)] {
        if matches!(side, Side::Host) && place.address == 0 {
            return Err(Failure::invalid("the pointer to host memory is null"));
        }
    }
    match (source, target) {
        (Side::Device, Side::Device) => {
            let request = Request::Copy { to: to.region(extent), from: from.region(extent), stream };
            runtime.order(&request, &[])
        }
        (Side::Host, Side::Device) => {
            let request = Request::Write { to: to.region(extent), stream };
            let (mut rows, size) = from.host_rows(extent);
            if size == bytes {
                let whole = rows.next().map_or(&[][..], |row| std::slice::from_raw_parts(row, size));
                return runtime.order(&request, whole);
            }
            let mut packed = Vec::with_capacity(bytes);
            rows.for_each(|row| packed.extend_from_slice(std::slice::from_raw_parts(row, size)));
            runtime.order(&request, &packed)
        }
        (Side::Device, Side::Host) => {
            let request = Request::Read { from: from.region(extent), stream };
            let (mut rows, size) = to.host_rows(extent);
            if size == bytes {
                let whole = rows.next().map_or(&mut [][..], |row| std::slice::from_raw_parts_mut(row, size));
                return runtime.fetch(&request, whole);
            }
            let mut packed = vec![0; bytes];
            runtime.fetch(&request, &mut packed)?;
            for (row, data) in rows.zip(packed.chunks_exact(size)) {
                std::ptr::copy_nonoverlapping(data.as_ptr(), row, size);
            }
            Ok(())
        }
        (Side::Host, Side::Host) => {
            for row in 0..extent.height {
                let source: *const u8 = std::ptr::with_exposed_provenance(from.address + row * from.pitch);
                let target: *mut u8 = std::ptr::with_exposed_provenance_mut(to.address + row * to.pitch);
                std::ptr::copy(source, target, extent.width);
            }
            Ok(())
        }
    }
}

/// One API call that copies, in the order of `stream`.
pub unsafe fn copy_call(
    name: &str,
    to: Place,
    from: Place,
    extent: Extent,
    kind: c_int,
    stream: Handle,
) -> Status {
    call(name, |runtime| {
        if !stream.is_null() {
            runtime.order(&Request::Synchronize { stream: stream.addr() as u64 }, &[])?;
        }
        copy(runtime, to, from, extent, kind, stream)
    })
}

#[no_mangle]
pub unsafe extern "C" fn cudaMemcpy(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
    kind: c_int,
) -> Status {
    cudaMemcpyAsync(to, from, bytes, kind, std::ptr::null_mut())
}

#[no_mangle]
pub unsafe extern "C" fn cudaMemcpyAsync(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
    kind: c_int,
    stream: Handle,
) -> Status {
    let extent = Extent { width: bytes, height: 1 };
    copy_call("cudaMemcpy", Place::linear(to, bytes), Place::linear(from, bytes), extent, kind, stream)
}

#[no_mangle]
pub unsafe extern "C" fn cudaMemcpy2D(
    to: *mut c_void,
    to_pitch: usize,
    from: *const c_void,
    from_pitch: usize,
    width: usize,
    height: usize,
    kind: c_int,
) -> Status {
    cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, std::ptr::null_mut())
}

#[no_mangle]
#[allow(clippy::too_many_arguments)] // CUDA's
pub unsafe extern "C" fn cudaMemcpy2DAsync(
    to: *mut c_void,
    to_pitch: usize,
    from: *const c_void,
    from_pitch: usize,
    width: usize,
    height: usize,
    kind: c_int,
    stream: Handle,
) -> Status {
    let to = Place { address: to.addr(), pitch: to_pitch };
    let from = Place { address: from.addr(), pitch: from_pitch };
    copy_call("cudaMemcpy2D", to, from, Extent { width, height }, kind, stream)
}
