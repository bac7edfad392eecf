// SPDX-License-Identifier: Apache-2.0
//! Verilog-2005 text of a module.

mod expr;
mod instances;

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;

use super::comment::{comment, WIDTH};
use super::ir::{Expr, Kind, Module, Parameter, Place, Rule, Signal, Stmt};
use super::process::{have_reset, name_outputs, processes, Process};

use crate::formula::Formula;

use expr::{highest, ones, sized, zero};
use instances::GENVAR;

/// Round the declaration of vectors that parameters may leave without use.
const LINT_OFF: &str = "/* verilator lint_off UNDRIVEN */ /* verilator lint_off UNUSEDSIGNAL */";
const LINT_ON: &str = "/* verilator lint_on UNDRIVEN */ /* verilator lint_on UNUSEDSIGNAL */";
/// Round parameters of modules that other parameters may leave out.
const PARAMETERS_OFF: &str = "/* verilator lint_off UNUSEDPARAM */";
const PARAMETERS_ON: &str = "/* verilator lint_on UNUSEDPARAM */";

/// The module's text, from `module` to `endmodule`.
pub fn module(mut module: Module) -> String {
    let processes = processes(&module);
    let processes = name_outputs(&mut module, processes);
    let module = &module;
    let mut printer = Printer { module, text: String::new(), connections: BTreeMap::new() };
    let variables = processes.iter().filter_map(|p| match p {
        Process::Clocked { variables, .. } => Some(variables),
        _ => None,
    });
    let variables: BTreeSet<usize> = variables.flatten().copied().collect();
    let (inline, body) = printer.split_connections(processes);
    printer.connections = inline;
    let mut by_block = BTreeSet::new();
    for p in &body {
        if let Process::Combinational { writes, .. } = p {
            by_block.extend(writes);
        }
    }
    by_block.extend(module.signals.iter().filter(|s| s.kind == Kind::Register).filter_map(|s| s.port));
    printer.head(&by_block);
    printer.constants(&used_constants(module));
    printer.declarations(&by_block, &variables);
    printer.unused_clock();
    if module.instances.iter().any(|i| i.elements.is_some()) {
        printer.text.push('\n');
        printer.line(1, &format!("genvar {GENVAR};"));
    }
    for i in &module.instances {
        printer.instance(i);
    }
    let mut after_assign = false;
    for process in &body {
        let assign = matches!(process, Process::Assign { comments, .. } if comments.is_empty());
        if !(assign && after_assign) {
            printer.text.push('\n');
        }
        after_assign = matches!(process, Process::Assign { .. });
        printer.process(process);
    }
    printer.text.push_str("\nendmodule\n");
    printer.text
}

struct Printer<'a> {
    module: &'a Module,
    text: String,
    /// Expressions connected directly to an input of an instance.
    connections: BTreeMap<usize, Expr>,
}

fn range(signal: &Signal) -> String {
    match signal.scalar && signal.elements.is_none() {
        true => String::new(),
        false => format!("[{}:0]", highest(&signal.total())),
    }
}

impl Printer<'_> {
    fn signal(&self, id: usize) -> &Signal {
        &self.module.signals[id]
    }

    fn line(&mut self, indent: usize, text: &str) {
        self.text.push_str(&"    ".repeat(indent));
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn of_kind(&self, want: impl Fn(Kind) -> bool) -> Vec<usize> {
        (0..self.module.signals.len()).filter(|&i| want(self.module.signals[i].kind)).collect()
    }

    fn head(&mut self, by_block: &BTreeSet<usize>) {
        self.about();
        let ports = self.of_kind(|k| matches!(k, Kind::Clock | Kind::Reset | Kind::Input | Kind::Output));
        if self.module.parameters.is_empty() {
            self.line(0, &format!("module {} (", self.module.name));
        } else {
            self.line(0, &format!("module {} #(", self.module.name));
            self.parameters();
            self.line(0, ") (");
        }
        let heads: Vec<[String; 3]> = ports
            .iter()
            .map(|&id| {
                let direction = match self.signal(id).kind {
                    Kind::Output if by_block.contains(&id) => "output reg",
                    Kind::Output => "output wire",
                    _ => "input  wire",
                };
                [direction.to_string(), range(self.signal(id)), self.signal(id).name.clone()]
            })
            .collect();
        let widths = [0, 1, 2].map(|c| heads.iter().map(|h| h[c].len()).max().unwrap_or(0));
        for (n, (head, &id)) in heads.iter().zip(&ports).enumerate() {
            let comma = if n + 1 < heads.len() { "," } else { "" };
            let [direction, range, name] = head;
            let (d, r) = (widths[0], if widths[1] == 0 { 0 } else { widths[1] + 1 });
            let doc = self.signal(id).doc.clone();
            let port = format!("{direction:<d$} {range:<r$}{name}{comma}");
            self.documented(1, &port, d + r + widths[2] + 2, &doc);
        }
        self.line(0, ");");
    }

    /// The comment before the module; a line of it that is too long flows into the next.
    fn about(&mut self) {
        let mut text = String::new();
        for line in &self.module.about {
            text.push_str(line);
            text.push(if line.ends_with(['.', ':']) { '\n' } else { ' ' });
        }
        for line in text.lines() {
            self.text += &comment(0, line);
        }
    }

    fn parameters(&mut self) {
        let rows: Vec<(String, &Parameter)> = self
            .module
            .parameters
            .iter()
            .map(|p| {
                let value = match (&p.value, p.flag) {
                    (Formula::Number(n), true) => format!("1'b{n}"),
                    (value, _) => value.to_string(),
                };
                (format!("parameter {}{} = {value}", if p.flag { "[0:0] " } else { "" }, p.name), p)
            })
            .collect();
        let described = rows.iter().filter(|(_, p)| !p.doc.is_empty());
        let column = described.map(|(text, _)| text.len()).max().unwrap_or(0) + 2;
        let mut derived = false;
        let optional = self.module.signals.iter().any(|s| self.may_be_empty(s));
        if optional {
            self.line(1, PARAMETERS_OFF);
        }
        for (n, (text, p)) in rows.iter().enumerate() {
            if p.derived && !derived {
                self.line(1, "// What follows from these; not to be set.");
            }
            derived = p.derived;
            let comma = if n + 1 < rows.len() { "," } else { "" };
            self.documented(1, &format!("{text}{comma}"), column, &p.doc);
        }
        if optional {
            self.line(1, PARAMETERS_ON);
        }
    }

    /// A line with its description behind it at a column, or above it if it does not fit.
    fn documented(&mut self, indent: usize, text: &str, column: usize, doc: &str) {
        if doc.is_empty() {
            self.line(indent, text);
        } else if column + doc.len() + 4 * indent + 4 <= WIDTH {
            self.line(indent, &format!("{text:<column$} // {doc}"));
        } else {
            self.text += &comment(indent, doc);
            self.line(indent, text);
        }
    }

    fn constants(&mut self, used: &BTreeSet<usize>) {
        let mut constants = self.of_kind(|k| k == Kind::Constant);
        constants.retain(|c| used.contains(c));
        if constants.is_empty() {
            return;
        }
        self.text.push('\n');
        for id in constants {
            let s = self.signal(id).clone();
            if self.ruled(&s) {
                continue;
            }
            let declared = match range(&s) {
                r if r.is_empty() => format!("localparam {}", s.name),
                r => format!("localparam {r} {}", s.name),
            };
            let values: Vec<String> = s.values.iter().rev().map(|v| value(v, &s)).collect();
            if values.len() == 1 {
                let text = format!("{declared} = {};", values[0]);
                self.documented(1, &text, text.len(), &s.doc);
            } else {
                if !s.doc.is_empty() {
                    self.text += &comment(1, &s.doc);
                }
                self.concatenation(1, &format!("{declared} = "), &values, ";");
            }
        }
    }

    /// Declares a constant that follows from parameters; whether it is one.
    fn ruled(&mut self, s: &Signal) -> bool {
        let Some(rule) = &s.rule else { return false };
        let (name, range, width) = (&s.name, range(s), &s.width);
        let text = match rule {
            Rule::Parameter | Rule::Above | Rule::Formula(Formula::Name(_)) => return true,
            Rule::Formula(_) if s.elements.is_some() => return true,
            Rule::Formula(f) => format!("localparam {name} = {f};"),
            Rule::Ones => format!("localparam {range} {name} = {};", ones(width)),
            Rule::Numbers(bit) => {
                let elements = s.elements.clone().unwrap_or(Formula::Number(1));
                let table = name.to_lowercase() + "_of";
                if !s.doc.is_empty() {
                    self.text += &comment(1, &s.doc);
                }
                self.line(1, &format!("function {range} {table}(input value);"));
                self.line(2, "integer k, i;");
                self.line(2, &format!("for (k = 0; k < {elements}; k = k + 1)"));
                self.line(3, &format!("for (i = 0; i < {width}; i = i + 1)"));
                let width = if matches!(width, Formula::Binary(..)) {
                    format!("({width})")
                } else {
                    width.to_string()
                };
                self.line(4, &format!("{table}[(k * {width}) + i] = i[k] == value;"));
                self.line(1, "endfunction");
                self.line(1, &format!("localparam {range} {name} = {table}(1'b{});", u8::from(*bit)));
                return true;
            }
        };
        self.documented(1, &text, text.len(), &s.doc);
        true
    }

    /// `head{a, b, ...}tail`, over several lines if it is long.
    pub(super) fn concatenation(&mut self, indent: usize, head: &str, values: &[String], tail: &str) {
        let text = format!("{head}{{{}}}{tail}", values.join(", "));
        if 4 * indent + text.len() <= WIDTH {
            return self.line(indent, &text);
        }
        self.line(indent, &format!("{head}{{"));
        let per_line = ((WIDTH - 4 * indent - 4) / (values[0].len() + 2)).max(1);
        let rows: Vec<String> = values.chunks(per_line).map(|row| row.join(", ")).collect();
        for (n, row) in rows.iter().enumerate() {
            let comma = if n + 1 < rows.len() { "," } else { "" };
            self.line(indent + 1, &format!("{row}{comma}"));
        }
        self.line(indent, &format!("}}{tail}"));
    }

    fn declarations(&mut self, by_block: &BTreeSet<usize>, variables: &BTreeSet<usize>) {
        let declared = self.of_kind(|k| {
            matches!(k, Kind::Register | Kind::Local | Kind::ToInstance(_) | Kind::FromInstance(_))
        });
        let rows: Vec<usize> = declared
            .into_iter()
            .filter(|&id| !variables.contains(&id) && !self.connections.contains_key(&id))
            .filter(|&id| self.signal(id).port.is_none() && !self.is_clock_port(id))
            .collect();
        if rows.is_empty() {
            return;
        }
        self.text.push('\n');
        let column = |width: &dyn Fn(&Signal) -> usize| {
            rows.iter().map(|&id| width(self.signal(id))).max().unwrap_or(0)
        };
        let (ranges, names) = (column(&|s| range(s).len()), column(&|s| s.name.len()));
        let gap = usize::from(ranges > 0);
        let mut empty = false;
        for id in rows {
            let s = self.signal(id).clone();
            if self.may_be_empty(&s) != empty {
                empty = !empty;
                self.line(1, if empty { LINT_OFF } else { LINT_ON });
            }
            let kind = if s.kind == Kind::Register || by_block.contains(&id) { "reg " } else { "wire" };
            let [range, words] = self.shape(&s);
            let apart = if range.is_empty() || range.len() < ranges + gap { "" } else { " " };
            let text = format!("{kind} {range:<width$}{apart}{}{words};", s.name, width = ranges + gap);
            self.documented(1, &text, 6 + ranges + gap + names, &s.doc);
        }
        if empty {
            self.line(1, LINT_ON);
        }
    }

    /// Says of a module that keeps nothing that its clock and reset, which every module has, are not used.
    fn unused_clock(&mut self) {
        let sequential = |s: &Signal| matches!(s.kind, Kind::Register | Kind::ToInstance(_));
        let clock = self.of_kind(|k| k == Kind::Clock);
        if clock.is_empty() || self.module.signals.iter().any(sequential) {
            return;
        }
        let names = self.of_kind(|k| matches!(k, Kind::Clock | Kind::Reset));
        let names: Vec<String> = names.into_iter().map(|id| self.signal(id).name.clone()).collect();
        self.text.push('\n');
        self.line(1, &format!("wire unused = &{{1'b0, {}}};", names.join(", ")));
    }

    /// What stands before the name of a signal, and behind it: the range, and the words of a memory.
    fn shape(&self, s: &Signal) -> [String; 2] {
        match &s.elements {
            Some(n) if s.memory => [format!("[{}:0]", highest(&s.width)), format!(" [0:{}]", highest(n))],
            Some(n) if self.may_be_empty(s) => {
                let one = Box::new(Formula::Number(1));
                let elements = Formula::larger(n, &one);
                [range(&Signal { elements: Some(elements), ..s.clone() }), String::new()]
            }
            _ => [range(s), String::new()],
        }
    }

    /// Whether it is an array that has no elements at some values of the parameters.
    fn may_be_empty(&self, s: &Signal) -> bool {
        matches!(&s.elements, Some(Formula::Name(n)) if self.module.optional.contains(n))
    }

    fn process(&mut self, process: &Process) {
        match process {
            Process::Assign { comments, target, value } => {
                for c in comments {
                    self.text += &comment(1, c);
                }
                let head = format!("assign {} = ", self.signal(*target).name);
                self.expression_line(1, &head, value);
            }
            Process::Combinational { statements, writes } => {
                let (comments, statements) = leading_comments(statements);
                for c in comments {
                    self.text += &comment(1, c);
                }
                let loops = loops_of(statements);
                let name = writes.first().map_or(String::new(), |w| self.signal(*w).name.clone());
                let name = if loops.is_empty() { String::new() } else { format!(" : compute_{name}") };
                self.line(1, &format!("always @* begin{name}"));
                self.variables(&loops, &[]);
                // A loop variable that has no value on some way is a latch to yosys after 0.23.
                for v in loops.difference(&always_run(statements)) {
                    self.line(2, &format!("{v} = 0;"));
                }
                self.block(2, statements);
                self.line(1, "end");
            }
            Process::Clocked { statements, registers, variables } => {
                let (comments, statements) = leading_comments(statements);
                for c in comments {
                    self.text += &comment(1, c);
                }
                let mut loops = loops_of(statements);
                let reset = have_reset(self.module, registers);
                if reset && loops.is_empty() && registers.iter().any(|&r| self.signal(r).memory) {
                    loops.insert(self.free_variable());
                }
                let local: Vec<usize> = variables.iter().copied().collect();
                let first = registers.first().map_or(String::new(), |r| self.signal(*r).name.clone());
                let named = !(loops.is_empty() && local.is_empty());
                let name = if named { format!(" : update_{first}") } else { String::new() };
                self.line(1, &format!("always @(posedge clock) begin{name}"));
                self.variables(&loops, &local);
                if !reset {
                    self.block(2, statements);
                    self.line(1, "end");
                    return;
                }
                self.line(2, "if (reset) begin");
                for &r in registers {
                    let s = self.signal(r).clone();
                    let values: Vec<String> = s.values.iter().rev().map(|v| value(v, &s)).collect();
                    if let (true, Some(n), Some(v)) = (s.memory, &s.elements, loops.first()) {
                        self.line(3, &format!("for ({v} = 0; {v} < {n}; {v} = {v} + 1)"));
                        self.line(4, &format!("{}[{v}] <= {};", s.name, no_bits(&s.width)));
                    } else if s.values.iter().all(|v| v.bits() == 0) {
                        self.line(3, &format!("{} <= {};", s.name, no_bits(&s.total())));
                    } else if values.len() == 1 {
                        self.line(3, &format!("{} <= {};", s.name, values[0]));
                    } else {
                        self.concatenation(3, &format!("{} <= ", s.name), &values, ";");
                    }
                }
                match statements {
                    [Stmt::If(test, then, otherwise)] => {
                        self.conditional(2, "end else if", test, then, otherwise)
                    }
                    _ => {
                        self.line(2, "end else begin");
                        self.block(3, statements);
                        self.line(2, "end");
                    }
                }
                self.line(1, "end");
            }
        }
    }

    /// A name for a loop variable that would hide no signal.
    fn free_variable(&self) -> String {
        let mut name = "i".to_string();
        while self.module.signals.iter().any(|s| s.name == name) {
            name.push('i');
        }
        name
    }

    fn variables(&mut self, loops: &BTreeSet<String>, local: &[usize]) {
        for v in loops {
            self.line(2, &format!("integer {v};"));
        }
        for &id in local {
            let s = self.signal(id);
            let range = range(s);
            let gap = if range.is_empty() { "" } else { " " };
            let text = format!("reg {range}{gap}{};", s.name);
            self.line(2, &text);
        }
    }

    fn block(&mut self, indent: usize, statements: &[Stmt]) {
        for s in statements {
            self.statement(indent, s);
        }
    }

    fn statement(&mut self, indent: usize, statement: &Stmt) {
        match statement {
            Stmt::Comment(text) => self.text += &comment(indent, text),
            Stmt::Assign(place, value) => {
                let (target, arrow) = match self.signal(place.signal).kind {
                    Kind::Next(register) => {
                        (self.place(&Place { signal: register, ..place.clone() }, place.signal), "<=")
                    }
                    _ => (self.place(place, place.signal), "="),
                };
                self.expression_line(indent, &format!("{target} {arrow} "), value);
            }
            Stmt::If(test, then, otherwise) => self.conditional(indent, "if", test, then, otherwise),
            Stmt::For { variable, from, to, body } => {
                let head =
                    format!("for ({variable} = {from}; {variable} < {to}; {variable} = {variable} + 1)");
                match &body[..] {
                    [Stmt::Assign(..)] => {
                        self.line(indent, &head);
                        self.block(indent + 1, body);
                    }
                    _ => {
                        self.line(indent, &format!("{head} begin"));
                        self.block(indent + 1, body);
                        self.line(indent, "end");
                    }
                }
            }
        }
    }

    fn conditional(&mut self, indent: usize, head: &str, test: &Expr, then: &[Stmt], otherwise: &[Stmt]) {
        self.broken(indent, &format!("{head} ("), test, ") begin");
        self.block(indent + 1, then);
        match otherwise {
            [] => self.line(indent, "end"),
            [Stmt::If(test, then, otherwise)] => {
                self.conditional(indent, "end else if", test, then, otherwise);
            }
            _ => {
                self.line(indent, "end else begin");
                self.block(indent + 1, otherwise);
                self.line(indent, "end");
            }
        }
    }

    fn expression_line(&mut self, indent: usize, head: &str, value: &Expr) {
        // A number alone takes the width of what it is assigned to.
        if let Expr::Literal(number, width) = value {
            if width.fixed().is_none() {
                return self.line(indent, &format!("{head}{number};"));
            }
        }
        self.broken(indent, head, value, ";");
    }
}

/// Constants that the text names; where only the value of one was wanted, the number stands.
fn used_constants(module: &Module) -> BTreeSet<usize> {
    let mut used = BTreeSet::new();
    for s in &module.statements {
        s.reads(&mut |p| {
            used.insert(p.signal);
        });
    }
    used
}

/// A value of a register or constant: where its width is given by parameters, the number alone.
fn value(value: &BigUint, s: &Signal) -> String {
    s.width.fixed().map_or_else(|| value.to_string(), |width| sized(value, width))
}

/// Zeros on the right of an assignment.
fn no_bits(width: &Formula) -> String {
    width.fixed().map_or_else(|| "0".to_string(), |_| zero(width))
}

fn leading_comments(statements: &[Stmt]) -> (Vec<&str>, &[Stmt]) {
    let n = statements.iter().take_while(|s| matches!(s, Stmt::Comment(_))).count();
    let comments = statements[..n].iter().filter_map(|s| match s {
        Stmt::Comment(text) => Some(text.as_str()),
        _ => None,
    });
    (comments.collect(), &statements[n..])
}

fn loops_of(statements: &[Stmt]) -> BTreeSet<String> {
    let mut loops = BTreeSet::new();
    for s in statements {
        s.loop_variables(&mut |v| {
            loops.insert(v.to_string());
        });
    }
    loops
}

/// The variables of the loops that run on every way through the statements.
fn always_run(statements: &[Stmt]) -> BTreeSet<String> {
    let mut run = BTreeSet::new();
    for s in statements {
        if let Stmt::For { variable, body, .. } = s {
            run.insert(variable.clone());
            run.extend(always_run(body));
        }
    }
    run
}
