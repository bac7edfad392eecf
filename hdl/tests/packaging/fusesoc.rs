// SPDX-License-Identifier: Apache-2.0
//! FuseSoC reads every core and builds its targets.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::tool::{done, folder, folders, have_python, root};

/// The targets of a core that are built here: of the paper's configuration lint, of the smallest one all.
fn targets(core: &str) -> Vec<&str> {
    let names =
        core.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(':')).map(|(name, _)| name);
    let is_target = |name: &&str| ["lint_", "sim_", "synth_"].iter().any(|kind| name.starts_with(kind));
    let chosen = |name: &&str| {
        name.ends_with("_tiny")
            || name.starts_with("lint_") && (name.ends_with("_paper") || name.ends_with("_fermi"))
    };
    names.filter(is_target).filter(chosen).collect()
}

/// Builds a target, or runs it; what FuseSoC says.
fn build(place: &Path, unit: &str, target: &str) -> String {
    let mut fusesoc = Command::new("python3");
    fusesoc.current_dir(place).args(["-m", "fusesoc.main", "--cores-root"]).arg(root().join("generated"));
    fusesoc.args(["run", "--build-root"]).arg(place).args([
        "--target",
        target,
        &format!("warpsmith:{unit}:{unit}"),
    ]);
    done(&mut fusesoc)
}

/// Builds the targets of a core.
fn check(place: &Path, unit: &str) {
    let path = root().join("generated").join(unit).join(unit).with_extension("core");
    let core = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let targets = targets(&core);
    assert!(
        unit == "common" || ["lint", "sim", "synth"].iter().all(|k| targets.iter().any(|t| t.starts_with(k))),
        "{unit}: {targets:?}"
    );
    for target in targets {
        let said = build(&place.join(unit), unit, target);
        let proof = match target.split_once('_') {
            Some(("sim", _)) => "cycles as the model",
            Some(("synth", _)) => "Found and reported 0 problems.",
            _ => "verilator",
        };
        assert!(said.contains(proof), "{unit} {target}\n{said}");
        println!("{unit} {target}: built");
    }
}

/// The unit whose core is built with every change, and what all share; the others take minutes.
const SOME: [&str; 2] = ["equalizer", "common"];

#[test]
fn fusesoc_lints_simulates_and_synthesises_a_core() {
    build_those("fusesoc", |unit| SOME.contains(&unit));
}

#[test]
#[ignore = "takes minutes: scripts/test.sh --all"]
fn fusesoc_lints_simulates_and_synthesises_every_other_core() {
    build_those("fusesoc-others", |unit| !SOME.contains(&unit));
}

/// Builds the cores that are `wanted`, side by side.
fn build_those(test: &str, wanted: impl Fn(&str) -> bool) {
    if !have_python("fusesoc") {
        return;
    }
    let place = folder(test);
    std::thread::scope(|scope| {
        for unit in folders().into_iter().filter(|unit| wanted(unit)) {
            let place = &place;
            fs::create_dir_all(place.join(&unit)).expect("writable");
            scope.spawn(move || check(place, &unit));
        }
    });
}
