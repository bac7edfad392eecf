// SPDX-License-Identifier: Apache-2.0
//! What can go wrong, in words that say what to do.

use thiserror::Error;

/// Why there is no verdict.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum Error {
    #[error(transparent)]
    Tool(#[from] warpsmith_synth::Error),
    #[error(transparent)]
    Emit(#[from] warpsmith_hdl::units::EmitError),
    #[error(transparent)]
    Parameter(#[from] warpsmith_units::ParamError),
    #[error("checker {checker}: {what}")]
    Checker { checker: &'static str, what: String },
    #[error("checker {checker}: it is for other widths than {module} has: {warning}")]
    Widths { checker: &'static str, module: String, warning: String },
    #[error("the RTL has no module `{module}`")]
    NoModule { module: &'static str },
    #[error(
        "{module} {} `{name}`; in this configuration it is a port of {wanted} bits",
        found.map_or("has no port".to_string(), |bits| format!("has a port of {bits} bits"))
    )]
    Port { module: &'static str, name: String, found: Option<usize>, wanted: usize },
    #[error("{tool} wrote something unexpected about {checker}: {what}")]
    Output { tool: &'static str, checker: &'static str, what: String },
}
