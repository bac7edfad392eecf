// SPDX-License-Identifier: Apache-2.0
//! What can go wrong, in words that say what to do.

use thiserror::Error;

#[derive(Debug, Error)]
pub enum Error {
    #[error(transparent)]
    Tool(#[from] warpsmith_synth::Error),
    #[error(transparent)]
    Emit(#[from] warpsmith_hdl::units::EmitError),
    #[error(transparent)]
    Parameter(#[from] warpsmith_units::ParamError),
    #[error("checker {checker}: {what}")]
    Checker { checker: &'static str, what: String },
    #[error("{tool} wrote something unexpected about {checker}: {what}")]
    Output { tool: &'static str, checker: &'static str, what: String },
}
