// SPDX-License-Identifier: Apache-2.0
//! The claims of SMS: specification section 9; point 1 by synthesis, points 2 to 10 on the seven intensity mixes.

mod area;
mod plan;
mod points;
mod runs;
mod tables;

use super::report::{self, Verdict};
use super::Args;
use crate::failure::usage;
use crate::manifest;
use crate::output::write_atomically;
use anyhow::Result;
use plan::{Mix, Plan, Scheduler};
use points::{Point, POINTS};
use runs::Runs;
use serde_json::json;

/// Machine of the evaluation.
pub const MACHINE: &str = "cpu-gpu";

/// What stands for point 1 when it is not asked for.
const NO_AREA: &str =
    "1. *not run:* area and leakage of SMS against FR-FCFS; `--area osu018` measures them, in half an hour the first time.\n";

/// Evaluates the claims and prints the report; whether all hold.
pub fn claims(args: &Args) -> Result<bool> {
    let points: Vec<_> = POINTS.iter().filter(|p| args.only.is_none_or(|only| only == p.number)).collect();
    if points.is_empty() && args.only != Some(1) {
        return Err(usage("--only takes a point of section 9: 1 to 10"));
    }
    let mut verdicts: Vec<Verdict> = area(args)?.into_iter().collect();
    let head = if verdicts.is_empty() && args.only.is_none() { NO_AREA } else { "" };
    let mut tables = String::new();
    let mut summaries = json!([]);
    if !points.is_empty() {
        let runs = simulated(args, &points)?;
        verdicts.extend(points.iter().map(|p| Verdict::new(p.number, p.statement, (p.evaluate)(&runs))));
        (tables, summaries) = (tables::markdown(&runs), json!(runs.json()));
    }
    let markdown = format!("{head}{}\n{tables}", report::verdicts(&verdicts));
    print!("{markdown}");
    if let Some(path) = &args.markdown {
        write_atomically(path, markdown.as_bytes())?;
    }
    if let Some(path) = &args.json {
        let text = json!({ "version": env!("CARGO_PKG_VERSION"), "points": verdicts, "runs": summaries });
        write_atomically(path, (serde_json::to_string_pretty(&text)? + "\n").as_bytes())?;
    }
    Ok(report::all_hold(&verdicts))
}

/// The runs that the points need.
fn simulated(args: &Args, points: &[&Point]) -> Result<Runs> {
    let mut plan = Plan::new(args.quick, args.full);
    if let Some(cycles) = args.cycles {
        plan.cycles = cycles;
    }
    let programs = manifest::load(args.programs.as_deref())?;
    let machine = args.machine.as_deref().unwrap_or(MACHINE);
    let wanted = |scheduler, mix| {
        points.iter().any(|p| (p.needs)(scheduler, mix))
            || (args.only.is_none() && mix == Some(Mix::VARIED) && Scheduler::READINGS.contains(&scheduler))
    };
    Runs::make(args, machine, &plan, &programs, wanted)
}

/// Point 1, if it is asked for.
fn area(args: &Args) -> Result<Option<Verdict>> {
    let mut libraries = args.area.clone();
    match args.only {
        Some(1) if libraries.is_empty() => libraries.push("osu018".to_string()),
        Some(1) | None => {}
        Some(_) => return Ok(None),
    }
    (!libraries.is_empty()).then(|| area::evaluate(&libraries, args.jobs)).transpose()
}
