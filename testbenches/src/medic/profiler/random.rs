// SPDX-License-Identifier: Apache-2.0
//! `medic_profiler` under random stimulus.

use warpsmith_units::medic::params::{Params, Reclassify};
use warpsmith_units::medic::profiler::State;
use warpsmith_units::medic::Profiler;

use crate::coverage::{Coverage, Covered, Cycle};
use crate::medic::FULL_RUN;

/// Classifications, in the order of the codes.
const TYPES: [&str; 5] = ["all miss", "mostly miss", "balanced", "mostly hit", "all hit"];

const EVENTS: [&str; 13] = [
    "counters halved",
    "allocation",
    "reply and allocation of its slot in one cycle",
    "reply at the boundary of an epoch",
    "reply that left in profiling and comes after it",
    "reply that left after the profiling of an earlier epoch",
    "bypassed reply",
    "request in the cycle of its warp's classification",
    "request of a warp in profiling that is not balanced",
    "warp in profiling at the end of an epoch",
    "boundary lowered",
    "boundary lowered by several steps",
    "boundary raised",
];

/// Events of configurations with short epochs.
const SHORT_EPOCHS: [&str; 2] = ["too few samples", "allocation at the boundary of an epoch"];

/// The event that needs counters which a fraction of an epoch's replies fills.
const TUNER_HALVED: &str = "counters of the tuner halved";

/// The event that needs the parameter.
const RECLASSIFIED: &str = "type changes after the profiling";

/// An epoch of at most so many cycles is short.
const SHORT: u32 = 1000;

/// Epochs in which everything must have happened.
const EPOCHS: u64 = 7;

impl Covered for Profiler {
    /// The state before the cycle.
    type Memory = Option<State>;

    fn events(p: &Params) -> Vec<&'static str> {
        let mut events = [&TYPES[..], &EVENTS].concat();
        events.extend(SHORT_EPOCHS.iter().filter(|_| p.epoch_cycles <= SHORT));
        events.extend(
            (1 << (p.tune_bits + 2) <= p.epoch_cycles || p.epoch_cycles <= SHORT).then_some(TUNER_HALVED),
        );
        events.extend((p.reclassify == Reclassify::Continuous).then_some(RECLASSIFIED));
        events
    }

    fn full_run(p: &Params) -> u64 {
        FULL_RUN.max(EPOCHS * u64::from(p.epoch_cycles))
    }

    fn note(cycle: &Cycle<Profiler>, memory: &mut Option<State>, c: &mut Coverage) {
        let (p, i, o, after) = (cycle.params, cycle.input, cycle.out, cycle.model.state());
        let s = memory.replace(*after).unwrap_or_else(|| State::reset(p));
        let boundary = o.epoch_pulse;
        let slot = usize::from(i.r_wid);
        let profiled = |wid: u8| s.prof >> wid & 1 == 1;
        let counted = i.r_valid && !i.r_byp && !boundary;
        let replaced = i.r_valid && i.alloc_valid && i.alloc_wid == i.r_wid;
        if o.ev_classify {
            c.note(TYPES[usize::from(o.ev_type5)], true);
        }
        let acc = |s: &State| s.acc.as_flattened()[slot];
        let types = |s: &State| s.types.as_flattened()[slot];
        c.note("counters halved", counted && !replaced && acc(after) < acc(&s));
        let halved = after.ref_acc < s.ref_acc || after.cur_acc < s.cur_acc;
        c.note(TUNER_HALVED, halved && !boundary);
        c.note("allocation", i.alloc_valid);
        c.note("reply and allocation of its slot in one cycle", replaced && counted);
        c.note("reply at the boundary of an epoch", i.r_valid && boundary);
        c.note("reply that left in profiling and comes after it", counted && i.r_prof && !profiled(i.r_wid));
        c.note(
            "reply that left after the profiling of an earlier epoch",
            counted && !i.r_prof && profiled(i.r_wid),
        );
        c.note("bypassed reply", i.r_byp);
        let of_classified = i.q_valid && o.ev_classify && o.ev_wid == i.q_wid;
        c.note("request in the cycle of its warp's classification", of_classified);
        c.note("request of a warp in profiling that is not balanced", i.q_valid && o.q_prof && o.q_type != 1);
        c.note("warp in profiling at the end of an epoch", boundary && s.prof != 0);
        c.note("allocation at the boundary of an epoch", boundary && i.alloc_valid);
        let few = s.ref_acc.min(s.cur_acc) < u64::from(p.tune_min);
        c.note("too few samples", boundary && few);
        c.note("boundary lowered", after.k > s.k);
        c.note("boundary lowered by several steps", after.k > s.k + 1);
        c.note("boundary raised", after.k < s.k);
        let changed = counted && !replaced && !i.alloc_valid && types(after) != types(&s);
        c.note(RECLASSIFIED, changed && !o.ev_classify);
    }
}
