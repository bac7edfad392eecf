// SPDX-License-Identifier: Apache-2.0
//! The claims of Mascar: specification section 9.

mod plan;
mod points;
mod runs;

use super::report::{self, Verdict};
use super::Args;
use crate::failure::usage;
use crate::manifest;
use crate::output::write_atomically;
use anyhow::Result;
use points::POINTS;
use runs::Runs;
use serde_json::json;

/// Machine of the evaluation.
const MACHINE: &str = "mascar";

/// What stands for point 9, which is no run of a program.
const WORKED_EXAMPLE: &str =
    "9. *by test:* the worked example takes exactly 21, 26 and 23 cycles; `cargo test -p warpsmith-gpu worked_example` for the \
     SM, `warpsmith bench-unit mascar` for the modules.\n";

/// Evaluates the claims and prints the report; whether all hold.
pub fn claims(args: &Args) -> Result<bool> {
    let points: Vec<_> = POINTS.iter().filter(|p| args.only.is_none_or(|only| only == p.number)).collect();
    if points.is_empty() {
        return Err(usage(format!("--only takes a point of section 9: 1 to {}", POINTS.len())));
    }
    let mut programs = manifest::load(args.programs.as_deref())?;
    programs.retain(plan::takes_part);
    if args.quick {
        super::keep_one_a_class(&mut programs);
    }
    let machine = args.machine.as_deref().unwrap_or(MACHINE);
    let wanted = |v| args.only.is_none() || points.iter().any(|p| p.needs.contains(&v));
    let runs = Runs::make(args, machine, &programs, wanted)?;
    let verdicts: Vec<Verdict> =
        points.iter().map(|p| Verdict::new(p.number, p.statement, (p.evaluate)(&runs))).collect();
    let last = if args.only.is_none() { WORKED_EXAMPLE } else { "" };
    let markdown = report::verdicts(&verdicts) + last + &runs.tables();
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
