// SPDX-License-Identifier: Apache-2.0
//! The processes that descend from this one, found in `/proc`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::{Duration, Instant};

/// Between two looks at who is left.
const PAUSE: Duration = Duration::from_millis(10);
/// A process that waits for a device cannot be killed at once.
const LAST_WAIT: Duration = Duration::from_secs(2);
/// Linux' `PF_FORKNOEXEC`: a copy of its parent, not yet a program of its own.
const NO_PROGRAM_YET: u32 = 0x40;

/// A process by its number, and that of its parent.
#[derive(Clone, Copy)]
struct Process {
    pid: i32,
    parent: i32,
    /// A child that was just forked still has our handlers, and forgets a signal when its program starts: it is asked until then.
    deaf: bool,
}

/// Ends every process that this one has started, and all that they have started. Each child is asked first (SIGTERM), since it may
/// have things to clean up and children of its own; who is there after `patience` is killed. Comes back when nobody is left.
pub fn end_descendants(patience: Duration) {
    end(patience, |all| descendants(all, own_pid()));
}

/// The same for one child of this process and all that it has started. Those of its children whose parent has ended already
/// are not told from others, and stay.
pub fn end_child(pid: u32, patience: Duration) {
    end(patience, |all| family(all, pid as i32));
}

/// Ends the processes that `whom` chooses.
fn end(patience: Duration, whom: impl Fn(&[Process]) -> Vec<Process>) {
    let start = Instant::now();
    let mut asked = BTreeSet::new();
    loop {
        let family = whom(&processes());
        let elapsed = start.elapsed();
        if family.is_empty() || elapsed > patience + LAST_WAIT {
            return;
        }
        for process in family {
            if elapsed >= patience {
                signal(process, libc::SIGKILL);
            } else if process.parent == own_pid() && (process.deaf || asked.insert(process.pid)) {
                // A stopped process takes the first when it goes on.
                signal(process, libc::SIGTERM);
                signal(process, libc::SIGCONT);
            }
        }
        std::thread::sleep(PAUSE);
    }
}

/// One that is gone already is no error.
fn signal(process: Process, signal: i32) {
    // SAFETY: kill touches no memory.
    unsafe { libc::kill(process.pid, signal) };
}

fn own_pid() -> i32 {
    std::process::id() as i32
}

/// Every process that still runs.
fn processes() -> Vec<Process> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter_map(|pid| parse(pid, &fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)).collect()
}

/// Of `pid (name) state parent group session terminal its_group flags ...`, where the name may hold anything; `None` for one
/// that has ended and waits to be collected.
fn parse(pid: i32, stat: &str) -> Option<Process> {
    let mut fields = stat[stat.rfind(')')? + 1..].split_whitespace();
    let state = fields.next()?;
    let parent = fields.next()?.parse().ok()?;
    let flags: u32 = fields.nth(4)?.parse().ok()?;
    (!matches!(state, "Z" | "X")).then_some(Process { pid, parent, deaf: flags & NO_PROGRAM_YET != 0 })
}

/// The process of this number, if it is a child of this one, and those that descend from it.
fn family(all: &[Process], pid: i32) -> Vec<Process> {
    let head = all.iter().find(|process| process.pid == pid && process.parent == own_pid());
    head.map_or_else(Vec::new, |head| [vec![*head], descendants(all, pid)].concat())
}

/// Those that descend from the process of this number.
fn descendants(all: &[Process], pid: i32) -> Vec<Process> {
    let mut children: BTreeMap<i32, Vec<Process>> = BTreeMap::new();
    for process in all {
        children.entry(process.parent).or_default().push(*process);
    }
    let mut found = children.remove(&pid).unwrap_or_default();
    let mut next = 0;
    while let Some(process) = found.get(next) {
        let more = children.remove(&process.pid).unwrap_or_default();
        found.extend(more);
        next += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_spaces_and_brackets_is_no_field_and_a_zombie_no_process() {
        let process = parse(7, "7 (a) b (c) S 5 7 7 0 -1 4194304 0").unwrap();
        assert_eq!((process.pid, process.parent, process.deaf), (7, 5, false));
        assert!(parse(7, "7 (a) Z 5 7 7 0 -1 4194304 0").is_none() && parse(7, "").is_none());
    }

    #[test]
    fn a_child_is_deaf_until_its_program_has_started() {
        assert!(parse(7, "7 (a) S 5 7 7 0 -1 4194368 0").unwrap().deaf);
    }

    #[test]
    fn children_and_their_children_are_found_and_others_not() {
        let own = own_pid();
        let all = [(own + 1, own), (own + 2, own + 1), (own + 3, 1), (own + 4, own + 2), (own, 1)];
        let all = all.map(|(pid, parent)| Process { pid, parent, deaf: false });
        let pids = |found: Vec<Process>| found.iter().map(|p| p.pid).collect::<Vec<i32>>();
        assert_eq!(pids(descendants(&all, own)), [own + 1, own + 2, own + 4]);
        assert_eq!(pids(family(&all, own + 1)), [own + 1, own + 2, own + 4]);
        assert_eq!(pids(family(&all, own + 2)), [], "no child of ours");
    }
}
