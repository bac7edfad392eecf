// SPDX-License-Identifier: Apache-2.0
//! The Verilog writer: from a rust-hdl design to Verilog-2005 that reads as if written by hand.

mod ir;
mod keywords;
mod lint;
mod loops;
mod lower;
mod print;
mod process;
mod scope;
mod source;

use std::collections::BTreeMap;

use rust_hdl::prelude::{AtomKind, Block};
use thiserror::Error;

use crate::declare::{Describe, DocTree};
use scope::Scope;

/// Why a design is not written: its Verilog would not do what its Rust does, or would not be clean.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("module `{module}`{}: {why}", if statement.is_empty() { String::new() } else { format!(", `{statement}`") })]
pub struct Refusal {
    pub module: String,
    /// The statement or signal at fault; may be empty.
    pub statement: String,
    pub why: String,
}

impl Refusal {
    fn new(module: &str, statement: &str, why: impl Into<String>) -> Refusal {
        Refusal { module: module.to_string(), statement: statement.to_string(), why: why.into() }
    }
}

/// Direction of a port, seen from its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortKind {
    Clock,
    /// Synchronous, active high.
    Reset,
    In,
    Out,
}

/// A port of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    pub name: String,
    pub kind: PortKind,
    /// Width in bits.
    pub width: usize,
}

/// The ports of a block, in the order of its fields.
pub fn ports(block: &dyn Block) -> Result<Vec<Port>, Refusal> {
    let scope = Scope::of("top", block)?;
    let ports = lower::arrays(&scope.items, |i| &i.name).into_iter().filter_map(|(name, members)| {
        let i = members[0];
        let kind = match i.kind {
            AtomKind::InputParameter if i.is_clock => PortKind::Clock,
            AtomKind::InputParameter if i.name == "reset" => PortKind::Reset,
            AtomKind::InputParameter => PortKind::In,
            AtomKind::OutputParameter => PortKind::Out,
            _ => return None,
        };
        Some(Port { name, kind, width: i.width * members.len() })
    });
    Ok(ports.collect())
}

/// Text of one Verilog module, from its comment to `endmodule`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleText {
    pub name: String,
    pub text: String,
}

/// Writes designs, one module for each distinct shape of a block.
#[derive(Debug, Default)]
pub struct Writer {
    done: Vec<ModuleText>,
}

impl Writer {
    /// Writes a design; returns the name of its top module. `port_docs` describes the ports of the top module
    /// that have no comment in the Rust.
    ///
    /// # Errors
    /// A [`Refusal`] if the Verilog would not do what the Rust does, or would not be clean.
    pub fn add<B: Block + Describe>(
        &mut self,
        top: &B,
        port_docs: &BTreeMap<&str, &str>,
    ) -> Result<String, Refusal> {
        let scope = Scope::of("top", top)?;
        let Some(docs) = top.describe() else {
            return Err(Refusal::new("top", "", "the block is not declared with `block!`"));
        };
        self.write(&scope, &docs, port_docs)
    }

    /// All modules written, sub-blocks before the blocks that hold them.
    pub fn modules(self) -> Vec<ModuleText> {
        self.done
    }

    fn write(
        &mut self,
        scope: &Scope,
        docs: &DocTree,
        port_docs: &BTreeMap<&str, &str>,
    ) -> Result<String, Refusal> {
        let mut module_of = BTreeMap::new();
        for child in scope.children.iter().filter(|c| !lower::is_register(c)) {
            let field = child.name.split('$').next().unwrap_or_default();
            let Some((_, tree)) = docs.children.iter().find(|(name, _)| *name == field) else {
                return Err(Refusal::new(
                    docs.doc.module,
                    &child.name,
                    "the sub-block is not declared with `block!`",
                ));
            };
            module_of.insert(field.to_string(), self.write(child, tree, &BTreeMap::new())?);
        }
        let mut module = lower::lower(scope, docs, &module_of)?;
        for s in &mut module.signals {
            if let Some(doc) = port_docs.get(&*s.name).filter(|_| s.doc.is_empty()) {
                s.doc = doc.to_string();
            }
        }
        lint::check(&module)?;
        let name = module.name.clone();
        let text = print::module(module);
        match self.done.iter().find(|m| m.name == name) {
            None => self.done.push(ModuleText { name: name.clone(), text }),
            Some(m) if m.text == text => {}
            Some(_) => {
                let why =
                    "the module has two shapes; declare it with `by` and the parameter that tells them apart";
                return Err(Refusal::new(&name, "", why));
            }
        }
        Ok(name)
    }
}
