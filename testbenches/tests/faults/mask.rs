// SPDX-License-Identifier: Apache-2.0
//! Faults in MASK.

use warpsmith_cosim::Divergence;
use warpsmith_units::mask::{monitor, Monitor};

use crate::{divergence, Fault, SMALL};

fn monitor(fault: Option<Fault>) -> Option<Divergence<monitor::In>> {
    divergence::<Monitor>("mask", SMALL, fault)
}

#[test]
fn unchanged_copies_agree_with_the_models() {
    assert!(monitor(None).is_none());
}

faults! {
    // The monitor.
    a_warp_that_counts_each_time_it_issues: monitor, "mask_monitor.v", "fresh =", " && !all[warp]" => "", "uniq";
    a_peak_that_falls: monitor, "mask_monitor.v", "if (stalled >", ">" => "!=", "warps_peak";
    an_epoch_that_forgets_its_last_cycle: monitor, "mask_monitor.v", "ended_uniq <= total", "total" => "count", "uniq";
    warps_that_stay_seen: monitor, "mask_monitor.v", "seen <= {WARPS{1'b0}};", "{WARPS{1'b0}}" => "all", "uniq";
}
