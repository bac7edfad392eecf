// SPDX-License-Identifier: Apache-2.0
//! A flush under way (specification section 2.10), step by step.

use serde::{Deserialize, Serialize};

use super::ports::{In, Out};
use crate::mosaic::params::Params;
use crate::mosaic::walker::Flush;
use crate::mosaic::FLUSH_BASE;

/// What a cycle of a flush is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// Lookups in flight are resolved, in so many cycles beside this one.
    Drain(u32),
    /// The walker is told.
    Tell,
    /// Large entries are invalidated.
    Large,
    /// A base set is, in a cycle in which none is filled.
    Set(u32),
    /// These SMs have not acknowledged it yet.
    Wait(u64),
}

/// A flush and how far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flushing {
    /// What is flushed.
    pub of: Flush,
    /// Entries of base pages are, too; else only those of large pages.
    pub base: bool,
    /// What the cycle is for.
    pub step: Step,
}

impl Flushing {
    /// A flush that is taken in this cycle.
    pub fn begin(p: &Params, (of, base): (Flush, bool)) -> Flushing {
        let rounds = if p.l2_serial { 2 } else { 1 };
        Flushing { of, base, step: Step::Drain(rounds * p.l2_lat - 2) }
    }

    /// The flush after a cycle in which a base set was filled or not, if it goes on; `o` gets its pulses.
    pub fn after(self, p: &Params, i: &In, spaces: &[u32], filled: bool, o: &mut Out) -> Option<Flushing> {
        let step = match self.step {
            Step::Drain(0) => {
                self.tell(o);
                Step::Tell
            }
            Step::Drain(left) => Step::Drain(left - 1),
            Step::Tell => Step::Large,
            Step::Large if self.base => Step::Set(0),
            Step::Set(set) if filled => Step::Set(set),
            Step::Set(set) if set + 1 < p.l2_sets() => Step::Set(set + 1),
            Step::Large | Step::Set(_) => Step::Wait(self.send(spaces, o)),
            Step::Wait(mask) => Step::Wait(mask & !i.l1fl_ack),
        };
        o.fl_done = step == Step::Wait(0);
        (!o.fl_done).then_some(Flushing { step, ..self })
    }

    /// For the walker.
    fn tell(&self, o: &mut Out) {
        o.flush_valid = true;
        match self.of {
            Flush::All => o.flush_all = true,
            Flush::Space(asid) => (o.flush_space, o.flush_asid) = (true, asid),
            Flush::LargePage(asid, lvpn) => (o.flush_asid, o.flush_lvpn) = (asid, lvpn),
        }
    }

    /// For the SMs that it concerns.
    fn send(&self, spaces: &[u32], o: &mut Out) -> u64 {
        let concerned = |asid: u32| match self.of {
            Flush::All => true,
            Flush::Space(of) | Flush::LargePage(of, _) => of == asid,
        };
        let mask = spaces.iter().rev().fold(0, |mask, asid| mask << 1 | u64::from(concerned(*asid)));
        if mask != 0 {
            (o.l1fl_valid, o.l1fl_mask, o.l1fl_kind) = (true, mask, self.base == FLUSH_BASE);
            match self.of {
                Flush::LargePage(_, lvpn) => o.l1fl_lvpn = lvpn,
                Flush::All | Flush::Space(_) => o.l1fl_all = true,
            }
        }
        mask
    }
}
