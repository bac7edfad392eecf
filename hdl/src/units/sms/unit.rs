// SPDX-License-Identifier: Apache-2.0
//! SMS as a unit of the library.

use warpsmith_units::sms::params::Params;
use warpsmith_units::Parameters;

use super::shapes::SHAPES;
use crate::units::{parameters, UnitInfo};

/// What the library says about SMS.
pub const INFO: UnitInfo = UnitInfo {
    name: "sms",
    about: "staged memory scheduler: batches per source, batch scheduler, command FIFOs per bank",
    source: "Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5",
    place: "memory controller, once per channel",
    configurations: Params::NAMED,
    parameters: parameters::<Params>,
    emit: |configuration, overrides| SHAPES.emit(&INFO, configuration, overrides),
};
