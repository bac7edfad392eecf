// SPDX-License-Identifier: Apache-2.0
//! A run that is resumed from a checkpoint ends as the run that was never interrupted.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;
use warpsmith_tests::cases::{self, Case};
use warpsmith_tests::lists::{machine_of, policies, units};
use warpsmith_tests::{
    bad_program, compiled, program, root, run, stderr, stdout, tests, warpsmith, BACKENDS,
};

/// Programs with one kernel and many, atomics and textures; what is attached, and cycles between checkpoints.
const PROGRAMS: [(&str, Option<&str>, u64); 5] = [
    ("kmeans", Some("equalizer:mode=energy"), 4000),
    ("bfs", Some("dyncta"), 5000),
    ("spmv", Some("ccws"), 3000),
    ("histo", None, 4000),
    ("texture", Some("gto"), 1500),
];

fn main() {
    let mut cases = tests![
        a_program_that_prints_measures_time_and_decides_by_results_resumes_from_every_checkpoint,
        a_trace_resumes_from_every_checkpoint,
        a_ptx_file_resumes_from_every_checkpoint,
        several_programs_and_a_trace_resume_from_every_checkpoint,
        programs_that_are_started_again_or_have_failed_resume_from_every_checkpoint,
        several_programs_resume_on_any_number_of_threads_and_on_every_backend,
        a_checkpoint_of_other_programs_or_another_split_is_refused_with_the_difference,
        an_interrupt_of_several_programs_leaves_a_checkpoint_that_can_be_resumed,
        a_resumed_run_writes_the_checkpoints_that_the_first_one_wrote,
        a_checkpoint_of_another_run_is_refused_with_the_difference,
        a_damaged_a_missing_and_a_wrong_file_are_refused,
        a_program_that_makes_other_calls_than_before_is_told_which,
        a_run_that_was_cut_goes_on_from_its_last_checkpoint_to_the_whole_result,
        an_interrupt_leaves_a_checkpoint_that_can_be_resumed,
        an_impossible_interval_or_folder_is_refused_before_the_run,
    ];
    for (name, with, every) in PROGRAMS {
        let check = move || {
            let with: Vec<&str> = with.iter().flat_map(|with| ["--with", with]).collect();
            program_resumes(name, &with, every);
        };
        cases.push(Case::new("program_resumes_from_every_checkpoint", &[&name], check));
    }
    for policy in policies() {
        let name = policy.name.clone();
        let check = move || {
            let [option, machine] = &machine_of(&policy.name);
            let options = [MODEL[0], MODEL[1], option, machine, "--with", &policy.name];
            the_last_checkpoint_leads_to_the_same_end(&Run::of("spmv", &options), 3000);
        };
        cases.push(Case::new("policy_resumes_from_its_last_checkpoint", &[&name], check));
    }
    for backend in BACKENDS {
        for unit in units() {
            let name = unit.clone();
            // The RTL's state too can be saved.
            let check = move || {
                let [option, machine] = &machine_of(&unit);
                let what = Run::of("spmv", &[option, machine, "--with", &unit, "--backend", backend]);
                two_checkpoints_lead_to_the_same_end(&what);
            };
            // Those of RTL take minutes; that its state is saved is also a test of each module.
            let case = Case::new("unit_resumes_from_every_checkpoint", &[&name, backend], check);
            cases.push(case.by_hand(*backend != BACKENDS[0]));
        }
        let check = || a_checkpoint_of_any_number_of_threads_resumes_on_any_other(backend);
        cases.push(Case::new("any_number_of_threads_resumes", &[backend], check));
    }
    cases::main(cases)
}

/// A run: options, and what it runs, which stands at the end of the command line.
#[derive(Clone)]
struct Run {
    options: Vec<OsString>,
    what: Vec<OsString>,
}

impl Run {
    /// Of a program with its small arguments.
    fn of(name: &str, options: &[&str]) -> Run {
        Run { options: options.iter().map(OsString::from).collect(), what: words(name) }
    }

    fn new(executable: &Path, args: &[String], options: &[&str]) -> Run {
        let mut what: Vec<OsString> = vec!["--".into(), executable.into()];
        what.extend(args.iter().map(OsString::from));
        Run { options: options.iter().map(OsString::from).collect(), what }
    }

    /// Of a file without arguments.
    fn of_file(file: &Path, options: &[&str]) -> Run {
        Run { what: vec![file.into()], options: options.iter().map(OsString::from).collect() }
    }

    fn with(&self, more: &[&dyn AsRef<std::ffi::OsStr>]) -> Output {
        let options = self.options.iter().cloned().chain(more.iter().map(OsString::from));
        let args = std::iter::once("run".into()).chain(options).chain(self.what.iter().cloned());
        run(args.collect::<Vec<OsString>>())
    }

    /// Standard output and result file of a run that succeeds.
    fn result(&self, folder: &Path, more: &[&dyn AsRef<std::ffi::OsStr>]) -> (String, String) {
        let path = folder.join("result.json");
        let output = self.with(&[more, &[&"-o", &path]].concat());
        (stdout(&output), fs::read_to_string(path).expect("a result"))
    }
}

/// A program with its small arguments, as at the end of a command line.
fn words(name: &str) -> Vec<OsString> {
    program(name).words().into_iter().map(OsString::from).collect()
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// The checkpoints in a folder, the oldest first.
fn checkpoints(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder of the checkpoints");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths
}

/// Checks a run without checkpoints, with them, and resumed from each of them. Gives their number.
fn every_checkpoint_leads_to_the_same_end(what: &Run, every: u64) -> usize {
    let folder = folder();
    let expected = what.result(folder.path(), &[]);
    checkpoints_lead_to(&expected, what, folder.path(), every)
}

/// The same with what the run without checkpoints gave.
fn checkpoints_lead_to(expected: &(String, String), what: &Run, folder: &Path, every: u64) -> usize {
    let kept = folder.join("kept");
    let every = every.to_string();
    let options: [&dyn AsRef<std::ffi::OsStr>; 6] =
        [&"--checkpoint-every", &every, &"--checkpoint-keep", &"0", &"--checkpoint-dir", &kept];
    assert!(what.result(folder, &options) == *expected, "{:?}: writing changes the run", what.what);
    let written = checkpoints(&kept);
    for path in &written {
        let resumed = what.result(folder, &[&"--resume", path]);
        assert!(resumed == *expected, "{:?}: resumed from {}", what.what, path.display());
    }
    written.len()
}

/// A run that writes checkpoints ends as the one that is resumed from the last of them.
fn the_last_checkpoint_leads_to_the_same_end(what: &Run, every: u64) {
    let folder = folder();
    let kept = folder.path().join("kept");
    let expected =
        what.result(folder.path(), &[&"--checkpoint-every", &every.to_string(), &"--checkpoint-dir", &kept]);
    let last = checkpoints(&kept).pop().expect("the run is long enough");
    assert!(what.result(folder.path(), &[&"--resume", &last]) == expected, "{:?}", what.what);
}

/// The same as of every checkpoint of two, however long the run is.
fn two_checkpoints_lead_to_the_same_end(what: &Run) {
    let folder = folder();
    let expected = what.result(folder.path(), &[]);
    let result: serde_json::Value = serde_json::from_str(&expected.1).expect("a result is JSON");
    let cycles = result["statistics"]["total"]["time"]["sm_cycles"].as_u64().expect("a number");
    let written = checkpoints_lead_to(&expected, what, folder.path(), cycles * 2 / 5);
    assert_eq!(written, 2, "in {cycles} cycles");
}

const MODEL: [&str; 2] = ["--backend", "model"];

fn program_resumes(name: &str, options: &[&str], every: u64) {
    let options = [&MODEL[..], options].concat();
    let written = every_checkpoint_leads_to_the_same_end(&Run::of(name, &options), every);
    assert!(written >= 2, "{written} checkpoints only");
}

fn feature_program() -> PathBuf {
    compiled(&root().join("tests/feature_programs/checkpoints.cu"))
}

fn a_program_that_prints_measures_time_and_decides_by_results_resumes_from_every_checkpoint() {
    let what = Run::new(&feature_program(), &[], &[&MODEL[..], &["--check"]].concat());
    assert!(every_checkpoint_leads_to_the_same_end(&what, 1777) >= 4);
}

/// Each checkpoint of a run on two threads, resumed on three and on one.
fn a_checkpoint_of_any_number_of_threads_resumes_on_any_other(backend: &str) {
    let what = Run::of("bfs", &["--with", "equalizer", "--backend", backend]);
    let folder = folder();
    let kept = folder.path().join("kept");
    let expected = what.result(folder.path(), &[]);
    let options: [&dyn AsRef<std::ffi::OsStr>; 6] =
        [&"--threads", &"2", &"--checkpoint-every", &"8000", &"--checkpoint-dir", &kept];
    assert!(what.result(folder.path(), &options) == expected, "two threads");
    let path = checkpoints(&kept).pop().expect("the run is long enough");
    for threads in ["1", "3"] {
        let resumed = what.result(folder.path(), &[&"--resume", &path, &"--threads", &threads]);
        assert!(resumed == expected, "resumed on {threads}");
    }
}

fn a_trace_resumes_from_every_checkpoint() {
    let folder = folder();
    let trace = folder.path().join("bfs.trace");
    let record: Vec<OsString> = vec!["record".into(), "-o".into(), trace.clone().into()];
    stderr(&run(record.into_iter().chain(words("bfs"))), 0);
    assert!(every_checkpoint_leads_to_the_same_end(&Run::of_file(&trace, &MODEL), 5000) >= 2);
}

/// Several programs, by what stands on the command line for each.
fn together(programs: &[Vec<OsString>], options: &[&str]) -> Run {
    let programs: Vec<&[OsString]> =
        programs.iter().map(|words| words.strip_prefix(&["--".into()]).unwrap_or(words)).collect();
    let what = [vec!["--".into()], programs.join(&OsString::from("++"))].concat();
    Run { options: options.iter().map(OsString::from).collect(), what }
}

fn several_programs_and_a_trace_resume_from_every_checkpoint() {
    let folder = folder();
    let trace = folder.path().join("spmv.trace");
    let record: Vec<OsString> = vec!["record".into(), "-o".into(), trace.clone().into()];
    stderr(&run(record.into_iter().chain(words("spmv"))), 0);
    let programs = [vec![feature_program().into()], vec![trace.into()], words("bfs")];
    let what = together(&programs, &[&MODEL[..], &["--check", "--with", "dyncta"]].concat());
    assert!(every_checkpoint_leads_to_the_same_end(&what, 4000) >= 4);
}

/// There are checkpoints while one program shares the machine with the second run of the other, and while one that failed has left it.
fn programs_that_are_started_again_or_have_failed_resume_from_every_checkpoint() {
    let again = together(&[words("bfs"), words("lbm")], &[&MODEL[..], &["--relaunch"]].concat());
    assert!(every_checkpoint_leads_to_the_same_end(&again, 4000) >= 3);
    let cycles = together(&[words("bfs"), words("spmv")], &[&MODEL[..], &["--cycles", "60000"]].concat());
    assert!(every_checkpoint_leads_to_the_same_end(&cycles, 15_000) >= 2);

    let folder = folder();
    let kept = folder.path().join("kept");
    let wrong = vec![bad_program("out_of_bounds").into()];
    let what = together(&[wrong, words("stream")], &[&MODEL[..], &["--check"]].concat());
    let result = |more: &[&dyn AsRef<std::ffi::OsStr>]| {
        let path = folder.path().join("result.json");
        let said = stderr(&what.with(&[more, &[&"-o", &path]].concat()), 1);
        assert!(said.contains("outside every live allocation"), "{said}");
        fs::read_to_string(path).expect("a result")
    };
    let expected = result(&[]);
    result(&[&"--checkpoint-every", &"2000", &"--checkpoint-keep", &"0", &"--checkpoint-dir", &kept]);
    let written = checkpoints(&kept);
    assert!(written.len() >= 2, "{written:?}");
    assert!(written.iter().all(|path| result(&[&"--resume", path]) == expected));
}

fn several_programs_resume_on_any_number_of_threads_and_on_every_backend() {
    for backend in BACKENDS {
        let options = ["--with", "equalizer", "--backend", backend, "--split", "9,6"];
        let what = together(&[words("bfs"), words("spmv")], &options);
        let folder = folder();
        let kept = folder.path().join("kept");
        let expected = what.result(folder.path(), &[]);
        let options: [&dyn AsRef<std::ffi::OsStr>; 6] =
            [&"--threads", &"2", &"--checkpoint-every", &"6000", &"--checkpoint-dir", &kept];
        assert!(what.result(folder.path(), &options) == expected, "two threads, {backend}");
        let path = checkpoints(&kept).pop().expect("the run is long enough");
        assert!(path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("bfs+spmv-")));
        for threads in ["1", "2"] {
            let resumed = what.result(folder.path(), &[&"--resume", &path, &"--threads", &threads]);
            assert!(resumed == expected, "resumed on {threads}, {backend}");
        }
    }
}

fn a_checkpoint_of_other_programs_or_another_split_is_refused_with_the_difference() {
    let folder = folder();
    let pair = [words("bfs"), words("spmv")];
    let every: [&dyn AsRef<std::ffi::OsStr>; 4] =
        [&"--checkpoint-every", &"6000", &"--checkpoint-dir", &folder.path()];
    stdout(&together(&pair, &MODEL).with(&every));
    let path = checkpoints(folder.path()).pop().expect("the run is long enough");
    let mut longer = pair.clone();
    longer[1].push("9".into());
    for (programs, options, part) in [
        (
            &[pair[1].clone(), pair[0].clone()][..],
            &[][..],
            "the program was bfs ++ spmv, now it is spmv ++ bfs",
        ),
        (&pair[..1], &[], "the program was bfs ++ spmv, now it is bfs"),
        (&longer, &[], "the argument list of spmv was"),
        (&pair, &["--split", "7,8"], "--split was 8,7, now it is 7,8"),
        (&pair, &["--relaunch"], "--relaunch was not there, now it is there"),
        (&pair, &["--cycles", "90000"], "--cycles was not there, now it is 90000"),
        (&pair, &["-m", "l2.rop_queue=2"], "l2"),
    ] {
        let what = match programs {
            [only] => Run { options: MODEL.iter().map(OsString::from).collect(), what: only.clone() },
            several => together(several, &[&MODEL[..], options].concat()),
        };
        let said = stderr(&what.with(&[&"--resume", &path]), 1);
        assert!(said.contains("another run") && said.contains(part), "{part}: {said}");
    }
    let fickle = [vec![feature_program().into()], words("spmv")];
    let kept = folder.path().join("kept");
    let every: [&dyn AsRef<std::ffi::OsStr>; 4] =
        [&"--checkpoint-every", &"3000", &"--checkpoint-dir", &kept];
    let what = together(&fickle, &MODEL);
    stdout(&what.with(&every));
    let path = checkpoints(&kept).remove(0);
    let mut command = Command::new(warpsmith());
    command.arg("run").args(&what.options).arg("--resume").arg(&path).args(&what.what).env("FICKLE", "1");
    let said = stderr(&command.output().expect("the command starts"), 1);
    assert!(said.contains("program 1: ") && said.contains("its call number"), "{said}");
}

fn an_interrupt_of_several_programs_leaves_a_checkpoint_that_can_be_resumed() {
    let endless = vec![OsString::from(bad_program("infinite_loop"))];
    interrupt_leaves_a_checkpoint(&together(&[endless.clone(), endless], &MODEL));
}

const KERNEL: &str = r#"
//! [[buffer]]
//! name = "data"
//! type = "u32"
//! count = 20000
//! init = "zero"
//! [[launch]]
//! kernel = "count"
//! grid = 40
//! block = 128
//! params = ["data"]
.version 6.0
.target sm_35
.address_size 64
.visible .entry count(.param .u64 data)
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .b64 %d<8>;
    ld.param.u64 %d1, [data];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mad.lo.s32 %r3, %r2, 128, %r1;
    mul.wide.u32 %d2, %r3, 4;
    add.s64 %d3, %d1, %d2;
    mov.u32 %r4, 0;
LOOP:
    ld.global.u32 %r5, [%d3];
    add.s32 %r5, %r5, %r4;
    st.global.u32 [%d3], %r5;
    add.s32 %r4, %r4, 1;
    setp.lt.u32 %p1, %r4, 10;
    @%p1 bra LOOP;
    ret;
}
"#;

fn a_ptx_file_resumes_from_every_checkpoint() {
    let folder = folder();
    let path = folder.path().join("count.ptx");
    fs::write(&path, KERNEL).expect("writable");
    assert!(every_checkpoint_leads_to_the_same_end(&Run::of_file(&path, &MODEL), 1000) >= 2);
}

fn a_resumed_run_writes_the_checkpoints_that_the_first_one_wrote() {
    let [first, second] = [folder(), folder()];
    let what = Run::new(&feature_program(), &[], &[&MODEL[..], &["--with", "equalizer"]].concat());
    let write = |folder: &Path, more: &[&dyn AsRef<std::ffi::OsStr>]| {
        let options: [&dyn AsRef<std::ffi::OsStr>; 6] =
            [&"--checkpoint-every", &"9000", &"--checkpoint-keep", &"0", &"--checkpoint-dir", &folder];
        stdout(&what.with(&[&options[..], more].concat()));
        checkpoints(folder)
    };
    let written = write(first.path(), &[]);
    let again = write(second.path(), &[&"--resume", &written[0]]);
    assert!(again.len() > 1 && again.len() == written.len() - 1, "{again:?}");
    for (a, b) in written[1..].iter().zip(&again) {
        assert_eq!(a.file_name(), b.file_name());
        assert!(fs::read(a).expect("readable") == fs::read(b).expect("readable"), "{} differs", b.display());
    }
}

/// A checkpoint of `spmv` in `folder`, and the run.
fn one_checkpoint(folder: &Path) -> (Run, PathBuf) {
    let what = Run::of("spmv", &[&MODEL[..], &["--with", "dyncta"]].concat());
    let options: [&dyn AsRef<std::ffi::OsStr>; 6] =
        [&"--checkpoint-every", &"3000", &"--checkpoint-keep", &"1", &"--checkpoint-dir", &folder];
    stdout(&what.with(&options));
    let [path] = &checkpoints(folder)[..] else { panic!("one checkpoint is to be kept") };
    (what, path.clone())
}

fn a_checkpoint_of_another_run_is_refused_with_the_difference() {
    let folder = folder();
    let (what, path) = one_checkpoint(folder.path());
    let refused = |what: &Run, options: &[&str], part: &str| {
        let what = Run { options: options.iter().map(OsString::from).collect(), ..what.clone() };
        let text = stderr(&what.with(&[&"--resume", &path]), 1);
        assert!(text.contains("another run") && text.contains(part), "{text}");
    };
    let dyncta = ["--backend", "model", "--with", "dyncta"];
    refused(&what, &MODEL, "now it is nothing");
    refused(&what, &["--backend", "model", "--with", "dyncta:period=99"], "period=99");
    refused(&what, &[&dyncta[..], &["-m", "sm.count=8"]].concat(), "[sm] count = 8");
    refused(&Run::of("bfs", &[]), &dyncta, "bfs");
    let mut other = what.clone();
    other.what.push("9".into());
    refused(&other, &dyncta, "argument list");
}

fn a_damaged_a_missing_and_a_wrong_file_are_refused() {
    let folder = folder();
    let (what, path) = one_checkpoint(folder.path());
    let whole = fs::read(&path).expect("readable");
    let refused = |bytes: &[u8], part: &str| {
        fs::write(&path, bytes).expect("writable");
        let text = stderr(&what.with(&[&"--resume", &path]), 1);
        assert!(text.contains(".checkpoint") && text.contains(part), "{text}");
        assert!(!text.contains("panicked"), "{text}");
    };
    refused(&whole[..whole.len() / 2], "truncated or damaged");
    for position in [20, whole.len() / 3, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[position] ^= 1;
        refused(&damaged, "truncated or damaged");
    }
    let mut newer = whole.clone();
    newer[8] += 1;
    refused(&newer, "version");
    refused(b"a text", "not a checkpoint");
    fs::remove_file(&path).expect("removable");
    assert!(stderr(&what.with(&[&"--resume", &path]), 1).contains("No such file"));
}

fn a_program_that_makes_other_calls_than_before_is_told_which() {
    let folder = folder();
    let what = Run::new(&feature_program(), &[], &MODEL);
    let every: [&dyn AsRef<std::ffi::OsStr>; 4] =
        [&"--checkpoint-every", &"3000", &"--checkpoint-dir", &folder.path()];
    stdout(&what.with(&every));
    let path = checkpoints(folder.path()).remove(0);
    let output = Command::new(warpsmith())
        .args(["run", "--backend", "model", "--resume"])
        .args([path.as_os_str(), "--".as_ref(), feature_program().as_os_str()])
        .env("FICKLE", "1")
        .output()
        .expect("the command starts");
    let text = stderr(&output, 1);
    assert!(text.contains("its call number") && text.contains("Allocate { bytes: 48000 }"), "{text}");
}

fn a_run_that_was_cut_goes_on_from_its_last_checkpoint_to_the_whole_result() {
    let folder = folder();
    let kept = folder.path().join("kept");
    let what = Run::of("kmeans", &MODEL);
    let expected = what.result(folder.path(), &[]);
    let cut: [&dyn AsRef<std::ffi::OsStr>; 6] =
        [&"--max-cycles", &"9000", &"--checkpoint-every", &"2000", &"--checkpoint-dir", &kept];
    let text = stderr(&what.with(&cut), 1);
    let paths = checkpoints(&kept);
    assert_eq!(paths.len(), 2, "two are kept: {paths:?}");
    let last = &paths[1];
    assert!(text.contains(&format!("--resume {}", last.display())), "{text}");
    assert!(what.result(folder.path(), &[&"--resume", last]) == expected);
}

fn an_interrupt_leaves_a_checkpoint_that_can_be_resumed() {
    interrupt_leaves_a_checkpoint(&Run::new(&bad_program("infinite_loop"), &[], &MODEL));
}

/// Of a run that does not end by itself.
fn interrupt_leaves_a_checkpoint(what: &Run) {
    let folder = folder();
    let child = Command::new(warpsmith())
        .arg("run")
        .args(&what.options)
        .args(["--checkpoint-every", "2000", "--checkpoint-dir"])
        .arg(folder.path())
        .args(&what.what)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let whole = |path: &PathBuf| path.extension().is_some_and(|e| e == "checkpoint");
    while !checkpoints(folder.path()).iter().any(whole) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill starts").success());
    let text = stderr(&child.wait_with_output().expect("it ends"), 1);
    assert!(text.contains("interrupted; go on with --resume"), "{text}");
    let last = checkpoints(folder.path()).pop().expect("a checkpoint");
    assert!(whole(&last), "{last:?}: nothing half-written is left");
    let name = last.file_stem().and_then(|name| name.to_str()).expect("UTF-8");
    let cycle: u64 = name.rsplit('-').next().and_then(|n| n.parse().ok()).expect("named after the cycle");
    let limit = (cycle + 2000).to_string();
    let text = stderr(&what.with(&[&"--resume", &last, &"--max-cycles", &limit]), 1);
    assert!(text.contains(&format!("the limit of {limit} SM cycles")), "{text}");
}

fn an_impossible_interval_or_folder_is_refused_before_the_run() {
    let what = Run::of("spmv", &MODEL);
    let text = stderr(&what.with(&[&"--checkpoint-every", &"0"]), 2);
    assert!(text.contains("--checkpoint-every"), "{text}");
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let output = what.with(&[&"--checkpoint-every", &"5000", &"--checkpoint-dir", &file.path()]);
    assert!(stderr(&output, 1).contains("cannot make the folder"));
}
