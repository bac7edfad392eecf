// SPDX-License-Identifier: Apache-2.0
//! `warpsmith claims`: does the unit do what its paper claims? Specification section 9, point by point.

mod lag;
mod mascar;
mod plan;
mod points;
mod report;
mod runs;
mod sms;

use crate::attach::Backend;
use crate::failure::{unknown, usage};
use crate::manifest::{self, Class, Program};
use crate::output::write_atomically;
use anyhow::Result;
use points::POINTS;
use report::Verdict;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run a paper's claims and say which hold, with the figures.
///
/// Programs run without the unit, with it, and with the policies that the paper compares with: those of tests/programs,
/// for sms beside 16 CPU cores. Exit code 1 when a claim fails.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith claims equalizer
  warpsmith claims mascar --json mascar.json
  warpsmith claims equalizer --only 5 --json claims.json
  warpsmith claims sms --jobs 2 --markdown sms.md
  warpsmith claims sms --only 1 --area osu018 --area gf180.lib")]
pub struct Args {
    /// The unit: equalizer, mascar or sms
    unit: String,
    /// One program a class instead of all; for sms two mixes
    #[arg(long)]
    quick: bool,
    /// All 105 workloads of the paper, long (sms): days
    #[arg(long, conflicts_with = "quick")]
    full: bool,
    /// Length of each run in SM cycles (sms) [default: 150000]
    #[arg(long, value_name = "N")]
    cycles: Option<u64>,
    /// Only this point of section 9
    #[arg(long, value_name = "N")]
    only: Option<u32>,
    /// Also point 1, in this cell library: osu018, or a Liberty file (sms; repeatable)
    #[arg(long, value_name = "NAME|FILE.lib")]
    area: Vec<String>,
    /// Runs at a time
    #[arg(long, default_value_t = default_jobs())]
    jobs: usize,
    /// Machine file or built-in machine [default: gtx480, for mascar mascar, for sms cpu-gpu]
    #[arg(long)]
    machine: Option<String>,
    /// What steps the unit; sms is stepped by its model
    #[arg(long, value_enum, default_value_t)]
    backend: Backend,
    /// Folder with programs.toml [default: tests/programs of the source tree]
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
    /// Folder that keeps compiled programs and results
    #[arg(long, value_name = "DIR", default_value = "target/claims")]
    cache: PathBuf,
    /// Also write the report as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Also write the report as Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// Evaluates the claims of a unit and prints the report.
pub fn claims(args: &Args) -> Result<ExitCode> {
    let hold = match args.unit.as_str() {
        "equalizer" => equalizer(args)?,
        "mascar" => mascar::claims(args)?,
        "sms" => sms::claims(args)?,
        _ => return Err(unknown("unit with claims", &args.unit, &["equalizer", "mascar", "sms"])),
    };
    Ok(ExitCode::from(u8::from(!hold)))
}

/// Evaluates the claims of Equalizer and prints the report; whether all hold.
fn equalizer(args: &Args) -> Result<bool> {
    let numbers: Vec<u32> = (1..=9).collect();
    let wanted = |number: u32| args.only.is_none_or(|only| only == number);
    if !numbers.iter().any(|n| wanted(*n)) {
        return Err(usage("--only takes a point of section 9: 1 to 9"));
    }
    let mut programs = manifest::load(args.programs.as_deref())?;
    if args.quick {
        keep_one_a_class(&mut programs);
    }
    let setup = runs::Setup {
        machine: args.machine.clone().unwrap_or_else(|| "gtx480".to_string()),
        backend: args.backend,
        cache: args.cache.clone(),
        jobs: args.jobs,
    };
    let points: Vec<_> = POINTS.iter().filter(|p| wanted(p.number)).collect();
    let runs = runs::Runs::make(&setup, &programs, |program, variant| {
        points.iter().any(|p| (p.needs)(program, variant))
            || (args.only.is_none() && plan::in_tables(program.class, variant))
    })?;

    let mut verdicts: Vec<Verdict> =
        points.iter().map(|p| Verdict::new(p.number, p.statement, (p.evaluate)(&runs))).collect();
    if wanted(9) {
        verdicts.push(Verdict::new(9, lag::STATEMENT, lag::evaluate(args.backend)?));
    }
    let markdown = report::markdown(&runs, &verdicts);
    print!("{markdown}");
    if let Some(path) = &args.markdown {
        write_atomically(path, markdown.as_bytes())?;
    }
    if let Some(path) = &args.json {
        let text = serde_json::to_string_pretty(&report::json(&runs, &verdicts))? + "\n";
        write_atomically(path, text.as_bytes())?;
    }
    Ok(report::all_hold(&verdicts))
}

/// The first program of each class, and all those built for one claim.
fn keep_one_a_class(programs: &mut Vec<Program>) {
    let mut seen = Vec::new();
    programs.retain(|p| {
        let keep = p.class == Class::Phase || !seen.contains(&p.class);
        seen.push(p.class);
        keep
    });
}
