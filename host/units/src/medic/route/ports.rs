// SPDX-License-Identifier: Apache-2.0
//! The ports of `medic_route`.

use crate::medic::params::Params;
use crate::ports::ports;

ports! {
    /// Inputs of `medic_route`: the request at an input port of the L2 (specification section 5).
    pub struct In: In, _p: Params;
    /// There is a request.
    valid: bool = 1;
    /// What it is: 0 read of data, 1 write of data, 2 instruction, 3 other.
    kind: u8 = 2;
    /// It is an atomic operation.
    atomic: bool = 1;
    /// It is a fence, or must wait for one.
    fence: bool = 1;
    /// Type of its warp, `q_type` as it left the SM.
    warp_type: u8 = 2;
    /// Its warp was being profiled, `q_prof` as it left the SM.
    prof: bool = 1;
    /// Requests of mostly-miss warps bypass the L2.
    wbyp_en: bool = 1;
    /// Requests of mostly-hit warps go first in DRAM.
    wms_en: bool = 1;
}

ports! {
    /// Outputs of `medic_route`, all of the same cycle and 0 without a request.
    pub struct Out: Out, _p: Params;
    /// It goes past the L2.
    bypass: bool = 1, comb;
    /// It looks up the L2 but allocates no line.
    no_alloc: bool = 1, comb;
    /// It goes into the high queue of the memory controller.
    hi: bool = 1, comb;
    /// It bypasses, and a copy of its line in the L2 becomes invalid.
    inval: bool = 1, comb;
}
