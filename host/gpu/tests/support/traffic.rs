// SPDX-License-Identifier: Apache-2.0
//! Traffic for the memory system: stand-ins for SMs that inject requests and take responses.

// Each test and benchmark uses a part of this.
#![allow(dead_code)]

use warpsmith_gpu::clock::ClockTree;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::mem::{MemRequest, MemorySystem};
use warpsmith_gpu::types::{Domain, Line, MemKind, Requester};

/// A pseudo-random sequence (splitmix64).
#[derive(Clone)]
pub struct Random(pub u64);

impl Random {
    /// The next number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }
}

/// The machine of these tests, its clocks and its memory system.
pub struct Bench {
    pub clocks: ClockTree,
    pub memory: MemorySystem,
    sms: usize,
}

impl Bench {
    pub fn new(machine: &MachineSpec) -> Bench {
        Bench {
            clocks: ClockTree::new(&machine.clock),
            memory: MemorySystem::new(machine),
            sms: machine.sm.count as usize,
        }
    }

    /// Steps to the next edge of the SM clock.
    pub fn step(&mut self) {
        loop {
            let edges = self.clocks.advance();
            self.memory.tick(edges);
            if edges.has(Domain::Sm) {
                return;
            }
        }
    }

    /// Runs until `total` requests of `next` have been answered; each SM injects at most one per cycle and has at
    /// most `window` outstanding. Calls `answered` for each response.
    pub fn run(
        &mut self,
        total: u64,
        window: u32,
        mut next: impl FnMut(usize) -> MemRequest,
        mut answered: impl FnMut(u32),
    ) {
        let mut waiting: Vec<Option<MemRequest>> = vec![None; self.sms];
        let mut outstanding = vec![0u32; self.sms];
        let (mut sent, mut done) = (0, 0);
        while done < total {
            self.step();
            for sm in 0..self.sms {
                if let Some(response) = self.memory.pop_response(sm) {
                    outstanding[sm] -= 1;
                    done += 1;
                    answered(response.token);
                }
                if waiting[sm].is_none() && sent < total && outstanding[sm] < window {
                    waiting[sm] = Some(next(sm));
                    sent += 1;
                    outstanding[sm] += 1;
                }
                waiting[sm] = waiting[sm].filter(|request| !self.memory.push(*request));
            }
        }
    }
}

/// A read of one whole line.
pub fn read(sm: usize, line: u64, token: u32) -> MemRequest {
    MemRequest {
        line: Line(line),
        token,
        requester: Requester::sm(sm as u32),
        bytes: 128,
        ..MemRequest::default()
    }
}

/// A store of one whole line.
pub fn write(sm: usize, line: u64, token: u32) -> MemRequest {
    MemRequest { kind: MemKind::Write, covers_line: true, ..read(sm, line, token) }
}
