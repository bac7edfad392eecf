// SPDX-License-Identifier: Apache-2.0
//! Filling in and running the scripts of `scripts/prove`.

use std::path::Path;

use warpsmith_process::Folder;
use warpsmith_synth::tools::{write, Yosys};

use crate::error::Error;

/// The script with each `@NAME@` replaced by its value.
pub fn fill(script: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(script.to_string(), |text, (name, value)| text.replace(&format!("@{name}@"), value))
}

/// Makes a folder for a proof.
pub fn folder() -> Result<Folder, Error> {
    let folder = warpsmith_process::folder();
    Ok(folder.map_err(warpsmith_synth::Error::file("make a folder in", &std::env::temp_dir()))?)
}

/// Makes of the design, the checker and the top module `proof` in `folder` what the engines read; the log.
pub fn prepare(yosys: &Yosys, folder: &Path, cut: &str, expose: &str, about: &str) -> Result<String, Error> {
    let script = include_str!("../../../scripts/prove/proof.ys");
    run(yosys, folder, "proof.ys", &fill(script, &[("CUT", cut), ("EXPOSE", expose)]), about)
}

/// Writes a script and runs it in `folder`; the log.
pub fn run(yosys: &Yosys, folder: &Path, name: &str, script: &str, about: &str) -> Result<String, Error> {
    write(folder, name, script)?;
    Ok(yosys.run(folder, name)?.done("preparing the proof", about)?)
}
