// SPDX-License-Identifier: Apache-2.0
//! The claims of SMS: specification section 9; point 1 by synthesis, points 2 to 10 on the seven intensity mixes.

mod area;
mod plan;
mod points;
mod runs;
mod setting;
mod tables;

use super::args::Args;
use super::report::{self, Claims, Report, Verdict};
use super::runner::Runner;
use crate::attach::Backend;
use crate::failure::usage;
use crate::machine_file;
use crate::manifest::{self, Program};
use anyhow::Result;
use plan::{Mix, Plan, Scheduler};
use points::{Point, POINTS};
use runs::Runs;
use serde_json::json;
use setting::Setting;

/// Machine of the evaluation.
const MACHINE: &str = "cpu-gpu";

/// What stands for point 1 when it is not asked for.
const NO_AREA: &str =
    "1. *not run:* area and leakage of SMS against FR-FCFS; `--area osu018` measures them, in half an hour the first time.\n";

/// The last point; the first is that of `area`.
const LAST: u32 = 10;

pub const CLAIMS: Option<Claims> = Some(claims);

/// Evaluates the claims.
fn claims(args: &Args) -> Result<Report> {
    let points = report::chosen(POINTS, args.only, LAST)?;
    // Everything is there before the first run.
    let simulation = (!points.is_empty()).then(|| Simulation::new(args)).transpose()?;
    let mut verdicts: Vec<Verdict> = area(args)?.into_iter().collect();
    let before = if verdicts.is_empty() && args.only.is_none() { NO_AREA } else { "" };
    let (mut after, mut summaries) = ("\n".to_string(), json!([]));
    if let Some(simulation) = simulation {
        let [presupposed, others @ ..] = Setting::ALL;
        // Its tables show other readings as well.
        let runs = simulation.run(args, &points, presupposed, args.only.is_none())?;
        let mut all = vec![(presupposed, report::verdicts(&points, &runs))];
        if args.every_setting {
            for setting in others {
                all.push((
                    setting,
                    report::verdicts(&points, &simulation.run(args, &points, setting, false)?),
                ));
            }
            after += &setting::markdown(&all);
        }
        verdicts.extend(all.swap_remove(0).1);
        after += &tables::markdown(&runs);
        if args.quanta {
            after += &tables::quanta(&simulation.run_quanta(presupposed)?);
        }
        summaries = runs.json();
    }
    Ok(Report { before, verdicts, after: vec![after.into()], runs: summaries, energy: None })
}

/// What points 2 to 10 are evaluated with.
struct Simulation<'a> {
    runner: Runner<'a>,
    programs: Vec<Program>,
}

impl<'a> Simulation<'a> {
    fn new(args: &'a Args) -> Result<Simulation<'a>> {
        let machine = args.machine.as_deref().unwrap_or(MACHINE);
        if machine_file::load(machine, &[])?.cpu.is_none() {
            return Err(usage(format!("the machine {machine} has no CPU cores, which claims sms is about")));
        }
        // The comparators and most variants have no RTL; with the reference models the statistics are the same.
        let programs = manifest::load(args.programs.as_deref())?;
        Ok(Simulation { runner: Runner::new(args, MACHINE, Backend::Model)?, programs })
    }

    /// The runs that the points need, in this set-up; `readings`: those of `Scheduler::READINGS`, too.
    fn run(&self, args: &Args, points: &[&Point], setting: Setting, readings: bool) -> Result<Runs> {
        let plan = Plan { parameters: setting.parameters, ..Plan::new(args.quick, args.full, args.cycles) };
        let wanted = |scheduler, mix| {
            points.iter().any(|p| (p.needs)(scheduler, mix))
                || (readings && mix == Some(Mix::VARIED) && Scheduler::READINGS.contains(&scheduler))
        };
        Runs::make(&self.runner.with(setting.options()), &plan, &self.programs, wanted)
    }

    /// ATLAS and TCM with either quantum.
    fn run_quanta(&self, setting: Setting) -> Result<Runs> {
        let wanted = |scheduler, mix: Option<Mix>| mix.is_some() && Scheduler::QUANTA.contains(&scheduler);
        Runs::make(&self.runner.with(setting.options()), &Plan::quanta(), &self.programs, wanted)
    }
}

/// Point 1, if it is asked for.
fn area(args: &Args) -> Result<Option<Verdict>> {
    let mut libraries = args.area.clone();
    match args.only {
        Some(1) if libraries.is_empty() => libraries.push("osu018".to_string()),
        Some(1) | None => {}
        Some(_) => return Ok(None),
    }
    (!libraries.is_empty()).then(|| area::evaluate(&libraries, args.jobs)).transpose()
}
