// SPDX-License-Identifier: Apache-2.0
//! The claims of SMS: specification section 9, points 2 to 10, on the seven intensity mixes.

mod plan;
mod points;
mod runs;

use super::report::{self, Verdict};
use super::Args;
use crate::failure::usage;
use crate::manifest;
use crate::output::write_atomically;
use anyhow::Result;
use plan::Plan;
use points::POINTS;
use serde_json::json;

/// Machine of the evaluation.
pub const MACHINE: &str = "cpu-gpu";

/// Where point 1 is answered.
const AREA: &str =
    "1. *not run here:* area and leakage of SMS against FR-FCFS are measured by `warpsmith synth`.\n";

/// Evaluates the claims and prints the report; whether all hold.
pub fn claims(args: &Args) -> Result<bool> {
    let points: Vec<_> = POINTS.iter().filter(|p| args.only.is_none_or(|only| only == p.number)).collect();
    if points.is_empty() {
        return Err(usage("--only takes a point of section 9: 2 to 10 (1 is `warpsmith synth`)"));
    }
    let mut plan = Plan::new(args.quick, args.full);
    if let Some(cycles) = args.cycles {
        plan.cycles = cycles;
    }
    let programs = manifest::load(args.programs.as_deref())?;
    let machine = args.machine.as_deref().unwrap_or(MACHINE);
    let wanted = |scheduler, mix| points.iter().any(|p| (p.needs)(scheduler, mix));
    let runs = runs::Runs::make(args, machine, &plan, &programs, wanted)?;
    let verdicts: Vec<Verdict> =
        points.iter().map(|p| Verdict::new(p.number, p.statement, (p.evaluate)(&runs))).collect();
    let markdown = format!("{AREA}{}\n{}", report::verdicts(&verdicts), runs.tables());
    print!("{markdown}");
    if let Some(path) = &args.markdown {
        write_atomically(path, markdown.as_bytes())?;
    }
    if let Some(path) = &args.json {
        let text = json!({ "version": env!("CARGO_PKG_VERSION"), "points": verdicts, "runs": runs.json() });
        write_atomically(path, (serde_json::to_string_pretty(&text)? + "\n").as_bytes())?;
    }
    Ok(report::all_hold(&verdicts))
}
