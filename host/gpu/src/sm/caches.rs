// SPDX-License-Identifier: Apache-2.0
//! The caches of an SM - L1, texture cache, constant cache - and the port to the memory system that they share.

use serde::{Deserialize, Serialize};

use super::constant;
use crate::cache::{self, Cache};
use crate::machine::MachineSpec;
use crate::mem::{DataClass, MemRequest};
use crate::types::{MemKind, Priority, CONSTANT_LINE_BYTES};

/// What a response is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// The memory instruction of that number: stores, atomics, loads past the L1.
    Instruction(u32),
    /// A line of the L1.
    L1,
    /// A line of the texture cache.
    Texture,
    /// That part of the line, for the constant cache.
    Constant(u32),
}

/// A [`Client`] as it travels with a request: the kind in the two highest bits, the number in the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Token(u32);

impl Token {
    const SHIFT: u32 = 30;
    const NUMBER: u32 = (1 << Self::SHIFT) - 1;

    fn of(client: Client) -> Token {
        let (kind, number) = match client {
            Client::Instruction(op) => (0, op),
            Client::L1 => (1, 0),
            Client::Texture => (2, 0),
            Client::Constant(part) => (3, part),
        };
        Token(kind << Self::SHIFT | number)
    }

    /// Whom the response with the token `raw` is for.
    #[inline]
    pub fn client(raw: u32) -> Client {
        let number = raw & Self::NUMBER;
        match raw >> Self::SHIFT {
            0 => Client::Instruction(number),
            1 => Client::L1,
            2 => Client::Texture,
            _ => Client::Constant(number),
        }
    }
}

/// What an access of the L1 carries: the memory instruction, and whether the L1 is passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct L1Access {
    pub op: u32,
    pub past: bool,
}

/// State of the caches of one SM.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Caches {
    pub l1: Cache<L1Access>,
    pub texture: Cache<u32>,
    pub constant: Cache<u32>,
    /// The cache whose turn it is to send: 0 the L1, 1 the texture cache, 2 the constant cache.
    turn: u8,
}

const CACHES: u8 = 3;

impl Caches {
    /// Empty caches.
    pub fn new(machine: &MachineSpec) -> Self {
        Self {
            l1: Cache::new(&machine.l1),
            texture: Cache::new(&machine.texture.cache),
            constant: Cache::new(&machine.constant),
            turn: 0,
        }
    }

    /// What the start of a kernel does: all lines are dropped, the kernel's parameters come.
    pub fn start(&mut self) {
        self.l1.invalidate();
        self.texture.invalidate();
        self.constant.invalidate();
        constant::parameters().for_each(|line| self.constant.preload(line));
    }

    /// The request that the next cache in turn wants to send.
    #[inline]
    pub fn next_request(&self) -> Option<MemRequest> {
        match self.sender()? {
            0 => self.l1.next_miss().map(|m| {
                let fill = m.kind == MemKind::Read && !m.token.past;
                let client = if fill { Client::L1 } else { Client::Instruction(m.token.op) };
                request(m, DataClass::Data, client)
            }),
            1 => self.texture.next_miss().map(|m| request(m, DataClass::Texture, Client::Texture)),
            _ => self.constant.next_miss().map(|m| {
                let (line, part) = constant::home(m.line);
                let bytes = CONSTANT_LINE_BYTES as u16;
                MemRequest { line, bytes, ..request(m, DataClass::Constant, Client::Constant(part)) }
            }),
        }
    }

    /// That request has been sent.
    #[inline]
    pub fn request_sent(&mut self) {
        let Some(sender) = self.sender() else { return };
        match sender {
            0 => drop(self.l1.pop_miss()),
            1 => drop(self.texture.pop_miss()),
            _ => drop(self.constant.pop_miss()),
        }
        self.turn = (sender + 1) % CACHES;
    }

    /// The first cache from `turn` on that has something to send.
    #[inline]
    fn sender(&self) -> Option<u8> {
        let waiting = u8::from(self.l1.next_miss().is_some())
            | u8::from(self.texture.next_miss().is_some()) << 1
            | u8::from(self.constant.next_miss().is_some()) << 2;
        if waiting == 0 {
            return None;
        }
        let from_turn = waiting >> self.turn << self.turn;
        Some(if from_turn != 0 { from_turn } else { waiting }.trailing_zeros() as u8)
    }

    /// Whether the MSHRs and queues are sound.
    ///
    /// # Errors
    /// What does not hold.
    pub fn audit(&self) -> Result<(), String> {
        self.l1.audit().map_err(|what| format!("L1: {what}"))?;
        self.texture.audit().map_err(|what| format!("texture cache: {what}"))?;
        self.constant.audit().map_err(|what| format!("constant cache: {what}"))
    }

    /// Whether no line is outstanding and nothing waits to be sent.
    pub fn idle(&self) -> bool {
        self.l1.idle() && self.texture.idle() && self.constant.idle()
    }
}

/// The request that an access which missed makes, on behalf of `client`.
#[inline]
fn request<T>(miss: &cache::Access<T>, class: DataClass, client: Client) -> MemRequest {
    let cache::Access { line, kind, bytes, covers_line, evict_first, requester, origin, token: _ } = *miss;
    let (token, priority) = (Token::of(client).0, Priority::Normal);
    MemRequest { line, token, bytes, covers_line, kind, evict_first, class, requester, origin, priority }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Line;

    fn caches() -> Caches {
        Caches::new(&MachineSpec::load("gtx480").unwrap())
    }

    #[test]
    fn a_response_finds_its_client() {
        for client in [Client::Instruction(77), Client::L1, Client::Texture, Client::Constant(1)] {
            assert_eq!(Token::client(Token::of(client).0), client);
        }
    }

    #[test]
    fn caches_that_all_want_to_send_take_turns() {
        let mut caches = caches();
        for line in 0..2 {
            let line = Line(line);
            caches.l1.access(&cache::Access { line, bytes: 128, ..Default::default() });
            caches.texture.access(&cache::Access { line, bytes: 128, ..Default::default() });
            caches.constant.access(&cache::Access { line, bytes: 128, ..Default::default() });
        }
        let mut sent = Vec::new();
        while let Some(request) = caches.next_request() {
            sent.push((Token::client(request.token), request.line.0, request.bytes));
            caches.request_sent();
        }
        let (l1, texture) = (Client::L1, Client::Texture);
        let expected = [
            (l1, 0, 128),
            (texture, 0, 128),
            (Client::Constant(0), 0, 64),
            (l1, 1, 128),
            (texture, 1, 128),
            (Client::Constant(1), 0, 64),
        ];
        assert_eq!(sent, expected);
    }

    #[test]
    fn a_load_past_the_l1_is_answered_to_its_instruction_and_leaves_no_line() {
        let mut caches = caches();
        let access = cache::Access {
            line: Line(5),
            bytes: 32,
            token: L1Access { op: 9, past: true },
            ..Default::default()
        };
        assert!(caches.l1.pass(&access));
        let request = caches.next_request().unwrap();
        assert_eq!((Token::client(request.token), request.bytes), (Client::Instruction(9), 32));
        caches.request_sent();
        assert!(caches.idle() && !caches.l1.contains(Line(5)));
    }
}
