// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `mask_monitor`.

use warpsmith_units::mask::monitor::In;
use warpsmith_units::mask::params::Params;

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

fn start(params: &Params) -> Result<Harness, BenchError> {
    Harness::start(params, In::default())
}

/// Warps that issue in this cycle, from port 0 on.
fn set_issue(h: &mut Harness, warps: &[u32]) {
    let width = h.params.warp_width();
    h.input.issue_warp = 0;
    for (port, warp) in warps.iter().enumerate() {
        h.input.issue_valid |= 1 << port;
        h.input.issue_warp |= warp << (port * width);
    }
}

/// A cycle in which they issue.
fn issue(h: &mut Harness, warps: &[u32]) -> Result<(), BenchError> {
    set_issue(h, warps);
    h.step()
}

/// The epoch ends with the cycle whose inputs are set, and this is what it has found.
fn expect_epoch(h: &mut Harness, uniq: u8, warps_peak: u8) -> Result<(), BenchError> {
    h.input.tick = true;
    h.step()?;
    h.expect("uniq", h.out.uniq, uniq)?;
    h.expect("warps_peak", h.out.warps_peak, warps_peak)
}

directed! {
    fn the_256th_warp_leaves_the_count_at_255() {
        let mut h = start(&Params::WARPS256)?;
        for warp in (0..254).step_by(2) {
            issue(&mut h, &[warp, warp + 1])?;
        }
        issue(&mut h, &[254])?;
        expect_epoch(&mut h, 255, 0)?;
        for warp in (0..256).step_by(2) {
            issue(&mut h, &[warp, warp + 1])?;
        }
        expect_epoch(&mut h, 255, 0)?;
        issue(&mut h, &[255])?;
        expect_epoch(&mut h, 1, 0)
    }

    fn a_warp_that_issues_twice_counts_once_also_at_two_ports_at_once() {
        let mut h = start(&Params::PAPER)?;
        issue(&mut h, &[63, 63])?;
        issue(&mut h, &[63, 5])?;
        issue(&mut h, &[5, 63])?;
        expect_epoch(&mut h, 2, 0)
    }

    fn a_warp_that_issues_in_the_last_cycle_of_an_epoch_belongs_to_it() {
        let mut h = start(&Params::PAPER)?;
        issue(&mut h, &[1])?;
        set_issue(&mut h, &[2, 3]);
        h.input.stalled = 9;
        expect_epoch(&mut h, 3, 9)?;
        issue(&mut h, &[2])?;
        expect_epoch(&mut h, 1, 0)
    }

    fn all_64_warps_that_wait_for_a_page_are_63() {
        let mut h = start(&Params::PAPER)?;
        for stalled in [1, 63, 20] {
            h.input.stalled = stalled;
            h.step()?;
        }
        expect_epoch(&mut h, 0, 63)?;
        h.input.stalled = 2;
        expect_epoch(&mut h, 0, 2)
    }

    fn reset_in_an_epoch_forgets_it_and_the_one_before() {
        let mut h = start(&Params::PAPER)?;
        h.input.stalled = 7;
        issue(&mut h, &[1, 2])?;
        expect_epoch(&mut h, 2, 7)?;
        h.input.stalled = 9;
        issue(&mut h, &[4, 6])?;
        h.reset();
        h.input = In::default();
        h.expect("outputs", (h.out.uniq, h.out.warps_peak), (0, 0))?;
        expect_epoch(&mut h, 0, 0)
    }
}
