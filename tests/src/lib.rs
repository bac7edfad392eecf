// SPDX-License-Identifier: Apache-2.0
//! What the whole-system tests share: the command, the compiled programs, and running one.

pub mod mutant;
pub mod processes;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, OnceLock};

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

/// Compiles a CUDA program, once per test binary.
pub fn compiled(source: &Path) -> PathBuf {
    static DONE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    let folder = profile_folder().join("compiled-cuda");
    std::fs::create_dir_all(&folder).expect("the target folder is writable");
    let program = folder.join(source.file_stem().expect("a source has a name"));
    // Held while compiling: two tests that want one program must not both make it.
    let mut done = DONE.lock().expect("no test panics while compiling");
    if !done.contains(&program) {
        let output = run(["cc".as_ref(), source.as_os_str(), "-o".as_ref(), program.as_os_str()]);
        if !output.status.success() {
            drop(done);
            panic!("{} does not compile:\n{}", source.display(), String::from_utf8_lossy(&output.stderr));
        }
        done.push(program.clone());
    }
    program
}

/// Compiles one of `tests/bad_programs`, by name.
pub fn bad_program(name: &str) -> PathBuf {
    compiled(&root().join("tests/bad_programs").join(name).with_extension("cu"))
}

/// One entry of `tests/programs/programs.toml`.
pub struct Program {
    pub name: String,
    pub source: PathBuf,
    pub args_small: Vec<String>,
}

/// The programs of the manifest.
pub fn programs() -> Vec<Program> {
    let folder = root().join("tests/programs");
    let text = std::fs::read_to_string(folder.join("programs.toml")).expect("the manifest is there");
    let table: toml::Table = text.parse().expect("the manifest is TOML");
    let text = |entry: &toml::Value, key: &str| entry[key].as_str().expect("text").to_string();
    let entries = table["program"].as_array().expect("a list of programs");
    entries
        .iter()
        .map(|entry| Program {
            name: text(entry, "name"),
            source: folder.join(text(entry, "file")),
            args_small: entry["args_small"]
                .as_array()
                .expect("a list of arguments")
                .iter()
                .map(|a| a.as_str().expect("text").to_string())
                .collect(),
        })
        .collect()
}

/// A result file as JSON.
pub fn read_json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Whether yosys, ABC and Icarus are there; where they must be (`CI=true`), their absence is a failure.
pub fn have_proof_tools() -> bool {
    let starts = |program: &str| Command::new(program).arg("-V").output().is_ok();
    let found = starts("yosys") && starts("iverilog") && starts("berkeley-abc");
    assert!(found || std::env::var("CI").as_deref() != Ok("true"), "tools of `warpsmith prove` are missing");
    if !found {
        println!("skipped: yosys, berkeley-abc or iverilog is not installed");
    }
    found
}
