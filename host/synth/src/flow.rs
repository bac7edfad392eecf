// SPDX-License-Identifier: Apache-2.0
//! The flow from Verilog to cells and timing: the scripts of `scripts/synth`, filled in and run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::cache::{Cache, Entry};
use crate::error::Error;
use crate::liberty::{cell_models, CellKind, Library};
use crate::memory::Memory;
use crate::netlist::{Block, Netlist};
use crate::timing::LongestPath;
use crate::tools::{read, write, Run, Sta, Yosys};

const ELABORATE: &str = include_str!("../../../scripts/synth/elaborate.ys");
const MAP: &str = include_str!("../../../scripts/synth/map.ys");
const ABC: &str = include_str!("../../../scripts/synth/map.abc");
const CONSTRAINTS: &str = include_str!("../../../scripts/synth/cells.constr");
const TIMING: &str = include_str!("../../../scripts/synth/timing.tcl");

/// What is synthesised: one top module of a unit in one configuration.
#[derive(Clone, Debug)]
pub struct Design {
    /// Name of the unit.
    pub unit: String,
    /// Name of the configuration.
    pub config: String,
    /// The top module, as the library calls it.
    pub top: String,
    /// The Verilog module; its clock is the port `clock`.
    pub module: String,
    /// The Verilog of the top module and of all that it instantiates.
    pub verilog: String,
    /// The ports of the top module but for the clock.
    pub ports: Vec<Port>,
}

/// A port of a top module.
#[derive(Clone, Debug)]
pub struct Port {
    /// As in Verilog.
    pub name: String,
    /// Bits.
    pub width: usize,
    /// Input or output.
    pub side: PortSide,
}

/// Direction of a port, seen from the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortSide {
    /// An input.
    In,
    /// An output.
    Out,
}

impl Design {
    /// `unit/config top`, for messages.
    pub fn name(&self) -> String {
        format!("{}/{} {}", self.unit, self.config, self.top)
    }
}

/// With what designs are synthesised.
#[derive(Debug)]
pub struct Flow {
    /// The cells that are mapped to.
    pub library: Library,
    /// Clock period, ns.
    pub clock_ns: f64,
    /// Logic stays as shallow as it is while its area is reduced, and is balanced.
    pub short_paths: bool,
    /// Maps to cells.
    pub yosys: Yosys,
    /// Measures the longest path.
    pub sta: Sta,
    /// What earlier runs have kept.
    pub cache: Cache,
}

/// A design without hierarchy: what it costs and how fast it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flat {
    /// Cells by type, with their number.
    pub cells: BTreeMap<String, u64>,
    pub memories: Vec<Memory>,
    pub path: LongestPath,
    /// What the tools took, s.
    pub seconds: f64,
}

/// Name of the mapped netlist in a cache entry.
pub const NETLIST: &str = "netlist.v";

impl Flow {
    /// Maps the design flattened, and measures the longest path. The entry holds the netlist.
    ///
    /// # Errors
    /// A tool fails or cannot be started, or says what is not understood; the file system.
    pub fn flat(&self, design: &Design) -> Result<(Flat, Entry), Error> {
        self.cache.get_or_make("flat", &design.name(), &self.inputs(design, true), |folder| {
            let start = Instant::now();
            let netlist = self.map(design, true, folder)?;
            let path = folder.join("memories.json");
            let memories = fs::read_to_string(&path).map_err(Error::file("read", &path))?;
            let memories = Memory::read(&memories).map_err(unexpected("yosys", design))?;
            let report = self.done(self.sta.run(folder, "timing.tcl")?, "timing", design)?;
            let path = LongestPath::read(&report, self.clock_ns).map_err(unexpected("OpenSTA", design))?;
            let seconds = start.elapsed().as_secs_f64();
            Ok(Flat { cells: netlist.cells(&design.module), memories, path, seconds })
        })
    }

    /// The netlist of [`Flow::flat`] with models of its cells: Verilog that can be simulated.
    ///
    /// # Errors
    /// As [`Flow::flat`].
    pub fn simulatable(&self, design: &Design) -> Result<String, Error> {
        let (_, entry) = self.flat(design)?;
        let path = entry.netlist();
        let netlist = fs::read_to_string(&path).map_err(Error::file("read", &path))?;
        Ok(cell_models(&self.library) + &netlist)
    }

    /// Maps the design with its hierarchy, each module by itself: what each block costs.
    ///
    /// # Errors
    /// As [`Flow::flat`].
    pub fn hierarchical(&self, design: &Design) -> Result<Block, Error> {
        let made =
            self.cache.get_or_make("hierarchical", &design.name(), &self.inputs(design, false), |folder| {
                let netlist = self.map(design, false, folder)?;
                Ok(netlist.blocks(&design.module, &self.library))
            });
        made.map(|(blocks, _)| blocks)
    }

    /// Writes what a run needs into a folder: the scripts, the library, the Verilog.
    ///
    /// # Errors
    /// The file system.
    pub fn prepare(&self, design: &Design, folder: &Path) -> Result<(), Error> {
        self.write_inputs(design, true, folder)
    }

    /// Every file that the result depends on, with the versions of the tools.
    fn inputs(&self, design: &Design, flat: bool) -> Vec<String> {
        let mut inputs: Vec<String> = self.files(design, flat).map(|(_, text)| text).into();
        inputs.extend([self.yosys.version.clone(), self.sta.version.clone()]);
        inputs
    }

    fn map(&self, design: &Design, flat: bool, folder: &Path) -> Result<Netlist, Error> {
        self.write_inputs(design, flat, folder)?;
        self.done(self.yosys.run(folder, "elaborate.ys")?, "synthesis", design)?;
        self.done(self.yosys.run(folder, "map.ys")?, "mapping", design)?;
        Ok(Netlist::read(&read(folder, NETLIST)?))
    }

    /// The log of a step that succeeded.
    pub(crate) fn done(&self, run: Run, step: &'static str, design: &Design) -> Result<String, Error> {
        run.done(step, &design.name())
    }

    fn write_inputs(&self, design: &Design, flat: bool, folder: &Path) -> Result<(), Error> {
        self.files(design, flat).iter().try_for_each(|(name, text)| write(folder, name, text))
    }

    fn files(&self, design: &Design, flat: bool) -> [(&'static str, String); 7] {
        let library = &self.library;
        let load = library.output_load();
        let script = |text: &str| {
            text.replace("@TOP@", &design.module)
                .replace(" @FLATTEN@", if flat { " -flatten" } else { "" })
                .replace("@TIE@", &tie(library))
                .replace("@FLIP_FLOPS@", &flip_flops(library))
                .replace("@RESTRUCTURE@", restructuring(self.short_paths))
                .replace("@DRIVER@", &library.buffer)
                .replace("@LOAD_FF@", &format!("{load:.3}"))
                .replace("@LOAD_PF@", &format!("{:.6}", load / 1e3))
                .replace("@PERIOD@", &self.clock_ns.to_string())
                .replace("@PERIOD_PS@", &format!("{:.0}", self.clock_ns * 1e3))
        };
        [
            ("design.v", design.verilog.clone()),
            ("cells.lib", library.text.clone()),
            ("elaborate.ys", script(ELABORATE)),
            ("map.ys", script(MAP)),
            ("map.abc", script(ABC)),
            ("cells.constr", script(CONSTRAINTS)),
            ("timing.tcl", script(TIMING)),
        ]
    }
}

/// ABC's passes between reading and mapping.
fn restructuring(short_paths: bool) -> &'static str {
    match short_paths {
        true => "dc2 -b -l\nbalance",
        false => "dc2",
    }
}

/// The pass that puts cells in place of constants.
fn tie(library: &Library) -> String {
    let cell = |option: &str, tie: &Option<(String, String)>| {
        tie.as_ref().map_or_else(String::new, |(cell, pin)| format!(" {option} {cell} {pin}"))
    };
    let cells = cell("-hicell", &library.tie_high) + &cell("-locell", &library.tie_low);
    if cells.is_empty() {
        "# The library has no cells for constants.".to_string()
    } else {
        format!("hilomap -singleton{cells}")
    }
}

/// Selects the library's flip-flops.
fn flip_flops(library: &Library) -> String {
    let is = |kind: &CellKind| matches!(kind, CellKind::FlipFlop(_));
    let names = library.cells.iter().filter(|(_, cell)| is(&cell.kind));
    names.map(|(name, _)| format!("t:{name}")).collect::<Vec<_>>().join(" ")
}

pub(crate) fn unexpected(tool: &'static str, design: &Design) -> impl FnOnce(String) -> Error {
    let design = design.name();
    move |what| Error::Output { tool, design, what }
}
