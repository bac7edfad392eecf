// SPDX-License-Identifier: Apache-2.0
//! Device variables by their host shadows.

use std::ffi::{c_char, c_int, c_void, CStr};

use crate::abi::{Handle, Status};
use crate::copy::{copy_call, Extent, Place};
use crate::failure::{finish, store, Failure};
use crate::runtime::{call, runtime};

/// The device address of `bytes` bytes at `offset` of a variable.
fn address(shadow: *const c_void, bytes: usize, offset: usize) -> Result<*mut c_void, Failure> {
    let runtime = runtime();
    let variable = runtime.variable(shadow.addr())?;
    if offset.checked_add(bytes).is_none_or(|end| end as u64 > variable.size) {
        return Err(Failure::invalid(format!(
            "{bytes} bytes at offset {offset} are asked for, but `{}` has {} bytes",
            variable.name, variable.size
        )));
    }
    Ok(std::ptr::without_provenance_mut(variable.address as usize + offset))
}

/// A symbol's own address if `symbol` is one, or that of the variable whose name it points to; else `symbol` itself.
#[no_mangle]
pub unsafe extern "C" fn __cudaFindSymbol(symbol: *const c_char) -> *const c_void {
    let runtime = runtime();
    if symbol.is_null() || runtime.is_variable(symbol.addr()) {
        return symbol.cast();
    }
    let found = runtime.variable_named(&CStr::from_ptr(symbol).to_string_lossy());
    found.map_or(symbol.cast(), std::ptr::without_provenance)
}

#[no_mangle]
pub unsafe extern "C" fn cudaMemcpyToSymbol(
    shadow: *const c_void,
    from: *const c_void,
    bytes: usize,
    offset: usize,
    kind: c_int,
) -> Status {
    cudaMemcpyToSymbolAsync(shadow, from, bytes, offset, kind, std::ptr::null_mut())
}

#[no_mangle]
pub unsafe extern "C" fn cudaMemcpyToSymbolAsync(
    shadow: *const c_void,
    from: *const c_void,
    bytes: usize,
    offset: usize,
    kind: c_int,
    stream: Handle,
) -> Status {
    const NAME: &str = "cudaMemcpyToSymbol";
    match address(shadow, bytes, offset) {
        Ok(to) => {
            let extent = Extent { width: bytes, height: 1 };
            copy_call(NAME, Place::linear(to, bytes), Place::linear(from, bytes), extent, kind, stream)
        }
        Err(failure) => finish(NAME, Err(failure)),
    }
}

#[no_mangle]
pub unsafe extern "C" fn cudaMemcpyFromSymbol(
    to: *mut c_void,
    shadow: *const c_void,
    bytes: usize,
    offset: usize,
    kind: c_int,
) -> Status {
    cudaMemcpyFromSymbolAsync(to, shadow, bytes, offset, kind, std::ptr::null_mut())
}

#[no_mangle]
pub unsafe extern "C" fn cudaMemcpyFromSymbolAsync(
    to: *mut c_void,
    shadow: *const c_void,
    bytes: usize,
    offset: usize,
    kind: c_int,
    stream: Handle,
) -> Status {
    const NAME: &str = "cudaMemcpyFromSymbol";
    match address(shadow, bytes, offset) {
        Ok(from) => {
            let extent = Extent { width: bytes, height: 1 };
            copy_call(NAME, Place::linear(to, bytes), Place::linear(from, bytes), extent, kind, stream)
        }
        Err(failure) => finish(NAME, Err(failure)),
    }
}

#[no_mangle]
pub unsafe extern "C" fn cudaGetSymbolAddress(pointer: *mut *mut c_void, shadow: *const c_void) -> Status {
    finish("cudaGetSymbolAddress", address(shadow, 0, 0).and_then(|found| store(pointer, found)))
}

#[no_mangle]
pub unsafe extern "C" fn cudaGetSymbolSize(size: *mut usize, shadow: *const c_void) -> Status {
    call("cudaGetSymbolSize", |runtime| store(size, runtime.variable(shadow.addr())?.size as usize))
}
