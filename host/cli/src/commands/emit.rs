// SPDX-License-Identifier: Apache-2.0
//! `warpsmith emit`: a unit's Verilog.

use crate::attach::key_value;
use crate::failure::usage;
use crate::output::write_atomically;
use anyhow::{Context, Result};
use std::path::PathBuf;

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
    let overrides = args.parameters.iter().map(|p| key_value("-p", p)).collect::<Result<Vec<_>>>()?;
    let emitted = warpsmith_hdl::emit(&args.unit, args.config.as_deref(), &overrides).map_err(usage)?;
    std::fs::create_dir_all(&args.folder)
        .with_context(|| format!("cannot make the folder {}", args.folder.display()))?;
    for file in &emitted.files {
        let path = args.folder.join(&file.name);
        write_atomically(&path, file.text.as_bytes())?;
        println!("{}", path.display());
    }
    Ok(())
}
