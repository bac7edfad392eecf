// SPDX-License-Identifier: Apache-2.0
//! Reference model of `ilp_scoreboard`.

use bitvec::field::BitField;

use super::ports::{In, Out};
use super::state::State;
use crate::ilp::params::Params;
use crate::{field, Combinational, ForeignState, Snapshot, Unit};

/// The scoreboard of an SM.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
}

impl Model {
    /// `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { params: params.clone(), state: State::reset(params) }
    }

    /// The state, for invariants.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The outputs by registers alone.
    pub fn registered(&self) -> Out {
        let (p, s) = (&self.params, &self.state);
        let mut out = Out {
            in_board: s.warps_with(|w| w.in_board),
            in_store: s.warps_with(|w| w.in_store),
            free_count: s.entries_with(|e| !e.valid).count_ones() as u8,
            ..Out::default()
        };
        if let Some(warp) = s.trap(p) {
            (out.trap_valid, out.trap_warp) = (true, warp as u8);
        }
        let engine = &s.engine;
        if engine.busy {
            let entry = &s.entries[usize::from(engine.entry)];
            out.cm_valid = true;
            (out.cm_warp, out.cm_entry, out.cm_beat) = (engine.warp, engine.entry, engine.beat);
            out.cm_tag = entry.dst;
            let lanes = p.commit_lanes();
            let of_beat = u64::from(entry.act) >> (u32::from(engine.beat) * lanes);
            out.cm_mask = (of_beat & ((1 << lanes) - 1)) as u32;
        }
        out
    }

    /// With what answers in the cycle, on top of another's registered outputs.
    fn answered(&self, i: &In, registered: Out) -> Out {
        let (p, s) = (&self.params, &self.state);
        let mut out = Out { ready: s.ready(p, i), kill_mask: s.killed(i), ..registered };
        if !i.iss_valid {
            return out;
        }
        let entry = s.free().filter(|_| i.sb_en && i.iss_dst_valid);
        (out.iss_entry_valid, out.iss_entry) = (entry.is_some(), entry.unwrap_or(0) as u8);
        out.iss_solo = !i.sb_en || (i.iss_dst_valid && entry.is_none());
        for source in (0..p.n_src).filter(|source| i.iss_src_valid >> source & 1 == 1) {
            let tag = (i.iss_src_tag >> (source * p.tag_w)) as u32 & ((1 << p.tag_w) - 1);
            let Some(hit) = s.hit(tag) else { continue };
            out.src_hit |= 1 << source;
            out.src_entry |= (hit as u32) << (source * p.entry_width() as u32);
            let lanes = field(source as usize, p.warp_size as usize);
            out.src_lanes[lanes].store_le(s.entries[hit].act);
        }
        out
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        let sizes = (state.entries.len() as u32, state.warps.len() as u32);
        if sizes != (self.params.sb_entries, self.params.n_warps) {
            let what = format!("it is of {} entries and {} warps", sizes.0, sizes.1);
            return Err(ForeignState { unit: "ilp_scoreboard", what });
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
        let answer = self.answered(i, Out::default());
        self.state.step(&self.params, i);
        Out {
            ready: answer.ready,
            iss_entry_valid: answer.iss_entry_valid,
            iss_entry: answer.iss_entry,
            iss_solo: answer.iss_solo,
            src_hit: answer.src_hit,
            src_entry: answer.src_entry,
            src_lanes: answer.src_lanes,
            kill_mask: answer.kill_mask,
            ..self.registered()
        }
    }
}

impl Combinational for Model {
    fn eval(&mut self, i: &In) -> Out {
        self.answered(i, self.registered())
    }
}
