// SPDX-License-Identifier: Apache-2.0
//! `warpsmith synth`: real runs of the tools on the smallest configuration, and what it refuses.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use warpsmith_tests::{read_json, stderr, stdout, warpsmith};

/// Runs `warpsmith synth` with its results kept in `cache`.
fn synth(cache: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(warpsmith());
    command.arg("synth").args(args).env("WARPSMITH_CACHE", cache);
    command.output().expect("the command starts")
}

/// Whether the tools are there; where they must be (`CI=true`), their absence is a failure.
fn have_tools() -> bool {
    let found = Command::new("yosys").arg("-V").output().is_ok()
        && Command::new("sta").arg("-version").output().is_ok()
        && Path::new("/usr/share/qflow/tech/osu018").is_dir();
    assert!(found || std::env::var("CI").as_deref() != Ok("true"), "tools of `warpsmith synth` are missing");
    if !found {
        println!("skipped: yosys, OpenSTA or the library osu018 is not installed");
    }
    found
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn the_small_configuration_is_measured_drawn_kept_and_compared() {
    if !have_tools() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cache = folder.path().join("cache");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    let (json, svg, page) = (file("now.json"), file("blocks.svg"), file("page.md"));
    let base = ["equalizer", "--config", "small", "--yosys", "yosys"];
    let files = ["--json", &json, "--svg", &svg, "--markdown", &page, "--verify"];
    let first = stdout(&synth(&cache, &[&base[..], &files].concat()));

    let report = read_json(Path::new(&json));
    assert!(first.contains("equalizer/small eq_fm: the netlist is proved equal to the RTL."), "{first}");
    for (design, top) in report["designs"].as_array().expect("designs").iter().zip(["eq_sm", "eq_fm"]) {
        assert_eq!(design["top"], top);
        assert!(first.contains(&format!("equalizer/small {top}")), "{first}");
        assert_eq!(design["netlist"], "proved");
        let (area, nand2) = (number(&design["area_um2"]), number(&report["library"]["nand2"][1]));
        assert_eq!(number(&design["nand2_equivalents"]), area / nand2);
        // The blocks are mapped one by one, so they cost more than the whole, but not out of proportion.
        let blocks = &design["blocks"];
        assert!((0.9..1.6).contains(&(number(&blocks["area_um2"]) / area)), "{blocks}");
        let inside = blocks["blocks"].as_array().expect("blocks").iter();
        assert!(inside.map(|b| number(&b["area_um2"])).sum::<f64>() < number(&blocks["area_um2"]));
        let path = &design["path"];
        let period = number(&path["shortest_period_ns"]);
        assert!((period - (10.0 - number(&path["slack_ns"]))).abs() < 1e-9 && period > 0.5);
        assert!(number(&path["depth"]) > 5.0 && number(&design["leakage_nw"]) > 0.0);
    }
    // Two counters of 8 bits in the ballot, the epoch's position of 9 and two regulators of 18.
    assert_eq!(report["designs"][1]["flip_flops"], 8 + 9 + 2 * 18);
    let page = fs::read_to_string(&page).expect("the page");
    assert!(
        page.contains(
            "Made by `warpsmith synth equalizer --config small --library osu018 --clock 10 --markdown FILE`."
        ),
        "{page}"
    );
    assert!(page.contains("| equalizer/small eq_sm |"), "{page}");
    let picture = fs::read_to_string(&svg).expect("the picture");
    assert!(picture.starts_with("<svg") && picture.contains("<title>sampler: "), "{picture}");

    let again = stdout(&synth(&cache, &[&base[..], &["--against", &json, "--verify"]].concat()));
    assert_eq!(again, first.clone() + "nothing changed\n");
    let kept = fs::read_dir(cache.join("synth")).expect("the cache").count();
    assert_eq!(kept, 6, "two runs and a proof for each of two designs, and no rest of the work");

    let mut old = report.clone();
    old["designs"][0]["area_um2"] = Value::from(number(&report["designs"][0]["area_um2"]) / 2.0);
    let old_json = file("old.json");
    fs::write(&old_json, old.to_string()).expect("writable");
    let told = stdout(&synth(&cache, &[&base[..], &["--against", &old_json]].concat()));
    assert!(told.contains("equalizer/small eq_sm: area grew from") && told.contains("(+100.0 %)"), "{told}");
}

/// Two controllers over one of them, what their parts add up to, what switches in them, and their netlists on the bench.
#[cfg(feature = "rtl")]
#[test]
#[ignore = "takes minutes: scripts/test.sh --all"]
fn dram_controllers_are_compared_and_their_netlists_run_the_bench() {
    if !have_tools() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cache = folder.path().join("cache");
    let json = folder.path().join("now.json");
    let args = ["sms", "frfcfs", "--config", "small", "--relative-to", "frfcfs/small", "--yosys", "yosys"];
    let more = ["--activity", "2000", "--verify", "--json", json.to_str().expect("UTF-8")];
    let text = stdout(&synth(&cache, &[&args[..], &more].concat()));
    let row = text
        .lines()
        .skip_while(|l| !l.starts_with("relative to frfcfs/small"))
        .find(|l| l.starts_with("frfcfs/small frfcfs"));
    let ratios: Vec<f64> =
        row.expect("a row").split_whitespace().skip(2).map(|w| w.parse().expect("a ratio")).collect();
    assert_eq!(ratios[..3], [1.0; 3], "{text}");
    assert!((ratios[3..].iter().sum::<f64>() - 1.0).abs() < 0.003, "{text}");
    let [sms, frfcfs] = [0, 1].map(|i| read_json(&json)["designs"][i].clone());
    assert_eq!((&sms["netlist"], &frfcfs["netlist"]), (&Value::from("proved"), &Value::from("proved")));
    for design in [sms, frfcfs] {
        let activity = &design["activity"];
        assert_eq!(activity["cycles"], 2000);
        // Less than every net in every cycle, more than the clock of every flip-flop.
        let toggles = number(&activity["toggles_a_cycle"]);
        assert!(toggles > 1.0 && toggles < number(&design["cells"]), "{activity}");
        assert!(number(&activity["power_uw"]) > 0.0, "{activity}");
    }

    for unit in ["sms", "frfcfs", "equalizer"] {
        let mut command = Command::new(warpsmith());
        command.args(["bench-unit", unit, "--config", "small", "--cycles", "20000", "--netlist", "osu018"]);
        let text = stdout(&command.env("WARPSMITH_CACHE", &cache).output().expect("the command starts"));
        let agrees = format!("{unit}: netlist of osu018 and reference model agree in every cycle (seed 1).");
        assert!(text.contains(&agrees), "{text}");
    }
}

#[test]
fn the_small_configuration_is_placed_and_routed_for_an_fpga() {
    if !have_tools() || Command::new("nextpnr-ice40").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let json = folder.path().join("fpga.json");
    let args = ["equalizer", "--config", "small", "--fpga", "ice40", "--yosys", "yosys", "--json"];
    let text = stdout(&synth(folder.path(), &[&args[..], &[json.to_str().expect("UTF-8")]].concat()));
    assert!(text.contains("iCE40") && text.contains("equalizer/small eq_fm"), "{text}");
    let fm = &read_json(&json)["designs"][1];
    assert_eq!(fm["flip_flops"], 8 + 9 + 2 * 18, "without those of the harness");
    assert!(number(&fm["luts"]) > 50.0 && number(&fm["highest_clock_mhz"]) > 30.0, "{fm}");
    assert_eq!(fm["fits"], true);
}

#[test]
fn cells_of_an_fpga_are_counted_without_placing_them() {
    if !have_tools() || Command::new("nextpnr-ice40").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let args = ["equalizer", "--config", "small", "--module", "eq_fm", "--fpga", "ice40", "--yosys", "yosys"];
    let text = stdout(&synth(folder.path(), &[&args[..], &["--no-route"]].concat()));
    assert!(text.contains("equalizer/small eq_fm") && text.contains("not routed"), "{text}");
}

#[test]
fn without_sat_sweeping_an_fpga_takes_the_same_flip_flops_and_the_table_says_so() {
    if !have_tools() || Command::new("nextpnr-ice40").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let counted = |more: &[&str]| {
        let json = folder.path().join(format!("{}.json", more.len()));
        let args = ["equalizer", "--config", "small", "--module", "eq_sm", "--fpga", "ice40", "--no-route"];
        let args = [&args[..], &["--yosys", "yosys", "--json", json.to_str().expect("UTF-8")], more].concat();
        (stdout(&synth(folder.path(), &args)), read_json(&json))
    };
    let ((with, swept), (without, unswept)) = (counted(&[]), counted(&["--no-sweep"]));
    assert!(!with.contains("SAT sweeping") && without.contains("without SAT sweeping"), "{with} {without}");
    assert_eq!((&swept["sweep"], &unswept["sweep"]), (&true.into(), &false.into()));
    let [swept, unswept] = [swept, unswept].map(|report| report["designs"][0].clone());
    assert_eq!(swept["flip_flops"], unswept["flip_flops"]);
    assert_ne!(swept["luts"], unswept["luts"]);
}

#[test]
fn scripts_are_written_for_running_by_hand() {
    if !have_tools() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("scripts");
    let args = ["equalizer", "--config", "small", "--scripts", out.to_str().expect("UTF-8")];
    let lines = stdout(&synth(folder.path(), &args));
    let line = lines.lines().nth(1).expect("a line for eq_fm");
    let output = Command::new("sh").args(["-c", line]).output().expect("sh starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("slack (MET)"), "{line}: {said}");
}

#[test]
fn what_is_unknown_missing_or_unreadable_is_refused_with_what_to_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cache = folder.path();
    let broken = folder.path().join("broken.lib");
    fs::write(&broken, "library (x) {\n  time_unit = 1;\n}\n").expect("writable");
    let broken = broken.to_str().expect("UTF-8");
    for (args, code, named) in [
        (vec!["equaliser"], 2, "did you mean `equalizer`"),
        (vec!["equalizer", "--config", "smal"], 2, "did you mean `small`"),
        (vec!["equalizer", "--library", "osu81"], 2, "did you mean `osu018`"),
        (vec!["equalizer", "--relative-to", "equalizer/ferni"], 2, "did you mean `equalizer/fermi`"),
        (vec!["sms", "equalizer", "--config", "fermi"], 2, "configuration of sms"),
        (vec!["equalizer", "--module", "eq_mf"], 2, "did you mean `eq_fm`"),
        (vec!["equalizer", "--clock", "0"], 2, "above 0 ns"),
        (vec!["equalizer", "--yosys", "yoysys"], 2, "did you mean `yosys`"),
        (vec!["equalizer", "--fpga", "ice4"], 2, "did you mean `ice40`"),
        (vec!["equalizer", "--activity", "0"], 2, "--activity"),
        (vec!["equalizer", "--library", "no/such.lib"], 1, "no/such.lib"),
        (vec!["equalizer", "--library", broken], 1, "line 2"),
        (vec!["equalizer", "--json", "no/such/folder/x.json"], 1, "no/such/folder/x.json"),
    ] {
        if code == 1 && !have_tools() {
            continue;
        }
        let text = stderr(&synth(cache, &args), code);
        assert!(text.contains(named), "{args:?}: {text}");
    }
}

#[test]
fn a_missing_tool_is_named_with_the_command_that_installs_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |args: &[&str]| {
        let mut command = Command::new(warpsmith());
        command.arg("synth").args(args).env("WARPSMITH_CACHE", folder.path()).env("PATH", folder.path());
        stderr(&command.output().expect("the command starts"), 1)
    };
    let text = run(&["equalizer"]);
    assert!(text.contains("yosys is not installed") && text.contains("apt-get install"), "{text}");
    let text = run(&["equalizer", "--yosys", "pyosys"]);
    assert!(text.contains("pip install pyosys"), "{text}");
}
