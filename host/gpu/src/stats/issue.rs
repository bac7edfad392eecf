// SPDX-License-Identifier: Apache-2.0
//! Why issue logic with a ready queue issues nothing.

use super::units::unit_statistics;

unit_statistics! {
    /// Counted by issue logic with one ready queue for an SM. A cause is that of the warps in the queue, of all warps if it is empty.
    IssueStats of "ready_queue", "each SM whose issue logic has one ready queue, in each cycle with a live warp; summed" {
        issued, "SM cycles", "cycles in which a warp issued";
        structural, "SM cycles", "cycles without issue in which a warp had its operands and found its unit busy";
        raw, "SM cycles", "cycles without issue and without such a warp, in which one had a decoded instruction that waited for an operand";
        control, "SM cycles", "all other cycles without issue: no decoded instruction after a branch or at the start, barriers, fences, pauses";
    }
}
