// SPDX-License-Identifier: Apache-2.0
//! Stage: the way to the DRAM channel and back, of misses, write-backs, and requests that go past the tags.

use serde::{Deserialize, Serialize};

use super::answers::Answers;
use crate::cache::{Access, Cache, Lru};
use crate::mem::address::AddressMap;
use crate::mem::dram::{Channel, DramRequest};
use crate::mem::packet::{HomeRequest, MemRequest, Served};
use crate::socket::L2Replacement;
use crate::types::{DramCycle, L2Cycle, MemKind};

/// The miss queue is the cache's; this is what stands between it and the channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissPath {
    /// The sub-partition.
    index: usize,
    map: AddressMap,
    /// Reads past the tags whose line has not come, oldest first.
    past: Vec<HomeRequest>,
}

impl MissPath {
    /// Of sub-partition `index`.
    pub fn new(index: usize, map: AddressMap) -> MissPath {
        MissPath { index, map, past: Vec::new() }
    }

    /// Sends a request straight to the miss queue. Returns whether there was room.
    pub fn pass(
        &mut self,
        request: HomeRequest,
        cache: &mut Cache<MemRequest>,
        replacement: Option<&mut (dyn L2Replacement + 'static)>,
    ) -> bool {
        let access = request.access();
        match (request.request.kind, replacement) {
            (MemKind::Read, _) => {
                let room = cache.pass(&access);
                if room {
                    self.past.push(request);
                }
                room
            }
            (_, None) => cache.pass_store(&access, &mut Lru),
            (_, Some(replacement)) => cache.pass_store(&access, replacement),
        }
    }

    /// The oldest request of the miss queue goes to the channel. Where they are of several `classes`, one whose class finds
    /// room there overtakes those that do not.
    #[inline]
    pub fn send(&self, now: L2Cycle, cache: &mut Cache<MemRequest>, channel: &mut Channel, classes: bool) {
        let fits = |miss: &Access<MemRequest>| channel.can_accept(miss.token.priority);
        let miss = match cache.next_miss() {
            Some(first) if fits(first) => cache.pop_miss(),
            Some(_) if classes => cache.take_miss(fits),
            _ => return,
        };
        if let Some(miss) = miss {
            channel.push(
                now,
                DramRequest {
                    place: self.map.place(self.index, miss.line),
                    local: miss.line,
                    partition: self.index as u16,
                    write: miss.kind == MemKind::Write,
                    priority: miss.token.priority,
                    requester: miss.requester,
                    origin: miss.origin,
                },
            );
        }
    }

    /// A line comes back, if everyone has been answered whom the last one served. One that was asked for both past the
    /// tags and by them serves the former first.
    #[inline]
    pub fn receive(
        &mut self,
        now: DramCycle,
        cache: &mut Cache<MemRequest>,
        channel: &mut Channel,
        answers: &mut Answers,
    ) {
        if !answers.is_empty() {
            return;
        }
        let Some(local) = channel.pop_return(self.index, now) else { return };
        match self.past.iter().position(|request| request.local == local) {
            Some(i) => answers.add(self.past.remove(i).request, Served::Bypassed),
            None => {
                let fill = cache.fill(local);
                let first = if fill.missed { Served::Miss } else { Served::Merged };
                let served = std::iter::once(first).chain(std::iter::repeat(Served::Merged));
                fill.waited.iter().zip(served).for_each(|(request, served)| answers.add(*request, served));
            }
        }
    }

    /// Whether the channel may have something for this sub-partition.
    #[inline]
    pub fn expects(&self, channel: &Channel) -> bool {
        channel.has_returns(self.index)
    }

    /// Whether no request past the tags is under way.
    pub fn idle(&self) -> bool {
        self.past.is_empty()
    }
}
