// SPDX-License-Identifier: Apache-2.0
//! What the system says of this process and of the machine that it runs on.

use anyhow::{Context, Result};
use std::path::PathBuf;

/// The executable of this command.
///
/// # Errors
/// The system does not say.
pub fn command() -> Result<PathBuf> {
    std::env::current_exe().context("the command does not know where it is")
}

/// Cores that this process may use.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// The most memory that this process has had resident, in bytes; `None` where the system does not say.
pub fn peak_memory() -> Option<u64> {
    bytes("/proc/self/status", "VmHWM:")
}

/// Bytes that programs can still have without swapping; `None` where the system does not say.
pub fn available_memory() -> Option<u64> {
    bytes("/proc/meminfo", "MemAvailable:")
}

/// The value of a line of one of Linux's tables, which gives it in kB of 1024 bytes.
fn bytes(table: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(table).ok()?;
    let value = text.lines().find_map(|line| line.strip_prefix(name))?;
    value.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_holds_what_was_touched_and_freed() {
        let before = peak_memory().expect("Linux says");
        drop(std::hint::black_box(vec![1u8; before as usize + (8 << 20)]));
        assert!(peak_memory().expect("Linux says") >= before + (8 << 20));
    }

    #[test]
    fn linux_says_how_much_memory_is_available() {
        assert!(available_memory().expect("Linux says") > 1 << 20);
    }
}
