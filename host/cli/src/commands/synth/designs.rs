// SPDX-License-Identifier: Apache-2.0
//! Which designs the command line names.

use std::collections::BTreeSet;

use crate::failure::{unknown, usage};
use anyhow::Result;
use warpsmith_hdl::emit::PortKind;
use warpsmith_hdl::units::emit;
use warpsmith_synth::{Design, Port, PortSide};
use warpsmith_units::{all, UnitInfo};

/// Every top module of the units in the configurations that are named, each by itself or with changes (`paper:n_warps=40`); an
/// empty name is that of the paper's. A unit that has none of them is an error, and so is a configuration that no unit has.
pub fn chosen(units: &[String], configs: &[String]) -> Result<Vec<Design>> {
    let units = units_named(units)?;
    let known: Vec<&str> = units.iter().flat_map(|u| u.configurations).copied().chain(["all", ""]).collect();
    if let Some(config) = configs.iter().map(|config| split(config).0).find(|name| !known.contains(name)) {
        return Err(unknown("configuration", config, &known[..known.len() - 1]));
    }
    let mut designs = Vec::new();
    for unit in units {
        for config in configs_named(unit, configs)? {
            let emitted = emit(unit.name, &config, &[]).map_err(usage)?;
            let verilog = emitted.text();
            designs.extend(emitted.tops.iter().map(|top| Design {
                unit: unit.name.to_string(),
                config: config.clone(),
                top: top.name.to_string(),
                module: top.module.to_string(),
                verilog: verilog.clone(),
                ports: top.ports.iter().filter_map(port).collect(),
            }));
        }
    }
    Ok(designs)
}

/// Those of `designs` whose top module is one of `modules`; all without any.
pub fn of_modules(designs: Vec<Design>, modules: &[String]) -> Result<Vec<Design>> {
    let known: BTreeSet<&str> = designs.iter().map(|design| design.top.as_str()).collect();
    if let Some(name) = modules.iter().find(|name| !known.contains(name.as_str())) {
        let known: Vec<&str> = known.into_iter().collect();
        return Err(unknown("top module of what is to be measured", name, &known));
    }
    let wanted = |design: &Design| modules.is_empty() || modules.contains(&design.top);
    Ok(designs.into_iter().filter(wanted).collect())
}

/// A port as synthesis sees it; none for the clock.
fn port(port: &warpsmith_hdl::emit::Port) -> Option<Port> {
    let side = match port.kind {
        PortKind::Clock => return None,
        PortKind::Reset | PortKind::In => PortSide::In,
        PortKind::Out => PortSide::Out,
    };
    Some(Port { name: port.name.clone(), width: port.width, side })
}

fn units_named(names: &[String]) -> Result<Vec<&'static UnitInfo>> {
    let known: Vec<_> = all().iter().map(|u| u.name).chain(["all"]).collect();
    if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(unknown("unit", name, &known));
    }
    let named = |unit: &&UnitInfo| names.iter().any(|name| name == "all" || name == unit.name);
    Ok(all().iter().filter(named).collect())
}

/// Name and changes.
fn split(config: &str) -> (&str, &str) {
    config.split_at(config.find(':').unwrap_or(config.len()))
}

/// Without a name, the first configuration, which is the paper's.
fn configs_named(unit: &UnitInfo, texts: &[String]) -> Result<Vec<String>> {
    let all = unit.configurations;
    let texts: Vec<(&str, &str)> = match texts {
        [] => vec![("", "")],
        texts => texts.iter().map(|text| split(text)).collect(),
    };
    let named = |config: &str| {
        let is = |name: &str| name == "all" || name == config || (name.is_empty() && config == all[0]);
        texts.iter().find(|(name, _)| is(name)).map(|(_, changes)| format!("{config}{changes}"))
    };
    let found: Vec<_> = all.iter().filter_map(|config| named(config)).collect();
    if found.is_empty() {
        let names: Vec<&str> = texts.iter().map(|(name, _)| *name).collect();
        return Err(unknown(&format!("configuration of {}", unit.name), &names.join(", "), all));
    }
    Ok(found)
}
