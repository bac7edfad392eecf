// SPDX-License-Identifier: Apache-2.0
//! The claims of every unit, one after the other, and which points hold.

use super::args::Args;
use super::papers;
use super::report::{Claims, Outcome, Report};
use crate::commands::synth::Setup;
use crate::failure::usage;
use crate::output::Files;
use crate::table::Table;
use anyhow::Result;
use serde_json::{json, Map, Value};
use std::process::ExitCode;

/// Stands for every unit.
pub const ALL: &str = "all";

/// # Errors
/// An option speaks of one unit.
fn check(args: &Args) -> Result<()> {
    let given = [
        ("--only", args.only.is_some()),
        ("--every-setting", args.every_setting),
        ("--quanta", args.quanta),
        ("--energy", args.energy),
        ("--machine", args.machine.is_some()),
        ("--html", args.html.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(usage(format!(
            "{option} is for the claims of one unit; `{ALL}` has the points of every unit, the first of sms with --area"
        ))),
        None => Ok(()),
    }
}

/// A heading with how many points of a unit hold, and a row a point, with what the paper says beside it.
fn section(unit: &str, report: &Report) -> String {
    let mut table = Table::new(["point", "holds", "claim", "here", "in the paper", "what decides"]);
    for verdict in &report.verdicts {
        let (paper, decides) = papers::of(unit, verdict.number);
        let (holds, decides) = match verdict.outcome {
            Outcome::Pass => ("yes", ""),
            Outcome::Fail => ("no", decides),
        };
        table.row([
            verdict.number.to_string(),
            holds.to_string(),
            verdict.statement.clone(),
            verdict.figures(),
            paper.to_string(),
            decides.to_string(),
        ]);
    }
    format!("## {unit}: {} of {}\n\n{}\n", report.held(), report.verdicts.len(), table.markdown())
}

/// What is run; stands before the first unit.
fn head(args: &Args) -> &'static str {
    if args.full {
        "All programs and workloads of each unit's page.\n\n"
    } else {
        "Some programs and workloads of each unit: verdicts can differ from those of its page, which --full runs, for hours.\n\n"
    }
}

/// Evaluates the claims of `units` and prints which points hold, a unit as soon as it is done.
pub fn claims(args: &Args, units: &[(&'static str, Claims)], mut files: Files) -> Result<ExitCode> {
    check(args)?;
    let (markdown, json) = (files.writes_any(&args.markdown)?, files.writes_any(&args.json)?);
    // SMS, which uses them, comes late.
    args.area.iter().try_for_each(|library| Setup::of_library(library).flow().map(|_| ()))?;
    let (mut page, mut reports, mut held, mut points) = (head(args).to_string(), Map::new(), 0, 0);
    print!("{page}");
    for (unit, claims) in units {
        let report =
            claims(&Args { unit: (*unit).to_string(), quick: !args.full, full: false, ..args.clone() })?;
        let section = section(unit, &report);
        print!("{section}");
        page += &section;
        held += report.held();
        points += report.verdicts.len();
        if let Some(folder) = &args.pictures {
            report.draw(&folder.join(unit))?;
        }
        reports.insert((*unit).to_string(), report.json());
    }
    let sum = format!("{held} of {points} points hold.\n");
    print!("{sum}");
    markdown.map_or(Ok(()), |output| output.write((page + &sum).as_bytes()))?;
    let text = serde_json::to_string_pretty(&json!({ "units": Value::Object(reports) }))? + "\n";
    json.map_or(Ok(()), |output| output.write(text.as_bytes()))?;
    Ok(ExitCode::from(u8::from(held < points)))
}
