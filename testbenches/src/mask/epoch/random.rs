// SPDX-License-Identifier: Apache-2.0
//! `mask_epoch` under random stimulus.

use warpsmith_units::mask::epoch::App;
use warpsmith_units::mask::params::Params;
use warpsmith_units::mask::Epoch;

use crate::coverage::{Coverage, Covered, Cycle};

/// What the first epoch shows.
const FIRST: [&str; 3] = ["application seen for the first time", "share changes", "quotas differ"];

/// What needs more of them.
const LATER: [&str; 6] = [
    "tokens given",
    "tokens taken",
    "tokens stay",
    "depth begins to bypass",
    "depth ends to bypass",
    "quota of 1",
];

/// Cycles of a run, in which long epochs end once.
const CYCLES: u64 = (1 << 17) - 1;

fn epochs(p: &Params) -> u64 {
    CYCLES / u64::from(p.epoch_len)
}

impl Covered for Epoch {
    /// What was applied last.
    type Memory = Vec<App>;

    fn events(p: &Params) -> Vec<&'static str> {
        let later = if epochs(p) < 40 { &[][..] } else { &LATER };
        [&FIRST, later].concat()
    }

    fn full_run(_: &Params) -> u64 {
        CYCLES
    }

    fn note(cycle: &Cycle<Epoch>, last: &mut Vec<App>, c: &mut Coverage) {
        let (o, before) = (cycle.out, cycle.before);
        if !o.quota_we {
            return;
        }
        let applied = &cycle.model.state().applied;
        last.resize(applied.apps.len(), App::default());
        for (old, new) in last.iter().zip(&applied.apps) {
            c.note("application seen for the first time", new.seen && !old.seen);
            c.note("tokens given", old.seen && new.tokens > old.tokens);
            c.note("tokens taken", old.seen && new.tokens < old.tokens);
            c.note("tokens stay", old.seen && new.tokens == old.tokens);
        }
        c.note("share changes", o.share != before.share);
        c.note("depth begins to bypass", o.bypass_bits & !before.bypass_bits != 0);
        c.note("depth ends to bypass", before.bypass_bits & !o.bypass_bits != 0);
        c.note("quota of 1", applied.quotas.contains(&1));
        c.note("quotas differ", applied.quotas.windows(2).any(|two| two[0] != two[1]));
        last.clone_from(&applied.apps);
    }
}
