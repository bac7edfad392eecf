// SPDX-License-Identifier: Apache-2.0
//! What a bench finds.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use serde::Serialize;
use thiserror::Error;
use warpsmith_cosim::{CompileError, Divergence, NoRtl};
use warpsmith_units::{ParamError, Ports, VectorError};

/// The result of a bench in which model and RTL agreed.
#[derive(Clone, Debug, Serialize)]
pub struct BenchReport {
    /// Name of the unit.
    pub unit: String,
    /// The seed that fixes the random runs.
    pub seed: u64,
    /// Names of the directed benches, all passed.
    pub directed: Vec<&'static str>,
    /// The random runs.
    pub runs: Vec<RunReport>,
}

/// One random run of one module in one configuration.
#[derive(Clone, Debug, Serialize)]
pub struct RunReport {
    /// Name of the module.
    pub module: &'static str,
    /// Name of the configuration.
    pub config: String,
    /// Cycles that were run.
    pub cycles: u64,
    /// Cycles per second of wall time, stimulus, model, RTL and invariants together.
    pub cycles_per_second: f64,
    /// How often each event happened.
    pub coverage: BTreeMap<&'static str, u64>,
    /// The waveform, if one was asked for.
    pub wave: Option<PathBuf>,
}

/// Why a bench did not pass.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum BenchError {
    #[error("no unit `{unit}` has a bench; those that have: {known}")]
    UnknownUnit { unit: String, known: String },
    #[error("{unit} has no top module `{module}`")]
    NoModule { unit: String, module: String },
    #[error(transparent)]
    Vector(#[from] VectorError),
    #[error("step {step} of the replay: {cause}")]
    Replay { step: usize, cause: Box<BenchError> },
    #[error(transparent)]
    Params(#[from] ParamError),
    #[error(transparent)]
    NoRtl(#[from] NoRtl),
    #[error("netlist of {module}, configuration {config}: {cause}")]
    NoNetlist { module: &'static str, config: String, cause: String },
    #[error(transparent)]
    Compile(#[from] CompileError),
    #[error("{module}, configuration {config}: model and RTL differ\n{divergence}")]
    Divergence { module: &'static str, config: String, cycle: u64, port: &'static str, divergence: String },
    #[error("{module}, configuration {config}: {violation}")]
    Invariant { module: &'static str, config: String, violation: String },
    #[error("cycle {cycle}: {what} is {got}, the specification says {expected}")]
    Expectation { cycle: u64, what: &'static str, expected: String, got: String },
    #[error("in the cycle model: {0}")]
    CycleModel(String),
    #[error("random bench, seed {seed}: {cause}")]
    Random { seed: u64, cause: Box<BenchError> },
    #[error("directed bench `{name}`: {cause}")]
    Directed { name: &'static str, cause: Box<BenchError> },
    #[error("{module}, configuration {config}: in {cycles} cycles there was no {missing}")]
    NotCovered { module: &'static str, config: String, cycles: u64, missing: String },
    #[error("waveform {path}: {cause}")]
    Wave { path: PathBuf, cause: String },
}

impl BenchError {
    /// Cycle (from 0, since reset) and port of the divergence, if it is one.
    pub fn divergence(&self) -> Option<(u64, &'static str)> {
        match self {
            BenchError::Divergence { cycle, port, .. } => Some((*cycle, port)),
            BenchError::Random { cause, .. }
            | BenchError::Directed { cause, .. }
            | BenchError::Replay { cause, .. } => cause.divergence(),
            _ => None,
        }
    }

    /// A divergence of a module in a configuration.
    pub(crate) fn of<I: Ports>(d: &Divergence<I>, module: &'static str, config: &str) -> BenchError {
        let Divergence { cycle, port, .. } = *d;
        BenchError::Divergence { module, config: config.to_string(), cycle, port, divergence: d.to_string() }
    }
}

/// Compares a value that a bench finds in a cycle with what the specification says.
pub(crate) fn expect<V: PartialEq + fmt::Debug>(
    cycle: u64,
    what: &'static str,
    got: V,
    expected: V,
) -> Result<(), BenchError> {
    if got == expected {
        return Ok(());
    }
    let (expected, got) = (format!("{expected:?}"), format!("{got:?}"));
    Err(BenchError::Expectation { cycle, what, expected, got })
}
