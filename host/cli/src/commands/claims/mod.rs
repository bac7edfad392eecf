// SPDX-License-Identifier: Apache-2.0
//! `warpsmith claims`: does the unit do what its paper claims? Specification section 9, point by point.

mod all;
mod args;
mod by_group;
mod by_workload;
mod energy;
mod page;
mod papers;
mod report;
mod runner;
mod runs;
mod sharing;
mod variant;

use crate::failure::unknown;
use crate::machine_file;
use crate::manifest;
use crate::output::{self, Files};
use anyhow::Result;
pub use args::Args;
use report::Claims;
use std::process::ExitCode;

/// One folder a unit, or one file for a unit whose paper claims nothing.
macro_rules! folders {
    ($($unit:ident: $($module:ident)+;)*) => {
        $(mod $unit;)*

        const UNITS: &[(&str, Option<Claims>)] = &[$((stringify!($unit), $unit::CLAIMS)),*];
    };
}
warpsmith_units::units!(folders);

/// Evaluates the claims of a unit and prints the report.
pub fn claims(args: &Args) -> Result<ExitCode> {
    let units = UNITS.iter().filter_map(|(unit, claims)| Some((*unit, (*claims)?)));
    let units: Vec<(&str, Claims)> = units.collect();
    let mut files = Files::default();
    let manifest = args.programs.iter().map(|folder| folder.join(manifest::FILE));
    manifest.for_each(|path| files.reads(path));
    if let Some(folder) = args.pictures.as_deref().filter(|folder| folder.exists()) {
        output::check_folder(folder)?;
    }
    args.area
        .iter()
        .filter(|library| warpsmith_synth::is_file(library))
        .for_each(|library| files.reads(library));
    if args.unit == all::ALL {
        return all::claims(args, &units, files);
    }
    let Some((_, claims)) = units.iter().find(|(unit, _)| *unit == args.unit) else {
        let known: Vec<&str> = units.iter().map(|(unit, _)| *unit).chain([all::ALL]).collect();
        return Err(unknown("unit with claims", &args.unit, &known));
    };
    if args.energy {
        energy::check(&args.unit)?;
    }
    if let Some(machine) = &args.machine {
        machine_file::load(machine, &[])?;
        machine_file::reads(machine, &mut files);
    }
    let (markdown, json) = (files.writes_any(&args.markdown)?, files.writes_any(&args.json)?);
    let html = files.writes_any(&args.html)?;
    if html.is_some() {
        crate::page::check()?;
    }

    let mut report = claims(args)?;
    if args.energy {
        let part = energy::sensitivity(*claims, args, &report)?;
        report.after.push(part);
    }
    let page = report.markdown();
    let written = markdown.map_or(Ok(()), |output| output.write(page.as_bytes())).and_then(|()| {
        if let Some(output) = html {
            output.write(page::page(&args.unit, &report).html()?.as_bytes())?;
        }
        let text = serde_json::to_string_pretty(&report.json())? + "\n";
        json.map_or(Ok(()), |output| output.write(text.as_bytes()))?;
        args.pictures.as_ref().map_or(Ok(()), |folder| report.draw(folder))
    });
    print!("{page}");
    written?;
    Ok(ExitCode::from(u8::from(report.held() < report.verdicts.len())))
}
