// SPDX-License-Identifier: Apache-2.0
//! The tree of blocks and signals of a rust-hdl design, as its `Probe` shows it.

use num_bigint::BigUint;
use rust_hdl::core::ast::Verilog;
use rust_hdl::prelude::*;

use super::refusal::Refusal;

/// One signal or constant of a block.
#[derive(Clone, Debug)]
pub struct Item {
    /// Field name; elements of an array are `name$0`, `name$1` ...
    pub name: String,
    pub kind: AtomKind,
    pub width: usize,
    /// Declared as `Bit` (no index range) rather than `Bits<1>`.
    pub scalar: bool,
    pub is_clock: bool,
    /// Value of a constant, initial value otherwise.
    pub value: BigUint,
}

/// One block.
#[derive(Debug)]
pub struct Scope {
    pub name: String,
    pub items: Vec<Item>,
    pub children: Vec<Scope>,
    pub code: Verilog,
}

impl Scope {
    /// Reads a design.
    pub fn of(name: &str, block: &dyn Block) -> Result<Scope, Refusal> {
        let mut reader = Reader { open: vec![], root: None, refusal: None };
        block.accept(name, &mut reader);
        match (reader.refusal, reader.root) {
            (Some(refusal), _) => Err(refusal),
            (None, Some(root)) => Ok(root),
            (None, None) => {
                Err(Refusal::new(name, "", "it is a signal, not a block; emit the block that holds it"))
            }
        }
    }
}

impl Scope {
    /// Whether two blocks are the same but for their names.
    pub fn is_same(&self, other: &Scope) -> bool {
        let item = |i: &Item| (i.name.clone(), i.width, i.value.clone());
        let items = |s: &Scope| s.items.iter().map(item).collect::<Vec<_>>();
        let pairs = || self.children.iter().zip(&other.children);
        items(self) == items(other)
            && self.children.len() == other.children.len()
            && pairs().all(|(a, b)| a.name == b.name && a.is_same(b))
    }
}

struct Reader {
    open: Vec<Scope>,
    root: Option<Scope>,
    refusal: Option<Refusal>,
}

impl Probe for Reader {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        self.open.push(Scope { name: name.to_string(), items: vec![], children: vec![], code: node.hdl() });
    }

    fn visit_start_namespace(&mut self, name: &str, _: &dyn Block) {
        let module = self.open.last().map_or(String::new(), |s| s.name.clone());
        self.refusal.get_or_insert(Refusal::new(
            &module,
            name,
            "signal bundles (`LogicInterface`) are not supported; declare the signals one by one",
        ));
    }

    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        let Some(scope) = self.open.last_mut() else { return };
        let descriptor = atom.descriptor();
        if !matches!(descriptor.kind, TypeKind::Bits(_)) {
            self.refusal.get_or_insert(Refusal::new(
                &scope.name,
                name,
                "only `Bit`, `Bits<W>` and `Clock` signals are supported, not enums, structs or signed numbers",
            ));
            return;
        }
        scope.items.push(Item {
            name: name.to_string(),
            kind: atom.kind(),
            width: atom.bits(),
            scalar: !descriptor.name.starts_with("Bits"),
            is_clock: descriptor.name == "clock",
            value: wide_literal(&atom.verilog()).1,
        });
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        let Some(done) = self.open.pop() else { return };
        match self.open.last_mut() {
            Some(parent) => parent.children.push(done),
            None => self.root = Some(done),
        }
    }
}

/// Width and value of a literal; `None` if it does not fit 128 bits.
pub fn literal(literal: &VerilogLiteral) -> Option<(usize, u128)> {
    let (width, value) = wide_literal(literal);
    Some((width, value.try_into().ok()?))
}

/// Width and value of a literal. rust-hdl shows both only as text, `8'hff`.
fn wide_literal(literal: &VerilogLiteral) -> (usize, BigUint) {
    let text = format!("{literal:x}");
    let parsed = text.split_once("'h").and_then(|(width, digits)| {
        Some((width.parse().ok()?, BigUint::parse_bytes(digits.as_bytes(), 16)?))
    });
    parsed.unwrap_or_else(|| unreachable!("rust-hdl writes literals like 8'hff, not {text}"))
}
