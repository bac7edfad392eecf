// SPDX-License-Identifier: Apache-2.0
//! `warpsmith bench-unit`: random lockstep of a unit's RTL against its reference model.

use anyhow::Result;
use std::path::PathBuf;

/// Run a unit's RTL against its reference model on random legal inputs.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith bench-unit equalizer
  warpsmith bench-unit equalizer --config small --cycles 5000000 --seed 7
  warpsmith bench-unit equalizer --config small --cycles 5000 --wave eq.fst")]
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
}

/// Runs the bench and prints its report as JSON.
#[cfg(feature = "rtl")]
pub fn bench_unit(args: &Args) -> Result<()> {
    use warpsmith_testbenches::{bench, BenchError, UNITS};
    if !UNITS.contains(&args.unit.as_str()) {
        return Err(crate::failure::unknown("unit with a bench", &args.unit, UNITS));
    }
    let bar = crate::progress::bar(args.cycles);
    let report = bench(
        &args.unit,
        args.config.as_deref(),
        args.cycles,
        args.seed,
        args.wave.as_deref(),
        &mut |done, total| {
            bar.set_length(total);
            bar.set_position(done);
        },
    )
    .map_err(|e| match e {
        BenchError::Params(_) | BenchError::NoRtl(_) => crate::failure::usage(e),
        _ => e.into(),
    })?;
    bar.finish_and_clear();
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}

/// Says how to get a build that can.
#[cfg(not(feature = "rtl"))]
pub fn bench_unit(_args: &Args) -> Result<()> {
    anyhow::bail!("bench-unit compares with the RTL, which is {}", crate::attach::NO_RTL)
}
