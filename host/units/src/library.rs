// SPDX-License-Identifier: Apache-2.0
//! What can be said of every unit without knowing it.

use crate::{Module, ParamError, ParamInfo, Parameters, PortSpec, Register, Size};

/// What the library says about a unit.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// What it is, in one line.
    pub about: &'static str,
    /// The publication that it comes from.
    pub source: &'static str,
    /// Where it sits in the GPU.
    pub place: &'static str,
    /// Beginnings of names of Verilog modules inside it, with what they are for, where that is not to be told from the names
    /// of the library's primitives.
    pub blocks: &'static [(&'static str, Purpose)],
}

/// What a block of a unit is for, in tables of area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Holds requests.
    Buffers,
    /// Chooses among them.
    Selection,
    /// Finds out what the DRAM can do in a cycle.
    Legality,
}

/// A unit of the library.
pub struct UnitInfo {
    /// Its name in [`units!`](crate::units), which is that of its folders.
    pub name: &'static str,
    /// What the library says about it.
    pub description: Description,
    /// Names of the configurations; the first is the paper's.
    pub configurations: &'static [&'static str],
    /// The parameter table.
    pub parameters: fn() -> Vec<ParamInfo>,
    /// The size of a named configuration, if it is one of a series of sizes.
    pub size: fn(&str) -> Option<Size>,
    /// Its top-level modules, in the order of [`units!`](crate::units).
    pub modules: &'static [ModuleInfo],
}

/// A top-level module of a unit.
pub struct ModuleInfo {
    /// Name of the Verilog module.
    pub name: &'static str,
    /// The named configurations whose RTL is built in.
    pub built_in: &'static [&'static str],
    /// Those of them that can write waveforms.
    pub traced: &'static [&'static str],
    /// The named configurations that the benches run unless one is asked for.
    pub benched: &'static [&'static str],
    /// The ports in a configuration, as [`Parameters::named`] reads it.
    pub ports: fn(&str) -> Result<Vec<PortSpec>, ParamError>,
    /// The registers of the ports that software uses, in the same.
    pub registers: fn(&str) -> Result<Vec<Register>, ParamError>,
}

impl ModuleInfo {
    const fn of<M: Module>() -> ModuleInfo {
        ModuleInfo {
            name: M::NAME,
            built_in: M::BUILT_IN,
            traced: M::TRACED,
            benched: M::BENCHED,
            ports: |configuration| Ok(M::ports(&M::Params::named(configuration)?)),
            registers: |configuration| Ok(M::registers(&M::Params::named(configuration)?)),
        }
    }
}

/// The table of all units.
macro_rules! table {
    ($($unit:ident: $($module:ident)+;)*) => {
        &[$(UnitInfo {
            name: stringify!($unit),
            description: crate::$unit::DESCRIPTION,
            configurations: <crate::$unit::params::Params as Parameters>::NAMED,
            parameters: <crate::$unit::params::Params as Parameters>::infos,
            size: |configuration| crate::$unit::params::Params::configuration(configuration)?.size(),
            modules: &[$(ModuleInfo::of::<crate::$unit::$module>()),+],
        }),*]
    };
}

/// All units, in the order of the list.
pub fn all() -> &'static [UnitInfo] {
    const ALL: &[UnitInfo] = units!(table);
    ALL
}

/// The names of those with registers.
pub fn with_registers() -> Vec<&'static str> {
    let has = |module: &ModuleInfo, configuration| {
        (module.registers)(configuration).is_ok_and(|registers| !registers.is_empty())
    };
    let has = |unit: &&UnitInfo| unit.modules.iter().any(|module| has(module, unit.configurations[0]));
    all().iter().filter(has).map(|unit| unit.name).collect()
}

/// Their names.
pub fn names() -> Vec<&'static str> {
    all().iter().map(|unit| unit.name).collect()
}

/// The unit of this name.
pub fn find(name: &str) -> Option<&'static UnitInfo> {
    all().iter().find(|unit| unit.name == name)
}
