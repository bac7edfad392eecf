// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mosaic_coalescer` (specification sections 2.4 and 2.9, decisions D6, D7 and D16, O7 to O11).
//!
//! A command goes through phases. In each cycle the operation that is offered may be taken, one that was taken may be done, and the phase may
//! end; what the next one offers shows in the cycle after.

use bitvec::field::BitField;
use serde::{Deserialize, Serialize};

use super::ports::*;
use crate::mosaic::entry::{Entry, LINES};
use crate::mosaic::params::Params;
use crate::mosaic::{FLUSH_BASE, FLUSH_LARGE, LANES, SLOTS, SLOT_BITS};
use crate::wide::{field, Wide};
use crate::{ForeignState, Snapshot, Unit};

/// Where a command is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// There is none.
    Idle,
    /// Reads the entry of this depth, 1 the root.
    Walk(u32),
    /// Reads the lines of the last table.
    Verify,
    /// Sets the large bit.
    SetLarge,
    /// Writes the lines of the last table.
    Lines,
    /// Clears the large bit.
    ClearLarge,
    /// Offers the flush until it is taken.
    Ask,
    /// Waits until the flush is done.
    Wait,
}

/// The command under way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Command {
    splinter: bool,
    asid: u32,
    lvpn: u64,
    bitmap: Wide<16>,
    /// Table of the next read, in the end the last one; and where the entry with the large bit is.
    table: u64,
    entry: u64,
}

/// The whole state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    phase: Phase,
    command: Command,
    /// Operations of the phase that have been taken.
    taken: u32,
    /// For each tag the line of the operation under way.
    under_way: Vec<Option<u32>>,
    /// The tag of the next one: tags go round.
    tag: u8,
    /// The frame of the large page that the first line read was of.
    frame: Option<u64>,
    /// An entry that was read does not fit.
    differs: bool,
    /// Pulses of the coming cycle.
    large_on: bool,
    over: Option<u8>,
}

/// The coalescer.
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
        self.state.out(&self.params)
    }
}

impl State {
    fn reset(p: &Params) -> State {
        State {
            phase: Phase::Idle,
            command: Command::default(),
            taken: 0,
            under_way: vec![None; p.eng_out as usize],
            tag: 0,
            frame: None,
            differs: false,
            large_on: false,
            over: None,
        }
    }

    /// Where the command is.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Operations under way.
    pub fn outstanding(&self) -> usize {
        self.under_way.iter().flatten().count()
    }

    /// Operations of the phase.
    fn operations(&self) -> u32 {
        match self.phase {
            Phase::Idle | Phase::Ask | Phase::Wait => 0,
            Phase::Walk(_) | Phase::SetLarge | Phase::ClearLarge => 1,
            Phase::Verify | Phase::Lines => LINES,
        }
    }

    /// The tag of the next operation, if there is one and it may be under way too.
    fn offer(&self) -> Option<u8> {
        let free = self.under_way[usize::from(self.tag)].is_none();
        (free && self.taken < self.operations()).then_some(self.tag)
    }

    fn address(&self, p: &Params) -> u64 {
        let c = &self.command;
        match self.phase {
            Phase::Walk(depth) => {
                let index = c.lvpn >> (SLOT_BITS * (p.pt_levels - 1 - depth)) & (SLOTS as u64 - 1);
                c.table << 12 | index << 3
            }
            Phase::SetLarge | Phase::ClearLarge => c.entry,
            _ => c.table << 12 | u64::from(self.taken) << 7,
        }
    }

    fn out(&self, p: &Params) -> Out {
        let mut o = Out { large_on: self.large_on, done: self.over.is_some(), ..Out::default() };
        o.status = self.over.unwrap_or_default();
        o.cmd_ready = self.phase == Phase::Idle;
        let c = &self.command;
        if let Some(tag) = self.offer() {
            (o.m_valid, o.m_addr, o.m_tag) = (true, self.address(p), tag);
            o.m_op = match self.phase {
                Phase::SetLarge => OR8,
                Phase::ClearLarge => ANDN8,
                Phase::Verify => RD_LINE,
                Phase::Lines if c.splinter => ANDN_LINE,
                Phase::Lines => OR_LINE,
                _ => READ8,
            };
            if self.phase == Phase::Lines {
                o.m_lane_dis = (1 << LANES) - 1;
                let kept: u32 = c.bitmap[field(self.taken as usize, LANES)].load_le();
                o.m_lane_val = if c.splinter { !kept & o.m_lane_dis } else { 0 };
            }
        }
        if self.phase == Phase::Ask {
            (o.fl_valid, o.fl_asid, o.fl_lvpn) = (true, c.asid, c.lvpn);
            o.fl_kind = if c.bitmap[..SLOTS].all() { FLUSH_LARGE } else { FLUSH_BASE };
        }
        o
    }

    fn enter(&mut self, phase: Phase) {
        (self.phase, self.taken) = (phase, 0);
    }

    fn end(&mut self, status: u8) {
        self.enter(Phase::Idle);
        self.over = Some(status);
    }

    fn begin(&mut self, i: &In) {
        let (splinter, asid, lvpn) = (i.cmd_op == SPLINTER, i.cmd_asid, i.cmd_lvpn);
        let (bitmap, table) = (i.cmd_bitmap, i.cmd_root);
        self.command = Command { splinter, asid, lvpn, bitmap, table, entry: 0 };
        (self.frame, self.differs, self.tag) = (None, false, 0);
        self.enter(Phase::Walk(1));
    }

    /// The entry of a depth has been read.
    fn walked(&mut self, p: &Params, depth: u32, entry: Entry) {
        let address = self.address(p);
        if !entry.valid() {
            return self.end(STATUS_FAULT);
        }
        self.command.table = entry.table(p);
        if depth + 1 < p.pt_levels {
            return self.enter(Phase::Walk(depth + 1));
        }
        self.command.entry = address;
        match (self.command.splinter, entry.large()) {
            (false, true) => self.end(STATUS_ALREADY),
            (true, false) => self.end(STATUS_NOTLARGE),
            (true, true) => self.enter(Phase::Lines),
            (false, false) if p.verify => self.enter(Phase::Verify),
            (false, false) => self.enter(Phase::SetLarge),
        }
    }

    /// A line of the last table has been read: its entries must map the slots of one frame, each at its place.
    fn check(&mut self, p: &Params, line: u32, i: &In) {
        for lane in 0..LANES {
            let entry = i.entry(lane);
            let ppn = entry.ppn(p);
            let slot = u64::from(line) * LANES as u64 + lane as u64;
            let frame = *self.frame.get_or_insert(ppn >> SLOT_BITS);
            self.differs |= !entry.valid() || ppn != (frame << SLOT_BITS | slot);
        }
    }

    /// All operations of the phase are done.
    fn ends(&self) -> bool {
        self.taken == self.operations() && self.outstanding() == 0
    }

    fn next_phase(&mut self) {
        match self.phase {
            Phase::Verify if self.differs => self.end(STATUS_NOTCONTIG),
            Phase::Verify => self.enter(Phase::SetLarge),
            Phase::SetLarge => {
                self.large_on = true;
                self.enter(Phase::Lines);
            }
            Phase::Lines if self.command.splinter => self.enter(Phase::ClearLarge),
            Phase::Lines => self.end(STATUS_OK),
            _ => self.enter(Phase::Ask),
        }
    }

    fn step(&mut self, p: &Params, i: &In) {
        (self.large_on, self.over) = (false, None);
        match self.phase {
            Phase::Idle if i.cmd_valid => return self.begin(i),
            Phase::Ask if i.fl_ready => return self.enter(Phase::Wait),
            Phase::Wait if i.fl_done => return self.end(STATUS_OK),
            Phase::Idle | Phase::Ask | Phase::Wait => return,
            _ => {}
        }
        let offer = self.offer().filter(|_| i.m_ready);
        let place = usize::from(i.a_tag);
        let done = if i.a_valid { self.under_way.get_mut(place).and_then(Option::take) } else { None };
        if let Some(tag) = offer {
            self.under_way[usize::from(tag)] = Some(self.taken);
            self.taken += 1;
            self.tag = ((usize::from(tag) + 1) % self.under_way.len()) as u8;
        }
        let Some(line) = done else { return };
        if let Phase::Walk(depth) = self.phase {
            return self.walked(p, depth, i.entry(0));
        }
        if self.phase == Phase::Verify {
            self.check(p, line, i);
        }
        if self.ends() {
            self.next_phase();
        }
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        let tags = self.params.eng_out as usize;
        if state.under_way.len() != tags || usize::from(state.tag) >= tags {
            let what = "it is of another number of operations under way".to_string();
            return Err(ForeignState { unit: "mosaic_coalescer", what });
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
