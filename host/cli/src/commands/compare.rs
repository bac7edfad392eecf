// SPDX-License-Identifier: Apache-2.0
//! `warpsmith compare`: results side by side.

use crate::program_exit::ProgramExit;
use crate::repricing::{sensitivities, Sensitivity};
use crate::result::ResultFile;
use crate::sharing_table::gpu_speedup;
use crate::speedup::Speedups;
use crate::summary::Summary;
use crate::table::{shares, sparkline, Table};
use anyhow::Result;
use serde::Serialize;
use std::path::PathBuf;

/// Compare result files with the first one.
///
/// Time and speedup, energy, savings and performance a watt, IPC, L1 misses, DRAM bandwidth, CTAs, and where the clocks were; of runs with
/// `--alone` what sharing costs cores and GPU, or several programs.
///
/// Partial results are refused, and so are those of programs that failed, unless --failed is given.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith compare base.json eq.json
  warpsmith compare --energy base.json eq.json
  warpsmith compare --json base.json eq.json energy.json")]
pub struct Args {
    /// The result that the others are compared with
    base: PathBuf,
    /// Results to compare
    #[arg(required = true)]
    others: Vec<PathBuf>,
    /// Also take results of programs that failed: by exit code, by signal, with wrong results. Each says how it ended
    #[arg(long)]
    failed: bool,
    /// Also, for each constant of the energy model, where its value comes from, its share of the energy, and what the savings would be if it
    /// were halved and doubled
    #[arg(long)]
    energy: bool,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// One result against the base.
#[derive(Serialize)]
struct Column {
    file: String,
    /// Time of the base / time of this.
    speedup: f64,
    /// 1 - energy / energy of the base.
    savings: f64,
    /// Performance over power, both against the base: of one program that is energy of the base / energy of this.
    performance_per_watt: f64,
    /// How the program ended.
    exit: ProgramExit,
    /// Each constant of the energy model, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    constants: Vec<Sensitivity>,
    #[serde(flatten)]
    summary: Summary,
}

/// Reads the files and prints the comparison.
pub fn compare(args: &Args) -> Result<()> {
    let load = if args.failed { ResultFile::load_ended } else { ResultFile::load };
    let first = load(&args.base)?;
    let base = Summary::of(&first);
    let mut columns = Vec::new();
    for path in std::iter::once(&args.base).chain(&args.others) {
        let result = load(path)?;
        let summary = Summary::of(&result);
        let file = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if (&summary.sha256, &summary.args) != (&base.sha256, &base.args) {
            eprintln!("note: {file} is of another program or other arguments than the base");
        }
        columns.push(Column {
            file,
            speedup: base.time / summary.time,
            savings: 1.0 - summary.energy / base.energy,
            performance_per_watt: base.energy / summary.energy,
            constants: if args.energy { sensitivities(&first, &result) } else { Vec::new() },
            exit: result.exit,
            summary,
        });
    }
    if args.json {
        println!("{}", serde_json::to_string_pretty(&columns)?);
    } else {
        print!("{}", table(&columns));
        if args.energy {
            print!("\n{}", constants(&columns));
        }
    }
    Ok(())
}

/// A row for each constant that has a share of any result's energy.
fn constants(columns: &[Column]) -> String {
    let (base, others) = columns.split_first().expect("there is a base");
    let heads = others.iter().flat_map(|c| [format!("{}, half", c.file), format!("{}, twice", c.file)]);
    let head = ["constant".to_string(), "origin".to_string(), format!("share of {}, %", base.file)];
    let mut table = Table::new(head.into_iter().chain(heads));
    let tenths = |share: f64| format!("{:.1}", share * 100.0);
    for (i, constant) in base.constants.iter().enumerate() {
        if columns.iter().any(|c| c.constants[i].share > 0.0) {
            let head = [constant.key.to_string(), constant.origin.to_string(), tenths(constant.share)];
            table.row(head.into_iter().chain(others.iter().flat_map(|c| c.constants[i].savings.map(tenths))));
        }
    }
    format!("Energy savings, %, with half and with twice of each constant:\n\n{}", table.text())
}

/// Bars of a sparkline.
const SPARK_WIDTH: usize = 24;

fn table(columns: &[Column]) -> String {
    let mut table = Table::new(std::iter::once("").chain(columns.iter().map(|c| c.file.as_str())));
    let most_ctas = columns.iter().flat_map(|c| &c.summary.ctas).fold(0.0, |a, b| f64::max(a, *b));
    let mut row = |label: &str, cell: &dyn Fn(&Column) -> String| {
        table.row(std::iter::once(label.to_string()).chain(columns.iter().map(cell)));
    };
    row("program", &|c| c.summary.program.clone());
    if columns.iter().any(|c| !c.exit.succeeded()) {
        row("ended", &|c| c.exit.short());
    }
    row("time, ms", &|c| format!("{:.4}", c.summary.time * 1e3));
    row("speedup", &|c| format!("{:.3}", c.speedup));
    row("energy, mJ", &|c| format!("{:.3}", c.summary.energy * 1e3));
    row("energy savings, %", &|c| format!("{:.1}", c.savings * 100.0));
    row("performance a watt", &|c| format!("{:.3}", c.performance_per_watt));
    row("IPC, all SMs", &|c| format!("{:.2}", c.summary.ipc));
    row("L1 miss rate, %", &|c| format!("{:.1}", c.summary.l1_miss_rate * 100.0));
    row("DRAM bandwidth, GB/s", &|c| format!("{:.1}", c.summary.dram_bandwidth / 1e9));
    row("mean CTAs per SM", &|c| format!("{:.2}", c.summary.mean_ctas));
    row("CTAs over time", &|c| sparkline(&c.summary.ctas, most_ctas, SPARK_WIDTH));
    row("SM low/nominal/high, %", &|c| shares(c.summary.sm_share));
    row("memory low/nominal/high, %", &|c| shares(c.summary.memory_share));
    // Of cores beside a GPU, and of several programs.
    let mut shared = |programs: bool, label, of: fn(&Speedups) -> String| {
        let kind = |c: &Column| c.summary.sharing.filter(|s| s.ipc_throughput.is_some() == programs);
        if columns.iter().any(|c| kind(c).is_some()) {
            row(label, &|c| kind(c).as_ref().map_or("-".to_string(), of));
        }
    };
    shared(false, "CPU weighted speedup", |s| format!("{:.3}", s.weighted_speedup));
    shared(false, "GPU speedup", gpu_speedup);
    shared(false, "unfairness, CPUs", |s| format!("{:.2}", s.unfairness));
    shared(false, "unfairness with the GPU", |s| format!("{:.2}", s.unfairness_with_gpu));
    shared(true, "weighted speedup", |s| format!("{:.3}", s.weighted_speedup));
    shared(true, "unfairness", |s| format!("{:.2}", s.unfairness));
    shared(true, "IPC throughput", |s| format!("{:.2}", s.ipc_throughput.unwrap_or_default()));
    table.text()
}
