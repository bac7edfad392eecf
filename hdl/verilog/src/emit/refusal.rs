// SPDX-License-Identifier: Apache-2.0
//! What is wrong with a design.

use thiserror::Error;

/// Why a design is not written: its Verilog would not do what its Rust does, or would not be clean.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("module `{module}`{}: {why}", if statement.is_empty() { String::new() } else { format!(", `{statement}`") })]
pub struct Refusal {
    /// Name of the Verilog module.
    pub module: String,
    /// The statement or signal at fault; may be empty.
    pub statement: String,
    /// What is wrong, and often what to do about it.
    pub why: String,
}

impl Refusal {
    pub(crate) fn new(module: &str, statement: &str, why: impl Into<String>) -> Refusal {
        Refusal { module: module.to_string(), statement: statement.to_string(), why: why.into() }
    }
}
