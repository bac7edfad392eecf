// SPDX-License-Identifier: Apache-2.0
//! What `warpsmith claims` is asked for, and which programs that means.

use super::energy::Change;
use super::runner::Made;
use crate::attach::Backend;
use crate::manifest::{self, Class, Program};
use crate::system;
use anyhow::Result;
use std::path::PathBuf;
use std::sync::Arc;

/// Run a paper's claims and say which hold, with the figures.
///
/// Programs run without the unit, with it, and with the policies that the paper compares with: those of tests/programs,
/// for sms beside 16 CPU cores. Exit code 1 when a claim fails.
#[derive(Clone, clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith claims equalizer
  warpsmith claims mascar --json mascar.json
  warpsmith claims equalizer --only 5 --json claims.json
  warpsmith claims cta_prefetch --markdown cta.md
  warpsmith claims mascar --only 8 --energy
  warpsmith claims apogee --only 4 --html apogee.html
  warpsmith claims medic --backend model --pictures medic
  warpsmith claims mask --machine mask-fermi --only 1
  warpsmith claims mosaic --quick --cycles 200000
  warpsmith claims ilp --quick --markdown ilp.md
  warpsmith claims ilp --only 10
  warpsmith claims sms --jobs 2 --markdown sms.md
  warpsmith claims sms --only 9 --quanta
  warpsmith claims sms --only 1 --area osu018 --area gf180.lib
  warpsmith claims sms --full
  warpsmith claims all --markdown claims.md
  warpsmith claims all --area osu018 --markdown claims.md")]
pub struct Args {
    /// The unit, as in `warpsmith list units`; `all`: every unit whose paper claims something, as with --quick
    pub unit: String,
    /// One program a class instead of all; for cta_prefetch four, for apogee and medic three, for sms two mixes, for mask one pair of each kind, for mosaic 4 groups, for ilp four workloads and two mixes
    #[arg(long)]
    pub quick: bool,
    /// All 105 workloads of the paper in place of seven (sms); also registers and clocks of which no point speaks (ilp); everything that the units' pages have, for hours (all)
    #[arg(long, conflicts_with = "quick")]
    pub full: bool,
    /// Evaluate every point under every set-up that section 9 names, too, and, from the presupposed one, with other readings, FR-FCFS over two cycles, and refresh: eight times as many runs (sms)
    #[arg(long)]
    pub every_setting: bool,
    /// Also ATLAS and TCM with their published quanta beside the shortened ones, on four mixes, for ten of the published (sms)
    #[arg(long)]
    pub quanta: bool,
    /// Length of each run in SM cycles (sms, mask, mosaic, ilp) [default: 150000, for mask 600000, for mosaic 300000, with paging five times that, for ilp whole programs; alone NQU is whole anyway]; from 2500000 on ATLAS and TCM have their published quanta (sms)
    #[arg(long, value_name = "N")]
    pub cycles: Option<u64>,
    /// Only this point of section 9
    #[arg(long, value_name = "N")]
    pub only: Option<u32>,
    /// Also point 1, in this cell library: osu018, or a Liberty file (sms, with all too; repeatable)
    #[arg(long, value_name = "NAME|FILE.lib")]
    pub area: Vec<String>,
    /// Also how its figures of energy move when a constant of the energy model is halved and doubled (equalizer, mascar, apogee, medic, ilp)
    #[arg(long)]
    pub energy: bool,
    /// The constant of the energy model that is another one in this evaluation
    #[arg(skip)]
    pub change: Option<Change>,
    /// What earlier evaluations have made
    #[arg(skip)]
    pub made: Arc<Made>,
    /// Runs at a time
    #[arg(long, default_value_t = system::cores())]
    pub jobs: usize,
    /// Machine file or built-in machine [default: gtx480, for mascar mascar, for cta_prefetch cta, for apogee apogee, for medic medic, for mask maxwell, for mosaic mosaic, for ilp ilp, for sms cpu-gpu]
    #[arg(long)]
    pub machine: Option<String>,
    /// What steps the unit; sms, mask and mosaic are stepped by their models
    #[arg(long, value_enum, default_value_t)]
    pub backend: Backend,
    /// Folder with programs.toml [default: tests/programs of the source tree]
    #[arg(long, value_name = "DIR")]
    pub programs: Option<PathBuf>,
    /// Folder that keeps compiled programs and results
    #[arg(long, value_name = "DIR", default_value = "target/claims")]
    pub cache: PathBuf,
    /// Also write the report as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Also write the report as Markdown
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Also write the report as one page with charts, which needs no network
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Also draw the tables that have a row a workload, each as bars in an SVG file of this folder (cta_prefetch, apogee, medic, mask, mosaic, ilp)
    #[arg(long, value_name = "DIR")]
    pub pictures: Option<PathBuf>,
}

/// The programs of the manifest that take part in the claims of this unit; with `--quick` the first of each class, and all those built for one claim.
pub fn programs(args: &Args, takes_part: impl Fn(&Program) -> bool) -> Result<Vec<Program>> {
    let mut programs = manifest::load(args.programs.as_deref())?;
    let mut seen = Vec::new();
    programs.retain(|p| {
        let here = p.only_in.as_ref().is_none_or(|units| units.contains(&args.unit));
        let keep =
            here && takes_part(p) && (!args.quick || p.class == Class::Phase || !seen.contains(&p.class));
        if keep {
            seen.push(p.class);
        }
        keep
    });
    Ok(programs)
}
