// SPDX-License-Identifier: Apache-2.0
//! The claims of Mosaic: specification section 9, on copies of programs and on different ones that share the GPU.

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
const MACHINE: &str = "mosaic";

/// SM cycles of a run without the cost of paging. In five times as many five pages of 2 MB come from the host.
const CYCLES: u64 = 300_000;

pub const CLAIMS: Option<Claims> = Some(claims);

/// Evaluates the claims.
fn claims(args: &Args) -> Result<Report> {
    let points = report::chosen(POINTS, args.only, POINTS.len() as u32)?;
    let name = args.machine.as_deref().unwrap_or(MACHINE);
    let machine = machine_file::load(name, &[])?;
    if machine.mmu.as_ref().is_none_or(|mmu| mmu.paging.is_none()) {
        return Err(usage(format!(
            "the machine {name} has no pages that come from the host ([mmu.paging]), which claims mosaic is about; choose --machine \
             {MACHINE}, or another with that table"
        )));
    }
    let programs = manifest::load(args.programs.as_deref())?;
    // The comparators have no RTL; with the reference models the statistics are the same.
    let runner = Runner::new(args, MACHINE, Backend::Model)?;
    let wanted = |group: &plan::Group, variant| {
        args.only.is_none() || points.iter().any(|point| (point.needs)(group, variant))
    };
    let size = (machine.sm.count, args.cycles.unwrap_or(CYCLES));
    let runs = Runs::make(&runner, &programs, plan::groups(args.quick), size, wanted)?;
    Ok(Report {
        before: tables::BEFORE,
        verdicts: report::verdicts(&points, &runs),
        after: tables::parts(&runs),
        runs: runs.json(),
        energy: None,
    })
}
