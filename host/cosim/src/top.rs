// SPDX-License-Identifier: Apache-2.0
//! The top-level modules that are compiled in.

use thiserror::Error;
use warpsmith_units::{Parameters, Ports, Unit};

use crate::registry::tops;
use crate::rtl::{self, Shim};

/// One module in one configuration: without waveforms, and the flavour that can write them, if it was compiled.
pub struct Compiled {
    pub(crate) plain: &'static Shim,
    pub(crate) traced: Option<&'static Shim>,
}

/// A top-level module that is compiled in.
pub trait Top: 'static {
    type In: Ports<Params = Self::Params>;
    type Out: Ports<Params = Self::Params>;
    type Params: Parameters;
    /// The reference model.
    type Model: Unit<In = Self::In, Out = Self::Out>;
    /// Name of the Verilog module.
    const NAME: &'static str;
    /// The configurations that are compiled in, and those that can write waveforms.
    const VERILATED: &'static [&'static str];
    const TRACED: &'static [&'static str];
    /// The reference model in its reset state.
    fn model(params: &Self::Params) -> Self::Model;
    /// The module in the configuration of this name.
    fn configuration(name: &str) -> Option<Compiled>;
}

/// There is no RTL to run. RTL is fixed at build time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoRtl {
    #[error(
        "no RTL of {top} is compiled for these parameters; compiled configurations: {compiled}. \
         They differ from the nearest, `{nearest}`, in {differences}. To compile them, add a named configuration to \
         {place} and build again"
    )]
    Parameters {
        top: &'static str,
        compiled: String,
        nearest: &'static str,
        differences: String,
        /// The file that lists the named configurations.
        place: &'static str,
    },
    #[error(
        "no RTL of {top} is compiled in configuration `{name}`; compiled configurations: {compiled}. To compile it, add it \
         in host/cosim/src/registry.rs and build again"
    )]
    Configuration { top: &'static str, name: &'static str, compiled: String },
    #[error("{top} in configuration `{name}` is compiled without waveforms; those with: {traced}")]
    Waveforms { top: &'static str, name: &'static str, traced: String },
}

/// The configuration whose hardware is that of `params`, and what was compiled of it.
pub(crate) fn find<T: Top>(params: &T::Params) -> Result<(&'static str, Compiled), NoRtl> {
    let compiled = || T::VERILATED.join(", ");
    let Some(name) = params.hardware_name() else {
        let (nearest, differences) = nearest(params, T::VERILATED);
        let place = T::Params::FILE;
        return Err(NoRtl::Parameters { top: T::NAME, compiled: compiled(), nearest, differences, place });
    };
    let found = T::configuration(name);
    found.map(|c| (name, c)).ok_or_else(|| NoRtl::Configuration { top: T::NAME, name, compiled: compiled() })
}

/// Of the configurations `names`, the one that differs least from `params`, and in what.
fn nearest<P: Parameters>(params: &P, names: &[&'static str]) -> (&'static str, String) {
    let differences = |name: &&'static str| {
        let named = P::named(name).map(|p| p.values()).unwrap_or_default();
        let differing =
            params.values().into_iter().zip(named).filter(|(a, b)| a != b && !P::RUN_TIME.contains(&a.0));
        differing
            .map(|((key, ours), (_, theirs))| format!("{key} = {ours} (not {theirs})"))
            .collect::<Vec<_>>()
    };
    let nearest = names.iter().min_by_key(|n| differences(n).len()).copied().unwrap_or_default();
    (nearest, differences(&nearest).join(", "))
}

/// Implements `Top` for each line of the registry.
macro_rules! implement {
    ($($unit:literal: $module:ident $name:ident $($path:ident)::+, $($params:ident)::+, $verilated:expr, $traced:expr;)*) => {$(
        #[doc = concat!("The module `", stringify!($module), "`.")]
        pub struct $name;

        impl Top for $name {
            type In = warpsmith_units::$($path)::+::In;
            type Out = warpsmith_units::$($path)::+::Out;
            type Params = warpsmith_units::$($params)::+;
            type Model = warpsmith_units::$($path)::+::Model;
            const NAME: &'static str = stringify!($module);
            const VERILATED: &'static [&'static str] = {
                #[allow(unused)]
                const NAMED: &[&str] = <warpsmith_units::$($params)::+ as Parameters>::NAMED;
                $verilated
            };
            const TRACED: &'static [&'static str] = {
                #[allow(unused)]
                const NAMED: &[&str] = <warpsmith_units::$($params)::+ as Parameters>::NAMED;
                $traced
            };

            fn model(params: &Self::Params) -> Self::Model {
                Self::Model::new(params)
            }

            fn configuration(name: &str) -> Option<Compiled> {
                rtl::$module(name)
            }
        }
    )*};
}
tops!(implement);
