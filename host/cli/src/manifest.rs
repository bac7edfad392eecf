// SPDX-License-Identifier: Apache-2.0
//! The CUDA programs that come with the project: `tests/programs/programs.toml`.

use crate::system;
use anyhow::{bail, Context, Result};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};

/// Name of the manifest.
pub const FILE: &str = "programs.toml";

/// Where an installation has them, from the folder of the command.
const INSTALLED: &str = "../share/warpsmith/programs";

/// Behaviour by which the paper sorts kernels (Table 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    Compute,
    Memory,
    Cache,
    Unsaturated,
    /// Built to show one claim; stands in no class mean.
    Phase,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Class::Compute => "compute",
            Class::Memory => "memory",
            Class::Cache => "cache",
            Class::Unsaturated => "unsaturated",
            Class::Phase => "phase",
        })
    }
}

/// One program of the manifest.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    pub name: String,
    /// The `.cu` file; absolute or relative to the current folder once loaded.
    pub file: PathBuf,
    pub class: Class,
    /// The units in whose claims alone it takes part, of those that take programs by class; else all.
    pub only_in: Option<Vec<String>>,
    /// Arguments of the full size.
    pub args_default: Vec<String>,
    /// Arguments of a full size that is fit to compare warp schedulers, if `args_default` is not.
    pub args_schedulers: Option<Vec<String>>,
    /// Arguments of a size for tests.
    pub args_small: Vec<String>,
    /// What it computes.
    pub what: String,
    /// The row of the workloads of CTA-aware prefetching that it is (section 8.2 of its specification).
    pub cta_prefetch: Option<Row>,
    /// The workloads of APOGEE that it is (section 8.2 of its specification).
    #[serde(default)]
    pub apogee: Vec<Workload>,
}

/// A workload of a paper that a program is with these arguments.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// The paper's name of it.
    pub name: String,
    pub args: Vec<String>,
}

/// A row of a paper's table of workloads.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The paper's name of it.
    pub name: String,
    /// CTAs of its largest grid in the paper.
    pub ctas: u64,
    /// CTAs at a time on an SM, and warps of each.
    pub concurrent: u32,
    pub warps: u32,
    /// Arguments, if not `args_default`.
    pub args: Option<Vec<String>>,
}

impl Program {
    /// The program with the full size that is fit to compare warp schedulers.
    pub fn for_schedulers(mut self) -> Program {
        self.args_default = self.args_schedulers.take().unwrap_or(self.args_default);
        self
    }
}

/// The program of this name.
///
/// # Errors
/// There is none.
pub fn find<'a>(programs: &'a [Program], name: &str) -> Result<&'a Program> {
    let program = programs.iter().find(|program| program.name == name);
    program.with_context(|| format!("{FILE} has no program `{name}`"))
}

/// Reads the manifest in `folder`, or in the `tests/programs` nearest above the current folder, or in that of the
/// installation.
pub fn load(folder: Option<&Path>) -> Result<Vec<Program>> {
    let folder = match folder {
        Some(folder) => folder.to_path_buf(),
        None => find_folder()?,
    };
    let path = folder.join(FILE);
    let text = warpsmith_process::read_text(&path).with_context(|| {
        format!("cannot read {}: --programs must name the folder that holds it", path.display())
    })?;
    let mut programs = parse(&text).with_context(|| path.display().to_string())?;
    for program in &mut programs {
        program.file = folder.join(&program.file);
    }
    Ok(programs)
}

fn parse(text: &str) -> Result<Vec<Program>> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Manifest {
        program: Vec<Program>,
    }
    Ok(toml::from_str::<Manifest>(text)?.program)
}

fn find_folder() -> Result<PathBuf> {
    let here = std::env::current_dir().context("the current folder cannot be read")?;
    for above in here.ancestors() {
        let folder = above.join("tests/programs");
        if folder.join(FILE).is_file() {
            return Ok(folder);
        }
    }
    let command = system::command()?;
    let installed = command.parent().map(|folder| folder.join(INSTALLED));
    if let Some(folder) = installed.filter(|folder| folder.join(FILE).is_file()) {
        return Ok(folder);
    }
    bail!(
        "no tests/programs/{FILE} in this folder or above it, and none in {INSTALLED} beside the command: run inside the \
         source tree, install the command with scripts/install.sh, or give --programs DIR"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = r#"
        [[program]]
        name = "copy"
        file = "copy.cu"
        class = "memory"
        args_default = ["1000"]
        args_small = ["10"]
        what = "Copies."
    "#;

    #[test]
    fn a_program_has_the_keys_of_its_entry() {
        let programs = parse(ONE).unwrap();
        assert_eq!(
            (programs[0].class, programs[0].args_small.as_slice()),
            (Class::Memory, &["10".to_string()][..])
        );
    }

    #[test]
    fn a_program_for_schedulers_has_the_size_for_them_or_else_the_full_one() {
        let size = |text: &str| parse(text).unwrap().remove(0).for_schedulers().args_default;
        assert_eq!(size(ONE), ["1000"]);
        assert_eq!(size(&ONE.replace("what =", "args_schedulers = [\"9000\"]\nwhat =")), ["9000"]);
    }

    #[test]
    fn an_unknown_key_or_class_is_an_error_that_names_it() {
        for (from, to, named) in [("what", "whut", "whut"), ("\"memory\"", "\"disk\"", "disk")] {
            let error = format!("{:#}", parse(&ONE.replace(from, to)).unwrap_err());
            assert!(error.contains(named), "{error}");
        }
    }

    #[test]
    fn a_folder_without_a_manifest_is_an_error_that_says_what_the_option_names() {
        let error = format!("{:#}", load(Some(Path::new("no-such-folder"))).unwrap_err());
        assert!(error.contains("no-such-folder") && error.contains("--programs"), "{error}");
    }
}
