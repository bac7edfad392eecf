// SPDX-License-Identifier: Apache-2.0
//! The checkers of the invariants for simulators: SystemVerilog that binds them to a top module.
//!
//! A checker for proofs asserts in every instant; here it does so at the rising edge, when all signals are settled. What it assumes of the
//! environment disarms it until the next reset where it does not hold: a claim is about runs that keep the assumptions. Before the
//! first reset nothing is checked, which is what the assumption that a run begins with a reset stands for.

use std::fmt::Write as _;

use warpsmith_hdl::units::{self, EmitError, Emitted, File};

use crate::properties::{Property, Text};

/// Longest line of what is bound.
const WIDTH: usize = 100;

/// All files of `generated/`, named from there on: what the emission gives, and the checkers of each module in the configurations in which
/// they are proved.
///
/// # Errors
/// What the emission refuses.
pub fn generated() -> Result<Vec<File>, EmitError> {
    let mut files = units::generated::files()?;
    for unit in warpsmith_units::all() {
        for configuration in unit.configurations {
            let emitted = units::emit(unit.name, configuration, &[])?;
            let of_unit = of(&emitted, unit.name, configuration).into_iter();
            files.extend(of_unit.map(|file| File { name: format!("{}/{}", unit.name, file.name), ..file }));
        }
    }
    Ok(files)
}

/// The files of one emission: a file for each top module that has checkers.
fn of(emitted: &Emitted, unit: &str, configuration: &str) -> Vec<File> {
    let mut files = Vec::new();
    let verilog = emitted.text();
    for top in &emitted.tops {
        let is_here =
            |p: &&Property| p.unit == unit && p.module == top.name && p.configuration == configuration;
        let checkers: Vec<&Property> = crate::all().iter().filter(is_here).collect();
        if checkers.is_empty() {
            continue;
        }
        let ports: Vec<&str> = top.ports.iter().map(|port| port.name.as_str()).collect();
        let bound =
            Bound { top: &top.thin, ports: &ports, parameters: &emitted.parameters, verilog: &verilog };
        files.push(File { name: format!("{}_sva.sv", top.thin), text: bound.text(&checkers) });
    }
    files
}

/// What checkers are bound to.
struct Bound<'a> {
    /// The thin top module; the unit in it is the instance `unit`.
    top: &'a str,
    ports: &'a [&'a str],
    parameters: &'a [(&'static str, String)],
    /// The emitted Verilog.
    verilog: &'a str,
}

impl Bound<'_> {
    fn text(&self, checkers: &[&Property]) -> String {
        let top = self.top;
        let mut text = format!(
            "// SPDX-License-Identifier: Apache-2.0\n\
             // {top}_sva: the invariants of {top}, bound to it. Emitted by Warpsmith from\n\
             // testbenches/proofs, whose checkers are proved of this configuration; make changes there.\n\
             // Read it with the module, with assertions switched on. A checker whose assumption about the\n\
             // environment does not hold is silent until the next reset.\n\n\
             `default_nettype none\n\n"
        );
        let mut common = String::new();
        let mut binds = String::new();
        for property in checkers {
            let Text::Verilog(verilog) = property.text else { continue };
            let number = property.number().unwrap_or_default();
            let name = |module: &str| format!("{top}_{module}");
            let shared = property.common();
            let shared = modules(&shared);
            let of_shared: Vec<&str> = shared.iter().map(|module| module.name).collect();
            for module in used(verilog, &shared) {
                let made = renamed(&clocked(module.text, number), &of_shared, name);
                if !common.contains(&made) {
                    common += &format!("{made}\n");
                }
            }
            let names: Vec<&str> = modules(verilog).iter().chain(&shared).map(|module| module.name).collect();
            let body = without_notes(verilog);
            let _ = writeln!(text, "{}", renamed(&clocked(&body, number), &names, name));
            binds += &self.bind(property, verilog);
        }
        text + &common + &binds + "\n`default_nettype wire\n"
    }

    /// Binds a checker: its ports are ports of the module or signals in it, its parameters those of the unit.
    fn bind(&self, property: &Property, verilog: &str) -> String {
        let of_checker = modules(verilog);
        let head =
            of_checker.iter().find(|module| module.name == property.name).map_or("", |module| module.head());
        let given = |name: &str| self.parameters.iter().find(|(known, _)| *known == name);
        let parameters = declared(head, "parameter").into_iter().filter_map(given);
        let parameters: Vec<String> = parameters.map(|(name, value)| format!(".{name}({value})")).collect();
        let pin = |port: &str| match self.ports.contains(&port) {
            true => format!(".{port}({port})"),
            false => format!(".{port}({})", path(port, self.verilog)),
        };
        let mut ports = declared(head, "input wire");
        if !ports.contains(&"clock") {
            ports.extend(["clock", "reset"]);
        }
        let pins: Vec<String> = ports.into_iter().map(pin).collect();
        let parameters =
            if parameters.is_empty() { String::new() } else { format!("#(\n{}) ", wrapped(&parameters)) };
        let (top, name) = (self.top, property.name);
        format!("bind {top} {top}_{name} {parameters}{name} (\n{});\n\n", wrapped(&pins))
    }
}

/// The modules that a checker uses of those it shares with others, and what these use.
fn used<'a>(verilog: &str, shared: &'a [Module<'a>]) -> Vec<&'a Module<'a>> {
    let mut used: Vec<&Module> = shared.iter().filter(|module| verilog.contains(module.name)).collect();
    let is_in = |used: &[&Module], name: &str| used.iter().any(|module| module.name == name);
    while let Some(module) = shared
        .iter()
        .find(|module| !is_in(&used, module.name) && used.iter().any(|user| user.text.contains(module.name)))
    {
        used.push(module);
    }
    used
}

/// The signal that a checker calls `each_cpu_0__cpu__fifo__memory_1`: `unit.each_cpu[0].cpu.fifo.memory[1]`. A name that the Verilog
/// has with its number is no element.
fn path(identifier: &str, verilog: &str) -> String {
    let is_name =
        |part: &str| verilog.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == part);
    let part = |part: &str| match part.rsplit_once('_') {
        Some((name, index)) if index.parse::<u32>().is_ok() && !is_name(part) => format!("{name}[{index}]"),
        _ => part.to_string(),
    };
    let parts: Vec<String> = identifier.split("__").map(part).collect();
    format!("unit.{}", parts.join("."))
}

/// Items between commas, in lines of moderate length.
fn wrapped(items: &[String]) -> String {
    let mut text = String::from("   ");
    let mut width = 3;
    for (n, item) in items.iter().enumerate() {
        let item = if n + 1 < items.len() { format!("{item},") } else { item.clone() };
        if width > 3 && width + item.len() >= WIDTH {
            text += "\n   ";
            width = 3;
        }
        width += item.len() + 1;
        text += &format!(" {item}");
    }
    text
}

/// A module of a text.
struct Module<'a> {
    name: &'a str,
    text: &'a str,
}

impl<'a> Module<'a> {
    /// Up to the end of the ports.
    fn head(&self) -> &'a str {
        self.text.split(");\n").next().unwrap_or(self.text)
    }
}

/// The modules of a text, each with the comment before it left out.
fn modules(text: &str) -> Vec<Module<'_>> {
    let mut modules = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("module ").filter(|at| *at == 0 || rest[..*at].ends_with('\n')) {
        let end = rest[start..].find("\nendmodule\n").map_or(rest.len(), |end| start + end + 11);
        let module = &rest[start..end];
        let name = module[7..].split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        modules.push(Module { name, text: module });
        rest = &rest[end..];
    }
    modules
}

/// The names of what is declared so in a head: `parameter n_warps = 4,`, `input wire [3:0] pops,`.
fn declared<'a>(head: &'a str, kind: &str) -> Vec<&'a str> {
    let lines = head.lines().filter_map(|line| line.trim().strip_prefix(kind));
    let name = |line: &'a str| {
        let line = line.split(['=', ',']).next().unwrap_or(line).trim();
        line.rsplit([' ', ']']).next().unwrap_or(line)
    };
    lines.map(name).collect()
}

/// Without the lines that are for the proof.
fn without_notes(text: &str) -> String {
    let notes = ["// SPDX", "// Engine:", "// Cut", "// For:"];
    text.lines()
        .filter(|line| !notes.iter().any(|note| line.starts_with(note)))
        .fold(String::new(), |all, line| all + line + "\n")
}

/// With other names for these modules.
fn renamed(text: &str, names: &[&str], name: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for letter in text.chars().chain(['\n']) {
        if letter.is_alphanumeric() || letter == '_' {
            word.push(letter);
            continue;
        }
        out += &if names.contains(&word.as_str()) { name(&word) } else { word.clone() };
        word.clear();
        out.push(letter);
    }
    out.pop();
    out
}

/// The register of a checker that says whether it checks.
const ARMED: &str = "\n    reg armed = 1'b0;   // What is assumed has held since the latest reset.";

/// Inputs that a checker without registers lacks.
const CLOCK: [&str; 2] = ["    input wire clock,", "    input wire reset,"];

/// The text with its assertions at the rising edge of the clock.
fn clocked(text: &str, number: u32) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out: Vec<String> = Vec::new();
    // Where the ports of the module begin and end.
    let (mut ports, mut body) = (0, 0);
    let mut armed = false;
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        let indent = line.len() - line.trim_start().len();
        if !line.trim_start().starts_with("always @*") {
            out.push(line.to_string());
            if line == ") (" || line.starts_with("module ") && !line.ends_with("#(") {
                (ports, armed) = (out.len(), false);
            } else if line == ");" && body < ports {
                body = out.len();
            }
            continue;
        }
        // A block ends where a line stands as far left as its first one: with its `end`, or before what follows.
        let inner = |line: &&&str| line.is_empty() || line.len() - line.trim_start().len() > indent;
        let mut end = at + lines[at..].iter().take_while(inner).count();
        end +=
            usize::from(lines.get(end).is_some_and(|line| line.trim() == "end" && line.len() == indent + 3));
        let block = lines[at - 1..end].join("\n");
        at = end;
        if block.trim_start().starts_with("always @* assume (") {
            // That a run begins with a reset; a comment says so.
            if out.last().is_some_and(|comment| comment.trim().starts_with("//")) {
                out.pop();
            }
        } else if block.contains("assert (") || block.contains("assume (") {
            if !armed {
                out.insert(body, ARMED.to_string());
                if !out[ports..body].iter().any(|port| port.contains(" clock")) {
                    CLOCK.iter().rev().for_each(|port| out.insert(ports, port.to_string()));
                }
                armed = true;
            }
            out.extend(at_the_edge(&block, indent, number));
        } else {
            out.push(block);
        }
    }
    out.join("\n") + "\n"
}

/// A block `always @* ...` with assertions, at the edge.
fn at_the_edge(block: &str, indent: usize, number: u32) -> Vec<String> {
    let body = block.trim_start().trim_start_matches("always @*").trim_start();
    let body = replaced(body, "assume", |claim| format!("begin assume ({claim}) else armed = 1'b0; end"));
    let body = replaced(&body, "assert", |claim| {
        format!("begin if (armed) assert ({claim}) else $error(\"%m: invariant {number}\"); end")
    });
    let left = " ".repeat(indent);
    let first = format!("{left}    {}", body.lines().next().unwrap_or_default());
    let indented = |line: &str| if line.is_empty() { String::new() } else { format!("    {line}") };
    let mut lines = vec![
        format!("{left}always @(posedge clock) begin"),
        format!("{left}    if (reset) armed = 1'b1;"),
        first,
    ];
    lines.extend(body.lines().skip(1).map(indented));
    lines.push(format!("{left}end"));
    lines
}

/// The statements `WORD (CLAIM);` of a text, made into others.
fn replaced(text: &str, word: &str, with: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    let begin = format!("{word} (");
    while let Some(at) = rest.find(&begin) {
        out += &rest[..at];
        let claim = &rest[at + begin.len()..];
        let mut depth = 1;
        let close = claim.find(|c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        let close = close.unwrap_or(claim.len());
        out += &with(&claim[..close]);
        rest = claim.get(close + 2..).unwrap_or_default();
    }
    out + rest
}
