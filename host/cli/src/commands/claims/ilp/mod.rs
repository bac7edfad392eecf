// SPDX-License-Identifier: Apache-2.0
//! The claims of the ILP units: specification section 9, on single workloads and on mixes of two; point 10 on a chain of instructions.

mod distances;
mod energy;
mod figures;
mod plan;
mod points;
mod runs;
mod tables;
mod workloads;

use super::args::Args;
use super::energy::Energy;
use super::report::{self, Claims, Report};
use super::runner::Runner;
use super::sharing::{Length, Member};
use crate::failure::usage;
use crate::machine_file;
use crate::manifest::{self, Program};
use crate::result::ResultFile;
use anyhow::Result;
use energy::Prices;
use figures::Figures;
use plan::Variant;
use points::{ISSUE_DISTANCES, POINTS};
use runs::{Alone, Runs};

/// Machine of the evaluation.
const MACHINE: &str = "ilp";

pub const CLAIMS: Option<Claims> = Some(claims);

/// Evaluates the claims.
fn claims(args: &Args) -> Result<Report> {
    let points = report::chosen(POINTS, args.only, ISSUE_DISTANCES)?;
    let name = args.machine.as_deref().unwrap_or(MACHINE);
    let machine = machine_file::load(name, &[])?;
    if machine.front_end.is_none() {
        return Err(usage(format!(
            "the machine {name} has no front end ([front_end]), in which ILP units sit; choose --machine {MACHINE}, or another with that \
             table"
        )));
    }
    let programs = manifest::load(args.programs.as_deref())?;
    let workloads = workloads::workloads(args.quick)
        .map(|row| program(&programs, row))
        .collect::<Result<Vec<Program>>>()?;
    let runner = Runner::new(args, MACHINE, args.backend)?;
    let needed = |variant| match args.only {
        None => args.full || !Variant::is_for_tables(variant),
        Some(_) => points.iter().any(|point| point.needs.alone.contains(&variant)),
    };
    let wanted = |program: &Program, variant: Variant| {
        needed(variant) && workloads::row(&program.name).is_some_and(|row| variant.runs(row, args.full))
    };
    let length = args.cycles.map_or(Length::EachOnce, Length::Cycles);
    let cut = args.cycles.map(|cycles| ["--cycles".to_string(), cycles.to_string()]);
    let is_whole = |program: &Program| workloads::row(&program.name).is_some_and(workloads::Row::is_uneven);
    let (whole, even): (Vec<Program>, Vec<Program>) = workloads.iter().cloned().partition(is_whole);
    let figures = |file: &ResultFile| Ok(Figures::of(file));
    let cut = runner.with(cut.into_iter().flatten().collect());
    let alone =
        Alone::make(&cut, &even, wanted, figures)?.and(Alone::make(&runner, &whole, wanted, figures)?);
    let share = args.only.is_none() || points.iter().any(|point| point.needs.mixes);
    let mixes = if share { workloads::mixes(args.quick) } else { Vec::new() };
    let mut runs = Runs::make(alone, &runner, &programs, (mixes, machine.sm.count), length)?;
    runs.prices = Prices::with(args.change);

    let mut verdicts = report::verdicts(&points, &runs);
    let mut after = tables::parts(&runs, &workloads);
    if args.only.is_none_or(|only| only == ISSUE_DISTANCES) {
        let distances = distances::distances(name, args.backend)?;
        verdicts.push(points::issue_distances(&distances));
        after.push(tables::distances(&distances).into());
    }
    let energy = Some(Energy { constants: energy::constants(), figures: tables::energies(&runs) });
    Ok(Report { before: tables::BEFORE, verdicts, after, runs: runs.json(), energy })
}

/// The program of a workload, under the paper's name and with its arguments.
fn program(programs: &[Program], row: &'static workloads::Row) -> Result<Program> {
    Ok(Program { name: row.name.clone(), ..row.of(programs)? })
}
