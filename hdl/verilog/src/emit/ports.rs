// SPDX-License-Identifier: Apache-2.0
//! The ports of a block.

use rust_hdl::prelude::{AtomKind, Block};

use super::lower;
use super::refusal::Refusal;
use super::scope::Scope;

/// Direction of a port, seen from its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortKind {
    /// An input of the type `Clock`; registers take their next values at its rising edge.
    Clock,
    /// Synchronous, active high.
    Reset,
    /// Any other input.
    In,
    /// An output.
    Out,
}

/// A port of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// As in Verilog and in Rust.
    pub name: String,
    /// Direction, and whether it is clock or reset.
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
