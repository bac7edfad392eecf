// SPDX-License-Identifier: Apache-2.0
//! The claims of Equalizer: specification section 9; points 1 to 8 by runs of programs, 9 on the unit itself.

mod lag;
mod plan;
mod points;
mod runs;
mod tables;
mod time_line;

use super::args::{programs, Args};
use super::energy::Energy;
use super::report::{self, Claims, Report, Verdict};
use super::runner::Runner;
use crate::summary::Summary;
use anyhow::Result;
use points::POINTS;
use runs::Runs;

/// Machine of the evaluation.
const MACHINE: &str = "gtx480";

/// The number of [`lag`]'s point.
const LAG: u32 = 9;

pub const CLAIMS: Option<Claims> = Some(claims);

/// Evaluates the claims.
fn claims(args: &Args) -> Result<Report> {
    let points = report::chosen(POINTS, args.only, LAG)?;
    let programs = programs(args, |_| true)?;
    let runner = Runner::new(args, MACHINE, args.backend)?;
    let runs = Runs::make(
        &runner,
        &programs,
        |program, variant| {
            points.iter().any(|p| (p.needs)(program, variant))
                || (args.only.is_none() && plan::in_tables(program.class, variant))
        },
        |file| Ok(Summary::of(file)),
    )?;
    let mut verdicts = report::verdicts(&points, &runs);
    if args.only.is_none_or(|only| only == LAG) {
        verdicts.push(Verdict::new(LAG, lag::STATEMENT, lag::evaluate(args.backend)?));
    }
    Ok(Report {
        before: "",
        verdicts,
        after: vec![tables::markdown(&runs).into()],
        runs: tables::json(&runs),
        energy: Energy::of_machine(tables::energies(&runs)),
    })
}
