// SPDX-License-Identifier: Apache-2.0
//! `mascar_rexq` under random stimulus.

use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::Rexq;

use crate::coverage::{Coverage, Covered, Cycle};
use crate::mascar::FULL_RUN;

const EVENTS: [&str; 2] = ["accepted from the LSU", "refused from the LSU"];

/// Events that need a queue.
const WITH_QUEUE: [&str; 4] =
    ["put into the queue", "accepted from the queue", "rotated while full", "LSU waits for the full queue"];

/// Events that need a queue that can hold something and not be full.
const WITH_ROOM: [&str; 2] = ["rotated", "LSU waits for an earlier instruction of its warp"];

/// Events that need the parameter of the same name.
const BYPASS: &str = "owner passes the full queue";
const WHEN_FULL: [&str; 3] = [
    "accepted from the LSU beside a full queue",
    "kept by the LSU beside a full queue",
    "LSU has nothing for its turn beside a full queue",
];

impl Covered for Rexq {
    /// The full queue had the port in the cycle before.
    type Memory = bool;

    fn events(params: &Params) -> Vec<&'static str> {
        let mut events = EVENTS.to_vec();
        if params.rexq_entries > 0 {
            events.extend(WITH_QUEUE);
            events.extend(WITH_ROOM.iter().filter(|_| params.rexq_entries > 1));
            events.extend(params.owner_bypass_full.then_some(BYPASS));
            events.extend(WHEN_FULL.iter().filter(|_| params.lsu_when_full));
        }
        events
    }

    fn full_run(_: &Params) -> u64 {
        FULL_RUN
    }

    fn note(cycle: &Cycle<Rexq>, queue_had_port: &mut bool, c: &mut Coverage) {
        let (i, before, o) = (cycle.input, cycle.before, cycle.out);
        let (from_lsu, from_queue) = (o.l1_v && !o.l1_src, o.l1_v && o.l1_src);
        let waits = i.lsu_v && !from_lsu;
        c.note("accepted from the LSU", from_lsu && i.l1_ack);
        c.note("refused from the LSU", from_lsu && !i.l1_ack);
        c.note("put into the queue", from_lsu && !i.l1_ack && o.lsu_rdy);
        c.note("accepted from the queue", from_queue && i.l1_ack);
        c.note("rotated", from_queue && !i.l1_ack && before.count > 1);
        c.note("rotated while full", from_queue && !i.l1_ack && before.full);
        c.note("LSU waits for the full queue", waits && before.full);
        let of_warp = before.rexq_has >> i.lsu_warp & 1 == 1;
        c.note("LSU waits for an earlier instruction of its warp", waits && !before.full && of_warp);
        let of_owner = cycle.params.owner_bypass_full && i.owner_v && i.owner == i.lsu_warp;
        c.note(BYPASS, from_lsu && before.full && of_owner);
        let [accepted, kept, unused] = WHEN_FULL;
        let in_turn = cycle.params.lsu_when_full && before.full && *queue_had_port;
        c.note(accepted, in_turn && from_lsu && i.l1_ack);
        c.note(kept, in_turn && from_lsu && !i.l1_ack);
        c.note(unused, in_turn && from_queue);
        *queue_had_port = before.full && from_queue;
    }
}
