// SPDX-License-Identifier: Apache-2.0
//! The load/store unit with a load path between it and the L1: a request that the L1 refuses may be parked there, so
//! that the ones behind it go on.

use super::coalescer::Transaction;
use super::ldst::{LdSt, Port};
use crate::socket::{LoadPath, LoadRequest, RequestKind};
use crate::types::{Addr, MemKind};

impl LdSt {
    /// One cycle of the L1's port; `head` is the oldest instruction if it accesses the L1. Returns whether its last
    /// request has left the unit.
    pub(super) fn send(&mut self, head: Option<u32>, port: &mut Port, path: &mut dyn LoadPath) -> bool {
        let something = head.is_some() || path.parked().count != 0;
        let request = head.map(|id| self.request(id));
        let presented = path.present(request.as_ref(), port.favoured);
        if !something {
            return false;
        }
        let accepted = match presented {
            None => false,
            Some(presented) => {
                let of = if presented.parked {
                    self.parked[usize::from(presented.warp)]
                } else {
                    head.unwrap_or(0)
                };
                let mut transactions = self.ops[of as usize].transactions.iter();
                let is_it = |t: &Transaction| {
                    t.line == self.lines.line(Addr(presented.base)) && t.lanes == presented.lanes
                };
                transactions.position(is_it).is_some_and(|n| self.access_l1(of, n, port))
            }
        };
        let taken = path.answer(accepted);
        let Some(id) = head else { return false };
        // The port may have been the queue's: then the acceptance was not the head's.
        let op = &mut self.ops[id as usize];
        if taken && path.parked().warps >> op.requester.warp & 1 == 1 {
            self.parked[usize::from(op.requester.warp)] = id;
        }
        let count = op.transactions.len();
        op.presented(taken, count, port.stats)
    }

    /// The next request of the instruction numbered `id`, which accesses the L1.
    fn request(&self, id: u32) -> LoadRequest {
        let op = &self.ops[id as usize];
        let n = op.presented as usize;
        LoadRequest {
            base: self.lines.first(op.transactions[n].line).0,
            offsets: op.offsets[n],
            warp: op.requester.warp,
            register: op.register,
            lanes: op.transactions[n].lanes,
            kind: match op.kind() {
                Some(MemKind::Write) => RequestKind::Store,
                Some(MemKind::Atomic) => RequestKind::Atomic,
                _ => RequestKind::Load,
            },
            first: n == 0,
        }
    }
}
