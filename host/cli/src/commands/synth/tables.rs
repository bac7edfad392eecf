// SPDX-License-Identifier: Apache-2.0
//! The report as tables.

use crate::table::Table;
use std::fmt::Write;
use warpsmith_synth::{parts, Block, Equality, Figures, FpgaReport, Report, PARTS, SRAM_PER_FLIP_FLOP};

/// Levels of blocks below the top that are listed.
const LEVELS: usize = 2;

/// Figures, longest paths and blocks of each design, with what they were measured, and ratios to `base` if there is one.
pub fn text(report: &Report, base: Option<&str>, markdown: bool) -> String {
    let print = |table: Table| if markdown { table.markdown() } else { table.text() };
    let mut text = String::new();
    let tables = [Some(figures(report)), base.map(|base| relative(report, base)), Some(paths(report))];
    for table in tables.into_iter().flatten() {
        let _ = writeln!(text, "{}", print(table));
    }
    if report.designs.iter().any(|d| d.memory.bits > 0) {
        let _ = writeln!(text, "{}", print(memories(report)));
    }
    if report.designs.iter().any(|d| d.activity.is_some()) {
        let _ = writeln!(text, "{}", print(activity(report, base)));
    }
    for design in &report.designs {
        let mut table = Table::new([&design.name(), "module", "um2", "%", "flip-flops"].map(String::from));
        blocks(&mut table, &design.blocks, std::slice::from_ref(&design.blocks), 1, 0);
        let _ = writeln!(text, "{}", print(table));
    }
    if base.is_some() {
        let _ = writeln!(
            text,
            "Area and leakage are those of the whole designs; the parts are of the mapping by blocks, and so is the area \
             without `dram_timing`, which all controllers have alike.\n"
        );
    }
    text + &notes(report)
}

/// The configuration's figures over those of another; all of its top modules together.
pub struct Split {
    pub area: f64,
    pub leakage: f64,
    /// Area without the block `dram_timing`, mapped by blocks.
    pub untimed: f64,
    /// The areas of [`PARTS`] over the other's whole area, mapped by blocks.
    pub parts: [f64; 4],
}

impl Split {
    /// `design` over the configuration `base` of the same report.
    pub fn new(report: &Report, design: &Figures, base: &str) -> Split {
        let of_base = |figure: fn(&Figures) -> f64| -> f64 {
            report.designs.iter().filter(|d| d.configuration() == base).map(figure).sum()
        };
        let blocks = of_base(|d| d.blocks.area_um2);
        let untimed = |d: &Figures| d.blocks.area_um2 - d.blocks.of_module("dram_timing");
        Split {
            area: design.area_um2 / of_base(|d| d.area_um2),
            leakage: design.leakage_nw / of_base(|d| d.leakage_nw),
            untimed: untimed(design) / of_base(untimed),
            parts: parts(&design.blocks).map(|part| part / blocks),
        }
    }
}

/// Each design over the configuration `base`, and what its area is for.
pub fn relative(report: &Report, base: &str) -> Table {
    let heading = format!("relative to {base}");
    let mut table =
        Table::new([heading.as_str(), "area", "leakage", "without dram_timing"].into_iter().chain(PARTS));
    for d in &report.designs {
        let split = Split::new(report, d, base);
        let ratios = [split.area, split.leakage, split.untimed].into_iter().chain(split.parts);
        table.row([d.name()].into_iter().chain(ratios.map(|ratio| format!("{ratio:.3}"))));
    }
    table
}

/// What each design takes of an FPGA.
pub fn fpga(report: &FpgaReport, markdown: bool) -> String {
    let mut table = Table::new(["design", "LUTs", "flip-flops", "block RAMs", "highest MHz"]);
    for d in &report.designs {
        table.row([
            format!("{}/{} {}", d.unit, d.config, d.top),
            d.luts.map_or("not counted".to_string(), |luts| luts.to_string()),
            d.flip_flops.to_string(),
            d.block_rams.to_string(),
            match d.highest_clock_mhz {
                Some(mhz) => format!("{mhz:.0}"),
                None if d.fits => "not routed".to_string(),
                None => "does not fit".to_string(),
            },
        ]);
    }
    format!(
        "{}\n{}. Clock aimed at: {} ns. {}.\nThe clock is between registers at every input and output.{}\n",
        if markdown { table.markdown() } else { table.text() },
        report.device,
        report.clock_ns,
        report.tools.join("; "),
        if report.sweep { "" } else { " LUTs were mapped without SAT sweeping." }
    )
}

fn figures(report: &Report) -> Table {
    let mut table = Table::new([
        "design",
        "area um2",
        "NAND2",
        "cells",
        "flip-flops",
        "memory bits",
        "leakage nW",
        "path ns",
        "slack ns",
        "highest MHz",
        "depth",
        "run s",
    ]);
    for d in &report.designs {
        table.row([
            d.name(),
            format!("{:.0}", d.area_um2),
            format!("{:.0}", d.nand2_equivalents),
            d.cells.to_string(),
            d.flip_flops.to_string(),
            d.memory.bits.to_string(),
            significant(d.leakage_nw),
            format!("{:.2}", d.path.arrival_ns),
            format!("{:.2}", d.path.slack_ns),
            format!("{:.0}", d.highest_clock_mhz),
            d.path.depth.to_string(),
            format!("{:.0}", d.seconds),
        ]);
    }
    table
}

fn paths(report: &Report) -> Table {
    let mut table = Table::left(["longest path", "from", "to"]);
    for d in &report.designs {
        table.row([d.name(), d.path.start.clone(), d.path.end.clone()]);
    }
    table
}

fn memories(report: &Report) -> Table {
    let mut table = Table::new([
        "memories",
        "bits",
        "with registered reads",
        "as flip-flops um2",
        "as SRAM um2 (estimate)",
    ]);
    for d in report.designs.iter().filter(|d| d.memory.bits > 0) {
        let m = &d.memory;
        table.row([
            d.name(),
            m.bits.to_string(),
            m.registered_bits.to_string(),
            format!("{:.0}", m.flip_flops_um2),
            format!("{:.0}", m.sram_um2),
        ]);
    }
    table
}

/// What switches; with `base`, also over the energy of that configuration.
fn activity(report: &Report, base: Option<&str>) -> Table {
    let headings = ["switching", "cycles of the bench", "toggles a cycle", "pJ a cycle", "dynamic uW"];
    let relative = base.map(|base| format!("relative to {base}"));
    let mut table = Table::new(headings.map(String::from).into_iter().chain(relative));
    let energy = |d: &Figures| d.activity.map_or(0.0, |a| a.energy_pj);
    for d in &report.designs {
        let Some(a) = d.activity else { continue };
        let ratio = base.map(|base| {
            let of_base = report.designs.iter().filter(|d| d.configuration() == base);
            format!("{:.3}", a.energy_pj / of_base.map(energy).sum::<f64>())
        });
        let figures = [a.toggles_a_cycle, a.energy_pj, a.power_uw].map(significant);
        table.row([d.name(), a.cycles.to_string()].into_iter().chain(figures).chain(ratio));
    }
    table
}

/// Rows for `alike` blocks, together, in each of `times` blocks, and for those inside.
fn blocks(table: &mut Table, whole: &Block, alike: &[Block], times: usize, level: usize) {
    let (block, times) = (&alike[0], times * alike.len());
    let area = block.area_um2 * times as f64;
    table.row([
        format!("{}{}", "- ".repeat(level), names(alike)),
        block.module.clone(),
        format!("{area:.0}"),
        format!("{:.1}", 100.0 * area / whole.area_um2.max(f64::MIN_POSITIVE)),
        (block.flip_flops * times as u64).to_string(),
    ]);
    if level < LEVELS {
        // Those of one module were mapped alike, and stand together because blocks are sorted by area.
        let same = |a: &Block, b: &Block| (&a.module, a.area_um2) == (&b.module, b.area_um2);
        for inside in block.blocks.chunk_by(same) {
            blocks(table, whole, inside, times, level + 1);
        }
    }
}

/// The names of a few blocks; of many the first, and how many they are.
fn names(alike: &[Block]) -> String {
    match alike {
        [first, _, _, _, _, ..] => format!("{} ({} alike)", first.name, alike.len()),
        few => few.iter().map(|b| &b.name[..]).collect::<Vec<_>>().join(", "),
    }
}

fn notes(report: &Report) -> String {
    let library = &report.library;
    let (nand2, area) = &library.nand2;
    let mut text = format!(
        "Library {}, NAND2 is {nand2} of {area} um2. Clock asked for: {} ns. {}.\n",
        library.name,
        report.clock_ns,
        report.tools.join("; ")
    );
    if report.short_paths {
        let _ = writeln!(text, "Logic was kept shallow while its area was reduced.");
    }
    let _ = writeln!(
        text,
        "Blocks are mapped each by itself, the design as a whole: their sum is larger. No wires, no clock tree. \
         Memory bits are among the flip-flops. Depth is in cells. The run is that of yosys and OpenSTA on the whole design."
    );
    if library.wire_load_dropped {
        let _ = writeln!(text, "The library's default wire load is left out.");
    }
    if !library.dropped.is_empty() {
        let dropped: Vec<_> = library.dropped.iter().map(|(why, n)| format!("{n} {why}")).collect();
        let _ = writeln!(text, "Cells of the library that are not used: {}.", dropped.join(", "));
    }
    for d in &report.designs {
        let _ = match d.netlist {
            None => Ok(()),
            Some(Equality::Proved) => writeln!(text, "{}: the netlist is proved equal to the RTL.", d.name()),
            Some(Equality::Undecided) => {
                writeln!(text, "{}: neither proved nor refuted that the netlist equals the RTL.", d.name())
            }
        };
    }
    if report.designs.iter().any(|d| d.activity.is_some()) {
        let _ = writeln!(
            text,
            "Switching is that of the pins' capacitances (half of C V^2 a change) without delays, glitches, wires and what cells \
             use inside: read it as a ratio. The clock is in the energy."
        );
    }
    if report.designs.iter().any(|d| d.memory.bits > 0) {
        let _ = writeln!(
            text,
            "Memories count as flip-flops; an SRAM bit is taken as {SRAM_PER_FLIP_FLOP:.3} of a flip-flop, as in IHP SG13G2."
        );
    }
    text
}

/// Three significant digits.
fn significant(value: f64) -> String {
    let digits = if value > 0.0 { (2.0 - value.log10().floor()).max(0.0) as usize } else { 0 };
    format!("{value:.digits$}")
}
