// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mosaic_migrator` (specification sections 2.7 and 5, decision D21, O12 and O13).

use serde::{Deserialize, Serialize};

use super::ports::{In, Out, BULK, RD_LINE, WR8, WR_LINE};
use crate::mosaic::params::Params;
use crate::{ForeignState, Snapshot, Unit};

/// Where a command is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// There is none.
    Idle,
    /// Copies, line by line or inside DRAM.
    Copy,
    /// Writes the entry.
    Entry,
}

/// What the buffer of a tag is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Buffer {
    Free,
    /// A line is read into it, or another operation without a line has the tag.
    Reads,
    /// It has a line.
    Full,
    Writes,
}

/// The whole state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    phase: Phase,
    src: u64,
    dst: u64,
    pte_addr: u64,
    pte: u64,
    bulk: bool,
    /// The next line to be read, and to be written; lines use the tags in turn.
    read: u32,
    write: u32,
    buffers: Vec<Buffer>,
    /// What is offered.
    offer: Out,
    over: bool,
}

/// The migrator.
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
        let s = &self.state;
        Out { cmd_ready: s.phase == Phase::Idle, done: s.over, ..s.offer }
    }
}

impl State {
    fn reset(p: &Params) -> State {
        State {
            phase: Phase::Idle,
            src: 0,
            dst: 0,
            pte_addr: 0,
            pte: 0,
            bulk: false,
            read: 0,
            write: 0,
            buffers: vec![Buffer::Free; p.mig_out as usize],
            offer: Out::default(),
            over: false,
        }
    }

    /// Where the command is.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Lines under way.
    pub fn lines(&self) -> usize {
        self.buffers.iter().filter(|buffer| **buffer != Buffer::Free).count()
    }

    fn tag(&self, line: u32) -> usize {
        line as usize % self.buffers.len()
    }

    /// The next operation: a line that can be written goes before one that can be read.
    fn choose(&mut self, p: &Params) -> Out {
        let page = |ppn: u64| ppn << p.base_page_log2;
        let mut o = Out { m_valid: true, ..Out::default() };
        if self.phase == Phase::Copy && !self.bulk {
            let (read, write) = (self.tag(self.read), self.tag(self.write));
            if self.buffers[write] == Buffer::Full {
                self.buffers[write] = Buffer::Writes;
                (o.m_op, o.m_tag) = (WR_LINE, write as u8);
                o.m_addr = page(self.dst) | u64::from(self.write) << 7;
                self.write += 1;
                return o;
            }
            if self.buffers[read] == Buffer::Free && self.read < p.page_lines() {
                self.buffers[read] = Buffer::Reads;
                (o.m_op, o.m_tag) = (RD_LINE, read as u8);
                o.m_addr = page(self.src) | u64::from(self.read) << 7;
                self.read += 1;
                return o;
            }
            return Out::default();
        }
        // One operation; that it is under way shows in the buffer of tag 0.
        if self.phase == Phase::Idle || self.buffers[0] != Buffer::Free {
            return Out::default();
        }
        self.buffers[0] = Buffer::Reads;
        if self.phase == Phase::Copy {
            (o.m_op, o.m_addr, o.m_dst) = (BULK, page(self.src), page(self.dst));
        } else {
            (o.m_op, o.m_addr, o.m_data) = (WR8, self.pte_addr, self.pte);
        }
        o
    }

    /// An operation is done.
    fn done(&mut self, p: &Params, tag: u8) {
        let lines = self.phase == Phase::Copy && !self.bulk;
        let buffer = &mut self.buffers[usize::from(tag)];
        *buffer = if lines && *buffer == Buffer::Reads { Buffer::Full } else { Buffer::Free };
        if self.lines() > 0 || (lines && self.write < p.page_lines()) {
            return;
        }
        if self.phase == Phase::Copy {
            self.phase = Phase::Entry;
        } else {
            (self.phase, self.over) = (Phase::Idle, true);
        }
    }

    fn step(&mut self, p: &Params, i: &In) {
        self.over = false;
        let buffer = self.buffers.get(usize::from(i.a_tag));
        let is_done = i.a_valid && matches!(buffer, Some(Buffer::Reads | Buffer::Writes));
        let begins = self.phase == Phase::Idle && i.cmd_valid;
        // What is done in a cycle makes room for an operation that is chosen in the next.
        if !self.offer.m_valid || i.m_ready {
            self.offer = self.choose(p);
        }
        if is_done {
            self.done(p, i.a_tag);
        }
        if begins {
            *self = State { phase: Phase::Copy, src: i.cmd_src, dst: i.cmd_dst, ..State::reset(p) };
            (self.pte_addr, self.pte, self.bulk) = (i.cmd_pte_addr, i.cmd_pte, i.cmd_bulk);
        }
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        if state.buffers.len() != self.params.mig_out as usize {
            let what = "it is of another number of lines under way".to_string();
            return Err(ForeignState { unit: "mosaic_migrator", what });
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
