// SPDX-License-Identifier: Apache-2.0
//! Verilog that the user has in place of the emitted one.

use anyhow::{Context, Result};
use std::path::PathBuf;

/// The files as one text; nothing without any.
pub fn read(files: &[PathBuf]) -> Result<Option<String>> {
    let text = |path: &PathBuf| {
        let text = std::fs::read_to_string(path);
        text.with_context(|| format!("cannot read the Verilog {}", path.display()))
    };
    let texts = files.iter().map(text).collect::<Result<Vec<_>>>()?;
    Ok((!texts.is_empty()).then(|| texts.join("\n")))
}
