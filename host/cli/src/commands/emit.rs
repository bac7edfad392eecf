// SPDX-License-Identifier: Apache-2.0
//! `warpsmith emit`: a unit's Verilog.

use crate::attach::key_values;
use crate::failure::{unknown, usage};
use crate::output;
use anyhow::Result;
use std::path::PathBuf;
use warpsmith_hdl::units;

/// Write a unit's Verilog, with a file list and a FuseSoC core file.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith emit equalizer -o rtl
  warpsmith emit equalizer --config small -o rtl
  warpsmith emit equalizer -p hyst_epochs=2 -p vr_cycles=0 -o rtl

`warpsmith list units equalizer` lists the parameters with their ranges.")]
pub struct Args {
    /// The unit, as in `warpsmith list units`
    unit: String,
    /// Named configuration to start from
    #[arg(long, value_name = "NAME")]
    config: Option<String>,
    /// Change one parameter (repeatable)
    #[arg(short = 'p', value_name = "NAME=VALUE")]
    parameters: Vec<String>,
    /// Folder to write to; made if missing
    #[arg(short = 'o', value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

/// Emits the unit and prints the files that were written.
pub fn emit(args: &Args) -> Result<()> {
    let unit = warpsmith_units::find(&args.unit)
        .ok_or_else(|| unknown("unit", &args.unit, &warpsmith_units::names()))?;
    let overrides = key_values("-p", &args.parameters)?;
    // The first configuration is the paper's.
    let config = args.config.as_deref().unwrap_or(unit.configurations[0]);
    let emitted = units::emit(unit.name, config, &overrides).map_err(usage)?;
    let files = emitted.files.iter().map(|file| (file.name.as_str(), file.text.as_str()));
    output::write_all(&args.folder, files)?;
    for file in &emitted.files {
        println!("{}", args.folder.join(&file.name).display());
    }
    Ok(())
}
