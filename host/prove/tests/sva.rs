// SPDX-License-Identifier: Apache-2.0
//! The checkers that are shipped beside the modules: slang and Verilator read them, they hold on the benches of the modules, and find a
//! planted fault.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn generated() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../generated")
}

/// The files of checkers by their top modules, each with the folder that it is in.
fn shipped() -> BTreeMap<String, (String, String)> {
    let files = warpsmith_prove::sva::generated().expect("named configurations are emitted");
    let checkers = files.into_iter().filter_map(|file| {
        let (unit, name) = file.name.split_once('/')?;
        let top = name.strip_suffix("_sva.sv")?;
        Some((top.to_string(), (unit.to_string(), file.text)))
    });
    checkers.collect()
}

/// Whether a command works; where it must (`CI=true`), it is a failure if not.
fn have(what: &str, command: &str, arguments: &[&str]) -> bool {
    let status = Command::new(command).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = status.is_ok_and(|status| status.success());
    assert!(found || std::env::var("CI").as_deref() != Ok("true"), "{what} is not installed, and CI=true");
    if !found {
        println!("skipped: {what} is not installed (scripts/setup.sh --all)");
    }
    found
}

/// What a command says, which must succeed.
fn done(command: &mut Command) -> String {
    let output = command.output().expect("it starts");
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{command:?}\n{said}");
    said
}

#[test]
fn the_checkers_in_generated_are_not_stale() {
    let shipped = shipped();
    assert!(!shipped.is_empty());
    let stale = "run: cargo run -p warpsmith-prove --example regenerate";
    for (top, (unit, text)) in &shipped {
        let path = generated().join(unit).join(format!("{top}_sva.sv"));
        assert!(fs::read_to_string(&path).is_ok_and(|there| there == *text), "{}: {stale}", path.display());
    }
    for unit in warpsmith_units::all() {
        for entry in fs::read_dir(generated().join(unit.name)).expect("readable") {
            let name = entry.expect("readable").file_name().to_string_lossy().into_owned();
            let top = name.strip_suffix("_sva.sv");
            assert!(top.is_none_or(|top| shipped.contains_key(top)), "{name} is of nothing: {stale}");
        }
    }
}

#[test]
fn every_invariant_that_is_proved_of_a_top_module_is_bound_to_it() {
    let shipped = shipped();
    let is_top = |name: &str| {
        warpsmith_units::all().iter().any(|unit| unit.modules.iter().any(|module| module.name == name))
    };
    for property in warpsmith_prove::all().iter().filter(|property| is_top(property.module)) {
        let top = format!("{}_{}", property.module, property.configuration);
        let (_, text) = shipped.get(&top).unwrap_or_else(|| panic!("{top} has no checkers"));
        let bound = text.contains(&format!("_{0} #(", property.name))
            || text.contains(&format!("_{0} {0} (", property.name));
        assert!(bound, "{} of {}", property.name, property.module);
    }
}

#[test]
fn slang_elaborates_every_module_with_its_checkers() {
    if have("pyslang", "python3", &["-c", "import pyslang"]) {
        let script = generated().join("../scripts/lint/slang.py");
        for (top, (unit, _)) in shipped() {
            let folder = generated().join(&unit);
            let mut slang = Command::new("python3");
            slang.arg(&script).args(["--top", &top, "-F"]).arg(folder.join(format!("{unit}.f")));
            let said = done(slang.arg(folder.join(format!("{top}_sva.sv"))));
            assert!(said.contains("0 errors, 0 warnings"), "{said}");
        }
    }
}

/// Verilator's options for SystemVerilog with assertions.
const OPTIONS: [&str; 6] =
    ["--assert", "--timing", "-Wno-fatal", "-Wno-WIDTH", "-Wno-TIMESCALEMOD", "-Wno-CMPCONST"];

#[test]
fn verilator_reads_every_module_with_its_checkers() {
    if have("verilator", "verilator", &["--version"]) {
        for (top, (unit, _)) in shipped() {
            let folder = generated().join(&unit);
            let mut lint = Command::new("verilator");
            lint.arg("--lint-only")
                .args(OPTIONS)
                .args(["--top-module", &top, "-F"])
                .arg(folder.join(format!("{unit}.f")));
            done(lint.arg(folder.join(format!("{top}_sva.sv"))));
        }
    }
}

/// Runs the bench of a top module with its checkers, with a text of one of its files replaced; whether it succeeds, and what it says.
fn run(unit: &str, top: &str, fault: Option<(&str, &str, &str)>) -> (bool, String) {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sva-{top}-{}", fault.is_some()));
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).expect("writable");
    let list = fs::read_to_string(generated().join(unit).join(format!("{unit}.f"))).expect("a list");
    let (checkers, bench) = (format!("{top}_sva.sv"), format!("{top}_tb.sv"));
    let mut files = Vec::new();
    for name in list.lines().chain([checkers.as_str(), bench.as_str()]) {
        let text = fs::read_to_string(generated().join(unit).join(name)).expect("readable");
        let changed = match fault.filter(|(file, ..)| *file == name) {
            Some((_, from, to)) => text.replacen(from, to, 1),
            None => text.clone(),
        };
        assert!(changed != text || fault.is_none_or(|(file, ..)| file != name), "the fault has a place");
        let path = place.join(Path::new(name).file_name().expect("a name"));
        fs::write(&path, changed).expect("writable");
        files.push(path);
    }
    let mut verilator = Command::new("verilator");
    verilator.arg("--binary").args(OPTIONS).args(["-CFLAGS", "-O0", "--top-module"]).arg(format!("{top}_tb"));
    done(verilator.arg("-Mdir").arg(place.join("model")).args(files));
    let output = Command::new(place.join("model").join(format!("V{top}_tb"))).output().expect("it starts");
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    (output.status.success(), said)
}

#[test]
#[ignore = "takes minutes: scripts/test.sh --all"]
fn checkers_hold_on_the_bench_and_find_a_planted_fault() {
    if have("verilator", "verilator", &["--version"]) {
        for (unit, top) in [("mascar", "mascar_sched_tiny"), ("equalizer", "eq_fm_tiny")] {
            let (success, said) = run(unit, top, None);
            assert!(success && said.contains("cycles as the model"), "{said}");
        }
        let fault = ("mascar_owner.v", "owner <= granted_warp;", "owner <= rexq_head_warp;");
        let (success, said) = run("mascar", "mascar_sched_tiny", Some(fault));
        assert!(!success && said.contains("i01_owner: invariant 1"), "{said}");
    }
}
