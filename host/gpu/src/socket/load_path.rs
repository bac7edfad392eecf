// SPDX-License-Identifier: Apache-2.0
//! The way from the load/store unit to the L1: what goes to its port in a cycle, and what becomes of a request that
//! it refuses (specification of Mascar, sections 2.6 and 5.3).

use super::attachment::Attachment;

/// Words of the offsets of a warp's lanes, 7 bits each.
pub const OFFSET_WORDS: usize = 7;

/// What a request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// Waits for the line.
    Load = 0,
    /// Needs no data back.
    Store = 1,
    /// An atomic operation or a reduction; executed at L2.
    Atomic = 2,
}

/// One access of one line, as the load/store unit sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadRequest {
    /// Address of the line, bytes.
    pub base: u64,
    /// Offset within the line of each lane, 7 bits each, lane 0 lowest.
    pub offsets: [u32; OFFSET_WORDS],
    /// The warp slot.
    pub warp: u8,
    /// The lowest seven bits of the destination register's number.
    pub register: u8,
    /// The lanes that it serves.
    pub lanes: u32,
    /// What it does.
    pub kind: RequestKind,
    /// It is the first one of its instruction.
    pub first: bool,
}

/// The request at the port of the L1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presented {
    /// It has been refused before; otherwise it is the load/store unit's.
    pub parked: bool,
    /// Address of the line, bytes.
    pub base: u64,
    /// The warp slot.
    pub warp: u8,
    /// The lanes that it serves.
    pub lanes: u32,
}

/// The requests that wait to be executed again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parked {
    /// Warps with requests.
    pub warps: u64,
    /// The warp of the next one.
    pub head: Option<u8>,
    /// Requests.
    pub count: u32,
    /// No further one finds room.
    pub full: bool,
}

/// One per SM.
pub trait LoadPath: Attachment {
    /// The request that goes to the L1 in this cycle: `lsu`, the load/store unit's, or a parked one. `favoured` is the
    /// warp that the SM's scheduler favours. Called in every cycle of an SM that works.
    fn present(&mut self, lsu: Option<&LoadRequest>, favoured: Option<u8>) -> Option<Presented>;

    /// Whether the L1 accepts that request, and the end of the cycle; called if there was an `lsu` or anything is parked.
    /// Returns whether the load/store unit's request is taken, that is, accepted or parked.
    fn answer(&mut self, accepted: bool) -> bool;

    /// Whether the next parked request, as `parked` said before this cycle, has been accepted in it.
    fn head_left(&self) -> bool;

    /// What is parked in this cycle.
    fn parked(&self) -> Parked;
}
