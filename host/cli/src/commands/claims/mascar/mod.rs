// SPDX-License-Identifier: Apache-2.0
//! The claims of Mascar: specification section 9.

mod figures;
mod plan;
mod points;
mod runs;
mod sensitivity;
mod tables;

use super::args::{programs, Args};
use super::energy::Energy;
use super::report::{self, Claims, Report};
use super::runner::Runner;
use crate::manifest::Program;
use anyhow::Result;
use figures::Figures;
use points::POINTS;
use runs::Runs;

/// Machine of the evaluation.
const MACHINE: &str = "mascar";

pub const CLAIMS: Option<Claims> = Some(claims);

/// Evaluates the claims.
fn claims(args: &Args) -> Result<Report> {
    let points = report::chosen(POINTS, args.only, POINTS.len() as u32)?;
    let programs: Vec<_> =
        programs(args, plan::takes_part)?.into_iter().map(Program::for_schedulers).collect();
    let runner = Runner::new(args, MACHINE, args.backend)?;
    let runs = Runs::make(
        &runner,
        &programs,
        |_, v| args.only.is_none() || points.iter().any(|p| p.needs.contains(&v)),
        |file| Ok(Figures::of(file)),
    )?;
    Ok(Report {
        before: "",
        verdicts: report::verdicts(&points, &runs),
        after: vec![tables::markdown(&runs).into(), sensitivity::markdown(&runs).into()],
        runs: tables::json(&runs),
        energy: Energy::of_machine(tables::energies(&runs)),
    })
}
