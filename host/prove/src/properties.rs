// SPDX-License-Identifier: Apache-2.0
//! Properties of units and their checkers.

use std::borrow::Cow;
use std::sync::LazyLock;

use warpsmith_hdl::units::{self, registers, EmitError, Emitted};

use crate::design::{self, Design};
use crate::engine::Engine;
use crate::equality::{self, Draw};
use crate::error::Error;

/// Where the Verilog of a checker comes from.
#[derive(Clone, Copy, Debug)]
pub enum Text {
    /// It is written by hand.
    Verilog(&'static str),
    /// It is drawn by a reference model, whose outputs the RTL must give; the engine that proves it, and the conditions on
    /// parameters under which there is such a model.
    Model(Draw, Engine, &'static str),
}

/// An invariant, or the equality with a reference model, with its checker.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// Name of the unit, or `registers`: what puts registers of any unit behind a bus.
    pub unit: &'static str,
    /// The module of the unit that it is about.
    pub module: &'static str,
    /// Name of the checker's module; of an invariant it begins with the number in the specification, `i01`.
    pub name: &'static str,
    /// Configuration in which it is proved unless another is asked for.
    pub configuration: &'static str,
    /// Where its checker comes from.
    pub text: Text,
}

impl Property {
    /// The RTL that it is about, in a named configuration.
    ///
    /// # Errors
    /// There is no such configuration.
    pub fn emit(&self, configuration: &str) -> Result<Emitted, EmitError> {
        match self.unit {
            registers::UNIT => registers::parts(configuration),
            unit => units::emit(unit, configuration, &[]),
        }
    }

    /// Number of the invariant in section 11 of the unit's specification; `None` for an equality.
    pub fn number(&self) -> Option<u32> {
        match self.text {
            Text::Verilog(_) => self.name[1..3].parse().ok(),
            Text::Model(..) => None,
        }
    }

    /// The checker's Verilog for this RTL, which is that of a named configuration.
    pub(crate) fn verilog(&self, design: &Design, configuration: &str) -> Result<Cow<'static, str>, Error> {
        Ok(match self.text {
            Text::Verilog(text) => Cow::Borrowed(text),
            Text::Model(draw, ..) => equality::checker(self.name, draw, design, configuration)?.into(),
        })
    }

    /// Verilog that is read with the checker.
    pub(crate) fn common(&self) -> String {
        let unit = UNITS.iter().find(|(unit, _)| *unit == self.unit);
        COMMON.to_string() + unit.map_or("", |(_, proofs)| proofs.common)
    }

    /// What is known of the checker without the RTL.
    fn lines(&self) -> impl Iterator<Item = &'static str> {
        match self.text {
            Text::Verilog(text) => text.lines(),
            Text::Model(..) => equality::HEAD.lines(),
        }
    }

    /// What it says: the first comment of the checker, in one line.
    pub fn claim(&self) -> String {
        let comments = self.lines().skip(1).map_while(|line| line.strip_prefix("//"));
        let claim = comments.take_while(|line| !line.starts_with(" Engine:") && !line.starts_with(" For:"));
        claim.map(str::trim).collect::<Vec<_>>().join(" ")
    }

    /// Signals of the unit that are replaced by free values: what they can be does not matter, or is assumed here and
    /// proved by another checker. A checker that several units share names them for each (`// Cut in sms: `).
    pub fn cut(&self) -> Vec<&'static str> {
        let here = format!("// Cut in {}: ", self.unit);
        let mut lines = self.lines();
        let line = lines.find_map(|line| line.strip_prefix("// Cut: ").or_else(|| line.strip_prefix(&here)));
        line.map(|signals| signals.split_whitespace().collect()).unwrap_or_default()
    }

    /// Whether the checker is for this RTL; else what stands against it. It may have conditions on the parameters of the
    /// configuration (`// For: n_cpu>=1 age_mode=collapse`).
    ///
    /// # Errors
    /// The RTL has no such module, or the first condition that does not hold.
    pub fn is_for(&self, emitted: &Emitted) -> Result<(), String> {
        if design::shape(emitted, self.module).is_none() {
            return Err(format!("needs a module {}", self.module));
        }
        let conditions = match self.text {
            Text::Verilog(text) => {
                text.lines().find_map(|line| line.strip_prefix("// For: ")).unwrap_or_default()
            }
            Text::Model(.., conditions) => conditions,
        };
        let value =
            |key: &str| emitted.parameters.iter().find(|(name, _)| *name == key).map(|(_, v)| v.as_str());
        let number = |text: &str| text.parse::<u64>().ok();
        let holds = |condition: &&str| match condition.split_once(">=") {
            Some((key, least)) => value(key).and_then(number) >= number(least),
            None => condition.split_once('=').is_some_and(|(key, wanted)| value(key) == Some(wanted)),
        };
        match conditions.split_whitespace().find(|condition| !holds(condition)) {
            Some(condition) => Err(format!("is for {condition}")),
            None => Ok(()),
        }
    }

    /// The engine that its author found right.
    pub(crate) fn engine(&self) -> Engine {
        let line = || self.lines().find_map(|line| line.strip_prefix("// Engine: "));
        match self.text {
            Text::Verilog(_) => line().and_then(|words| words.parse().ok()).unwrap_or(Engine::Pdr),
            Text::Model(_, engine, _) => engine,
        }
    }
}

/// What the folder of a unit says can be proved of it.
pub(crate) struct Proofs {
    pub invariants: &'static [Property],
    pub equalities: &'static [Property],
    /// Verilog that the unit's checkers have in common; read with each of them.
    pub common: &'static str,
}

/// The text of a file in `testbenches/proofs`.
macro_rules! verilog {
    ($($file:expr),+) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testbenches/proofs/", $($file),+))
    };
}
pub(crate) use verilog;

/// The invariants of a unit, in the order of the specification. Each line: module, configuration, folder of the checkers: their
/// names.
macro_rules! invariants {
    ($unit:literal; $($module:literal $configuration:literal $folder:literal: $($name:literal)*;)*) => {
        &[$($($crate::properties::Property {
            unit: $unit,
            module: $module,
            name: $name,
            configuration: $configuration,
            text: $crate::properties::Text::Verilog($crate::properties::verilog!($folder, "/", $name, ".v")),
        }),*),*]
    };
}
pub(crate) use invariants;

/// The models of a unit that are proved equal to modules of its RTL. Each line: module, configuration, checker, the function
/// that draws the model, the engine, and conditions on parameters (`n_cta=2 job_depth=2`), if it is not for all.
macro_rules! models {
    ($unit:literal; $($module:literal $configuration:literal $name:literal $draw:ident $engine:expr $(, $only:literal)?;)*) => {
        &[$($crate::properties::Property {
            unit: $unit,
            module: $module,
            name: $name,
            configuration: $configuration,
            text: $crate::properties::Text::Model($draw, $engine, concat!($($only)?)),
        }),*]
    };
}
pub(crate) use models;

/// What checkers of all units have in common; read with each of them.
const COMMON: &str = verilog!("fifo.v");

/// One file a unit.
macro_rules! table {
    ($($unit:ident: $($module:ident)+;)*) => {
        &[
            $((stringify!($unit), &crate::units::$unit::PROOFS),)*
            (registers::UNIT, &crate::units::registers::PROOFS),
        ]
    };
}

const UNITS: &[(&str, &Proofs)] = warpsmith_units::units!(table);

static ALL: LazyLock<Vec<Property>> =
    LazyLock::new(|| UNITS.iter().flat_map(|(_, proofs)| proofs.invariants).copied().collect());
static EQUALITIES: LazyLock<Vec<Property>> =
    LazyLock::new(|| UNITS.iter().flat_map(|(_, proofs)| proofs.equalities).copied().collect());

/// Every invariant of every unit that is proved, in the order of the specifications.
pub fn all() -> &'static [Property] {
    &ALL
}

/// The reference models that are proved equal to modules of the RTL.
pub fn equalities() -> &'static [Property] {
    &EQUALITIES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_checker_states_its_invariant_and_an_engine() {
        for p in all() {
            let number = p.number().unwrap_or_default();
            assert!(p.claim().starts_with(&format!("Invariant {number}")), "{}: {}", p.name, p.claim());
            assert!(p.lines().any(|line| line.starts_with("// Engine: ")), "{}", p.name);
            assert!(p.lines().any(|line| line.starts_with(&format!("module {} ", p.name))), "{}", p.name);
        }
    }

    #[test]
    fn a_model_of_some_sizes_is_for_no_others() {
        let model = equalities().iter().find(|p| p.name == "cta_pf_engine_model").expect("a model");
        let is_for = |configuration| {
            model.is_for(&warpsmith_hdl::units::emit(model.unit, configuration, &[]).expect("RTL"))
        };
        assert_eq!(is_for("tiny"), Ok(()));
        assert_eq!(is_for("paper"), Err("is for n_cta=2".to_string()));
    }
}
