// SPDX-License-Identifier: Apache-2.0
//! How much memory this process has used.

/// The most memory that this process has had resident, in bytes; `None` where the system does not say.
pub fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_peak_holds_what_was_touched_and_freed() {
        let before = super::peak().expect("Linux says");
        drop(std::hint::black_box(vec![1u8; before as usize + (8 << 20)]));
        assert!(super::peak().expect("Linux says") >= before + (8 << 20));
    }
}
