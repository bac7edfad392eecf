// SPDX-License-Identifier: Apache-2.0
//! File lists work where they say that they do, and the manifest for Bender names what is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::tool::{done, folder, folders, have, have_python, root, silent};

/// Lint of a list from a place.
fn lint(place: &Path, top: &str, option: &str, list: &str) {
    let lint = ["--lint-only", "-Wall", "--top-module", top, option, list];
    silent(Command::new("verilator").args(lint).current_dir(place), &["- "]);
}

#[test]
fn file_lists_work_in_their_folder_beside_it_and_in_the_root() {
    if !have("verilator", "verilator", &["--version"]) || !have("iverilog", "iverilog", &["-V"]) {
        return;
    }
    for unit in folders() {
        let folder = root().join("generated").join(&unit);
        let top = warpsmith_units::find(&unit).map(|unit| format!("{}_tiny", unit.modules[0].name));
        let top = top.unwrap_or("fifo".to_string());
        let (here, from_root) = (format!("{unit}.f"), format!("generated/{unit}/{unit}.root.f"));
        lint(&folder, &top, "-f", &here);
        lint(root(), &top, "-F", &format!("generated/{unit}/{here}"));
        lint(root(), &top, "-f", &from_root);
        for (list, place) in [(here, folder), (from_root, root().to_path_buf())] {
            let icarus = ["-g2005", "-t", "null", "-s", &top, "-c"];
            done(Command::new("iverilog").args(icarus).arg(&list).current_dir(place));
        }
    }
}

/// The manifest is read by Python's YAML; a list in it is that of the files on disk.
#[test]
fn the_manifest_for_bender_names_every_module_and_every_bench() {
    if !have_python("yaml") {
        return;
    }
    let script = "import sys, json, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))";
    let manifest = fs::File::open(root().join("generated/Bender.yml")).expect("it is there");
    let said = done(Command::new("python3").args(["-c", script]).stdin(manifest));
    assert!(said.contains("\"package\": {\"name\": \"warpsmith\", \"authors\": ["), "{said}");
    let (modules, benches) =
        said.split_once("{\"target\": \"test\", \"files\": [").expect("the target `test`");
    let named = |text: &str, end: &str| {
        text.split('"').filter(|word| word.ends_with(end)).map(str::to_string).collect::<Vec<_>>()
    };
    let on_disk = |end: &str| {
        let in_folder = |unit: &String| {
            let entries = fs::read_dir(root().join("generated").join(unit)).expect("readable");
            let names =
                entries.map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned());
            names.filter(|name| name.ends_with(end)).map(|name| format!("{unit}/{name}")).collect::<Vec<_>>()
        };
        folders().iter().flat_map(in_folder).collect::<BTreeSet<_>>()
    };
    for (text, end) in [(modules, ".v"), (benches, "_tb.sv")] {
        let named = named(text, end);
        assert_eq!(named.len(), named.iter().collect::<BTreeSet<_>>().len(), "each once");
        assert_eq!(named.into_iter().collect::<BTreeSet<_>>(), on_disk(end));
    }
}

/// Bender writes a lock file beside the manifest, so it works on a copy.
#[test]
#[ignore = "needs Bender, which cargo compiles for minutes: scripts/test.sh --all"]
fn what_bender_lists_is_one_design_for_verilator() {
    let copy = folder("bender");
    done(Command::new("cp").arg("-r").arg(root().join("generated")).arg(&copy));
    let generated = copy.join("generated");
    let list = |targets: &[&str]| {
        let mut bender = Command::new("bender");
        done(bender.args(["script", "verilator"]).args(targets).current_dir(&generated))
    };
    assert!(list(&["-t", "test"]).contains("_tb.sv") && !list(&[]).contains("_tb.sv"));
    fs::write(generated.join("all.f"), list(&[])).expect("writable");
    lint(&generated, "mascar_sched_tiny", "-f", "all.f");
}
