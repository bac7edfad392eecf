// SPDX-License-Identifier: Apache-2.0
//! The parameterised modules of all units, and a unit's in one configuration.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use warpsmith_units::{Dir, Parameters, UnitInfo};

use super::constraints::constraints;
use super::registers::{self, Bus};
use super::shapes::Top as Shapes;
use super::{check_ports, thin, EmitError, Emitted, File, Top, RTL};
use crate::emit::{Interface, Library, Refusal, Shape, Written};

/// All modules of the library, sub-blocks before the blocks that hold them.
///
/// # Errors
/// A block that is refused, or whose shapes have no common form.
pub fn modules() -> Result<&'static [Written], Refusal> {
    static MODULES: OnceLock<Result<Vec<Written>, Refusal>> = OnceLock::new();
    let made = MODULES.get_or_init(|| witnesses()?.modules());
    made.as_deref().map_err(Clone::clone)
}

/// A top module's block in Rust, in the shape of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direct {
    /// What `warpsmith-units` calls the module.
    pub name: &'static str,
    /// Name of the struct in the unit's folder.
    pub block: &'static str,
    /// Values of its generic parameters.
    pub generics: Vec<u128>,
    /// How its Verilog parameters follow from those that are set, and the values of these.
    pub interface: Interface,
    /// Parameters of the Verilog module that are set, with their values in the configuration.
    pub values: Vec<(String, u128)>,
}

/// The blocks of a unit's top modules in a configuration.
pub(super) fn direct<P: Parameters>(
    wanted: fn(&P) -> &'static [Shapes<P>],
    configuration: &str,
    overrides: &[(String, String)],
) -> Result<Vec<Direct>, EmitError> {
    let params = parameters::<P>(configuration, overrides)?;
    let direct = |top: &Shapes<P>| {
        let interface = top.interface()?;
        let values = top.values(&interface, &params);
        let all = interface.values(&values);
        let value = |name: &&str| all.iter().find(|(n, _)| n == name).map_or(0, |(_, value)| *value);
        let generics = top.generics.iter().map(value).collect();
        Ok(Direct { name: top.name, block: top.block, generics, interface, values })
    };
    wanted(&params).iter().map(direct).collect()
}

/// A library of the witnesses of all units, for shapes to be added to.
///
/// # Errors
/// A block that is refused.
pub fn witnesses() -> Result<Library, Refusal> {
    let mut library = Library::default();
    RTL.iter().try_for_each(|rtl| (rtl.collect)(&mut library))?;
    registers::collect(&mut library)?;
    Ok(library)
}

/// Adds the top modules of a unit in the shapes of their witnesses.
pub(super) fn collect<P: Parameters>(library: &mut Library, tops: &[Shapes<P>]) -> Result<(), Refusal> {
    tops.iter().try_for_each(|top| (top.collect)(library, &top.interface()?))
}

/// The units that a module is part of.
///
/// # Errors
/// As of [`modules`].
pub fn units_of(module: &str) -> Result<Vec<&'static str>, Refusal> {
    static USERS: OnceLock<Result<BTreeMap<String, Vec<&'static str>>, Refusal>> = OnceLock::new();
    let users = USERS.get_or_init(|| {
        let all = modules()?;
        let mut users: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
        for rtl in RTL {
            let tops = (rtl.tops)();
            let mut used: BTreeSet<&str> = tops.into_iter().collect();
            // Sub-blocks come before the blocks that hold them.
            for module in all.iter().rev() {
                if used.contains(module.name.as_str()) {
                    used.extend(module.parts());
                }
            }
            used.into_iter().for_each(|name| users.entry(name.to_string()).or_default().push(rtl.unit));
        }
        users.extend(registers::MODULES.map(|name| (name.to_string(), warpsmith_units::with_registers())));
        Ok(users)
    });
    users.as_ref().map(|u| u.get(module).cloned().unwrap_or_default()).map_err(Clone::clone)
}

/// Whether a module is part of several units.
///
/// # Errors
/// As of [`modules`].
pub fn common(module: &str) -> Result<bool, Refusal> {
    Ok(units_of(module)?.len() > 1)
}

/// A module with values of its parameters, after the modules of its sub-blocks.
fn shapes_of(shape: Shape, all: &[Written], found: &mut Vec<Shape>) {
    if found.contains(&shape) {
        return;
    }
    if let Some(module) = all.iter().find(|m| m.name == shape.module) {
        module.instances(&shape.values).into_iter().for_each(|inner| shapes_of(inner, all, found));
    }
    found.push(shape);
}

/// The parameters of a named configuration with some changed.
fn parameters<P: Parameters>(configuration: &str, overrides: &[(String, String)]) -> Result<P, EmitError> {
    let mut params = P::named(configuration).map_err(EmitError::param)?;
    for (key, value) in overrides {
        params.set(key, value).map_err(EmitError::param)?;
    }
    params.validate().map_err(EmitError::param)?;
    Ok(params)
}

/// Emits the top modules of a unit, which `wanted` lists, in a named configuration with some parameters changed; with their
/// registers behind a bus, if one is named.
///
/// # Errors
/// Impossible parameters, ports that differ from the declared ones, or what the writer refuses.
pub(super) fn emit<P: Parameters>(
    info: &UnitInfo,
    wanted: fn(&P) -> &'static [Shapes<P>],
    configuration: &str,
    overrides: &[(String, String)],
    bus: Option<Bus>,
) -> Result<Emitted, EmitError> {
    let params = parameters::<P>(configuration, overrides)?;
    let all = modules()?;
    let name = params.name().unwrap_or("custom");
    let (mut shapes, mut tops, mut texts, mut extra) = (vec![], vec![], vec![], vec![]);
    for top in wanted(&params) {
        let Some(module) = all.iter().find(|m| m.name == top.module) else { continue };
        let values = top.values(&top.interface()?, &params);
        let values: Vec<(String, u128)> =
            values.into_iter().filter(|(name, _)| module.free().any(|(free, _)| free == name)).collect();
        let ports = module.ports(&values);
        let specs = (top.ports)(&params);
        check_ports(top.name, &ports, &specs)?;
        let entity = format!("{}_{name}", top.name);
        texts.push(thin::module(&entity, module, &values, &ports, &top.docs(&params)));
        extra.push(File { name: format!("{entity}_tb.sv"), text: (top.bench)(&entity, &params) });
        let names = |dir: Dir| specs.iter().filter(move |spec| spec.dir == dir).map(|spec| spec.name);
        let text = constraints(top.name, names(Dir::In), names(Dir::Out));
        extra.push(File { name: format!("{}.sdc", top.name), text });
        shapes_of(Shape { module: module.name.clone(), values }, all, &mut shapes);
        let registers = (top.registers)(&params);
        if let Some(bus) = bus.filter(|_| !registers.is_empty()) {
            let wrapper = registers::Wrapper { bus, entity: &entity, registers: &registers };
            let pins = wrapper.pins(&ports, &top.docs(&params));
            texts.push(wrapper.module(&ports, &pins));
            extra.push(wrapper.constraints(top.name, &pins));
            extra.extend(wrapper.maps());
            wrapper.parts().into_iter().for_each(|part| shapes_of(part, all, &mut shapes));
        }
        tops.push(Top { name: top.name, module: top.module, thin: entity, ports });
    }
    let emitted = Emitted::new(info, params.name(), params.values(), all, texts, tops, shapes)?;
    Ok(emitted.with(extra))
}
