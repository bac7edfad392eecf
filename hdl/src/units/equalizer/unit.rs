// SPDX-License-Identifier: Apache-2.0
//! Equalizer as a unit of the library: description, and emission for given parameters.

use std::collections::BTreeMap;

use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::{fm, sm};
use warpsmith_units::{Parameters, PortSpec};

use super::shapes::{self, Shape, SHAPES};
use crate::emit::Writer;
use crate::units::{check_ports, parameters, EmitError, Emitted, Top, UnitInfo};

/// What the library says about Equalizer.
pub const INFO: UnitInfo = UnitInfo {
    name: "equalizer",
    about: "warp-state counters, CTA throttling and two-domain frequency voting",
    source: "Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III",
    place: "eq_sm once per SM, eq_fm once per chip",
    configurations: Params::NAMED,
    parameters: parameters::<Params>,
    emit: |configuration, overrides| {
        let mut params = Params::named(configuration).map_err(EmitError::param)?;
        for (key, value) in overrides {
            params.set(key, value).map_err(EmitError::param)?;
        }
        emit(&params)
    },
};

/// The Verilog of `eq_sm` and `eq_fm` for `params`.
///
/// # Errors
/// Impossible parameters, a shape that is not compiled in, ports that differ from the declared ones, or what the
/// writer refuses.
pub fn emit(params: &Params) -> Result<Emitted, EmitError> {
    params.validate().map_err(EmitError::param)?;
    let specs = [sm::ports(params), fm::ports(params)];
    let docs = |specs: &[PortSpec]| specs.iter().map(|s| (s.name, s.doc)).collect::<BTreeMap<_, _>>();
    let mut writer = Writer::default();
    let ports =
        shapes::write(params, &docs(&specs[0]), &docs(&specs[1]), &mut writer).ok_or_else(|| {
            EmitError::Shape {
                unit: INFO.name,
                names: "n_sm, n_warps, n_cta, epoch_len, sample_period".to_string(),
                wanted: Shape::from(params).to_string(),
                compiled: SHAPES.iter().map(|s| format!("\n    {s}")).collect(),
                file: "hdl/src/units/equalizer/shapes.rs",
            }
        })??;
    let mut tops = vec![];
    for ((name, ports), specs) in ["eq_sm", "eq_fm"].into_iter().zip(ports).zip(&specs) {
        check_ports(name, &ports, specs)?;
        tops.push(Top { name, ports });
    }
    Ok(Emitted::new(&INFO, params.name(), params.values(), writer.modules(), tops))
}
