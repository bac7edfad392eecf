// SPDX-License-Identifier: Apache-2.0
//! `mosaic_frames` under random stimulus.

use warpsmith_units::mosaic::frames::{
    In, Out, ACTION_EMERG, ACTION_SPLINTER_COMPACT, ACTION_SPLINTER_FREE, ACTION_TO_FREE, ALLOC_BASE,
    ALLOC_LARGE, EMERG_POP, FREE_RANGE, READ_BITMAP, SET_COALESCED, SET_FREE, SET_SPLINTERED,
};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::Frames;

use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 27] = [
    "large page allocated",
    "no frame for a large page",
    "base page begins a frame",
    "base page fills its frame",
    "no frame for a base page",
    "page of a channel",
    "no page of a channel",
    "page of a frame that is asked for",
    "foreign page",
    "frame that was in use is taken",
    "frame has a successor",
    "pages freed, nothing else happens",
    "last page freed",
    "large page empty",
    "large page below the threshold",
    "large page into the emergency list",
    "large page in the emergency list already",
    "frame coalesced",
    "frame cannot be coalesced",
    "frame splintered",
    "frame in the emergency list is not splintered",
    "frame freed that was listed",
    "emergency frame of the application that is not the oldest",
    "emergency frame of another application",
    "emergency list empty",
    "bitmap read",
    "command asked while another is under way",
];

/// The last command, and the number of frames in the emergency list before it.
#[derive(Default)]
pub struct Last {
    command: In,
    emergency: u32,
    /// The oldest frame there, and whether its application is that of the command.
    oldest: Option<(u32, bool)>,
    recycled: bool,
    room: u32,
}

impl Covered for Frames {
    type Memory = Last;

    fn events(p: &Params) -> Vec<&'static str> {
        // In a run of the paper's 1536 frames some application that asks has free pages, or some frame is free, whenever one asks.
        let met = |event: &&str| {
            (p.num_apps > 1 || !event.starts_with("emergency frame of"))
                && (p.frames < 1000 || *event != "no frame for a base page")
        };
        EVENTS.into_iter().filter(met).collect()
    }

    fn full_run(_: &Params) -> u64 {
        1 << 17
    }

    fn note(cycle: &Cycle<Frames>, last: &mut Last, c: &mut Coverage) {
        let (p, i, o, before) = (cycle.params, cycle.input, cycle.out, cycle.before);
        let s = cycle.model.state();
        c.note("command asked while another is under way", i.cmd_valid && !before.cmd_ready);
        if i.cmd_valid && before.cmd_ready {
            let app = usize::from(i.cmd_app);
            let owner = |frame: u32| s.frames()[frame as usize].owner;
            let oldest = s.emergency().front().map(|frame| (*frame, owner(*frame) == i.cmd_app));
            let room = before.free_slots_of(p, app);
            *last = Last {
                command: *i,
                emergency: before.emergency,
                oldest,
                recycled: !s.free().0.is_empty(),
                room,
            };
        }
        if o.rsp_valid {
            respond(p, o, last, c);
        }
    }
}

fn respond(p: &Params, o: &Out, last: &Last, c: &mut Coverage) {
    let Last { command, emergency, oldest, recycled, room } = last;
    let (op, ok, pages) = (command.cmd_op, o.rsp_ok, p.frame_pages());
    let first = op == ALLOC_BASE && !command.cmd_at && command.cmd_any && !command.cmd_foreign;
    let begins = ok && (op == ALLOC_LARGE || (first && *room == 0));
    let of_channel = op == ALLOC_BASE && !command.cmd_any;
    c.note("large page allocated", ok && op == ALLOC_LARGE);
    c.note("no frame for a large page", !ok && op == ALLOC_LARGE);
    c.note("base page begins a frame", begins && first);
    c.note("base page fills its frame", ok && op == ALLOC_BASE && o.rsp_count == pages);
    c.note("no frame for a base page", !ok && first);
    c.note("page of a channel", ok && of_channel);
    c.note("no page of a channel", !ok && of_channel && *room > 0);
    c.note("page of a frame that is asked for", ok && op == ALLOC_BASE && command.cmd_at);
    c.note("foreign page", ok && op == ALLOC_BASE && command.cmd_foreign);
    c.note("frame that was in use is taken", begins && *recycled);
    c.note("frame has a successor", o.rsp_more);
    let action = o.rsp_action;
    c.note("pages freed, nothing else happens", ok && op == FREE_RANGE && action == 0);
    c.note("last page freed", action == ACTION_TO_FREE);
    c.note("large page empty", action == ACTION_SPLINTER_FREE);
    c.note("large page below the threshold", action == ACTION_SPLINTER_COMPACT);
    c.note("large page into the emergency list", action == ACTION_EMERG && o.emergency > *emergency);
    c.note("large page in the emergency list already", action == ACTION_EMERG && o.emergency == *emergency);
    c.note("frame coalesced", ok && op == SET_COALESCED);
    c.note("frame cannot be coalesced", !ok && op == SET_COALESCED);
    c.note("frame splintered", ok && op == SET_SPLINTERED);
    c.note("frame in the emergency list is not splintered", !ok && op == SET_SPLINTERED && *emergency > 0);
    c.note("frame freed that was listed", ok && op == SET_FREE && o.emergency < *emergency);
    let popped = ok && op == EMERG_POP;
    let is_oldest = oldest.is_some_and(|(frame, _)| frame == o.rsp_frame);
    c.note("emergency frame of the application that is not the oldest", popped && !is_oldest);
    c.note(
        "emergency frame of another application",
        popped && is_oldest && oldest.is_some_and(|(_, own)| !own),
    );
    c.note("emergency list empty", !ok && op == EMERG_POP);
    c.note("bitmap read", ok && op == READ_BITMAP);
}
