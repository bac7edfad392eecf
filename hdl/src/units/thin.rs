// SPDX-License-Identifier: Apache-2.0
//! The thin top module of a configuration: a name of its own, ports with numbers, and the parameterised module inside.

use super::shapes::Docs;
use crate::emit::{comment, ModuleText, Port, PortKind, Written, WIDTH};

/// Name of the instance in it.
pub const INSTANCE: &str = "unit";

/// The module `name`, which is `inner` with these values of its parameters.
pub fn module(
    name: &str,
    inner: &Written,
    values: &[(String, u128)],
    ports: &[Port],
    docs: &Docs,
) -> ModuleText {
    let doc = |port: &Port| match port.kind {
        PortKind::Clock => "Clock.",
        PortKind::Reset => "Synchronous reset, active high.",
        PortKind::In | PortKind::Out => docs.get(port.name.as_str()).copied().unwrap_or_default(),
    };
    let pin = |port: &Port| Pin {
        output: port.kind == PortKind::Out,
        width: (!is_scalar(inner, port)).then_some(port.width),
        name: port.name.clone(),
        doc: doc(port).to_string(),
    };
    let mut text = head(name, &ports.iter().map(pin).collect::<Vec<_>>());
    let free: Vec<(&str, bool)> = inner.free().collect();
    let value = |(name, value): &(String, u128)| match free.iter().any(|(free, flag)| free == name && *flag) {
        true => format!("1'b{value}"),
        false => value.to_string(),
    };
    let given: Vec<(&str, String)> = values.iter().map(|v| (v.0.as_str(), value(v))).collect();
    text += &format!("    {} #(\n{}    ) {INSTANCE} (\n", inner.name, connections(&given));
    let connected: Vec<(&str, String)> = ports.iter().map(|p| (p.name.as_str(), p.name.clone())).collect();
    text += &format!("{}    );\n\nendmodule\n", connections(&connected));
    ModuleText { name: name.to_string(), text }
}

/// A port of a module that is written here.
#[derive(Clone)]
pub(super) struct Pin {
    pub output: bool,
    /// Bits; `None` for one bit without a range.
    pub width: Option<usize>,
    pub name: String,
    pub doc: String,
}

/// The head of the module `name`, with an empty line behind it.
pub(super) fn head(name: &str, pins: &[Pin]) -> String {
    let direction = |pin: &Pin| if pin.output { "output wire" } else { "input  wire" };
    let range = |pin: &Pin| pin.width.map_or(String::new(), |width| format!("[{}:0]", width - 1));
    let ranges = pins.iter().map(|pin| range(pin).len()).max().unwrap_or(0);
    let names = pins.iter().map(|pin| pin.name.len()).max().unwrap_or(0);
    let mut text = format!("module {name} (\n");
    for (n, pin) in pins.iter().enumerate() {
        let comma = if n + 1 < pins.len() { "," } else { "" };
        let named = format!("{}{comma}", pin.name);
        let declared = format!("    {} {:<ranges$} ", direction(pin), range(pin));
        let line = format!("{declared}{named:<width$} // {}", pin.doc, width = names + 1);
        if line.len() <= WIDTH {
            text += &format!("{line}\n");
        } else {
            text += &format!("{}{declared}{named}\n", comment(1, &pin.doc));
        }
    }
    text + ");\n\n"
}

/// Whether the port has no range in the parameterised module.
fn is_scalar(inner: &Written, port: &Port) -> bool {
    port.width == 1 && inner.is_scalar(&port.name)
}

/// `.name (value)` on lines of their own, aligned.
pub(super) fn connections(pairs: &[(&str, String)]) -> String {
    let width = pairs.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let last = pairs.len().saturating_sub(1);
    let line = |(n, (name, value)): (usize, &(&str, String))| {
        format!("        .{name:<width$} ({value}){}\n", if n < last { "," } else { "" })
    };
    pairs.iter().enumerate().map(line).collect()
}
