// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `mask_l2bypass`.

use warpsmith_units::mask::l2bypass::In;
use warpsmith_units::mask::params::Params;

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

/// Which depths from 0 to 7 bypass with a read of this line.
fn bypassed(h: &mut Harness, line: u64) -> Result<Vec<u8>, BenchError> {
    let mut depths = Vec::new();
    for depth in 0..8 {
        (h.input.wm_addr, h.input.wm_depth) = (line << 7, depth);
        if h.eval()?.wm_bypass {
            depths.push(depth);
        }
        h.step()?;
    }
    Ok(depths)
}

fn start(params: &Params, bypass_bits: u8) -> Result<Harness, BenchError> {
    Harness::start(params, In { bypass_bits, en_l2bypass: true, ..In::default() })
}

directed! {
    fn a_leader_line_of_a_bypassed_level_takes_the_path_through_the_l2() {
        let mut h = start(&Params::PAPER, 0b1111)?;
        for (line, expected) in [(0b00011_00010_00001, vec![]), (0b00011_00010_00000, vec![1, 2, 3, 4])] {
            let depths = bypassed(&mut h, line)?;
            h.expect("depths that bypass", depths, expected)?;
        }
        Ok(())
    }

    fn without_leaders_every_line_of_a_bypassed_level_bypasses() {
        let mut h = start(&Params::VARIANT, 0b10100)?;
        for line in [0, 1, 0b00011_00010_00001] {
            let depths = bypassed(&mut h, line)?;
            h.expect("depths that bypass", depths, vec![3, 5])?;
        }
        Ok(())
    }

    fn data_and_depths_that_no_table_has_never_bypass() {
        let mut h = start(&Params::PAPER, 0b1111)?;
        let depths = bypassed(&mut h, 1)?;
        h.expect("depths that bypass", depths, vec![1, 2, 3, 4])
    }

    fn with_the_switch_off_nothing_bypasses() {
        let mut h = start(&Params::PAPER, 0b1111)?;
        h.input.en_l2bypass = false;
        let depths = bypassed(&mut h, 1)?;
        h.expect("depths that bypass", depths, vec![])
    }
}
