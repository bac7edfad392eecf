// SPDX-License-Identifier: Apache-2.0
//! `warpsmith mutate`: how many planted faults the benches and the proofs of a unit find.

mod kept;
mod page;

use super::changes::Changes;
use crate::failure::{unknown, usage};
use crate::output::{check_folder, write_atomically, Files};
use anyhow::{ensure, Context, Result};
use clap::builder::RangedU64ValueParser;
use kept::Kept;
use std::path::{Path, PathBuf};
use warpsmith_hdl::units::{self, Emitted};
use warpsmith_mutate::{Campaign, Outcome, Planted, Score};
use warpsmith_prove::{all, Limits};
use warpsmith_units::UnitInfo;

/// Faults drawn for each that is to be tried: some change nothing.
const DRAWN: usize = 4;
/// Faults of a module at most: more than the largest has pins.
const MAX_FAULTS: u64 = 100_000;

/// Plant faults in a unit's RTL and count how many lockstep and proofs find.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith mutate equalizer
  warpsmith mutate frfcfs --config tiny_collapse --faults 40 --by lockstep
  warpsmith mutate equalizer --module eq_fm --survivors out --markdown eq_fm.md
  warpsmith mutate mask --keep mask.json --markdown mask.md   # again, if it was stopped: goes on

A fault is one bit of a pin of a cell, stuck or inverted (yosys: mutate), in every instance of its module. Faults that
change no output, whatever the inputs are, are proved to be none, and others are drawn. Lockstep is the random bench of
`bench-unit`; the proofs are those of `prove`, of which one must find a counterexample.")]
pub struct Args {
    /// The unit, as in `warpsmith list units`
    unit: String,
    /// One of the unit's top modules instead of all
    #[arg(long, value_name = "NAME")]
    module: Option<String>,
    /// Named configuration [default: the one that most proofs of the unit have]
    #[arg(long, value_name = "NAME")]
    config: Option<String>,
    #[command(flatten)]
    changes: Changes,
    /// Faults in each module
    #[arg(long, default_value_t = 24, value_name = "N", value_parser = RangedU64ValueParser::<u32>::new().range(1..=MAX_FAULTS))]
    faults: u32,
    /// Seed of the draw
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// What is to find them
    #[arg(long, value_enum, default_value_t = By::Both)]
    by: By,
    /// Cycles of lockstep for a fault
    #[arg(long, default_value_t = 1_000_000, value_name = "N")]
    cycles: u64,
    /// Cycles after reset of bounded model checking, which is tried first
    #[arg(long, default_value_t = 20, value_name = "K")]
    depth: u32,
    /// Processor time for one engine on one invariant and fault, s
    #[arg(long, default_value_t = 20, value_name = "S")]
    seconds: u32,
    /// Keep what became of each fault in a file, and take from it what a run that was stopped has kept
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Write each fault that one of the two misses as Verilog into a folder, with a test vector that shows it if one is known
    #[arg(long, value_name = "DIR")]
    survivors: Option<PathBuf>,
    /// Write the results as a Markdown page
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum By {
    Lockstep,
    Proof,
    Both,
}

/// Runs what the arguments name, prints the scores and writes the files.
///
/// # Errors
/// The arguments or the tools are wrong; the bench or a proof fails without a fault.
pub fn mutate(args: &Args) -> Result<()> {
    let unit = unit(&args.unit)?;
    if let Some(folder) = &args.survivors {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        check_folder(folder)?;
    }
    let mut files = Files::default();
    let keep = files.writes_any(&args.keep)?;
    let (markdown, json) = (files.writes_any(&args.markdown)?, files.writes_any(&args.json)?);
    let configuration = &args.changes.of(configuration(unit, args.config.as_deref())?)?;
    let emitted = units::emit(unit.name, configuration, &[]).map_err(usage)?;
    let tops: Vec<&'static str> = emitted.tops.iter().map(|top| top.name).collect();
    let wanted = |top: &&&'static str| args.module.as_deref().is_none_or(|name| name == **top);
    let modules: Vec<&'static str> = tops.iter().filter(wanted).copied().collect();
    if modules.is_empty() {
        let name = args.module.as_deref().unwrap_or_default();
        return Err(unknown(&format!("top module of {}", unit.name), name, &tops));
    }
    let kept = keep.map(|file| Kept::open(file, page::command(args, configuration), &emitted)).transpose()?;
    let mut scores = Vec::new();
    for module in modules {
        let planted = Planted::draw(&emitted, module, DRAWN * args.faults as usize, args.seed)?;
        let score = score(args, unit.name, module, configuration, &emitted, &planted, kept.as_ref())?;
        if let Some(folder) = &args.survivors {
            write_survivors(folder, &planted, &score)?;
        }
        scores.push(score);
    }
    let page = page::markdown(args, &scores);
    let written = markdown.map_or(Ok(()), |output| output.write(page.as_bytes())).and_then(|()| {
        let text = serde_json::to_string_pretty(&scores)? + "\n";
        json.map_or(Ok(()), |output| output.write(text.as_bytes()))
    });
    print!("{}", page::text(&scores));
    written
}

fn unit(name: &str) -> Result<&'static UnitInfo> {
    warpsmith_units::find(name).ok_or_else(|| unknown("unit", name, &warpsmith_units::names()))
}

/// The configuration of this name; without a name the one that most proofs of the unit have, or else the last, which is small.
fn configuration(unit: &UnitInfo, name: Option<&str>) -> Result<&'static str> {
    let known = unit.configurations;
    if let Some(name) = name {
        let found = known.iter().find(|known| **known == name).copied();
        return found.ok_or_else(|| unknown(&format!("configuration of {}", unit.name), name, known));
    }
    let proofs = |name: &str| all().iter().filter(|p| p.unit == unit.name && p.configuration == name).count();
    let most = known.iter().max_by_key(|name| proofs(name)).copied();
    most.with_context(|| format!("{} has no configuration", unit.name))
}

fn score(
    args: &Args,
    unit: &str,
    module: &'static str,
    configuration: &str,
    emitted: &Emitted,
    planted: &Planted,
    kept: Option<&Kept>,
) -> Result<Score> {
    let bar = crate::progress::bar(args.faults.into());
    bar.set_message(module);
    let campaign = Campaign {
        unit,
        module,
        configuration,
        emitted,
        planted,
        faults: args.faults as usize,
        lockstep: None,
        proof: args.by != By::Lockstep,
        limits: Limits { seconds: args.seconds, depth: args.depth },
        known: kept.and_then(|kept| kept.of(module)),
        progress: &|score| {
            bar.set_position(score.trials.len() as u64);
            kept.map_or(Ok(()), |kept| kept.keep(score))
        },
    };
    let score = match args.by {
        By::Proof => campaign.run()?,
        _ => with_lockstep(args, campaign)?,
    };
    bar.finish_and_clear();
    ensure!(
        score.trials.len() == args.faults as usize,
        "{module} has only {} faults that change something; ask for fewer with --faults",
        score.trials.len()
    );
    Ok(score)
}

/// Runs a campaign with the random bench on what has all the faults.
#[cfg(feature = "rtl")]
fn with_lockstep(args: &Args, campaign: Campaign) -> Result<Score> {
    use warpsmith_testbenches::{bench_netlists, Netlists};
    let Campaign { unit, module, configuration, planted, .. } = campaign;
    let verilog = |_: &str| Ok(planted.verilog.clone());
    let netlists = Netlists::with_faults(&verilog)?;
    let lockstep = |fault| {
        netlists.select(fault);
        let module = Some(module);
        match bench_netlists(unit, configuration, module, args.cycles, 1, &netlists, &mut |_, _| {}) {
            Ok(_) => Ok(None),
            Err(e) => match e.divergence() {
                Some((cycle, port)) => Ok(Some(format!("`{port}`, cycle {cycle}"))),
                None => Err(e.to_string()),
            },
        }
    };
    Ok(Campaign { lockstep: Some(&lockstep), ..campaign }.run()?)
}

/// Says how to get a build that can.
#[cfg(not(feature = "rtl"))]
fn with_lockstep(_args: &Args, _campaign: Campaign) -> Result<Score> {
    anyhow::bail!("--by lockstep runs the RTL, which is {}; or use --by proof", crate::attach::NO_RTL)
}

/// Writes the faults that are missed by name of the module and number of the fault.
fn write_survivors(folder: &Path, planted: &Planted, score: &Score) -> Result<()> {
    for trial in &score.trials {
        if trial.lockstep != Outcome::Missed && trial.proof != Outcome::Missed {
            continue;
        }
        let path = folder.join(format!("{}-{}-{}", score.module, score.configuration, trial.fault.number));
        write_atomically(&path.with_extension("v"), planted.mutant(&trial.fault)?.as_bytes())?;
        if let Some(vector) = &trial.shown_by {
            let text = serde_json::to_string_pretty(vector)? + "\n";
            write_atomically(&path.with_extension("json"), text.as_bytes())?;
        }
    }
    Ok(())
}
