// SPDX-License-Identifier: Apache-2.0
//! Memory of the host: managed, pinned and registered. Copies are as fast from any other.

use std::ffi::{c_int, c_uint, c_void};

use warpsmith_protocol::{CudaError, Request};

use crate::abi::{Handle, Status};
use crate::device::check;
use crate::failure::{store, Failure};
use crate::mapping::{allocate_shared, free_shared, register};
use crate::runtime::{call, Runtime};
use crate::state::{Mapping, Origin};

/// Alignment of pinned memory: a page.
const ALIGNMENT: usize = 4096;

/// Allocates memory that host and device see at the same address. Whether it is attached to a stream does not matter.
#[no_mangle]
pub unsafe extern "C" fn cudaMallocManaged(
    pointer: *mut *mut c_void,
    bytes: usize,
    _flags: c_uint,
) -> Status {
    call("cudaMallocManaged", |runtime| {
        let address = allocate_shared(runtime, bytes, Origin::Managed)?;
        store(pointer, std::ptr::with_exposed_provenance_mut(address))
    })
}

/// Where managed memory is best does not matter: it is on both sides.
#[no_mangle]
pub extern "C" fn cudaMemAdvise(
    _pointer: *const c_void,
    _bytes: usize,
    _advice: c_int,
    device: c_int,
) -> Status {
    call("cudaMemAdvise", |_| place(device))
}

/// As [`cudaMemAdvise`].
#[no_mangle]
pub extern "C" fn cudaMemPrefetchAsync(
    _pointer: *const c_void,
    _bytes: usize,
    device: c_int,
    stream: Handle,
) -> Status {
    call("cudaMemPrefetchAsync", |runtime| {
        place(device)?;
        runtime.order(&Request::Synchronize { stream: stream.addr() as u64 }, &[])
    })
}

/// Accepts the device, or -1, the host.
fn place(device: c_int) -> Result<(), Failure> {
    const HOST: c_int = -1;
    if device == HOST {
        Ok(())
    } else {
        check(device)
    }
}

/// Allocates host memory.
#[no_mangle]
pub unsafe extern "C" fn cudaMallocHost(pointer: *mut *mut c_void, bytes: usize) -> Status {
    cudaHostAlloc(pointer, bytes, 0)
}

/// Allocates host memory. With `cudaHostAllocMapped` (2) the device sees it at the same address; the other flags do not
/// matter.
#[no_mangle]
pub unsafe extern "C" fn cudaHostAlloc(pointer: *mut *mut c_void, bytes: usize, flags: c_uint) -> Status {
    const MAPPED: c_uint = 2;
    call("cudaHostAlloc", |runtime| {
        if flags & MAPPED != 0 {
            let address = allocate_shared(runtime, bytes, Origin::Pinned)?;
            return store(pointer, std::ptr::with_exposed_provenance_mut(address));
        }
        let mut allocated = std::ptr::null_mut();
        if libc::posix_memalign(&mut allocated, ALIGNMENT, bytes.max(1)) != 0 {
            return Err(Failure::new(CudaError::MemoryAllocation, format!("{bytes} bytes of host memory")));
        }
        runtime.pinned.insert(allocated.addr(), bytes);
        store(pointer, allocated)
    })
}

/// Frees host memory of [`cudaMallocHost`] or [`cudaHostAlloc`]; a null pointer is allowed.
#[no_mangle]
pub unsafe extern "C" fn cudaFreeHost(pointer: *mut c_void) -> Status {
    call("cudaFreeHost", |runtime| {
        let address = pointer.addr();
        if pointer.is_null() || free_shared(runtime, address, Origin::Pinned)? {
            return Ok(());
        }
        if runtime.pinned.remove(&address).is_none() {
            return Err(Failure::invalid(format!("{address:#x} is not pinned host memory")));
        }
        unregister(runtime, address)?;
        libc::free(pointer);
        Ok(())
    })
}

/// Lets the device see the program's own memory, at an address of the device's. The flags do not matter.
#[no_mangle]
pub extern "C" fn cudaHostRegister(pointer: *mut c_void, bytes: usize, _flags: c_uint) -> Status {
    call("cudaHostRegister", |runtime| {
        if pointer.is_null() || bytes == 0 {
            return Err(Failure::invalid("no memory is given"));
        }
        if runtime.mappings.at_host(pointer.addr()).is_some() {
            let text = format!("{:#x} is registered already", pointer.addr());
            return Err(Failure::new(CudaError::HostMemoryAlreadyRegistered, text));
        }
        register(runtime, pointer.expose_provenance(), bytes).map(drop)
    })
}

/// Takes memory from the device's sight.
#[no_mangle]
pub extern "C" fn cudaHostUnregister(pointer: *mut c_void) -> Status {
    call("cudaHostUnregister", |runtime| {
        if unregister(runtime, pointer.addr())? {
            return Ok(());
        }
        let text = format!("{:#x} is not registered", pointer.addr());
        Err(Failure::new(CudaError::HostMemoryNotRegistered, text))
    })
}

/// Forgets a registration; true if there was one.
fn unregister(runtime: &mut Runtime, address: usize) -> Result<bool, Failure> {
    let Some(Mapping { device, .. }) = runtime.mappings.remove(address, Origin::Registered) else {
        return Ok(false);
    };
    runtime.order(&Request::Free { address: device }, &[])?;
    Ok(true)
}

/// The device's address of pinned host memory, which becomes visible to the device if it was not.
#[no_mangle]
pub unsafe extern "C" fn cudaHostGetDevicePointer(
    device: *mut *mut c_void,
    host: *mut c_void,
    _flags: c_uint,
) -> Status {
    call("cudaHostGetDevicePointer", |runtime| {
        let address = host.addr();
        let start = match (runtime.mappings.at_host(address), runtime.pinned.get(&address)) {
            (Some(mapping), _) => mapping.device + (address - mapping.host) as u64,
            (None, Some(&bytes)) => register(runtime, host.expose_provenance(), bytes)?,
            (None, None) => {
                return Err(Failure::invalid(format!("{address:#x} is not pinned or registered host memory")))
            }
        };
        store(device, std::ptr::without_provenance_mut(start as usize))
    })
}

/// Gives the flags of pinned memory: `cudaHostAllocMapped` (2) if the device sees it.
#[no_mangle]
pub unsafe extern "C" fn cudaHostGetFlags(flags: *mut c_uint, host: *mut c_void) -> Status {
    call("cudaHostGetFlags", |runtime| {
        let mapped = runtime.mappings.at_host(host.addr()).is_some();
        if !mapped && !runtime.pinned.contains_key(&host.addr()) {
            return Err(Failure::invalid(format!("{:#x} is not pinned host memory", host.addr())));
        }
        store(flags, if mapped { 2 } else { 0 })
    })
}

/// `struct cudaPointerAttributes`.
#[repr(C)]
pub struct PointerAttributes {
    kind: c_int,
    device: c_int,
    device_pointer: *mut c_void,
    host_pointer: *mut c_void,
}

/// Says what a pointer points to: 0 nothing known, 1 pinned host memory, 2 device memory, 3 managed memory.
#[no_mangle]
pub unsafe extern "C" fn cudaPointerGetAttributes(
    attributes: *mut PointerAttributes,
    pointer: *const c_void,
) -> Status {
    call("cudaPointerGetAttributes", |runtime| {
        let address = pointer.addr();
        let properties = runtime.properties()?;
        let device = properties.memory_base..properties.memory_base + properties.memory_bytes;
        let is_device = device.contains(&(address as u64));
        let found = runtime.mappings.at_host(address).or_else(|| runtime.mappings.at_device(address));
        let at = |address: usize| std::ptr::with_exposed_provenance_mut(address);
        let (kind, host_pointer, device_pointer) = match found {
            Some(m) => {
                let offset =
                    if m.holds_host(address) { address - m.host } else { address - m.device as usize };
                let kind = if matches!(m.origin, Origin::Managed | Origin::Variable) { 3 } else { 1 };
                (kind, at(m.host + offset), at(m.device as usize + offset))
            }
            None if is_device => (2, std::ptr::null_mut(), at(address)),
            None if runtime.pinned.contains_key(&address) => (1, at(address), std::ptr::null_mut()),
            None => (0, at(address), std::ptr::null_mut()),
        };
        store(attributes, PointerAttributes { kind, device: 0, device_pointer, host_pointer })
    })
}
