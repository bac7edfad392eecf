// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mosaic_coalescer`.

use bitvec::field::BitField;

use super::ports::{In, Out, SPLINTER};
use super::state::{Command, Done, Offer, State, Taken, ASK, IDLE};
use crate::mosaic::params::Params;
use crate::mosaic::{FLUSH_BASE, FLUSH_LARGE, LANES};
use crate::wide::field;
use crate::{ForeignState, Snapshot, Unit};

/// The coalescer.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
}

impl Model {
    /// In its reset state. `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { params: params.clone(), state: State::reset() }
    }

    /// The state, for invariants.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The outputs of the coming cycle.
    pub fn out(&self) -> Out {
        let s = &self.state;
        let mut o = Out { large_on: s.large_on, done: s.over, status: s.status as u8, ..Out::default() };
        o.cmd_ready = s.phase == u64::from(IDLE);
        let Offer { valid, op, address, disabled, invalid, tag } = s.offer(&self.params);
        (o.m_valid, o.m_op, o.m_addr, o.m_tag) = (valid, op as u8, address, tag as u8);
        (o.m_lane_dis, o.m_lane_val) = (disabled as u32, invalid as u32);
        if s.phase == u64::from(ASK) {
            (o.fl_valid, o.fl_asid, o.fl_lvpn) = (true, s.asid as u32, s.lvpn);
            o.fl_kind = if s.keeps_all() { FLUSH_LARGE } else { FLUSH_BASE };
        }
        o
    }
}

impl In {
    fn command(&self) -> Command<u64> {
        // Lines are taken out of the port in cycles with a command only.
        let lines = |line| if self.cmd_valid { self.cmd_bitmap[field(line, LANES)].load_le() } else { 0 };
        Command {
            valid: self.cmd_valid,
            op: self.cmd_op == SPLINTER,
            asid: self.cmd_asid.into(),
            root: self.cmd_root,
            lvpn: self.cmd_lvpn,
            bitmap: std::array::from_fn(lines),
        }
    }

    fn done(&self) -> Done<u64> {
        let entries = std::array::from_fn(|lane| if self.a_valid { self.entry(lane).0 } else { 0 });
        Done { valid: self.a_valid, tag: self.a_tag.into(), entries }
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        let tags = self.params.eng_out;
        if state.under_way >> tags != 0 || state.tag >= u64::from(tags) {
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
        self.state = State::reset();
    }

    fn step(&mut self, i: &In) -> Out {
        let taken = Taken { m_ready: i.m_ready, fl_ready: i.fl_ready, fl_done: i.fl_done };
        self.state.step(&self.params, &i.command(), &i.done(), taken);
        self.out()
    }
}
