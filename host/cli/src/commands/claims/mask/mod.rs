// SPDX-License-Identifier: Apache-2.0
//! The claims of MASK: specification section 9, on groups of programs that share the GPU.

mod figures;
mod plan;
mod points;
mod runs;
mod tables;
mod workloads;

use super::args::Args;
use super::report::{self, Claims, Report};
use super::runner::Runner;
use crate::attach::Backend;
use crate::failure::usage;
use crate::machine_file;
use crate::manifest;
use anyhow::Result;
use points::POINTS;
use runs::Runs;

/// Machine of the evaluation.
const MACHINE: &str = "maxwell";

/// SM cycles of a run: six epochs.
const CYCLES: u64 = 600_000;

pub const CLAIMS: Option<Claims> = Some(claims);

/// Evaluates the claims.
fn claims(args: &Args) -> Result<Report> {
    let points = report::chosen(POINTS, args.only, POINTS.len() as u32)?;
    let name = args.machine.as_deref().unwrap_or(MACHINE);
    let machine = machine_file::load(name, &[])?;
    if machine.mmu.is_none() {
        return Err(usage(format!(
            "the machine {name} does not translate addresses ([mmu]), which claims mask is about"
        )));
    }
    let programs = manifest::load(args.programs.as_deref())?;
    // The comparators have no RTL, nor have shared TLBs of other sizes; with the reference models the statistics are the same.
    let runner = Runner::new(args, MACHINE, Backend::Model)?;
    let wanted = |group: &plan::Group, variant| {
        args.only.is_none() || points.iter().any(|point| (point.needs)(group, variant))
    };
    let size = (machine.sm.count, args.cycles.unwrap_or(CYCLES));
    let runs = Runs::make(&runner, &programs, plan::groups(args.quick), size, wanted)?;
    Ok(Report {
        before: "",
        verdicts: report::verdicts(&points, &runs),
        after: tables::parts(&runs),
        runs: runs.json(),
        energy: None,
    })
}
