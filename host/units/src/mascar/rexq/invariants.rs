// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11 that concern `mascar_rexq`, checked at its ports.

use std::collections::VecDeque;

use super::model::Model;
use super::ports::{In, Offsets, Out};
use super::Rexq;
use crate::mascar::params::Params;
use crate::{Monitor, Violation};

/// What a request must keep on its way through the queue.
type Payload = (u64, Offsets, u8, u8, u64, u8, bool);

/// A request that should be in the queue, with the number of its instruction.
#[derive(Clone, Debug)]
struct Waiting {
    payload: Payload,
    instruction: u64,
}

/// Follows the ports of one `mascar_rexq` from reset on; refuses illegal stimulus too.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    queue: VecDeque<Waiting>,
    /// Requests put into the queue, and accepted from it.
    pushed: u64,
    popped: u64,
    /// Instructions that the LSU has begun, of all warps.
    instructions: u64,
    /// For each warp, the instruction at the LSU, and the latest with an accepted request.
    current: Vec<u64>,
    accepted: Vec<u64>,
    /// The LSU's request of the cycle before, if it was not taken.
    held: Option<Payload>,
    /// The full queue had the port in the cycle before.
    queue_had_port: bool,
}

impl Monitor<Rexq> for Checker {
    fn new(params: &Params) -> Checker {
        let none = vec![0; params.n_warps as usize];
        Checker {
            params: params.clone(),
            cycle: 0,
            queue: VecDeque::new(),
            pushed: 0,
            popped: 0,
            instructions: 0,
            current: none.clone(),
            accepted: none,
            held: None,
            queue_had_port: false,
        }
    }

    fn check(&mut self, i: &In, o: &Out, _: &Model) -> Result<(), Violation> {
        let full = self.is_full();
        let checks = self.check_stimulus(i).and_then(|()| self.check_port(i, o));
        let checks = checks.and_then(|()| self.follow(i, o)).and_then(|()| self.check_registers(o));
        checks.map_err(|what| Violation { unit: "mascar_rexq", cycle: self.cycle, what })?;
        self.queue_had_port = full && o.l1_v && o.l1_src;
        self.held = (i.lsu_v && !o.lsu_rdy).then(|| lsu_payload(i));
        self.cycle += 1;
        Ok(())
    }
}

impl Checker {
    fn check_stimulus(&mut self, i: &In) -> Result<(), String> {
        if i.lsu_v && u32::from(i.lsu_warp) >= self.params.n_warps {
            return Err(format!("illegal stimulus: there is no warp {}", i.lsu_warp));
        }
        match &self.held {
            Some(held) if !i.lsu_v || lsu_payload(i) != *held => {
                Err("illegal stimulus: the LSU changes a request that was not taken".to_string())
            }
            None if i.lsu_v && i.lsu_first => {
                self.instructions += 1;
                self.current[usize::from(i.lsu_warp)] = self.instructions;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Whether the queue should be full.
    fn is_full(&self) -> bool {
        let entries = self.params.rexq_entries as usize;
        entries > 0 && self.queue.len() == entries
    }

    /// Who has the port, and with what payload (section 2.6, invariant 12).
    fn check_port(&self, i: &In, o: &Out) -> Result<(), String> {
        let full = self.is_full();
        let other = |w: &Waiting| w.payload.2 == i.lsu_warp;
        let waits = i.lsu_first && self.queue.iter().any(other);
        let bypass = self.params.owner_bypass_full && i.owner_v && i.owner == i.lsu_warp;
        let in_turn = self.params.lsu_when_full && self.queue_had_port;
        let lsu = i.lsu_v && !waits && (!full || bypass || in_turn);
        let expected = if lsu { Some(lsu_payload(i)) } else { self.queue.front().map(|w| w.payload) };
        let request = (o.l1_base, o.l1_off, o.l1_warp, o.l1_reg, o.l1_mask, o.l1_op, o.l1_first);
        let got = o.l1_v.then_some(request);
        if got != expected || (o.l1_v && o.l1_src == lsu) {
            return Err(format!("the request to the L1 is {got:?}, not {expected:?}"));
        }
        let taken = lsu && (i.l1_ack || (self.params.rexq_entries > 0 && !full));
        if o.lsu_rdy != taken {
            return Err(format!("lsu_rdy is {}", o.lsu_rdy));
        }
        match o.head_leaves == (o.l1_v && o.l1_src && i.l1_ack) {
            true => Ok(()),
            false => Err(format!("head_leaves is {}", o.head_leaves)),
        }
    }

    /// Moves the request, and checks invariants 5 and 6.
    fn follow(&mut self, i: &In, o: &Out) -> Result<(), String> {
        let from_queue = o.l1_v && o.l1_src;
        let moving = match from_queue {
            true => self.queue.pop_front(),
            false if o.lsu_rdy => {
                let instruction = self.current[usize::from(i.lsu_warp)];
                Some(Waiting { payload: lsu_payload(i), instruction })
            }
            false => None,
        };
        let Some(moving) = moving else { return Ok(()) };
        let warp = moving.payload.2;
        if i.l1_ack {
            self.popped += u64::from(from_queue);
            let latest = &mut self.accepted[usize::from(warp)];
            if moving.instruction < *latest {
                return Err(format!("requests of warp {warp} are accepted out of program order"));
            }
            *latest = moving.instruction;
        } else {
            self.pushed += u64::from(!from_queue);
            let same = |w: &&Waiting| w.payload.2 == warp && w.instruction != moving.instruction;
            if self.queue.iter().find(same).is_some() {
                return Err(format!("two instructions of warp {warp} are in the queue"));
            }
            self.queue.push_back(moving);
        }
        Ok(())
    }

    /// Invariants 3 and 4: the registers say what should be in the queue.
    fn check_registers(&self, o: &Out) -> Result<(), String> {
        let count = self.queue.len();
        let warps = self.queue.iter().fold(0u64, |warps, w| warps | 1 << w.payload.2);
        let head = self.queue.front().map(|w| w.payload.2);
        let holds = usize::from(o.count) == count
            && count <= self.params.rexq_entries as usize
            && self.pushed == self.popped + count as u64
            && o.rexq_has == warps
            && o.head_v == head.is_some()
            && o.head_warp == head.unwrap_or(0)
            && o.full == self.is_full();
        match holds {
            true => Ok(()),
            false => Err(format!("the queue should hold {count} requests of the warps {warps:#x}")),
        }
    }
}

fn lsu_payload(i: &In) -> Payload {
    (i.lsu_base, i.lsu_off, i.lsu_warp, i.lsu_reg, i.lsu_mask, i.lsu_op, i.lsu_first)
}
