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

/// Warp schedulers under which all is run. The verdicts are those under the first, the default of the paper's simulator
/// (specification section 8.1).
const SCHEDULERS: [&str; 2] = ["gto", "lrr"];

/// The number of [`lag`]'s point.
const LAG: u32 = 9;

pub const CLAIMS: Option<Claims> = Some(claims);

/// Evaluates the claims.
fn claims(args: &Args) -> Result<Report> {
    let points = report::chosen(POINTS, args.only, LAG)?;
    let programs = programs(args, |_| true)?;
    let runner = Runner::new(args, MACHINE, args.backend)?;
    let make = |scheduler: &str| {
        Runs::make(
            &runner.with(["--with", scheduler].map(Into::into).into()),
            &programs,
            |program, variant| {
                points.iter().any(|p| (p.needs)(program, variant))
                    || (args.only.is_none() && plan::in_tables(program.class, variant))
            },
            |file| Ok(Summary::of(file)),
        )
    };
    let [first, second] = SCHEDULERS;
    let (runs, others) = (make(first)?, make(second)?);
    let mut verdicts = report::verdicts(&points, &runs);
    let of_others = report::verdicts(&points, &others);
    if args.only.is_none_or(|only| only == LAG) {
        verdicts.push(Verdict::new(LAG, lag::STATEMENT, lag::evaluate(args.backend)?));
    }
    Ok(Report {
        before: "",
        after: vec![
            tables::markdown(&runs).into(),
            tables::second(SCHEDULERS, &verdicts, &of_others).into(),
            tables::markdown(&others).into(),
        ],
        verdicts,
        runs: SCHEDULERS.into_iter().zip([&runs, &others].map(tables::json)).collect(),
        energy: Energy::of_machine(tables::energies(&runs)),
    })
}
