// SPDX-License-Identifier: Apache-2.0
//! A model as a circuit beside the RTL: a checker that asserts that both give the same outputs.

use std::fmt::Write as _;

use warpsmith_hdl::emit::PortKind;
use warpsmith_units::word::{Signal, Word};

use super::symbol::{drawing, words, Drawing, Node, Symbol, SymbolicBit};
use crate::design::Design;
use crate::error::Error;

/// What is drawn: the signals of the RTL that it reads, the model's registers, and what is asserted.
pub struct Circuit<'a> {
    design: &'a Design,
    /// Name and width.
    signals: Vec<(String, u32)>,
    /// Parts of signals: name, signal, lowest bit, width.
    slices: Vec<(String, String, u32, u32)>,
    registers: Vec<Register>,
    assumptions: Vec<Symbol>,
    /// What is true of the model.
    claims: Vec<Symbol>,
    /// Condition, signal of the RTL, value that it has then.
    expectations: Vec<(Symbol, String, Symbol)>,
    missing: Option<String>,
}

struct Register {
    name: String,
    width: u32,
    reset: Symbol,
    next: Symbol,
}

/// The checker `name`, in which `draw` draws the model beside `design`.
///
/// # Errors
/// The RTL lacks a signal that the model reads, or has an output that the model does not give; or those of `draw`.
pub fn checker(
    name: &'static str,
    design: &Design,
    draw: impl FnOnce(&mut Circuit) -> Result<(), Error>,
) -> Result<String, Error> {
    let mut circuit = Circuit {
        design,
        signals: Vec::new(),
        slices: Vec::new(),
        registers: Vec::new(),
        assumptions: Vec::new(),
        claims: Vec::new(),
        expectations: Vec::new(),
        missing: None,
    };
    let (drawn, drawing) = drawing(|| draw(&mut circuit));
    drawn?;
    let odd = |what| Err(Error::Checker { checker: name, what });
    if let Some(signal) = &circuit.missing {
        return odd(format!("the model reads `{signal}`, which {} lacks", design.module));
    }
    let mut outputs = design.ports.iter().filter(|p| p.kind == PortKind::Out);
    if let Some(port) = outputs.find(|p| !circuit.gives(&p.name, p.width as u32)) {
        return odd(format!("{} has an output `{}` that the model does not give", design.module, port.name));
    }
    Ok(circuit.verilog(name, &drawing))
}

impl<'a> Circuit<'a> {
    /// Width of a port or an internal signal of the RTL, which becomes a port of the checker; 1 if there is none.
    fn read(&mut self, name: &str) -> u32 {
        if let Some((_, width)) = self.signals.iter().find(|(signal, _)| signal == name) {
            return *width;
        }
        match self.design.signal(name) {
            Some(signal) => {
                self.signals.push((name.to_string(), signal.width as u32));
                signal.width as u32
            }
            None => {
                self.missing = Some(name.to_string());
                1
            }
        }
    }

    /// An input of at most 64 bits.
    pub fn input(&mut self, name: &str) -> Symbol {
        let width = self.read(name);
        Symbol::named(name, width)
    }

    /// An input of one bit.
    pub fn input_bit(&mut self, name: &str) -> SymbolicBit {
        self.input(name).bit(0)
    }

    /// An input in elements of `width` bits, the lowest first. What the RTL's port lacks of the last one is 0.
    pub fn elements(&mut self, name: &str, width: u32) -> Vec<Symbol> {
        let total = self.read(name);
        let elements = (0..total.div_ceil(width)).map(|i| {
            let (element, low) = (format!("{name}_{i}"), i * width);
            let width = width.min(total - low);
            let symbol = Symbol::named(&element, width);
            if self.slices.iter().all(|(known, ..)| *known != element) {
                self.slices.push((element, name.to_string(), low, width));
            }
            symbol
        });
        elements.collect()
    }

    /// An input of `n` elements, the lowest first.
    pub fn array(&mut self, name: &str, n: u32) -> Vec<Symbol> {
        let width = self.read(name) / n;
        self.elements(name, width.max(1))
    }

    /// Registers that hold a state, with these names and widths, and have the values of `reset` after reset; in a module that is not
    /// reset, in the first cycle.
    pub fn registers<T: Signal<Word = Symbol>>(&mut self, layout: Vec<(String, u32)>, reset: T) -> T {
        self.read("clock");
        if self.design.resets() {
            self.read("reset");
        }
        let mut symbols = Vec::with_capacity(T::WORDS);
        for ((name, width), reset) in layout.into_iter().zip(words(reset)) {
            let (name, width) = (format!("model_{name}"), width.max(1));
            let symbol = Symbol::named(&name, width);
            symbols.push(symbol);
            self.registers.push(Register { name, width, reset, next: symbol });
        }
        let mut symbols = symbols.into_iter();
        T::collect(&mut || symbols.next().unwrap_or(Symbol::from(0)))
    }

    /// The state after this cycle.
    pub fn next<T: Signal<Word = Symbol>>(&mut self, state: T) {
        for (register, next) in self.registers.iter_mut().zip(words(state)) {
            register.next = next;
        }
    }

    /// The environment keeps this.
    pub fn assume(&mut self, condition: SymbolicBit) {
        self.assumptions.push(condition.into());
    }

    /// This is true of the model.
    pub fn claim(&mut self, condition: SymbolicBit) {
        self.claims.push(condition.into());
    }

    /// A port or an internal signal of the RTL (`sub__signal` for `sub.signal`) has this value.
    pub fn equal(&mut self, name: &str, value: impl Into<Symbol>) {
        self.equal_if(true.into(), name, value);
    }

    /// The same if `condition` is true.
    pub fn equal_if(&mut self, condition: SymbolicBit, name: &str, value: impl Into<Symbol>) {
        self.read(name);
        self.expectations.push((condition.into(), name.to_string(), value.into()));
    }

    /// The same of the elements of `width` bits of a port or an internal signal, the lowest first.
    pub fn equal_elements_if(&mut self, condition: SymbolicBit, name: &str, values: &[Symbol], width: u32) {
        self.equal_elements_where(name, values.iter().map(|value| (condition, *value)), width);
    }

    /// The same with a condition for each element.
    pub fn equal_elements_where(
        &mut self,
        name: &str,
        values: impl IntoIterator<Item = (SymbolicBit, Symbol)>,
        width: u32,
    ) {
        self.elements(name, width);
        for (i, (condition, value)) in values.into_iter().enumerate() {
            self.expectations.push((condition.into(), format!("{name}_{i}"), value));
        }
    }

    /// Whether the model says of every bit of this output what it is.
    fn gives(&self, output: &str, width: u32) -> bool {
        let expects = |name: &str| self.expectations.iter().any(|(_, expected, _)| expected == name);
        let parts = self.slices.iter().filter(|(element, signal, ..)| signal == output && expects(element));
        expects(output) || parts.map(|(.., width)| width).sum::<u32>() == width
    }

    fn verilog(&self, name: &str, drawing: &Drawing) -> String {
        let port = |(name, width): &(String, u32)| format!("    input wire {} {name}", range(*width));
        let ports: Vec<String> = self.signals.iter().map(port).collect();
        let mut text = format!("{}module {name} (\n{}\n);\n", super::HEAD, ports.join(",\n"));
        for (element, signal, low, width) in &self.slices {
            let high = low + width - 1;
            let _ = writeln!(text, "    wire {} {element} = {signal}[{high}:{low}];", range(*width));
        }
        for r in &self.registers {
            let initial =
                if self.design.resets() { String::new() } else { format!(" = {}", value(drawing, r.reset)) };
            let _ = writeln!(text, "    reg {} {}{initial};", range(r.width), r.name);
        }
        let used = self.used(drawing);
        for (number, (node, width)) in drawing.nodes.iter().enumerate().filter(|(n, _)| used[*n]) {
            let value = |s: &Symbol| value(drawing, *s);
            let expression = match node {
                Node::Constant(_) | Node::Named(_) => continue,
                Node::Binary(operator, a, b) => format!("{} {operator} {}", value(a), value(b)),
                Node::Not(a) => format!("~{}", value(a)),
                Node::Bit(a, index) => format!("{}[{index}]", value(a)),
                Node::Select(c, a, b) => format!("{} ? {} : {}", value(c), value(a), value(b)),
            };
            let _ = writeln!(text, "    wire {} w{number} = {expression};", range(*width));
        }
        let value = |s: Symbol| value(drawing, s);
        if !self.registers.is_empty() {
            text += "    always @(posedge clock) begin\n";
            for r in &self.registers {
                let Register { name, reset, next, .. } = r;
                let reset = if self.design.resets() {
                    format!("reset ? {} : ", value(*reset))
                } else {
                    String::new()
                };
                let _ = writeln!(text, "        {name} <= {reset}{};", value(*next));
            }
            text += "    end\n";
        }
        for assumption in &self.assumptions {
            let _ = writeln!(text, "    always @* assume ({});", value(*assumption));
        }
        // The registers of neither have a meaning before the first reset.
        let reset = if self.registers.is_empty() || !self.design.resets() { "" } else { "reset || " };
        for claim in &self.claims {
            let _ = writeln!(text, "    always @* assert ({reset}{});", value(*claim));
        }
        for (condition, signal, expected) in &self.expectations {
            let unless = match drawing.nodes[condition.0 as usize].0 {
                Node::Constant(1) => String::new(),
                _ => format!("!{} || ", value(*condition)),
            };
            let _ = writeln!(text, "    always @* assert ({reset}{unless}{signal} == {});", value(*expected));
        }
        for r in self.registers.iter().filter(|r| drawing.nodes[r.next.0 as usize].1 > r.width) {
            // The register holds the whole number.
            let _ = writeln!(text, "    always @* assert ({reset}{} >> {} == 0);", value(r.next), r.width);
        }
        text + "endmodule\n"
    }

    /// The nodes that anything depends on.
    fn used(&self, drawing: &Drawing) -> Vec<bool> {
        let mut used = vec![false; drawing.nodes.len()];
        let roots = self.registers.iter().flat_map(|r| [r.reset, r.next]);
        let roots = roots.chain(self.assumptions.iter().chain(&self.claims).copied());
        for s in roots.chain(self.expectations.iter().flat_map(|(condition, _, value)| [*condition, *value]))
        {
            used[s.0 as usize] = true;
        }
        // Operands come before the nodes that use them.
        for (number, (node, _)) in drawing.nodes.iter().enumerate().rev() {
            if !used[number] {
                continue;
            }
            let operands: &[&Symbol] = match node {
                Node::Constant(_) | Node::Named(_) => &[],
                Node::Binary(_, a, b) => &[a, b],
                Node::Not(a) | Node::Bit(a, _) => &[a],
                Node::Select(c, a, b) => &[c, a, b],
            };
            for operand in operands {
                used[operand.0 as usize] = true;
            }
        }
        used
    }
}

/// A node as an operand.
fn value(drawing: &Drawing, symbol: Symbol) -> String {
    match &drawing.nodes[symbol.0 as usize] {
        (Node::Constant(value), width) => format!("{}'d{value}", width.max(&1)),
        (Node::Named(name), _) => name.clone(),
        _ => format!("w{}", symbol.0),
    }
}

fn range(width: u32) -> String {
    format!("[{}:0]", width.max(1) - 1)
}

#[cfg(test)]
mod tests {
    use warpsmith_synth::tools::Yosys;

    use super::*;

    /// The cyclic arbiter of SMS, or `None` without yosys.
    fn arbiter(folder: &std::path::Path) -> Option<Design> {
        let yosys = Yosys::find(None).ok()?;
        let emitted = warpsmith_hdl::units::emit("sms", "tiny", &[]).expect("RTL");
        Some(Design::make(&yosys, folder, &emitted, "round_robin").expect("a design"))
    }

    #[test]
    fn a_model_must_fit_the_ports_of_the_rtl() {
        let folder = tempfile::tempdir().expect("a folder");
        let Some(design) = arbiter(folder.path()) else { return };
        let message = |draw: fn(&mut Circuit)| {
            checker("m", &design, |c| {
                draw(c);
                Ok(())
            })
            .expect_err("an error")
            .to_string()
        };
        let unknown = message(|c| c.equal("index", Symbol::from(0)));
        assert!(unknown.contains("round_robin has an output `grant`"), "{unknown}");
        let unknown = message(|c| {
            c.input("nowhere");
        });
        assert!(unknown.contains("`nowhere`, which round_robin lacks"), "{unknown}");
    }
}
