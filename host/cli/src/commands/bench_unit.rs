// SPDX-License-Identifier: Apache-2.0
//! `warpsmith bench-unit`: random lockstep of a unit's RTL against its reference model.

use anyhow::Result;
use std::path::PathBuf;

/// Run a unit's RTL against its reference model on random legal inputs.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith bench-unit equalizer
  warpsmith bench-unit sms --config paper --cycles 5000000 --seed 7
  warpsmith bench-unit equalizer --config small --cycles 5000 --wave eq.fst
  warpsmith bench-unit frfcfs --config small --cycles 100000 --netlist osu018")]
pub struct Args {
    /// The unit, as in `warpsmith list units`
    unit: String,
    /// One named configuration instead of all
    #[arg(long, value_name = "NAME")]
    config: Option<String>,
    /// Cycles per configuration
    #[arg(long, default_value_t = 1_000_000, value_name = "N")]
    cycles: u64,
    /// Seed of the inputs; the same seed gives the same run
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write a waveform
    #[arg(long, value_name = "F.fst")]
    wave: Option<PathBuf>,
    /// In place of the RTL, run the netlist that synthesis makes of it in a cell library: osu018, or a Liberty file
    #[arg(long, value_name = "NAME|FILE.lib", requires = "config", conflicts_with = "wave")]
    netlist: Option<String>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the bench and prints its report.
#[cfg(feature = "rtl")]
pub fn bench_unit(args: &Args) -> Result<()> {
    use warpsmith_testbenches::{bench, units, BenchError};
    if !units().contains(&args.unit.as_str()) {
        return Err(crate::failure::unknown("unit with a bench", &args.unit, &units()));
    }
    let bar = crate::progress::bar(args.cycles);
    let mut progress = |done, total| {
        bar.set_length(total);
        bar.set_position(done);
    };
    let config = args.config.as_deref();
    let report = match (&args.netlist, config) {
        (Some(library), Some(config)) => bench_netlist(args, library, config, &mut progress)?,
        _ => bench(&args.unit, config, args.cycles, args.seed, args.wave.as_deref(), &mut progress).map_err(
            |e| match e {
                BenchError::Params(_) | BenchError::NoRtl(_) => crate::failure::usage(e),
                _ => e.into(),
            },
        )?,
    };
    bar.finish_and_clear();
    if args.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        let what = args.netlist.as_ref().map_or("RTL".to_string(), |library| format!("netlist of {library}"));
        print!("{}", readable(&report, &what));
    }
    Ok(())
}

/// Synthesises the unit's modules and runs what comes out.
#[cfg(feature = "rtl")]
fn bench_netlist(
    args: &Args,
    library: &str,
    config: &str,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<warpsmith_testbenches::BenchReport> {
    use super::synth::{chosen, Setup};
    use anyhow::Context;
    let designs = chosen(std::slice::from_ref(&args.unit), &[config.to_string()])?;
    let flow = Setup::of_library(library).flow()?;
    let verilog = |top: &str| {
        let design = designs.iter().find(|design| design.top == top);
        let design = design.ok_or_else(|| format!("{} has no module {top}", args.unit))?;
        flow.simulatable(design).map_err(|e| e.to_string())
    };
    let netlists = warpsmith_testbenches::Netlists::new(&verilog)?;
    warpsmith_testbenches::bench_netlists(&args.unit, config, args.cycles, args.seed, &netlists, progress)
        .with_context(|| format!("netlist of {} in {library}", args.unit))
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
