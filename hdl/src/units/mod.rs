// SPDX-License-Identifier: Apache-2.0
//! The units, one folder each, and what the library offers of them.

mod bench;
mod bender;
mod constraints;
mod core;
pub mod dram_timing;
mod emitted;
pub mod generated;
mod modules;
pub mod registers;
mod shapes;
mod thin;

pub use emitted::{configuration_of, Emitted, File, Top};
pub use modules::{common, modules, units_of, witnesses, Direct};

pub use registers::Bus;
use thiserror::Error;
use warpsmith_units::{Dir, PortSpec, UnitInfo};

use crate::emit::{Library, Port, PortKind, Refusal};

/// Emits a configuration with some parameters (name, value) changed.
type EmitFn = fn(&UnitInfo, &str, &[(String, String)], Option<Bus>) -> Result<Emitted, EmitError>;

/// What a unit's folder gives.
struct Rtl {
    unit: &'static str,
    collect: fn(&mut Library) -> Result<(), Refusal>,
    /// The modules of its tops.
    tops: fn() -> Vec<&'static str>,
    direct: DirectFn,
    emit: EmitFn,
    /// Configurations that synthesis takes minutes for.
    large: &'static [&'static str],
}

/// The blocks of a configuration with some parameters changed.
type DirectFn = fn(&str, &[(String, String)]) -> Result<Vec<Direct>, EmitError>;

/// One folder a unit, with the shapes of its top modules.
macro_rules! folders {
    ($($unit:ident: $($module:ident)+;)*) => {
        $(pub mod $unit;)*

        const RTL: &[Rtl] = &[$(Rtl {
            unit: stringify!($unit),
            collect: |library| modules::collect(library, $unit::tops()),
            tops: || $unit::tops().iter().map(|top| top.module).collect(),
            direct: |configuration, overrides| modules::direct($unit::wanted, configuration, overrides),
            emit: |info, configuration, overrides, bus| {
                modules::emit(info, $unit::wanted, configuration, overrides, bus)
            },
            large: $unit::LARGE,
        }),*];
    };
}
warpsmith_units::units!(folders);

/// Whether synthesis takes minutes for a configuration of a unit; it differs from others in sizes only.
pub fn is_large(unit: &str, configuration: &str) -> bool {
    RTL.iter().any(|rtl| rtl.unit == unit && rtl.large.contains(&configuration))
}

/// Emits `unit` in the configuration `configuration`, with the parameters of `overrides` changed (name, value).
///
/// # Errors
/// Each [`EmitError`] names what is wrong and what is possible.
pub fn emit(unit: &str, configuration: &str, overrides: &[(String, String)]) -> Result<Emitted, EmitError> {
    emit_with(unit, configuration, overrides, None)
}

/// The same with wrappers in which the unit's registers are behind a bus, and with their register maps.
///
/// # Errors
/// As of [`emit`], or that no module of the unit has registers.
pub fn emit_with_registers(
    unit: &str,
    configuration: &str,
    overrides: &[(String, String)],
    bus: Bus,
) -> Result<Emitted, EmitError> {
    let known = warpsmith_units::with_registers();
    if warpsmith_units::find(unit).is_some() && !known.contains(&unit) {
        return Err(EmitError::NoRegisters { unit: unit.to_string(), known: known.join(", ") });
    }
    emit_with(unit, configuration, overrides, Some(bus))
}

fn emit_with(
    unit: &str,
    configuration: &str,
    overrides: &[(String, String)],
    bus: Option<Bus>,
) -> Result<Emitted, EmitError> {
    let known = || warpsmith_units::names().join(", ");
    let mut rows = warpsmith_units::all().iter().zip(RTL);
    let (info, rtl) = rows
        .find(|(info, _)| info.name == unit)
        .ok_or_else(|| EmitError::UnknownUnit { unit: unit.to_string(), known: known() })?;
    (rtl.emit)(info, configuration, overrides, bus)
}

/// The blocks in Rust of the top modules of `unit` in the configuration `configuration`, with the parameters of `overrides`
/// changed: what their Verilog must do.
///
/// # Errors
/// As of [`emit`].
pub fn direct(
    unit: &str,
    configuration: &str,
    overrides: &[(String, String)],
) -> Result<Vec<Direct>, EmitError> {
    let known = || warpsmith_units::names().join(", ");
    let rtl = RTL.iter().find(|rtl| rtl.unit == unit);
    let rtl = rtl.ok_or_else(|| EmitError::UnknownUnit { unit: unit.to_string(), known: known() })?;
    (rtl.direct)(configuration, overrides)
}

/// Why a unit is not emitted.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum EmitError {
    #[error("there is no unit `{unit}`; the units are: {known}")]
    UnknownUnit { unit: String, known: String },
    #[error("no port of `{unit}` is set or read by software, so it has no registers; units with registers are: {known}")]
    NoRegisters { unit: String, known: String },
    /// A parameter or value that the unit does not have.
    #[error("{0}")]
    Parameter(String),
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
