// SPDX-License-Identifier: Apache-2.0
//! Error codes of calls, and each thread's last one.

use std::cell::Cell;
use std::ffi::c_char;
use std::fmt::Display;
use std::io::Write;

use warpsmith_protocol::CudaError;

use crate::abi::Status;
use crate::runtime::{runtime, Runtime};

/// A call that failed.
pub struct Failure {
    pub code: CudaError,
    /// What was wrong; printed, because programs often look at the code only, or not even at that.
    pub text: String,
}

impl Failure {
    pub fn new(code: CudaError, text: impl Into<String>) -> Failure {
        Failure { code, text: text.into() }
    }

    /// An argument that cannot be meant.
    pub fn invalid(text: impl Into<String>) -> Failure {
        Failure::new(CudaError::InvalidValue, text)
    }
}

thread_local! {
    static LAST: Cell<CudaError> = const { Cell::new(CudaError::Success) };
}

/// Runs a call of the API function `name` and gives its code. A failure is printed and becomes the thread's
/// last error.
pub fn call(name: &str, body: impl FnOnce(&mut Runtime) -> Result<(), Failure>) -> Status {
    finish(name, body(&mut runtime()))
}

/// The code of a result, as [`call`] does it.
pub fn finish(name: &str, result: Result<(), Failure>) -> Status {
    match result {
        Ok(()) => CudaError::Success.code(),
        Err(Failure { code, text }) => {
            say(format_args!("{name}: {text} ({})", code.name()));
            LAST.set(code);
            code.code()
        }
    }
}

/// Writes a line to standard error. That it is full or closed must not end the program, as `eprintln` would.
pub fn say(text: impl Display) {
    let _ = writeln!(std::io::stderr(), "warpsmith: {text}");
}

/// Stores a result where the caller wants it.
///
/// # Safety
/// `to` is null or valid for writing.
pub unsafe fn store<T>(to: *mut T, value: T) -> Result<(), Failure> {
    if to.is_null() {
        return Err(Failure::invalid("the pointer to the result is null"));
    }
    to.write(value);
    Ok(())
}

/// Gives the thread's last error and forgets it.
#[no_mangle]
pub extern "C" fn cudaGetLastError() -> Status {
    drop(runtime());
    LAST.replace(CudaError::Success).code()
}

/// Gives the thread's last error.
#[no_mangle]
pub extern "C" fn cudaPeekAtLastError() -> Status {
    drop(runtime());
    LAST.get().code()
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
