// SPDX-License-Identifier: Apache-2.0
//! What can go wrong, in words that say what to do.

use thiserror::Error;

/// Why a campaign came to no score.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum Error {
    #[error(transparent)]
    Tool(#[from] warpsmith_synth::Error),
    #[error(transparent)]
    Emit(#[from] warpsmith_hdl::units::EmitError),
    #[error(transparent)]
    Prove(#[from] warpsmith_prove::Error),
    #[error(
        "yosys's list of faults for {module} has the line `{line}`, which is no fault; use another yosys"
    )]
    List { module: String, line: String },
    #[error("{unit} has no top module `{module}`; it has: {known}")]
    Module { unit: String, module: String, known: String },
    #[error("nothing is proved of {module} that fits configuration `{configuration}`; without --by proof lockstep looks for its faults")]
    NoProofs { module: String, configuration: String },
    #[error(
        "{module}, configuration {configuration}: without any fault the bench finds one ({found}), so nothing can be learnt"
    )]
    Unsound { module: String, configuration: String, found: String },
    /// What the bench said instead of running.
    #[error("{0}")]
    Bench(String),
    /// What stopped a campaign between two faults.
    #[error("{0}")]
    Stopped(String),
}
