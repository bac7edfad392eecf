// SPDX-License-Identifier: Apache-2.0
//! `apogee` under random stimulus.

use warpsmith_units::apogee::params::Params;
use warpsmith_units::apogee::{Apogee, Entry, Kind, Stage, FILLED};

use super::FULL_RUN;
use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 10] = [
    "load dropped",
    "load trains",
    "load of two lanes goes by its entry",
    "mismatch",
    "entry allocated",
    "entry replaced",
    "load waits for its outcome",
    "loads wait for the table",
    "scalar load",
    "flush while a load waits",
];

/// Events of prefetches of either kind.
const PREFETCHES: [&str; 3] = ["prefetch sent", "prefetch of a line that is there", "prefetch held"];

/// Events that need prefetches at fixed offsets.
const FOA: [&str; 6] = [
    "distance grows",
    "distance shrinks",
    "tracked line comes",
    "line filled in the cycle of a commit",
    "tracked line sent in the cycle of a commit",
    "flush during a job",
];

/// Events that need triggers.
const TIA: [&str; 4] =
    ["trigger fires", "trigger moves", "two triggers of one load", "demand merges into a trigger's line"];

const HIGHEST: &str = "highest distance";
const SATURATED: &str = "highest confidence";
const LOST: &str = "job or line lost";
const ONE_BEAT: &str = "loads of one beat";
const BETWEEN: &str = "flush between two beats";
/// An event that needs a queue of two.
const LATER: &str = "line tracked that is not the first";
/// A trigger's line and one of a job in the same cycle.
const TRIGGER_FIRST: &str = "trigger fires during a job";

impl Covered for Apogee {
    /// A trigger has fired in the cycle before.
    type Memory = bool;

    fn events(p: &Params) -> Vec<&'static str> {
        let mut events = EVENTS.to_vec();
        events.push(if p.beats() == 1 { ONE_BEAT } else { BETWEEN });
        events.extend(PREFETCHES);
        if p.foa_en {
            events.extend(FOA);
            events.push(LOST);
            events.extend((p.pfq_depth > 1).then_some(LATER));
            events.extend((p.dist_bits < 4).then_some(HIGHEST));
        }
        if p.tia_en {
            events.extend(TIA);
            events.extend(p.foa_en.then_some(TRIGGER_FIRST));
        }
        events.push(SATURATED);
        events
    }

    fn full_run(_: &Params) -> u64 {
        FULL_RUN
    }

    fn note(cycle: &Cycle<Apogee>, fired: &mut bool, c: &mut Coverage) {
        let (p, i, before, o) = (cycle.params, cycle.input, cycle.before, cycle.out);
        let state = cycle.model.state();
        let first = i.ld_v && i.ld_first;
        let committed = state.stage() == Stage::Settled;
        c.note("load dropped", first && !before.ld_rdy);
        c.note("load trains", o.stat_trained);
        c.note("load of two lanes goes by its entry", o.stat_trusted && !o.stat_trained);
        c.note("mismatch", o.stat_mismatch);
        c.note("entry allocated", o.stat_alloc && !o.stat_evict);
        c.note("entry replaced", o.stat_evict);
        let oldest = state.waiting().front();
        let waits = oldest.is_some_and(|load| load.outcome.is_none());
        c.note("load waits for its outcome", state.stage() == Stage::Commit && waits);
        let told = state.waiting().iter().filter(|load| load.outcome.is_some()).count();
        c.note("loads wait for the table", told > 1);
        let scalar = |e: &Entry| matches!(e.kind, Kind::Load(t) if t.scalar);
        c.note("scalar load", o.stat_trusted && state.table().entries().any(|(_, e)| scalar(e)));
        c.note("flush while a load waits", i.flush && i.res_v);
        c.note(BETWEEN, i.flush && i.ld_v && !i.ld_last);
        c.note(ONE_BEAT, first && i.ld_last && before.ld_rdy);

        let taken = before.pf_v && i.pf_rdy;
        c.note("prefetch sent", taken && i.pf_sent);
        c.note("prefetch of a line that is there", taken && !i.pf_sent);
        c.note("prefetch held", before.pf_v && !i.pf_rdy);
        c.note("distance grows", o.stat_dist_inc);
        c.note("distance shrinks", o.stat_dist_dec);
        let filled = state.table().get(i.fill_entry.into()).map(|e| e.state(i.fill_warp)) == Some(FILLED);
        c.note("tracked line comes", i.fill_v && filled);
        c.note("line filled in the cycle of a commit", i.fill_v && committed);
        let tracked = taken && i.pf_sent && before.pf_track;
        c.note("tracked line sent in the cycle of a commit", tracked && committed);
        let same = (before.pf_entry, before.pf_warp) == (o.pf_entry, o.pf_warp);
        c.note(
            "line tracked that is not the first",
            taken && !i.pf_sent && before.pf_track && o.pf_track && same,
        );
        c.note("flush during a job", i.flush && before.pf_v && !before.pf_trig);
        let highest = |e: &Entry| matches!(e.kind, Kind::Load(t) if t.distance == u64::from(p.dist_max()));
        c.note(HIGHEST, o.stat_dist_inc && state.table().entries().any(|(_, e)| highest(e)));
        c.note(SATURATED, o.stat_trained && state.table().entries().any(|(_, e)| e.conf() == p.conf_max()));
        c.note(LOST, o.stat_drop);
        c.note("trigger fires", o.stat_trig_fire);
        c.note("trigger moves", o.stat_trig_move);
        c.note("two triggers of one load", *fired && o.stat_trig_fire);
        let trigger =
            state.table().get(i.res_entry.into()).is_some_and(|e| matches!(e.kind, Kind::Trigger(_)));
        c.note("demand merges into a trigger's line", i.res_v && i.res_merged && trigger);
        c.note(TRIGGER_FIRST, o.stat_trig_fire && state.generates());
        *fired = o.stat_trig_fire;
    }
}
