// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mascar_rexq` (specification sections 2.6 and 5.3, decisions B9-B13 and B15).

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::ports::{In, Offsets, Out};
use crate::mascar::params::Params;
use crate::{Combinational, ForeignState, Snapshot, Unit};

/// A request as the queue holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Request {
    base: u64,
    off: Offsets,
    warp: u8,
    reg: u8,
    mask: u64,
    op: u8,
    first: bool,
}

/// Everything that `mascar_rexq` remembers from cycle to cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Head first.
    queue: VecDeque<Request>,
    /// Requests of each warp.
    of_warp: Vec<u8>,
    /// Warps with requests.
    has: u64,
    /// The full queue had the port in the cycle before, so the LSU has it in this one.
    lsu_next: bool,
}

/// Re-execution queue of an SM.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
}

/// Who has the port of the L1 in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Port {
    Idle,
    /// The LSU; `keeps` its request if it is refused.
    Lsu {
        keeps: bool,
    },
    Queue,
}

impl Model {
    /// A unit in its reset state. `params` must be valid.
    pub fn new(params: &Params) -> Model {
        let mut model = Model { params: params.clone(), state: State::default() };
        model.reset();
        model
    }

    fn full(&self) -> bool {
        self.params.rexq_entries > 0 && self.state.queue.len() == self.params.rexq_entries as usize
    }

    fn port(&self, i: &In) -> Port {
        let held_back = i.lsu_first && self.state.has >> i.lsu_warp & 1 == 1;
        let owner_bypasses = self.params.owner_bypass_full && i.owner_v && i.lsu_warp == i.owner;
        let full = self.full();
        let in_turn = self.params.lsu_when_full && self.state.lsu_next;
        if i.lsu_v && !held_back && (!full || owner_bypasses || in_turn) {
            Port::Lsu { keeps: full || self.params.rexq_entries == 0 }
        } else if self.state.queue.is_empty() {
            Port::Idle
        } else {
            Port::Queue
        }
    }

    /// The outputs in this cycle, with `port`.
    fn out(&self, i: &In, port: Port) -> Out {
        let head = self.state.queue.front();
        let registered = Out {
            rexq_has: self.state.has,
            head_v: head.is_some(),
            head_warp: head.map_or(0, |r| r.warp),
            count: self.state.queue.len() as u8,
            full: self.full(),
            ..Out::default()
        };
        match (port, head) {
            (Port::Lsu { keeps }, _) => Out {
                lsu_rdy: i.l1_ack || !keeps,
                l1_v: true,
                l1_src: false,
                l1_base: i.lsu_base,
                l1_off: i.lsu_off,
                l1_warp: i.lsu_warp,
                l1_reg: i.lsu_reg,
                l1_mask: i.lsu_mask,
                l1_op: i.lsu_op,
                l1_first: i.lsu_first,
                ..registered
            },
            (Port::Queue, Some(r)) => Out {
                l1_v: true,
                l1_src: true,
                l1_base: r.base,
                l1_off: r.off,
                l1_warp: r.warp,
                l1_reg: r.reg,
                l1_mask: r.mask,
                l1_op: r.op,
                l1_first: r.first,
                head_leaves: i.l1_ack,
                ..registered
            },
            _ => registered,
        }
    }

    fn push(&mut self, i: &In) {
        let w = usize::from(i.lsu_warp);
        self.state.of_warp[w] += 1;
        self.state.has |= 1 << w;
        self.state.queue.push_back(Request {
            base: i.lsu_base,
            off: i.lsu_off,
            warp: i.lsu_warp,
            reg: i.lsu_reg,
            mask: i.lsu_mask,
            op: i.lsu_op,
            first: i.lsu_first,
        });
    }

    fn pop(&mut self) {
        let Some(r) = self.state.queue.pop_front() else { return };
        let of_warp = &mut self.state.of_warp[usize::from(r.warp)];
        *of_warp -= 1;
        self.state.has &= !(u64::from(*of_warp == 0) << r.warp);
    }

    /// The rising edge.
    fn clock(&mut self, i: &In, port: Port) {
        self.state.lsu_next = port == Port::Queue && self.full();
        match (port, i.l1_ack) {
            (Port::Lsu { keeps: false }, false) => self.push(i),
            (Port::Queue, true) => self.pop(),
            (Port::Queue, false) => self.state.queue.rotate_left(1),
            _ => {}
        }
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        let fits = state.queue.len() <= self.params.rexq_entries as usize
            && state.of_warp.len() == self.state.of_warp.len()
            && state.queue.iter().all(|r| u32::from(r.warp) < self.params.n_warps);
        if !fits {
            let what = "it is of a queue of another size".to_string();
            return Err(ForeignState { unit: "mascar_rexq", what });
        }
        self.state = state;
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.state = State { of_warp: vec![0; self.params.n_warps as usize], ..State::default() };
    }

    fn step(&mut self, i: &In) -> Out {
        let port = self.port(i);
        let before = self.out(i, port);
        self.clock(i, port);
        let after = self.out(i, Port::Idle);
        Out {
            rexq_has: after.rexq_has,
            head_v: after.head_v,
            head_warp: after.head_warp,
            count: after.count,
            full: after.full,
            ..before
        }
    }
}

impl Combinational for Model {
    fn eval(&mut self, i: &In) -> Out {
        self.out(i, self.port(i))
    }
}
