// SPDX-License-Identifier: Apache-2.0
//! The file of a sweep: what is varied, and every combination of it.

use anyhow::{bail, ensure, Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toml::Value;

/// Stands for the seed of a run, in arguments and parameters.
const SEED: &str = "{seed}";

/// A sweep as its file describes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepFile {
    /// What steps the units.
    #[serde(default = "model")]
    backend: String,
    /// Options of `warpsmith run` that all runs have.
    #[serde(default)]
    options: Vec<String>,
    /// What `{seed}` stands for, one after the other.
    #[serde(default)]
    seeds: Vec<u64>,
    /// SM cycles between two checkpoints, from which an interrupted run goes on.
    pub checkpoint_every: Option<u64>,
    program: Vec<ProgramAxis>,
    #[serde(default = "default_machine")]
    machine: Vec<MachineAxis>,
    #[serde(default = "nothing_attached")]
    with: Vec<WithAxis>,
}

/// A program with each of its lists of arguments.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProgramAxis {
    /// A `.cu` file, an executable, a trace; from the folder of the sweep's file on.
    file: PathBuf,
    #[serde(default = "no_arguments")]
    args: Vec<Vec<String>>,
}

/// A machine with every combination of changed keys.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MachineAxis {
    /// A built-in machine, or a file from the folder of the sweep's file on.
    name: String,
    #[serde(default)]
    set: BTreeMap<String, Value>,
}

/// Units and policies that are attached together, with every combination of parameters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WithAxis {
    /// As after `--with`; empty for the machine as it is.
    attach: Vec<String>,
    /// Parameters as `unit.parameter`.
    #[serde(default)]
    set: BTreeMap<String, Value>,
}

/// One combination, before programs are compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub program: PathBuf,
    pub args: Vec<String>,
    /// Name, and changes as after `-m`.
    pub machine: String,
    pub changes: Vec<String>,
    /// As after `--with`.
    pub with: Vec<String>,
    pub seed: Option<u64>,
    /// Backend and options of all runs.
    pub options: Vec<String>,
}

fn model() -> String {
    "model".to_string()
}

fn no_arguments() -> Vec<Vec<String>> {
    vec![Vec::new()]
}

fn default_machine() -> Vec<MachineAxis> {
    vec![MachineAxis { name: "gtx480".to_string(), set: BTreeMap::new() }]
}

fn nothing_attached() -> Vec<WithAxis> {
    vec![WithAxis { attach: Vec::new(), set: BTreeMap::new() }]
}

impl SweepFile {
    /// Reads the file.
    ///
    /// # Errors
    /// It cannot be read, has an unknown key or a wrong value.
    pub fn load(path: &Path) -> Result<SweepFile> {
        let text = warpsmith_process::read_text(path)
            .with_context(|| format!("cannot read the sweep {}", path.display()))?;
        SweepFile::parse(&text).with_context(|| path.display().to_string())
    }

    fn parse(text: &str) -> Result<SweepFile> {
        let file: SweepFile = toml::from_str(text)?;
        ensure!(!file.program.is_empty(), "the sweep has no [[program]]");
        let ours = ["-o", "--output", "--resume", "--checkpoint", "--machine", "--with", "--backend", "-m"];
        for option in &file.options {
            if let Some(ours) = ours.iter().find(|ours| option.starts_with(**ours)) {
                bail!("`options` has `{option}`: {ours} is the sweep's own");
            }
        }
        Ok(file)
    }

    /// Every combination, the programs outermost and the seeds innermost; those without a place for the seed once.
    ///
    /// # Errors
    /// A list or range of values is wrong, or there are seeds and no place for them.
    pub fn choices(&self) -> Result<Vec<Choice>> {
        let options = [vec!["--backend".to_string(), self.backend.clone()], self.options.clone()].concat();
        let programs = self.program.iter().flat_map(|one| one.args.iter().map(move |args| (&one.file, args)));
        let machines = chosen(&self.machine, |machine| {
            let of = |changes| (&machine.name, changes);
            Ok(combinations(&machine.set)?.into_iter().map(assignments).map(of).collect())
        })?;
        let withs = chosen(&self.with, WithAxis::lines)?;
        let mut all = Vec::new();
        for (program, args) in programs {
            for (machine, changes) in &machines {
                for with in &withs {
                    all.extend(self.seeded(&Choice {
                        program: program.clone(),
                        args: args.clone(),
                        machine: machine.to_string(),
                        changes: changes.clone(),
                        with: with.clone(),
                        seed: None,
                        options: options.clone(),
                    })?);
                }
            }
        }
        ensure!(
            self.seeds.is_empty() || all.iter().any(|choice| choice.seed.is_some()),
            "there are `seeds`, but no argument or parameter has {SEED}"
        );
        Ok(all)
    }

    /// The choice with each seed, or as it is.
    fn seeded(&self, choice: &Choice) -> Result<Vec<Choice>> {
        let mut words = choice.args.iter().chain(&choice.with);
        if !words.any(|word| word.contains(SEED)) {
            return Ok(vec![choice.clone()]);
        }
        ensure!(!self.seeds.is_empty(), "{SEED} stands for the values of `seeds`, of which there are none");
        let with_seed = |seed: &u64| {
            let put = |words: &[String]| words.iter().map(|w| w.replace(SEED, &seed.to_string())).collect();
            Choice { args: put(&choice.args), with: put(&choice.with), seed: Some(*seed), ..choice.clone() }
        };
        Ok(self.seeds.iter().map(with_seed).collect())
    }
}

impl WithAxis {
    /// What stands after `--with`, for each combination of parameters.
    fn lines(&self) -> Result<Vec<Vec<String>>> {
        let name = |attached: &String| attached.split(':').next().unwrap_or_default().to_string();
        for key in self.set.keys() {
            let unit = key.split_once('.').map(|(unit, _)| unit).with_context(|| {
                format!("`{key}` of `set` is no parameter: write unit.parameter, in quotes")
            })?;
            ensure!(
                self.attach.iter().any(|attached| name(attached) == unit),
                "`{key}` of `set`: `{unit}` is not among `attach`"
            );
        }
        let line = |chosen: &Vec<(String, String)>| {
            let with = |attached: &String| {
                let own = chosen.iter().filter_map(|(key, value)| {
                    let (unit, parameter) = key.split_once('.')?;
                    (unit == name(attached)).then(|| format!("{parameter}={value}"))
                });
                let own = own.collect::<Vec<_>>().join(",");
                match (own.is_empty(), attached.contains(':')) {
                    (true, _) => attached.clone(),
                    (false, false) => format!("{attached}:{own}"),
                    (false, true) => format!("{attached},{own}"),
                }
            };
            self.attach.iter().map(with).collect()
        };
        Ok(combinations(&self.set)?.iter().map(line).collect())
    }
}

/// What each of the axes stands for, one behind the other.
fn chosen<'a, A, T>(axes: &'a [A], of: impl Fn(&'a A) -> Result<Vec<T>>) -> Result<Vec<T>> {
    Ok(axes.iter().map(of).collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
}

/// As after `-m`.
fn assignments(combination: Vec<(String, String)>) -> Vec<String> {
    combination.into_iter().map(|(key, value)| format!("{key}={value}")).collect()
}

/// Each combination of the values of all keys.
fn combinations(set: &BTreeMap<String, Value>) -> Result<Vec<Vec<(String, String)>>> {
    let mut all = vec![Vec::new()];
    for (key, value) in set {
        let values = values(value).with_context(|| format!("`{key}` of `set`"))?;
        let longer = |chosen: &Vec<(String, String)>| {
            let chosen = chosen.clone();
            let with = move |value: &String| [&chosen[..], &[(key.clone(), value.clone())]].concat();
            values.iter().map(with).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    Ok(all)
}

/// The values of a key: one, a list of them, or a range.
fn values(value: &Value) -> Result<Vec<String>> {
    /// Whole numbers, both ends included.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Range {
        from: i64,
        to: i64,
        #[serde(default = "one")]
        step: i64,
    }
    fn one() -> i64 {
        1
    }
    match value {
        Value::Array(list) => {
            ensure!(!list.is_empty(), "the list is empty");
            list.iter().map(single).collect()
        }
        Value::Table(table) => {
            let Range { from, to, step } =
                table.clone().try_into().context("a range has from, to and step")?;
            ensure!(step > 0 && from <= to, "a range goes up: from {from} to {to} by {step} has no values");
            Ok((from..=to).step_by(usize::try_from(step)?).map(|value| value.to_string()).collect())
        }
        other => Ok(vec![single(other)?]),
    }
}

fn single(value: &Value) -> Result<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(flag) => Ok(flag.to_string()),
        other => bail!("{other} is no value: write a number, a word, true or false"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(text: &str) -> Vec<Choice> {
        SweepFile::parse(text).and_then(|file| file.choices()).unwrap_or_else(|e| panic!("{e:#}"))
    }

    fn error(text: &str) -> String {
        format!("{:#}", SweepFile::parse(text).and_then(|file| file.choices()).expect_err("it is refused"))
    }

    #[test]
    fn every_combination_is_there_once_in_the_order_of_the_file() {
        let all = choices(
            r#"
            [[program]]
            file = "a.cu"
            args = [["1"], ["2"]]
            [[machine]]
            name = "gtx480"
            set = { "sm.count" = [8, 15] }
            [[with]]
            attach = []
            [[with]]
            attach = ["equalizer:mode=energy", "gto"]
            set = { "equalizer.hyst_epochs" = { from = 1, to = 3 } }
        "#,
        );
        assert_eq!(all.len(), 2 * 2 * (1 + 3));
        assert_eq!((all[0].args.as_slice(), all[0].with.len()), (&["1".to_string()][..], 0));
        assert_eq!(all[0].changes, ["sm.count=8"]);
        assert_eq!(all[3].with, ["equalizer:mode=energy,hyst_epochs=3", "gto"]);
        assert_eq!(all[15].changes, ["sm.count=15"]);
        assert_eq!(all[15].args, ["2"]);
    }

    #[test]
    fn a_seed_goes_where_its_place_is_and_a_run_without_a_place_is_there_once() {
        let all = choices(
            "seeds = [4, 5]\n[[program]]\nfile = 'a'\nargs = [['{seed}']]\n[[program]]\nfile = 'b'\n",
        );
        let found: Vec<_> = all.iter().map(|choice| (choice.args.join(" "), choice.seed)).collect();
        assert_eq!(found, [("4".into(), Some(4)), ("5".into(), Some(5)), (String::new(), None)]);
    }

    #[test]
    fn what_is_wrong_in_a_file_is_named() {
        let program = "[[program]]\nfile = 'a'\n";
        for (text, part) in [
            ("program = []".to_string(), "no [[program]]"),
            (format!("seeds = [1]\n{program}"), "no argument or parameter has {seed}"),
            (format!("{program}args = [['{{seed}}']]\n"), "of which there are none"),
            (format!("options = ['-o', 'x']\n{program}"), "-o is the sweep's own"),
            (format!("{program}argz = []\n"), "argz"),
            (format!("{program}[[with]]\nattach = ['gto']\nset = {{ 'sms.p' = 1 }}\n"), "not among `attach`"),
            (format!("{program}[[with]]\nattach = ['gto']\nset = {{ p = 1 }}\n"), "unit.parameter"),
            (format!("{program}[[machine]]\nname = 'm'\nset = {{ 'a.b' = [] }}\n"), "the list is empty"),
            (
                format!("{program}[[machine]]\nname = 'm'\nset = {{ 'a.b' = {{ from = 3, to = 1 }} }}\n"),
                "goes up",
            ),
        ] {
            let said = error(&text);
            assert!(said.contains(part), "{text}: {said}");
        }
    }
}
