// SPDX-License-Identifier: Apache-2.0
//! What a program can ask about a kernel.

use std::ffi::{c_int, c_uint, c_void};

use warpsmith_protocol::{demangled, Request, Response};

use crate::abi::{FuncAttributes, Status};
use crate::connection::unexpected;
use crate::failure::{store, Failure};
use crate::runtime::{call, Runtime};

/// Sizes and limits of a kernel. `constSizeBytes` is zero: PTX does not say which constants a kernel uses.
#[no_mangle]
pub unsafe extern "C" fn cudaFuncGetAttributes(
    attributes: *mut FuncAttributes,
    stub: *const c_void,
) -> Status {
    call("cudaFuncGetAttributes", |runtime| {
        let properties = runtime.properties()?;
        let version = (properties.capability[0] * 10 + properties.capability[1]) as c_int;
        let shared_limit = properties.shared_bytes_per_cta;
        let (_, _, kernel) = runtime.kernel(stub.addr())?;
        let found = FuncAttributes {
            shared_size_bytes: kernel.shared_bytes as usize,
            const_size_bytes: 0,
            local_size_bytes: kernel.local_bytes as usize,
            max_threads_per_block: kernel.max_threads as c_int,
            num_regs: kernel.registers as c_int,
            ptx_version: version,
            binary_version: version,
            max_dynamic_shared_size_bytes: shared_limit.saturating_sub(kernel.shared_bytes) as c_int,
        };
        store(attributes, found)
    })
}

/// Accepts the two attributes that exist: dynamic shared memory (8), within what the machine has, and the preferred
/// carve-out (9), which has no effect.
#[no_mangle]
pub extern "C" fn cudaFuncSetAttribute(stub: *const c_void, attribute: c_int, value: c_int) -> Status {
    call("cudaFuncSetAttribute", |runtime| {
        let limit = runtime.properties()?.shared_bytes_per_cta;
        let (_, _, kernel) = runtime.kernel(stub.addr())?;
        let available = limit.saturating_sub(kernel.shared_bytes);
        match attribute {
            8 if value < 0 || value as u32 > available => Err(Failure::invalid(format!(
                "{value} bytes of dynamic shared memory are asked for, {available} are available to `{}`",
                demangled(&kernel.name)
            ))),
            8 | 9 => Ok(()),
            _ => Err(Failure::invalid(format!("there is no function attribute {attribute}"))),
        }
    })
}

/// CTAs of a kernel that an SM holds at a time.
pub fn occupancy(
    runtime: &mut Runtime,
    stub: *const c_void,
    threads: c_int,
    shared: usize,
) -> Result<c_int, Failure> {
    let (module, kernel, _) = runtime.kernel(stub.addr())?;
    let threads =
        u32::try_from(threads).map_err(|_| Failure::invalid(format!("a CTA of {threads} threads")))?;
    let request = Request::Occupancy { module, kernel, threads, dynamic_shared: shared as u64 };
    match runtime.exchange(&request)? {
        Response::Count(ctas) => Ok(ctas as c_int),
        other => Err(unexpected(&request, &other)),
    }
}

/// CTAs of a kernel that an SM holds at a time.
#[no_mangle]
pub unsafe extern "C" fn cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    ctas: *mut c_int,
    stub: *const c_void,
    threads: c_int,
    dynamic_shared: usize,
) -> Status {
    cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(ctas, stub, threads, dynamic_shared, 0)
}

/// As [`cudaOccupancyMaxActiveBlocksPerMultiprocessor`]; the flags concern caching overrides that do not exist here.
#[no_mangle]
pub unsafe extern "C" fn cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    ctas: *mut c_int,
    stub: *const c_void,
    threads: c_int,
    dynamic_shared: usize,
    _flags: c_uint,
) -> Status {
    call("cudaOccupancyMaxActiveBlocksPerMultiprocessor", |runtime| {
        let count = occupancy(runtime, stub, threads, dynamic_shared)?;
        store(ctas, count)
    })
}
