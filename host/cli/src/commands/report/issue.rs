// SPDX-License-Identifier: Apache-2.0
//! What the issue slots were used for.

use super::bars::{shares, PartOf};
use super::compared::Compared;
use crate::page::{Chart, Part, Section};
use warpsmith_gpu::stats::{IssueStats, SmStats};

fn sm(result: &Compared) -> &SmStats {
    &result.stats().counters.sm
}

/// Of the issue logic with a ready queue, if it is attached.
fn queue(result: &Compared) -> Option<IssueStats> {
    result.stats().units.of()
}

/// Each use of an issue slot.
const SLOTS: [PartOf; 6] = [
    ("issued", |r| sm(r).slots_used as f64),
    ("waiting for an operand", |r| sm(r).slots_waiting as f64),
    ("arithmetic pipeline busy", |r| sm(r).slots_pipeline as f64),
    ("LD/ST or texture queue full", |r| sm(r).slots_memory as f64),
    ("at a barrier or paused", |r| sm(r).slots_barrier as f64),
    ("no decoded instruction", |r| sm(r).slots_empty as f64),
];

/// Each cycle of a ready queue.
const QUEUE: [PartOf; 4] = [
    ("issued", |r| queue(r).map_or(0.0, |s| s.issued as f64)),
    ("waiting for an operand", |r| queue(r).map_or(0.0, |s| s.raw as f64)),
    ("unit busy", |r| queue(r).map_or(0.0, |s| s.structural as f64)),
    ("control, barriers, pauses", |r| queue(r).map_or(0.0, |s| s.control as f64)),
];

pub fn section(results: &[Compared]) -> Section {
    let mut parts = vec![Part::figure(
        "issue-slots",
        "Issue slots",
        "Scheduler cycles of SMs with a CTA, by what became of them: sm.slots_*.",
        Chart::Bars(shares(results, &SLOTS)),
    )];
    if results.iter().any(|result| queue(result).is_some()) {
        parts.push(Part::figure(
            "ready-queue",
            "Cycles of the ready queue",
            "Cycles with a live warp, by why issue logic with one ready queue issued nothing: units.ready_queue.*.",
            Chart::Bars(shares(results, &QUEUE)),
        ));
    }
    Section { title: "Issue".to_string(), about: "Why SMs issue less than they could.".to_string(), parts }
}

#[cfg(test)]
mod tests {
    use super::super::compared::tests::{all, made_up};
    use super::*;

    #[test]
    fn every_statistic_of_issue_slots_has_its_part() {
        let mut json = serde_json::to_value(SmStats::default()).unwrap();
        for (key, value) in json.as_object_mut().unwrap() {
            *value = u64::from(key.starts_with("slots_")).into();
        }
        let known = json.as_object().unwrap().keys().filter(|key| key.starts_with("slots_")).count();
        let mut results = all(vec![made_up("a", "bfs", &[])]);
        results[0].file.statistics.total.counters.sm = serde_json::from_value(json).unwrap();
        assert!(SLOTS.iter().all(|(_, of)| of(&results[0]) == 1.0));
        assert_eq!(SLOTS.len(), known);
    }
}
