// SPDX-License-Identifier: Apache-2.0
//! `warpsmith claims`: does the unit do what its paper claims? Specification section 9, point by point.

mod equalizer;
mod mascar;
mod report;
mod runner;
mod runs;
mod sms;

use crate::attach::Backend;
use crate::failure::unknown;
use crate::machine_file;
use crate::manifest::{self, Class, Program};
use crate::output::Files;
use anyhow::Result;
use report::Report;
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

/// Evaluates the claims of a unit.
type Claims = fn(&Args) -> Result<Report>;

const UNITS: [(&str, Claims); 3] =
    [("equalizer", equalizer::claims), ("mascar", mascar::claims), ("sms", sms::claims)];

/// Evaluates the claims of a unit and prints the report.
pub fn claims(args: &Args) -> Result<ExitCode> {
    let Some((_, claims)) = UNITS.iter().find(|(unit, _)| *unit == args.unit) else {
        return Err(unknown("unit with claims", &args.unit, &UNITS.map(|(unit, _)| unit)));
    };
    let mut files = Files::default();
    if let Some(machine) = &args.machine {
        machine_file::load(machine, &[])?;
        machine_file::reads(machine, &mut files);
    }
    args.area
        .iter()
        .filter(|library| warpsmith_synth::is_file(library))
        .for_each(|library| files.reads(library));
    let manifest = args.programs.iter().map(|folder| folder.join(manifest::FILE));
    manifest.for_each(|path| files.reads(path));
    let (markdown, json) = (files.writes_any(&args.markdown)?, files.writes_any(&args.json)?);

    let report = claims(args)?;
    let page = report.markdown();
    let written = markdown.map_or(Ok(()), |output| output.write(page.as_bytes())).and_then(|()| {
        let text = serde_json::to_string_pretty(&report.json())? + "\n";
        json.map_or(Ok(()), |output| output.write(text.as_bytes()))
    });
    print!("{page}");
    written?;
    Ok(ExitCode::from(u8::from(!report.all_hold())))
}

/// The programs of the manifest that take part in the claims of this unit; with `--quick` the first of each class, and all those built for one claim.
fn programs(args: &Args, takes_part: impl Fn(&Program) -> bool) -> Result<Vec<Program>> {
    let mut programs = manifest::load(args.programs.as_deref())?;
    let mut seen = Vec::new();
    programs.retain(|p| {
        let here = p.only_in.as_ref().is_none_or(|unit| *unit == args.unit);
        let keep =
            here && takes_part(p) && (!args.quick || p.class == Class::Phase || !seen.contains(&p.class));
        if keep {
            seen.push(p.class);
        }
        keep
    });
    Ok(programs)
}
