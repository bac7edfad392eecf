// SPDX-License-Identifier: Apache-2.0
//! The figures of a run are used only if it came to its end and its program succeeded.

use serde_json::{json, Value};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use warpsmith_tests::browser;
use warpsmith_tests::processes::{child_with, ended, send};
use warpsmith_tests::{bad_program, read_json, root, run, stderr, stdout, warpsmith};

/// Runs `ends` with this argument, writes the result, and gives what was said on standard error.
fn ends(how: &str, result: &Path, more: &[&str], code: i32) -> String {
    let program = bad_program("ends");
    let head = ["run", "--backend", "model", "-m", "sm.count=4"];
    let mut args: Vec<&std::ffi::OsStr> = head.iter().chain(more).map(AsRef::as_ref).collect();
    args.extend(["-o".as_ref(), result.as_os_str(), "--".as_ref(), program.as_os_str(), how.as_ref()]);
    stderr(&run(args), code)
}

/// How a program of [`ends`] fails: its argument, what the result says, and a part of the message.
fn failures() -> [(&'static str, Value, &'static str); 3] {
    [
        ("exit", json!({ "how": "code", "code": 3 }), "exit code 3"),
        ("abort", json!({ "how": "signal", "signal": 6 }), "SIGABRT"),
        ("crash", json!({ "how": "signal", "signal": 11 }), "SIGSEGV"),
    ]
}

#[test]
fn a_result_says_how_its_program_ended_and_compare_takes_a_failed_one_only_when_told_and_marks_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let good = folder.path().join("good.json");
    ends("well", &good, &[], 0);
    assert_eq!(read_json(&good)["exit"], json!({ "how": "code", "code": 0 }));
    for (how, exit, part) in failures() {
        let bad = folder.path().join(how).with_extension("json");
        let said = ends(how, &bad, &[], 1);
        assert!(said.contains(part), "{said}");
        let file = read_json(&bad);
        assert_eq!((&file["exit"], &file["partial"]), (&exit, &Value::Null));
        let compare = ["compare".as_ref(), good.as_os_str(), bad.as_os_str()];
        let said = stderr(&run(compare), 1);
        assert!(said.contains(part) && said.contains(&format!("{how}.json")), "{said}");
        let said = stdout(&run(compare.into_iter().chain(["--failed".as_ref()])));
        let row = said.lines().find(|line| line.starts_with("ended")).expect("a row");
        assert!(row.contains("exit code 0") && row.contains(part), "{row}");
        let said = stdout(&run(compare.into_iter().chain(["--failed".as_ref(), "--json".as_ref()])));
        let columns: Value = serde_json::from_str(&said).expect("JSON");
        assert_eq!(columns[1]["exit"], exit);
    }
    let said = stdout(&run(["compare".as_ref(), good.as_os_str(), good.as_os_str()]));
    assert!(!said.contains("ended"), "{said}");
}

#[test]
fn a_ptx_file_with_wrong_results_says_so_in_its_result() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (ptx, result) = (folder.path().join("nothing.ptx"), folder.path().join("r.json"));
    let text =
        "//! [[buffer]]\n//! name = \"data\"\n//! type = \"u32\"\n//! count = 4\n//! init = \"zero\"\n\
                //! expect = { value = 1 }\n//! [[launch]]\n//! kernel = \"nothing\"\n//! block = 32\n\
                //! params = [\"data\"]\n.version 6.0\n.target sm_35\n.address_size 64\n\
                .visible .entry nothing(.param .u64 data)\n{\n    ret;\n}\n";
    fs::write(&ptx, text).expect("writable");
    let said = stderr(&run(["run".as_ref(), "-o".as_ref(), result.as_os_str(), ptx.as_os_str()]), 1);
    assert!(said.contains("its results are wrong"), "{said}");
    assert_eq!(read_json(&result)["exit"], json!({ "how": "wrong-results" }));
}

#[test]
fn a_run_that_was_cut_was_ended_by_the_simulator_and_one_of_fixed_length_at_its_length() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let result = folder.path().join("r.json");
    ends("well", &result, &["--max-cycles", "2000"], 1);
    assert_eq!(read_json(&result)["exit"], json!({ "how": "simulator" }));
    ends("well", &result, &["--cycles", "2000"], 0);
    assert_eq!(read_json(&result)["exit"], json!({ "how": "length" }));
    // It fails in the first pass, and is not started again.
    ends("exit", &result, &["--cycles", "100000000"], 1);
    assert_eq!(read_json(&result)["exit"], json!({ "how": "code", "code": 3 }));
}

#[test]
fn a_failed_program_resumes_to_the_same_result_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (kept, result) = (folder.path().join("kept"), folder.path().join("r.json"));
    let options = ["--checkpoint-every", "4000", "--checkpoint-dir", kept.to_str().expect("UTF-8")];
    for (how, ..) in failures() {
        ends(how, &result, &options, 1);
        let whole = fs::read(&result).expect("a result");
        let checkpoint =
            fs::read_dir(&kept).expect("checkpoints").next().expect("one").expect("readable").path();
        ends(how, &result, &["--resume", checkpoint.to_str().expect("UTF-8")], 1);
        assert!(fs::read(&result).expect("a result") == whole, "{how}");
        fs::remove_dir_all(&kept).expect("removable");
    }
}

/// A folder with a manifest of one small program, and the cache of its claims.
struct Claims {
    folder: tempfile::TempDir,
    unit: &'static str,
    only: &'static str,
}

impl Claims {
    /// Of the program `file`, called `name` in the manifest, with one argument.
    fn of(unit: &'static str, only: &'static str, name: &str, file: &Path, argument: &str) -> Claims {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let text = format!(
            "[[program]]\nname = {name:?}\nfile = {file:?}\nclass = \"phase\"\nargs_default = [{argument}]\n\
             args_small = []\nwhat = \"\"\n"
        );
        let text = if unit == "mascar" { text.replace("phase", "memory") } else { text };
        fs::write(folder.path().join("programs.toml"), text).expect("writable");
        Claims { folder, unit, only }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(warpsmith());
        command.args(["claims", self.unit, "--only", self.only, "--backend", "model", "--jobs", "1"]);
        command.arg("--cache").arg(self.path("cache")).arg("--programs").arg(self.folder.path());
        command.arg("--json").arg(self.path("report.json")).stderr(Stdio::piped()).stdout(Stdio::piped());
        command
    }

    /// The report, or what was said if there is none.
    fn report(&self) -> Result<Value, String> {
        let report = self.path("report.json");
        let _ = fs::remove_file(&report);
        let output = self.command().output().expect("the command starts");
        match report.exists() {
            true => Ok(read_json(&report)),
            false => Err(stderr(&output, 1)),
        }
    }

    /// The results in the cache.
    fn cached(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path("cache")).expect("a cache");
        let paths = entries.map(|entry| entry.expect("readable").path());
        let mut paths: Vec<PathBuf> = paths.filter(|p| p.extension().is_some_and(|e| e == "json")).collect();
        paths.sort();
        paths
    }
}

/// As the result of a run that was cut half-way, or whose program failed there.
fn halved(file: &Path, partial: Value, exit: Value) {
    let mut result = read_json(file);
    let seconds = result["statistics"]["total"]["time"]["seconds"].as_f64().expect("a number");
    result["statistics"]["total"]["time"]["seconds"] = json!(seconds / 2.0);
    result["partial"] = partial;
    result["exit"] = exit;
    fs::write(file, serde_json::to_string_pretty(&result).expect("JSON")).expect("writable");
}

#[test]
fn claims_make_partial_failed_foreign_and_damaged_results_of_their_cache_anew() {
    let degenerate = root().join("tests/programs/degenerate.cu");
    let ends = root().join("tests/bad_programs/ends.cu");
    for claims in [
        Claims::of("equalizer", "7", "degenerate", &degenerate, "\"15\", \"100\""),
        Claims::of("mascar", "4", "ends", &ends, ""),
    ] {
        let report = claims.report().expect("a report");
        let cached = claims.cached();
        let whole: Vec<Vec<u8>> = cached.iter().map(|path| fs::read(path).expect("readable")).collect();
        let unharmed = |what| {
            assert!(claims.report().as_ref() == Ok(&report), "{what}");
            let now: Vec<Vec<u8>> = cached.iter().map(|path| fs::read(path).expect("readable")).collect();
            assert!(now == whole, "{what}: not made anew");
        };
        halved(&cached[0], json!({ "reason": "interrupted" }), json!({ "how": "simulator" }));
        halved(&cached[1], Value::Null, json!({ "how": "signal", "signal": 11 }));
        unharmed("partial and failed");
        fs::copy(&cached[1], &cached[0]).expect("writable");
        fs::write(&cached[1], &whole[1][..whole[1].len() / 2]).expect("writable");
        unharmed("foreign and truncated");
    }
}

#[test]
fn claims_whose_run_was_interrupted_fail_and_the_next_make_it_anew() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let goes_on = folder.path().join("goes-on");
    let ends = root().join("tests/bad_programs/ends.cu");
    let claims = Claims::of("mascar", "4", "ends", &ends, &format!("\"wait\", {goes_on:?}"));
    let mut interrupted = claims.command().spawn().expect("the command starts");
    send("INT", child_with(interrupted.id(), "run"));
    assert_eq!(ended(&mut interrupted).code(), Some(1));
    fs::write(&goes_on, "").expect("writable");
    let report = claims.report().expect("a report");
    fs::remove_dir_all(claims.path("cache")).expect("removable");
    assert_eq!(claims.report().expect("a report"), report);
}

#[test]
fn claims_of_a_program_that_fails_have_no_report_however_often_they_are_asked_for() {
    let ends = root().join("tests/bad_programs/ends.cu");
    let claims = Claims::of("mascar", "4", "ends", &ends, "\"exit\"");
    for _ in 0..2 {
        let said = claims.report().expect_err("the program fails");
        assert!(said.contains("exit code 3"), "{said}");
    }
}

/// Added to a copy of a page: saves each figure that is drawn, as the buttons do, and says in the page how many pictures there are.
const SAVES: &str = r#"<script>
let saved = { svg: 0, png: 0 };
for (const [place, { figure }] of drawn) {
  picture(figure, place, "svg", (chart) => { saved.svg += chart.renderToSVGString().startsWith("<svg"); });
  picture(figure, place, "canvas", (chart) => { saved.png += chart.getDataURL({ type: "png" }).length > 2000; });
}
root.dataset.saved = saved.svg + "/" + saved.png + " of " + drawn.size;
</script>"#;

/// The figures of a page, with what is in each.
fn figures(dom: &str) -> Vec<(&str, &str)> {
    let parts = dom.split("data-figure=\"").skip(1);
    parts.filter_map(|part| part.split_once('"')).collect()
}

#[test]
fn a_report_opens_in_a_browser_without_an_error_and_draws_and_saves_each_chart_light_and_dark() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name);
    let program = warpsmith_tests::program("spmv");
    let results =
        [("base.json", None), ("eq.json", Some("equalizer:mode=performance,n_sm=4"))].map(|(name, with)| {
            let mut options = vec!["-m", "sm.count=4", "--backend", "model"];
            options.extend(with.iter().flat_map(|with| ["--with", with]));
            fs::write(file(name), program.result_bytes(&options)).expect("writable");
            file(name)
        });
    let (page, csv) = (file("report.html"), file("all.csv"));
    let inputs = results.iter().map(|path| path.as_os_str());
    let outputs = ["-o".as_ref(), page.as_os_str(), "--csv".as_ref(), csv.as_os_str()];
    stdout(&run(["report".as_ref()].into_iter().chain(inputs).chain(outputs)));

    let base = read_json(&results[0]);
    let hits = &base["statistics"]["total"]["l1"]["hits"];
    let csv = fs::read_to_string(csv).expect("it is written");
    assert!(csv.contains(&format!(",l1.hits,lines,accesses to a line that was present,{hits}\n")), "{csv}");

    let text = fs::read_to_string(&page).expect("it is written");
    assert!(text.contains("Apache License") && !text.contains("src=\"http"));
    if !browser::is_there() {
        return;
    }
    let copy = file("saves.html");
    // The library has such a word in it too.
    let (head, end) = text.rsplit_once("</body>").expect("a page has an end");
    fs::write(&copy, format!("{head}{SAVES}</body>{end}")).expect("writable");
    for dark in [false, true] {
        let (dom, console) = browser::opened(&copy, dark);
        assert_eq!(console, "");
        let root =
            dom.split("<html").nth(1).and_then(|rest| rest.split('>').next()).expect("a page has a root");
        assert!(root.contains("data-ready=\"yes\"") && !root.contains("data-errors"), "{root}");
        assert!(root.contains(if dark { "data-theme=\"dark\"" } else { "data-theme=\"light\"" }), "{root}");
        let figures = figures(dom.split("<footer").next().unwrap_or_default());
        let shown: Vec<&str> =
            figures.iter().filter(|(_, figure)| figure.contains("<svg")).map(|(id, _)| *id).collect();
        for id in [
            "speedup",
            "energy",
            "ipc",
            "energy-parts",
            "issue-slots",
            "traffic",
            "dram-rows",
            "dram-bus",
            "roofline",
            "time-ctas",
            "time-ipc",
        ] {
            assert!(shown.contains(&id), "{id} is not drawn: {shown:?}");
        }
        let all = shown.len();
        assert!(root.contains(&format!("data-saved=\"{all}/{all} of {all}\"")), "{all} figures: {root}");
    }
}

/// Spans of CTAs and kernels are those of the result, and a run with a time line has the same result as one without.
#[test]
fn a_time_line_has_every_kernel_and_every_cta_on_its_sm_and_changes_no_figure() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = folder.path().join("t.json");
    let program = warpsmith_tests::program("spmv");
    let options = ["-m", "sm.count=4", "--backend", "model", "--with", "equalizer:mode=energy,n_sm=4"];
    let plain = program.result_bytes(&options);
    let path = trace.to_str().expect("UTF-8");
    assert_eq!(program.result_bytes(&[&options[..], &["--timeline", path]].concat()), plain);

    let result: Value = serde_json::from_slice(&plain).expect("JSON");
    let trace = read_json(&trace);
    let events = trace["traceEvents"].as_array().expect("a list of events");
    let spans = |process: &dyn Fn(u64) -> bool| {
        let of = |event: &&Value| event["ph"] == "X" && process(event["pid"].as_u64().expect("a number"));
        events.iter().filter(of).collect::<Vec<_>>()
    };
    let kernels = result["statistics"]["kernels"].as_array().expect("kernels");
    let drawn = spans(&|process| process == 0);
    assert_eq!(drawn.len(), kernels.len());
    for (span, kernel) in drawn.iter().zip(kernels) {
        assert_eq!(span["args"]["SM cycles"], kernel["cycles"]);
    }
    let ctas = spans(&|process| process > 0);
    assert_eq!(
        ctas.len() as u64,
        result["statistics"]["total"]["sm"]["ctas_completed"].as_u64().expect("a count")
    );
    let sms: std::collections::BTreeSet<u64> = ctas.iter().filter_map(|span| span["pid"].as_u64()).collect();
    assert_eq!(sms, (1..=4).collect());
    // The CTAs of a slot follow one another, and the last ends with the last kernel.
    let micros = |value: &Value| value.as_f64().expect("a number");
    let ends = |span: &&Value| micros(&span["ts"]) + micros(&span["dur"]);
    let last = |spans: &[&Value]| spans.iter().map(ends).fold(0.0, f64::max);
    let seconds = micros(&result["statistics"]["total"]["time"]["seconds"]);
    assert!((last(&drawn) - seconds * 1e6).abs() < 1e-6 && last(&ctas) <= last(&drawn) + 1e-6);
    for sm in 1..=4 {
        let mut of: Vec<&&Value> = ctas.iter().filter(|span| span["pid"] == sm && span["tid"] == 1).collect();
        of.sort_by(|a, b| micros(&a["ts"]).total_cmp(&micros(&b["ts"])));
        assert!(of.windows(2).all(|two| ends(two[0]) <= micros(&two[1]["ts"]) + 1e-9));
    }
    assert!(events.iter().any(|event| event["ph"] == "C" && event["name"] == "IPC"));
}
