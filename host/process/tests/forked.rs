// SPDX-License-Identifier: Apache-2.0
//! A child whose program has not started yet when all are to end. Alone in its process: all that it has started end.

use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::Command;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// How long the child takes from its fork to its program.
const DELAY: Duration = Duration::from_millis(300);
/// How long it may take to end, far more than it needs.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn a_child_that_is_asked_to_end_before_its_program_has_started_ends_without_being_killed() {
    warpsmith_process::watch().expect("handlers are installed");
    warpsmith_process::end_gently();
    let (forked, fork) = channel();
    let child = std::thread::spawn(move || {
        let mut command = Command::new("sleep");
        command.arg("1000");
        let slowly = || {
            std::thread::sleep(DELAY);
            Ok(())
        };
        // SAFETY: between fork and exec only nanosleep is called, which is async-signal-safe.
        unsafe { command.pre_exec(slowly) };
        forked.send(()).expect("the test waits");
        command.status().expect("it starts")
    });
    fork.recv().expect("the child is forked");
    std::thread::sleep(DELAY / 3);
    let start = Instant::now();
    warpsmith_process::end_descendants(PATIENCE);
    assert!(start.elapsed() < PATIENCE / 2, "it was not asked");
    assert_eq!(child.join().expect("no panic").signal(), Some(libc::SIGTERM));
}
