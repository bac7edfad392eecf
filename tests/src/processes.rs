// SPDX-License-Identifier: Apache-2.0
//! For tests of how processes end: sending signals, and seeing who is left.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// Longer than anything takes on a loaded machine.
const LIMIT: Duration = Duration::from_secs(120);

/// The command, for which no signal is ignored, even where tests run under `nohup`.
pub fn heedful() -> Command {
    let mut command = Command::new("env");
    command.arg("--default-signal").arg(crate::warpsmith());
    command
}

/// Sends a signal, such as `TERM`.
pub fn send(signal: &str, pid: u32) {
    let sent = Command::new("kill").args([&format!("-{signal}"), &pid.to_string()]).status();
    assert!(sent.expect("kill starts").success(), "process {pid} is gone");
}

/// Waits until `what` comes about, and gives what was seen of it.
pub fn eventually<T>(what: &str, look: impl Fn() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        assert!(start.elapsed() < LIMIT, "{what}: still not so");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits until a process, which need not be a child, has ended.
pub fn gone(what: &str, pid: u32) {
    eventually(&format!("{what} is gone"), || (!runs(pid)).then_some(()));
}

/// Waits for a child, which must end by itself.
pub fn ended(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            return status;
        }
        if start.elapsed() > LIMIT {
            child.kill().expect("it can be killed");
            panic!("the command does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Whether a process runs.
pub fn runs(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().next());
    state.is_some_and(|state| state != "Z" && state != "X")
}

/// A child of the process `parent` that runs a program with this argument, once it has one.
pub fn child_with(parent: u32, argument: &str) -> u32 {
    let read = |path: String| std::fs::read_to_string(path).unwrap_or_default();
    let command_line = |pid: u32| read(format!("/proc/{pid}/cmdline"));
    // Until its program starts, a child has the arguments of its parent.
    let has = |pid: &u32| {
        let arguments = command_line(*pid);
        arguments.split('\0').any(|word| word == argument) && arguments != command_line(parent)
    };
    eventually(&format!("process {parent} has a child with {argument}"), || {
        // A child belongs to the thread that started it.
        let tasks = std::fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
        let children = tasks.map(|task| read(format!("{}/children", task.path().display())));
        let pids = children.flat_map(|list| list.split_whitespace().map(str::to_string).collect::<Vec<_>>());
        pids.filter_map(|pid| pid.parse().ok()).find(has)
    })
}

/// The process whose number a script has written to the file at `path`.
pub fn pid_in(path: &Path) -> u32 {
    let read = || std::fs::read_to_string(path).unwrap_or_default().trim().parse().ok();
    eventually(&format!("{} names a process", path.display()), read)
}

/// Makes an executable script.
pub fn script(path: &Path, text: &str) -> PathBuf {
    std::fs::write(path, text).expect("writable");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("ours");
    path.to_path_buf()
}
