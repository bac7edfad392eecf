// SPDX-License-Identifier: Apache-2.0
//! What a policy says of itself.

use super::params::{ParamInfo, Settings};
use crate::attachments::{Attachments, Socket};
use crate::machine::MachineSpec;

/// A policy as the user sees it.
pub struct PolicyInfo {
    /// The name after `--with`.
    pub name: &'static str,
    /// The socket that it takes.
    pub socket: Socket,
    /// What it does, as a phrase for listings.
    pub meaning: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// What can be set, in the order in which [`Settings`] has the values.
    pub params: &'static [ParamInfo],
    pub(super) install: fn(&Settings, &MachineSpec, &mut Attachments),
}
