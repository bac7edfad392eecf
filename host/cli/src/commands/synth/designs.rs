// SPDX-License-Identifier: Apache-2.0
//! Which designs the command line names.

use crate::failure::unknown;
use anyhow::Result;
use warpsmith_hdl::emit::PortKind;
use warpsmith_hdl::units::emit;
use warpsmith_synth::{Design, Port, PortSide};
use warpsmith_units::{all, UnitInfo};

/// Every top module of the units in the configurations that are named. A unit that has none of them is an error, and so is
/// a configuration that no unit has.
pub fn chosen(units: &[String], configs: &[String]) -> Result<Vec<Design>> {
    let units = units_named(units)?;
    let known: Vec<&str> = units.iter().flat_map(|u| u.configurations).copied().chain(["all"]).collect();
    if let Some(config) = configs.iter().find(|c| !known.contains(&c.as_str())) {
        return Err(unknown("configuration", config, &known));
    }
    let mut designs = Vec::new();
    for unit in units {
        for config in configs_named(unit, configs)? {
            let emitted = emit(unit.name, config, &[])?;
            let verilog = emitted.text();
            designs.extend(emitted.tops.iter().map(|top| Design {
                unit: unit.name.to_string(),
                config: config.to_string(),
                top: top.name.to_string(),
                verilog: verilog.clone(),
                ports: top.ports.iter().filter_map(port).collect(),
            }));
        }
    }
    Ok(designs)
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

/// Without a name, the first configuration, which is the paper's.
fn configs_named(unit: &UnitInfo, names: &[String]) -> Result<Vec<&'static str>> {
    let all = unit.configurations;
    if names.is_empty() {
        return Ok(all[..1].to_vec());
    }
    let named = |config: &&&str| names.iter().any(|name| name == "all" || name == **config);
    let found: Vec<_> = all.iter().filter(named).copied().collect();
    if found.is_empty() {
        return Err(unknown(&format!("configuration of {}", unit.name), &names.join(", "), all));
    }
    Ok(found)
}
