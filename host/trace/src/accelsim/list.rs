// SPDX-License-Identifier: Apache-2.0
//! The list of kernels.

use std::path::{Path, PathBuf};

use crate::error::TraceError;
use crate::lines::{Lines, PACKED};

/// The files of the kernels that `list` names, in their order, at least one. Copies take no time and are passed over.
pub fn kernels(list: &Path) -> Result<Vec<PathBuf>, TraceError> {
    let folder = list.parent().unwrap_or(Path::new(""));
    let mut lines = Lines::open(list)?;
    let mut files = Vec::new();
    while lines.advance()? {
        let text = lines.text();
        if text.starts_with("Memcpy") {
            let fields: Vec<&str> = text.split(',').map(str::trim).collect();
            let hex = |t: &str| u64::from_str_radix(t.trim_start_matches("0x"), 16).is_ok();
            if !matches!(fields[..], [_, address, bytes] if hex(address) && bytes.parse::<u64>().is_ok()) {
                return Err(lines.error("a copy is not of the form MemcpyHtoD,0xADDRESS,BYTES"));
            }
        } else if text.starts_with("kernel") && is_trace(text) {
            files.push(folder.join(text));
        } else {
            return Err(lines.error(format!("`{text}` is neither a copy nor a file kernel-N.traceg[.xz]")));
        }
    }
    if files.is_empty() {
        return Err(lines.error("the list names no kernel; a line such as kernel-1.traceg is one"));
    }
    Ok(files)
}

/// Whether the name is that of a kernel's file, plain or packed.
fn is_trace(name: &str) -> bool {
    let packing = name.rsplit_once('.').map(|(stem, extension)| (stem, PACKED.contains(&extension)));
    let plain = packing.filter(|(_, packed)| *packed).map_or(name, |(stem, _)| stem);
    plain.ends_with(".traceg")
}
