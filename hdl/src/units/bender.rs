// SPDX-License-Identifier: Apache-2.0
//! The manifest for Bender, the dependency manager of the PULP platform.

use super::emitted::File;

/// The manifest of all files of `generated/`: the modules, each after those that it uses, and with the target `test` the benches.
pub fn manifest(files: &[File]) -> File {
    let list = |indent: &str, end: &str| {
        let names = files.iter().map(|file| &file.name).filter(|name| name.ends_with(end));
        names.map(|name| format!("{indent}- {name}\n")).collect::<String>()
    };
    let text = format!(
        "# SPDX-License-Identifier: Apache-2.0\n\
         # Emitted by Warpsmith.\n\
         package:\n  name: warpsmith\n  authors: [\"The Warpsmith developers\"]\n\n\
         sources:\n{}  - target: test\n    files:\n{}",
        list("  ", ".v"),
        list("      ", "_tb.sv")
    );
    File { name: "Bender.yml".to_string(), text }
}
