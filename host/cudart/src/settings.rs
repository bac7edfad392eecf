// SPDX-License-Identifier: Apache-2.0
//! Settings of the device. They are kept, so that a program reads what it wrote, and change nothing: the machine file
//! says how L1 and shared memory are split and banked, stacks are as large as kernels need, and device code prints
//! and allocates as much as it likes.

use std::ffi::{c_int, c_uint, c_void};

use crate::abi::Status;
use crate::failure::{store, Failure};
use crate::runtime::call;
use crate::state::limit;

/// Accepts one of the values `0..count` of an enumeration.
fn one_of(value: c_int, count: c_int, what: &str) -> Result<c_int, Failure> {
    if (0..count).contains(&value) {
        Ok(value)
    } else {
        Err(Failure::invalid(format!("{value} is not a {what}")))
    }
}

#[no_mangle]
pub extern "C" fn cudaSetDeviceFlags(flags: c_uint) -> Status {
    call("cudaSetDeviceFlags", |runtime| {
        runtime.settings.flags = flags;
        Ok(())
    })
}

#[no_mangle]
pub unsafe extern "C" fn cudaGetDeviceFlags(flags: *mut c_uint) -> Status {
    call("cudaGetDeviceFlags", |runtime| store(flags, runtime.settings.flags))
}

#[no_mangle]
pub extern "C" fn cudaDeviceSetLimit(kind: c_int, value: usize) -> Status {
    call("cudaDeviceSetLimit", |runtime| {
        runtime.settings.limits[limit(kind)?] = value;
        Ok(())
    })
}

#[no_mangle]
pub unsafe extern "C" fn cudaDeviceGetLimit(value: *mut usize, kind: c_int) -> Status {
    call("cudaDeviceGetLimit", |runtime| store(value, runtime.settings.limits[limit(kind)?]))
}

#[no_mangle]
pub extern "C" fn cudaThreadSetLimit(kind: c_int, value: usize) -> Status {
    cudaDeviceSetLimit(kind, value)
}

#[no_mangle]
pub unsafe extern "C" fn cudaThreadGetLimit(value: *mut usize, kind: c_int) -> Status {
    cudaDeviceGetLimit(value, kind)
}

#[no_mangle]
pub extern "C" fn cudaDeviceSetCacheConfig(config: c_int) -> Status {
    call("cudaDeviceSetCacheConfig", |runtime| {
        runtime.settings.cache = one_of(config, 4, "cudaFuncCache")?;
        Ok(())
    })
}

#[no_mangle]
pub unsafe extern "C" fn cudaDeviceGetCacheConfig(config: *mut c_int) -> Status {
    call("cudaDeviceGetCacheConfig", |runtime| store(config, runtime.settings.cache))
}

#[no_mangle]
pub extern "C" fn cudaThreadSetCacheConfig(config: c_int) -> Status {
    cudaDeviceSetCacheConfig(config)
}

#[no_mangle]
pub unsafe extern "C" fn cudaThreadGetCacheConfig(config: *mut c_int) -> Status {
    cudaDeviceGetCacheConfig(config)
}

#[no_mangle]
pub extern "C" fn cudaDeviceSetSharedMemConfig(config: c_int) -> Status {
    call("cudaDeviceSetSharedMemConfig", |runtime| {
        runtime.settings.bank = one_of(config, 3, "cudaSharedMemConfig")?;
        Ok(())
    })
}

#[no_mangle]
pub unsafe extern "C" fn cudaDeviceGetSharedMemConfig(config: *mut c_int) -> Status {
    call("cudaDeviceGetSharedMemConfig", |runtime| store(config, runtime.settings.bank))
}

/// Accepted and without effect for a kernel; another address is refused.
#[no_mangle]
pub extern "C" fn cudaFuncSetSharedMemConfig(stub: *const c_void, config: c_int) -> Status {
    call("cudaFuncSetSharedMemConfig", |runtime| {
        one_of(config, 3, "cudaSharedMemConfig")?;
        runtime.kernel(stub.addr()).map(drop)
    })
}

/// Accepted and without effect for a kernel; another address is refused.
#[no_mangle]
pub extern "C" fn cudaFuncSetCacheConfig(stub: *const c_void, config: c_int) -> Status {
    call("cudaFuncSetCacheConfig", |runtime| {
        one_of(config, 4, "cudaFuncCache")?;
        runtime.kernel(stub.addr()).map(drop)
    })
}
