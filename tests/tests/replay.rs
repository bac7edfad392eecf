// SPDX-License-Identifier: Apache-2.0
//! A counterexample of `warpsmith prove` replays with `warpsmith bench-unit`.

#![cfg(feature = "rtl")]

use serde_json::{json, Value};
use std::fs;
use std::process::Output;
use warpsmith_tests::{emitted, have_proof_tools, read_json, run, stderr, stdout};

/// The emitted Verilog of Equalizer, as one text.
fn equalizer() -> String {
    emitted("equalizer", "tiny")
}

#[test]
fn a_counterexample_on_faulty_verilog_replays_well_on_the_rtl_and_badly_on_that_verilog() {
    if !have_proof_tools() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let (good, fault) = (equalizer(), file("fault.v"));
    // A regulator that takes two steps at once.
    let bad = good.replacen("wanted = level + 2'd1", "wanted = level + 2'd2", 1);
    assert_ne!(bad, good);
    fs::write(&fault, bad).expect("writable");

    let here = file("");
    let proof = ["prove", "equalizer", "--invariant", "6", "--verilog", &fault, "--counterexamples", &here];
    let proof = run(proof);
    assert!(stderr(&proof, 1).contains("not proved: i06_levels"));
    let vector = file("eq_fm-tiny-i06_levels.json");
    let printed = String::from_utf8_lossy(&proof.stdout).into_owned();
    assert!(printed.contains(&format!("warpsmith bench-unit --replay {vector}")), "{printed}");
    assert!(fs::metadata(file("eq_fm-tiny-i06_levels.vcd")).is_ok_and(|vcd| vcd.len() > 1000));

    let healthy = stdout(&run(["bench-unit", "--replay", &vector]));
    assert!(healthy.contains("step 0: reset") && healthy.contains("agree in every step"), "{healthy}");
    let faulty = run(["bench-unit", "--replay", &vector, "--verilog", &fault]);
    let text = stderr(&faulty, 1);
    assert!(text.contains("of the replay") && text.contains("_level` is 0x3 in the RTL"), "{text}");
    let steps = read_json(vector.as_ref())["steps"].as_array().expect("steps").len();
    let report = stdout(&run(["bench-unit", "--replay", &vector, "--idle", "0", "--json"]));
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert!(report["runs"][0]["cycles"].as_u64().is_some_and(|n| n > 0 && (n as usize) < steps), "{report}");
}

#[test]
fn a_file_that_cannot_be_replayed_says_why() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("vector.json");
    let replay = |text: &str| -> Output {
        fs::write(&path, text).expect("writable");
        run(["bench-unit", "--replay", path.to_str().expect("UTF-8")])
    };
    let vector = |change: (&str, Value)| {
        let mut vector = json!({
            "unit": "equalizer", "module": "eq_fm", "configuration": "tiny", "parameters": {}, "about": "a test",
            "steps": [{ "reset": "0x1" }]
        });
        vector[change.0] = change.1;
        vector.to_string()
    };
    assert!(stderr(&replay("waveform"), 1).contains("is no test vector"));
    assert!(stderr(&replay(&vector(("seed", json!(1)))), 1).contains("unknown field `seed`"));
    assert!(stderr(&replay(&vector(("unit", json!("equaliser")))), 2).contains("did you mean `equalizer`?"));
    assert!(stderr(&replay(&vector(("module", json!("eq")))), 1).contains("no top module `eq`"));
    assert!(stderr(&replay(&vector(("configuration", json!("huge")))), 2).contains("no configuration `huge`"));
    assert!(stderr(&replay(&vector(("about", json!("")))), 1)
        .contains(" = nothing, and configuration `tiny` has"));
    let missing = folder.path().join("missing.json");
    let missing = run(["bench-unit", "--replay", missing.to_str().expect("UTF-8")]);
    assert!(stderr(&missing, 1).contains("cannot read the test vector"));
    let both = run(["bench-unit", "sms", "--replay", path.to_str().expect("UTF-8")]);
    assert!(stderr(&both, 2).contains("cannot be used with"));
}
