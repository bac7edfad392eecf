// SPDX-License-Identifier: Apache-2.0
//! `print` and `println` for the whole command. Those of the standard library, which these stand before, panic when standard
//! output is full or nobody reads it any more.

use std::fmt::Arguments;
use std::io::{stdout, ErrorKind, Write};

/// Writes to standard output. If that fails the process ends: quietly if the reader has left, as `head` does when it has seen
/// enough, else with the error.
pub fn write(text: Arguments) {
    let mut out = stdout().lock();
    if let Err(error) = out.write_fmt(text).and_then(|()| out.flush()) {
        if error.kind() == ErrorKind::BrokenPipe {
            warpsmith_process::exit(0);
        }
        eprintln!("warpsmith: cannot write to standard output: {error}");
        warpsmith_process::exit(1);
    }
}

macro_rules! print {
    ($($text:tt)*) => { $crate::stdout::write(format_args!($($text)*)) };
}

macro_rules! println {
    ($($text:tt)*) => { $crate::stdout::write(format_args!("{}\n", format_args!($($text)*))) };
}
