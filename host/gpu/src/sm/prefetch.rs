// SPDX-License-Identifier: Apache-2.0
//! The prefetcher of an SM at the port of its L1.

use warpsmith_ptx::{CacheOp, MemOp, GLOBAL_BASE};

use super::caches::{Caches, L1Access, Token};
use super::ldst::observed;
use super::Sm;
use crate::cache::{self, Prefetched};
use crate::socket::{IssuedLoad, LoadGate, Prefetch, Prefetcher, Reply};
use crate::types::{Addr, Line, LineSize, MemKind, Origin, Requester, SmCycle};

/// The lines of `bytes` of device memory.
pub(super) fn device_lines(lines: LineSize, bytes: u64) -> std::ops::Range<Line> {
    lines.line(Addr(GLOBAL_BASE))..lines.line(Addr(GLOBAL_BASE + bytes))
}

impl Sm {
    /// Tells the prefetcher of the memory instruction that issues.
    #[inline]
    pub(super) fn observe(&mut self, pc: u32, requester: Requester, cache: CacheOp) {
        let Some(prefetcher) = &mut self.sockets.prefetcher else { return };
        let access = &self.access;
        if access.kind == MemOp::Load && observed(access.space, cache) {
            self.lines.clear();
            self.lines.extend(self.ldst.newest_lines());
            let leading_cta = self.sockets.issue.as_ref().and_then(|issue| issue.leading_cta());
            let indirect = self.taint.as_ref().is_some_and(|taint| taint.indirect());
            let lines = &self.lines;
            prefetcher.issued(&IssuedLoad { pc, requester, access, lines, leading_cta, indirect });
        }
    }

    /// A line of a prefetch that was still under way when the last CTA left: nothing else is.
    #[inline]
    pub(super) fn drain_prefetch(&mut self) {
        if let Some(response) = self.responses.pop_front() {
            self.caches.fill(Token::client(response.token), response.asked);
        }
    }

    /// Whether prefetches are under way.
    pub fn is_prefetching(&self) -> bool {
        self.sockets.prefetcher.is_some() && !self.caches.prefetches_idle()
    }
}

/// The prefetcher's turn at the L1, whose port a demand has `used` or not. A line that the SM does not reach is dropped: outside
/// device memory, or of a page that is not in the L1 TLB.
pub(super) fn step(
    prefetcher: &mut dyn Prefetcher,
    now: SmCycle,
    used: bool,
    reaches: impl Fn(Line) -> bool,
    caches: &mut Caches,
    gate: Option<&mut (dyn LoadGate + 'static)>,
) {
    let wanted = prefetcher.wants(now, &caches.prefetches());
    let Some(Prefetch { line, requester, tag }) = wanted else { return };
    let reply = if used {
        Reply::Later
    } else if !reaches(line) {
        Reply::Dropped
    } else {
        let access = cache::Access {
            line,
            kind: MemKind::Read,
            bytes: caches.lines().bytes() as u16,
            requester,
            origin: Origin::Prefetch(tag),
            ..cache::Access::<L1Access>::default()
        };
        match caches.prefetch(&access) {
            Prefetched::Refused => Reply::Later,
            Prefetched::Dropped => Reply::Dropped,
            Prefetched::Sent { victim } => {
                if let (Some(gate), Some(victim)) = (gate, victim) {
                    gate.evicted(victim.owner.warp.into(), victim.line);
                }
                Reply::Sent
            }
        }
    };
    prefetcher.answered(reply);
}
