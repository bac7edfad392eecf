// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `mosaic_frames` must accept.

use super::ports::{
    In, Out, ACTION_NONE, ACTION_SPLINTER_COMPACT, ACTION_SPLINTER_FREE, ACTION_TO_FREE, ALLOC_BASE,
    ALLOC_LARGE, EMERG_POP, FREE_RANGE, READ_BITMAP, SET_COALESCED, SET_FREE, SET_SPLINTERED,
};
use super::Frames;
use crate::bitset::ones64;
use crate::mosaic::params::Params;
use crate::{Rng, Stimulus};

/// What mostly happens for some commands.
#[derive(Clone, Copy, Debug)]
struct Regime {
    /// How often each command is given, in the order of their numbers.
    weights: [u32; 8],
    apps: u32,
    /// Frames in use that are asked for, the last ones that came into use.
    near: u32,
    /// Pages that are freed at a time at most.
    len: u32,
    /// One in so many cycles without a command, and requests for a page of one channel, of a frame, for another application.
    idle: u32,
    phases: u32,
    at: u32,
    foreign: u32,
    /// One in so many actions and new large frames that the driver does not follow up.
    drops: u32,
}

/// A driver that does what section 2.7 asks for, most of the time, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    regime: Regime,
    left: u32,
    /// The next regime.
    turn: u32,
    /// Frames in use.
    used: Vec<u32>,
    /// What is to follow, and the command under way.
    due: Vec<(u8, u32)>,
    command: In,
}

impl Stimulus<Frames> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let regime = Regime {
            weights: [2, 4, 4, 1, 1, 1, 1, 1],
            apps: params.num_apps.min(2),
            near: 8,
            len: params.frame_pages(),
            idle: 8,
            phases: 4,
            at: 4,
            foreign: 20,
            drops: 8,
        };
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            regime,
            left: 200,
            turn: 0,
            used: Vec::new(),
            due: Vec::new(),
            command: In::default(),
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        if out.rsp_valid {
            self.learn(out);
        }
        // What is asked while a command is under way is not taken, and does not matter.
        if !out.cmd_ready || self.rng.one_in(self.regime.idle) {
            let asks = self.rng.one_in(4);
            return In { cmd_valid: asks && !out.cmd_ready, ..self.draw() };
        }
        if self.left == 0 {
            self.change();
        }
        self.left -= 1;
        self.command = self.draw();
        if let Some((op, frame)) = self.due.pop() {
            (self.command.cmd_op, self.command.cmd_frame) = (op, frame);
        }
        self.command.cmd_valid = true;
        self.command
    }
}

impl Environment {
    fn change(&mut self) {
        let (all, pages) = (self.params.num_apps, self.params.frame_pages());
        let r = &mut self.rng;
        let mut of = |values: &[u32]| values[r.below(values.len() as u32) as usize];
        // Frames fill up, one page at a time, then all at once until there are none; then all kinds of commands; lists of large pages change; frames are
        // emptied, and begun and emptied in turn.
        let weights = match self.turn {
            0 => [0, 30, 1, 0, 0, 0, 0, 1],
            1 => [30, 1, 1, 4, 0, 0, 0, 0],
            2 => [1, 1, 1, 1, 1, 1, 1, 1],
            3 => [4, 2, 8, 8, 2, 0, 4, 1],
            4 => [1, 1, 30, 2, 2, 4, 2, 1],
            _ => [3, 12, 12, 4, 0, 0, 1, 1],
        };
        self.regime = Regime {
            weights,
            apps: of(&[1, 2, all]).min(all),
            near: of(&[1, 3, 100_000]),
            len: of(&[1, 1, pages / 2, pages, 2 * pages - 1]),
            idle: of(&[2, 20, 100_000]),
            phases: of(&[1, 2, 100_000]),
            at: of(&[2, 10, 100_000]),
            foreign: of(&[2, 30, 100_000]),
            drops: of(&[2, 20, 100_000]),
        };
        self.left = if self.turn == 1 { 2 * self.params.frames + 20 } else { of(&[60, 300, 600]) };
        self.turn = (self.turn + 1) % 6;
    }

    /// A frame, mostly one in use.
    fn frame(&mut self) -> u32 {
        let near = self.regime.near.min(self.used.len() as u32);
        if near == 0 || self.rng.one_in(20) {
            return self.rng.below(self.params.frames);
        }
        self.used[self.used.len() - 1 - self.rng.below(near) as usize]
    }

    fn draw(&mut self) -> In {
        let regime = self.regime;
        let mut place = self.rng.below(regime.weights.iter().sum());
        let mut op = 0;
        while place >= regime.weights[usize::from(op)] {
            place -= regime.weights[usize::from(op)];
            op += 1;
        }
        let (pages, frame) = (self.params.frame_pages(), self.frame());
        let r = &mut self.rng;
        In {
            cmd_valid: false,
            cmd_op: op,
            cmd_app: r.below(regime.apps) as u8,
            cmd_lvpn: r.bits() & ones64(self.params.lvpn_width() as u32),
            cmd_frame: frame,
            cmd_first: if r.one_in(2) { 0 } else { r.below(pages) },
            cmd_len: r.below(regime.len + 1),
            cmd_any: !r.one_in(regime.phases),
            cmd_phase: r.below(self.params.channels) as u8,
            cmd_at: r.one_in(regime.at),
            cmd_foreign: r.one_in(regime.foreign),
        }
    }

    /// What follows from a response.
    fn learn(&mut self, out: &Out) {
        let (op, frame) = (self.command.cmd_op, out.rsp_frame);
        if !out.rsp_ok {
            return;
        }
        match op {
            ALLOC_LARGE | ALLOC_BASE if !self.used.contains(&frame) => self.used.push(frame),
            SET_FREE => self.used.retain(|one| *one != frame),
            FREE_RANGE if out.rsp_action == ACTION_TO_FREE => self.used.retain(|one| *one != frame),
            _ => {}
        }
        if self.rng.one_in(self.regime.drops) {
            return;
        }
        match (op, out.rsp_action) {
            (ALLOC_LARGE, _) => self.due.push((SET_COALESCED, frame)),
            (FREE_RANGE, ACTION_SPLINTER_FREE) => self.due.push((SET_FREE, frame)),
            (FREE_RANGE, ACTION_SPLINTER_COMPACT) | (EMERG_POP, ACTION_NONE) => {
                self.due.push((SET_SPLINTERED, frame));
                self.due.push((READ_BITMAP, frame));
            }
            _ => {}
        }
    }
}
