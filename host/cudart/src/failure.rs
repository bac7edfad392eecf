// SPDX-License-Identifier: Apache-2.0
//! Calls that fail: what is printed, the code that is given, and each thread's last one.

use std::cell::Cell;
use std::fmt::Display;
use std::io::Write;

use warpsmith_protocol::CudaError;

use crate::abi::Status;

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

/// The code of the result of the API function `name`. A failure is printed and becomes the thread's last error.
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

/// The thread's last error.
pub fn last() -> CudaError {
    LAST.get()
}

/// The thread's last error, which is forgotten.
pub fn take_last() -> CudaError {
    LAST.replace(CudaError::Success)
}
