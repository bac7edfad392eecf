// SPDX-License-Identifier: Apache-2.0
//! `simt_bpred` under random stimulus.

use warpsmith_units::ilp::params::Params;
use warpsmith_units::ilp::Bpred;

use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 12] = [
    "predicted taken by the counter",
    "predicted not taken by the counter",
    "predicted backward",
    "predicted forward",
    "predicted by the outcome",
    "not predicted",
    "divergent branch",
    "predicted wrongly",
    "branch without threads",
    "counter at its most goes up",
    "counter at its least goes down",
    "lookup and update of a counter in one cycle",
];

impl Covered for Bpred {
    /// The counters before the cycle.
    type Memory = Vec<u8>;

    fn events(_: &Params) -> Vec<&'static str> {
        EVENTS.to_vec()
    }

    fn full_run(_: &Params) -> u64 {
        1 << 16
    }

    fn note(cycle: &Cycle<Bpred>, counters: &mut Vec<u8>, c: &mut Coverage) {
        let (i, o) = (cycle.input, cycle.out);
        let shows = |mode: u8, taken: bool| o.pr_valid && i.mode == mode && o.pr_taken == taken;
        c.note("predicted taken by the counter", shows(2, true));
        c.note("predicted not taken by the counter", shows(2, false));
        c.note("predicted backward", shows(1, true));
        c.note("predicted forward", shows(1, false));
        c.note("predicted by the outcome", shows(3, true));
        c.note("not predicted", shows(0, false));
        c.note("divergent branch", o.rs_div);
        c.note("predicted wrongly", o.rs_mis);
        c.note("branch without threads", i.rs_valid && i.rs_active == 0);
        let learns = i.rs_valid && i.mode == 2 && i.rs_active != 0;
        let now = cycle.model.state().counters[i.rs_idx as usize];
        let stays = learns && counters.get(i.rs_idx as usize) == Some(&now);
        c.note("counter at its most goes up", stays && now == 3);
        c.note("counter at its least goes down", stays && now == 0);
        c.note("lookup and update of a counter in one cycle", learns && o.pr_valid && o.pr_idx == i.rs_idx);
        counters.clone_from(&cycle.model.state().counters);
    }
}
