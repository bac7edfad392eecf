// SPDX-License-Identifier: Apache-2.0
//! Stage: the tags, with the MSHRs behind them and the unit for atomic operations beside them.

use serde::{Deserialize, Serialize};

use crate::cache::{Access, Cache, FailReason, Outcome};
use crate::machine::L2Spec;
use crate::mem::packet::{HomeRequest, MemRequest, Served};
use crate::socket::L2Replacement;
use crate::types::{L2Cycle, Line, LineSize, MemKind};

/// What became of the request at the tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looked {
    /// It must try again.
    Refused,
    /// It waits for its line.
    Waits(Served),
    /// It can be answered.
    Done(Served),
    /// The line is not there, and must not take a place.
    Unallocated,
}

/// The cache of a bank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TagStage {
    pub cache: Cache<MemRequest>,
    atomic_bytes_per_cycle: u64,
    /// When the atomic unit can take the next request.
    atomic_free: L2Cycle,
}

impl TagStage {
    /// Empty.
    pub fn new(spec: &L2Spec, lines: LineSize) -> TagStage {
        TagStage {
            cache: Cache::new(&spec.cache, lines),
            atomic_bytes_per_cycle: spec.atomic_bytes_per_cycle.into(),
            atomic_free: L2Cycle(0),
        }
    }

    /// Looks for `line`, that of a request, in the bank; the miss queue has room for so many requests.
    #[inline]
    pub fn look(
        &mut self,
        now: L2Cycle,
        at: &HomeRequest,
        line: Line,
        room: usize,
        replacement: Option<&mut (dyn L2Replacement + 'static)>,
    ) -> Looked {
        let request = &at.request;
        let atomic = request.kind == MemKind::Atomic;
        if atomic && now < self.atomic_free {
            return Looked::Refused;
        }
        self.cache.set_miss_room(room);
        if at.request.no_allocate && !self.cache.holds(line) {
            if room == 0 {
                self.cache.refuse(FailReason::MissQueue);
                return Looked::Refused;
            }
            self.take_up(now, request);
            self.cache.count_unallocated(request.kind);
            return Looked::Unallocated;
        }
        let access = at.access(line);
        let outcome = match replacement {
            None => self.cache.access(&access),
            Some(replacement) => self.cache.access_under(&access, replacement),
        };
        // A store is globally visible once L2 has taken it; a hit has its data at hand.
        let (served, at_hand) = match outcome {
            Outcome::Fail(_) => return Looked::Refused,
            Outcome::Hit => (Served::Hit, true),
            Outcome::HitReserved { .. } => (Served::Merged, request.kind == MemKind::Write),
            Outcome::Miss { .. } => (Served::Miss, request.kind == MemKind::Write),
            Outcome::Forwarded { .. } => (Served::Miss, false),
        };
        self.take_up(now, request);
        if at_hand {
            Looked::Done(served)
        } else {
            Looked::Waits(served)
        }
    }

    /// The atomic unit is busy with `request`, if it is one for it.
    #[inline]
    fn take_up(&mut self, now: L2Cycle, request: &MemRequest) {
        if request.kind == MemKind::Atomic {
            self.atomic_free = now + u64::from(request.bytes).div_ceil(self.atomic_bytes_per_cycle);
        }
    }
}

impl HomeRequest {
    /// The request as an access to `line`: its line's number in the bank or in the sub-partition.
    #[inline]
    pub fn access(&self, line: Line) -> Access<MemRequest> {
        let request = self.request;
        Access {
            line,
            kind: request.kind,
            bytes: request.bytes,
            covers_line: request.covers_line,
            evict_first: request.evict_first,
            requester: request.requester,
            origin: request.origin,
            warp_tag: request.warp_tag,
            token: request,
        }
    }
}
