// SPDX-License-Identifier: Apache-2.0
//! A trace replays as its program ran.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use warpsmith_tests::cases::{self, Case};
use warpsmith_tests::{
    bad_program, compiled, programs, read_json, run, stderr, stdout, tests, Program, BACKENDS,
};

/// What these programs execute does not depend on time, so the trace of any run is the trace of every run.
const TIMELESS: [&str; 5] = ["kmeans", "spmv", "sgemm", "reduce", "phases"];

/// Programs that read textures.
const TEXTURES: [&str; 3] = ["texture", "featurekmeans", "genomematch"];

fn main() {
    let mut cases = tests![
        a_trace_replays_with_the_same_statistics_on_every_backend,
        two_recordings_are_the_same_bytes,
        a_truncated_or_damaged_trace_is_refused_with_the_byte,
        a_program_that_fails_leaves_no_trace,
        accel_sims_format_has_no_trace_without_a_kernel,
        every_line_that_is_exported_is_within_the_limits_of_a_stock_accel_sim,
        a_wrong_line_of_a_trace_directory_is_named,
        the_kernels_of_a_trace_are_listed_with_the_bytes_that_they_touch,
        what_is_no_trace_has_no_kernels_to_list,
    ];
    for program in programs() {
        let mut case = |claim: &str, check: fn(&Program)| {
            let program = program.clone();
            cases.push(Case::new(claim, &[&program.name.clone()], move || check(&program)));
        };
        case("replays_with_its_own_statistics", |p| replays(p, &[], &[]));
        case("replays_with_its_own_statistics_under_equalizer", |p| replays(p, &EQUALIZER, &EQUALIZER));
        case("replays_with_its_own_statistics_on_cores_that_predict_branches", |p| replays(p, &ILP, &ILP));
        if TIMELESS.contains(&program.name.as_str()) {
            case("replays_under_equalizer_as_it_runs_there", |p| replays(p, &[], &EQUALIZER));
        }
        // Accel-Sim's format has no textures; see docs/traces.md.
        if !TEXTURES.contains(&program.name.as_str()) {
            case("comes_back_from_accel_sims_format", comes_back_from_accel_sims_format);
        }
    }
    cases::main(cases)
}

/// Options, and what runs behind `--`.
fn arguments<'a>(options: &'a [&'a str], program: &'a Program, executable: &'a Path) -> Vec<&'a OsStr> {
    let options = options.iter().map(OsStr::new);
    let tail = program.args_small.iter().map(OsStr::new);
    options.chain([OsStr::new("--"), executable.as_os_str()]).chain(tail).collect()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// The bytes of `statistics` in a result file.
fn statistics(path: &Path) -> String {
    serde_json::to_string(&read_json(path)["statistics"]).expect("JSON")
}

/// Checks that a trace of `program` that was recorded under `record_with` has under `run_with` the statistics of the program there.
fn replays(program: &Program, record_with: &[&str], run_with: &[&str]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [trace, live, replayed] =
        ["a.trace", "live.json", "replay.json"].map(|name| folder.path().join(name));
    let executable = compiled(&program.source);
    let backend = ["--backend", BACKENDS[0]];

    let record = [&["record", "-o", text(&trace)], &backend[..], record_with].concat();
    stderr(&run(arguments(&record, program, &executable)), 0);
    let options = [&["run", "-o", text(&live)], &backend[..], run_with].concat();
    stderr(&run(arguments(&options, program, &executable)), 0);
    let options = [&["run", text(&trace), "-o", text(&replayed)], &backend[..], run_with].concat();
    stderr(&run(options), 0);
    assert!(statistics(&live) == statistics(&replayed), "the replay differs");
}

/// SMs of both kinds: wrong paths, and what a branch says, are in the trace.
const ILP: [&str; 6] = ["--machine", "ilp", "-m", "front_end.tlp_sms=15", "--with", "ilp"];
const EQUALIZER: [&str; 2] = ["--with", "equalizer:mode=performance"];

fn a_trace_replays_with_the_same_statistics_on_every_backend() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = recorded(folder.path());
    let replays: Vec<String> = BACKENDS
        .iter()
        .map(|backend| {
            let result = folder.path().join(backend).with_extension("json");
            let options = [&["run", text(&trace), "-o", text(&result), "--backend", backend], &EQUALIZER[..]];
            stderr(&run(options.concat()), 0);
            statistics(&result)
        })
        .collect();
    assert!(replays.iter().all(|replay| *replay == replays[0]));
}

/// A small trace.
fn recorded(folder: &Path) -> PathBuf {
    let trace = folder.join("a.trace");
    let program = &programs()[0];
    let executable = compiled(&program.source);
    stderr(&run(arguments(&["record", "-o", text(&trace)], program, &executable)), 0);
    trace
}

fn two_recordings_are_the_same_bytes() {
    let [first, second] = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder"));
    let [first, second] = [first.path(), second.path()].map(|f| fs::read(recorded(f)).expect("readable"));
    assert!(first == second);
}

fn a_truncated_or_damaged_trace_is_refused_with_the_byte() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = recorded(folder.path());
    let whole = fs::read(&trace).expect("readable");
    let refused = |bytes: &[u8]| {
        fs::write(&trace, bytes).expect("writable");
        let text = stderr(&run(["run", text(&trace)]), 1);
        assert!(text.contains("a.trace") && text.contains("at byte"), "{text}");
        assert!(!text.contains("panicked"), "{text}");
    };
    refused(&whole[..whole.len() / 2]);
    // In the first chunk, behind the heads of the file and of the record.
    let mut damaged = whole.clone();
    damaged[60] ^= 0x55;
    refused(&damaged);
}

fn a_program_that_fails_leaves_no_trace() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = folder.path().join("a.trace");
    let program = bad_program("out_of_bounds");
    for format in ["warpsmith", "accelsim"] {
        let record = ["record", "--format", format, "-o", text(&trace), "--", text(&program)];
        let said = stderr(&run(record), 1);
        assert!(said.contains("writes_past_the_end") && said.contains("no trace"), "{said}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 0);
}

fn accel_sims_format_has_no_trace_without_a_kernel() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let traces = folder.path().join("traces");
    let program = bad_program("launches_nothing");
    let said = stderr(&run(["record", "--format", "accelsim", "-o", text(&traces), "--", text(&program)]), 1);
    assert!(said.contains("no kernel"), "{said}");
    assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 0);
}

fn comes_back_from_accel_sims_format(program: &Program) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [traces, live, imported] = ["traces", "live.json", "back.json"].map(|name| folder.path().join(name));
    let executable = compiled(&program.source);
    let record = ["record", "--format", "accelsim", "-o", text(&traces)];
    stderr(&run(arguments(&record, program, &executable)), 0);
    stderr(&run(arguments(&["run", "-o", text(&live)], program, &executable)), 0);
    let list = traces.join("kernelslist.g");
    stderr(&run(["run", text(&list), "-o", text(&imported)]), 0);
    let [live, imported] = [live, imported].map(|path| read_json(&path)["statistics"]["total"].clone());
    assert!(live == imported, "{live:#} became {imported:#}");
}

/// What the format's reader knows at binary version 61 of what may be written: the opcodes, and whether each accesses memory.
/// Any other ends it, as does a line with more than one destination or four sources.
const OPCODES: [(&str, bool); 21] = [
    ("IADD3", false),
    ("IMAD", false),
    ("FFMA", false),
    ("DFMA", false),
    ("MUFU", false),
    ("BRA", false),
    ("EXIT", false),
    ("NOP", false),
    ("BAR", false),
    ("MEMBAR", false),
    ("LD", true),
    ("LDG", true),
    ("LDL", true),
    ("LDS", true),
    ("LDC", true),
    ("STG", true),
    ("STL", true),
    ("STS", true),
    ("ATOMG", true),
    ("ATOMS", true),
    ("RED", true),
];

/// Checks a line of a warp against what a stock reader takes.
fn check_line(line: &str) {
    let words: Vec<&str> = line.split(' ').collect();
    let number = |at: usize| words[at].parse::<usize>().unwrap_or_else(|_| panic!("word {at} of {line}"));
    let writes = number(2);
    let opcode = words[3 + writes];
    let reads = number(4 + writes);
    assert!(writes <= 1 && reads <= 4, "{line}");
    let registers = words[3..3 + writes].iter().chain(&words[5 + writes..5 + writes + reads]);
    registers.for_each(|r| assert!(r.strip_prefix('R').is_some_and(|n| n.parse::<u16>().is_ok()), "{line}"));
    let mut modifiers = opcode.split('.');
    let base = modifiers.next().expect("split gives one part");
    let known = OPCODES.iter().find(|(name, _)| *name == base).unwrap_or_else(|| panic!("{opcode}: {line}"));
    // It takes the bytes from the first modifier that is a number of bits, or one behind U; else 4.
    let bits = modifiers.find_map(|m| m.strip_prefix('U').unwrap_or(m).parse::<usize>().ok());
    let width = number(5 + writes + reads);
    assert!(width == 0 || width == bits.unwrap_or(32) / 8, "{line}");
    assert!(width == 0 || known.1, "{line}");
}

fn every_line_that_is_exported_is_within_the_limits_of_a_stock_accel_sim() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // Vectors of four, atomics, shuffles and votes, barriers.
    for name in ["sgemm", "bfs", "histo", "reduce", "cutcp"] {
        let program = warpsmith_tests::program(name);
        let traces = folder.path().join(name);
        let record = ["record", "--format", "accelsim", "-o", text(&traces)];
        stderr(&run(arguments(&record, &program, &compiled(&program.source))), 0);
        let (mut lines, mut vectors) = (0, 0);
        for entry in fs::read_dir(&traces).expect("readable") {
            let file = fs::read_to_string(entry.expect("readable").path()).expect("text");
            let Some((head, body)) = file.split_once("#traces format") else { continue };
            assert!(head.contains("-binary version = 61\n"), "{head}");
            let is_instruction =
                |line: &&str| line.starts_with(|c: char| c.is_ascii_hexdigit()) && !line.contains('=');
            for line in body.lines().skip(1).filter(is_instruction) {
                check_line(line);
                lines += 1;
                vectors += usize::from(line.contains(".128"));
            }
        }
        assert!(lines > 1000, "{name}: {lines}");
        assert!(vectors > 0 || name != "sgemm", "sgemm has no vectors");
    }
}

fn a_wrong_line_of_a_trace_directory_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let list = folder.path().join("kernelslist.g");
    fs::write(&list, "MemcpyHtoD,0x10,4\nkernel one\n").expect("writable");
    let said = stderr(&run(["run", text(&list)]), 1);
    assert!(said.contains("kernelslist.g:2: ") && said.contains("kernel one"), "{said}");
}

fn the_kernels_of_a_trace_are_listed_with_the_bytes_that_they_touch() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = warpsmith_tests::program("stream");
    let executable = compiled(&program.source);
    let [trace, traces] = ["stream.trace", "traces"].map(|name| folder.path().join(name));
    let list = traces.join("kernelslist.g");
    for (format, path) in [("warpsmith", &trace), ("accelsim", &traces)] {
        let record = ["record", "--format", format, "-o", text(path)];
        stderr(&run(arguments(&record, &program, &executable)), 0);
    }
    let listed = [&trace, &list].map(|path| {
        let rows = stdout(&run(["list", "kernels", text(path), "--json"]));
        serde_json::from_str::<Vec<serde_json::Map<String, serde_json::Value>>>(&rows).expect("JSON")
    });
    // Two launches of a = b + s * c, each over half of the elements of four bytes. In Accel-Sim's format parameters are constants.
    let half = 4 * program.args_small[0].parse::<u64>().expect("elements") / 2;
    for (rows, parameters) in listed.iter().zip([0, 128]) {
        assert_eq!(rows.len(), 2);
        for row in rows {
            let bytes = ["bytes read", "bytes written", "bytes touched"].map(|key| row[key].clone());
            let expected = [2 * half + parameters, half, 3 * half + parameters];
            assert_eq!(bytes, expected.map(|n| n.to_string()), "{row:?}");
        }
    }
    let table = stdout(&run(["list", "kernels", text(&trace)]));
    assert!(table.lines().nth(2).is_some_and(|row| row.starts_with("triad  ")), "{table}");
}

fn what_is_no_trace_has_no_kernels_to_list() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = recorded(folder.path());
    let foreign = folder.path().join("notes.txt");
    fs::write(&foreign, "no trace").expect("writable");
    let refused = |words: &[&str], code, parts: &[&str]| {
        let said = stderr(&run(words), code);
        assert!(parts.iter().all(|part| said.contains(part)), "{said}");
    };
    refused(&["list", "kernels"], 2, &["list kernels FILE"]);
    refused(&["list", "kernels", text(&foreign)], 2, &["notes.txt", "no trace", "warpsmith record"]);
    refused(&["list", "kernels", text(&folder.path().join("none"))], 1, &["none", "No such file"]);
    refused(&["list", "units", "equalizer", "--json"], 2, &["--json"]);
    let whole = fs::read(&trace).expect("readable");
    fs::write(&trace, &whole[..whole.len() / 2]).expect("writable");
    refused(&["list", "kernels", text(&trace)], 1, &["a.trace", "at byte"]);
}
