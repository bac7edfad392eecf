// SPDX-License-Identifier: Apache-2.0
//! The functions that say what went wrong.

use std::ffi::c_char;

use warpsmith_protocol::CudaError;

use crate::abi::Status;
use crate::failure::{last, take_last};
use crate::runtime::runtime;

/// Gives the thread's last error and forgets it.
#[no_mangle]
pub extern "C" fn cudaGetLastError() -> Status {
    drop(runtime());
    take_last().code()
}

/// Gives the thread's last error.
#[no_mangle]
pub extern "C" fn cudaPeekAtLastError() -> Status {
    drop(runtime());
    last().code()
}

/// A description of an error code, in English.
#[no_mangle]
pub extern "C" fn cudaGetErrorString(code: Status) -> *const c_char {
    CudaError::from_code(code).map_or("unrecognized error code\0", CudaError::text_with_nul).as_ptr().cast()
}

/// The name of an error code.
#[no_mangle]
pub extern "C" fn cudaGetErrorName(code: Status) -> *const c_char {
    CudaError::from_code(code).map_or("unrecognized error code\0", CudaError::name_with_nul).as_ptr().cast()
}
