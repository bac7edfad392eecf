// SPDX-License-Identifier: Apache-2.0
//! The claims of CTA-aware prefetching: specification section 9.

mod figures;
mod plan;
mod points;
mod runs;
mod tables;

use super::args::Args;
use super::by_workload;
use super::report::{self, Claims, Report};
use super::runner::Runner;
use crate::manifest::{self, Program};
use anyhow::Result;
use figures::Figures;
use plan::{Kind, QUICK};
use points::POINTS;
use runs::Runs;

/// Machine of the evaluation.
const MACHINE: &str = "cta";

pub const CLAIMS: Option<Claims> = Some(claims);

/// Evaluates the claims.
fn claims(args: &Args) -> Result<Report> {
    let points = report::chosen(POINTS, args.only, POINTS.len() as u32)?;
    let workloads = workloads(args)?;
    let runner = Runner::new(args, MACHINE, args.backend)?;
    let runs = Runs::make(
        &runner,
        &workloads,
        |workload, variant| {
            variant.only_on().is_none_or(|only| only == workload.name)
                && (args.only.is_none() || points.iter().any(|p| p.needs.contains(&variant)))
        },
        |file| Ok(Figures::of(file)),
    )?;
    Ok(Report {
        before: "",
        verdicts: report::verdicts(&points, &runs),
        after: tables::parts(&runs, &workloads),
        runs: by_workload::json(&runs, Kind::of),
        energy: None,
    })
}

/// The programs that are workloads of the paper, under its names and with the arguments for them.
fn workloads(args: &Args) -> Result<Vec<Program>> {
    let mut workloads = manifest::load(args.programs.as_deref())?;
    workloads.retain_mut(|program| {
        let Some(row) = &program.cta_prefetch else { return false };
        program.name.clone_from(&row.name);
        if let Some(given) = &row.args {
            program.args_default.clone_from(given);
        }
        !args.quick || QUICK.contains(&row.name.as_str())
    });
    Ok(workloads)
}
