// SPDX-License-Identifier: Apache-2.0
//! Finds the chart library that `scripts/setup.sh` has put into the target folder, so that it becomes part of the command.
//! Without it the command is built all the same, and only its pages with charts are missing.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What of the packages is in a page: name of the constant, file. The first is the library, the others are what its licence asks for.
const FILES: [(&str, &str); 4] = [
    ("SCRIPT", "echarts/dist/echarts.min.js"),
    ("LICENCE", "echarts/LICENSE"),
    ("NOTICE", "echarts/NOTICE"),
    ("RENDERER_LICENCE", "zrender/LICENSE"),
];

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says it"));
    let charts = target(&out).join("charts");
    // A folder that is there is watched; one that is missing would be asked for again in every build.
    fs::create_dir_all(&charts)?;
    println!("cargo:rerun-if-changed={}", charts.display());
    println!("cargo:rerun-if-changed=build.rs");
    let modules = charts.join("node_modules");
    let there = FILES.iter().all(|(_, file)| modules.join(file).is_file());
    let value = |file: &str| match there {
        true => format!("Some(include_str!({:?}))", modules.join(file)),
        false => "None".to_string(),
    };
    let constants = FILES.map(|(name, file)| format!("const {name}: Option<&str> = {};\n", value(file)));
    fs::write(out.join("charts.rs"), constants.concat())
}

/// The target folder, of which `out` is `<profile>/build/<package>/out`, with the target in front if one is named.
fn target(out: &Path) -> &Path {
    let above = out.ancestors().nth(4).expect("cargo's folders");
    let named = env::var_os("TARGET").is_some_and(|target| above.ends_with(target));
    above.parent().filter(|_| named).unwrap_or(above)
}
