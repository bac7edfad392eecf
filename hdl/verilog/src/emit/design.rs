// SPDX-License-Identifier: Apache-2.0
//! A design as the writers take it.

use std::collections::BTreeMap;

use rust_hdl::prelude::Block;

use super::ir::Module;
use super::refusal::Refusal;
use super::scope::Scope;
use super::{lint, lower};
use crate::declare::{Describe, DocTree};

/// A design with its documentation.
pub fn read<B: Block + Describe>(top: &B) -> Result<(Scope, DocTree), Refusal> {
    let scope = Scope::of("top", top)?;
    match top.describe() {
        Some(docs) => Ok((scope, docs)),
        None => Err(Refusal::new("top", "", "the block is not declared with `block!`")),
    }
}

/// The sub-blocks of a block that become instances: field, block and documentation.
pub fn sub_blocks<'a>(
    scope: &'a Scope,
    docs: &'a DocTree,
) -> Result<Vec<(String, &'a Scope, &'a DocTree)>, Refusal> {
    let mut found: Vec<(String, &Scope, &DocTree)> = vec![];
    for child in scope.children.iter().filter(|c| !lower::is_register(c)) {
        let field = child.name.split('$').next().unwrap_or_default();
        if let Some((_, first, _)) = found.iter().find(|(name, ..)| name == field) {
            if !first.is_same(child) {
                let why = "its members have two shapes, or different constants; make two arrays of them";
                return Err(Refusal::new(docs.doc.module, field, why));
            }
            continue;
        }
        let Some((_, tree)) = docs.children.iter().find(|(name, _)| *name == field) else {
            let why = "the sub-block is not declared with `block!`";
            return Err(Refusal::new(docs.doc.module, &child.name, why));
        };
        found.push((field.to_string(), child, tree));
    }
    Ok(found)
}

/// A block's module, which does what the Rust does.
pub fn checked(
    scope: &Scope,
    docs: &DocTree,
    name: String,
    module_of: &BTreeMap<String, String>,
    port_docs: &BTreeMap<&str, &str>,
) -> Result<Module, Refusal> {
    let mut module = lower::lower(scope, docs.doc, name, module_of)?;
    for s in &mut module.signals {
        if let Some(doc) = port_docs.get(&*s.name).filter(|_| s.doc.is_empty()) {
            s.doc = doc.to_string();
        }
    }
    lint::check(&module)?;
    Ok(module)
}
