// SPDX-License-Identifier: Apache-2.0
//! The signals that ask a process to end, and the one for a file that grows too large.

use std::io::{Error, Result};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;
use signal_hook::low_level;

use crate::{end_descendants, temporary};

/// What Ctrl-C, `kill`, batch systems and a closed terminal send.
const END: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// How long children may take to end after they were asked to.
const PATIENCE: Duration = Duration::from_secs(3);

/// Whether one of [`END`] has come.
static ASKED: AtomicBool = AtomicBool::new(false);
/// Whether the process ends now, with all that descend from it: no more may be started.
static ENDING: AtomicBool = AtomicBool::new(false);
/// Whether somebody looks at [`ASKED`], so that the first signal does not end the process.
static GENTLE: AtomicBool = AtomicBool::new(false);
/// The handlers of [`END`] write to the other end of it.
static ALARM: OnceLock<UnixStream> = OnceLock::new();

/// To be called once, at the start of `main`, before other threads are started. From now on
///
/// - a signal that asks for the end also ends all processes that descend from this one, and removes the temporary files,
/// - SIGHUP stays ignored if it is, as by `nohup`,
/// - a file that grows beyond the limit (`ulimit -f`) is an error of the write,
/// - orphans of our children become our children, so that they are found.
///
/// # Errors
/// The system refuses.
pub fn watch() -> Result<()> {
    // A handler and not SIG_IGN, which our children would inherit.
    signal_hook::flag::register(SIGXFSZ, Arc::default())?;
    // SAFETY: prctl with these arguments touches no memory.
    if unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) } != 0 {
        return Err(Error::last_os_error());
    }
    let signals: Vec<i32> = END.into_iter().filter(|signal| *signal != SIGHUP || !ignored(SIGHUP)).collect();
    let (alarm, ringing) = UnixStream::pair()?;
    let _ = ALARM.set(alarm);
    for signal in &signals {
        low_level::pipe::register(*signal, ringing.try_clone()?)?;
        // SAFETY: a store to an atomic is async-signal-safe.
        unsafe { low_level::register(*signal, || ASKED.store(true, SeqCst))? };
    }
    let mut signals = Signals::new(signals)?;
    let watcher = std::thread::Builder::new().name("signals".to_string());
    watcher.spawn(move || {
        let mut told = false;
        for signal in signals.forever() {
            if !GENTLE.load(SeqCst) || told {
                end(signal);
            }
            told = true;
        }
    })?;
    Ok(())
}

/// Whether this signal is ignored.
fn ignored(signal: i32) -> bool {
    // SAFETY: `sigaction` with no new action only fills `action`, of which all zeros is a value.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &mut action) == 0 && action.sa_sigaction == libc::SIG_IGN
    }
}

/// Ends this process and what belongs to it by `signal`.
fn end(signal: i32) {
    ENDING.store(true, SeqCst);
    let places = temporary::places();
    end_descendants(PATIENCE);
    temporary::remove(&places);
    // Comes back only if the signal's default were to go on.
    let _ = low_level::emulate_default_handler(signal);
    low_level::exit(128 + signal);
}

/// Whether the process ends now. A child that was forked before that is found by [`end_descendants`]; one that is forked later has
/// this in its copy of our memory.
pub(crate) fn ending() -> bool {
    ENDING.load(SeqCst)
}

/// From now on the first signal is only told by [`asked_to_end`], for a run that then ends with a partial result; the second
/// ends the process.
pub fn end_gently() {
    GENTLE.store(true, SeqCst);
}

/// Whether a signal has asked for the end.
pub fn asked_to_end() -> bool {
    ASKED.load(SeqCst)
}

/// If a signal is ending the process, waits for that: what else is to be said, such as that a child failed, is its consequence.
pub fn wait_if_ending() {
    if asked_to_end() && !GENTLE.load(SeqCst) {
        loop {
            std::thread::park();
        }
    }
    drop(temporary::places());
}

/// Ends the process with this exit code and removes the temporary files, whose values are not dropped.
pub fn exit(code: i32) -> ! {
    wait_if_ending();
    temporary::remove(&temporary::places());
    std::process::exit(code)
}

/// A descriptor that is readable from the first signal on, for whoever waits for other things too; `None` without [`watch`].
pub fn alarm() -> Option<BorrowedFd<'static>> {
    ALARM.get().map(AsFd::as_fd)
}
