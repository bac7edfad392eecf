// SPDX-License-Identifier: Apache-2.0
//! What is run: the policies of specification section 8.3 on the programs of the manifest.

use super::super::runs::Policy;
use crate::manifest::Class;
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    Baseline,
    Performance,
    Energy,
    BlocksOnly,
    SmHigh,
    MemHigh,
    SmLow,
    MemLow,
    DynCta,
    Ccws,
}

impl Policy for Variant {
    const ALL: &'static [Variant] = &[
        Variant::Baseline,
        Variant::Performance,
        Variant::Energy,
        Variant::BlocksOnly,
        Variant::SmHigh,
        Variant::MemHigh,
        Variant::SmLow,
        Variant::MemLow,
        Variant::DynCta,
        Variant::Ccws,
    ];

    fn name(self) -> &'static str {
        match self {
            Variant::Baseline => "baseline",
            Variant::Performance => "Equalizer, performance",
            Variant::Energy => "Equalizer, energy",
            Variant::BlocksOnly => "Equalizer, blocks only",
            Variant::SmHigh => "SM +15 %",
            Variant::MemHigh => "MEM +15 %",
            Variant::SmLow => "SM -15 %",
            Variant::MemLow => "MEM -15 %",
            Variant::DynCta => "DynCTA",
            Variant::Ccws => "CCWS",
        }
    }

    fn with(self) -> Vec<&'static str> {
        match self {
            Variant::Baseline => vec![],
            Variant::Performance => vec!["equalizer:mode=performance"],
            Variant::Energy => vec!["equalizer:mode=energy"],
            Variant::BlocksOnly => vec!["equalizer:mode=performance,dvfs=off"],
            Variant::SmHigh => vec!["static_levels:sm=high"],
            Variant::MemHigh => vec!["static_levels:mem=high"],
            Variant::SmLow => vec!["static_levels:sm=low"],
            Variant::MemLow => vec!["static_levels:mem=low"],
            Variant::DynCta => vec!["dyncta"],
            Variant::Ccws => vec!["ccws"],
        }
    }
}

/// The classes of the paper's Table 3.2, in the order of its figures.
pub const CLASSES: [Class; 4] = [Class::Compute, Class::Memory, Class::Cache, Class::Unsaturated];

/// Whether the tables of the report show this combination.
pub fn in_tables(class: Class, variant: Variant) -> bool {
    match class {
        Class::Phase => false,
        Class::Cache => true,
        _ => !matches!(variant, Variant::DynCta | Variant::Ccws),
    }
}
