// SPDX-License-Identifier: Apache-2.0
//! Children that end with us even when we are killed, and children that may compute for so long only.

use std::io::{Error, Result};
use std::os::unix::process::CommandExt;
use std::process::Command;

use crate::signals::ending;

/// A child that gets a signal when we are gone.
pub trait EndsWithUs {
    /// The child gets SIGTERM when this process ends, even by SIGKILL. The thread that starts the child must live as long as
    /// the child: its end counts. While a signal ends this process no child is started (`ECANCELED`).
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

/// A child that may use so much of a processor only.
pub trait CpuLimit {
    /// The child, and each of its own, is killed after this many seconds of processor time: what else runs on the machine changes nothing. 0 is any time.
    fn cpu_seconds(&mut self, seconds: u32) -> &mut Self;
}

impl CpuLimit for Command {
    fn cpu_seconds(&mut self, seconds: u32) -> &mut Command {
        if seconds == 0 {
            return self;
        }
        // The hard limit alone kills; the soft one would leave a core file.
        let limit = libc::rlimit { rlim_cur: seconds.into(), rlim_max: seconds.into() };
        let bound = move || -> Result<()> {
            // SAFETY: setrlimit reads the limit, which the closure owns.
            match unsafe { libc::setrlimit(libc::RLIMIT_CPU, &limit) } {
                0 => Ok(()),
                _ => Err(Error::last_os_error()),
            }
        };
        // SAFETY: between fork and exec only setrlimit is called, which is async-signal-safe.
        unsafe { self.pre_exec(bound) }
    }
}

fn at_our_end(command: &mut Command, signal: i32) -> &mut Command {
    let parent = std::process::id();
    let tie = move || -> Result<()> {
        if ending() {
            return Err(Error::from_raw_os_error(libc::ECANCELED));
        }
        // SAFETY: prctl with these arguments and getppid touch no memory.
        let (done, now) = unsafe { (libc::prctl(libc::PR_SET_PDEATHSIG, signal), libc::getppid()) };
        match done {
            0 if now as u32 == parent => Ok(()),
            // We ended between fork and prctl.
            0 => Err(Error::from_raw_os_error(libc::ESRCH)),
            _ => Err(Error::last_os_error()),
        }
    };
    // SAFETY: between fork and exec an atomic is read, and only prctl and getppid are called, which are async-signal-safe.
    unsafe { command.pre_exec(tie) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_child_is_killed_after_its_seconds_of_processor_time() {
        let status = shell("while :; do :; done").cpu_seconds(1).status().unwrap();
        assert_eq!(status.signal(), Some(libc::SIGKILL));
    }

    #[test]
    fn time_in_which_a_child_computes_nothing_does_not_count() {
        assert_eq!(shell("sleep 2; exit 7").cpu_seconds(1).status().unwrap().code(), Some(7));
    }
}
