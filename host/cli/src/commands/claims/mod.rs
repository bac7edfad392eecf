// SPDX-License-Identifier: Apache-2.0
//! `warpsmith claims`: does the unit do what its paper claims? Specification section 9, point by point.

mod lag;
mod plan;
mod points;
mod report;
mod runs;

use crate::attach::Backend;
use crate::failure::{unknown, usage};
use crate::manifest::{self, Class, Program};
use crate::output::write_atomically;
use anyhow::Result;
use points::POINTS;
use report::{Outcome, Verdict};
use std::path::PathBuf;
use std::process::ExitCode;

/// Run a paper's claims and say which hold, with the figures.
///
/// The programs of tests/programs run without the unit, with it, and with the policies that the paper compares
/// with. Thresholds come from the specification alone. Exit code 1 when a claim fails.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith claims equalizer
  warpsmith claims equalizer --only 5 --json claims.json")]
pub struct Args {
    /// The unit: equalizer
    unit: String,
    /// One program a class instead of all
    #[arg(long)]
    quick: bool,
    /// Only this point of section 9
    #[arg(long, value_name = "N")]
    only: Option<u32>,
    /// Runs at a time
    #[arg(long, default_value_t = default_jobs())]
    jobs: usize,
    /// Machine file or built-in machine
    #[arg(long, default_value = "gtx480")]
    machine: String,
    /// What steps the unit
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
    if args.unit != "equalizer" {
        return Err(unknown("unit with claims", &args.unit, &["equalizer"]));
    }
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
        machine: args.machine.clone(),
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
    let failed = verdicts.iter().any(|v| v.outcome == Outcome::Fail);
    Ok(ExitCode::from(u8::from(failed)))
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
