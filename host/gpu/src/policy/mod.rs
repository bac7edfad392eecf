// SPDX-License-Identifier: Apache-2.0
//! Policies without RTL: baselines and comparators, one file each, in the same sockets as the units.

mod ccws;
mod cta_pausing;
mod dyncta;
mod fcfs;
mod fixed_blocks;
mod frfcfs;
mod gto;
mod lrr;
mod params;
mod static_levels;

pub use cta_pausing::CtaPausing;
pub use fcfs::Fcfs;
pub use frfcfs::Frfcfs;
pub use gto::Gto;
pub use lrr::Lrr;
pub use params::{Kind, ParamInfo, PolicyError, Settings};

pub(crate) use fixed_blocks::Unthrottled;

use crate::attachments::Attachments;
use crate::machine::MachineSpec;

/// A policy as the user sees it.
pub struct PolicyInfo {
    /// The name after `--with`.
    pub name: &'static str,
    /// The socket that it takes.
    pub socket: &'static str,
    pub meaning: &'static str,
    /// Where it is described.
    pub source: &'static str,
    pub params: &'static [ParamInfo],
    install: fn(&Settings, &MachineSpec, &mut Attachments),
}

/// Every policy; the registration is its line here.
pub fn all() -> &'static [PolicyInfo] {
    const ALL: &[PolicyInfo] = &[
        lrr::INFO,
        gto::INFO,
        fixed_blocks::UNTHROTTLED,
        fixed_blocks::INFO,
        static_levels::INFO,
        dyncta::INFO,
        ccws::INFO,
    ];
    ALL
}

/// Puts the policy `name` into its socket of `attachments`. Returns all its parameters as they were used.
pub fn attach(
    name: &str,
    given: &[(String, String)],
    machine: &MachineSpec,
    attachments: &mut Attachments,
) -> Result<Vec<(&'static str, String)>, PolicyError> {
    let info = all().iter().find(|p| p.name == name).ok_or_else(|| PolicyError::UnknownPolicy {
        name: name.to_string(),
        known: all().iter().map(|p| p.name).collect::<Vec<_>>().join(", "),
    })?;
    let settings = Settings::parse(info.name, info.params, given)?;
    (info.install)(&settings, machine, attachments);
    Ok(settings.resolved())
}
