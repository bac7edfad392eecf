// SPDX-License-Identifier: Apache-2.0
//! Mascar with random parameters, on random machines, under every program of the manifest.

use proptest::prelude::*;
use warpsmith_tests::{cases, random_runs};

fn main() {
    cases::main(random_runs::cases(0, options))
}

/// The options of a run: parameters of Mascar, and a machine that saturates sooner or later.
fn options() -> impl Strategy<Value = Vec<String>> {
    let params = (1u32..40, 1u32..6, prop_oneof![0u32..3, 0u32..=64], any::<[bool; 7]>());
    (random_runs::machine("mascar", 8..80), params).prop_map(
        |(machine, (mshr_margin, mq_margin, entries, on))| {
            let [waits, grandfather, merges, bypass, turns, sched, rexq] = on.map(u32::from);
            // One half at least is in use.
            let rexq = rexq | (1 - sched);
            let mshr_margin = mshr_margin.min(machine.mshrs / 2);
            let mq_margin = mq_margin.min(machine.miss_queue / 2);
            machine.with(format!(
                "mascar:mshr_margin={mshr_margin},mq_margin={mq_margin},rexq_entries={entries},release_waits={waits},\
                 grandfather={grandfather},nonowner_merge={merges},owner_bypass_full={bypass},lsu_when_full={turns},\
                 sched_en={sched},rexq_en={rexq}"
            ))
        },
    )
}
