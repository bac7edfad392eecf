// SPDX-License-Identifier: Apache-2.0
//! Numbers on the command line: whatever an option is given, the command works or says what is wrong.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use warpsmith_tests::{run, stdout, warpsmith};

/// 0, 2^32 - 1, 2^63, 2^64 - 1, and what is no number of any width here.
const VALUES: [&str; 6] = ["0", "4294967295", "9223372036854775808", "18446744073709551615", "-1", "1e30"];

/// Every option that takes a number, in a command that comes to use it: command, words, option.
const OPTIONS: [(&str, &str, &str); 24] = [
    ("run", "k.ptx", "threads"),
    ("run", "k.ptx", "max-cycles"),
    ("run", "k.ptx", "cycles"),
    ("run", "k.ptx", "checkpoint-every"),
    ("run", "k.ptx --checkpoint-every 50", "checkpoint-keep"),
    ("record", "-o k.trace -- ./nothing", "threads"),
    ("bench-unit", "--replay vector.json", "idle"),
    ("bench-unit", "equalizer --config small", "cycles"),
    ("bench-unit", "equalizer --config small --cycles 1000", "seed"),
    ("mutate", "equalizer --module eq_fm --by lockstep", "faults"),
    ("mutate", "equalizer --module eq_fm --by lockstep --faults 1", "seed"),
    ("mutate", "equalizer --module eq_fm --by lockstep --faults 1", "cycles"),
    ("mutate", "equalizer --module eq_fm --by proof --faults 1", "depth"),
    ("mutate", "equalizer --module eq_fm --by proof --faults 1", "seconds"),
    ("prove", "equalizer", "invariant"),
    ("prove", "equalizer --invariant 3", "depth"),
    ("prove", "equalizer --invariant 3", "seconds"),
    ("synth", "equalizer --scripts scripts", "clock"),
    ("synth", "equalizer --no-cache", "activity"),
    ("synth", "equalizer --no-cache", "jobs"),
    ("sweep", "sizes.toml", "jobs"),
    ("sweep", "sizes.toml", "per-task"),
    ("claims", "sms --only 99", "cycles"),
    ("claims", "sms", "only"),
];

/// The same for options whose number stands in a word, or that is used too late to try.
const ELSEWHERE: [(&str, &str); 1] = [("claims", "jobs")];

const KERNEL: &str = "\
//! [[buffer]]
//! name = \"x\"
//! type = \"f32\"
//! count = 256
//! [[launch]]
//! kernel = \"k\"
//! grid = 2
//! block = 128
//! params = [\"x\"]
.version 6.0
.target sm_35
.address_size 64
.visible .entry k(.param .u64 x) {
    .reg .b32 %r<5>; .reg .b64 %rd<6>;
    mov.u32 %r1, %tid.x; ld.param.u64 %rd1, [x]; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r1; ret;
}
";

const VECTOR: &str =
    r#"{"unit": "equalizer", "module": "eq_fm", "configuration": "small", "about": "nothing", "steps": []}"#;

const SWEEP: &str = "[[program]]\nfile = \"k.ptx\"\n";

/// Runs the command in `folder`, or ends it after a second: then it works on what it was asked for.
fn survives(folder: &Path, words: &[&str]) {
    let log = tempfile::NamedTempFile::new().expect("a temporary file");
    let mut command = Command::new(warpsmith());
    command.args(words).current_dir(folder).stdout(Stdio::null());
    command.stderr(log.reopen().expect("a second handle"));
    let mut child = command.spawn().expect("the command starts");
    let start = Instant::now();
    let mut told = false;
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            break status;
        }
        if start.elapsed() > Duration::from_secs(20) {
            child.kill().expect("a child can be killed");
        } else if start.elapsed() > Duration::from_secs(1) && !told {
            // Asked to end, it ends its tools too.
            let kill = format!("kill -TERM {}", child.id());
            Command::new("sh").args(["-c", &kill]).status().expect("a shell");
            told = true;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let text = fs::read_to_string(log.path()).expect("readable");
    let defect =
        ["panicked", "memory allocation", "overflow", "internal error"].iter().find(|d| text.contains(**d));
    assert_eq!(defect, None, "{words:?}:\n{text}");
    let ended = status.code().is_some_and(|code| code <= 2) || told;
    assert!(ended, "{words:?}: {status}, signal {:?}:\n{text}", status.signal());
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [("k.ptx", KERNEL), ("vector.json", VECTOR), ("sizes.toml", SWEEP)] {
        fs::write(folder.path().join(name), text).expect("writable");
    }
    folder
}

#[test]
fn no_number_makes_a_command_panic_or_run_out_of_memory() {
    let next = AtomicUsize::new(0);
    let cases: Vec<_> = OPTIONS.iter().flat_map(|option| VALUES.map(|value| (option, value))).collect();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(((command, words, option), value)) =
                    cases.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let folder = folder();
                    let option = format!("--{option}={value}");
                    let mut all = vec![*command, &option];
                    all.extend(words.split(' '));
                    survives(folder.path(), &all);
                }
            });
        }
    });
}

#[test]
fn every_option_that_takes_a_number_is_among_those_that_are_tried() {
    let numbers = ["<N>", "<K>", "<S>", "<NS>", "<CYCLES>", "<SEED>", "<JOBS>"];
    let tried = OPTIONS.iter().map(|(command, _, option)| (*command, *option)).chain(ELSEWHERE);
    let tried: BTreeSet<(String, String)> = tried.map(|(c, o)| (c.to_string(), o.to_string())).collect();
    let mut known = BTreeSet::new();
    let help = stdout(&run(["--help"]));
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    for command in
        commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|w| !w.is_empty()))
    {
        if command == "help" {
            continue;
        }
        let help = stdout(&run([command, "--help"]));
        for line in help.lines() {
            let mut words = line.split_whitespace().skip_while(|word| !word.starts_with("--"));
            if let (Some(option), Some(value)) = (words.next(), words.next()) {
                if numbers.contains(&value) && !option.contains('=') {
                    known.insert((command.to_string(), option.trim_start_matches('-').to_string()));
                }
            }
        }
    }
    assert_eq!(known, tried);
}

#[test]
fn numbers_outside_their_range_are_refused_with_the_range() {
    let folder = folder();
    for (words, range) in [
        (["run", "--threads=1000000", "k.ptx"], "1..=1024"),
        (["run", "--threads=18446744073709551615", "k.ptx"], "1..=1024"),
        (["bench-unit", "--replay=vector.json", "--idle=1000000000000"], "0..=100000"),
        (["mutate", "equalizer", "--faults=18446744073709551615"], "1..=100000"),
        (["mutate", "equalizer", "--faults=0"], "1..=100000"),
    ] {
        let output =
            Command::new(warpsmith()).args(words).current_dir(folder.path()).output().expect("it starts");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {text}");
        assert!(text.contains(range), "{words:?}: {text}");
    }
}

#[test]
fn a_buffer_that_the_device_has_no_room_for_is_refused_before_it_is_made() {
    for count in ["4294967295", "9223372036854775807", "0"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("k.ptx"), KERNEL.replace("count = 256", &format!("count = {count}")))
            .expect("writable");
        let words = ["-c", "ulimit -v 8000000; exec \"$0\" run k.ptx", warpsmith().to_str().expect("UTF-8")];
        let output = Command::new("sh").args(words).current_dir(folder.path()).output().expect("it starts");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{count}: {text}");
        assert!(text.contains("k.ptx:4"), "{count}: {text}");
    }
}

#[test]
fn no_number_in_a_launch_file_makes_a_run_panic_or_run_out_of_memory() {
    let keys = [
        ("count = 256", "count = {}"),
        ("grid = 2", "grid = {}"),
        ("grid = 2", "grid = [1, {}, {}]"),
        ("block = 128", "block = {}"),
        ("block = 128", "block = [{}, 1, {}]"),
        ("block = 128", "block = 128\n//! dynamic_shared = {}"),
        ("count = 256", "count = 256\n//! init = { ramp = { start = {}, step = {} } }"),
        ("count = 256", "count = 256\n//! init = { random = {} }"),
        ("count = 256", "count = 256\n//! expect = \"zero\"\n//! tolerance = {}"),
        ("params = [\"x\"]", "params = [{ u64 = {} }]"),
    ];
    for (from, to) in keys {
        for value in VALUES {
            let folder = tempfile::tempdir().expect("a temporary folder");
            fs::write(folder.path().join("k.ptx"), KERNEL.replace(from, &to.replace("{}", value)))
                .expect("writable");
            survives(folder.path(), &["run", "--max-cycles=3000", "k.ptx"]);
        }
    }
}

#[test]
fn kernels_of_any_name_run_and_small_stacks_are_enough() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let name = "k".repeat(70_000);
    let kernel =
        KERNEL.replace("\"k\"", &format!("\"{name}\"")).replace("entry k(", &format!("entry {name}("));
    fs::write(folder.path().join("k.ptx"), kernel).expect("writable");
    let words = [
        "-c",
        "ulimit -s 64; \"$0\" run k.ptx -o r.json && \"$0\" compare r.json r.json",
        warpsmith().to_str().expect("UTF-8"),
    ];
    let output =
        Command::new("sh").args(words).env("RUST_MIN_STACK", "65536").current_dir(folder.path()).output();
    let output = output.expect("it starts");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{}", &text[text.len().saturating_sub(2000)..]);
}
