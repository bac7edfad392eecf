// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mosaic_frames` (specification sections 2.2, 2.7, 2.8, 3 and 5, decisions D1, D4, D13 to D15, D19 and D20, O29 to O38).

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::frame::{channel, Frame, Status};
use super::ports::{
    In, Out, ACTION_EMERG, ACTION_NONE, ACTION_SPLINTER_COMPACT, ACTION_SPLINTER_FREE, ACTION_TO_FREE,
    ALLOC_BASE, ALLOC_LARGE, EMERG_POP, FREE_RANGE, READ_BITMAP, SET_COALESCED, SET_FREE, SET_SPLINTERED,
};
use crate::mosaic::params::Params;
use crate::{ForeignState, Snapshot, Unit};

/// Cycles from a command to its response.
pub const LATENCY: u32 = 6;

/// The whole state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    frames: Vec<Frame>,
    /// Frames that were in use and are free, first that which is taken next; behind them all from `fresh` on, which never were.
    recycled: VecDeque<u32>,
    fresh: u32,
    /// For each application its frames with free pages.
    partial: Vec<VecDeque<u32>>,
    emergency: VecDeque<u32>,
    /// The command under way, and cycles to its response.
    command: In,
    left: u32,
    shown: Out,
}

/// The lists of frames.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
}

impl Model {
    /// In its reset state. `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { params: params.clone(), state: State::reset(params) }
    }

    /// The state, for invariants.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The outputs of the coming cycle.
    pub fn out(&self) -> Out {
        Out { cmd_ready: self.state.left == 0, ..self.state.shown }
    }
}

fn remove(list: &mut VecDeque<u32>, frame: u32) {
    list.retain(|one| *one != frame);
}

impl State {
    fn reset(p: &Params) -> State {
        let shown = Out { free_frames: p.frames, ..Out::default() };
        State {
            frames: vec![Frame::default(); p.frames as usize],
            recycled: VecDeque::new(),
            fresh: 0,
            partial: vec![VecDeque::new(); p.num_apps as usize],
            emergency: VecDeque::new(),
            command: In::default(),
            left: 0,
            shown,
        }
    }

    /// All frames.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Frames that were in use and are free, and the first one that never was.
    pub fn free(&self) -> (&VecDeque<u32>, u32) {
        (&self.recycled, self.fresh)
    }

    /// The frames of each application that have free pages.
    pub fn partial(&self) -> &[VecDeque<u32>] {
        &self.partial
    }

    /// The emergency list.
    pub fn emergency(&self) -> &VecDeque<u32> {
        &self.emergency
    }

    /// The next free frame (decision D19).
    fn pop_free(&mut self) -> Option<u32> {
        let never = (self.fresh < self.frames.len() as u32).then_some(self.fresh);
        self.recycled.pop_front().or_else(|| never.inspect(|_| self.fresh += 1))
    }

    fn frame(&mut self, frame: u32) -> &mut Frame {
        &mut self.frames[frame as usize]
    }

    fn push_partial(&mut self, frame: u32) {
        let owner = usize::from(self.frame(frame).owner);
        self.partial[owner].push_back(frame);
    }

    /// Takes a frame out of the list that it is in, if it is in one.
    fn unlink(&mut self, frame: u32) {
        let owner = usize::from(self.frame(frame).owner);
        remove(&mut self.partial[owner], frame);
        remove(&mut self.emergency, frame);
        self.frame(frame).emergency = false;
    }

    fn push_free(&mut self, frame: u32) {
        self.unlink(frame);
        self.frame(frame).status = Status::Free;
        self.frame(frame).pages = Default::default();
        self.recycled.push_back(frame);
    }

    /// The frame that a command is of.
    fn subject(&mut self, p: &Params, i: &In) -> Option<u32> {
        let app = usize::from(i.cmd_app);
        match i.cmd_op {
            ALLOC_LARGE => {
                let frame = self.pop_free()?;
                *self.frame(frame) = Frame::of(i.cmd_app, i.cmd_lvpn);
                self.frame(frame).set(0..p.frame_pages(), true);
                Some(frame)
            }
            ALLOC_BASE if !i.cmd_at => {
                let begins = self.partial[app].is_empty() && i.cmd_any && !i.cmd_foreign;
                if let Some(frame) = begins.then(|| self.pop_free()).flatten() {
                    *self.frame(frame) = Frame::of(i.cmd_app, 0);
                    self.push_partial(frame);
                }
                self.partial[app].front().copied()
            }
            EMERG_POP => {
                let own = |frame: &&u32| self.frames[**frame as usize].owner == i.cmd_app;
                self.emergency.iter().find(own).or(self.emergency.front()).copied()
            }
            _ => Some(i.cmd_frame),
        }
    }

    /// Takes the lowest free page of a frame of the application (section 2.2).
    fn alloc_base(&mut self, p: &Params, i: &In, frame: u32, o: &mut Out) {
        let pages = p.frame_pages();
        let one = *self.frame(frame);
        let fits = |slot: &u32| i.cmd_any || channel(p, frame, *slot) == i.cmd_phase.into();
        let free = (0..pages).filter(|slot| !one.pages[*slot as usize]).find(fits);
        let Some(slot) = free.filter(|_| one.is_partial(p) && one.owner == i.cmd_app) else { return };
        let one = self.frame(frame);
        one.set([slot], true);
        one.mixed |= i.cmd_foreign;
        if one.count() == pages {
            self.unlink(frame);
        }
        (o.rsp_ok, o.rsp_slot) = (true, slot);
    }

    /// Frees pages, and looks what becomes of their frame (section 2.7).
    fn free_range(&mut self, p: &Params, i: &In, frame: u32) -> u8 {
        let before = *self.frame(frame);
        let end = (i.cmd_first + i.cmd_len).min(p.frame_pages());
        self.frame(frame).set(i.cmd_first..end, false);
        let count = self.frame(frame).count();
        if before.status == Status::Coalesced {
            if count < p.cac_thresh {
                self.unlink(frame);
                return if count == 0 { ACTION_SPLINTER_FREE } else { ACTION_SPLINTER_COMPACT };
            }
            if count == p.frame_pages() {
                return ACTION_NONE;
            }
            if !before.emergency {
                self.emergency.push_back(frame);
                self.frame(frame).emergency = true;
            }
            return ACTION_EMERG;
        }
        if count == 0 {
            self.push_free(frame);
            return ACTION_TO_FREE;
        }
        if !before.is_partial(p) && count < p.frame_pages() {
            self.push_partial(frame);
        }
        ACTION_NONE
    }

    /// Whether a command without a result of its own was done.
    fn set(&mut self, p: &Params, i: &In, frame: u32) -> bool {
        let one = *self.frame(frame);
        match i.cmd_op {
            SET_COALESCED => {
                let full = one.count() == p.frame_pages();
                let coalesces = one.status == Status::Owned && full && !one.mixed;
                if coalesces {
                    let one = self.frame(frame);
                    (one.status, one.lvpn) = (Status::Coalesced, i.cmd_lvpn);
                }
                coalesces
            }
            SET_SPLINTERED => {
                let splinters = one.status == Status::Coalesced && !one.emergency;
                if splinters {
                    self.frame(frame).status = Status::Owned;
                    if one.count() < p.frame_pages() {
                        self.push_partial(frame);
                    }
                }
                splinters
            }
            SET_FREE if one.status != Status::Free => {
                self.push_free(frame);
                true
            }
            SET_FREE => false,
            EMERG_POP => {
                self.unlink(frame);
                true
            }
            ALLOC_LARGE => true,
            _ => one.status != Status::Free,
        }
    }

    /// Does the command.
    fn respond(&mut self, p: &Params) -> Out {
        let i = self.command;
        let mut o = Out { rsp_valid: true, ..Out::default() };
        if let Some(frame) = self.subject(p, &i) {
            o.rsp_frame = frame;
            if matches!(i.cmd_op, ALLOC_BASE | READ_BITMAP) {
                let of_list = |list: &VecDeque<u32>| {
                    let place = list.iter().position(|one| *one == frame)?;
                    list.get(place + 1).copied()
                };
                let next = self.partial.iter().find_map(of_list);
                (o.rsp_more, o.rsp_next) = (next.is_some(), next.unwrap_or_default());
            }
            match i.cmd_op {
                ALLOC_BASE => self.alloc_base(p, &i, frame, &mut o),
                FREE_RANGE if self.frame(frame).status != Status::Free => {
                    o.rsp_action = self.free_range(p, &i, frame);
                    o.rsp_ok = true;
                }
                FREE_RANGE => {}
                _ => o.rsp_ok = self.set(p, &i, frame),
            }
            if o.rsp_ok {
                let one = self.frame(frame);
                (o.rsp_owner, o.rsp_lvpn, o.rsp_count) = (one.owner, one.lvpn, one.count());
                if i.cmd_op == READ_BITMAP {
                    o.rsp_bitmap = one.pages;
                }
            }
        }
        o
    }

    /// The numbers that are always shown.
    fn count(&self, p: &Params, o: &mut Out) {
        o.free_frames = p.frames - self.fresh + self.recycled.len() as u32;
        o.emergency = self.emergency.len() as u32;
        for (app, list) in self.partial.iter().enumerate() {
            let free = list.iter().map(|frame| p.frame_pages() - self.frames[*frame as usize].count());
            o.set_free_slots(p, app, free.sum());
        }
    }

    fn step(&mut self, p: &Params, i: &In) {
        let o = self.shown;
        let (free_frames, emergency, free_slots) = (o.free_frames, o.emergency, o.free_slots);
        self.shown = Out { free_frames, emergency, free_slots, ..Out::default() };
        if self.left == 0 {
            if i.cmd_valid {
                (self.command, self.left) = (*i, LATENCY - 1);
            }
            return;
        }
        self.left -= 1;
        if self.left == 0 {
            let mut o = self.respond(p);
            self.count(p, &mut o);
            self.shown = o;
        }
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        let p = &self.params;
        let fits = state.frames.len() == p.frames as usize
            && state.partial.len() == p.num_apps as usize
            && state.left < LATENCY;
        if !fits {
            let what = "it is of another number of frames or applications".to_string();
            return Err(ForeignState { unit: "mosaic_frames", what });
        }
        self.state = state;
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.state = State::reset(&self.params);
    }

    fn step(&mut self, i: &In) -> Out {
        self.state.step(&self.params, i);
        self.out()
    }
}
