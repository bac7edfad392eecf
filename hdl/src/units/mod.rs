// SPDX-License-Identifier: Apache-2.0
//! The units, one folder each, and what the library offers of them.

pub mod dram_timing;
pub mod equalizer;
pub mod frfcfs;
pub mod mascar;
pub mod sms;

mod emitted;
mod shapes;

pub use emitted::{configuration_of, Emitted, File, Top};

use thiserror::Error;
use warpsmith_units::{Dir, Parameters, PortSpec};

use crate::emit::{Port, PortKind, Refusal};

/// A parameter of a unit.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: &'static str,
    pub meaning: &'static str,
    /// Value in the paper.
    pub paper: &'static str,
    /// Values that it can take.
    pub range: String,
    /// Where the paper, the dissertation or this project fixes it.
    pub source: &'static str,
}

/// The parameter table of a unit.
fn parameters<P: Parameters>() -> Vec<Parameter> {
    let parameter = |p: &warpsmith_units::ParamInfo<P>| Parameter {
        name: p.name,
        meaning: p.meaning,
        paper: p.paper,
        range: p.range.to_string(),
        source: p.source,
    };
    P::TABLE.iter().map(parameter).collect()
}

/// Emits a configuration with some parameters (name, value) changed.
pub type EmitFn = fn(&str, &[(String, String)]) -> Result<Emitted, EmitError>;

/// A unit of the library.
pub struct UnitInfo {
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// The publication that it comes from.
    pub source: &'static str,
    /// Where it sits in the GPU.
    pub place: &'static str,
    /// Names of the configurations; the first is the paper's.
    pub configurations: &'static [&'static str],
    pub parameters: fn() -> Vec<Parameter>,
    /// Emits a configuration with some parameters changed.
    pub emit: EmitFn,
}

/// All units. A new unit is one line here.
pub fn all() -> &'static [UnitInfo] {
    const UNITS: &[UnitInfo] = &[equalizer::INFO, mascar::INFO, sms::INFO, frfcfs::INFO];
    UNITS
}

/// Emits `unit` in the configuration `configuration`, with the parameters of `overrides` changed (name, value).
///
/// # Errors
/// Each [`EmitError`] names what is wrong and what is possible.
pub fn emit(unit: &str, configuration: &str, overrides: &[(String, String)]) -> Result<Emitted, EmitError> {
    match all().iter().find(|u| u.name == unit) {
        Some(info) => (info.emit)(configuration, overrides),
        None => Err(EmitError::UnknownUnit {
            unit: unit.to_string(),
            known: all().iter().map(|u| u.name).collect::<Vec<_>>().join(", "),
        }),
    }
}

/// Why a unit is not emitted.
#[derive(Debug, Error)]
pub enum EmitError {
    #[error("there is no unit `{unit}`; the units are: {known}")]
    UnknownUnit { unit: String, known: String },
    #[error("{0}")]
    Parameter(String),
    #[error(
        "{unit} is not compiled in this shape. Compiled shapes ({names}):{compiled}\n\
         To have it, add to {file} the line\n    {wanted}"
    )]
    Shape { unit: &'static str, names: String, wanted: String, compiled: String, file: &'static str },
    #[error("the ports of {top} differ from those declared in warpsmith-units: {difference}")]
    Ports { top: &'static str, difference: String },
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl EmitError {
    /// From the error of a unit's own parameters, which says key, value and range.
    fn param(error: impl std::error::Error) -> EmitError {
        EmitError::Parameter(error.to_string())
    }
}

/// Checks the ports of a top module against the declared ones: the same names, directions and widths, in the same
/// order, after `clock` and `reset`.
///
/// # Errors
/// [`EmitError::Ports`] names the first difference.
pub fn check_ports(top: &'static str, rtl: &[Port], declared: &[PortSpec]) -> Result<(), EmitError> {
    let text = |p: &Port| {
        let direction = match p.kind {
            PortKind::Clock => "clock",
            PortKind::Reset => "reset",
            PortKind::In => "in",
            PortKind::Out => "out",
        };
        format!("{direction} {} [{}]", p.name, p.width)
    };
    let expected = |s: &PortSpec| {
        let direction = match s.dir {
            Dir::In => "in",
            Dir::Out => "out",
        };
        format!("{direction} {} [{}]", s.name, s.width)
    };
    let rtl: Vec<String> = rtl.iter().map(text).collect();
    let clocks = ["clock clock [1]".to_string(), "reset reset [1]".to_string()];
    let declared: Vec<String> = clocks.into_iter().chain(declared.iter().map(expected)).collect();
    let longest = rtl.len().max(declared.len());
    let nothing = "nothing".to_string();
    match (0..longest).find(|&i| rtl.get(i) != declared.get(i)) {
        None => Ok(()),
        Some(i) => Err(EmitError::Ports {
            top,
            difference: format!(
                "port {i} is `{}` in the RTL and `{}` in the declaration",
                rtl.get(i).unwrap_or(&nothing),
                declared.get(i).unwrap_or(&nothing)
            ),
        }),
    }
}
