// SPDX-License-Identifier: Apache-2.0
//! The ports of `frfcfs`.

use super::params::Params;
use crate::dram_timing::controller_ports;

controller_ports! {
    /// Inputs of `frfcfs` in one controller cycle (specification sections 5 and 8.3.1).
    In {}
    /// Outputs of `frfcfs`, as seen in the following cycle. All are functions of registers.
    Out {}
    p: Params
}
