// SPDX-License-Identifier: Apache-2.0
//! Every access hits in the L1 TLB (specification of MASK, section 8).

use serde::{Deserialize, Serialize};

use crate::attachments::Socket;
use crate::policy::info::PolicyInfo;
use crate::socket::{SharedTlb, TlbIn, TlbOut};

pub const INFO: PolicyInfo = PolicyInfo {
    name: "ideal_tlb",
    socket: Socket::SharedTlb,
    meaning: "every access hits in its L1 TLB; nobody walks",
    source: "Ausavarungnirun 2017 (Ideal), specification of MASK, section 8",
    params: &[],
    install: |_, machine, a| a.shared_tlb(machine, |_| Box::new(Ideal)),
};

/// Nobody asks it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Ideal;

impl SharedTlb for Ideal {
    fn out(&self) -> TlbOut {
        TlbOut { flush_ready: true, ..TlbOut::default() }
    }

    fn step(&mut self, _: &TlbIn) {}

    fn is_ideal(&self) -> bool {
        true
    }
}
