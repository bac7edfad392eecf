// SPDX-License-Identifier: Apache-2.0
//! What APOGEE counts of itself.

use crate::stats::unit_statistics;

unit_statistics! {
    /// Counted at each SM's `apogee`; what becomes of the prefetches is counted at the L1.
    ApogeeStats of "apogee", "each SM, in the cycle in which it happens; summed" {
        loads, "instructions", "loads of global memory through the L1";
        missed_loads, "instructions", "those of them that the unit could not look at: four others waited for it, or they were outside device memory";
        trained, "instructions", "loads that taught or confirmed an offset";
        trusted, "instructions", "loads that went by the offset of their entry";
        mismatches, "instructions", "loads that did not";
        allocations, "events", "entries allocated, of loads and of triggers";
        evictions, "events", "entries lost to them";
        distance_increments, "events", "distances that grew";
        distance_decrements, "events", "distances that shrank";
        triggers, "events", "triggers that fired";
        trigger_moves, "events", "triggers that moved to the load before";
        drops, "events", "jobs and lines of triggers lost because no further one could wait";
    }
}
