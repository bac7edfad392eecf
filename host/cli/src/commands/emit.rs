// SPDX-License-Identifier: Apache-2.0
//! `warpsmith emit`: a unit's Verilog.

use crate::attach::key_values;
use crate::failure::{unknown, usage};
use crate::output;
use anyhow::Result;
use std::path::PathBuf;
use warpsmith_hdl::units::{self, Bus};

/// Write a unit's Verilog, with a file list and a FuseSoC core file.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith emit equalizer -o rtl
  warpsmith emit equalizer --config small -o rtl
  warpsmith emit equalizer -p hyst_epochs=2 -p vr_cycles=0 -o rtl
  warpsmith emit sms --registers axi-lite -o rtl

`warpsmith list units equalizer` lists the parameters with their ranges, `warpsmith list registers
sms` the registers.")]
pub struct Args {
    /// The unit, as in `warpsmith list units`
    unit: String,
    /// Named configuration to start from
    #[arg(long, value_name = "NAME")]
    config: Option<String>,
    /// Change one parameter (repeatable)
    #[arg(short = 'p', value_name = "NAME=VALUE")]
    parameters: Vec<String>,
    /// Also write each top module with its settings and counters as registers behind this bus, and
    /// their register map (SystemRDL and Markdown)
    #[arg(long, value_name = "BUS")]
    registers: Option<RegisterBus>,
    /// Folder to write to; made if missing
    #[arg(short = 'o', value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

/// A bus that registers can be behind.
#[derive(Clone, Copy, clap::ValueEnum)]
enum RegisterBus {
    /// APB4
    Apb,
    /// AXI4-Lite
    AxiLite,
}

impl From<RegisterBus> for Bus {
    fn from(bus: RegisterBus) -> Bus {
        match bus {
            RegisterBus::Apb => Bus::Apb,
            RegisterBus::AxiLite => Bus::AxiLite,
        }
    }
}

/// Emits the unit and prints the files that were written.
pub fn emit(args: &Args) -> Result<()> {
    let unit = warpsmith_units::find(&args.unit)
        .ok_or_else(|| unknown("unit", &args.unit, &warpsmith_units::names()))?;
    let overrides = key_values("-p", &args.parameters)?;
    // The first configuration is the paper's.
    let config = args.config.as_deref().unwrap_or(unit.configurations[0]);
    let emitted = match args.registers {
        None => units::emit(unit.name, config, &overrides),
        Some(bus) => units::emit_with_registers(unit.name, config, &overrides, bus.into()),
    };
    let emitted = emitted.map_err(usage)?;
    let files = emitted.files.iter().map(|file| (file.name.as_str(), file.text.as_str()));
    output::write_all(&args.folder, files)?;
    for file in &emitted.files {
        println!("{}", args.folder.join(&file.name).display());
    }
    Ok(())
}
