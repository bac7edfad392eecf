// SPDX-License-Identifier: Apache-2.0
//! Sub-blocks as Verilog text: what is connected to their ports, and generate loops over arrays of them.

use std::collections::BTreeMap;

use super::super::ir::{Expr, Instance, Kind, Part, Place, Stmt};
use super::super::process::Process;
use super::{Printer, WIDTH};
use crate::formula::Formula;

/// Longest expression that is put into a port connection; longer ones get a name.
const CONNECTION: usize = 48;
/// The variable that counts the members of an array of sub-blocks.
pub(super) const GENVAR: &str = "g";

impl Printer<'_> {
    /// Assignments to inputs of instances that are short enough to stand in the port connection.
    pub(super) fn split_connections(&self, processes: Vec<Process>) -> (BTreeMap<usize, Expr>, Vec<Process>) {
        let mut inline = BTreeMap::new();
        let mut body = vec![];
        for p in processes {
            match self.connection(&p) {
                Some((target, value)) if self.expr(&value, false).len() <= CONNECTION => {
                    inline.insert(target, value);
                }
                _ => body.push(p),
            }
        }
        (inline, body)
    }

    /// The input of an instance, or of every member of an array of instances, that a process alone computes.
    fn connection(&self, p: &Process) -> Option<(usize, Expr)> {
        let (target, value) = match p {
            Process::Assign { comments, target, value } if comments.is_empty() => (*target, value.clone()),
            Process::Combinational { statements, .. } => {
                let [Stmt::For { variable, from: Formula::Number(0), to, body }] = &statements[..] else {
                    return None;
                };
                let [Stmt::Assign(Place { signal, element: Some(element), part: Part::Whole }, value)] =
                    &body[..]
                else {
                    return None;
                };
                let member = matches!(&**element, Expr::LoopVariable(v) if v == variable);
                let all = self.signal(*signal).elements.as_ref() == Some(to)
                    && !value.takes_bits_of_a_loop_variable();
                (member && all).then(|| (*signal, value.renamed(variable, GENVAR)))?
            }
            _ => return None,
        };
        let Kind::ToInstance(instance) = self.signal(target).kind else { return None };
        let array = self.module.instances[instance].elements.is_some();
        (array == matches!(p, Process::Combinational { .. })).then_some((target, value))
    }

    pub(super) fn is_clock_port(&self, id: usize) -> bool {
        self.module
            .instances
            .iter()
            .flat_map(|i| &i.ports)
            .any(|(p, s)| *s == id && (p == "clock" || p == "reset"))
    }

    pub(super) fn instance(&mut self, instance: &Instance) {
        self.text.push('\n');
        let indent = if instance.elements.is_some() { 2 } else { 1 };
        if let Some(n) = &instance.elements {
            self.line(
                1,
                &format!(
                    "for ({GENVAR} = 0; {GENVAR} < {n}; {GENVAR} = {GENVAR} + 1) begin : each_{}",
                    instance.name
                ),
            );
        }
        self.instance_head(indent, instance);
        let width = instance.ports.iter().map(|(p, _)| p.len()).max().unwrap_or(0);
        for (n, (port, id)) in instance.ports.iter().enumerate() {
            let value = match self.connections.get(id) {
                Some(e) => self.expr(e, false),
                None if port == "clock" || port == "reset" => port.clone(),
                None if instance.elements.is_some() => {
                    let element = Some(Box::new(Expr::LoopVariable(GENVAR.to_string())));
                    self.place(&Place { signal: *id, element, part: Part::Whole }, *id)
                }
                None => self.signal(*id).name.clone(),
            };
            let comma = if n + 1 < instance.ports.len() { "," } else { "" };
            self.line(indent + 1, &format!(".{port:<width$} ({value}){comma}"));
        }
        self.line(indent, ");");
        if instance.elements.is_some() {
            self.line(1, "end");
        }
    }

    fn instance_head(&mut self, indent: usize, instance: &Instance) {
        let Instance { name, module, parameters, .. } = instance;
        if parameters.is_empty() {
            return self.line(indent, &format!("{module} {name} ("));
        }
        let given: Vec<String> = parameters.iter().map(|(name, value)| format!(".{name}({value})")).collect();
        let text = format!("{module} #({}) {name} (", given.join(", "));
        if 4 * indent + text.len() <= WIDTH {
            return self.line(indent, &text);
        }
        self.line(indent, &format!("{module} #("));
        let width = parameters.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (n, (name, value)) in parameters.iter().enumerate() {
            let comma = if n + 1 < parameters.len() { "," } else { "" };
            self.line(indent + 1, &format!(".{name:<width$} ({value}){comma}"));
        }
        self.line(indent, &format!(") {name} ("));
    }
}
