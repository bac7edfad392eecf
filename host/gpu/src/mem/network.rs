// SPDX-License-Identifier: Apache-2.0
//! One direction of the crossbar: input buffers, arbitration, output buffers.
//!
//! An input port holds its packets in virtual output queues that share one flit buffer, so a packet never waits
//! behind one for another port. Each cycle, free outputs take turns to choose among free inputs, round robin;
//! a chosen packet holds its input and its output for as many cycles as it has flits. It starts only when the
//! output buffer has room for all of it (virtual cut-through), so full output buffers hold packets back in the
//! inputs, and full inputs hold back the sender.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::queue::DelayQueue;
use crate::machine::IcntSpec;
use crate::types::IcntCycle;

/// A packet: what it carries and how long it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Packet<P> {
    payload: P,
    flits: u32,
}

/// Ports that are transferring, at most 64.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Ports {
    busy: u64,
    free_at: Vec<IcntCycle>,
}

impl Ports {
    fn new(n: usize) -> Ports {
        Ports { busy: 0, free_at: vec![IcntCycle(0); n] }
    }

    fn occupy(&mut self, port: usize, until: IcntCycle) {
        self.busy |= 1 << port;
        self.free_at[port] = until;
    }

    fn release(&mut self, now: IcntCycle) {
        for port in bits(self.busy) {
            if self.free_at[port] <= now {
                self.busy &= !(1 << port);
            }
        }
    }
}

/// One direction of the crossbar, for payloads `P`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Network<P> {
    spec: IcntSpec,
    outputs: usize,
    /// By input, then output.
    queues: Vec<VecDeque<Packet<P>>>,
    /// Flits buffered, by input.
    input_flits: Vec<u32>,
    /// Inputs that hold a packet for the output, by output.
    wanting: Vec<u64>,
    /// Outputs for which some input holds a packet.
    wanted: u64,
    input_ports: Ports,
    output_ports: Ports,
    /// The input that has the highest priority, by output.
    turn: Vec<u8>,
    arrived: Vec<DelayQueue<Packet<P>, IcntCycle>>,
    /// Flits buffered or promised, by output.
    output_flits: Vec<u32>,
    packets: u64,
    flits: u64,
}

impl<P: Copy> Network<P> {
    /// An empty network of at most 64 ports on each side.
    pub fn new(spec: &IcntSpec, inputs: usize, outputs: usize) -> Network<P> {
        let queue = || VecDeque::with_capacity(spec.input_buffer as usize);
        Network {
            spec: spec.clone(),
            outputs,
            queues: std::iter::repeat_with(queue).take(inputs * outputs).collect(),
            input_flits: vec![0; inputs],
            wanting: vec![0; outputs],
            wanted: 0,
            input_ports: Ports::new(inputs),
            output_ports: Ports::new(outputs),
            turn: vec![0; outputs],
            arrived: vec![DelayQueue::new(spec.output_buffer); outputs],
            output_flits: vec![0; outputs],
            packets: 0,
            flits: 0,
        }
    }

    /// Whether `input` has room for a packet of that many flits.
    #[inline]
    pub fn can_accept(&self, input: usize, flits: u32) -> bool {
        self.input_flits[input] + flits <= self.spec.input_buffer
    }

    /// Puts a packet into an input that has room for it.
    pub fn push(&mut self, input: usize, output: usize, flits: u32, payload: P) {
        debug_assert!(self.can_accept(input, flits));
        self.input_flits[input] += flits;
        self.queues[input * self.outputs + output].push_back(Packet { payload, flits });
        self.wanting[output] |= 1 << input;
        self.wanted |= 1 << output;
    }

    /// One cycle of arbitration and transfer.
    pub fn tick(&mut self, now: IcntCycle) {
        self.input_ports.release(now);
        self.output_ports.release(now);
        let ready = self.wanted & !self.output_ports.busy;
        // Outputs choose one after the other; who chooses first rotates, so that none is favoured.
        let first = (now.0 % self.outputs as u64) as u32;
        for output in bits(ready & (u64::MAX << first)).chain(bits(ready & !(u64::MAX << first))) {
            self.arbitrate(output, now);
        }
    }

    fn arbitrate(&mut self, output: usize, now: IcntCycle) {
        let candidates = self.wanting[output] & !self.input_ports.busy;
        if candidates == 0 {
            return;
        }
        let input = round_robin(candidates, self.turn[output]);
        let queue = &mut self.queues[input * self.outputs + output];
        let flits = queue[0].flits;
        if self.output_flits[output] + flits > self.spec.output_buffer {
            return;
        }
        let Some(packet) = queue.pop_front() else { return };
        if queue.is_empty() {
            self.wanting[output] &= !(1 << input);
            if self.wanting[output] == 0 {
                self.wanted &= !(1 << output);
            }
        }
        self.turn[output] = (input as u8 + 1) % self.input_flits.len() as u8;
        self.input_flits[input] -= flits;
        self.output_flits[output] += flits;
        let end = now + u64::from(flits);
        self.input_ports.occupy(input, end);
        self.output_ports.occupy(output, end);
        self.arrived[output].push(end + u64::from(self.spec.latency), packet);
        self.packets += 1;
        self.flits += u64::from(flits);
    }

    /// Takes the oldest packet that has arrived at `output`.
    #[inline]
    pub fn pop(&mut self, output: usize, now: IcntCycle) -> Option<P> {
        let packet = self.arrived[output].pop(now)?;
        self.output_flits[output] -= packet.flits;
        Some(packet.payload)
    }

    /// Whether no packet has been transferred to `output` that has not been taken.
    #[inline]
    pub fn is_drained(&self, output: usize) -> bool {
        self.arrived[output].is_empty()
    }

    /// Whether the credits are those of the packets that are buffered, and within the buffers.
    ///
    /// # Errors
    /// The port whose credits are wrong.
    pub fn audit(&self) -> Result<(), String> {
        let side = |name, port, counted: u32, held: u32, room: u32| {
            let fits = counted == held && held <= room;
            fits.then_some(()).ok_or_else(|| {
                format!("{name} {port} holds {held} flits, counts {counted}, has room for {room}")
            })
        };
        for (input, &counted) in self.input_flits.iter().enumerate() {
            let queues = &self.queues[input * self.outputs..(input + 1) * self.outputs];
            let held = queues.iter().flatten().map(|p| p.flits).sum();
            side("input", input, counted, held, self.spec.input_buffer)?;
        }
        for (output, &counted) in self.output_flits.iter().enumerate() {
            let held = self.arrived[output].iter().map(|p| p.flits).sum();
            side("output", output, counted, held, self.spec.output_buffer)?;
        }
        Ok(())
    }

    /// Breaks the credits of an input.
    #[cfg(test)]
    pub(super) fn lose_credit(&mut self, input: usize) {
        self.input_flits[input] -= 1;
    }

    /// Packets and flits transferred so far.
    pub fn traffic(&self) -> (u64, u64) {
        (self.packets, self.flits)
    }
}

/// The indices of the set bits, lowest first.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
}

/// The first set bit at or after `turn`, cyclically; `candidates` is not empty.
fn round_robin(candidates: u64, turn: u8) -> usize {
    let later = candidates & (u64::MAX << turn);
    (if later != 0 { later } else { candidates }).trailing_zeros() as usize
}
