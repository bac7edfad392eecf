// SPDX-License-Identifier: Apache-2.0
//! The RTL of Equalizer.

use warpsmith_units::equalizer::params::Params;
use warpsmith_units::Parameters;

use crate::rtl::{self, Compiled, NoRtl};

/// The Verilated `eq_sm`.
pub mod sm {
    pub use warpsmith_units::equalizer::sm::{In, Model, Out};

    super::top!(EqSm, "eq_sm", super::rtl::eq_sm);
    pub type Rtl = crate::Rtl<EqSm>;
    /// Model and RTL in lockstep.
    pub type Lockstep = crate::Lockstep<Model, Rtl>;
}

/// The Verilated `eq_fm`.
pub mod fm {
    pub use warpsmith_units::equalizer::fm::{In, Model, Out};

    super::top!(EqFm, "eq_fm", super::rtl::eq_fm);
    pub type Rtl = crate::Rtl<EqFm>;
    /// Model and RTL in lockstep.
    pub type Lockstep = crate::Lockstep<Model, Rtl>;
}

/// Implements `Top` for a module of this unit.
macro_rules! top {
    ($name:ident, $module:literal, $compiled:path) => {
        #[doc = concat!("The module `", $module, "`.")]
        pub struct $name;

        impl crate::Top for $name {
            type In = In;
            type Out = Out;
            type Params = super::Params;
            const NAME: &'static str = $module;

            fn compiled(params: &Self::Params) -> Result<crate::rtl::Compiled, crate::NoRtl> {
                super::find($module, params, $compiled)
            }
        }
    };
}
use top;

fn find(top: &'static str, params: &Params, table: fn(&str) -> Option<Compiled>) -> Result<Compiled, NoRtl> {
    params.name().and_then(table).ok_or_else(|| {
        let differences = |name: &&'static str| {
            let named = Params::named(name).map(|p| p.values()).unwrap_or_default();
            let differing = params.values().into_iter().zip(named).filter(|(a, b)| a != b);
            differing
                .map(|((key, ours), (_, theirs))| format!("{key} = {ours} (not {theirs})"))
                .collect::<Vec<_>>()
        };
        let nearest = Params::NAMED.iter().min_by_key(|n| differences(n).len()).copied().unwrap_or_default();
        NoRtl {
            top,
            compiled: Params::NAMED.join(", "),
            nearest,
            differences: differences(&nearest).join(", "),
            place: "host/units/src/equalizer/params.rs",
        }
    })
}
