// SPDX-License-Identifier: Apache-2.0
//! Calls this command for the programs and runs of the claims, several at a time, and keeps results by content.

use super::args::Args;
use crate::attach::Backend;
use crate::manifest::Program;
use crate::progress;
use crate::repricing;
use crate::result::ResultFile;
use crate::run_line::{spec, ThisCommand};
use anyhow::{bail, Context, Result};
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock};
use warpsmith_gpu::energy::Constant;
use warpsmith_process::EndsWithUs;
use warpsmith_synth::in_parallel;

/// What evaluations of the same claims share: what one has made, the next only reads.
#[derive(Default)]
pub struct Made {
    command: OnceLock<ThisCommand>,
    /// Files of results, by the lines that made them.
    results: Mutex<BTreeMap<Vec<OsString>, PathBuf>>,
}

impl Made {
    /// # Errors
    /// This executable cannot be read.
    fn command(&self) -> Result<ThisCommand> {
        if let Some(command) = self.command.get() {
            return Ok(command.clone());
        }
        let command = ThisCommand::new()?;
        Ok(self.command.get_or_init(|| command).clone())
    }

    fn results(&self) -> MutexGuard<'_, BTreeMap<Vec<OsString>, PathBuf>> {
        self.results.lock().expect("no run panics with it")
    }
}

/// What every run of a unit's claims has in common.
#[derive(Clone)]
pub struct Runner<'a> {
    command: ThisCommand,
    made: &'a Made,
    /// Name or file.
    machine: &'a str,
    backend: Backend,
    /// Folder of compiled programs and results.
    cache: &'a Path,
    jobs: usize,
    /// What is changed in the energy of every result.
    change: Option<(&'static Constant, f64)>,
    /// Options of every run.
    always: Vec<String>,
}

/// One call of `warpsmith run`.
pub struct Call<'a> {
    /// Said while it runs.
    pub message: String,
    /// Options beside machine and backend.
    pub options: Vec<String>,
    /// Called with their arguments of the full size; several run at the same time.
    pub programs: Vec<&'a Program>,
}

impl<'a> Runner<'a> {
    /// On the machine of the arguments, or this one. Makes the cache's folder.
    ///
    /// # Errors
    /// The folder cannot be made, or this executable not be read.
    pub fn new(args: &'a Args, machine: &'a str, backend: Backend) -> Result<Runner<'a>> {
        std::fs::create_dir_all(&args.cache)
            .with_context(|| format!("cannot make the folder {}", args.cache.display()))?;
        Ok(Runner {
            command: args.made.command()?,
            made: &args.made,
            machine: args.machine.as_deref().unwrap_or(machine),
            backend,
            cache: &args.cache,
            jobs: args.jobs,
            change: args.change.and_then(|change| Some((Constant::of_key(change.key)?, change.factor))),
            always: Vec::new(),
        })
    }

    /// The same, with these options in every run.
    pub fn with(&self, always: Vec<String>) -> Runner<'a> {
        Runner { always, ..self.clone() }
    }

    /// Compiles the programs of the calls, makes every call, and gives the figures of its result.
    pub fn run<K: Clone + Ord + Send + Sync, F: Send>(
        &self,
        calls: &[(K, Call)],
        figures: impl Fn(&ResultFile) -> Result<F> + Sync,
    ) -> Result<BTreeMap<K, F>> {
        let programs: BTreeMap<_, _> =
            self.unmade(calls).flat_map(|call| &call.programs).map(|p| (&p.name, *p)).collect();
        let programs: Vec<&Program> = programs.into_values().collect();
        self.each(&programs, |program, _| self.compile(program))?;
        let done = self.each(calls, |(key, call), bar| {
            bar.set_message(call.message.clone());
            let mut result = self.result(call)?;
            if let Some((constant, factor)) = self.change {
                repricing::apply(&mut result, constant, factor);
            }
            Ok((key.clone(), figures(&result)?))
        })?;
        Ok(done.into_iter().collect())
    }

    /// Applies `work` to every item, with a bar.
    fn each<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T, &ProgressBar) -> Result<R> + Sync,
    ) -> Result<Vec<R>> {
        let bar = progress::bar(items.len() as u64);
        let done = in_parallel(self.jobs, items, |item| {
            let result = work(item, &bar);
            bar.inc(1);
            result
        });
        bar.finish_and_clear();
        done
    }

    /// Those whose results nothing has made yet.
    fn unmade<'b, K>(&'b self, calls: &'b [(K, Call<'b>)]) -> impl Iterator<Item = &'b Call<'b>> {
        calls.iter().map(|(_, call)| call).filter(|call| !self.made.results().contains_key(&self.line(call)))
    }

    fn compile(&self, program: &Program) -> Result<()> {
        let mut command = Command::new(&self.command.path);
        command.arg("cc").arg(&program.file).arg("-o").arg(self.executable(program));
        finish(command)
    }

    fn executable(&self, program: &Program) -> PathBuf {
        self.cache.join(&program.name)
    }

    /// The result of the call: from the cache, if that has the whole result of the same run, else made by a process of its
    /// own.
    fn result(&self, call: &Call) -> Result<ResultFile> {
        let line = self.line(call);
        let made = self.made.results().get(&line).cloned();
        if let Some(path) = made {
            return ResultFile::load(&path);
        }
        let spec = spec(&line)?;
        let path = self.cache.join(format!("{}.json", self.command.key(&spec)?));
        let result = match ResultFile::load_of(&path, &spec) {
            Ok(kept) => kept,
            Err(_) => {
                let mut command = Command::new(&self.command.path);
                command.arg("run").arg("-o").arg(&path).args(&line[1..]);
                finish(command)?;
                ResultFile::load_of(&path, &spec)?
            }
        };
        self.made.results().insert(line, path);
        Ok(result)
    }

    /// The words of the call behind the name of this command.
    fn line(&self, call: &Call) -> Vec<OsString> {
        let mut line: Vec<OsString> = ["run", "--machine", self.machine, "--backend", self.backend.name()]
            .map(Into::into)
            .into_iter()
            .chain(self.always.iter().chain(&call.options).map(Into::into))
            .collect();
        for (program, before) in
            call.programs.iter().zip(std::iter::once("--").chain(std::iter::repeat("++")))
        {
            line.extend([before.into(), self.executable(program).into()]);
            line.extend(program.args_default.iter().map(Into::into));
        }
        line
    }
}

/// Runs a command whose output only matters when it fails.
fn finish(mut command: Command) -> Result<()> {
    let output = command
        .stdin(Stdio::null())
        .ends_with_us()
        .output()
        .context("this program cannot be started again")?;
    if !output.status.success() {
        let line: Vec<_> = command.get_args().map(|a| a.to_string_lossy()).collect();
        let text = [output.stdout, output.stderr].concat();
        bail!(
            "`warpsmith {}` failed ({}):\n{}",
            line.join(" "),
            output.status,
            String::from_utf8_lossy(&text)
        );
    }
    Ok(())
}
