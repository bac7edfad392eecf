// SPDX-License-Identifier: Apache-2.0
//! The caches of an SM - L1, texture cache, constant cache, and the one that a prefetcher may have beside the L1 - and the
//! port to the memory system that they share.

use serde::{Deserialize, Serialize};

use super::constant;
use crate::cache::{self, Cache, Outcome, Prefetched};
use crate::machine::{CacheSpec, MachineSpec};
use crate::mem::{DataClass, MemRequest};
use crate::region::Region;
use crate::stats::{CacheStats, PrefetchStats, StatGroup};
use crate::types::{Line, LineSize, MemKind, Requester, SmCycle};

/// What a response is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// The memory instruction of that number: stores, atomics, loads past the L1.
    Instruction(u32),
    /// A line of the L1.
    L1,
    /// A line of the cache beside it.
    Beside,
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
            Client::Beside => (1, 1),
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
            1 if number == 0 => Client::L1,
            1 => Client::Beside,
            2 => Client::Texture,
            _ => Client::Constant(number),
        }
    }
}

/// What an access of the L1 carries: the memory instruction, whether the L1 is passed, and whether the line is for the cache
/// beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct L1Access {
    pub op: u32,
    /// The instruction's number in its kernel; 0 of a prefetch.
    pub pc: u32,
    pub past: bool,
    pub beside: bool,
}

/// State of the caches of one SM.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Caches {
    lines: LineSize,
    pub l1: Cache<L1Access>,
    /// A prefetcher's own cache; what it asks for goes through the L1's miss queue.
    beside: Option<Box<Cache<L1Access>>>,
    pub texture: Cache<u32>,
    pub constant: Cache<u32>,
    /// The cache whose turn it is to send: 0 the L1, 1 the texture cache, 2 the constant cache.
    turn: u8,
}

const CACHES: u8 = 3;

impl Caches {
    /// Empty caches; `beside`: a cache for what a prefetcher asks for.
    pub fn new(machine: &MachineSpec, beside: Option<CacheSpec>) -> Self {
        let lines = machine.lines();
        Self {
            lines,
            l1: Cache::new(&machine.l1, lines),
            beside: beside.map(|spec| Box::new(Cache::new(&spec, lines))),
            texture: Cache::new(&machine.texture.cache, lines),
            constant: Cache::new(&machine.constant, lines.constant()),
            turn: 0,
        }
    }

    /// The size of a line, but for the constant cache.
    #[inline]
    pub fn lines(&self) -> LineSize {
        self.lines
    }

    /// What the start of a kernel does, whose lines are in the region `entry`: all lines are dropped, or those that an application has
    /// brought in, and the kernel's parameters come.
    pub fn start(&mut self, entry: &Region, of: Option<u8>) {
        self.l1.invalidate(of);
        self.beside.iter_mut().for_each(|beside| beside.invalidate(of));
        self.texture.invalidate(of);
        self.constant.invalidate(of);
        let owner = Requester { application: of.unwrap_or_default(), ..Requester::default() };
        for line in constant::parameters(self.lines) {
            self.constant.preload(constant::placed(self.lines, line, entry), owner);
        }
    }

    /// An access of the L1, not past it. A load whose line the cache beside it has or awaits is served there; a store takes the
    /// line from there as well.
    #[inline]
    pub fn access(&mut self, access: &cache::Access<L1Access>) -> Outcome {
        match &mut self.beside {
            None => self.l1.access(access),
            Some(beside) if access.kind == MemKind::Read => {
                if beside.holds(access.line) {
                    beside.access(access)
                } else {
                    self.l1.access(access)
                }
            }
            Some(beside) => {
                let outcome = self.l1.access(access);
                if !matches!(outcome, Outcome::Fail(_)) {
                    beside.drop_line(access.line);
                }
                outcome
            }
        }
    }

    /// A prefetch: of a line of the L1 or, if there is one, of the cache beside it.
    pub fn prefetch(&mut self, access: &cache::Access<L1Access>) -> Prefetched {
        let Some(beside) = &mut self.beside else { return self.l1.prefetch(access) };
        if self.l1.holds(access.line) {
            beside.prefetch_dropped();
            return Prefetched::Dropped;
        }
        if !self.l1.takes_request() {
            return Prefetched::Refused;
        }
        let token = L1Access { beside: true, ..access.token };
        let outcome = beside.prefetch(&cache::Access { token, ..*access });
        if let Some(request) = beside.pop_miss() {
            self.l1.pass(&request);
        }
        // What leaves it has not left the L1.
        match outcome {
            Prefetched::Sent { .. } => Prefetched::Sent { victim: None },
            other => other,
        }
    }

    /// The line of a [`Client::L1`] or [`Client::Beside`] has come.
    #[inline]
    pub fn fill(&mut self, client: Client, line: Line) -> cache::Fill<'_, L1Access> {
        match (client, &mut self.beside) {
            (Client::Beside, Some(beside)) => beside.fill(line),
            _ => self.l1.fill(line),
        }
    }

    /// Says which cycle it is, for the times of prefetches.
    pub fn set_time(&mut self, now: SmCycle) {
        self.l1.set_time(now);
        self.beside.iter_mut().for_each(|beside| beside.set_time(now));
    }

    /// What was counted of prefetches.
    pub fn prefetches(&self) -> PrefetchStats {
        let beside = self.beside.as_ref().map(|beside| *beside.prefetches());
        beside.unwrap_or_default().plus(*self.l1.prefetches())
    }

    /// What L1 - with the cache beside it -, texture cache and constant cache counted.
    pub fn stats(&self) -> [CacheStats; 3] {
        let beside = self.beside.as_ref().map(|beside| *beside.stats());
        let l1 = self.l1.stats().plus(beside.unwrap_or_default());
        [l1, *self.texture.stats(), *self.constant.stats()]
    }

    /// From now on L1, texture cache and constant cache count on from there. Not with a cache beside the L1.
    pub fn set_stats(&mut self, [l1, texture, constant]: [CacheStats; 3]) {
        self.l1.set_stats(l1);
        self.texture.set_stats(texture);
        self.constant.set_stats(constant);
    }

    /// The request that the next cache in turn wants to send.
    #[inline]
    pub fn next_request(&self) -> Option<MemRequest> {
        match self.sender()? {
            0 => self.l1.next_miss().map(|m| {
                let client = match m.token {
                    L1Access { beside: true, .. } => Client::Beside,
                    L1Access { past: false, .. } if m.kind == MemKind::Read => Client::L1,
                    L1Access { op, .. } => Client::Instruction(op),
                };
                MemRequest { pc: m.token.pc, ..request(m, DataClass::Data, client) }
            }),
            1 => self.texture.next_miss().map(|m| request(m, DataClass::Texture, Client::Texture)),
            _ => self.constant.next_miss().map(|m| {
                let (line, part) = constant::home(self.lines, m.line);
                let bytes = self.lines.constant().bytes() as u16;
                MemRequest {
                    line,
                    asked: line,
                    bytes,
                    ..request(m, DataClass::Constant, Client::Constant(part))
                }
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

    /// That request cannot be sent yet: another cache comes first in the next cycle.
    pub fn next_turn(&mut self) {
        if let Some(sender) = self.sender() {
            self.turn = (sender + 1) % CACHES;
        }
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
        let beside = self.beside.as_ref().map_or(Ok(()), |beside| beside.audit());
        beside.map_err(|what| format!("cache beside the L1: {what}"))?;
        self.texture.audit().map_err(|what| format!("texture cache: {what}"))?;
        self.constant.audit().map_err(|what| format!("constant cache: {what}"))
    }

    /// Whether no line is outstanding and nothing waits to be sent.
    pub fn idle(&self) -> bool {
        self.prefetches_idle() && self.texture.idle() && self.constant.idle()
    }

    /// The same of those that a prefetcher fills.
    pub fn prefetches_idle(&self) -> bool {
        self.l1.idle() && self.beside.as_ref().is_none_or(|beside| beside.idle())
    }
}

/// The request that an access which missed makes, on behalf of `client`.
#[inline]
fn request<T>(miss: &cache::Access<T>, class: DataClass, client: Client) -> MemRequest {
    let cache::Access { line, kind, bytes, covers_line, evict_first, requester, origin, warp_tag, token: _ } =
        *miss;
    MemRequest {
        line,
        asked: line,
        token: Token::of(client).0,
        bytes,
        covers_line,
        kind,
        evict_first,
        class,
        requester,
        origin,
        warp_tag,
        ..MemRequest::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Origin, PrefetchTag};

    fn caches() -> Caches {
        Caches::new(&MachineSpec::load("gtx480").unwrap(), None)
    }

    #[test]
    fn a_response_finds_its_client() {
        let clients =
            [Client::Instruction(77), Client::L1, Client::Beside, Client::Texture, Client::Constant(1)];
        for client in clients {
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
    fn a_prefetch_for_the_cache_beside_the_l1_leaves_through_the_miss_queue_and_serves_loads_until_a_store() {
        let machine = MachineSpec::load("gtx480").unwrap();
        let beside = CacheSpec { sets: 2, ways: 1, ..machine.l1.clone() };
        let mut caches = Caches::new(&machine, Some(beside));
        let origin = Origin::Prefetch(PrefetchTag::default());
        let of = |line, kind, origin| cache::Access {
            line: Line(line),
            kind,
            bytes: 128,
            origin,
            ..Default::default()
        };
        assert_eq!(caches.prefetch(&of(5, MemKind::Read, origin)), Prefetched::Sent { victim: None });
        assert_eq!(caches.prefetch(&of(5, MemKind::Read, origin)), Prefetched::Dropped);
        assert_eq!(Token::client(caches.next_request().unwrap().token), Client::Beside);
        caches.request_sent();
        assert!(!caches.idle() && caches.l1.idle());
        assert_eq!(caches.fill(Client::Beside, Line(5)).origin, origin);
        let load = of(5, MemKind::Read, Origin::Demand);
        assert_eq!(caches.access(&load), Outcome::Hit);
        assert!(matches!(caches.access(&of(5, MemKind::Write, Origin::Demand)), Outcome::Forwarded { .. }));
        assert!(matches!(caches.access(&load), Outcome::Miss { .. }), "now it is the L1's");
        assert_eq!(caches.prefetch(&of(5, MemKind::Read, origin)), Prefetched::Dropped);
        let counts = caches.prefetches();
        assert_eq!((counts.issued, counts.useful, counts.dropped), (1, 1, 2));
        assert_eq!((caches.stats()[0].accesses, caches.stats()[0].hits), (3, 1));
        assert_eq!(caches.audit(), Ok(()));
    }

    #[test]
    fn a_load_past_the_l1_is_answered_to_its_instruction_and_leaves_no_line() {
        let mut caches = caches();
        let access = cache::Access {
            line: Line(5),
            bytes: 32,
            token: L1Access { op: 9, past: true, ..L1Access::default() },
            ..Default::default()
        };
        assert!(caches.l1.pass(&access));
        let request = caches.next_request().unwrap();
        assert_eq!((Token::client(request.token), request.bytes), (Client::Instruction(9), 32));
        caches.request_sent();
        assert!(caches.idle() && !caches.l1.contains(Line(5)));
    }
}
