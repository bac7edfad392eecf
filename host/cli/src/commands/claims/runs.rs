// SPDX-License-Identifier: Apache-2.0
//! Compiles and runs what the claims need, several at a time, and keeps results by content.

use super::plan::Variant;
use crate::attach::Backend;
use crate::manifest::{Class, Program};
use crate::progress;
use crate::summary::Summary;
use anyhow::{bail, Context, Result};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use warpsmith_synth::in_parallel;

/// What every run has in common.
pub struct Setup {
    pub machine: String,
    pub backend: Backend,
    /// Folder of compiled programs and results.
    pub cache: PathBuf,
    pub jobs: usize,
}

/// The finished runs.
pub struct Runs {
    classes: BTreeMap<String, Class>,
    results: BTreeMap<(String, Variant), Summary>,
}

impl Runs {
    /// Compiles the programs, then runs every wanted combination, or takes it from the cache.
    pub fn make(
        setup: &Setup,
        programs: &[Program],
        wanted: impl Fn(&Program, Variant) -> bool,
    ) -> Result<Runs> {
        std::fs::create_dir_all(&setup.cache)
            .with_context(|| format!("cannot make the folder {}", setup.cache.display()))?;
        let caller = Caller::this()?;
        let pairs: Vec<(&Program, Variant)> = programs
            .iter()
            .flat_map(|p| Variant::ALL.map(|v| (p, v)))
            .filter(|(p, v)| wanted(p, *v))
            .collect();
        let used: Vec<&Program> =
            programs.iter().filter(|p| pairs.iter().any(|(q, _)| q.name == p.name)).collect();

        let bar = progress::bar(used.len() as u64);
        let executables = in_parallel(setup.jobs, &used, |program| -> Result<_> {
            let executable = setup.cache.join(&program.name);
            caller.compile(&program.file, &executable)?;
            bar.inc(1);
            Ok((program.name.clone(), executable))
        })?;
        bar.finish_and_clear();
        let executables: BTreeMap<String, PathBuf> = executables.into_iter().collect();

        let bar = progress::bar(pairs.len() as u64);
        let results = in_parallel(setup.jobs, &pairs, |(program, variant)| -> Result<_> {
            bar.set_message(format!("{}, {}", program.name, variant.name()));
            let summary = run(&caller, setup, program, *variant, &executables[&program.name])?;
            bar.inc(1);
            Ok(((program.name.clone(), *variant), summary))
        })?;
        bar.finish_and_clear();
        Ok(Runs {
            classes: used.iter().map(|p| (p.name.clone(), p.class)).collect(),
            results: results.into_iter().collect(),
        })
    }

    /// The run of this program with this policy; it must have been wanted.
    pub fn get(&self, program: &str, variant: Variant) -> &Summary {
        &self.results[&(program.to_string(), variant)]
    }

    /// The same, where the run may not have been wanted.
    pub fn find(&self, program: &str, variant: Variant) -> Option<&Summary> {
        self.results.get(&(program.to_string(), variant))
    }

    /// Every run: program, class, policy, what came out.
    pub fn all(&self) -> impl Iterator<Item = (&str, Class, Variant, &Summary)> {
        self.results.iter().map(|((name, variant), s)| (name.as_str(), self.classes[name], *variant, s))
    }

    /// The programs of these classes that ran.
    pub fn programs<'a>(&'a self, classes: &'a [Class]) -> impl Iterator<Item = &'a str> {
        self.classes.iter().filter(|(_, class)| classes.contains(class)).map(|(name, _)| name.as_str())
    }

    /// Geometric mean of baseline time / time (specification section 8.4).
    pub fn geomean_speedup(&self, classes: &[Class], variant: Variant) -> f64 {
        self.geomean(classes, variant, |base, run| base.time / run.time)
    }

    /// Geometric mean of energy / baseline energy.
    pub fn geomean_energy(&self, classes: &[Class], variant: Variant) -> f64 {
        self.geomean(classes, variant, |base, run| run.energy / base.energy)
    }

    fn geomean(&self, classes: &[Class], variant: Variant, ratio: fn(&Summary, &Summary) -> f64) -> f64 {
        let ratios: Vec<f64> = self
            .programs(classes)
            .map(|name| ratio(self.get(name, Variant::Baseline), self.get(name, variant)))
            .collect();
        geomean(&ratios)
    }
}

/// Geometric mean; 1 of nothing.
pub(super) fn geomean(values: &[f64]) -> f64 {
    let sum: f64 = values.iter().map(|v| v.ln()).sum();
    (sum / values.len().max(1) as f64).exp()
}

/// This command, to be called again.
pub(super) struct Caller {
    path: PathBuf,
    /// Of the executable.
    hash: String,
}

impl Caller {
    /// # Errors
    /// The executable cannot be read.
    pub fn this() -> Result<Caller> {
        let path = std::env::current_exe().context("the path of this program cannot be read")?;
        Ok(Caller { hash: hash_file(&path)?, path })
    }

    /// Compiles a CUDA program.
    pub fn compile(&self, source: &Path, executable: &Path) -> Result<()> {
        let mut command = Command::new(&self.path);
        command.arg("cc").arg(source).arg("-o").arg(executable);
        finish(command)
    }

    /// Calls the command with `line` and a program with its arguments, in a process of its own, unless `folder` has
    /// the result of the same call. Gives the result file.
    pub fn cached(
        &self,
        folder: &Path,
        machine: &str,
        line: &[&str],
        program: Option<(&Path, &[String])>,
    ) -> Result<PathBuf> {
        let machine = std::fs::read(machine).unwrap_or_else(|_| machine.as_bytes().to_vec());
        let (executable, arguments) = match program {
            Some((path, arguments)) => (hash_file(path)?, arguments.join("\0")),
            None => Default::default(),
        };
        let line_key = line.join("\0");
        let parts = [&self.hash, &executable, &arguments, &line_key].map(|part| part.as_bytes());
        let key = hash(parts.into_iter().chain([machine.as_slice()]));
        let result = folder.join(format!("{key}.json"));
        if !result.is_file() {
            let mut command = Command::new(&self.path);
            command.args(line).arg("-o").arg(&result);
            if let Some((path, arguments)) = program {
                command.arg("--").arg(path).args(arguments);
            }
            finish(command)?;
        }
        Ok(result)
    }
}

/// Runs one combination, unless the cache has it.
fn run(
    caller: &Caller,
    setup: &Setup,
    program: &Program,
    variant: Variant,
    executable: &Path,
) -> Result<Summary> {
    let mut line = vec!["run", "--machine", &setup.machine, "--backend", setup.backend.name()];
    line.extend(variant.with().into_iter().flat_map(|with| ["--with", with]));
    let program = Some((executable, &program.args_default[..]));
    Summary::load(&caller.cached(&setup.cache, &setup.machine, &line, program)?)
}

/// Runs a command whose output only matters when it fails.
fn finish(mut command: Command) -> Result<()> {
    let output = command.stdin(Stdio::null()).output().context("this program cannot be started again")?;
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

/// SHA-256 over the parts and their lengths, in hexadecimal.
fn hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut sha = Sha256::new();
    for part in parts {
        sha.update((part.len() as u64).to_le_bytes());
        sha.update(part);
    }
    crate::result::hex(&sha.finalize())
}

fn hash_file(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(hash([bytes.as_slice()]))
}

#[cfg(test)]
impl Runs {
    /// Made-up runs: program, class, policy, figures.
    pub fn made_up(runs: &[(&str, Class, Variant, Summary)]) -> Runs {
        Runs {
            classes: runs.iter().map(|(name, class, ..)| (name.to_string(), *class)).collect(),
            results: runs.iter().map(|(name, _, v, s)| ((name.to_string(), *v), s.clone())).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_geometric_mean_of_a_gain_and_its_inverse_is_one() {
        assert!((geomean(&[2.0, 0.5]) - 1.0).abs() < 1e-12);
        assert_eq!(geomean(&[]), 1.0);
    }

    #[test]
    fn a_hash_depends_on_where_a_part_ends() {
        assert_ne!(hash([&b"ab"[..], b"c"]), hash([&b"a"[..], b"bc"]));
    }
}
