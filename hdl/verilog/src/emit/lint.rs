// SPDX-License-Identifier: Apache-2.0
//! Checks on a lowered module: what would simulate otherwise in Rust than in Verilog, or infer a latch.

use std::collections::BTreeSet;

use super::ir::{Expr, Kind, Module, Part, Stmt};
use super::process::{have_reset, processes, Process};
use super::refusal::Refusal;

/// Refuses signals that are driven only in some cases, read before they are driven, or not driven at all.
pub fn check(module: &Module) -> Result<(), Refusal> {
    let refuse =
        |signal: usize, why: String| Err(Refusal::new(&module.name, &module.signals[signal].name, why));
    let mut lint = Lint { module, assigned: BTreeSet::new(), fault: None };
    lint.block(&module.statements);
    if let Some((signal, why)) = lint.fault {
        return refuse(signal, why.to_string());
    }
    let assigned = lint.assigned;
    for (id, s) in module.signals.iter().enumerate() {
        let driven = matches!(s.kind, Kind::Output | Kind::Local | Kind::Next(_) | Kind::ToInstance(_));
        let is_clock = matches!(s.kind, Kind::ToInstance(_))
            && (s.name.ends_with("_clock") || s.name.ends_with("_reset"));
        if driven && !is_clock && !assigned.contains(&id) {
            return refuse(
                id,
                "it is not assigned in every case; give it a default before the first `if`".to_string(),
            );
        }
    }
    let processes = processes(module);
    for (at, process) in processes.iter().enumerate() {
        if let Process::Clocked { registers, variables, .. } = process {
            let without = registers.iter().find(|r| module.signals[**r].values.is_empty());
            if let Some(&register) = without.filter(|_| have_reset(module, registers)) {
                let why = "it has no reset, but is computed together with registers that have one; \
                           assign it in statements of its own";
                return refuse(register, why.to_string());
            }
            if let Some(&words) = variables.iter().find(|v| module.signals[**v].memory) {
                let why = "it is an array of words, but computed together with registers; \
                           assign it in statements of its own, before what reads it";
                return refuse(words, why.to_string());
            }
            let elsewhere = |variable: &&usize| {
                module.signals[**variable].kind != Kind::Local
                    || processes.iter().enumerate().any(|(other, p)| other != at && p.reads(**variable))
            };
            if let Some(&variable) = variables.iter().find(elsewhere) {
                let why = "it is assigned in one statement with registers, which a clock edge changes, but is needed outside of it; \
                           assign it in statements of its own";
                return refuse(variable, why.to_string());
            }
        }
        // Verilog runs `always @*` only when something that it reads changes.
        if let Process::Combinational { statements, writes } = process {
            let mut runs = false;
            for s in statements {
                s.reads(&mut |p| {
                    runs |= module.signals[p.signal].kind != Kind::Constant && !writes.contains(&p.signal);
                });
            }
            if let Some(&signal) = writes.first().filter(|_| !runs) {
                let why = "it is computed from constants alone, which an event-driven simulator never does; \
                           compute the value in Rust and use a `Constant`";
                return refuse(signal, why.to_string());
            }
        }
    }
    Ok(())
}

struct Lint<'a> {
    module: &'a Module,
    /// Signals assigned in every case so far.
    assigned: BTreeSet<usize>,
    fault: Option<(usize, &'static str)>,
}

impl Lint<'_> {
    fn block(&mut self, statements: &[Stmt]) {
        for s in statements {
            match s {
                Stmt::Comment(_) => {}
                Stmt::Assign(place, value) => {
                    place.index_reads(&mut |p| self.reads_of(p.signal));
                    self.expr(value);
                    let complete = place.part == Part::Whole;
                    if complete {
                        self.assigned.insert(place.signal);
                    } else if !self.assigned.contains(&place.signal) {
                        let why =
                            "a bit is assigned before the signal has a value; assign the whole signal first";
                        self.fault.get_or_insert((place.signal, why));
                    }
                }
                Stmt::If(test, then, otherwise) => {
                    self.expr(test);
                    let before = self.assigned.clone();
                    self.block(then);
                    let after_then = std::mem::replace(&mut self.assigned, before);
                    self.block(otherwise);
                    self.assigned = self.assigned.intersection(&after_then).copied().collect();
                }
                Stmt::For { body, .. } => self.block(body),
            }
        }
    }

    fn expr(&mut self, e: &Expr) {
        e.reads(&mut |p| self.reads_of(p.signal));
    }

    fn reads_of(&mut self, signal: usize) {
        let own = matches!(self.module.signals[signal].kind, Kind::Local | Kind::Output);
        if own && !self.assigned.contains(&signal) {
            self.fault.get_or_insert((signal, "it is read before it is assigned in every case"));
        }
    }
}
