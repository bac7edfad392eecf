// SPDX-License-Identifier: Apache-2.0
//! `print`, `println`, `eprint` and `eprintln` for the whole command. Those of the standard library, which these stand
//! before, panic when a stream is full or nobody reads it any more.
//!
//! A stream that fails ends nothing: the work goes on without it, and the exit code says so.

use std::fmt::Arguments;
use std::io::{self, stderr, stdout, ErrorKind, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// A stream that takes nothing more after a failure.
struct Stream {
    /// Writing has failed, for whatever reason.
    closed: AtomicBool,
    /// Something is lost that somebody would have read.
    lost: AtomicBool,
}

static OUTPUT: Stream = Stream::new();
static ERRORS: Stream = Stream::new();

impl Stream {
    const fn new() -> Stream {
        Stream { closed: AtomicBool::new(false), lost: AtomicBool::new(false) }
    }

    /// Writes and flushes; the error of the first time that this fails, unless the reader has left, as `head` does when it
    /// has seen enough.
    fn write(&self, mut to: impl Write, bytes: &[u8]) -> Option<io::Error> {
        if self.closed.load(Ordering::Relaxed) {
            return None;
        }
        let error = to.write_all(bytes).and_then(|()| to.flush()).err()?;
        self.closed.store(true, Ordering::Relaxed);
        let lost = error.kind() != ErrorKind::BrokenPipe;
        self.lost.store(lost, Ordering::Relaxed);
        lost.then_some(error)
    }
}

/// Writes to standard output.
pub fn output(bytes: &[u8]) {
    if let Some(error) = OUTPUT.write(stdout().lock(), bytes) {
        errors(format_args!("warpsmith: cannot write to standard output: {error}\n"));
    }
}

/// Writes to standard error. If that fails, only the exit code is left to tell.
pub fn errors(text: Arguments) {
    ERRORS.write(stderr().lock(), text.to_string().as_bytes());
}

/// The exit code of the process: that of the work, or 1 if that is a success but what it said is lost.
pub fn exit_code(work: ExitCode) -> ExitCode {
    let lost = [&OUTPUT, &ERRORS].iter().any(|stream| stream.lost.load(Ordering::Relaxed));
    if lost && work == ExitCode::SUCCESS {
        ExitCode::FAILURE
    } else {
        work
    }
}

macro_rules! print {
    ($($text:tt)*) => { $crate::streams::output(format!($($text)*).as_bytes()) };
}

macro_rules! println {
    ($($text:tt)*) => { $crate::streams::output(format!("{}\n", format_args!($($text)*)).as_bytes()) };
}

macro_rules! eprint {
    ($($text:tt)*) => { $crate::streams::errors(format_args!($($text)*)) };
}

macro_rules! eprintln {
    ($($text:tt)*) => { $crate::streams::errors(format_args!("{}\n", format_args!($($text)*))) };
}
