// SPDX-License-Identifier: Apache-2.0
//! `warpsmith synth`: area, timing and power of a unit.

#[cfg(feature = "rtl")]
mod activity;
#[cfg(not(feature = "rtl"))]
#[path = "no_activity.rs"]
mod activity;
mod designs;
mod html;
mod setup;
mod sweep;
mod tables;

pub use designs::chosen;
pub use setup::{measured, Setup};
pub use tables::Split;

use super::changes::Changes;
use crate::failure::unknown;
use crate::output::{Files, Output};
use anyhow::{ensure, Context, Result};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use warpsmith_synth::{against, picture, Design, Family, Flow, FpgaFlow, Report};

/// Measure a unit's area, longest path, leakage and memories with yosys and OpenSTA.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith synth equalizer
  warpsmith synth equalizer --config all --json now.json --svg blocks.svg
  warpsmith synth equalizer --config all --against before.json
  warpsmith synth equalizer --module eq_fm --library sky130.lib --clock 2.5
  warpsmith synth all --config all --markdown synthesis.md --html synthesis.html
  warpsmith synth sms frfcfs --config paper --config collapse --relative-to frfcfs/paper
  warpsmith synth sms frfcfs --config all --sweep sweep.svg
  warpsmith synth sms frfcfs --config small --activity 10000 --relative-to frfcfs/small
  warpsmith synth equalizer --fpga ice40
  warpsmith synth frfcfs --fpga ecp5 --no-route
  warpsmith synth mosaic --module mosaic_l1_tlb --fpga ecp5 --no-sweep
  warpsmith synth mascar -p n_warps=40

The default library comes with: sudo apt-get install yosys berkeley-abc opensta qflow-tech-osu018")]
pub struct Args {
    /// The units, as in `warpsmith list units`, or `all`
    #[arg(value_name = "UNIT", required = true)]
    units: Vec<String>,
    /// Named configuration, or `all` [default: the paper's] (repeatable)
    #[arg(long, value_name = "NAME")]
    config: Vec<String>,
    /// One of the units' top modules instead of all (repeatable)
    #[arg(long, value_name = "NAME")]
    module: Vec<String>,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    setup: Setup,
    /// Place and route for an FPGA instead: ice40 or ecp5
    #[arg(long, value_name = "FAMILY", conflicts_with_all = ["library", "against", "svg", "scripts", "relative_to", "sweep", "activity", "verify", "short_paths"])]
    fpga: Option<String>,
    /// With --fpga: only count cells, all of them, in a fraction of the time that placing takes; no clock
    #[arg(long, requires = "fpga")]
    no_route: bool,
    /// With --fpga: map LUTs without ABC's SAT sweeping, which takes over 40 minutes for a TLB
    #[arg(long, requires = "fpga")]
    no_sweep: bool,
    /// Write the figures as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Say what grew since an earlier JSON
    #[arg(long, value_name = "OLD.json")]
    against: Option<PathBuf>,
    /// Also print ratios to one of the configurations, and what the area is for
    #[arg(long, value_name = "UNIT/CONFIG")]
    relative_to: Option<String>,
    /// Prove that the mapped netlist equals the RTL
    #[arg(long)]
    verify: bool,
    /// Also what toggles, and the dynamic power of it, in this many cycles of the unit's random bench
    #[arg(long, value_name = "CYCLES", value_parser = clap::value_parser!(u64).range(1..))]
    activity: Option<u64>,
    /// Draw the area by block
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Draw the area of DRAM controllers over the requests that they hold
    #[arg(long, value_name = "FILE.svg")]
    sweep: Option<PathBuf>,
    /// Also write the tables as Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Also write them as one page with charts, which needs no network
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Runs of the tools at a time [default: one a core]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Write the scripts with their inputs into a folder, to run by hand, and do nothing else
    #[arg(long, value_name = "DIR")]
    scripts: Option<PathBuf>,
}

/// Measures the designs that the arguments name, prints the tables and writes the files.
pub fn synth(args: &Args) -> Result<()> {
    let designs = designs::chosen(&args.units, &args.changes.of_all(&args.config)?)?;
    let designs = designs::of_modules(designs, &args.module)?;
    if let Some(family) = &args.fpga {
        return fpga(args, family, &designs);
    }
    if let Some(base) = &args.relative_to {
        let mut measured: Vec<_> = designs.iter().map(|d| format!("{}/{}", d.unit, d.config)).collect();
        measured.dedup();
        if !measured.contains(base) {
            let measured: Vec<&str> = measured.iter().map(String::as_str).collect();
            return Err(unknown("configuration among those measured", base, &measured));
        }
    }
    if args.activity.is_some() {
        activity::check()?;
    }
    let mut files = reads(args);
    let html = html_output(args, &mut files)?;
    let [json, svg, sweep_svg, markdown] = [&args.json, &args.svg, &args.sweep, &args.markdown];
    let (json, svg) = (files.writes_any(json)?, files.writes_any(svg)?);
    let (sweep_svg, markdown) = (files.writes_any(sweep_svg)?, files.writes_any(markdown)?);
    let flow = args.setup.flow()?;
    if let Some(folder) = &args.scripts {
        return write_scripts(&flow, &designs, folder, &files);
    }
    let before = args.against.as_deref().map(read_report).transpose()?;

    let mut measured = measured(&flow, &designs, args.jobs)?;
    if args.verify {
        let bar = crate::progress::bar(designs.len() as u64);
        for (measured, design) in measured.iter_mut().zip(&designs) {
            bar.set_message(format!("proof of {}", design.name()));
            measured.prove(&flow, design)?;
            bar.inc(1);
        }
        bar.finish_and_clear();
    }
    if let Some(cycles) = args.activity {
        activity::note(&flow, &designs, &mut measured, cycles)?;
    }
    let report = Report::new(&flow, measured.into_iter().map(|m| m.figures).collect());

    let base = args.relative_to.as_deref();
    let write = || {
        if let Some(output) = json {
            write_json(&output, &report)?;
        }
        if let Some(output) = markdown {
            output.write((page(args) + &tables::text(&report, base, true)).as_bytes())?;
        }
        if let Some(output) = html {
            let page = html::page(&args.units, &report, &tables::text(&report, base, true));
            output.write(page.html()?.as_bytes())?;
        }
        if let Some(output) = svg {
            output.write(picture(&report).as_bytes())?;
        }
        sweep_svg.map_or(Ok(()), |output| output.write(sweep::picture(&report)?.as_bytes()))
    };
    let written = write();
    print!("{}", tables::text(&report, base, false));
    if let Some(before) = &before {
        let lines = against::changes(before, &report);
        println!("{}", if lines.is_empty() { "nothing changed".to_string() } else { lines.join("\n") });
    }
    written
}

/// The files that are read.
fn reads(args: &Args) -> Files {
    let mut files = Files::default();
    if warpsmith_synth::is_file(&args.setup.library) {
        files.reads(&args.setup.library);
    }
    args.against.iter().for_each(|path| files.reads(path));
    files
}

/// Where a page with charts is to go, if one is asked for.
fn html_output(args: &Args, files: &mut Files) -> Result<Option<Output>> {
    if args.html.is_some() {
        crate::page::check()?;
    }
    files.writes_any(&args.html)
}

/// The head of a page: what was measured and how to make the page again.
fn page(args: &Args) -> String {
    let mut command = format!("warpsmith synth {}", args.units.join(" "));
    let configs = args.config.iter().map(|config| format!(" --config {config}"));
    let modules = args.module.iter().map(|module| format!(" --module {module}"));
    command.extend(
        configs
            .chain(modules)
            .chain(args.changes.words())
            .chain(args.relative_to.iter().map(|base| format!(" --relative-to {base}"))),
    );
    command.extend(args.activity.iter().map(|cycles| format!(" --activity {cycles}")));
    let _ = write!(command, " --library {} --clock {}", args.setup.library, args.setup.clock);
    if args.setup.short_paths {
        command.push_str(" --short-paths");
    }
    let units = args.units.join(", ");
    format!("# Area, timing and leakage: {units}\n\nMade by `{command} --markdown FILE`.\n\n")
}

/// Places and routes the designs one after the other.
fn fpga(args: &Args, family: &str, designs: &[Design]) -> Result<()> {
    if !Family::names().contains(&family) {
        return Err(unknown("FPGA family", family, &Family::names()));
    }
    let mut files = Files::default();
    let (json, markdown) = (files.writes_any(&args.json)?, files.writes_any(&args.markdown)?);
    let html = html_output(args, &mut files)?;
    let setup = &args.setup;
    let flow = FpgaFlow::new(family, setup.clock()?, !args.no_sweep, setup.yosys()?, setup.cache()?)?;
    let bar = crate::progress::bar(designs.len() as u64);
    let figures = designs.iter().map(|design| {
        let figures = flow.measure(design, !args.no_route);
        bar.inc(1);
        figures
    });
    let report = flow.report(figures.collect::<Result<_, _>>()?);
    bar.finish_and_clear();
    let page = tables::fpga(&report, true);
    let written = markdown.map_or(Ok(()), |output| output.write(page.as_bytes()));
    let written = written.and_then(|()| json.map_or(Ok(()), |output| write_json(&output, &report)));
    let written = written.and_then(|()| {
        let charts = || html::of_tables(&args.units, Vec::new(), &page).html();
        html.map_or(Ok(()), |output| output.write(charts()?.as_bytes()))
    });
    print!("{}", tables::fpga(&report, false));
    written
}

fn write_json(output: &Output, report: &impl serde::Serialize) -> Result<()> {
    output.write((serde_json::to_string_pretty(report)? + "\n").as_bytes())
}

fn write_scripts(flow: &Flow, designs: &[Design], folder: &Path, files: &Files) -> Result<()> {
    for design in designs {
        let folder = folder.join(format!("{}-{}-{}", design.unit, design.config, design.top));
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        files.spares(&folder.join("cells.lib"))?;
        flow.prepare(design, &folder)?;
        println!("cd {} && yosys elaborate.ys && yosys map.ys && sta -exit timing.tcl", folder.display());
    }
    Ok(())
}

fn read_report(path: &Path) -> Result<Report> {
    let text =
        warpsmith_process::read_text(path).with_context(|| format!("cannot read {}", path.display()))?;
    let report: Report = serde_json::from_str(&text)
        .with_context(|| format!("{} is no result of `warpsmith synth --json`", path.display()))?;
    let known = warpsmith_synth::FORMAT;
    ensure!(
        report.format == known,
        "{} has format {}, this version reads {known}",
        path.display(),
        report.format
    );
    Ok(report)
}
