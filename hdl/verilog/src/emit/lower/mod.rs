// SPDX-License-Identifier: Apache-2.0
//! From rust-hdl's syntax tree to a module with resolved names and known widths. Whatever rust-hdl's Verilog
//! would say differently from its simulation is either made the same here or refused.

mod expr;
mod memory;

use std::collections::{BTreeMap, BTreeSet};

use rust_hdl::core::ast::{Verilog, VerilogBlockOrConditional, VerilogExpression as Ast, VerilogStatement};
use rust_hdl::prelude::AtomKind;

use super::ir::{Instance, Kind, Module, Part, Place, Signal, Stmt};
use super::keywords::is_keyword;
use super::refusal::Refusal;
use super::scope::Scope;
use super::source::statement;
use crate::declare::ModuleDoc;
use crate::formula::Formula;
use crate::register::{DFFR_VERILOG, DFF_VERILOG};

/// Lowers one block; `module_of` gives the module name of each sub-block instance.
pub fn lower(
    scope: &Scope,
    doc: &ModuleDoc,
    module: String,
    module_of: &BTreeMap<String, String>,
) -> Result<Module, Refusal> {
    let mut lowering = Lowering {
        module,
        signals: vec![],
        names: BTreeMap::new(),
        clocked: BTreeSet::new(),
        statement: String::new(),
        loops: vec![],
    };
    let instances = lowering.declare(scope, doc, module_of)?;
    let Verilog::Combinatorial(code) = &scope.code else {
        return lowering
            .refuse("it has no `#[hdl_gen] fn update`; a block must not bring its own Verilog text");
    };
    let statements = lowering.block(code)?;
    lowering.check_clocks(&instances)?;
    lowering.check_names()?;
    memory::mark(&mut lowering.signals, &statements);
    Ok(Module {
        name: lowering.module,
        about: doc.about.iter().map(|line| line.trim().to_string()).collect(),
        parameters: vec![],
        optional: vec![],
        signals: lowering.signals,
        instances,
        statements,
    })
}

/// Whether a block is a register, which the writer puts into the module that holds it.
pub fn is_register(scope: &Scope) -> bool {
    matches!(&scope.code, Verilog::Custom(text) if text == DFFR_VERILOG || text == DFF_VERILOG)
}

struct Lowering {
    module: String,
    signals: Vec<Signal>,
    /// rust-hdl's name (`count$q`, `age$pick`) to signal.
    names: BTreeMap<String, usize>,
    /// Registers whose clock (`x$clock`) and reset (`x$reset`) are connected.
    clocked: BTreeSet<String>,
    /// Text of the statement at hand, for messages.
    statement: String,
    loops: Vec<String>,
}

impl Lowering {
    fn refuse<T>(&self, why: impl Into<String>) -> Result<T, Refusal> {
        Err(Refusal::new(&self.module, &self.statement, why))
    }

    fn add(&mut self, hdl_name: &str, signal: Signal) -> usize {
        self.signals.push(signal);
        self.names.insert(hdl_name.to_string(), self.signals.len() - 1);
        self.signals.len() - 1
    }

    fn declare(
        &mut self,
        scope: &Scope,
        doc: &ModuleDoc,
        module_of: &BTreeMap<String, String>,
    ) -> Result<Vec<Instance>, Refusal> {
        let about = |field: &str| {
            let lines =
                doc.fields.iter().find(|(name, _)| *name == field).map_or(&[][..], |(_, lines)| lines);
            lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
        };
        for (name, items) in arrays(&scope.items, |i| &i.name) {
            self.check_name(&name)?;
            let first = items[0];
            let kind = match first.kind {
                AtomKind::InputParameter if first.is_clock => Kind::Clock,
                AtomKind::InputParameter if name == "reset" => Kind::Reset,
                _ if first.is_clock => {
                    return self.refuse("a clock forwarded through an output or a local signal races in simulation; pass the one `clock` input downward");
                }
                AtomKind::InputParameter => Kind::Input,
                AtomKind::OutputParameter => Kind::Output,
                AtomKind::LocalSignal => Kind::Local,
                AtomKind::Constant => Kind::Constant,
                _ => {
                    return self.refuse("tristate signals are not supported");
                }
            };
            if kind == Kind::Clock && name != "clock" {
                return self.refuse("a block has one clock, and it is called `clock`");
            }
            let memory = memory::is_declared(doc, &name);
            if memory && kind != Kind::Local {
                return self.refuse("only registers and local signals can be `words`, not ports");
            }
            let verilog = if kind == Kind::Constant { name.to_uppercase() } else { name.clone() };
            let signal = Signal {
                name: verilog,
                kind,
                width: first.width.into(),
                scalar: first.scalar,
                elements: items[0].name.contains('$').then(|| items.len().into()),
                rule: None,
                values: items.iter().map(|i| i.value.clone()).collect(),
                memory,
                port: None,
                doc: about(&name),
            };
            self.add(&name, signal);
        }
        let mut instances = vec![];
        for (name, blocks) in arrays(&scope.children, |c| &c.name) {
            self.check_name(&name)?;
            let memory = memory::is_declared(doc, &name);
            if is_register(blocks[0]) {
                self.declare_register(&name, &blocks, memory, about(&name))?;
            } else if memory {
                return self.refuse("only registers and local signals can be `words`, not sub-blocks");
            } else {
                instances.push(self.declare_instance(&name, &blocks, instances.len(), &module_of[&name])?);
            }
        }
        Ok(instances)
    }

    fn check_name(&mut self, name: &str) -> Result<(), Refusal> {
        self.statement = name.to_string();
        match is_keyword(name) {
            true => self.refuse("the name is a keyword of Verilog or SystemVerilog; choose another"),
            false => Ok(()),
        }
    }

    fn declare_register(
        &mut self,
        name: &str,
        blocks: &[&Scope],
        memory: bool,
        doc: String,
    ) -> Result<(), Refusal> {
        let item = |block: &Scope, port: &str| block.items.iter().find(|i| i.name == port).cloned();
        let value = |block: &&Scope| item(block, "init").map(|i| i.value);
        let q = item(blocks[0], "q").expect("a register has q");
        let elements: Option<Formula> = blocks[0].name.contains('$').then(|| blocks.len().into());
        let register = Signal {
            name: name.to_string(),
            kind: Kind::Register,
            width: q.width.into(),
            scalar: q.scalar,
            elements,
            rule: None,
            values: blocks.iter().filter_map(value).collect(),
            memory,
            port: None,
            doc,
        };
        if memory && register.values.iter().any(|v| v.bits() > 0) {
            return self.refuse("the value after reset of `words` must be zero");
        }
        let next = Signal {
            name: format!("{name}_next"),
            kind: Kind::Next(self.signals.len()),
            doc: String::new(),
            ..register.clone()
        };
        self.add(&format!("{name}$q"), register);
        self.add(&format!("{name}$d"), next);
        Ok(())
    }

    fn declare_instance(
        &mut self,
        name: &str,
        blocks: &[&Scope],
        index: usize,
        module: &str,
    ) -> Result<Instance, Refusal> {
        let elements: Option<Formula> = blocks[0].name.contains('$').then(|| blocks.len().into());
        let mut ports = vec![];
        for (port, items) in arrays(&blocks[0].items, |i| &i.name) {
            let kind = match items[0].kind {
                AtomKind::InputParameter => Kind::ToInstance(index),
                AtomKind::OutputParameter => Kind::FromInstance(index),
                _ => continue,
            };
            let port_elements: Option<Formula> = items[0].name.contains('$').then(|| items.len().into());
            if elements.is_some() && port_elements.is_some() {
                return self.refuse(format!(
                    "the port `{port}` of an array of sub-blocks is an array too; make it one wide signal"
                ));
            }
            let signal = Signal {
                name: format!("{name}_{port}"),
                kind,
                width: items[0].width.into(),
                scalar: items[0].scalar,
                elements: elements.clone().or(port_elements),
                rule: None,
                values: vec![],
                memory: false,
                port: None,
                doc: String::new(),
            };
            let id = self.add(&format!("{name}${port}"), signal);
            ports.push((port, id));
        }
        Ok(Instance {
            name: name.to_string(),
            module: module.to_string(),
            elements,
            parameters: vec![],
            ports,
        })
    }

    /// Instance ports have names made of two, which may meet another signal's.
    fn check_names(&mut self) -> Result<(), Refusal> {
        let mut seen = BTreeSet::new();
        let declared = self.signals.iter().filter(|s| !matches!(s.kind, Kind::Next(_)));
        match declared.map(|s| &s.name).find(|name| !seen.insert(*name)) {
            None => Ok(()),
            Some(twice) => {
                self.statement = twice.clone();
                self.refuse("two signals of the module have this name; choose another")
            }
        }
    }

    fn check_clocks(&mut self, instances: &[Instance]) -> Result<(), Refusal> {
        self.statement.clear();
        let registers = self
            .names
            .keys()
            .filter_map(|n| n.strip_suffix("$q"))
            .filter(|n| self.signals[self.names[&format!("{n}$q")]].kind == Kind::Register)
            .map(|n| (n, !self.signals[self.names[&format!("{n}$q")]].values.is_empty()));
        let instance_clocks = instances.iter().flat_map(|i| {
            i.ports
                .iter()
                .filter(|(p, _)| p == "clock" || p == "reset")
                .map(move |(p, _)| format!("{}${p}", i.name))
        });
        let needed = registers
            .flat_map(|(r, reset)| [Some(format!("{r}$clock")), reset.then(|| format!("{r}$reset"))])
            .flatten()
            .chain(instance_clocks);
        match needed.into_iter().find(|n| !self.clocked.contains(n)) {
            Some(open) => self.refuse(format!(
                "`{}` is not connected; assign the block's own `{}` to it",
                open.replace('$', "."),
                open.rsplit('$').next().unwrap_or_default()
            )),
            None => Ok(()),
        }
    }

    fn block(&mut self, code: &[VerilogStatement]) -> Result<Vec<Stmt>, Refusal> {
        let mut statements = vec![];
        for s in code {
            self.lower_statement(s, &mut statements)?;
        }
        Ok(statements)
    }

    fn lower_statement(&mut self, s: &VerilogStatement, into: &mut Vec<Stmt>) -> Result<(), Refusal> {
        self.statement = statement(s);
        match s {
            VerilogStatement::Comment(text) => into.push(Stmt::Comment(comment(text))),
            VerilogStatement::Macro(block) => {
                for s in block {
                    self.lower_statement(s, into)?;
                }
            }
            VerilogStatement::Assignment(target, value) => into.extend(self.assignment(target, value)?),
            VerilogStatement::If(c) => {
                let test = self.expr(&c.test, Some(&Formula::Number(1)))?;
                let then = self.block(&c.then)?;
                let otherwise = match &c.otherwise {
                    VerilogBlockOrConditional::Block(b) => self.block(b)?,
                    VerilogBlockOrConditional::Conditional(c) => self.block(std::slice::from_ref(c))?,
                    VerilogBlockOrConditional::None => vec![],
                };
                into.push(Stmt::If(test, then, otherwise));
            }
            // An array of no members has no signals that the body could name.
            VerilogStatement::Loop(l) if l.from.as_usize() >= l.to.as_usize() => {}
            VerilogStatement::Loop(l) => {
                self.loops.push(l.index.clone());
                let body = self.block(&l.block)?;
                self.loops.pop();
                if body.iter().any(|s| !matches!(s, Stmt::Comment(_))) {
                    let (from, to) = (l.from.as_usize().into(), l.to.as_usize().into());
                    let variable = l.index.trim_start_matches('_').to_string();
                    into.push(Stmt::For { variable, from, to, body });
                }
            }
            VerilogStatement::Match(_) => return self.refuse("`match` is not supported; use `if`"),
            VerilogStatement::SliceAssignment { .. } => {
                return self.refuse("fields of structs are not supported; use separate signals")
            }
            VerilogStatement::Link(_) => {
                return self.refuse("`join` and `link` are not supported; assign each signal")
            }
        }
        Ok(())
    }

    fn assignment(&mut self, target: &Ast, value: &Ast) -> Result<Option<Stmt>, Refusal> {
        let Ast::Signal(name) = target else {
            return self.refuse("only a signal can be assigned");
        };
        let name = name.strip_suffix("$next").unwrap_or(name).to_string();
        if let Some((owner, port @ ("clock" | "reset"))) = name.rsplit_once('$') {
            let owner = owner.split('[').next().unwrap_or(owner);
            let Ast::Signal(source) = value else {
                return self.refuse(format!(
                    "`{port}` must be the block's own `{port}`; gating it is not supported"
                ));
            };
            if source != port {
                return self.refuse(format!("`{port}` must be the block's own `{port}`"));
            }
            self.clocked.insert(format!("{owner}${port}"));
            return Ok(None);
        }
        let place = self.place(&name)?;
        let signal = self.signals[place.signal].clone();
        match signal.kind {
            Kind::Clock | Kind::Reset | Kind::Input | Kind::FromInstance(_) => {
                return self.refuse("an input, or an output of a sub-block, cannot be assigned here")
            }
            Kind::Constant | Kind::Register => {
                return self.refuse("only `.next` of a signal can be assigned")
            }
            Kind::Output | Kind::Local | Kind::Next(_) | Kind::ToInstance(_) => {}
        }
        if signal.elements.is_some() && place.element.is_none() {
            return self.refuse("an array is assigned element by element");
        }
        // `x.next = x.val().replace_bit(i, v)` is how rust-hdl says `x[i] = v`.
        if let Ast::IndexReplace(base, index, bit) = value {
            if !matches!(&**base, Ast::Signal(b) if *b == name) || signal.scalar {
                return self
                    .refuse("`replace_bit` is supported only as `x.next = x.val().replace_bit(i, v)`");
            }
            let index = self.index(index)?;
            let bit = self.sized(bit, &Formula::Number(1))?;
            return Ok(Some(Stmt::Assign(Place { part: Part::Bit(Box::new(index)), ..place }, bit)));
        }
        let value = self.sized(value, &signal.width)?;
        Ok(Some(Stmt::Assign(place, value)))
    }
}

/// The text in a `comment!`, which rust-hdl may hand over with the call around it.
fn comment(text: &str) -> String {
    let text = text.split_once("(\"").map_or(text, |(_, text)| text);
    text.strip_suffix("\")").unwrap_or(text).replace("\\\"", "\"")
}

/// Groups `x$0`, `x$1` ... under `x`, in order of first appearance.
pub fn arrays<T>(items: &[T], name: impl Fn(&T) -> &String) -> Vec<(String, Vec<&T>)> {
    let mut groups: Vec<(String, Vec<&T>)> = vec![];
    for item in items {
        let base = name(item).split('$').next().unwrap_or_default().to_string();
        match groups.last_mut() {
            Some((last, members)) if *last == base => members.push(item),
            _ => groups.push((base, vec![item])),
        }
    }
    groups
}
