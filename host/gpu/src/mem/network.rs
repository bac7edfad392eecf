// SPDX-License-Identifier: Apache-2.0
//! One direction of the crossbar: input buffers, arbitration, output buffers.
//!
//! An input port holds its packets in virtual output queues that share one flit buffer, so a packet never waits
//! behind one for another port. Each cycle, free outputs take turns to choose among free inputs, round robin;
//! a chosen packet holds its input and its output for as many cycles as it has flits. It starts only when the
//! output buffer has room for all of it (virtual cut-through), so full output buffers hold packets back in the
//! inputs, and full inputs hold back the sender.
//!
//! Senders and receivers own an end each, an [`Inlet`] and an [`Outlet`], and run ahead of the crossbar for as long
//! as no packet can get through it; then [`Network::exchange`] makes up for that time. Packets move at exactly the
//! cycles at which they would have moved anyway; credits for buffer space come back at the exchange.

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

/// The sender's end of an input. It has cache lines of its own, because another thread may use its neighbour.
#[repr(align(128))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inlet<P> {
    /// Packets sent so far.
    pub packets: u64,
    /// Flits that the input buffer holds at most, and those that the sender has no credit for.
    capacity: u32,
    held: u32,
    /// Cycle, output and packet of what was sent since the last exchange, oldest first.
    sent: VecDeque<(IcntCycle, u8, Packet<P>)>,
}

impl<P: Copy> Inlet<P> {
    /// Whether the input buffer has room for a packet of that many flits.
    #[inline]
    pub fn can_accept(&self, flits: u32) -> bool {
        self.held + flits <= self.capacity
    }

    /// Sends a packet that the buffer has room for. It can be transferred in the cycles after `now`.
    pub fn push(&mut self, now: IcntCycle, output: usize, flits: u32, payload: P) {
        debug_assert!(self.can_accept(flits));
        self.packets += 1;
        self.held += flits;
        self.sent.push_back((now, output as u8, Packet { payload, flits }));
    }
}

/// The receiver's end of an output, on cache lines of its own as well.
#[repr(align(128))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outlet<P> {
    /// Packets taken so far.
    pub packets: u64,
    arrived: DelayQueue<Packet<P>, IcntCycle>,
    /// Flits taken since the last exchange.
    taken: u32,
}

impl<P: Copy> Outlet<P> {
    /// The oldest packet that has arrived.
    #[inline]
    pub fn front(&self, now: IcntCycle) -> Option<&P> {
        self.arrived.front(now).map(|packet| &packet.payload)
    }

    /// Takes the oldest packet that has arrived.
    #[inline]
    pub fn pop(&mut self, now: IcntCycle) -> Option<P> {
        let packet = self.arrived.pop(now)?;
        self.packets += 1;
        self.taken += packet.flits;
        Some(packet.payload)
    }

    /// Whether no packet has been transferred that has not been taken.
    #[inline]
    pub fn is_drained(&self) -> bool {
        self.arrived.is_empty()
    }
}

/// One direction of the crossbar, for payloads `P`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Network<P> {
    latency: u64,
    output_buffer: u32,
    pub inlets: Vec<Inlet<P>>,
    pub outlets: Vec<Outlet<P>>,
    /// By input, then output.
    queues: Vec<VecDeque<Packet<P>>>,
    /// Inputs that hold a packet for the output, by output.
    wanting: Vec<u64>,
    /// Outputs for which some input holds a packet.
    wanted: u64,
    input_ports: Ports,
    output_ports: Ports,
    /// The input that has the highest priority, by output.
    turn: Vec<u8>,
    /// Flits buffered, promised or taken since the last exchange, by output.
    output_flits: Vec<u32>,
    packets: u64,
    flits: u64,
}

impl<P: Copy> Network<P> {
    /// An empty network of at most 64 ports on each side.
    /// Its wires take `added` cycles longer than the machine says, and hold as many flits more.
    pub fn new(spec: &IcntSpec, added: u32, inputs: usize, outputs: usize) -> Network<P> {
        let output_buffer = spec.output_buffer + added;
        let queue = || VecDeque::with_capacity(spec.input_buffer as usize);
        let inlet = || Inlet { packets: 0, capacity: spec.input_buffer, held: 0, sent: VecDeque::new() };
        let outlet = || Outlet { packets: 0, arrived: DelayQueue::new(output_buffer), taken: 0 };
        Network {
            latency: u64::from(spec.latency + added),
            output_buffer,
            inlets: std::iter::repeat_with(inlet).take(inputs).collect(),
            outlets: std::iter::repeat_with(outlet).take(outputs).collect(),
            queues: std::iter::repeat_with(queue).take(inputs * outputs).collect(),
            wanting: vec![0; outputs],
            wanted: 0,
            input_ports: Ports::new(inputs),
            output_ports: Ports::new(outputs),
            turn: vec![0; outputs],
            output_flits: vec![0; outputs],
            packets: 0,
            flits: 0,
        }
    }

    /// Runs the crossbar for the cycles after `from`, up to and with `to`, then gives the credits back to both ends.
    /// Senders and receivers must have come to `to` as well, and must not have been ahead of the last exchange by more
    /// than [`Lookahead::cycles`](super::Lookahead).
    pub fn exchange(&mut self, from: IcntCycle, to: IcntCycle) {
        let sending = self.inlets.iter().enumerate().filter(|(_, inlet)| !inlet.sent.is_empty());
        let sending = sending.fold(0, |mask, (input, _)| mask | 1 << input);
        for now in (from.0 + 1..=to.0).map(IcntCycle) {
            bits(sending).for_each(|input| self.accept(input, now));
            if self.wanted != 0 {
                self.tick(now);
            }
        }
        for (flits, outlet) in self.output_flits.iter_mut().zip(&mut self.outlets) {
            *flits -= std::mem::take(&mut outlet.taken);
        }
    }

    /// Takes in what `input` sent before `now`.
    fn accept(&mut self, input: usize, now: IcntCycle) {
        let sent = &mut self.inlets[input].sent;
        while let Some(&(_, output, packet)) = sent.front().filter(|(at, ..)| *at < now) {
            sent.pop_front();
            let output = usize::from(output);
            self.queues[input * self.outlets.len() + output].push_back(packet);
            self.wanting[output] |= 1 << input;
            self.wanted |= 1 << output;
        }
    }

    /// One cycle of arbitration and transfer.
    fn tick(&mut self, now: IcntCycle) {
        self.input_ports.release(now);
        self.output_ports.release(now);
        let ready = self.wanted & !self.output_ports.busy;
        // Outputs choose one after the other; who chooses first rotates, so that none is favoured.
        let first = (now.0 % self.outlets.len() as u64) as u32;
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
        let queue = &mut self.queues[input * self.outlets.len() + output];
        let flits = queue[0].flits;
        if self.output_flits[output] + flits > self.output_buffer {
            return;
        }
        let Some(packet) = queue.pop_front() else { return };
        if queue.is_empty() {
            self.wanting[output] &= !(1 << input);
            if self.wanting[output] == 0 {
                self.wanted &= !(1 << output);
            }
        }
        self.turn[output] = (input as u8 + 1) % self.inlets.len() as u8;
        self.inlets[input].held -= flits;
        self.output_flits[output] += flits;
        let end = now + u64::from(flits);
        self.input_ports.occupy(input, end);
        self.output_ports.occupy(output, end);
        self.outlets[output].arrived.push(end + self.latency, packet);
        self.packets += 1;
        self.flits += u64::from(flits);
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
        let outputs = self.outlets.len();
        for (input, inlet) in self.inlets.iter().enumerate() {
            let queues = &self.queues[input * outputs..(input + 1) * outputs];
            let sent = inlet.sent.iter().map(|(_, _, packet)| packet.flits);
            let held = queues.iter().flatten().map(|p| p.flits).chain(sent).sum();
            side("input", input, inlet.held, held, inlet.capacity)?;
        }
        for (output, (&counted, outlet)) in self.output_flits.iter().zip(&self.outlets).enumerate() {
            let held = outlet.arrived.iter().map(|p| p.flits).sum::<u32>() + outlet.taken;
            side("output", output, counted, held, self.output_buffer)?;
        }
        Ok(())
    }

    /// Breaks the credits of an input.
    #[cfg(test)]
    pub(super) fn lose_credit(&mut self, input: usize) {
        self.inlets[input].held -= 1;
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
