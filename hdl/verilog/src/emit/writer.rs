// SPDX-License-Identifier: Apache-2.0
//! Verilog of designs as they are, with numbers for parameters.

use std::collections::BTreeMap;

use rust_hdl::prelude::Block;

use super::design::{checked, read, sub_blocks};
use super::print;
use super::refusal::Refusal;
use super::scope::Scope;
use crate::declare::{Describe, DocTree};

/// Text of one Verilog module, from its comment to `endmodule`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleText {
    /// Name of the module.
    pub name: String,
    /// The Verilog.
    pub text: String,
}

/// Writes designs as they are, one module for each shape of a block, with numbers for parameters.
#[derive(Debug, Default)]
pub struct Writer {
    done: Vec<ModuleText>,
}

impl Writer {
    /// Writes a design; returns the name of its top module, which is the block's with the values of its generic parameters
    /// behind it. `port_docs` describes the ports of the top module that have no comment in the Rust.
    ///
    /// # Errors
    /// A [`Refusal`] if the Verilog would not do what the Rust does, or would not be clean.
    pub fn add<B: Block + Describe>(
        &mut self,
        top: &B,
        port_docs: &BTreeMap<&str, &str>,
    ) -> Result<String, Refusal> {
        let (scope, docs) = read(top)?;
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
        for (field, child, tree) in sub_blocks(scope, docs)? {
            module_of.insert(field, self.write(child, tree, &BTreeMap::new())?);
        }
        let values: Vec<String> = docs.generics.iter().map(|(_, value)| value.to_string()).collect();
        let shape = match values.is_empty() {
            true => docs.doc.module.to_string(),
            false => format!("{}_{}", docs.doc.module, values.join("x")),
        };
        // Blocks of one shape may have different constants.
        for number in 1.. {
            let name = if number == 1 { shape.clone() } else { format!("{shape}_v{number}") };
            let module = checked(scope, docs, name.clone(), &module_of, port_docs)?;
            let text = print::module(module);
            match self.done.iter().find(|m| m.name == name) {
                None => self.done.push(ModuleText { name: name.clone(), text }),
                Some(m) if m.text == text => {}
                Some(_) => continue,
            }
            return Ok(name);
        }
        Ok(shape)
    }
}
