// SPDX-License-Identifier: Apache-2.0
//! FR-FCFS as a unit of the library.

use warpsmith_units::frfcfs::params::{AgeMode, Params};
use warpsmith_units::Parameters;

use super::shapes;
use crate::units::{parameters, UnitInfo};

/// What the library says about FR-FCFS.
pub const INFO: UnitInfo = UnitInfo {
    name: "frfcfs",
    about: "DRAM controller with one content-addressed request buffer: row hits first, then the oldest",
    source: "as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5",
    place: "memory controller, once per channel",
    configurations: Params::NAMED,
    parameters: parameters::<Params>,
    emit: |configuration, overrides| {
        // The kind of buffer decides which shapes there are.
        let chosen = overrides.iter().rev().find(|(key, _)| key == "age_mode");
        let named = Params::configuration(configuration).map(|p| p.age_mode);
        let collapse = match chosen {
            Some((_, word)) => word == AgeMode::WORDS[AgeMode::Collapse as usize],
            None => named == Some(AgeMode::Collapse),
        };
        let shapes = if collapse { shapes::collapse::SHAPES } else { shapes::timestamp::SHAPES };
        shapes.emit(&INFO, configuration, overrides)
    },
};
