// SPDX-License-Identifier: Apache-2.0
//! Invariants 1 to 4 and 10 of specification section 11, as far as `mosaic_frames` shows them.

use std::collections::BTreeMap;

use super::frame::{channel, Frame, Status};
use super::model::{Model, State, LATENCY};
use super::ports::{
    In, Out, ACTION_TO_FREE, ALLOC_BASE, ALLOC_LARGE, FREE_RANGE, READ_BITMAP, SET_COALESCED, SET_FREE,
};
use super::Frames;
use crate::mosaic::params::Params;
use crate::wide::Wide;
use crate::{Monitor, Violation};

/// A frame in use, by what the responses have said.
#[derive(Clone, Copy, Debug)]
struct Used {
    owner: u8,
    mixed: bool,
    pages: Wide<16>,
}

/// Follows one `mosaic_frames` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    /// The command under way, and the cycle in which it was taken.
    command: Option<(u64, In)>,
    used: BTreeMap<u32, Used>,
}

impl Monitor<Frames> for Checker {
    fn new(params: &Params) -> Checker {
        Checker { params: params.clone(), cycle: 0, command: None, used: BTreeMap::new() }
    }

    fn check(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), Violation> {
        let result =
            self.response(i, o)
                .and_then(|()| if o.rsp_valid { self.inside(o, model.state()) } else { Ok(()) });
        let cycle = self.cycle;
        self.cycle += 1;
        result.map_err(|what| Violation { unit: "mosaic_frames", cycle, what })
    }
}

impl Checker {
    /// Invariant 10: each command has one response, six cycles after it was taken.
    fn response(&mut self, i: &In, o: &Out) -> Result<(), String> {
        if self.command.is_none() && i.cmd_valid {
            self.command = Some((self.cycle, *i));
        }
        let due = self.command.filter(|(taken, _)| self.cycle + 1 == taken + u64::from(LATENCY));
        if o.rsp_valid != due.is_some() {
            return Err(format!("invariant 10: a response is {}, due is {due:?}", o.rsp_valid));
        }
        let Some((_, command)) = due else { return Ok(()) };
        self.command = None;
        if !o.rsp_ok {
            let silent = Out {
                rsp_valid: true,
                rsp_frame: o.rsp_frame,
                rsp_more: o.rsp_more,
                rsp_next: o.rsp_next,
                ..quiet(o)
            };
            return if silent == *o { Ok(()) } else { Err(format!("{o:?} says too much")) };
        }
        self.done(&command, o)
    }

    /// Invariants 1 and 3: no page is allocated twice; a large page is whole and of one application.
    fn done(&mut self, i: &In, o: &Out) -> Result<(), String> {
        let (p, frame) = (&self.params, o.rsp_frame);
        let pages = p.frame_pages() as usize;
        match i.cmd_op {
            ALLOC_LARGE => {
                let mut all = Wide::ZERO;
                all[..pages].fill(true);
                if self.used.insert(frame, Used { owner: i.cmd_app, mixed: false, pages: all }).is_some() {
                    return Err(format!("invariant 1: frame {frame} is in use"));
                }
            }
            ALLOC_BASE => {
                let new = Used { owner: i.cmd_app, mixed: false, pages: Wide::ZERO };
                let used = self.used.entry(frame).or_insert(new);
                let slot = o.rsp_slot as usize;
                let of_phase = i.cmd_any || channel(p, frame, o.rsp_slot) == i.cmd_phase.into();
                let lower_free = (0..o.rsp_slot)
                    .filter(|lower| i.cmd_any || channel(p, frame, *lower) == i.cmd_phase.into())
                    .any(|lower| !used.pages[lower as usize]);
                if used.pages[slot] || !of_phase || lower_free || used.owner != i.cmd_app {
                    return Err(format!(
                        "invariant 1: page {slot} of frame {frame} cannot be allocated by {i:?}"
                    ));
                }
                used.pages.set(slot, true);
                used.mixed |= i.cmd_foreign;
            }
            _ => {
                let Some(used) = self.used.get_mut(&frame) else {
                    return Err(format!("frame {frame} is free"));
                };
                match i.cmd_op {
                    FREE_RANGE => {
                        let first = i.cmd_first as usize;
                        used.pages[first..pages.min(first + i.cmd_len as usize)].fill(false);
                    }
                    SET_COALESCED if used.mixed || used.pages[..pages].count_zeros() > 0 => {
                        return Err(format!("invariant 3: frame {frame} becomes a large page"));
                    }
                    READ_BITMAP if used.pages != o.rsp_bitmap => {
                        return Err(format!(
                            "invariant 1: {} of {frame} are allocated",
                            used.pages.count_ones()
                        ));
                    }
                    _ => {}
                }
            }
        }
        let used = self.used[&frame];
        let count = if i.cmd_op == SET_FREE { 0 } else { used.pages.count_ones() };
        if (o.rsp_owner, o.rsp_count as usize) != (used.owner, count) {
            return Err(format!("invariant 1: frame {frame} has {count} pages of {}, not {o:?}", used.owner));
        }
        if i.cmd_op == SET_FREE || o.rsp_action == ACTION_TO_FREE {
            self.used.remove(&frame);
        }
        Ok(())
    }

    /// Invariants 1 to 4 in the lists.
    fn inside(&self, o: &Out, s: &State) -> Result<(), String> {
        let p = &self.params;
        if o.free_frames as usize + self.used.len() != p.frames as usize {
            return Err(format!(
                "invariant 1: {} frames are free, {} in use",
                o.free_frames,
                self.used.len()
            ));
        }
        if o.emergency as usize != s.emergency().len() {
            return Err(format!(
                "{} frames are in the emergency list, not {}",
                s.emergency().len(),
                o.emergency
            ));
        }
        let mut lists = vec![0; s.frames().len()];
        let (recycled, fresh) = s.free();
        let listed = s.partial().iter().flatten().chain(s.emergency()).chain(recycled).copied();
        for frame in listed.chain(fresh..p.frames) {
            lists[frame as usize] += 1;
        }
        for (place, (frame, lists)) in s.frames().iter().zip(lists).enumerate() {
            let known = self.used.get(&(place as u32));
            let fits = match known {
                None => frame.status == Status::Free,
                Some(used) => {
                    frame.status != Status::Free && frame.pages == used.pages && frame.owner == used.owner
                }
            };
            if !fits {
                return Err(format!(
                    "invariant 1: frame {place} is {frame:?}, and by its responses {known:?}"
                ));
            }
            in_its_list(p, place as u32, frame, lists, s)?;
        }
        self.free_slots(o, s)
    }

    fn free_slots(&self, o: &Out, s: &State) -> Result<(), String> {
        let p = &self.params;
        for app in 0..p.num_apps as usize {
            let of_app = |frame: &&Frame| usize::from(frame.owner) == app && frame.status == Status::Owned;
            let free =
                s.frames().iter().filter(of_app).map(|frame| p.frame_pages() - frame.count()).sum::<u32>();
            if o.free_slots_of(p, app) != free {
                return Err(format!("invariant 1: {free} pages of application {app} are free"));
            }
        }
        Ok(())
    }
}

/// What a response shows that says no more than that it is one.
fn quiet(o: &Out) -> Out {
    Out {
        cmd_ready: o.cmd_ready,
        free_frames: o.free_frames,
        emergency: o.emergency,
        free_slots: o.free_slots,
        ..Out::default()
    }
}

/// Invariants 2 and 4: a frame is in one list, which is that of its state, or in none if it is full, or large and to be splintered (O32).
fn in_its_list(p: &Params, place: u32, frame: &Frame, lists: u32, s: &State) -> Result<(), String> {
    let count = frame.count();
    let partial = s.partial().get(usize::from(frame.owner)).is_some_and(|list| list.contains(&place));
    let emergency = s.emergency().contains(&place);
    let (due, number) = match frame.status {
        Status::Free => (!partial && !emergency, "2"),
        Status::Owned => (partial == (count < p.frame_pages()) && !emergency, "4"),
        Status::Coalesced => {
            let kept = !emergency || (count >= p.cac_thresh && count < p.frame_pages());
            (!partial && emergency == frame.emergency && kept && !frame.mixed, "4")
        }
    };
    let once = lists == u32::from(frame.status == Status::Free || partial || emergency);
    if !due || !once {
        return Err(format!("invariant {number}: frame {place} is in {lists} lists: {frame:?}"));
    }
    Ok(())
}
