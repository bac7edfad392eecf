// SPDX-License-Identifier: Apache-2.0
//! Results with the names that tell them apart, and what each is compared with.

use crate::attach::Attached;
use crate::result::ResultFile;
use crate::summary::Summary;
use anyhow::Result;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::stats::Stats;
use warpsmith_gpu::KernelRecord;

/// A result on the page.
pub struct Compared {
    pub file: ResultFile,
    pub summary: Summary,
    /// Of the file; no other result has it.
    pub name: String,
    /// The program, with arguments where it was run with several.
    pub program: String,
    /// What was attached, and what else tells the result from the others of its program.
    pub units: String,
    /// The first result of the same program with the same arguments.
    pub base: usize,
}

impl Compared {
    /// Of everything: how it is told from all others.
    pub fn full_name(&self) -> String {
        format!("{}, {}", self.program, self.units)
    }

    pub fn stats(&self) -> &Stats {
        &self.file.statistics.total
    }

    pub fn machine(&self) -> &MachineSpec {
        &self.file.spec.configuration.machine
    }

    /// All kernels: of several programs those of one after those of the other.
    pub fn kernels(&self) -> impl Iterator<Item = &KernelRecord> {
        let statistics = &self.file.statistics;
        statistics.kernels.iter().chain(statistics.applications.iter().flat_map(|one| &one.kernels))
    }

    fn attachments(&self) -> &[Attached] {
        &self.file.spec.configuration.attachments
    }
}

/// Reads the results.
///
/// # Errors
/// One is not a whole result of a program that succeeded.
pub fn load(paths: &[PathBuf]) -> Result<Vec<Compared>> {
    let names = names(paths);
    let results = paths.iter().zip(names).map(|(path, name)| {
        let file = ResultFile::load(path)?;
        let summary = Summary::of(&file);
        let program = summary.program.clone();
        Ok(Compared { file, summary, name, program, units: String::new(), base: 0 })
    });
    Ok(compared(results.collect::<Result<_>>()?))
}

/// File names without folders and endings, or the whole paths of those that share one.
fn names(paths: &[PathBuf]) -> Vec<String> {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    paths.iter().for_each(|path| *uses.entry(stem(path)).or_default() += 1);
    let alone = |path: &PathBuf| uses[&stem(path)] == 1;
    let name = |path: &PathBuf| if alone(path) { stem(path) } else { path.display().to_string() };
    paths.iter().map(name).collect()
}

/// Names programs and units.
fn compared(mut results: Vec<Compared>) -> Vec<Compared> {
    let program = |result: &Compared| (result.summary.sha256.clone(), result.summary.args.clone());
    let keys: Vec<_> = results.iter().map(program).collect();
    let programs: Vec<String> = results.iter().map(|result| program_name(result, &results)).collect();
    let units: Vec<String> = results.iter().map(|result| units_name(result, &results)).collect();
    for (i, (result, (program, units))) in results.iter_mut().zip(programs.iter().zip(&units)).enumerate() {
        result.base = keys.iter().position(|key| *key == keys[i]).unwrap_or(i);
        result.program.clone_from(program);
        result.units.clone_from(units);
    }
    // What else may differ has no name of its own: the files tell such results apart.
    let twice = |i: usize| {
        (0..results.len()).any(|j| j != i && (&programs[i], &units[i]) == (&programs[j], &units[j]))
    };
    let twice: Vec<bool> = (0..results.len()).map(twice).collect();
    for (result, _) in results.iter_mut().zip(twice).filter(|(_, twice)| *twice) {
        result.units = format!("{} ({})", result.units, result.name);
    }
    results
}

fn program_name(result: &Compared, all: &[Compared]) -> String {
    let Summary { program, args, .. } = &result.summary;
    let same = || all.iter().filter(|other| other.summary.program == *program);
    match args.is_empty() || same().all(|other| other.summary.args == *args) {
        true => program.clone(),
        false => format!("{program} {}", args.join(" ")),
    }
}

/// What is attached, with those parameters that differ from another result's, and the machine if there are several.
fn units_name(result: &Compared, all: &[Compared]) -> String {
    let attached = result.attachments().iter().map(|one| {
        let others = all.iter().flat_map(Compared::attachments).filter(|other| other.name == one.name);
        let differs: BTreeSet<&String> = others
            .flat_map(|other| one.parameters.iter().filter(|(key, v)| other.parameters.get(*key) != Some(v)))
            .map(|(key, _)| key)
            .collect();
        let said: Vec<String> =
            differs.iter().map(|key| format!("{key}={}", one.parameters[key.as_str()])).collect();
        match said.is_empty() {
            true => one.name.clone(),
            false => format!("{}:{}", one.name, said.join(",")),
        }
    });
    let attached: Vec<String> = attached.collect();
    let mut name = if attached.is_empty() { "baseline".to_string() } else { attached.join(" + ") };
    let machines: BTreeSet<&String> = all.iter().map(|other| &other.machine().name).collect();
    if machines.len() > 1 {
        name = format!("{name} on {}", result.machine().name);
    }
    name
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A result of `program`, run with these attachments.
    pub fn made_up(name: &str, program: &str, attached: &[(&str, &str)]) -> Compared {
        let mut file = ResultFile::made_up();
        file.spec.program.name = program.to_string();
        file.spec.program.sha256 = program.to_string();
        file.spec.configuration.attachments = attached
            .iter()
            .map(|(name, mode)| Attached {
                name: name.to_string(),
                parameters: [("mode".to_string(), mode.to_string()), ("epoch".to_string(), "9".to_string())]
                    .into(),
            })
            .collect();
        let summary = Summary::of(&file);
        let program = program.to_string();
        Compared { file, summary, name: name.to_string(), program, units: String::new(), base: 0 }
    }

    /// As [`load`] gives them.
    pub fn all(results: Vec<Compared>) -> Vec<Compared> {
        compared(results)
    }

    #[test]
    fn results_are_compared_with_the_first_of_their_program_and_named_by_what_differs() {
        let results = all(vec![
            made_up("a", "bfs", &[]),
            made_up("b", "kmeans", &[]),
            made_up("c", "bfs", &[("equalizer", "energy")]),
            made_up("d", "bfs", &[("equalizer", "performance")]),
            made_up("e", "kmeans", &[("mascar", "on")]),
        ]);
        assert_eq!(results.iter().map(|r| r.base).collect::<Vec<_>>(), [0, 1, 0, 0, 1]);
        let units: Vec<&str> = results.iter().map(|r| &r.units[..]).collect();
        assert_eq!(
            units,
            ["baseline", "baseline", "equalizer:mode=energy", "equalizer:mode=performance", "mascar"]
        );
    }

    #[test]
    fn no_two_results_have_one_name() {
        let mut results = vec![made_up("a", "bfs", &[]), made_up("b", "bfs", &[]), made_up("c", "bfs", &[])];
        results[2].file.spec.program.args = vec!["7".into()];
        results[2].summary = Summary::of(&results[2].file);
        let results = all(results);
        let names: Vec<String> = results.iter().map(Compared::full_name).collect();
        assert_eq!(names, ["bfs 5, baseline (a)", "bfs 5, baseline (b)", "bfs 7, baseline"]);
        assert_eq!(results.iter().map(|r| r.base).collect::<Vec<_>>(), [0, 0, 2]);
        let paths = ["x/r.json", "y/r.json", "x/s.json"].map(PathBuf::from);
        assert_eq!(names_of(&paths), ["x/r.json", "y/r.json", "s"]);
    }

    fn names_of(paths: &[PathBuf]) -> Vec<String> {
        super::names(paths)
    }
}
