// SPDX-License-Identifier: Apache-2.0
//! The claims of APOGEE: specification section 9.

mod beside_memory;
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
use plan::{Kind, QUICK};
use points::POINTS;
use runs::Runs;

/// Machine of the evaluation.
const MACHINE: &str = "apogee";

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
    let mut after = tables::parts(&runs, &workloads);
    if points.iter().any(|p| p.number == points::CONVERGES) {
        after.push(tables::distances().into());
    }
    Ok(Report {
        before: "",
        verdicts: report::verdicts(&points, &runs),
        after,
        runs: by_workload::json(&runs, Kind::of),
        energy: Energy::of_machine(tables::efficiencies(&runs)),
    })
}

/// The programs that are workloads of the paper: one for each row, under its name and with its arguments.
fn workloads(args: &Args) -> Result<Vec<Program>> {
    let mut workloads = Vec::new();
    for program in manifest::load(args.programs.as_deref())? {
        for row in program.apogee.iter().filter(|row| !args.quick || QUICK.contains(&row.name.as_str())) {
            let args_default = row.args.clone();
            workloads.push(Program { name: row.name.clone(), args_default, ..program.clone() });
        }
    }
    Ok(workloads)
}
