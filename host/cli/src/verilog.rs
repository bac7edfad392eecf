// SPDX-License-Identifier: Apache-2.0
//! Verilog that the user has in place of the emitted one.

use crate::failure::usage;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// The files as one text; nothing without any. A list (`.f`, as `emit` writes) stands for the files that it names, which are
/// beside it.
pub fn read(files: &[PathBuf]) -> Result<Option<String>> {
    let mut texts = Vec::new();
    for path in files {
        let text = file(path)?;
        if path.extension().is_some_and(|extension| extension == "f") {
            let folder = path.parent().unwrap_or(Path::new(""));
            for name in text.lines().map(str::trim).filter(|name| !name.is_empty()) {
                texts.push(
                    file(&folder.join(name)).with_context(|| format!("of the list {}", path.display()))?,
                );
            }
        } else {
            texts.push(text);
        }
    }
    Ok((!texts.is_empty()).then(|| texts.join("\n")))
}

/// The configuration of `unit` that emitted Verilog says it is.
///
/// # Errors
/// It does not say one: it is not emitted, or with parameters of its own.
pub fn configuration<'a>(verilog: &'a str, unit: &str) -> Result<&'a str> {
    let named = warpsmith_hdl::units::configuration_of(verilog, unit).filter(|name| *name != "custom");
    named.ok_or_else(|| {
        usage(format!("--verilog does not say which configuration of {unit} it is; name it with --config"))
    })
}

fn file(path: &Path) -> Result<String> {
    warpsmith_process::read_text(path).with_context(|| format!("cannot read the Verilog {}", path.display()))
}
