// SPDX-License-Identifier: Apache-2.0
//! What is said of energy with another constant is what runs with that constant give, and each constant has its origin.

use serde_json::Value;
use std::fs;
use std::path::Path;
use warpsmith_tests::{compiled, read_json, root, run, stderr, stdout};

/// Joules of a result.
fn joules(result: &Value) -> f64 {
    let components = result["statistics"]["total"]["energy"].as_object().expect("an object");
    components.values().map(|component| component.as_f64().expect("a number")).sum()
}

/// The result of kmeans at a small size, with these options.
fn kmeans(folder: &Path, name: &str, options: &[&str]) -> Value {
    let program = compiled(&root().join("tests/programs/kmeans.cu"));
    let (program, path) = (program.to_str().expect("UTF-8").to_string(), folder.join(name));
    let head = ["run", "--backend", "model", "-o", path.to_str().expect("UTF-8")];
    let line = head.iter().chain(options).copied().chain(["--", &program, "7680", "16", "2"]);
    stdout(&run(line));
    read_json(&path)
}

#[test]
fn compare_says_of_half_and_twice_a_constant_what_runs_with_it_give() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let boost = ["--with", "static_levels:sm=high"];
    let base = kmeans(folder.path(), "base.json", &[]);
    kmeans(folder.path(), "boost.json", &boost);
    let [base_path, boost_path] = ["base.json", "boost.json"].map(|name| folder.path().join(name));
    let compare = ["compare".as_ref(), "--energy".as_ref(), base_path.as_os_str(), boost_path.as_os_str()];
    let said = stdout(&run(compare.into_iter().chain(["--json".as_ref()])));
    let columns: Value = serde_json::from_str(&said).expect("JSON");
    let constants = columns[1]["constants"].as_array().expect("a list");
    // One alone in its component, one of three in theirs, and a power.
    for key in ["read_nj", "shared_nj", "l1_nj", "fp_nj", "standby_watts"] {
        let constant = constants.iter().find(|constant| constant["key"] == key).expect("it is listed");
        let value = base["configuration"]["machine"]["energy"][key].as_f64().expect("a number");
        for (i, factor) in [0.5, 2.0].into_iter().enumerate() {
            let change = format!("energy.{key}={}", value * factor);
            let base = kmeans(folder.path(), "b.json", &["-m", &change]);
            let other = kmeans(folder.path(), "o.json", &[&boost[..], &["-m", &change]].concat());
            let expected = 1.0 - joules(&other) / joules(&base);
            let savings = constant["savings"][i].as_f64().expect("a number");
            assert!((savings - expected).abs() < 1e-9, "{key} times {factor}: {savings}, {expected}");
        }
    }
    let table = stdout(&run(compare));
    let row = table.lines().find(|line| line.starts_with("sm_cycle_nj")).expect("a row");
    assert!(row.contains("fitted"), "{row}");
    assert!(!table.contains("dp_nj"), "kmeans has no double precision:\n{table}");
}

#[test]
#[ignore = "takes minutes: scripts/test.sh --all"]
fn claims_say_how_their_energies_move_with_each_constant() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = root().join("tests/programs/stream.cu");
    let manifest = format!(
        "[[program]]\nname = \"stream\"\nfile = {source:?}\nclass = \"memory\"\nargs_default = [\"131072\"]\n\
         args_small = [\"131072\"]\nwhat = \"Adds.\"\n"
    );
    fs::write(folder.path().join("programs.toml"), manifest).expect("writable");
    let (programs, cache) = (folder.path().to_str().expect("UTF-8"), folder.path().join("cache"));
    let line = format!(
        "claims mascar --only 8 --energy --backend model --programs {programs} --cache {}",
        cache.display()
    );
    let output = run(line.split_whitespace());
    let said = String::from_utf8_lossy(&output.stdout).into_owned();

    let is_result = |path: &Path| path.extension().is_some_and(|end| end == "json");
    let files = fs::read_dir(&cache).expect("a folder").map(|entry| entry.expect("an entry").path());
    let results: Vec<Value> = files.filter(|path| is_result(path)).map(|path| read_json(&path)).collect();
    let of = |name: &str| {
        let with = |result: &&Value| result["configuration"]["attachments"].to_string().contains(name);
        results.iter().find(with).unwrap_or_else(|| panic!("no run with {name}"))
    };
    let leakage =
        |result: &Value| result["statistics"]["total"]["energy"]["leakage"].as_f64().expect("a number");
    let ratio = |factor: f64| {
        let joules = |result| joules(result) + (factor - 1.0) * leakage(result);
        format!("{:+.1} %", (joules(of("mascar")) / joules(of("lrr")) - 1.0) * 100.0)
    };
    let row = |head: &str| {
        said.lines().find(|line| line.starts_with(head)).unwrap_or_else(|| panic!("no {head} in\n{said}"))
    };
    assert!(row("| as it is |").contains(&ratio(1.0)), "{said}");
    let expected = format!("| source | {}, {} |", ratio(0.5), ratio(2.0));
    assert!(row("| `leakage_watts` |").contains(&expected), "{expected} in\n{said}");
}

#[test]
fn claims_without_figures_of_energy_say_so_before_anything_runs() {
    let said = stderr(&run("claims sms --energy".split_whitespace()), 2);
    assert!(
        said.contains("the claims of sms have no figures of energy") && said.contains("mascar"),
        "{said}"
    );
}

/// `[source]` beside the value, in the comment right above it, or in that right above the table.
#[test]
fn each_energy_constant_of_a_machine_file_says_where_its_value_comes_from() {
    let has_tag = |comment: &str| comment.split('[').skip(1).any(|part| part.contains(']'));
    for entry in fs::read_dir(root().join("machines")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("readable");
        let (above, table) = text.split_once("\n[energy]\n").expect("every machine has energy");
        let of_all = above.lines().rev().take_while(|line| line.starts_with('#')).any(has_tag);
        let mut of_next = false;
        for line in table.lines().take_while(|line| !line.starts_with('[')) {
            let (value, comment) = line.split_once('#').unwrap_or((line, ""));
            if value.trim().is_empty() {
                of_next |= has_tag(comment);
                continue;
            }
            assert!(of_all || of_next || has_tag(comment), "{}: {line}", path.display());
            of_next = false;
        }
    }
}
