// SPDX-License-Identifier: Apache-2.0
//! `medic_repl` under random stimulus.

use warpsmith_units::medic::params::{InsertMode, Params};
use warpsmith_units::medic::repl::{Set, ALLOC, INVAL, TOUCH_HIT};
use warpsmith_units::medic::Repl;

use crate::coverage::{Coverage, Covered, Cycle};
use crate::medic::FULL_RUN;

const EVENTS: [&str; 10] = [
    "hit by a warp of another type",
    "hit of the most recent line",
    "hit of the oldest line",
    "allocation",
    "invalidation",
    "operation without a meaning",
    "empty way taken",
    "line leaves",
    "oldest line leaves",
    "all ways reserved",
];

/// The query sees an operation on its set a cycle later.
const SAME_SET: &str = "query in the cycle of an operation on its set";

/// Events that need the kind of insertion.
const BY_TYPE: [&str; 2] =
    ["line of a low class leaves before an older one", "line of the highest class leaves"];
const BY_PLACE: [&str; 2] = ["line comes in as the oldest", "line comes in in the middle"];

impl Covered for Repl {
    /// The sets before the cycle.
    type Memory = Option<Vec<Set>>;

    fn events(p: &Params) -> Vec<&'static str> {
        let mut events = EVENTS.to_vec();
        events.push(SAME_SET);
        events.extend(BY_TYPE.iter().filter(|_| p.replacement() == InsertMode::TypeKey));
        events.extend(BY_PLACE.iter().filter(|_| p.replacement() == InsertMode::Stack));
        events
    }

    fn full_run(_: &Params) -> u64 {
        FULL_RUN
    }

    fn note(cycle: &Cycle<Repl>, memory: &mut Self::Memory, c: &mut Coverage) {
        let (p, i, o) = (cycle.params, cycle.input, cycle.out);
        let sets = memory.get_or_insert_with(|| vec![Set::reset(); p.sets as usize]);
        let (operated, queried) = (sets[i.op_set as usize], sets[i.vq_set as usize]);
        let oldest = u64::from(p.assoc - 1);
        let (way, op) = (usize::from(i.way), i.op_valid.then_some(u32::from(i.op)));
        let rank = operated.rank[way];
        c.note(
            "hit by a warp of another type",
            op == Some(TOUCH_HIT) && operated.types[way] != u64::from(i.warp_type),
        );
        c.note("hit of the most recent line", op == Some(TOUCH_HIT) && rank == 0);
        c.note("hit of the oldest line", op == Some(TOUCH_HIT) && rank == oldest);
        c.note("allocation", op == Some(ALLOC));
        c.note("invalidation", op == Some(INVAL));
        c.note("operation without a meaning", op == Some(3));
        sets[i.op_set as usize] = cycle.model.sets()[i.op_set as usize];
        let after = sets[i.op_set as usize].rank[way];
        c.note("line comes in as the oldest", op == Some(ALLOC) && after == oldest);
        c.note("line comes in in the middle", op == Some(ALLOC) && after == u64::from(p.assoc / 2));
        c.note(SAME_SET, op.is_some_and(|op| op <= ALLOC) && i.op_set == i.vq_set);
        let taken = usize::from(o.vq_way);
        let lines = i.vq_valid_mask & !i.vq_resv_mask;
        let leaves = !o.vq_none && lines >> taken & 1 == 1;
        c.note("empty way taken", !o.vq_none && !leaves);
        c.note("line leaves", leaves);
        c.note("oldest line leaves", leaves && queried.rank[taken] == oldest);
        c.note("all ways reserved", o.vq_none);
        let older = |way: &usize| lines >> way & 1 == 1 && queried.rank[*way] > queried.rank[taken];
        let before_older = leaves && (0..p.assoc as usize).any(|way| older(&way));
        c.note("line of a low class leaves before an older one", before_older);
        c.note("line of the highest class leaves", leaves && queried.types[taken] >= 2);
    }
}
