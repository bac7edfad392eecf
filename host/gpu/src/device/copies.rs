// SPDX-License-Identifier: Apache-2.0
//! Copies between the program and device memory, row by row.

use warpsmith_protocol::{CudaError, Region};
use warpsmith_ptx::GlobalMemory;

use super::error::ApiError;

/// Bytes of a region whose rows do not overlap, as a size in the host's memory.
fn size(region: &Region) -> Result<usize, ApiError> {
    if region.height > 1 && region.pitch < region.width {
        let text = format!("rows of {} bytes do not fit a pitch of {} bytes", region.width, region.pitch);
        return Err(ApiError::new(CudaError::InvalidPitchValue, text));
    }
    let end = region.height.checked_mul(region.pitch).and_then(|n| region.address.checked_add(n));
    match (end, region.bytes().map(usize::try_from)) {
        (Some(_), Some(Ok(bytes))) => Ok(bytes),
        _ => Err(ApiError::new(
            CudaError::InvalidValue,
            format!("{} rows of {} bytes are larger than any memory", region.height, region.width),
        )),
    }
}

/// The address of each row. [`size`] has shown that none overflows.
fn rows(region: Region) -> impl Iterator<Item = u64> {
    (0..region.height).map(move |row| region.address + row * region.pitch)
}

/// True if there is nothing to copy; CUDA allows that at any address.
fn empty(region: &Region) -> bool {
    region.width == 0 || region.height == 0
}

/// Whether `bytes` bytes of data can be written to a region, before they are there: its size, and its first and last row.
pub(super) fn admits(memory: &GlobalMemory, to: &Region, bytes: u64) -> Result<(), ApiError> {
    same_size(size(to)? as u64, bytes)?;
    if empty(to) {
        return Ok(());
    }
    for row in [0, to.height - 1] {
        memory.check(to.address + row * to.pitch, to.width)?;
    }
    match to.bytes() {
        Some(bytes) if bytes <= memory.capacity() => Ok(()),
        _ => Err(too_large(bytes, memory)),
    }
}

fn too_large(bytes: u64, memory: &GlobalMemory) -> ApiError {
    let text = format!("{bytes} bytes are asked for, more than the device has ({})", memory.capacity());
    ApiError::new(CudaError::InvalidValue, text)
}

/// Host to device.
pub(super) fn write(memory: &mut GlobalMemory, to: Region, bytes: &[u8]) -> Result<(), ApiError> {
    same_size(size(&to)? as u64, bytes.len() as u64)?;
    if empty(&to) {
        return Ok(());
    }
    for (address, row) in rows(to).zip(bytes.chunks_exact(to.width as usize)) {
        memory.write(address, row)?;
    }
    Ok(())
}

/// Device to host; replaces the contents of `bytes`.
pub(super) fn read(memory: &GlobalMemory, from: Region, bytes: &mut Vec<u8>) -> Result<(), ApiError> {
    let size = size(&from)?;
    if empty(&from) {
        return Ok(());
    }
    if size as u64 > memory.capacity() {
        return Err(too_large(size as u64, memory));
    }
    bytes.resize(size, 0);
    for (address, row) in rows(from).zip(bytes.chunks_exact_mut(from.width as usize)) {
        if let Err(error) = memory.read(address, row) {
            bytes.clear();
            return Err(error.into());
        }
    }
    Ok(())
}

/// Device to device by way of `buffer`, so that the regions may overlap. Leaves `buffer` empty.
pub(super) fn copy(
    memory: &mut GlobalMemory,
    to: Region,
    from: Region,
    buffer: &mut Vec<u8>,
) -> Result<(), ApiError> {
    read(memory, from, buffer)?;
    let done = write(memory, to, buffer);
    buffer.clear();
    done
}

/// Sets every byte to `value`.
pub(super) fn fill(memory: &mut GlobalMemory, to: Region, value: u8) -> Result<(), ApiError> {
    size(&to)?;
    if empty(&to) {
        return Ok(());
    }
    for address in rows(to) {
        memory.fill(address, value, to.width)?;
    }
    Ok(())
}

fn same_size(region: u64, data: u64) -> Result<(), ApiError> {
    if region != data {
        let text = format!("{data} bytes of data for a region of {region} bytes");
        return Err(ApiError::new(CudaError::InvalidValue, text));
    }
    Ok(())
}
