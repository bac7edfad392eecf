// SPDX-License-Identifier: Apache-2.0
//! `warpsmith sweep`: every combination of programs, arguments, machines, units and seeds, each run once.

mod engine;
mod file;
mod pareto;
mod plan;
mod store;
mod table;
mod work;

use super::synth::Setup;
use crate::failure::usage;
use crate::output::Files;
use anyhow::{Context, Result};
use file::SweepFile;
use pareto::{Figure, Pareto};
use plan::{Plan, Run};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::{State, Store};
use table::Figures;

/// Make every run that a file describes: programs, arguments, machines, units with ranges of parameters, seeds.
///
/// Results are kept in a folder, each under a name of all that it depends on, and nothing is run twice. Exit code 1 when a run failed
/// or is missing.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  warpsmith sweep sizes.toml
  warpsmith sweep sizes.toml --resume                 # what is missing or failed, and nothing else
  warpsmith sweep status sizes.toml
  warpsmith sweep table sizes.toml --csv sizes.csv
  warpsmith sweep table sizes.toml --pareto area,speedup --svg pareto.svg
  warpsmith sweep sizes.toml --engine slurm --partition batch --time 2:00:00 --memory 2G
  warpsmith sweep sizes.toml --engine parallel --hosts hosts.txt
  warpsmith sweep sizes.toml --engine hq --time 2h

docs/sweeps.md describes the file."
)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// The description of the sweep
    #[arg(value_name = "FILE.toml", required = true)]
    file: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
    /// Go on with a sweep: make what is missing or failed
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    options: engine::Options,
}

/// Where a sweep is.
#[derive(Debug, clap::Args)]
struct Place {
    /// Folder of the sweep [default: that of the file, with .sweep in place of .toml]
    #[arg(short, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Place {
    fn folder(&self, file: &Path) -> PathBuf {
        self.output.clone().unwrap_or_else(|| file.with_extension("sweep"))
    }
}

#[derive(clap::Subcommand)]
enum Command {
    /// Say how each run is: completed, failed with its message, running, pending or missing
    #[command(
        after_help = "Examples:\n  warpsmith sweep status sizes.toml\n  warpsmith sweep status sizes.toml --json"
    )]
    Status {
        /// The description of the sweep
        #[arg(value_name = "FILE.toml")]
        file: PathBuf,
        #[command(flatten)]
        place: Place,
        /// Print a JSON list of objects, with the headings of the table as keys
        #[arg(long)]
        json: bool,
    },
    /// Print the figures of all runs, and mean speedups of what is attached over the first that is
    #[command(
        after_help = "Examples:\n  warpsmith sweep table sizes.toml\n  warpsmith sweep table sizes.toml --csv sizes.csv\n  \
                      warpsmith sweep table sizes.toml --pareto area,speedup --svg pareto.svg"
    )]
    Table {
        /// The description of the sweep
        #[arg(value_name = "FILE.toml")]
        file: PathBuf,
        #[command(flatten)]
        place: Place,
        /// Write all figures in full precision
        #[arg(long, value_name = "FILE")]
        csv: Option<PathBuf>,
        /// Also set two figures of what is attached against each other, and say what is best
        #[arg(long, value_name = "FIGURE,FIGURE", value_delimiter = ',')]
        pareto: Vec<Figure>,
        /// Draw the two figures
        #[arg(long, value_name = "FILE", requires = "pareto")]
        svg: Option<PathBuf>,
        #[command(flatten)]
        setup: Setup,
    },
    /// Make the runs of one task; engines call it
    #[command(hide = true)]
    Work {
        parts: PathBuf,
        #[arg(long, value_name = "N")]
        task: usize,
    },
}

/// Does what the arguments say.
pub fn sweep(args: Args) -> Result<ExitCode> {
    match (args.command, args.file) {
        (Some(Command::Status { file, place, json }), _) => status(&place.folder(&file), json),
        (Some(Command::Table { file, place, csv, pareto, svg, setup }), _) => {
            let axes = if pareto.is_empty() { None } else { Some(pareto::pair(&pareto)?) };
            figures(&place.folder(&file), &file, csv, axes.map(|axes| (axes, svg, setup)))
        }
        (Some(Command::Work { parts, task }), _) => engine::work(&parts, task),
        (None, file) => {
            let file = file.context("a sweep needs a file")?;
            run(&file, &args.place.folder(&file), args.resume, &args.options)
        }
    }
}

fn run(path: &Path, folder: &Path, resume: bool, options: &engine::Options) -> Result<ExitCode> {
    options.check()?;
    let file = SweepFile::load(path)?;
    if Store::is_in(folder) && !resume {
        return Err(usage(format!(
            "{} holds a sweep; go on with --resume, or name another folder with -o",
            folder.display()
        )));
    }
    let store = Store::make(folder)?;
    let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = beside.canonicalize().with_context(|| format!("cannot read {}", beside.display()))?;
    let plan = Plan::new(&file, &beside, &store.programs(), options.jobs())?;
    store.write_plan(&plan)?;
    let states = engine::states(&store, &plan)?;
    let open = |state: &State| matches!(state, State::Failed(_) | State::Missing);
    let runs: Vec<Run> =
        plan.runs.iter().zip(&states).filter(|(_, state)| open(state)).map(|(run, _)| run.clone()).collect();
    eprintln!("{}", table::counts(&states));
    if !runs.is_empty() {
        engine::make(options, &store, &plan, &runs)?;
    }
    let states = engine::states(&store, &plan)?;
    eprintln!("{}", table::counts(&states));
    let mut failed =
        plan.runs.iter().zip(&states).filter(|(_, state)| **state != State::Completed).peekable();
    if failed.peek().is_none() {
        print!("{}", Figures::of(&store, &plan).means().text());
        return Ok(ExitCode::SUCCESS);
    }
    for (run, state) in failed.by_ref().take(5) {
        let message = if let State::Failed(message) = state { message.as_str() } else { "" };
        eprintln!("\n{} {}: warpsmith run {}\n{message}", &run.key[..12], state.name(), run.line.join(" "));
    }
    eprintln!("\n`warpsmith sweep status {}` has them all; --resume makes them again", path.display());
    Ok(ExitCode::FAILURE)
}

fn status(folder: &Path, json: bool) -> Result<ExitCode> {
    let store = Store::open(folder)?;
    let plan = store.read_plan()?;
    let states = engine::states(&store, &plan)?;
    let table = table::status(&plan, &states);
    match json {
        true => println!("{:#}", table.json()),
        false => println!("{}\n{}", table.text(), table::counts(&states)),
    }
    Ok(ExitCode::SUCCESS)
}

fn figures(
    folder: &Path,
    file: &Path,
    csv: Option<PathBuf>,
    pareto: Option<([Figure; 2], Option<PathBuf>, Setup)>,
) -> Result<ExitCode> {
    let mut files = Files::default();
    files.reads(file);
    let csv = files.writes_any(&csv)?;
    let pareto = pareto.map(|(axes, svg, setup)| {
        if warpsmith_synth::is_file(&setup.library) {
            files.reads(&setup.library);
        }
        anyhow::Ok((axes, files.writes_any(&svg)?, setup))
    });
    let pareto = pareto.transpose()?;
    let store = Store::open(folder)?;
    let plan = store.read_plan()?;
    let figures = Figures::of(&store, &plan);
    csv.map_or(Ok(()), |output| output.stream(|to| figures.csv(to)))?;
    print!("{}\n{}", figures.runs().text(), figures.means().text());
    if let Some((axes, svg, setup)) = pareto {
        let pareto = Pareto::of(&store, &plan, &figures, axes, &setup)?;
        print!("\n{}", pareto.table().text());
        svg.map_or(Ok(()), |output| output.write(pareto.picture()?.as_bytes()))?;
    }
    match figures.missing() {
        0 => Ok(ExitCode::SUCCESS),
        missing => {
            eprintln!(
                "warpsmith: {missing} of {} runs are missing, and so are the means over them",
                plan.runs.len()
            );
            Ok(ExitCode::FAILURE)
        }
    }
}
