// SPDX-License-Identifier: Apache-2.0
//! What the whole-system tests share: the command, the compiled programs, and running one.

pub mod browser;
pub mod cases;
pub mod cuda;
pub mod lists;
pub mod mutant;
pub mod processes;
mod program;
pub mod random_runs;
pub mod slurm;
pub mod ssh;

pub use program::{ilp_workloads, program, programs, IlpWorkload, Program};

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The backends that this build of the tests can use; the first is the reference.
pub const BACKENDS: &[&str] = if cfg!(feature = "rtl") { &["model", "rtl", "lockstep"] } else { &["model"] };

/// The root of the source tree.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate is a folder of the workspace")
}

/// The command, built now with the profile of this test; or `$WARPSMITH_BIN` as it stands.
pub fn warpsmith() -> &'static Path {
    static COMMAND: OnceLock<PathBuf> = OnceLock::new();
    COMMAND.get_or_init(|| match std::env::var_os("WARPSMITH_BIN") {
        Some(path) => path.into(),
        None => build(),
    })
}

/// Builds the command and the CUDA runtime beside the running test, which is `TARGET/PROFILE/deps/TEST`.
fn build() -> PathBuf {
    let folder = profile_folder();
    let target = folder.parent().expect("a profile's folder is in the target folder");
    let profile = match folder.file_name().and_then(|n| n.to_str()) {
        Some("debug") => "dev",
        Some(name) => name,
        None => panic!("the test does not run from a target folder"),
    };
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root()).args(["build", "--quiet", "-p", "warpsmith", "-p", "warpsmith-cudart"]);
    cargo.args(["--profile", profile, "--target-dir"]).arg(target);
    if cfg!(feature = "rtl") {
        cargo.args(["--features", "warpsmith/rtl"]);
    }
    assert!(cargo.status().expect("cargo starts").success(), "the command does not build");
    folder.join("warpsmith")
}

fn profile_folder() -> PathBuf {
    let this = std::env::current_exe().expect("a test knows its own path");
    this.ancestors().nth(2).expect("a test is in TARGET/PROFILE/deps").to_path_buf()
}

/// Runs `warpsmith` in a fresh environment of the test's own and waits for it.
pub fn run<I: IntoIterator<Item = S>, S: AsRef<std::ffi::OsStr>>(args: I) -> Output {
    Command::new(warpsmith()).args(args).output().expect("the command starts")
}

/// The Verilog of a unit in a configuration as `warpsmith emit` writes it, as one text.
pub fn emitted(unit: &str, configuration: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path().to_str().expect("UTF-8");
    stdout(&run(["emit", unit, "--config", configuration, "-o", here]));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("an emitted file");
    read(&format!("{unit}.f")).lines().map(read).collect()
}

/// What a command said on standard error, after checking its exit code.
pub fn stderr(output: &Output, code: i32) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(code), "standard error:\n{text}\nstandard output:\n{out}");
    text
}

/// What a successful command said on standard output.
pub fn stdout(output: &Output) -> String {
    stderr(output, 0);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Compiles a CUDA program, unless a test has done so before.
pub fn compiled(source: &Path) -> PathBuf {
    compiled_with(source, &[])
}

/// The same with flags for `warpsmith cc`.
pub fn compiled_with(source: &Path, flags: &[&str]) -> PathBuf {
    static CACHE: OnceLock<cuda::Cache> = OnceLock::new();
    let cache = CACHE.get_or_init(|| cuda::Cache::new(warpsmith(), &compiled_folder()));
    cache.program(&[source.to_path_buf()], flags).unwrap_or_else(|error| panic!("{error}"))
}

/// Where compiled CUDA programs are kept for the test binaries of all crates.
pub fn compiled_folder() -> PathBuf {
    profile_folder().join("compiled-cuda")
}

/// Compiles one of `tests/bad_programs`, by name.
pub fn bad_program(name: &str) -> PathBuf {
    compiled(&root().join("tests/bad_programs").join(name).with_extension("cu"))
}

/// A result file as JSON.
pub fn read_json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Whether a program is installed; where it must be (`CI=true`), its absence is a failure.
pub fn is_installed(program: &str) -> bool {
    let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).output();
    let found = found.is_ok_and(|output| output.status.success());
    assert!(
        found || std::env::var("CI").as_deref() != Ok("true"),
        "{program} is missing: scripts/setup.sh --all"
    );
    if !found {
        println!("skipped: {program} is not installed");
    }
    found
}

/// Whether yosys, ABC and Icarus are there; where they must be (`CI=true`), their absence is a failure.
pub fn have_proof_tools() -> bool {
    ["yosys", "iverilog", "berkeley-abc"].into_iter().all(is_installed)
}
