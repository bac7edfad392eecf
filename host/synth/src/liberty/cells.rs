// SPDX-License-Identifier: Apache-2.0
//! A library's cells: which are usable, what they cost, and which serve as buffer, tie cell or unit of area.

use std::collections::BTreeMap;

use crate::names::check;

use super::function::Function;
use super::syntax::{parse, Group, Item};

/// Parts of names of combinational cells that logic must not be made of: delay cells, cells for clock trees, probes,
/// power gating. The format has no attribute for them.
const NOT_FOR_LOGIC: [&str; 5] = ["dly", "delay", "clk", "probe", "lpflow"];

/// Attributes of cells that synthesis must not place.
const RESERVED: [(&str, &str); 7] = [
    ("dont_use", "dont_use"),
    ("clock_gating_integrated_cell", "clock gate"),
    ("is_level_shifter", "level shifter"),
    ("is_isolation_cell", "isolation cell"),
    ("retention_cell", "retention cell"),
    ("always_on", "always on"),
    ("pad_cell", "pad"),
];

/// What synthesis uses of a library.
#[derive(Clone, Debug)]
pub struct Library {
    /// As the Liberty file has it.
    pub name: String,
    /// Supply voltage, V, if the library names it.
    pub voltage: Option<f64>,
    /// The cells that synthesis may use, by name.
    pub cells: BTreeMap<String, Cell>,
    /// Cells that it may not, by the reason.
    pub dropped: BTreeMap<&'static str, Vec<String>>,
    /// Whether a default wire load was taken out: some versions of the timing analyser apply it and others do not.
    pub wire_load_dropped: bool,
    /// The library with only these cells and only what synthesis and timing read, in one plain form.
    pub text: String,
    /// The smallest two-input NAND: the unit of area.
    pub nand2: String,
    /// The smallest buffer: it drives the inputs of a design.
    pub buffer: String,
    /// The smallest inverter; an output of a design drives four of them.
    pub inverter: String,
    /// The smallest flip-flop.
    pub flip_flop: String,
    /// Cell and pin that give constant 1, if there is one.
    pub tie_high: Option<(String, String)>,
    /// Cell and pin that give constant 0, if there is one.
    pub tie_low: Option<(String, String)>,
}

/// A usable cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// um2.
    pub area: f64,
    /// nW; 0 where the library says none.
    pub leakage: f64,
    /// In the order of the Liberty file.
    pub pins: Vec<Pin>,
    /// Whether it holds a state.
    pub kind: CellKind,
}

/// A pin of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Pin {
    /// As the Liberty file has it.
    pub name: String,
    /// The function of an output pin; `None` for an input.
    pub function: Option<Function>,
    /// Input capacitance, fF.
    pub capacitance: f64,
}

/// Kind of a usable cell; latches and others are dropped.
#[derive(Clone, Debug, PartialEq)]
pub enum CellKind {
    /// Its outputs follow from its inputs at once.
    Combinational,
    /// It holds one bit.
    FlipFlop(FlipFlop),
}

/// What a flip-flop does.
#[derive(Clone, Debug, PartialEq)]
pub struct FlipFlop {
    /// Names of the state and of its inverse in the functions of the outputs.
    pub state: (String, String),
    /// What the state becomes at the clock.
    pub next: Function,
    /// The state changes when this rises.
    pub clock: Function,
    /// Asynchronous, while true.
    pub clear: Option<Function>,
    /// Asynchronous, while true; `clear` goes before it.
    pub preset: Option<Function>,
}

/// Factors to the units used here.
struct Units {
    leakage_nw: f64,
    capacitance_ff: f64,
}

impl Library {
    /// Reads a Liberty file.
    ///
    /// # Errors
    /// Where the text is no Liberty file, or what a library must have and this one does not.
    pub fn read(text: &str) -> Result<Library, String> {
        let mut group = parse(text).map_err(|e| format!("line {}: {}", e.line, e.what))?;
        if group.name != "library" {
            return Err(format!("it holds a group `{}` and no `library`", group.name));
        }
        let units = Units::of(&group)?;
        let mut cells = BTreeMap::new();
        let mut dropped: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
        for cell in group.groups("cell") {
            let name = cell.arguments.first().copied().unwrap_or_default().to_string();
            match usable(&name, cell, &units) {
                Ok(usable) => {
                    check_names(&name, &usable)?;
                    cells.insert(name, usable);
                }
                Err(reason) => dropped.entry(reason).or_default().push(name),
            }
        }
        let wire_load =
            |item: &Item| matches!(item, Item::Simple(n, _) if n.starts_with("default_wire_load"));
        let wire_load_dropped = group.items.iter().any(wire_load);
        let name = group.arguments.first().copied().unwrap_or_default().to_string();
        // It stands in a comment.
        if name.contains(char::is_control) {
            return Err(format!("the name {name:?} of the library has a control character"));
        }
        let voltage = group.number("nom_voltage");
        prune(&mut group, &cells);
        let mut plain = String::new();
        group.print(0, &mut plain);

        let smallest = |is: &dyn Fn(&Cell) -> bool, what: &str| {
            find_smallest(&cells, is).ok_or_else(|| format!("it has no {what} that synthesis may use"))
        };
        Ok(Library {
            name,
            voltage,
            nand2: smallest(&|c| c.computes(2, &[true, true, true, false]), "two-input NAND")?,
            buffer: smallest(&|c| c.computes(1, &[false, true]), "buffer")?,
            inverter: smallest(&|c| c.computes(1, &[true, false]), "inverter")?,
            flip_flop: smallest(&|c| matches!(c.kind, CellKind::FlipFlop(_)), "flip-flop")?,
            tie_high: tie(&cells, true),
            tie_low: tie(&cells, false),
            cells,
            dropped,
            wire_load_dropped,
            text: plain,
        })
    }

    /// Area of one of the library's own cells, um2.
    pub fn area(&self, cell: &str) -> f64 {
        self.cells.get(cell).map_or(0.0, |c| c.area)
    }

    /// The load on each output of a design: four times the smallest inverter's input, fF.
    pub fn output_load(&self) -> f64 {
        let pins = self.cells.get(&self.inverter).map(|c| c.pins.as_slice()).unwrap_or_default();
        4.0 * pins.iter().map(|p| p.capacitance).sum::<f64>()
    }
}

impl Cell {
    /// A combinational cell of one output with this truth table over `inputs` input pins.
    fn computes(&self, inputs: usize, table: &[bool]) -> bool {
        let mut outputs = self.pins.iter().filter_map(|p| p.function.as_ref());
        let (output, more) = (outputs.next(), outputs.next());
        self.kind == CellKind::Combinational
            && self.pins.len() == inputs + 1
            && more.is_none()
            && output.is_some_and(|f| f.pins().len() == inputs && f.table().as_deref() == Some(table))
    }
}

impl Units {
    fn of(library: &Group) -> Result<Units, String> {
        let leakage = library.simple("leakage_power_unit").unwrap_or("1nW");
        let leakage_nw = scaled(leakage, &[("pW", 1e-3), ("nW", 1.0), ("uW", 1e3), ("mW", 1e6)])
            .ok_or_else(|| format!("leakage_power_unit `{leakage}` is unknown"))?;
        let capacitance = library.items.iter().find_map(|item| match item {
            Item::Complex("capacitive_load_unit", values) => Some(values.concat()),
            _ => None,
        });
        let capacitance = capacitance.unwrap_or_else(|| "1pf".to_string()).to_lowercase();
        let capacitance_ff = scaled(&capacitance, &[("ff", 1.0), ("pf", 1e3)])
            .ok_or_else(|| format!("capacitive_load_unit `{capacitance}` is unknown"))?;
        Ok(Units { leakage_nw, capacitance_ff })
    }
}

/// `text`, such as `10nW`, in the unit that has the factor 1.
fn scaled(text: &str, factors: &[(&str, f64)]) -> Option<f64> {
    factors.iter().find_map(|(unit, factor)| {
        let number = text.trim().strip_suffix(unit)?.trim();
        Some(number.parse::<f64>().ok()? * factor)
    })
}

/// The cell, or why synthesis must not use it.
fn usable(name: &str, cell: &Group, units: &Units) -> Result<Cell, &'static str> {
    if let Some((_, reason)) = RESERVED.iter().find(|(attribute, _)| cell.says(attribute)) {
        return Err(reason);
    }
    if cell.groups("bus").chain(cell.groups("bundle")).next().is_some() {
        return Err("bus pins");
    }
    let scan = |pin: &Group| pin.simple("nextstate_type").is_some_and(|t| t.starts_with("scan"));
    if cell.groups("test_cell").next().is_some() || cell.groups("pin").any(scan) {
        return Err("scan");
    }
    if cell.groups("pin").any(|pin| pin.simple("three_state").is_some()) {
        return Err("tri-state");
    }
    if ["latch", "statetable", "ff_bank", "latch_bank"].iter().any(|g| cell.groups(g).next().is_some()) {
        return Err("latch or state table");
    }
    let pins = cell.groups("pin").map(|pin| self::pin(pin, units)).collect::<Result<Vec<_>, _>>()?;
    if !pins.iter().any(|pin| pin.function.is_some()) {
        return Err("no logic");
    }
    let kind = match cell.groups("ff").next() {
        Some(ff) => CellKind::FlipFlop(flip_flop(ff).ok_or("function unknown")?),
        None => CellKind::Combinational,
    };
    let lower = name.to_lowercase();
    if kind == CellKind::Combinational && NOT_FOR_LOGIC.iter().any(|part| lower.contains(part)) {
        return Err("delay, clock tree, probe or power gating");
    }
    let area = cell.number("area").filter(|a| *a > 0.0).ok_or("no area")?;
    Ok(Cell { area, leakage: leakage(cell) * units.leakage_nw, pins, kind })
}

/// Refuses names that scripts cannot have. Those inside functions are plain by their syntax.
fn check_names(name: &str, cell: &Cell) -> Result<(), String> {
    check("a cell", name)?;
    cell.pins.iter().try_for_each(|pin| check(&format!("a pin of the cell {name}"), &pin.name))?;
    match &cell.kind {
        CellKind::FlipFlop(FlipFlop { state: (state, inverse), .. }) => {
            [state, inverse].iter().try_for_each(|s| check(&format!("a state of the cell {name}"), s))
        }
        CellKind::Combinational => Ok(()),
    }
}

fn pin(pin: &Group, units: &Units) -> Result<Pin, &'static str> {
    let name = pin.arguments.first().copied().unwrap_or_default().to_string();
    let function = match pin.simple("direction") {
        Some("input") => None,
        Some("output") => {
            let text = pin.simple("function").ok_or("function unknown")?;
            Some(Function::parse(text).map_err(|_| "function unknown")?)
        }
        _ => return Err("bidirectional pin"),
    };
    Ok(Pin { name, function, capacitance: pin.number("capacitance").unwrap_or(0.0) * units.capacitance_ff })
}

fn flip_flop(ff: &Group) -> Option<FlipFlop> {
    let function = |name| ff.simple(name).and_then(|text| Function::parse(text).ok());
    let state = |i: usize| ff.arguments.get(i).map(|name| name.to_string());
    Some(FlipFlop {
        state: (state(0)?, state(1)?),
        next: function("next_state")?,
        clock: function("clocked_on")?,
        clear: function("clear"),
        preset: function("preset"),
    })
}

/// In the library's unit: the cell's own figure, or the mean over the states that are given.
fn leakage(cell: &Group) -> f64 {
    cell.number("cell_leakage_power").unwrap_or_else(|| {
        let states: Vec<f64> = cell.groups("leakage_power").filter_map(|g| g.number("value")).collect();
        states.iter().sum::<f64>() / states.len().max(1) as f64
    })
}

/// Leaves the usable cells, and of them what synthesis and timing read.
fn prune(library: &mut Group, cells: &BTreeMap<String, Cell>) {
    library.items.retain(|item| match item {
        Item::Group(g) if g.name == "cell" => {
            g.arguments.first().is_some_and(|name| cells.contains_key(*name))
        }
        Item::Group(g) => ["lu_table_template", "operating_conditions"].contains(&g.name),
        Item::Simple(name, _) => !name.starts_with("default_wire_load"),
        Item::Complex(name, _) => ["capacitive_load_unit", "technology"].contains(name),
    });
    keep_groups(library, "cell", &["ff", "pin"]);
    for cell in groups_mut(library, "cell") {
        keep_groups(cell, "pin", &["timing"]);
        for pin in groups_mut(cell, "pin") {
            let tables = ["rise", "fall"].map(|edge| {
                [format!("cell_{edge}"), format!("{edge}_transition"), format!("{edge}_constraint")]
            });
            let tables: Vec<&str> = tables.iter().flatten().map(String::as_str).collect();
            keep_groups(pin, "timing", &tables);
        }
    }
}

/// Drops the groups inside each group `name` that are not in `keep`.
fn keep_groups(parent: &mut Group, name: &str, keep: &[&str]) {
    for group in groups_mut(parent, name) {
        group.items.retain(|item| !matches!(item, Item::Group(g) if !keep.contains(&g.name)));
    }
}

fn groups_mut<'s, 'a>(parent: &'s mut Group<'a>, name: &'s str) -> impl Iterator<Item = &'s mut Group<'a>> {
    parent.items.iter_mut().filter_map(move |item| match item {
        Item::Group(g) if g.name == name => Some(g),
        _ => None,
    })
}

/// The smallest cell of a kind; of equals the first by name.
fn find_smallest(cells: &BTreeMap<String, Cell>, is: &dyn Fn(&Cell) -> bool) -> Option<String> {
    let fitting = cells.iter().filter(|(_, cell)| is(cell));
    Some(fitting.min_by(|a, b| a.1.area.total_cmp(&b.1.area))?.0.clone())
}

/// The smallest cell with an output of constant `value`, and that output.
fn tie(cells: &BTreeMap<String, Cell>, value: bool) -> Option<(String, String)> {
    let constant = |pin: &&Pin| pin.function == Some(Function::Constant(value));
    let name = find_smallest(cells, &|cell| {
        cell.kind == CellKind::Combinational && cell.pins.iter().any(|p| constant(&p))
    })?;
    let pin = cells[&name].pins.iter().find(constant)?.name.clone();
    Some((name, pin))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A library of our own with one cell of each sort.
    pub const TINY: &str = include_str!("../../tests/tiny.lib");

    #[test]
    fn usable_cells_have_area_leakage_capacitance_and_function() {
        let library = Library::read(TINY).unwrap();
        let nand = &library.cells["ND2"];
        assert_eq!((nand.area, nand.leakage), (4.0, 2000.0), "leakage in nW from uW");
        assert_eq!(nand.pins[0].capacitance, 2.0, "fF from pF");
        assert_eq!(library.cells["INV"].leakage, 3000.0, "the mean over the states");
        assert_eq!((library.nand2.as_str(), library.buffer.as_str()), ("ND2", "BUF"));
        assert_eq!((library.inverter.as_str(), library.flip_flop.as_str()), ("INV", "DFF"));
        assert_eq!(library.output_load(), 6.0);
        assert_eq!(library.tie_high, Some(("TIE".into(), "ONE".into())));
        assert_eq!(library.tie_low, Some(("TIE".into(), "ZERO".into())));
    }

    #[test]
    fn cells_that_synthesis_must_not_use_are_dropped_with_the_reason() {
        let library = Library::read(TINY).unwrap();
        let reasons: Vec<_> = library.dropped.iter().map(|(why, names)| (*why, names.join(" "))).collect();
        let expected = [
            ("clock gate", "ICG"),
            ("delay, clock tree, probe or power gating", "DLY4"),
            ("dont_use", "ND2_WEAK"),
            ("latch or state table", "LAT"),
            ("no logic", "FILL"),
            ("scan", "SDFF"),
            ("tri-state", "TBUF"),
        ];
        assert_eq!(reasons, expected.map(|(why, names)| (why, names.to_string())));
    }

    #[test]
    fn the_pruned_library_reads_back_with_the_same_cells_and_no_wire_load() {
        let library = Library::read(TINY).unwrap();
        assert!(library.wire_load_dropped && !library.text.contains("wire_load"));
        assert!(!library.text.contains("internal_power") && library.text.contains("cell_rise"));
        let again = Library::read(&library.text).unwrap();
        assert!(again.dropped.is_empty() && !again.wire_load_dropped);
        assert!(again.cells.keys().eq(library.cells.keys()));
    }

    #[test]
    fn a_name_that_would_be_more_than_a_name_in_a_script_is_refused() {
        for (place, what) in [
            ("cell (BUF)", "of a cell"),
            ("pin (Q)", "of a pin of the cell DFF"),
            ("ff (IQ, IQN)", "of a state of the cell DFF"),
        ] {
            for name in ["a;b", "[exec x]", "$x", "a b", "a\nexec x", "a {", "a'"] {
                let (before, rest) = place.split_once(['B', 'Q', 'I']).unwrap();
                let after = rest.trim_start_matches(char::is_alphanumeric);
                let hostile = format!("{before}\"{name}\"{after}");
                assert!(TINY.contains(place), "{place}");
                let error = Library::read(&TINY.replacen(place, &hostile, 1)).unwrap_err();
                assert!(error.contains(&format!("{name:?}")) && error.contains(what), "{error}");
            }
        }
        let error = Library::read(&TINY.replacen("library (tiny)", "library (\"a\nb\")", 1)).unwrap_err();
        assert!(error.contains("of the library"), "{error}");
    }

    #[test]
    fn a_library_without_what_synthesis_needs_is_refused() {
        let error = Library::read("library (l) { }").unwrap_err();
        assert!(error.contains("no two-input NAND"), "{error}");
        let error = Library::read("cell (l) { }").unwrap_err();
        assert!(error.contains("no `library`"), "{error}");
        let error = Library::read("library (l) {\n leakage_power_unit : 1lb; }").unwrap_err();
        assert!(error.contains("1lb"), "{error}");
    }
}
