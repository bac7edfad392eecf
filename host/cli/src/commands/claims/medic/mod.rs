// SPDX-License-Identifier: Apache-2.0
//! The claims of MeDiC: specification section 9.

mod figures;
mod plan;
mod points;
mod runs;
mod tables;

use super::args::Args;
use super::by_workload;
use super::energy::Energy;
use super::report::{self, Claims, Report};
use super::runner::Runner;
use crate::manifest::{self, Program};
use anyhow::Result;
use figures::Figures;
use plan::{row_of, QUICK, ROWS};
use points::POINTS;
use runs::Runs;

/// Machine of the evaluation.
const MACHINE: &str = "medic";

pub const CLAIMS: Option<Claims> = Some(claims);

/// Evaluates the claims.
fn claims(args: &Args) -> Result<Report> {
    let points = report::chosen(POINTS, args.only, POINTS.len() as u32)?;
    let workloads = workloads(args)?;
    let runner = Runner::new(args, MACHINE, args.backend)?;
    let runs = Runs::make(
        &runner,
        &workloads,
        |_, variant| args.only.is_none() || points.iter().any(|p| p.needs.contains(&variant)),
        |file| Ok(Figures::of(file)),
    )?;
    Ok(Report {
        before: "",
        verdicts: report::verdicts(&points, &runs),
        after: tables::parts(&runs, &workloads),
        runs: by_workload::json(&runs, |name| row_of(name).map(|row| row.suite)),
        energy: Energy::of_machine(tables::efficiencies(&runs)),
    })
}

/// The programs that are workloads of the dissertation, under its names.
fn workloads(args: &Args) -> Result<Vec<Program>> {
    let mut workloads = manifest::load(args.programs.as_deref())?;
    workloads.retain_mut(|program| {
        let Some(row) = ROWS.iter().find(|row| row.program == program.name) else { return false };
        program.name = row.name.to_string();
        !args.quick || QUICK.contains(&row.name)
    });
    Ok(workloads)
}
