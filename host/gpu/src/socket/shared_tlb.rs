// SPDX-License-Identifier: Apache-2.0
//! Shared TLB: what stands behind the L1 TLBs of all SMs, beside L2: the shared L2 TLB with its walk contexts (MASK,
//! sections 2.3 to 2.5 and 2.9).

use serde::{Deserialize, Serialize};

use super::announcement::Announcement;
use super::attachment::Attachment;
use super::walk_route::Looks;
use crate::mmu::LEVEL_BITS;

/// Lookups that a shared TLB accepts in a cycle at most.
pub const TLB_PORTS: usize = 2;

/// A lookup of an SM, for a warp that has missed in the L1 TLB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TlbLookup {
    /// The SM that gets the answer.
    pub sm: u8,
    /// The warp slot.
    pub warp: u8,
    /// The virtual page.
    pub vpn: u64,
}

/// A page frame, and what may be done with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// The physical page.
    pub ppn: u64,
    /// [`Frame::READ`] and [`Frame::WRITE`].
    pub perm: u8,
}

impl Frame {
    /// Loads may read the page.
    pub const READ: u8 = 1;
    /// Stores and atomics may write it, if it may be read too.
    pub const WRITE: u8 = 2;
}

/// Where a page was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Translation {
    /// The frame of the base page.
    pub frame: Frame,
    /// It lies in a large page, of 512 frames one behind the other.
    pub large: bool,
}

impl Translation {
    /// That of a page that lies in no large one, as far as is known.
    pub fn base(frame: Frame) -> Translation {
        Translation { frame, large: false }
    }
}

/// What a TLB is to forget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TlbFlush {
    /// All pages.
    All,
    /// A large page, as such.
    Large(u64),
    /// A large page, and all base pages that lie in it.
    Base(u64),
}

impl TlbFlush {
    /// Whether it is of the base page `vpn`, as such.
    pub fn is_of_base(self, vpn: u64) -> bool {
        match self {
            TlbFlush::All => true,
            TlbFlush::Large(_) => false,
            TlbFlush::Base(lvpn) => vpn >> LEVEL_BITS == lvpn,
        }
    }
}

/// A flush of the L1 TLBs of some SMs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct L1Flush {
    /// A bit for each of them.
    pub sms: u64,
    /// What their TLBs are to forget.
    pub what: TlbFlush,
}

/// What the root register of an SM holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Root {
    /// Frame of 4 KB of the table of depth 1.
    pub table: u64,
    /// The address space.
    pub asid: u16,
    /// The application.
    pub application: u8,
}

/// A read of a page table's entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalkRead {
    /// Physical, of 8 bytes.
    pub address: u64,
    /// 1 for the root.
    pub depth: u8,
    /// Whose walk it is.
    pub application: u8,
    /// The walk context that gets the entry.
    pub context: u8,
}

impl WalkRead {
    /// What there is for its depth of one for each, from the root on.
    pub fn of_depth<T>(&self, each: [T; 5]) -> T {
        let [first, second, third, fourth, fifth] = each;
        match self.depth {
            1 => first,
            2 => second,
            3 => third,
            4 => fourth,
            _ => fifth,
        }
    }
}

/// A lookup that has hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TlbHit {
    /// The SM that gets the answer.
    pub sm: u8,
    /// The virtual page.
    pub vpn: u64,
    /// Where it is.
    pub page: Translation,
}

/// The end of a walk, or a hit of a lookup that has waited for a free context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walked {
    /// The SMs that it is for.
    pub sms: u64,
    /// The virtual page.
    pub vpn: u64,
    /// None: an entry on the way was not valid.
    pub page: Option<Translation>,
    /// A walk has ended; else it is such a hit.
    pub walk: bool,
}

/// What happened in an SM in a cycle, for a shared TLB that watches the SMs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SmActivity {
    /// Number of the SM, from 0.
    pub sm: u8,
    /// The warps that issued an instruction.
    pub issued: u64,
    /// The most warps, at most 63, that waited for a page which an L1 MSHR was allocated for, joined or released for in this
    /// cycle; 0 if there was none (MASK, decision D6).
    pub stalled: u8,
}

/// What a shared TLB gets in a cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TlbIn {
    /// At each port that [`TlbOut::ready`] has a bit for, at most one lookup, which is accepted. An SM is at one port only, and
    /// waits for no such page yet.
    pub lookups: [Option<TlbLookup>; TLB_PORTS],
    /// [`TlbOut::read`] is on its way to L2.
    pub read_taken: bool,
    /// The entry that a read of this context has found; always accepted.
    pub data: Option<(u8, u64)>,
    /// This SM, which waits for nothing, gets this root.
    pub root: Option<(u8, Root)>,
    /// An address space, or (none) all, is to be flushed; accepted if [`TlbOut::flush_ready`].
    pub flush: Option<Option<u16>>,
    /// Pages of an address space are; only of one that [knows](SharedTlb::flushes_pages) such flushes, and not with `flush`.
    pub flush_pages: Option<(u16, TlbFlush)>,
    /// A bit for each SM whose L1 TLB has done [`TlbOut::l1_flush`].
    pub l1_acks: u64,
    /// Of the SMs in which something happened, by number; only for one that [watches](SharedTlb::watches) them. The wires
    /// from the SMs are as long as those of lookups.
    pub activity: Vec<SmActivity>,
    /// A bit for each application that has a kernel under way.
    pub active: u64,
}

/// What a shared TLB says in a cycle, before it sees anything of that cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TlbOut {
    /// A bit for each port that accepts a lookup in this cycle.
    pub ready: u8,
    /// The lookups that hit, at most one a port.
    pub hits: [Option<TlbHit>; TLB_PORTS],
    /// The SMs of which a lookup has neither hit nor joined a walk.
    pub missed: u64,
    /// At most one walk ends in a cycle.
    pub walked: Option<Walked>,
    /// Stays until it is taken.
    pub read: Option<WalkRead>,
    /// To be done by L1 TLBs, behind all answers of this cycle and of those before; in one cycle only.
    pub l1_flush: Option<L1Flush>,
    /// A flush can be accepted in this cycle.
    pub flush_ready: bool,
    /// The flush that was accepted is over.
    pub flush_ack: bool,
}

/// One for all SMs, stepped in every cycle of the SM clock.
pub trait SharedTlb: Attachment {
    /// The outputs of the coming cycle.
    fn out(&self) -> TlbOut;

    /// Ends a cycle in which the inputs are these.
    fn step(&mut self, input: &TlbIn);

    /// Whether every access hits in the L1 TLBs, so that nobody ever asks.
    fn is_ideal(&self) -> bool {
        false
    }

    /// Whether it can flush pages; else the whole address space that they are of is flushed.
    fn flushes_pages(&self) -> bool {
        false
    }

    /// What the DRAM channels are to know, oldest first; asked after each epoch of the model until there is nothing more.
    fn announce(&mut self) -> Option<Announcement> {
        None
    }

    /// Whether it wants to know what happens in the SMs and in L2.
    fn watches(&self) -> bool {
        false
    }

    /// What has looked for lines in L2 in the epoch of the model that has ended; told if anything has, and only to one that
    /// [watches](SharedTlb::watches).
    fn looked(&mut self, _looks: &Looks) {}

    /// In the coming cycle: bit d-1 if walk reads of depth d do better past L2, as far as it knows. For the
    /// [walk route](super::WalkRoute).
    fn better_past(&self) -> u8 {
        0
    }
}
