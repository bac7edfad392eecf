// SPDX-License-Identifier: Apache-2.0
//! `warpsmith report`: results as a page to look at.

mod bars;
mod compared;
mod export;
mod issue;
mod machine;
mod memory;
mod moments;
mod overview;
mod roofline;
mod statistics;
mod time_lines;
mod units;

use crate::failure::usage;
use crate::output::Files;
use crate::page::{self, Page, Section};
use anyhow::Result;
use compared::Compared;
use std::path::PathBuf;

/// Draw results as one page that needs no network.
///
/// Speedup, energy and IPC, what the issue slots were used for, traffic through L1, L2 and DRAM, a roofline, time lines, the machines
/// and their parameters, and all statistics. The first result of a program is what its others are compared with. Charts can be hovered,
/// and saved as SVG and PNG.
///
/// --csv and --parquet write all statistics as a table for other tools: a row a statistic, with its unit and meaning.
///
/// Partial results are refused, and so are those of programs that failed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith report base.json eq.json -o report.html
  warpsmith report results/*.json -o report.html
  warpsmith report results/*.json --csv all.csv --kernels")]
pub struct Args {
    /// Results, of one program or of several
    #[arg(required = true, value_name = "RESULT")]
    results: Vec<PathBuf>,
    /// Write the page
    #[arg(short, value_name = "FILE", required_unless_present_any = ["csv", "parquet"])]
    output: Option<PathBuf>,
    /// Write all statistics as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write all statistics as Apache Parquet
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
    /// Write those of each kernel to these files too
    #[arg(long)]
    kernels: bool,
}

/// Reads the results and writes what is asked for.
pub fn report(args: &Args) -> Result<()> {
    if args.output.is_some() {
        page::check()?;
    }
    if args.kernels && args.csv.is_none() && args.parquet.is_none() {
        return Err(usage("--kernels is about --csv and --parquet; name one of them"));
    }
    let mut files = Files::default();
    args.results.iter().for_each(|path| files.reads(path));
    let output = files.writes_any(&args.output)?;
    let csv = files.writes_any(&args.csv)?;
    let parquet = files.writes_any(&args.parquet)?;
    let results = compared::load(&args.results)?;
    if let Some(output) = output {
        output.write(page(&results).html()?.as_bytes())?;
    }
    let rows = || export::rows(&results, args.kernels);
    csv.map_or(Ok(()), |output| output.stream(|to| export::csv(rows(), to)))?;
    parquet.map_or(Ok(()), |output| output.stream(|to| export::parquet(rows(), to)))
}

/// The page of `results`.
fn page(results: &[Compared]) -> Page {
    let programs = bars::programs(results).join(", ");
    let sections = vec![
        overview::section(results),
        issue::section(results),
        memory::section(results),
        roofline::section(results),
        time_lines::section(results),
        units::section(results),
        machine::section(results),
        statistics::section(results),
    ];
    Page {
        title: format!("Warpsmith: {programs}"),
        about: about(results),
        choices: results.iter().map(Compared::full_name).collect(),
        choice: results.len().min(2) - 1,
        sections: sections.into_iter().filter(Section::has_parts).collect(),
    }
}

fn about(results: &[Compared]) -> String {
    let bases = results.iter().enumerate().filter(|(i, result)| result.base == *i);
    let bases: Vec<&str> = bases.map(|(_, base)| &base.name[..]).collect();
    match results.len() {
        1 => "One result.".to_string(),
        several => format!(
            "{several} results. Each is compared with the first one of its program: {}.",
            bases.join(", ")
        ),
    }
}
