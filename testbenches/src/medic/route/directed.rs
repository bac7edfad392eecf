// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `medic_route`, and the whole table of its inputs.

use warpsmith_units::medic::params::Params;
use warpsmith_units::medic::profiler::{ALL_HIT, BALANCED, MISS, MOSTLY_HIT};
use warpsmith_units::medic::route::{In, Out, DATA_RD, DATA_WR, INSTR, OTHER};
use warpsmith_units::Parameters;

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

/// A read of a mostly-miss warp, with all switches on.
fn read() -> In {
    In {
        valid: true,
        kind: DATA_RD as u8,
        warp_type: MISS as u8,
        wbyp_en: true,
        wms_en: true,
        ..In::default()
    }
}

const NOTHING: Out = Out { bypass: false, no_alloc: false, hi: false, inval: false };
const BYPASS: Out = Out { bypass: true, ..NOTHING };
const NO_ALLOC: Out = Out { no_alloc: true, ..NOTHING };
const HI: Out = Out { hi: true, ..NOTHING };

/// What becomes of a request, in the cycle and at its end.
fn expect(h: &mut Harness, request: In, expected: Out) -> Result<(), BenchError> {
    h.input = request;
    let out = h.eval()?;
    h.expect("decision", out, expected)?;
    h.input = request;
    h.step()?;
    h.expect("decision at the edge", h.out, expected)
}

fn start() -> Result<Harness, BenchError> {
    Harness::start(&Params::PAPER, In::default())
}

directed! {
    fn a_read_of_a_mostly_miss_warp_bypasses_and_a_write_drops_the_copy_in_the_l2_too() {
        let mut h = start()?;
        expect(&mut h, read(), BYPASS)?;
        expect(&mut h, In { kind: DATA_WR as u8, ..read() }, Out { inval: true, ..BYPASS })?;
        for kind in [INSTR, OTHER] {
            expect(&mut h, In { kind: kind as u8, ..read() }, NOTHING)?;
        }
        Ok(())
    }

    fn an_atomic_or_a_fence_of_a_mostly_miss_warp_looks_up_the_l2_without_allocation() {
        let mut h = start()?;
        for (atomic, fence) in [(true, false), (false, true), (true, true)] {
            for kind in [DATA_RD, DATA_WR, OTHER] {
                expect(&mut h, In { atomic, fence, kind: kind as u8, ..read() }, NO_ALLOC)?;
            }
        }
        Ok(())
    }

    fn nothing_of_a_warp_in_profiling_bypasses_but_its_priority_holds() {
        let mut h = start()?;
        expect(&mut h, In { prof: true, ..read() }, NOTHING)?;
        expect(&mut h, In { prof: true, atomic: true, ..read() }, NOTHING)?;
        expect(&mut h, In { prof: true, warp_type: ALL_HIT as u8, ..read() }, HI)
    }

    fn warps_that_mostly_or_always_hit_go_first_in_dram() {
        let mut h = start()?;
        for (warp_type, expected) in [(BALANCED, NOTHING), (MOSTLY_HIT, HI), (ALL_HIT, HI)] {
            expect(&mut h, In { warp_type: warp_type as u8, ..read() }, expected)?;
        }
        Ok(())
    }

    fn each_switch_turns_off_its_part_alone() {
        let mut h = start()?;
        let hit = In { warp_type: ALL_HIT as u8, ..read() };
        expect(&mut h, In { wbyp_en: false, ..read() }, NOTHING)?;
        expect(&mut h, In { wbyp_en: false, atomic: true, ..read() }, NOTHING)?;
        expect(&mut h, In { wbyp_en: false, ..hit }, HI)?;
        expect(&mut h, In { wms_en: false, ..hit }, NOTHING)?;
        expect(&mut h, In { wms_en: false, ..read() }, BYPASS)
    }

    fn without_bypass_writes_a_write_of_a_mostly_miss_warp_goes_through_the_l2() {
        let mut h = Harness::start(&Params::named("paper:bypass_writes=0")?, In::default())?;
        expect(&mut h, In { kind: DATA_WR as u8, ..read() }, NOTHING)?;
        expect(&mut h, read(), BYPASS)
    }

    fn without_a_request_all_outputs_are_0() {
        let mut h = start()?;
        for warp_type in 0..4 {
            for atomic in [false, true] {
                expect(&mut h, In { valid: false, warp_type, atomic, ..read() }, NOTHING)?;
            }
        }
        Ok(())
    }

    fn every_combination_of_inputs_decides_as_section_2_4_says() {
        for params in [Params::PAPER, Params::VARIANT] {
            let mut h = Harness::start(&params, In::default())?;
            for code in 0u32..1 << 10 {
                let bit = |n: u32| code >> n & 1 == 1;
                let i = In {
                    valid: bit(0),
                    kind: (code >> 1 & 3) as u8,
                    atomic: bit(3),
                    fence: bit(4),
                    warp_type: (code >> 5 & 3) as u8,
                    prof: bit(7),
                    wbyp_en: bit(8),
                    wms_en: bit(9),
                };
                let data = i.kind == 0 || (i.kind == 1 && params.bypass_writes);
                let cand = i.valid && i.wbyp_en && i.warp_type == 0 && !i.prof;
                let bypass = cand && data && !(i.atomic || i.fence);
                let expected = Out {
                    bypass,
                    no_alloc: cand && (i.atomic || i.fence),
                    hi: i.valid && i.wms_en && i.warp_type >= 2,
                    inval: bypass && i.kind == 1,
                };
                expect(&mut h, i, expected)?;
            }
        }
        Ok(())
    }
}
