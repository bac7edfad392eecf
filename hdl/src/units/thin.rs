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
    let head = |port: &Port| {
        let direction = if port.kind == PortKind::Out { "output wire" } else { "input  wire" };
        (direction, if is_scalar(inner, port) { String::new() } else { format!("[{}:0]", port.width - 1) })
    };
    let ranges = ports.iter().map(|p| head(p).1.len()).max().unwrap_or(0);
    let names = ports.iter().map(|p| p.name.len()).max().unwrap_or(0);
    let mut text = format!("module {name} (\n");
    for (n, port) in ports.iter().enumerate() {
        let comma = if n + 1 < ports.len() { "," } else { "" };
        let (direction, range) = head(port);
        let named = format!("{}{comma}", port.name);
        let line =
            format!("    {direction} {range:<ranges$} {named:<width$} // {}", doc(port), width = names + 1);
        if line.len() <= WIDTH {
            text += &format!("{line}\n");
        } else {
            text += &format!("{}    {direction} {range:<ranges$} {named}\n", comment(1, doc(port)));
        }
    }
    text += ");\n\n";
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

/// Whether the port has no range in the parameterised module.
fn is_scalar(inner: &Written, port: &Port) -> bool {
    port.width == 1 && inner.is_scalar(&port.name)
}

/// `.name (value)` on lines of their own, aligned.
fn connections(pairs: &[(&str, String)]) -> String {
    let width = pairs.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let last = pairs.len().saturating_sub(1);
    let line = |(n, (name, value)): (usize, &(&str, String))| {
        format!("        .{name:<width$} ({value}){}\n", if n < last { "," } else { "" })
    };
    pairs.iter().enumerate().map(line).collect()
}
