// SPDX-License-Identifier: Apache-2.0
//! A register map in SystemRDL 2.0, from which other tools make headers, drivers and pages.

use super::{Access, Register};

/// The address map of `module` with these registers; each has one field, `value`.
pub fn rdl(module: &str, registers: &[Register]) -> String {
    let mut text = format!(
        "// SPDX-License-Identifier: Apache-2.0\n\
         // The registers of {module}. Emitted by Warpsmith.\n\n\
         addrmap {module} {{\n    default regwidth = 32;\n    default accesswidth = 32;\n"
    );
    for register in registers {
        let Register { name, offset, width, doc, .. } = register;
        let kind = match register.access {
            Access::Setting { .. } => "sw = rw; hw = r;",
            Access::Status => "sw = r; hw = w;",
            Access::Count => "sw = rw; hw = r; counter;",
        };
        let reset = register.initial().map(|n| format!(" = {width}'h{n:x}")).unwrap_or_default();
        text += &format!(
            "\n    reg {{\n        desc = \"{}\";\n        field {{ {kind} }} value[{}:0]{reset};\n    }} {name} @ {offset:#x};\n",
            doc.replace('\\', "\\\\").replace('"', "\\\""),
            width - 1
        );
    }
    text + "};\n"
}
