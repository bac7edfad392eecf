// SPDX-License-Identifier: Apache-2.0
//! What decision A5 and invariant 3 of specification section 11 need of `sb_data`: a thread's operand, and what of it is committed, is what was written last.

use std::collections::BTreeMap;

use bitvec::field::BitField;

use super::model::Model;
use super::ports::{In, Out};
use super::SbData;
use crate::bitset::bits;
use crate::ilp::params::Params;
use crate::{field, Monitor, Violation};

/// Follows one `sb_data`.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    /// By entry and thread.
    written: BTreeMap<(u32, u32), u32>,
}

impl Monitor<SbData> for Checker {
    fn new(params: &Params) -> Checker {
        Checker { params: params.clone(), cycle: 0, written: BTreeMap::new() }
    }

    fn check(&mut self, i: &In, o: &Out, _: &Model) -> Result<(), Violation> {
        let result = self.check_cycle(i, o);
        let cycle = self.cycle;
        self.cycle += 1;
        result.map_err(|what| Violation { unit: "sb_data", cycle, what })
    }
}

impl Checker {
    fn check_cycle(&mut self, i: &In, o: &Out) -> Result<(), String> {
        let p = &self.params;
        let width = p.data_w as usize;
        let ports = [
            (i.wa_valid, i.wa_entry, i.wa_beat, i.wa_mask, &i.wa_data),
            (i.wl_valid, i.wl_entry, i.wl_beat, i.wl_mask, &i.wl_data),
        ];
        for (_, entry, beat, mask, data) in ports.into_iter().filter(|port| port.0) {
            for lane in bits(mask) {
                let thread = u32::from(beat) * p.simd + lane as u32;
                self.written.insert((entry.into(), thread), data[field(lane, width)].load_le());
            }
        }
        for source in 0..p.n_src {
            let (entry, beat) = i.read(p, source);
            for lane in 0..p.simd {
                self.expect(entry, beat * p.simd + lane, o.operand(p, source, lane))?;
            }
        }
        for lane in 0..p.commit_lanes() {
            let thread = u32::from(i.cm_beat) * p.commit_lanes() + lane;
            self.expect(i.cm_entry.into(), thread, o.committed(p, lane))?;
        }
        Ok(())
    }

    fn expect(&self, entry: u32, thread: u32, got: u32) -> Result<(), String> {
        let written = self.written.get(&(entry, thread)).copied().unwrap_or(0);
        match written == got {
            true => Ok(()),
            false => {
                Err(format!("invariant 3: thread {thread} of entry {entry} is {got:#x}, not {written:#x}"))
            }
        }
    }
}
