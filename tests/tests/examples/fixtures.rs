// SPDX-License-Identifier: Apache-2.0
//! The files that the command lines of the texts name.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::{json, Map, Value};
use tempfile::TempDir;
use warpsmith_tests::{compiled, emitted, root, run, stdout, warpsmith};

/// Where Debian's package puts the cell library that stands for those of the texts.
const LIBERTY: &str = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";

/// A kernel of the page about PTX, with its description in its own lines.
const SAXPY: &str = include_str!("../../bad_inputs/saxpy.ptx");

/// A folder with all files.
pub fn folder() -> TempDir {
    static FILES: OnceLock<TempDir> = OnceLock::new();
    let files = FILES.get_or_init(made);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let copied = Command::new("cp").arg("-a").arg(files.path().join(".")).arg(folder.path()).status();
    assert!(copied.expect("cp starts").success());
    folder
}

/// A search path on which `warpsmith` is the command.
pub fn path() -> String {
    static BIN: OnceLock<TempDir> = OnceLock::new();
    let bin = BIN.get_or_init(|| {
        let bin = tempfile::tempdir().expect("a temporary folder");
        let command = fs::canonicalize(warpsmith()).expect("the command is there");
        symlink(command, bin.path().join("warpsmith")).expect("writable");
        bin
    });
    format!("{}:{}", bin.path().display(), std::env::var("PATH").unwrap_or_default())
}

/// Makes the files.
fn made() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name);
    let text = |name: &str| at(name).to_str().expect("UTF-8").to_string();
    let write = |name: &str, contents: &str| fs::write(at(name), contents).expect("writable");
    let program = |source: &str| compiled(&root().join("tests/programs").join(source));
    for name in ["kmeans", "spmv", "stream"] {
        fs::copy(program(&format!("{name}.cu")), at(name)).expect("compiled");
    }
    fs::copy(at("spmv"), at("program")).expect("compiled");
    let streams = compiled(&root().join("tests/feature_programs/streams.cu"));
    fs::copy(streams, at("pipeline")).expect("compiled");
    // Pages that are read at the root of the source tree name its files.
    symlink(root().join("tests"), at("tests")).expect("writable");
    for name in ["kmeans.cu", "spmv.cu", "harness.cuh"] {
        fs::copy(root().join("tests/programs").join(name), at(name)).expect("readable");
    }
    write(
        "sizes.toml",
        "[[program]]\nfile = \"stream\"\nargs = [[\"1024\"], [\"2048\"]]\n[[with]]\nattach = []\n[[with]]\nattach = [\"gto\"]\n",
    );
    fs::copy(root().join("machines/gtx480.toml"), at("mine.toml")).expect("readable");

    fs::create_dir(at("common")).expect("writable");
    write("common/twice.h", "void twice(int *numbers, int count);\n");
    write(
        "main.cpp",
        "#include \"twice.h\"\nint main() { int two[2] = {1, 2}; twice(two, 2); return two[1] - 4; }\n",
    );
    write(
        "kernels.cu",
        "__global__ void kernel(int *n) { n[threadIdx.x] *= 2; }\n\
         void twice(int *numbers, int count) {\n    int *device;\n    cudaMalloc(&device, count * sizeof(int));\n    \
         cudaMemcpy(device, numbers, count * sizeof(int), cudaMemcpyHostToDevice);\n    kernel<<<1, count>>>(device);\n    \
         cudaMemcpy(numbers, device, count * sizeof(int), cudaMemcpyDeviceToHost);\n}\n",
    );

    for name in ["saxpy.ptx", "kernel.ptx"] {
        write(name, SAXPY);
    }
    write("launch.toml", &launch_file());

    write("core.trace", "10 64\n20 4096 8192\n");
    fs::copy(at("core.trace"), at("core1.trace")).expect("readable");
    let packed = Command::new("gzip").arg("-k").arg(at("core.trace")).status();
    assert!(packed.expect("gzip starts").success());

    let small = ["--", &text("program"), "1920", "16"].map(str::to_string);
    let call = |words: &[&str]| {
        let words = words.iter().map(ToString::to_string).chain(small.clone());
        stdout(&run(words));
    };
    for name in ["kmeans.trace", "stream.trace"] {
        call(&["record", "-o", &text(name)]);
    }
    call(&["record", "--format", "accelsim", "-o", &text("hotspot")]);
    for name in ["base.json", "eq.json", "energy.json", "apogee.json"] {
        call(&["run", "-o", &text(name), "--backend", "model"]);
    }
    checkpoint(folder.path());

    let verilog = emitted("frfcfs", "tiny");
    for name in ["i12_winner", "i02_requests"] {
        write(&format!("frfcfs-tiny-{name}.json"), &vector(&verilog));
    }
    write("my_frfcfs.v", &verilog);
    if Path::new(LIBERTY).exists() {
        fs::create_dir_all(at("path/to")).expect("writable");
        for name in ["sky130.lib", "gf180.lib", "path/to/sky130.lib", "path/to/gf180.lib"] {
            fs::copy(LIBERTY, at(name)).expect("readable");
        }
        let before = ["synth", "equalizer", "--config", "tiny", "--json"].map(str::to_string);
        if warpsmith_tests::have_proof_tools() {
            stdout(&run(before.into_iter().chain([text("before.json")])));
        }
    }
    folder
}

/// The launch file of the page about PTX, but for the result that it compares with.
fn launch_file() -> String {
    let page = fs::read_to_string(root().join("docs/ptx.md")).expect("the page is there");
    let block = page.split("```toml\n").nth(1).and_then(|rest| rest.split("\n```").next());
    let lines = block.expect("the page has a launch file").lines();
    lines
        .filter(|line| !line.starts_with("expect") && !line.starts_with("tolerance"))
        .map(|l| format!("{l}\n"))
        .collect()
}

/// A test vector of FR-FCFS: a reset and some cycles without requests. The parameters stand in the head of the Verilog.
fn vector(verilog: &str) -> String {
    let head = verilog.lines().skip_while(|line| *line != "// Parameters:").skip(1);
    let words = head.map_while(|line| line.strip_prefix("//")).flat_map(str::split_whitespace);
    let parameters: Map<String, Value> = words
        .map(|word| word.split_once('=').expect("key=value"))
        .map(|(key, value)| (key.to_string(), Value::from(value)))
        .collect();
    let vector = json!({
        "unit": "frfcfs", "module": "frfcfs", "configuration": "tiny", "parameters": parameters, "about": "a reset",
        "steps": [{ "reset": "0x1" }, {}, {}],
    });
    vector.to_string()
}

/// A checkpoint of the size that `rules.rs` gives the run, under the name that the texts use.
fn checkpoint(folder: &Path) {
    let output = Command::new("sh")
        .args(["-c", "warpsmith run --checkpoint-every 2000 -o long.json -- ./kmeans 7680 16 2"])
        .current_dir(folder)
        .env("PATH", path())
        .output();
    warpsmith_tests::stderr(&output.expect("a shell starts"), 0);
    let entries = fs::read_dir(folder.join("checkpoints")).expect("checkpoints");
    let mut made: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    made.sort();
    let last = made.last().expect("a checkpoint").clone();
    fs::rename(last, folder.join("checkpoints/kmeans-000015000000.checkpoint")).expect("writable");
}
