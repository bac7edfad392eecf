// SPDX-License-Identifier: Apache-2.0
//! What travels between an SM and the memory system.

use serde::{Deserialize, Serialize};

use crate::machine::IcntSpec;
use crate::types::{Line, MemKind, Origin, Priority, Requester, WarpTag};

/// What a request is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DataClass {
    /// Global and local memory.
    #[default]
    Data,
    /// Texels.
    Texture,
    /// Constants and parameters of kernels.
    Constant,
    /// Entries of page tables; page walks read them ([`Origin::Walk`]).
    PageTable,
}

/// What the memory system did with a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Served {
    /// L2 had the line.
    Hit,
    /// The line was on its way to L2 already.
    Merged,
    /// L2 had to fetch the line, or to make room for it.
    #[default]
    Miss,
    /// It went past L2.
    Bypassed,
}

/// A request of an SM for (a part of) one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemRequest {
    /// The line in physical memory.
    pub line: Line,
    /// The line as its application names it. Returned with the response: the page may have another frame by then.
    pub asked: Line,
    /// Returned with the response; the memory system does not look at it.
    pub token: u32,
    /// Payload that travels, 1..=128 bytes.
    pub bytes: u16,
    /// Of a store: it writes every byte of the line, which L2 then need not fetch.
    pub covers_line: bool,
    /// What it does to the line.
    pub kind: MemKind,
    /// The line is to be the first of its set to leave L2.
    pub evict_first: bool,
    /// Which memory the line belongs to.
    pub class: DataClass,
    /// On whose behalf.
    pub requester: Requester,
    /// Why the line is wanted: by an instruction, a prefetcher or a page walk.
    pub origin: Origin,
    /// The instruction's number in its kernel; 0 if it is none of global or local memory.
    pub pc: u32,
    /// What the typer of warps says of its warp ([`crate::socket::WarpTyper`]).
    pub warp_tag: WarpTag,
    /// If its line is not in L2, it comes without taking a place there; the route of L2 says so.
    pub no_allocate: bool,
    /// Of a page walk's read: it goes past L2; the route of walks says so ([`crate::socket::WalkRoute`]).
    pub past: bool,
    /// The class of what L2 asks of DRAM for it; the route of L2 says so ([`crate::socket::L2Route`]), of a
    /// page walk's read the route of walks.
    pub priority: Priority,
}

impl MemRequest {
    /// Flits of the request packet.
    pub fn request_flits(&self, spec: &IcntSpec) -> u32 {
        let data = if self.kind == MemKind::Read { 0 } else { u32::from(self.bytes) };
        (spec.header_bytes + data).div_ceil(spec.flit_bytes)
    }

    /// Flits of the response packet.
    pub fn reply_flits(&self, spec: &IcntSpec) -> u32 {
        let data = if self.kind == MemKind::Write { 0 } else { u32::from(self.bytes) };
        (spec.header_bytes + data).div_ceil(spec.flit_bytes)
    }

    /// The response to this request, with which L2 did `served`.
    pub fn response(&self, served: Served) -> MemResponse {
        let MemRequest { line, asked, token, kind, requester, origin, warp_tag, .. } = *self;
        MemResponse { line, asked, token, kind, requester, origin, warp_tag, served }
    }
}

/// A request at its home.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HomeRequest {
    pub request: MemRequest,
    /// The line's number in the sub-partition.
    pub local: Line,
}

impl HomeRequest {
    /// The request as a route wants it.
    #[inline]
    pub fn routed(self, priority: Priority, no_allocate: bool) -> HomeRequest {
        HomeRequest { request: MemRequest { priority, no_allocate, ..self.request }, ..self }
    }
}

/// The answer to a request; every request gets exactly one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemResponse {
    /// The line in physical memory that was asked for.
    pub line: Line,
    /// As the application of the SM names it.
    pub asked: Line,
    /// That of the request.
    pub token: u32,
    /// What the request did: a read or atomic gets data, a write an acknowledgement.
    pub kind: MemKind,
    /// On whose behalf the request was; its SM gets the answer.
    pub requester: Requester,
    /// Why the request was made.
    pub origin: Origin,
    /// That of the request.
    pub warp_tag: WarpTag,
    /// What the memory system did with the request.
    pub served: Served,
}
