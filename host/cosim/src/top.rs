// SPDX-License-Identifier: Apache-2.0
//! Which RTL of a module is compiled in.

use thiserror::Error;
use warpsmith_units::{Module, Parameters};

use crate::rtl::{self, Shim};

/// One module in one configuration: without waveforms, and the flavour that can write them, if it was compiled.
pub struct Compiled {
    pub(crate) plain: &'static Shim,
    pub(crate) traced: Option<&'static Shim>,
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
         to `VERILATED` of the module in host/units and build again"
    )]
    Configuration { top: &'static str, name: &'static str, compiled: String },
    #[error("{top} in configuration `{name}` is compiled without waveforms; those with: {traced}")]
    Waveforms { top: &'static str, name: &'static str, traced: String },
}

/// The configuration whose hardware is that of `params`, and what was compiled of it.
pub(crate) fn find<M: Module>(params: &M::Params) -> Result<(&'static str, Compiled), NoRtl> {
    let compiled = || M::VERILATED.join(", ");
    let Some(name) = params.hardware_name() else {
        let (nearest, differences) = nearest(params, M::VERILATED);
        let place = M::Params::FILE;
        return Err(NoRtl::Parameters { top: M::NAME, compiled: compiled(), nearest, differences, place });
    };
    let found = rtl::compiled(M::NAME, name);
    found.map(|c| (name, c)).ok_or_else(|| NoRtl::Configuration { top: M::NAME, name, compiled: compiled() })
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
