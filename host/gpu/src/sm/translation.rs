// SPDX-License-Identifier: Apache-2.0
//! The way of memory instructions through the L1 TLB, before they come to the L1 (MASK, section 2.2).
//!
//! An instruction of global or local memory looks for one of its pages in a cycle, each once, in the order of its transactions. It goes on to the
//! queue of the load/store unit when all are known; meanwhile others overtake it. Texture and constant cache are in front of
//! the TLB: their misses look for their page before they leave the SM, and warps of these wait there.

use std::collections::VecDeque;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use warpsmith_ptx::{Access, Fault, FaultKind, LANES};

use super::ldst::{LdSt, MemoryOp};
use super::{Sm, StepError, Surroundings};
use crate::machine::MmuSpec;
use crate::mem::{DataClass, MemRequest};
use crate::mmu::{Answer, Asker, Found, Heard, L1Tlb, Pages};
use crate::socket::{Frame, L1Lookup, TlbFlush};
use crate::types::{Addr, Line, LineSize, MemKind, Requester, SmCycle};

/// A page of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageUse {
    vpn: u64,
    /// The first lane that wants it, and its address.
    lane: u8,
    address: u64,
    waits: bool,
}

/// Instructions on their way through the TLB.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Translating {
    page_bits: u32,
    lines: LineSize,
    /// Those that have pages to look for, the oldest first, and how many the first one has looked for.
    looking: VecDeque<u32>,
    looked: u32,
    /// Those that wait for pages, and those that know all of theirs.
    waiting: Vec<u32>,
    known: VecDeque<u32>,
}

/// An access that translation does not allow.
pub struct Denied {
    requester: Requester,
    pc: u32,
    lane: u8,
    address: u64,
    /// Without a frame; else it is a store to a page that may only be read.
    unmapped: bool,
}

impl Translating {
    /// Nothing is under way.
    pub fn new(spec: &MmuSpec, lines: LineSize) -> Translating {
        let (looking, known) = (VecDeque::new(), VecDeque::new());
        Translating { page_bits: spec.page_bits, lines, looking, looked: 0, waiting: Vec::new(), known }
    }

    /// The instructions here.
    pub fn all(&self) -> impl Iterator<Item = &u32> {
        self.looking.iter().chain(&self.waiting).chain(&self.known)
    }

    /// The one that entered last, if it still looks.
    pub fn newest(&self) -> Option<u32> {
        self.looking.back().copied()
    }

    /// The instruction numbered `id`, which makes `access`, looks for its pages.
    pub fn enter(&mut self, id: u32, op: &mut MemoryOp, access: &Access) {
        op.pages.clear();
        for transaction in &op.transactions {
            let vpn = self.lines.first(transaction.line).0 >> self.page_bits;
            if op.pages.iter().rev().all(|page| page.vpn != vpn) {
                let lane = transaction.lanes.trailing_zeros() as u8;
                let address = access.addr[usize::from(lane) % LANES];
                op.pages.push(PageUse { vpn, lane, address, waits: false });
            }
        }
        self.looking.push_back(id);
    }
}

impl LdSt {
    /// Instructions that have not been through the TLB but for those that wait for pages.
    #[inline]
    pub(super) fn looking(&self) -> usize {
        self.translating.as_ref().map_or(0, |one| one.looking.len() + one.known.len())
    }

    /// One cycle in front of the queue: what has come is `answer`.
    fn translate(
        &mut self,
        now: SmCycle,
        answer: Option<Answer>,
        tlb: &mut L1Tlb,
        pages: &Pages,
    ) -> Result<(), Denied> {
        let LdSt { translating, queue, ops, depth, .. } = self;
        let Some(one) = translating else { return Ok(()) };
        if let Some(answer) = answer {
            one.take(answer, ops)?;
        }
        if queue.len() < *depth {
            queue.extend(one.known.pop_front());
        }
        if let Some(L1Lookup { vpn, warp }) = one.next(ops) {
            let found = tlb.look(now, vpn, warp, pages);
            one.found(found, ops)?;
        }
        one.go_on(ops, queue, *depth);
        Ok(())
    }

    /// The same with an L1 TLB that answers a lookup in the next cycle: this is what is heard of it in this one.
    fn translate_later(&mut self, heard: &Heard, tlb: &mut L1Tlb) -> Result<(), Denied> {
        let LdSt { translating, queue, ops, depth, .. } = self;
        let Some(one) = translating else { return Ok(()) };
        for answer in heard.answers.into_iter().flatten() {
            one.take(answer, ops)?;
        }
        if queue.len() < *depth {
            queue.extend(one.known.pop_front());
        }
        if let Some((Asker::Instruction, found)) = heard.found {
            one.found(found, ops)?;
        }
        one.go_on(ops, queue, *depth);
        if let Some(lookup) = one.next(ops) {
            tlb.ask(Asker::Instruction, lookup);
        }
        Ok(())
    }
}

impl Translating {
    /// The page that is looked for next.
    fn next(&self, ops: &[MemoryOp]) -> Option<L1Lookup> {
        let op = &ops[*self.looking.front()? as usize];
        let page = op.pages.get(self.looked as usize)?;
        Some(L1Lookup { vpn: page.vpn, warp: op.requester.warp })
    }

    /// What the lookup of that page has found.
    fn found(&mut self, found: Found, ops: &mut [MemoryOp]) -> Result<(), Denied> {
        let Some(id) = self.looking.front() else { return Ok(()) };
        let op = &mut ops[*id as usize];
        let Some(page) = op.pages.get_mut(self.looked as usize) else { return Ok(()) };
        match found {
            Found::Refused => return Ok(()),
            Found::Waits => page.waits = true,
            Found::Page(perm) => {
                let page = *page;
                op.allowed(&page, perm)?;
            }
        }
        self.looked += 1;
        Ok(())
    }

    /// The first instruction makes room for the next if it has looked for all of its pages, and is in the queue if it knows them
    /// and there is room.
    fn go_on(&mut self, ops: &[MemoryOp], queue: &mut VecDeque<u32>, depth: usize) {
        let Some(&id) = self.looking.front() else { return };
        let pages = &ops[id as usize].pages;
        if (self.looked as usize) < pages.len() {
            return;
        }
        (self.looked, _) = (0, self.looking.pop_front());
        match pages.iter().any(|page| page.waits) {
            true => self.waiting.push(id),
            false if self.known.is_empty() && queue.len() < depth => queue.push_back(id),
            false => self.known.push_back(id),
        }
    }

    /// A page has come, for all that wait for it.
    fn take(&mut self, answer: Answer, ops: &mut [MemoryOp]) -> Result<(), Denied> {
        let first = self.looking.front().copied();
        for id in self.waiting.iter().copied().chain(first) {
            let op = &mut ops[id as usize];
            let Some(place) = op.pages.iter().position(|page| page.waits && page.vpn == answer.vpn) else {
                continue;
            };
            op.pages[place].waits = false;
            let page = op.pages[place];
            match answer.perm {
                Some(perm) => op.allowed(&page, perm)?,
                None => return Err(op.denied(&page, true)),
            }
        }
        let known = &mut self.known;
        self.waiting.retain(|id| {
            let waits = ops[*id as usize].pages.iter().any(|page| page.waits);
            if !waits {
                known.push_back(*id);
            }
            waits
        });
        Ok(())
    }
}

impl MemoryOp {
    /// Whether it may do what it does to a page with these permissions.
    fn allowed(&self, page: &PageUse, perm: u8) -> Result<(), Denied> {
        let needed =
            if self.kind() == Some(MemKind::Read) { Frame::READ } else { Frame::READ | Frame::WRITE };
        if perm & needed == needed {
            Ok(())
        } else {
            Err(self.denied(page, false))
        }
    }

    fn denied(&self, page: &PageUse, unmapped: bool) -> Denied {
        let PageUse { lane, address, .. } = *page;
        Denied { requester: self.requester, pc: self.pc, lane, address, unmapped }
    }
}

/// The L1 TLB of an SM, and what waits for it outside the load/store unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SmTlb {
    pub l1: L1Tlb,
    /// What the texture cache, and the constant cache, waits for.
    port: [Option<MemRequest>; 2],
    /// What they look up where that is answered in the next cycle, and pages that were found for them.
    asking: [Option<MemRequest>; 2],
    granted: [Option<u64>; 2],
    /// The one of both that could not look up a page in the last cycle: it goes before instructions in this one.
    owed: Option<u8>,
}

impl SmTlb {
    /// With nothing that waits.
    pub fn new(l1: L1Tlb) -> SmTlb {
        SmTlb { l1, port: [None; 2], asking: [None; 2], granted: [None; 2], owed: None }
    }

    /// Whether the page of a line is at hand.
    pub fn reaches(&self, line: Line, pages: &Pages) -> bool {
        self.l1.holds(pages.vpn(line), pages)
    }
}

impl Sm {
    /// From now on its addresses are translated.
    pub fn set_tlb(&mut self, tlb: L1Tlb) {
        self.tlb = Some(Box::new(SmTlb::new(tlb)));
    }

    /// Its L1 TLB.
    pub fn tlb(&mut self) -> Option<&mut L1Tlb> {
        self.tlb.as_mut().map(|tlb| &mut tlb.l1)
    }

    /// One cycle of the L1 TLB.
    #[inline]
    pub(super) fn translate(&mut self, around: &Surroundings) -> Result<(), StepError> {
        let Some((tlb, pages)) = self.tlb.as_deref_mut().zip(around.pages) else { return Ok(()) };
        if let Some(unit) = tlb.l1.unit(&mut self.sockets.l1_tlb) {
            let heard = tlb.l1.hear(around.now, &unit.out(), pages);
            tlb.hears_at_the_port(&heard, pages);
            tlb.asks_at_last(pages);
            let denied = self.ldst.translate_later(&heard, &mut tlb.l1).err();
            let mut answers = heard.answers.into_iter();
            let denied = denied.or_else(|| answers.find_map(|answer| tlb.denied_at_the_port(answer, pages)));
            return denied.map_or(Ok(()), |denied| Err(self.fault(&denied, around).into()));
        }
        let answer = tlb.l1.step(around.now);
        let denied = self.ldst.translate(around.now, answer, &mut tlb.l1, pages).err();
        let denied = denied.or_else(|| tlb.denied_at_the_port(answer, pages));
        denied.map_or(Ok(()), |denied| Err(self.fault(&denied, around).into()))
    }

    /// The cycle of the L1 TLB ends, in which these warps have issued.
    #[inline]
    pub(super) fn end_translation(&mut self, now: SmCycle, issued: u64) {
        let Some(tlb) = self.tlb.as_deref_mut() else { return };
        if let Some(unit) = tlb.l1.unit(&mut self.sockets.l1_tlb) {
            tlb.l1.end(unit);
        }
        tlb.l1.cycle_ends(now, issued);
    }

    /// Pages of the address space have gone, or all of it. Nothing may be waited for.
    pub fn flush_tlb(&mut self, what: TlbFlush) {
        let Some(tlb) = self.tlb.as_deref_mut() else { return };
        match tlb.l1.unit(&mut self.sockets.l1_tlb) {
            Some(unit) => tlb.l1.flush_attached(unit, what),
            None => tlb.l1.flush(what),
        }
    }

    /// No kernel of it has gone on in these cycles: what its L1 TLB is to flush then it does all the same.
    pub fn flush_at_rest(&mut self, cycles: &Range<SmCycle>, pages: &Pages) {
        let Some(tlb) = self.tlb.as_deref_mut() else { return };
        let mut now = cycles.start;
        while now < cycles.end && tlb.l1.flushes(cycles.end) {
            match tlb.l1.unit(&mut self.sockets.l1_tlb) {
                Some(unit) => {
                    tlb.l1.hear(now, &unit.out(), pages);
                    tlb.l1.end(unit);
                }
                None => drop(tlb.l1.step(now)),
            }
            now = now.next();
        }
    }

    /// Whether a request that is about to leave has its page: those of texture and constant cache look for it here.
    #[inline]
    pub(super) fn is_translated(&mut self, request: &MemRequest, around: &Surroundings) -> bool {
        let Some((tlb, pages)) = self.tlb.as_deref_mut().zip(around.pages) else { return true };
        let place = match request.class {
            DataClass::Texture => 0,
            DataClass::Constant => 1,
            DataClass::Data | DataClass::PageTable => return true,
        };
        let vpn = pages.vpn(request.line);
        if tlb.port[place].is_some_and(|waits| pages.vpn(waits.line) == vpn) {
            let there = !tlb.l1.awaits(vpn);
            if there {
                tlb.port[place] = None;
            }
            return there;
        }
        if tlb.l1.unit(&mut self.sockets.l1_tlb).is_some() {
            return tlb.is_granted(place, vpn, request);
        }
        match tlb.l1.look(around.now, vpn, request.requester.warp, pages) {
            Found::Page(_) => return true,
            Found::Waits => tlb.port[place] = Some(*request),
            Found::Refused => {}
        }
        false
    }

    /// The fault of an access that translation does not allow.
    fn fault(&self, denied: &Denied, around: &Surroundings) -> Fault {
        let Denied { requester, pc, lane, address, unmapped } = *denied;
        let kernel = self.kernel_of(around, requester.warp.into()).map(super::RunningKernel::kernel);
        let cta = self.ctas[usize::from(requester.cta)].as_ref();
        let (shape, first) =
            cta.map_or((None, 0), |cta| (Some(&cta.state.shape), cta.warps.trailing_zeros()));
        let thread = (u32::from(requester.warp) - first) * LANES as u32 + u32::from(lane);
        let [x, y, _] = shape.map_or([1, 1, 1], |shape| shape.block);
        Fault {
            kernel: kernel.map(|kernel| kernel.name.clone()).unwrap_or_default(),
            line: kernel.and_then(|kernel| kernel.insts.get(pc as usize)).map_or(0, |inst| inst.line),
            ctaid: shape.map_or([0; 3], |shape| shape.ctaid),
            tid: [thread % x, thread / x % y, thread / x / y],
            kind: if unmapped { FaultKind::Unmapped { address } } else { FaultKind::ReadOnly { address } },
        }
    }
}

impl SmTlb {
    /// Whether the page of a request was found; else it is looked up, if no other is in this cycle.
    fn is_granted(&mut self, place: usize, vpn: u64, request: &MemRequest) -> bool {
        let granted = self.granted[place].take() == Some(vpn);
        if !granted {
            self.asking[place] = Some(*request);
            let lookup = L1Lookup { vpn, warp: request.requester.warp };
            let asks = self.l1.ask(Asker::Port(place as u8), lookup);
            self.owed = (!asks).then_some(place as u8);
        }
        granted
    }

    /// The lookup that could not be made in the last cycle is made.
    fn asks_at_last(&mut self, pages: &Pages) {
        let Some(place) = self.owed.take() else { return };
        if let Some(request) = &self.asking[usize::from(place)] {
            let lookup = L1Lookup { vpn: pages.vpn(request.line), warp: request.requester.warp };
            self.l1.ask(Asker::Port(place), lookup);
        }
    }

    /// What a lookup of the texture or the constant cache has found.
    fn hears_at_the_port(&mut self, heard: &Heard, pages: &Pages) {
        let Some((Asker::Port(place), found)) = heard.found else { return };
        let place = usize::from(place);
        let Some(request) = self.asking[place].take() else { return };
        match found {
            Found::Page(_) => self.granted[place] = Some(pages.vpn(request.line)),
            Found::Waits => self.port[place] = Some(request),
            Found::Refused => {}
        }
    }

    /// What the texture or the constant cache waits for and cannot have.
    fn denied_at_the_port(&self, answer: Option<Answer>, pages: &Pages) -> Option<Denied> {
        let vpn = answer.filter(|answer| answer.perm.is_none())?.vpn;
        let request = self.port.iter().flatten().find(|request| pages.vpn(request.line) == vpn)?;
        let Addr(address) = pages.lines().first(request.line);
        let MemRequest { requester, pc, .. } = *request;
        Some(Denied { requester, pc, lane: 0, address, unmapped: true })
    }
}
