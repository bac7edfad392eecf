// SPDX-License-Identifier: Apache-2.0
//! The runs of a sweep, each with a name that says all that it depends on.

use super::file::{Choice, SweepFile};
use crate::cc;
use crate::failure::usage;
use crate::progress;
use crate::run_line::{self, ThisCommand};
use anyhow::{ensure, Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use warpsmith_synth::in_parallel;

/// All runs of a sweep, in the order of its file.
#[derive(Debug, Serialize, Deserialize)]
pub struct Plan {
    /// SM cycles between two checkpoints.
    pub checkpoint_every: Option<u64>,
    pub runs: Vec<Run>,
}

/// One run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    /// Hash of program, machine, parameters and of this command: the name of its files.
    pub key: String,
    pub program: String,
    pub args: Vec<String>,
    /// With its changes.
    pub machine: String,
    /// What is attached, or `-`.
    pub with: String,
    pub seed: Option<u64>,
    /// The command line behind `warpsmith run`.
    pub line: Vec<String>,
}

impl Plan {
    /// Compiles what has to be and names every run. `folder` of the file, `programs` for what is compiled.
    ///
    /// # Errors
    /// Something that the file names is not there or does not fit together.
    pub fn new(file: &SweepFile, folder: &Path, programs: &Path, jobs: usize) -> Result<Plan> {
        let choices = file.choices()?;
        let sources: BTreeSet<&Path> = choices.iter().map(|choice| choice.program.as_path()).collect();
        let sources: Vec<&Path> = sources.into_iter().collect();
        // Two sources may have one name.
        let numbered: Vec<(usize, &Path)> = sources.into_iter().enumerate().collect();
        let compiled = in_parallel(jobs, &numbered, |(number, source)| {
            executable(source, folder, &programs.join(number.to_string()))
        })?;
        let sources = numbered.into_iter().map(|(_, source)| source);
        let executables: BTreeMap<&Path, PathBuf> = sources.zip(compiled).collect();
        let command = ThisCommand::new()?;
        let bar = progress::bar(choices.len() as u64);
        bar.set_message("runs are named");
        let named = in_parallel(jobs, &choices, |choice| {
            let run = run(choice, folder, &executables[choice.program.as_path()], &command);
            bar.inc(1);
            run.with_context(|| format!("the run of {}", describe(choice)))
        });
        bar.finish_and_clear();
        let mut seen = BTreeSet::new();
        // Two ways to say one thing are one run.
        let runs = named?.into_iter().filter(|run| seen.insert(run.key.clone())).collect();
        Ok(Plan { checkpoint_every: file.checkpoint_every, runs })
    }
}

/// The program itself, or what is made of its source in the folder `programs`.
fn executable(source: &Path, folder: &Path, programs: &Path) -> Result<PathBuf> {
    let path = folder.join(source);
    let path = path.canonicalize().with_context(|| format!("cannot read the program {}", path.display()))?;
    if path.extension().is_none_or(|extension| extension != "cu") {
        return Ok(path);
    }
    std::fs::create_dir_all(programs)
        .with_context(|| format!("cannot make the folder {}", programs.display()))?;
    let made = programs.join(path.file_stem().unwrap_or_default());
    cc::compile(&path, &made)?;
    Ok(made)
}

fn describe(choice: &Choice) -> String {
    let words = [choice.program.display().to_string()].into_iter().chain(choice.args.iter().cloned());
    let words = words.chain(choice.changes.iter().cloned()).chain(choice.with.iter().cloned());
    words.collect::<Vec<_>>().join(" ")
}

fn run(choice: &Choice, folder: &Path, executable: &Path, command: &ThisCommand) -> Result<Run> {
    let text = |path: &Path| {
        path.to_str().map(str::to_string).with_context(|| format!("{} is not UTF-8", path.display()))
    };
    let builtin = warpsmith_gpu::machine::builtin().any(|name| name == choice.machine);
    let machine = match builtin {
        true => choice.machine.clone(),
        false => {
            let path = folder.join(&choice.machine);
            ensure!(
                path.is_file(),
                "there is no machine `{}`: neither built in, as `warpsmith list machines` lists them, nor {}",
                choice.machine,
                path.display()
            );
            text(&path)?
        }
    };
    let mut line = vec!["--machine".to_string(), machine];
    line.extend(choice.changes.iter().flat_map(|change| ["-m".to_string(), change.clone()]));
    line.extend(choice.with.iter().flat_map(|with| ["--with".to_string(), with.clone()]));
    line.extend(choice.options.iter().cloned());
    line.extend(["--".to_string(), text(executable)?]);
    line.extend(choice.args.iter().cloned());
    let words: Vec<OsString> =
        std::iter::once("run").chain(line.iter().map(String::as_str)).map(Into::into).collect();
    let spec = run_line::spec(&words).map_err(|error| match error.downcast_ref::<clap::Error>() {
        Some(wrong) => usage(wrong.to_string().lines().next().unwrap_or_default()),
        None => error,
    })?;
    let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let all = |first: String, rest: &[String]| [&[first], rest].concat().join(" ");
    Ok(Run {
        key: command.key(&spec)?,
        program: name(&choice.program),
        args: choice.args.clone(),
        machine: all(name(Path::new(&choice.machine)), &choice.changes),
        with: if choice.with.is_empty() { "-".to_string() } else { choice.with.join(" ") },
        seed: choice.seed,
        line,
    })
}
