// SPDX-License-Identifier: Apache-2.0
//! `warpsmith prove`: the invariants of a unit and its equality with the reference model, proved of its RTL.

use crate::failure::{unknown, usage};
use crate::output::write_atomically;
use crate::table::Table;
use anyhow::{ensure, Context, Result};
use serde::Serialize;
use std::path::{Path, PathBuf};
use warpsmith_hdl::units;
use warpsmith_prove::{
    all, equalities, Aim, Counterexample, Engine, Limits, Outcome, Proof, Property, Prover, Verdict,
};
use warpsmith_units::TestVector;

/// Prove the invariants of a unit's specification, and that it equals the reference model, of its RTL, with ABC and yosys.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith prove equalizer
  warpsmith prove equalizer --invariant 3 --config small --seconds 600
  warpsmith prove equalizer --invariant 4 --engine \"bounded 200\"
  warpsmith prove sms --equality
  warpsmith prove all --markdown
  warpsmith prove frfcfs --verilog my_frfcfs.v

Each invariant is a Verilog checker in testbenches/proofs; its default engine and configuration are the ones
that its author found right. A checker `..._model` is drawn by the step of the reference model: it says that the RTL
gives the same outputs. The tools come with: sudo apt-get install yosys berkeley-abc")]
pub struct Args {
    /// The unit, as in `warpsmith list units`, or `all`
    unit: String,
    /// Only the invariant with this number in section 11 of the specification
    #[arg(long, value_name = "N")]
    invariant: Option<u32>,
    /// Only that the RTL equals the reference models
    #[arg(long, conflicts_with = "invariant")]
    equality: bool,
    /// Named configuration [default: a small one, by invariant]
    #[arg(long, value_name = "NAME")]
    config: Option<String>,
    /// pdr, "induction K" or "bounded DEPTH" [default: by invariant]
    #[arg(long, value_name = "ENGINE")]
    engine: Option<Engine>,
    /// Cycles after reset of the bounded proof of what the engine leaves open
    #[arg(long, default_value_t = Limits::default().depth, value_name = "K")]
    depth: u32,
    /// Time for one engine on one invariant, s
    #[arg(long, default_value_t = Limits::default().seconds, value_name = "S")]
    seconds: u32,
    /// Prove it of this Verilog in place of the emitted one; it has the modules that the checkers are about
    #[arg(long, value_name = "FILE")]
    verilog: Vec<PathBuf>,
    /// Write a counterexample, a test vector for bench-unit --replay (.json) and a waveform (.vcd), into a folder
    #[arg(long, default_value = ".", value_name = "DIR")]
    counterexamples: PathBuf,
    /// Write each checker's Verilog as <checker>.v into a folder
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
}

/// Proves what the arguments name, prints the table and writes the files.
///
/// # Errors
/// An invariant does not hold or stays open; the arguments or the tools are wrong.
pub fn prove(args: &Args) -> Result<()> {
    let properties = chosen(args)?;
    let prover = Prover::find()?;
    for folder in args.checkers.iter().chain([&args.counterexamples]) {
        ensure!(folder.is_dir(), "{} is no folder; make it first", folder.display());
    }
    let limits = Limits { seconds: args.seconds, depth: args.depth };
    let verilog = crate::verilog::read(&args.verilog)?;
    let bar = crate::progress::bar(properties.len() as u64);
    let (mut rows, mut replays) = (Vec::new(), Vec::new());
    for property in properties {
        bar.set_message(format!("{} {}", property.module, property.name));
        let configuration = args.config.as_deref().unwrap_or(property.configuration);
        let mut emitted = units::emit(property.unit, configuration, &[])?;
        if let Some(text) = &verilog {
            emitted = emitted.with_text(text);
        }
        let proof = Proof { property, configuration, engine: args.engine, aim: Aim::Proof, limits };
        let outcome = prover.prove_of(&proof, &emitted)?;
        if let Some(folder) = &args.checkers {
            write_atomically(&folder.join(format!("{}.v", property.name)), outcome.checker.as_bytes())?;
        }
        if let Some(found) = &outcome.counterexample {
            let path = write(&args.counterexamples, property.name, found)?;
            // Only top modules have a bench.
            replays.extend(emitted.tops.iter().any(|top| top.name == property.module).then_some(path));
        }
        rows.push(row(property, configuration, &outcome));
        bar.inc(1);
    }
    bar.finish_and_clear();
    print!("{}", table(&rows, args.markdown));
    for path in replays {
        println!("counterexample: warpsmith bench-unit --replay {}", path.display());
    }
    if let Some(path) = &args.json {
        write_atomically(path, (serde_json::to_string_pretty(&rows)? + "\n").as_bytes())?;
    }
    let failed: Vec<&str> = rows.iter().filter(|r| !holds(&r.verdict)).map(|r| r.checker).collect();
    ensure!(failed.is_empty(), "not proved: {}", failed.join(", "));
    Ok(())
}

/// The properties that the arguments name.
fn chosen(args: &Args) -> Result<Vec<&'static Property>> {
    let known = || all().iter().chain(equalities());
    let mut units: Vec<&str> = known().map(|p| p.unit).collect();
    units.sort_unstable();
    units.dedup();
    if args.unit != "all" && !units.contains(&args.unit.as_str()) {
        return Err(unknown("unit with proofs", &args.unit, &units));
    }
    let mut of_unit: Vec<&Property> = known().filter(|p| args.unit == "all" || p.unit == args.unit).collect();
    if args.config.is_some() {
        // A checker that has several configurations is run once.
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

fn row(property: &Property, configuration: &str, outcome: &Outcome) -> Row {
    Row {
        unit: property.unit,
        module: property.module,
        checker: property.name,
        invariant: property.number(),
        claim: property.claim(),
        configuration: configuration.to_string(),
        verdict: match &outcome.verdict {
            Verdict::Proved => "proved".to_string(),
            Verdict::Bounded(depth) => format!("holds for {depth} cycles"),
            Verdict::Refuted(trace) => format!("fails in cycle {}", trace.steps.len().saturating_sub(1)),
            Verdict::Open => "open".to_string(),
        },
        engine: outcome.engine.to_string(),
        seconds: outcome.seconds,
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
fn write(folder: &Path, checker: &str, found: &Counterexample) -> Result<PathBuf> {
    let TestVector { module, configuration, .. } = &found.vector;
    let name = format!("{module}-{configuration}-{checker}");
    let path = folder.join(format!("{name}.json"));
    write_atomically(&path, (serde_json::to_string_pretty(&found.vector)? + "\n").as_bytes())?;
    write_atomically(&folder.join(format!("{name}.vcd")), found.waveform.as_bytes())
        .with_context(|| format!("the counterexample is in {}", path.display()))?;
    Ok(path)
}
