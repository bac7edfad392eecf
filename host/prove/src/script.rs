// SPDX-License-Identifier: Apache-2.0
//! Filling in and running the scripts of `scripts/prove`.

use std::path::Path;

use warpsmith_synth::tools::{write, Yosys};

use crate::error::Error;

/// The script with each `@NAME@` replaced by its value.
pub fn fill(script: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(script.to_string(), |text, (name, value)| text.replace(&format!("@{name}@"), value))
}

/// Writes a script and runs it in `folder`.
pub fn run(yosys: &Yosys, folder: &Path, name: &str, script: &str, about: &str) -> Result<(), Error> {
    write(folder, name, script)?;
    yosys.run(folder, name)?.done("preparing the proof", about)?;
    Ok(())
}
