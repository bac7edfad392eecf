// SPDX-License-Identifier: Apache-2.0
//! `warpsmith bench-unit`: lockstep of a unit's RTL against its reference model.

#[cfg(feature = "rtl")]
mod replay;
#[cfg(feature = "rtl")]
mod substitute;

use super::changes::Changes;
use anyhow::Result;
use clap::builder::RangedU64ValueParser;
use std::path::PathBuf;

/// Cycles after a test vector at most; what goes wrong inside comes out sooner or never.
const MAX_IDLE: u64 = 100_000;

/// Run a unit's RTL against its reference model on random legal inputs, or on those of a test vector.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith bench-unit equalizer
  warpsmith bench-unit sms --config paper --cycles 5000000 --seed 7
  warpsmith bench-unit equalizer --config small --cycles 5000 --wave eq.fst
  warpsmith bench-unit mascar -p n_warps=40
  warpsmith bench-unit frfcfs --config small --cycles 100000 --netlist osu018
  warpsmith bench-unit frfcfs --config tiny --verilog my_frfcfs.v
  warpsmith bench-unit --replay frfcfs-tiny-i02_requests.json")]
pub struct Args {
    /// The unit, as in `warpsmith list units`
    #[arg(required_unless_present = "replay")]
    unit: Option<String>,
    /// Run the inputs of a test vector instead, such as `prove` writes: unit and configuration are in the file
    #[arg(long, value_name = "FILE.json", conflicts_with_all = ["unit", "config", "parameters", "cycles", "seed"])]
    replay: Option<PathBuf>,
    /// Cycles after a test vector with all inputs at 0, in which what went wrong inside can come to the ports
    #[arg(long, default_value_t = 64, value_name = "N", requires = "replay", value_parser = RangedU64ValueParser::<u32>::new().range(..=MAX_IDLE))]
    idle: u32,
    /// One named configuration instead of all
    #[arg(long, value_name = "NAME")]
    config: Option<String>,
    #[command(flatten)]
    changes: Changes,
    /// Cycles per configuration
    #[arg(long, default_value_t = 1_000_000, value_name = "N")]
    cycles: u64,
    /// Seed of the inputs; the same seed gives the same run
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write a waveform of each run, F.MODULE.CONFIG.fst
    #[arg(long, value_name = "F.fst")]
    wave: Option<PathBuf>,
    #[command(flatten)]
    substitute: Substitute,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

/// What runs in place of the RTL.
#[derive(clap::Args)]
pub struct Substitute {
    /// In place of the RTL, run the netlist that synthesis makes of it in a cell library: osu018, or a Liberty file
    #[arg(long, value_name = "NAME|FILE.lib", conflicts_with = "wave")]
    netlist: Option<String>,
    /// In place of the RTL, run this Verilog, which has the unit's top modules: files, or lists of files as `emit` writes (.f)
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["wave", "netlist"])]
    verilog: Vec<PathBuf>,
}

/// Runs the bench and prints its report.
#[cfg(feature = "rtl")]
pub fn bench_unit(args: &Args) -> Result<()> {
    check_files(args)?;
    match (&args.unit, &args.replay) {
        (_, Some(file)) => replay::replay(args, file),
        (Some(unit), None) => bench(args, unit),
        // The command line is refused before.
        (None, None) => Ok(()),
    }
}

/// Fails where a waveform could not be written after the run, or would replace an input.
#[cfg(feature = "rtl")]
fn check_files(args: &Args) -> Result<()> {
    let Some(wave) = &args.wave else { return Ok(()) };
    let mut files = crate::output::Files::default();
    let Substitute { netlist, verilog } = &args.substitute;
    args.replay.iter().chain(verilog).for_each(|path| files.reads(path));
    netlist.iter().for_each(|library| files.reads(library));
    files.spares(wave)?;
    // Beside it are the files of each module and configuration.
    crate::output::check_writable(wave)
}

/// The directed and the random benches.
#[cfg(feature = "rtl")]
fn bench(args: &Args, unit: &str) -> Result<()> {
    use anyhow::Context;
    use warpsmith_testbenches::{bench, bench_netlists};
    let Some(info) = warpsmith_units::find(unit) else {
        return Err(crate::failure::unknown("unit with a bench", unit, &warpsmith_units::names()));
    };
    let bar = crate::progress::bar(args.cycles);
    let mut progress = |done, total| {
        bar.set_length(total);
        bar.set_position(done);
    };
    let Args { cycles, seed, changes, .. } = args;
    // The first configuration is the paper's.
    let base = args.config.as_deref().or(changes.words().next().map(|_| info.configurations[0]));
    let config = base.map(|base| changes.of(base)).transpose()?;
    let report = if let Some(what) = args.substitute.what() {
        let verilog = crate::verilog::read(&args.substitute.verilog)?;
        let config = match (&config, &verilog) {
            (Some(config), _) => config,
            (None, Some(text)) => crate::verilog::configuration(text, unit)?,
            (None, None) => return Err(crate::failure::usage(format!("{what}: --config is missing"))),
        };
        args.substitute.with(unit, config, |netlists| {
            let report = bench_netlists(unit, config, None, *cycles, *seed, netlists, &mut progress);
            report.with_context(|| format!("{what} of {unit}"))
        })?
    } else {
        bench(unit, config.as_deref(), Some(*cycles), *seed, args.wave.as_deref(), &mut progress)
            .map_err(refusal)?
    };
    bar.finish_and_clear();
    if args.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print!("{}", readable(&report, &args.substitute.what().unwrap_or("RTL".to_string())));
    }
    Ok(())
}

/// An error of a bench; of the command line, if it is that.
#[cfg(feature = "rtl")]
fn refusal(error: warpsmith_testbenches::BenchError) -> anyhow::Error {
    use warpsmith_cosim::NoRtl;
    use warpsmith_testbenches::BenchError;
    match error {
        BenchError::Params(_) | BenchError::NoRtl(NoRtl::Verilog { .. }) => crate::failure::usage(error),
        _ => error.into(),
    }
}

/// What was compared (`what` with the model), how fast, and how often each event that matters was met.
#[cfg(feature = "rtl")]
fn readable(report: &warpsmith_testbenches::BenchReport, what: &str) -> String {
    use std::fmt::Write;
    let mut modules: Vec<&str> = report.runs.iter().map(|run| run.module).collect();
    modules.sort_unstable();
    modules.dedup();
    let mut text = String::new();
    for module in modules {
        let runs: Vec<_> = report.runs.iter().filter(|run| run.module == module).collect();
        let mut table =
            crate::table::Table::new([module].into_iter().chain(runs.iter().map(|r| r.config.as_str())));
        let mut line = |name: &str, cell: &dyn Fn(&warpsmith_testbenches::RunReport) -> String| {
            table.row([name.to_string()].into_iter().chain(runs.iter().map(|run| cell(run))));
        };
        line("cycles", &|run| run.cycles.to_string());
        line("million cycles a second", &|run| format!("{:.1}", run.cycles_per_second / 1e6));
        for event in runs[0].coverage.keys() {
            line(event, &|run| run.coverage.get(event).copied().unwrap_or(0).to_string());
        }
        let _ = writeln!(text, "{}", table.text());
    }
    let _ = write!(
        text,
        "{}: {what} and reference model agree in every cycle (seed {})",
        report.unit, report.seed
    );
    // Netlists run the random benches alone.
    let _ = match report.directed.len() {
        0 => writeln!(text, "."),
        n => writeln!(text, " and in {n} directed scenarios."),
    };
    for wave in report.runs.iter().filter_map(|run| run.wave.as_ref()) {
        let _ = writeln!(text, "waveform: {}", wave.display());
    }
    text
}

/// Says how to get a build that can.
#[cfg(not(feature = "rtl"))]
pub fn bench_unit(_args: &Args) -> Result<()> {
    anyhow::bail!("bench-unit compares with the RTL, which is {}", crate::attach::NO_RTL)
}
