// SPDX-License-Identifier: Apache-2.0
//! The wrapper of a top module: its ports but the settings, and a bus.

use warpsmith_units::registers::{markdown, rdl, Access, REGISTER_BITS};
use warpsmith_units::Register;

use super::super::constraints::constraints;
use super::super::emitted::File;
use super::super::shapes::Docs;
use super::super::thin::{connections, head, Pin, INSTANCE};
use super::{register_file, Bus};
use crate::emit::{ModuleText, Port, PortKind, Shape};

/// What is to be wrapped.
pub(in super::super) struct Wrapper<'a> {
    pub bus: Bus,
    /// The thin top module.
    pub entity: &'a str,
    /// Its registers by address.
    pub registers: &'a [Register],
}

impl Wrapper<'_> {
    /// Registers of the file: up to the last one.
    fn words(&self) -> usize {
        self.registers.last().map_or(0, |register| register.word() + 1)
    }

    fn at(&self, word: usize) -> Option<&Register> {
        self.registers.iter().find(|register| register.word() == word)
    }

    /// The port is one that software sets.
    fn sets(&self, port: &Port) -> bool {
        self.registers.iter().any(|register| register.port == port.name && is_setting(register))
    }

    /// The modules inside, beside the thin top module.
    pub fn parts(&self) -> [Shape; 2] {
        let slave = Shape { module: self.bus.slave().to_string(), values: vec![] };
        [slave, register_file(self.words() as u128)]
    }

    /// The register map, in SystemRDL and in Markdown.
    pub fn maps(&self) -> [File; 2] {
        let entity = self.entity;
        let title = format!("# Registers of `{entity}`\n\n");
        [
            File { name: format!("{entity}.rdl"), text: rdl(entity, self.registers) },
            File { name: format!("{entity}_registers.md"), text: title + &markdown(self.registers) },
        ]
    }

    /// The timing constraints; `module` is what the top module is called in all configurations, `pins` as of [`Wrapper::pins`].
    pub fn constraints(&self, module: &str, pins: &[Pin]) -> File {
        let name = format!("{module}_{}", self.bus.name());
        let names =
            |output: bool| pins.iter().filter(move |pin| pin.output == output).map(|pin| pin.name.as_str());
        File { name: format!("{name}.sdc"), text: constraints(&name, names(false), names(true)) }
    }

    /// The ports but clock and reset: those of the bus and, as `ports` and `docs` have them, those of the thin top module.
    pub fn pins(&self, ports: &[Port], docs: &Docs) -> Vec<Pin> {
        let own = |port: &&Port| matches!(port.kind, PortKind::In | PortKind::Out) && !self.sets(port);
        let doc = |port: &Port| docs.get(port.name.as_str()).copied().unwrap_or_default();
        let own = ports.iter().filter(own).map(|p| pin(&p.name, p.kind == PortKind::Out, p.width, doc(p)));
        self.bus.pins().chain(own).collect()
    }

    /// The Verilog module; `ports` are those of the thin top module, `pins` as of [`Wrapper::pins`].
    pub fn module(&self, ports: &[Port], pins: &[Pin]) -> ModuleText {
        let name = format!("{}_{}", self.entity, self.bus.name());
        let always = [
            pin("clock", false, 1, "Clock of the unit and of the bus."),
            pin("reset", false, 1, "Synchronous reset, active high."),
        ];
        let mut text = head(&name, &[&always, pins].concat());
        let (seen, settings, unused) = (self.seen(ports), self.settings(ports), self.unused());
        text += "    // Between the bus and the registers.\n";
        for (wire, bits) in self.bus.wires() {
            text += &declared(wire, bits);
        }
        let set: Vec<&Port> = ports.iter().filter(|port| self.sets(port)).collect();
        if !set.is_empty() {
            text += "\n    // What software sets.\n";
            set.iter().for_each(|port| text += &declared(&port.name, port.width));
        }
        text += "\n    // Bits of registers that are no settings.\n";
        text += &declared("unused", unused);

        text += &format!("\n    {} bus (\n", self.bus.slave());
        text += &connections(&with_clock(self.bus.slave_pins()));
        let words = self.words();
        text += &format!(
            "    );\n\n    // The last register stands first.\n    register_file #(\n        .WORDS (32'd{words})\n    ) registers (\n"
        );
        let [word, data, strobes, present] = self.bus.write_port();
        let one = |register: Option<&Register>, bits: fn(&Register) -> u32| register.map_or(0, bits);
        let all = |bits: fn(&Register) -> u32| {
            numbers(&(0..words).map(|word| one(self.at(word), bits)).collect::<Vec<_>>())
        };
        let flags = |of: fn(&Register) -> bool| {
            let bit = |word| if self.at(word).is_some_and(of) { '1' } else { '0' };
            format!("{words}'b{}", (0..words).rev().map(bit).collect::<String>())
        };
        text += &connections(&with_clock(vec![
            ("write", "bus_write".to_string()),
            ("write_word", word.to_string()),
            ("write_data", data.to_string()),
            ("write_strobes", strobes.to_string()),
            ("write_present", present.to_string()),
            ("read_word", "bus_read_word".to_string()),
            ("read_present", "bus_read_present".to_string()),
            ("read_value", "bus_read_value".to_string()),
            ("exists", flags(|_| true)),
            ("settable", all(|r| if r.writable() { r.mask() } else { 0 })),
            ("at_reset", all(|r| r.initial().unwrap_or(0))),
            ("seen", seen),
            ("count", self.counts()),
            ("settings", settings),
        ]));
        text += &format!("    );\n\n    {} {INSTANCE} (\n", self.entity);
        let pairs: Vec<(&str, String)> = ports.iter().map(|p| (p.name.as_str(), p.name.clone())).collect();
        text += &connections(&pairs);
        text += "    );\n\nendmodule\n";
        ModuleText { name, text }
    }

    /// What registers show that are no settings, the last first.
    fn seen(&self, ports: &[Port]) -> String {
        let shown = self.pieces(ports, |register| register.access == Access::Status);
        shown.text(|_, width| format!("{width}'h0"))
    }

    /// Where the settings go, the last first.
    fn settings(&self, ports: &[Port]) -> String {
        let total = self.unused();
        self.pieces(ports, is_setting).text(|before, width| match (total, width) {
            (all, width) if all == width => "unused".to_string(),
            (_, 1) => format!("unused[{}]", total - before - 1),
            _ => format!("unused[{}:{}]", total - before - 1, total - before - width),
        })
    }

    /// All bits of the register file, the last register first: those of the ports of `wanted` registers, and gaps.
    fn pieces(&self, ports: &[Port], wanted: fn(&Register) -> bool) -> Parts {
        let mut parts = Parts::default();
        for word in (0..self.words()).rev() {
            let register = self.at(word).filter(|register| wanted(register));
            parts.gap(REGISTER_BITS - register.map_or(0, |register| register.width));
            register.iter().for_each(|register| parts.piece(bits(register, ports)));
        }
        parts
    }

    /// Bits of the register file that are no settings.
    fn unused(&self) -> usize {
        let settings = self.registers.iter().filter(|register| is_setting(register));
        self.words() * REGISTER_BITS - settings.map(|register| register.width).sum::<usize>()
    }

    /// The events that registers count, the last register first.
    fn counts(&self) -> String {
        let mut parts = Parts::default();
        for word in (0..self.words()).rev() {
            match self.at(word).filter(|register| register.access == Access::Count) {
                None => parts.gap(1),
                Some(register) => parts.piece(register.port.to_string()),
            }
        }
        parts.text(|_, width| format!("{width}'b{}", "0".repeat(width)))
    }
}

fn is_setting(register: &Register) -> bool {
    matches!(register.access, Access::Setting { .. })
}

/// A concatenation of pieces and of gaps between them.
#[derive(Default)]
struct Parts(Vec<Part>);

enum Part {
    Piece(String),
    /// Bits.
    Gap(usize),
}

impl Parts {
    fn piece(&mut self, text: String) {
        self.0.push(Part::Piece(text));
    }

    fn gap(&mut self, bits: usize) {
        match self.0.last_mut() {
            Some(Part::Gap(before)) => *before += bits,
            _ if bits > 0 => self.0.push(Part::Gap(bits)),
            _ => {}
        }
    }

    /// `fill` is given the bits of all gaps before one, and its own.
    fn text(&self, fill: impl Fn(usize, usize) -> String) -> String {
        let mut before = 0;
        let mut pieces = vec![];
        for part in &self.0 {
            pieces.push(match part {
                Part::Piece(text) => text.clone(),
                Part::Gap(bits) => {
                    before += bits;
                    fill(before - bits, *bits)
                }
            });
        }
        concatenated(&pieces)
    }
}

/// In braces, on lines of their own if there are several.
fn concatenated(pieces: &[String]) -> String {
    match pieces {
        [one] => one.clone(),
        _ => format!("{{\n            {}\n        }}", pieces.join(",\n            ")),
    }
}

/// Words as one constant, the last first.
fn numbers(words: &[u32]) -> String {
    let runs = words.chunk_by(|a, b| a == b).rev();
    let run = |run: &[u32]| match run {
        [word] => format!("32'h{word:x}"),
        _ if run[0] == 0 => format!("{}'h0", run.len() * REGISTER_BITS),
        _ => format!("{{{}{{32'h{:x}}}}}", run.len(), run[0]),
    };
    concatenated(&runs.map(run).collect::<Vec<_>>())
}

/// The bits of its port that a register is about.
fn bits(register: &Register, ports: &[Port]) -> String {
    let Register { port, low, width, .. } = register;
    let all = ports.iter().find(|p| p.name == *port).map_or(0, |p| p.width);
    match width {
        _ if *width == all => port.to_string(),
        1 => format!("{port}[{low}]"),
        _ => format!("{port}[{}:{low}]", low + width - 1),
    }
}

fn pin(name: &str, output: bool, width: usize, doc: &str) -> Pin {
    Pin { output, width: (width > 1).then_some(width), name: name.to_string(), doc: doc.to_string() }
}

/// The declaration of a wire.
fn declared(name: &str, bits: usize) -> String {
    match bits {
        1 => format!("    wire {name};\n"),
        _ => format!("    wire [{}:0] {name};\n", bits - 1),
    }
}

/// The connections after those of clock and reset.
fn with_clock(pins: Vec<(&'static str, String)>) -> Vec<(&'static str, String)> {
    let clock = ["clock", "reset"].map(|name| (name, name.to_string()));
    clock.into_iter().chain(pins).collect()
}
