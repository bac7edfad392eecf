// SPDX-License-Identifier: Apache-2.0
//! Children that end with us even when we are killed.

use std::io::{Error, Result};
use std::os::unix::process::CommandExt;
use std::process::Command;

/// A child that gets a signal when we are gone.
pub trait EndsWithUs {
    /// The child gets SIGTERM when this process ends, even by SIGKILL. The thread that starts the child must live as long as
    /// the child: its end counts.
    fn ends_with_us(&mut self) -> &mut Self;

    /// The same with SIGKILL, for a child that could not go on without us.
    fn dies_with_us(&mut self) -> &mut Self;
}

impl EndsWithUs for Command {
    fn ends_with_us(&mut self) -> &mut Command {
        at_our_end(self, libc::SIGTERM)
    }

    fn dies_with_us(&mut self) -> &mut Command {
        at_our_end(self, libc::SIGKILL)
    }
}

fn at_our_end(command: &mut Command, signal: i32) -> &mut Command {
    let parent = std::process::id();
    let tie = move || -> Result<()> {
        // SAFETY: prctl with these arguments and getppid touch no memory.
        let (done, now) = unsafe { (libc::prctl(libc::PR_SET_PDEATHSIG, signal), libc::getppid()) };
        match done {
            0 if now as u32 == parent => Ok(()),
            // We ended between fork and prctl.
            0 => Err(Error::from_raw_os_error(libc::ESRCH)),
            _ => Err(Error::last_os_error()),
        }
    };
    // SAFETY: between fork and exec only prctl and getppid are called, which are async-signal-safe.
    unsafe { command.pre_exec(tie) }
}
