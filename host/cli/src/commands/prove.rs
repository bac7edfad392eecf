// SPDX-License-Identifier: Apache-2.0
//! `warpsmith prove`: the invariants of a unit and its equality with the reference model, proved of its RTL.

use super::changes::Changes;
use crate::failure::{unknown, usage};
use crate::output::{check_folder, write_atomically, Files};
use crate::table::Table;
use anyhow::{ensure, Context, Result};
use serde::Serialize;
use std::path::{Path, PathBuf};
use warpsmith_hdl::units::Emitted;
use warpsmith_prove::{
    all, equalities, Aim, Counterexample, Engine, Limits, Outcome, Proof, Property, Prover, Verdict,
};

/// Prove the invariants of a unit's specification, and that it equals the reference model, of its RTL, with ABC and yosys.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith prove equalizer
  warpsmith prove equalizer --invariant 3 --config small --seconds 600
  warpsmith prove equalizer --invariant 4 --engine \"bounded 200\"
  warpsmith prove sms --equality
  warpsmith prove mascar --equality --config small -p n_warps=10
  warpsmith prove registers
  warpsmith prove all --markdown
  warpsmith prove frfcfs --config tiny --verilog my_frfcfs.v

Each invariant is a Verilog checker in testbenches/proofs; its default engine and configuration are the ones
that its author found right. A checker `..._model` is drawn by the step of the reference model: it says that the RTL
gives the same outputs. The tools come with: sudo apt-get install yosys berkeley-abc")]
pub struct Args {
    /// The unit, as in `warpsmith list units`; `registers`: what puts registers behind a bus; or `all`
    unit: String,
    /// Only the invariant with this number in section 11 of the specification, of registers in docs/registers.md
    #[arg(long, value_name = "N")]
    invariant: Option<u32>,
    /// Only that the RTL equals the reference models
    #[arg(long, conflicts_with = "invariant")]
    equality: bool,
    /// Named configuration [default: a small one, by invariant]
    #[arg(long, value_name = "NAME")]
    config: Option<String>,
    #[command(flatten)]
    changes: Changes,
    /// pdr, "pdr each", "induction K" or "bounded DEPTH" [default: by invariant]
    #[arg(long, value_name = "ENGINE")]
    engine: Option<Engine>,
    /// Cycles after reset of the bounded proof of what the engine leaves open
    #[arg(long, default_value_t = Limits::default().depth, value_name = "K")]
    depth: u32,
    /// Processor time for one engine on one invariant, s
    #[arg(long, default_value_t = Limits::default().seconds, value_name = "S")]
    seconds: u32,
    /// Prove it of this Verilog in place of the emitted one: files, or lists of files as `emit` writes (.f). What `emit` wrote
    /// says its configuration; for other Verilog name it with --config
    #[arg(long, value_name = "FILE", num_args = 1..)]
    verilog: Vec<PathBuf>,
    /// Write a counterexample, a test vector for bench-unit --replay (.json) and a waveform (.vcd), into a folder
    #[arg(long, default_value = ".", value_name = "DIR")]
    counterexamples: PathBuf,
    /// Write each checker's Verilog as CHECKER.v into a folder
    #[arg(long, value_name = "DIR")]
    checkers: Option<PathBuf>,
    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Print the table as Markdown
    #[arg(long)]
    markdown: bool,
}

/// A row of the results.
#[derive(Serialize)]
struct Row {
    unit: &'static str,
    module: &'static str,
    checker: &'static str,
    /// `None`: equality with the reference model.
    invariant: Option<u32>,
    claim: String,
    configuration: String,
    verdict: String,
    engine: String,
    seconds: f64,
    /// Why there is no verdict: a tool failed, or the checker does not fit the RTL.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Proves what the arguments name, prints the table and writes the files. What goes wrong with one checker is told in its
/// row and costs the others nothing.
///
/// # Errors
/// An invariant does not hold or stays open; the arguments or the tools are wrong.
pub fn prove(args: &Args) -> Result<()> {
    let mut files = Files::default();
    args.verilog.iter().for_each(|path| files.reads(path));
    let json = files.writes_any(&args.json)?;
    let verilog = crate::verilog::read(&args.verilog)?;
    let configuration = match (&args.config, &verilog) {
        (None, Some(text)) => Some(crate::verilog::configuration(text, &args.unit)?),
        (named, _) => named.as_deref(),
    };
    let jobs = jobs(args, configuration, verilog.as_deref())?;
    for folder in args.checkers.iter().chain([&args.counterexamples]) {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        check_folder(folder)?;
    }
    jobs.iter().flat_map(|job| job.files(args)).try_for_each(|path| files.spares(&path))?;
    let prover = Prover::find()?;
    let bar = crate::progress::bar(jobs.len() as u64);
    let (mut rows, mut replays) = (Vec::new(), Vec::new());
    for job in &jobs {
        bar.set_message(format!("{} {}", job.property.module, job.property.name));
        let done = job.run(args, &prover);
        replays.extend(done.as_ref().ok().and_then(|done| done.replay.clone()));
        rows.push(job.row(done));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let text = serde_json::to_string_pretty(&rows)? + "\n";
    let written = json.map_or(Ok(()), |output| output.write(text.as_bytes()));
    print!("{}", table(&rows, args.markdown));
    for path in replays {
        println!("counterexample: warpsmith bench-unit --replay {}", path.display());
    }
    for row in &rows {
        if let Some(error) = &row.error {
            println!("{} of {}: {error}", row.checker, row.configuration);
        }
    }
    written?;
    let failed: Vec<&str> = rows.iter().filter(|r| !holds(&r.verdict)).map(|r| r.checker).collect();
    ensure!(failed.is_empty(), "not proved: {}", failed.join(", "));
    Ok(())
}

/// A property that is to be proved.
struct Job {
    property: &'static Property,
    configuration: String,
    emitted: Emitted,
}

/// What came of one.
struct Done {
    outcome: Outcome,
    /// The test vector of a counterexample that has a bench.
    replay: Option<PathBuf>,
}

/// What is to be proved, with its RTL: `verilog`, or else what is emitted. Checkers that are not for the one configuration
/// that is asked for are left out and named.
fn jobs(args: &Args, configuration: Option<&str>, verilog: Option<&str>) -> Result<Vec<Job>> {
    let (mut jobs, mut left_out) = (Vec::new(), Vec::new());
    for property in chosen(args, configuration.is_some())? {
        let configuration = args.changes.of(configuration.unwrap_or(property.configuration))?;
        let emitted = property.emit(&configuration).map_err(usage)?;
        match property.is_for(&emitted) {
            Err(why) => left_out.push(format!("{} {why}", property.name)),
            Ok(()) => jobs.push(Job {
                property,
                configuration,
                emitted: verilog.map_or_else(|| emitted.clone(), |text| emitted.with_text(text)),
            }),
        }
    }
    let left_out = left_out.join(", ");
    if jobs.is_empty() {
        let configuration = configuration.unwrap_or_default();
        return Err(usage(format!("no checker asked for is for configuration {configuration}: {left_out}")));
    }
    if !left_out.is_empty() {
        eprintln!("not for this configuration: {left_out}");
    }
    Ok(jobs)
}

impl Job {
    /// The files that may be written.
    fn files(&self, args: &Args) -> Vec<PathBuf> {
        let checker = args.checkers.iter().map(|folder| self.checker(folder));
        checker.chain(self.counterexample(args)).collect()
    }

    fn checker(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.v", self.property.name))
    }

    /// Inputs and waveform.
    fn counterexample(&self, args: &Args) -> [PathBuf; 2] {
        let name = format!("{}-{}-{}", self.property.module, self.configuration, self.property.name);
        ["json", "vcd"].map(|extension| args.counterexamples.join(format!("{name}.{extension}")))
    }

    /// Proves it and writes its files.
    fn run(&self, args: &Args, prover: &Prover) -> Result<Done> {
        let Job { property, configuration, emitted } = self;
        let limits = Limits { seconds: args.seconds, depth: args.depth };
        let proof = Proof { property, configuration, engine: args.engine, aim: Aim::Proof, limits };
        let outcome = prover.prove_of(&proof, emitted)?;
        if let Some(folder) = &args.checkers {
            write_atomically(&self.checker(folder), outcome.checker.as_bytes())?;
        }
        let mut replay = None;
        if let Some(found) = &outcome.counterexample {
            let path = write(self.counterexample(args), found)?;
            // Only top modules have a bench.
            replay = emitted.tops.iter().any(|top| top.name == property.module).then_some(path);
        }
        Ok(Done { outcome, replay })
    }

    fn row(&self, done: Result<Done>) -> Row {
        let Job { property, configuration, .. } = self;
        let (verdict, engine, seconds, error) = match done {
            Ok(Done { outcome, .. }) => {
                (in_words(&outcome.verdict), outcome.engine.to_string(), outcome.seconds, None)
            }
            Err(error) => ("error".to_string(), "-".to_string(), 0.0, Some(format!("{error:#}"))),
        };
        Row {
            unit: property.unit,
            module: property.module,
            checker: property.name,
            invariant: property.number(),
            claim: property.claim(),
            configuration: configuration.clone(),
            verdict,
            engine,
            seconds,
            error,
        }
    }
}

/// The properties that the arguments name; each checker once if they are all proved in one configuration.
fn chosen(args: &Args, one: bool) -> Result<Vec<&'static Property>> {
    let known = || all().iter().chain(equalities());
    let mut units: Vec<&str> = known().map(|p| p.unit).collect();
    units.sort_unstable();
    units.dedup();
    if args.unit != "all" && !units.contains(&args.unit.as_str()) {
        return Err(unknown("unit with proofs", &args.unit, &units));
    }
    let mut of_unit: Vec<&Property> = known().filter(|p| args.unit == "all" || p.unit == args.unit).collect();
    if one {
        let mut seen = std::collections::BTreeSet::new();
        of_unit.retain(|p| seen.insert((p.module, p.name)));
    }
    let wanted = |p: &&Property| match args.invariant {
        Some(number) => p.number() == Some(number),
        None => !args.equality || p.number().is_none(),
    };
    let wanted: Vec<&Property> = of_unit.iter().copied().filter(wanted).collect();
    if wanted.is_empty() {
        let numbers: Vec<String> = of_unit.iter().filter_map(|p| p.number()).map(|n| n.to_string()).collect();
        let asked = args.invariant.map_or("equality".to_string(), |n| format!("invariant {n}"));
        let numbers = if numbers.is_empty() { "none".to_string() } else { numbers.join(", ") };
        return Err(usage(format!(
            "{} has no checker of {asked}; it has those of the invariants: {numbers}",
            args.unit
        )));
    }
    Ok(wanted)
}

fn in_words(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Proved => "proved".to_string(),
        Verdict::Bounded(depth) => format!("holds for {depth} cycles"),
        Verdict::Refuted(trace) => format!("fails in cycle {}", trace.steps.len().saturating_sub(1)),
        Verdict::NotInductive => "not inductive".to_string(),
        Verdict::Open => "open".to_string(),
    }
}

fn holds(verdict: &str) -> bool {
    verdict == "proved" || verdict.starts_with("holds")
}

fn table(rows: &[Row], markdown: bool) -> String {
    let mut table = Table::left(["unit", "module", "checker", "configuration", "result", "engine", "s"]);
    for r in rows {
        table.row([
            r.unit.to_string(),
            r.module.to_string(),
            r.checker.to_string(),
            r.configuration.clone(),
            r.verdict.clone(),
            r.engine.clone(),
            format!("{:.1}", r.seconds),
        ]);
    }
    if markdown {
        table.markdown()
    } else {
        table.text()
    }
}

/// Writes the inputs and the waveform of a counterexample; the path of the inputs.
fn write([inputs, waveform]: [PathBuf; 2], found: &Counterexample) -> Result<PathBuf> {
    write_atomically(&inputs, (serde_json::to_string_pretty(&found.vector)? + "\n").as_bytes())?;
    write_atomically(&waveform, found.waveform.as_bytes())
        .with_context(|| format!("the counterexample is in {}", inputs.display()))?;
    Ok(inputs)
}
