// SPDX-License-Identifier: Apache-2.0
//! Sweeps: every run once, nothing lost, nothing twice, whatever is killed.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime};
use warpsmith_tests::slurm::{self, Cluster};
use warpsmith_tests::ssh;
use warpsmith_tests::{compiled, is_installed, root, stderr, stdout, warpsmith};

/// How long a sweep of these tests may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// A folder with a program, and a sweep over it.
struct Sweep {
    folder: tempfile::TempDir,
    /// What the command finds its engine by.
    environment: Vec<(&'static str, OsString)>,
}

impl Sweep {
    /// Of `file`, in which `stream` is a program.
    fn new(file: &str) -> Sweep {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let program = compiled(&root().join("tests/programs/stream.cu"));
        fs::copy(program, folder.path().join("stream")).expect("compiled");
        fs::write(folder.path().join("sizes.toml"), file).expect("a file");
        Sweep { folder, environment: Vec::new() }
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(warpsmith());
        command.arg("sweep").args(words).current_dir(self.folder.path());
        command.envs(self.environment.iter().cloned());
        command
    }

    fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().expect("the command starts")
    }

    fn start(&self, words: &[&str]) -> Child {
        self.command(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command starts")
    }

    /// Name and bytes of every result.
    fn results(&self) -> BTreeMap<String, Vec<u8>> {
        let Ok(entries) = fs::read_dir(self.folder.path().join("sizes.sweep/results")) else {
            return BTreeMap::new();
        };
        let file = |entry: fs::DirEntry| {
            let name = entry.file_name().into_string().expect("UTF-8");
            // What is being written has another name until it is whole.
            name.ends_with(".json").then(|| (name, fs::read(entry.path()).unwrap_or_default()))
        };
        entries.filter_map(|entry| file(entry.expect("an entry"))).collect()
    }

    /// When each result was written.
    fn times(&self) -> BTreeMap<String, SystemTime> {
        let time = |name: &String| {
            let path = self.folder.path().join("sizes.sweep/results").join(name);
            (name.clone(), fs::metadata(path).and_then(|file| file.modified()).expect("a time"))
        };
        self.results().keys().map(time).collect()
    }

    /// Fails if one of these runs was made anew since its result was written.
    fn has_kept<'a>(
        &self,
        names: impl IntoIterator<Item = &'a String>,
        times: &BTreeMap<String, SystemTime>,
    ) {
        let after = self.times();
        for name in names {
            assert_eq!(after[name], times[name], "{name} was run twice");
        }
    }

    /// How many runs are in each state.
    fn states(&self) -> BTreeMap<String, usize> {
        let text = stdout(&self.run(&["status", "sizes.toml", "--json"]));
        let rows: Vec<BTreeMap<String, String>> = serde_json::from_str(&text).expect("JSON");
        let mut states = BTreeMap::new();
        for row in rows {
            *states.entry(row["state"].clone()).or_default() += 1;
        }
        states
    }
}

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Twelve runs, one of them said twice.
const TWELVE: &str = r#"
[[program]]
file = "stream"
args = [["1024"], ["2048"], ["1024"]]
[[machine]]
name = "gtx480"
set = { "icnt.latency" = [4, 8] }
[[with]]
attach = []
[[with]]
attach = ["equalizer"]
set = { "equalizer.hyst_epochs" = { from = 1, to = 2 } }
"#;

/// Runs of about a second each, so that something can happen in the middle.
fn long(runs: usize) -> String {
    let args: Vec<String> = (0..runs).map(|run| format!("[\"{}\"]", 400_000 + run * 1024)).collect();
    format!("[[program]]\nfile = \"stream\"\nargs = [{}]\n", args.join(", "))
}

#[test]
fn every_combination_is_run_once_and_a_finished_sweep_runs_nothing() {
    let sweep = Sweep::new(TWELVE);
    let said = stdout(&sweep.run(&["sizes.toml", "--jobs", "2"]));
    assert!(said.contains("mean speedup"), "{said}");
    assert_eq!(sweep.states(), BTreeMap::from([("completed".to_string(), 12)]));
    let times = sweep.times();
    assert_eq!(times.len(), 12);
    stdout(&sweep.run(&["sizes.toml", "--resume"]));
    assert_eq!(sweep.times(), times);
    let refused = stderr(&sweep.run(&["sizes.toml"]), 2);
    assert!(refused.contains("--resume"), "{refused}");
}

#[test]
fn a_sweep_that_is_killed_loses_nothing_and_goes_on_to_the_same_bytes() {
    let whole = Sweep::new(&long(6));
    stdout(&whole.run(&["sizes.toml", "--jobs", "2"]));
    let sweep = Sweep::new(&long(6));
    let mut child = sweep.start(&["sizes.toml", "--jobs", "2"]);
    wait_until("a first result", || !sweep.results().is_empty());
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    // The runs under way end with it.
    wait_until("nothing runs any more", || !sweep.states().contains_key("running"));
    let (kept, times) = (sweep.results(), sweep.times());
    assert!(kept.len() < 6, "it was killed too late to show anything");
    stdout(&sweep.run(&["sizes.toml", "--resume", "--jobs", "2"]));
    let expected = whole.results();
    let complete = kept.iter().filter(|(name, bytes)| expected.get(*name) == Some(bytes));
    sweep.has_kept(complete.map(|(name, _)| name), &times);
    assert_eq!(sweep.results(), expected);
}

#[test]
fn a_run_that_fails_says_why_and_a_table_has_no_mean_over_it() {
    let file = "options = [\"--max-cycles\", \"3000\"]\n".to_string() + TWELVE;
    let sweep = Sweep::new(&file.replace("[\"2048\"]", "[\"200000\"]"));
    let said = stderr(&sweep.run(&["sizes.toml"]), 1);
    assert!(said.contains("the run is partial") && said.contains("sweep status"), "{said}");
    assert_eq!(sweep.states(), BTreeMap::from([("completed".to_string(), 6), ("failed".to_string(), 6)]));
    let table = sweep.run(&["table", "sizes.toml", "--csv", "all.csv"]);
    assert_eq!(table.status.code(), Some(1));
    let text = String::from_utf8_lossy(&table.stdout);
    assert!(text.contains("none: 2 missing"), "{text}");
    let csv = fs::read_to_string(sweep.folder.path().join("all.csv")).expect("a file");
    assert_eq!(csv.lines().count(), 13);
    assert_eq!(csv.lines().filter(|line| line.ends_with(",,,,,,")).count(), 6, "{csv}");
}

#[test]
fn a_sweep_that_names_what_is_not_there_runs_nothing() {
    for (from, to, part) in [
        ("\"stream\"", "\"steam\"", "steam"),
        ("gtx480", "gtx490", "gtx490"),
        ("\"equalizer\"]", "\"equaliser\"]", "not among `attach`"),
        ("icnt.latency", "icnt.latence", "latence"),
        ("hyst_epochs", "hist_epochs", "hist_epochs"),
    ] {
        let sweep = Sweep::new(&TWELVE.replace(from, to));
        let output = sweep.run(&["sizes.toml"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(part), "{part}: {said}");
        assert!(sweep.results().is_empty());
    }
}

#[test]
fn a_sweep_by_slurm_has_the_results_of_a_local_one() {
    if !slurm::is_there() {
        return;
    }
    let cluster = Cluster::start();
    let local = Sweep::new(TWELVE);
    stdout(&local.run(&["sizes.toml"]));
    let mut sweep = Sweep::new(TWELVE);
    sweep.environment = vec![("SLURM_CONF", cluster.configuration().into())];
    stdout(&sweep.run(&[
        "sizes.toml",
        "--engine",
        "slurm",
        "--per-task",
        "5",
        "--partition",
        "batch",
        "--time",
        "10",
        "--memory",
        "500M",
    ]));
    assert_eq!(sweep.results(), local.results());
}

#[test]
#[ignore = "Slurm takes half a minute to miss a node: scripts/test.sh --all"]
fn a_node_that_dies_in_the_middle_loses_nothing_and_nothing_is_run_twice() {
    if !slurm::is_there() {
        return;
    }
    let local = Sweep::new(&long(16));
    stdout(&local.run(&["sizes.toml"]));
    let cluster = Cluster::start();
    let mut sweep = Sweep::new(&long(16));
    sweep.environment = vec![("SLURM_CONF", cluster.configuration().into())];
    let mut child = sweep.start(&["sizes.toml", "--engine", "slurm", "--per-task", "2"]);
    wait_until("some results", || sweep.results().len() >= 3);
    let (before, times) = (sweep.results(), sweep.times());
    cluster.kill_node("n2");
    assert!(before.len() < 16, "the node was killed too late to show anything");
    assert!(child.wait().expect("it ends").success());
    assert!(cluster.shell("sinfo -h -N -n n2 -o %T").starts_with("down"));
    assert!(cluster.shell("scontrol -o show jobs").contains("Restarts=1"), "no task was on that node");
    sweep.has_kept(before.keys(), &times);
    assert_eq!(sweep.results(), local.results());
}

/// The path of a file as text.
fn words(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A file with these machines for GNU parallel.
fn hosts(sweep: &Sweep, lines: &str) -> PathBuf {
    let file = sweep.folder.path().join("hosts.txt");
    fs::write(&file, lines).expect("a file");
    file
}

#[test]
fn a_sweep_by_gnu_parallel_here_and_over_ssh_has_the_results_of_a_local_one() {
    if !is_installed("parallel") || !ssh::is_there() {
        return;
    }
    let local = Sweep::new(TWELVE);
    stdout(&local.run(&["sizes.toml"]));
    let (sweep, server) = (Sweep::new(TWELVE), ssh::Server::start());
    // `:` is this machine, without ssh.
    let hosts = hosts(&sweep, &format!("1/:\n1/{}\n", server.command()));
    stdout(&sweep.run(&["sizes.toml", "--engine", "parallel", "--hosts", words(&hosts), "--per-task", "3"]));
    assert_eq!(sweep.results(), local.results());
    let log = fs::read_to_string(sweep.folder.path().join("sizes.sweep/logs/parallel.txt")).expect("a log");
    assert!(log.contains("\t:\t") && log.contains("machine\t"), "both have had tasks: {log}");
}

#[test]
fn a_machine_that_dies_under_gnu_parallel_loses_no_run_and_none_is_made_twice() {
    if !is_installed("parallel") || !ssh::is_there() {
        return;
    }
    let local = Sweep::new(&long(8));
    stdout(&local.run(&["sizes.toml"]));
    let (sweep, server) = (Sweep::new(&long(8)), ssh::Server::start());
    let hosts = hosts(&sweep, &format!("2/{}\n", server.command()));
    let mut child = sweep.start(&["sizes.toml", "--engine", "parallel", "--hosts", words(&hosts)]);
    wait_until("some results", || sweep.results().len() >= 2);
    server.kill();
    assert!(!child.wait().expect("it ends").success());
    let times = sweep.times();
    assert!(times.len() < 8, "the machine was killed too late to show anything");
    stdout(&sweep.run(&["sizes.toml", "--resume"]));
    sweep.has_kept(times.keys(), &times);
    assert_eq!(sweep.results(), local.results());
}

/// A sweep that finds the stand-in for HyperQueue: that of a user cannot be had from a package registry.
fn with_hyperqueue(file: &str) -> Sweep {
    let mut sweep = Sweep::new(file);
    let state = sweep.folder.path().join("hq");
    fs::create_dir(&state).expect("a folder");
    let mut path = root().join("tests/stand_ins").into_os_string();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    sweep.environment = vec![("PATH", path), ("HQ_STAND_IN", state.into())];
    sweep
}

#[test]
fn a_sweep_by_hyperqueue_as_its_documentation_describes_it_has_the_results_of_a_local_one() {
    let local = Sweep::new(TWELVE);
    stdout(&local.run(&["sizes.toml"]));
    let sweep = with_hyperqueue(TWELVE);
    let said = sweep.run(&["sizes.toml", "--engine", "hq", "--per-task", "5", "--time", "10m"]);
    assert!(stderr(&said, 0).contains("job 1 of HyperQueue: 3 tasks"));
    assert_eq!(sweep.results(), local.results());
    assert!(sweep.folder.path().join("sizes.sweep/logs/hq-1-2.stderr").exists());
}

#[test]
fn hyperqueue_goes_on_when_the_sweep_is_killed_and_status_says_what_it_still_has() {
    let sweep = with_hyperqueue(&long(6));
    let mut child = sweep.start(&["sizes.toml", "--engine", "hq", "--per-task", "1"]);
    wait_until("a first result", || !sweep.results().is_empty());
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    let states = sweep.states();
    assert!(states.contains_key("pending") && !states.contains_key("missing"), "{states:?}");
    wait_until("all results", || sweep.results().len() == 6);
}

#[test]
fn an_option_of_another_engine_is_refused_before_anything_is_run() {
    for (words, part) in [
        (&["--engine", "hq", "--memory", "1G"][..], "--memory is for --engine slurm"),
        (&["--partition", "batch"], "--partition is for --engine slurm"),
        (&["--time", "10"], "--time is for --engine slurm and hq"),
    ] {
        let sweep = Sweep::new(TWELVE);
        let said = stderr(&sweep.run(&[&["sizes.toml"], words].concat()), 2);
        assert!(said.contains(part), "{said}");
        assert!(!sweep.folder.path().join("sizes.sweep").exists());
    }
}

#[test]
fn a_table_sets_what_hardware_costs_against_what_it_buys_and_draws_it() {
    let file = TWELVE.replace("[\"1024\"], [\"2048\"], [\"1024\"]", "[\"1024\"]").replace("[4, 8]", "4");
    let sweep = Sweep::new(&file);
    stdout(&sweep.run(&["sizes.toml"]));
    let table = |words: &[&str]| sweep.run(&[&["table", "sizes.toml", "--pareto"], words].concat());
    let said = stdout(&table(&["energy,speedup"]));
    assert!(said.contains("mean energy, relative"), "{said}");
    let refused = stderr(&table(&["area"]), 2);
    assert!(refused.contains("two of area, speedup and energy"), "{refused}");
    if !is_installed("yosys") || !is_installed("sta") {
        return;
    }
    let said = stdout(&table(&["area,speedup", "--svg", "pareto.svg"]));
    let rows: Vec<Vec<&str>> = said
        .split("thousand NAND2")
        .nth(1)
        .expect("a table with areas")
        .lines()
        .filter(|line| line.starts_with("gtx480"))
        .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    let areas: Vec<f64> = rows.iter().map(|row| row[3].parse().expect("an area")).collect();
    assert_eq!((rows.len(), areas[0]), (3, 0.0), "{said}");
    assert!(areas[1] > 5.0 && areas[2] > 5.0, "{said}");
    assert_eq!((rows[0][1], rows[0][4]), ("-", "1.000"), "{said}");
    assert!(rows.iter().any(|row| row[5] == "yes"), "{said}");
    let picture = fs::read_to_string(sweep.folder.path().join("pareto.svg")).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.contains("hyst_epochs=2</text>"), "{picture}");
}
