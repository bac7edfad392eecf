// SPDX-License-Identifier: Apache-2.0
//! Stage: the port of a sub-partition into the reply network.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::machine::{IcntSpec, MachineSpec};
use crate::mem::network::Inlet;
use crate::mem::packet::{MemRequest, MemResponse, Served};
use crate::types::IcntCycle;

/// The reply port, with the requests whose line has come and that wait for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answers {
    icnt: IcntSpec,
    waiting: VecDeque<(MemRequest, Served)>,
}

impl Answers {
    /// Nothing waits.
    pub fn new(machine: &MachineSpec) -> Answers {
        Answers {
            icnt: machine.icnt.clone(),
            waiting: VecDeque::with_capacity(machine.l2.cache.mshr_merges as usize),
        }
    }

    /// The data of a request has come.
    #[inline]
    pub fn add(&mut self, request: MemRequest, served: Served) {
        self.waiting.push_back((request, served));
    }

    /// One that waits is answered.
    #[inline]
    pub fn step(&mut self, now: IcntCycle, replies: &mut Inlet<MemResponse>) {
        if let Some(&(request, served)) = self.waiting.front() {
            if self.fits(&request, replies) {
                self.send(now, &request, served, replies);
                self.waiting.pop_front();
            }
        }
    }

    /// Whether the port has room for the response to `request`.
    #[inline]
    pub fn fits(&self, request: &MemRequest, replies: &Inlet<MemResponse>) -> bool {
        replies.can_accept(request.reply_flits(&self.icnt))
    }

    /// Sends the response to `request`, for which there must be room.
    #[inline]
    pub fn send(
        &self,
        now: IcntCycle,
        request: &MemRequest,
        served: Served,
        replies: &mut Inlet<MemResponse>,
    ) {
        let flits = request.reply_flits(&self.icnt);
        replies.push(now, usize::from(request.requester.sm), flits, request.response(served));
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}
