// SPDX-License-Identifier: Apache-2.0
//! Drawing faults and planting them, by yosys.

use warpsmith_hdl::units::Emitted;
use warpsmith_synth::names::own;
use warpsmith_synth::tools::{self, Yosys};

use crate::error::Error;
use crate::fault::Fault;

/// A module in which faults are planted.
pub struct Planted {
    yosys: Yosys,
    folder: warpsmith_process::Folder,
    module: &'static str,
    /// Of modules in several shapes the names of those whose parameters have their defaults.
    first_shapes: Vec<String>,
    /// In the order of the draw, evenly spread over modules, cells, bits and lines of the source.
    pub faults: Vec<Fault>,
    /// All of them in one text: the module and those below it, with the input `fault` (16 bits), which selects one by its
    /// number; 0 selects none.
    pub verilog: String,
}

impl Planted {
    /// Draws at most `faults` faults in the top module `module` of a unit.
    ///
    /// # Errors
    /// yosys is missing or fails.
    pub fn draw(emitted: &Emitted, module: &'static str, faults: usize, seed: u64) -> Result<Planted, Error> {
        let yosys = Yosys::find(None)?;
        let folder = warpsmith_process::folder()
            .map_err(warpsmith_synth::Error::file("make a folder in", &std::env::temp_dir()))?;
        for file in emitted.verilog() {
            tools::write(folder.path(), &file.name, &file.text)?;
        }
        let files: Vec<&str> = emitted.verilog().map(|file| file.name.as_str()).collect();
        let script = include_str!("../../../scripts/mutate/list.ys")
            .replace("@FILES@", &files.join(" "))
            .replace("@TOP@", emitted.top(module).map_or(module, |top| top.module))
            .replace("@FAULTS@", &faults.to_string())
            .replace("@SEED@", &seed.to_string());
        tools::write(folder.path(), "list.ys", &script)?;
        yosys.run(folder.path(), "list.ys")?.done("drawing faults", module)?;
        let list = tools::read(folder.path(), "faults.txt")?;
        let read = |line| {
            let odd = || Error::List { module: module.to_string(), line: String::from(line) };
            Fault::read(line).ok_or_else(odd)
        };
        let mut faults = list.lines().map(read).collect::<Result<Vec<_>, _>>()?;
        faults.retain(|fault| !fault.outside_logic());
        let mut commands: Vec<String> = faults.iter().map(Fault::selectable).collect();
        // Words of which one bit follows from another become wires: Verilator 5.006 does not always settle them, in a carry-save adder.
        commands.push("splitnets".to_string());
        let design = tools::read(folder.path(), "design.il")?;
        let first_shapes = first_shapes(&design, emitted);
        let mut planted = Planted { yosys, folder, module, first_shapes, faults, verilog: String::new() };
        planted.verilog = planted.plant(&commands.join("\n"))?;
        Ok(planted)
    }

    /// The Verilog with one fault alone, without the input that selects.
    ///
    /// # Errors
    /// yosys fails.
    pub fn mutant(&self, fault: &Fault) -> Result<String, Error> {
        self.plant(&fault.command())
    }

    fn plant(&self, commands: &str) -> Result<String, Error> {
        let script = include_str!("../../../scripts/mutate/plant.ys").replace("@FAULTS@", commands);
        tools::write(self.folder.path(), "plant.ys", &script)?;
        self.yosys.run(self.folder.path(), "plant.ys")?.done("planting faults", self.module)?;
        Ok(own_names(tools::read(self.folder.path(), "faulty.v")?, &self.first_shapes))
    }
}

/// The modules of a design in RTLIL whose parameters are the defaults of the emitted Verilog: of a module in several shapes the one that
/// proofs are about.
fn first_shapes(design: &str, emitted: &Emitted) -> Vec<String> {
    let mut modules = design.split("\nmodule ");
    modules.next();
    let is_first = |module: &&str| {
        let name = own(module.lines().next().unwrap_or_default());
        let file = emitted.verilog().find(|file| file.name.strip_suffix(".v") == Some(name));
        let set: Vec<&str> = module.lines().filter_map(|line| line.strip_prefix("  parameter \\")).collect();
        file.is_some_and(|file| defaults(&file.text).all(|default| set.contains(&default.as_str())))
    };
    modules.filter(is_first).filter_map(|module| module.lines().next().map(str::to_string)).collect()
}

/// The parameters of a Verilog module whose defaults are numbers, each as `NAME VALUE`.
fn defaults(verilog: &str) -> impl Iterator<Item = String> + '_ {
    let lines = verilog.lines().map(str::trim).take_while(|line| !line.starts_with("input "));
    lines.filter_map(|line| {
        let (line, _) = line.split_once("//").unwrap_or((line, ""));
        let (name, value) =
            line.trim_end().strip_prefix("parameter ")?.trim_end_matches(',').split_once(" = ")?;
        value.parse::<u32>().ok().map(|value| format!("{name} {value}"))
    })
}

/// The Verilog with the modules that yosys has named after the values of their parameters under their own names, by which proofs find them;
/// those of a module in several shapes keep theirs, but for its first.
fn own_names(verilog: String, first: &[String]) -> String {
    let modules: Vec<String> = verilog
        .lines()
        .filter_map(|line| line.strip_prefix("module "))
        .filter_map(|line| line.split([' ', '(']).next())
        .map(|name| name.trim_start_matches('\\').to_string())
        .collect();
    let alone = |name: &str| modules.iter().filter(|other| own(other) == own(name)).count() == 1;
    let renamed = modules.iter().filter(|name| alone(name) || first.contains(name));
    renamed.filter(|name| own(name) != name.as_str()).fold(verilog, |text, name| {
        text.replace(&format!("\\{name} ("), &format!("{}(", own(name)))
            .replace(&format!("\\{name} "), &format!("{} ", own(name)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_in_one_shape_has_its_own_name_and_those_in_several_keep_theirs_but_for_the_first() {
        let text = "module \\$paramod\\fifo\\W=s32'1 (clock);\n  \\$paramod$ab\\sum  s (clock);\nendmodule\n\
                    module \\$paramod\\fifo\\W=s32'2 (clock);\nmodule \\$paramod$ab\\sum (clock);\nmodule top(clock);\n";
        let wanted = text.replace("\\$paramod$ab\\sum  s", "sum  s").replace("\\$paramod$ab\\sum (", "sum(");
        assert_eq!(own_names(text.to_string(), &[]), wanted);
        let first = ["$paramod\\fifo\\W=s32'1".to_string()];
        let wanted = wanted.replace("\\$paramod\\fifo\\W=s32'1 (", "fifo(");
        assert_eq!(own_names(text.to_string(), &first), wanted);
    }

    #[test]
    fn defaults_are_the_numbers_of_a_modules_parameters() {
        let text = "module store #(\n    parameter SETS = 2,   // Sets.\n    parameter [0:0] TWO = 1'b0,\n    // Not to be set.\n\
                    \x20   parameter SET = $clog2(SETS),\n    parameter WAYS = 4   // Ways.\n) (\n    input wire clock\n);\n    parameter LATER = 3;\n";
        assert_eq!(defaults(text).collect::<Vec<_>>(), ["SETS 2", "WAYS 4"]);
    }
}
