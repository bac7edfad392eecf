// SPDX-License-Identifier: Apache-2.0
//! Which designs the command line names.

use crate::failure::unknown;
use anyhow::Result;
use warpsmith_hdl::emit::PortKind;
use warpsmith_hdl::units::{self, UnitInfo};
use warpsmith_synth::{Design, Port, PortSide};

/// Every top module of the units and configurations that are named.
pub fn chosen(unit: &str, config: Option<&str>) -> Result<Vec<Design>> {
    let mut designs = Vec::new();
    for unit in units_named(unit)? {
        for config in configs_named(unit, config)? {
            let emitted = (unit.emit)(config, &[])?;
            let verilog: String = emitted.verilog().map(|file| file.text.as_str()).collect();
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

fn units_named(name: &str) -> Result<Vec<&'static UnitInfo>> {
    let found: Vec<_> = units::all().iter().filter(|u| name == "all" || name == u.name).collect();
    if found.is_empty() {
        let names: Vec<_> = units::all().iter().map(|u| u.name).chain(["all"]).collect();
        return Err(unknown("unit", name, &names));
    }
    Ok(found)
}

/// Without a name, the first configuration, which is the paper's.
fn configs_named(unit: &UnitInfo, name: Option<&str>) -> Result<Vec<&'static str>> {
    let all = unit.configurations;
    match name {
        None => Ok(all[..1].to_vec()),
        Some("all") => Ok(all.to_vec()),
        Some(name) => match all.iter().find(|c| **c == name) {
            Some(config) => Ok(vec![config]),
            None => {
                let names: Vec<_> = all.iter().copied().chain(["all"]).collect();
                Err(unknown(&format!("configuration of {}", unit.name), name, &names))
            }
        },
    }
}
