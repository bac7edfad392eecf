// SPDX-License-Identifier: Apache-2.0
//! A register map as a table.

use super::{Access, Register};

impl Register {
    /// Address, name, bits, access, value after reset and meaning, as tables in Markdown have them.
    pub fn row(&self) -> [String; 6] {
        let access = match self.access {
            Access::Setting { .. } => "read, write",
            Access::Status => "read",
            Access::Count => "count",
        };
        [
            format!("{:#05x}", self.offset),
            format!("`{}`", self.name),
            self.width.to_string(),
            access.to_string(),
            self.initial().map_or("-".to_string(), |n| format!("{n:#x}")),
            self.doc.clone(),
        ]
    }
}

/// The registers as a table in Markdown.
pub fn markdown(registers: &[Register]) -> String {
    let head = "| address | register | bits | access | after reset | meaning |\n|---|---|---|---|---|---|\n";
    let row = |register: &Register| format!("| {} |\n", register.row().join(" | "));
    head.to_string() + &registers.iter().map(row).collect::<String>()
}
