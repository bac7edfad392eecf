// SPDX-License-Identifier: Apache-2.0
//! What a new process executes, handed to the kernel directly. The C library's ways to start a program, which `Command` uses,
//! give a file that the kernel refuses to the shell, as if it were a script: the bytes of a damaged program would be commands.

use anyhow::Result;
use std::ffi::{c_char, CString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

pub struct Image {
    /// With null at the end; the first argument is the path.
    arguments: Vec<*const c_char>,
    environment: Vec<*const c_char>,
    /// What the pointers point to.
    _texts: Vec<CString>,
}

// SAFETY: the pointers are to heap memory that is the image's own and is never written.
unsafe impl Send for Image {}
// SAFETY: as above.
unsafe impl Sync for Image {}

impl Image {
    /// The program at `path`, which names a folder, with the environment of this process and one more variable.
    ///
    /// # Errors
    /// There is a NUL in an argument.
    pub fn new(path: &Path, args: &[String], (name, value): (&str, &str)) -> Result<Image> {
        let arguments = std::iter::once(path.as_os_str().as_bytes()).chain(args.iter().map(String::as_bytes));
        let mut texts = arguments.map(CString::new).collect::<Result<Vec<_>, _>>()?;
        let others = std::env::vars_os().filter(|(other, _)| other != name);
        let variable = |name: &[u8], value: &[u8]| CString::new([name, b"=", value].concat());
        for (name, value) in others {
            texts.push(variable(name.as_bytes(), value.as_bytes())?);
        }
        texts.push(variable(name.as_bytes(), value.as_bytes())?);
        let (arguments, environment) = texts.split_at(1 + args.len());
        let pointers = |texts: &[CString]| {
            texts.iter().map(|text| text.as_ptr()).chain([std::ptr::null()]).collect::<Vec<_>>()
        };
        Ok(Image { arguments: pointers(arguments), environment: pointers(environment), _texts: texts })
    }

    /// Replaces the process. Returns only if that fails, with the reason. Calls nothing that is not async-signal-safe.
    pub fn execute(&self) -> io::Error {
        // SAFETY: valid C strings in arrays that end with null.
        unsafe { libc::execve(self.arguments[0], self.arguments.as_ptr(), self.environment.as_ptr()) };
        io::Error::last_os_error()
    }
}
