// SPDX-License-Identifier: Apache-2.0
//! The ports of `mascar_sat`.

use crate::clog2;
use crate::mascar::params::Params;
use crate::ports::ports;

ports! {
    /// Inputs of `mascar_sat` in one SM cycle (specification section 5.1).
    pub struct In: In, p: Params;
    /// MSHRs of the L1 in use.
    mshr_used: u32 = clog2(p.mshr_entries + 1);
    /// Entries of the L1's miss queue in use.
    mq_used: u32 = clog2(p.mq_entries + 1);
    /// The texture cache is saturated.
    sat_tex: bool = 1;
    /// The constant cache is saturated.
    sat_const: bool = 1;
}

ports! {
    /// Outputs of `mascar_sat`, as seen in the following cycle.
    pub struct Out: Out, _p: Params;
    /// Memory access priority mode: some cache was saturated.
    mp: bool = 1;
}
