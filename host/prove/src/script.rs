// SPDX-License-Identifier: Apache-2.0
//! Filling in and running the scripts of `scripts/prove`.

use std::fs;
use std::io;
use std::path::Path;

use warpsmith_synth::tools::Yosys;

use crate::error::Error;

/// The script with each `@NAME@` replaced by its value.
pub fn fill(script: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(script.to_string(), |text, (name, value)| text.replace(&format!("@{name}@"), value))
}

pub fn write(folder: &Path, name: &str, text: &str) -> Result<(), Error> {
    let path = folder.join(name);
    fs::write(&path, text)
        .map_err(|cause| warpsmith_synth::Error::File { doing: "write", path, cause }.into())
}

pub fn read(folder: &Path, name: &str) -> Result<String, Error> {
    fs::read_to_string(folder.join(name)).map_err(|e| unreadable(folder, name, e))
}

pub fn unreadable(folder: &Path, name: &str, cause: io::Error) -> Error {
    warpsmith_synth::Error::File { doing: "read", path: folder.join(name), cause }.into()
}

/// Writes a script and runs it in `folder`.
pub fn run(yosys: &Yosys, folder: &Path, name: &str, script: &str, about: &str) -> Result<(), Error> {
    write(folder, name, script)?;
    yosys.run(folder, name)?.done("preparing the proof", about)?;
    Ok(())
}
