// SPDX-License-Identifier: Apache-2.0
//! Where a request goes (specification section 2.4, decision P14).

use crate::medic::params::Params;
use crate::medic::profiler::{MISS, MOSTLY_HIT};
use crate::word::Word;

/// Kind of a request (decision P1): a read of data.
pub const DATA_RD: u32 = 0;
/// Kind of a request: a write of data.
pub const DATA_WR: u32 = 1;
/// Kind of a request: a fetch of instructions.
pub const INSTR: u32 = 2;
/// Kind of a request: anything else.
pub const OTHER: u32 = 3;

/// The request at an input port, and the switches.
#[derive(Clone, Copy, Debug)]
pub struct Request<W: Word> {
    /// There is a request.
    pub valid: W::Bit,
    /// What it is: [`DATA_RD`] to [`OTHER`].
    pub kind: W,
    /// It is an atomic operation.
    pub atomic: W::Bit,
    /// It is a fence, or must wait for one.
    pub fence: W::Bit,
    /// Type of its warp as it left the SM: [`MISS`] to [`ALL_HIT`](crate::medic::profiler::ALL_HIT).
    pub warp_type: W,
    /// Its warp was being profiled as it left the SM.
    pub prof: W::Bit,
    /// Switch: requests of mostly-miss warps bypass the L2.
    pub wbyp_en: W::Bit,
    /// Switch: requests of mostly-hit warps go first in DRAM.
    pub wms_en: W::Bit,
}

/// What becomes of it.
#[derive(Clone, Copy, Debug)]
pub struct Decision<W: Word> {
    /// It goes past the L2.
    pub bypass: W::Bit,
    /// It looks up the L2 but allocates no line.
    pub no_alloc: W::Bit,
    /// It goes into the high queue of the memory controller.
    pub hi: W::Bit,
    /// It bypasses as a write, and a copy of its line in the L2 becomes invalid.
    pub inval: W::Bit,
}

/// Decides.
pub fn route<W: Word>(p: &Params, r: &Request<W>) -> Decision<W> {
    let steered = r.valid & r.wbyp_en & r.warp_type.is(MISS) & !r.prof;
    let ordered = r.atomic | r.fence;
    let write = r.kind.is(DATA_WR);
    let may = r.kind.is(DATA_RD) | (write & W::Bit::from(p.bypass_writes));
    let bypass = steered & may & !ordered;
    Decision {
        bypass,
        no_alloc: steered & ordered,
        hi: r.valid & r.wms_en & !r.warp_type.below(MOSTLY_HIT),
        inval: bypass & write,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A read of a mostly-miss warp, with all switches on.
    const READ: Request<u64> = Request {
        valid: true,
        kind: DATA_RD as u64,
        atomic: false,
        fence: false,
        warp_type: MISS as u64,
        prof: false,
        wbyp_en: true,
        wms_en: true,
    };

    /// What becomes of a request in the paper's configuration: bypass, no_alloc, hi, inval.
    fn of(r: Request<u64>) -> [bool; 4] {
        let d = route(&Params::PAPER, &r);
        [d.bypass, d.no_alloc, d.hi, d.inval]
    }

    const NOTHING: [bool; 4] = [false; 4];

    #[test]
    fn data_of_mostly_miss_warps_bypasses_and_a_write_invalidates() {
        assert_eq!(of(READ), [true, false, false, false]);
        assert_eq!(of(Request { kind: DATA_WR.into(), ..READ }), [true, false, false, true]);
        for kind in [INSTR, OTHER] {
            assert_eq!(of(Request { kind: kind.into(), ..READ }), NOTHING);
        }
    }

    #[test]
    fn without_bypass_writes_a_write_stays_on_the_path_through_the_l2() {
        let p = Params { bypass_writes: false, ..Params::PAPER };
        let write = Request { kind: DATA_WR.into(), ..READ };
        assert!(!route(&p, &write).bypass && !route(&p, &write).inval && route(&p, &READ).bypass);
    }

    #[test]
    fn an_atomic_or_fence_of_a_mostly_miss_warp_looks_up_the_l2_and_allocates_nothing() {
        for (atomic, fence) in [(true, false), (false, true), (true, true)] {
            assert_eq!(of(Request { atomic, fence, ..READ }), [false, true, false, false]);
        }
    }

    #[test]
    fn nothing_is_steered_while_the_warp_is_profiled_but_priority() {
        assert_eq!(of(Request { prof: true, ..READ }), NOTHING);
        assert_eq!(of(Request { prof: true, atomic: true, ..READ }), NOTHING);
        assert_eq!(of(Request { prof: true, warp_type: 2, ..READ }), [false, false, true, false]);
    }

    #[test]
    fn warps_that_mostly_hit_go_first_in_dram() {
        assert_eq!([1, 2, 3].map(|warp_type| of(Request { warp_type, ..READ })[2]), [false, true, true]);
        assert_eq!(of(Request { warp_type: 3, wms_en: false, ..READ }), NOTHING);
    }

    #[test]
    fn without_a_request_or_with_the_switches_off_all_outputs_are_0() {
        for warp_type in 0..4 {
            assert_eq!(of(Request { warp_type, valid: false, ..READ }), NOTHING);
            assert_eq!(of(Request { warp_type, wbyp_en: false, wms_en: false, ..READ }), NOTHING);
        }
    }
}
