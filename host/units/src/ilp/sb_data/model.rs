// SPDX-License-Identifier: Apache-2.0
//! Reference model of `sb_data`.

use bitvec::field::BitField;
use bitvec::order::Lsb0;
use bitvec::slice::BitSlice;

use super::ports::{In, Out};
use crate::bitset::bits;
use crate::ilp::params::Params;
use crate::{field, Combinational, ForeignState, Snapshot, Unit, Wide};

/// The results of each entry's threads; 0 where nothing has been written since reset (decision I5).
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    results: Vec<u32>,
}

impl Model {
    /// `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { params: params.clone(), results: vec![0; (params.sb_entries * params.warp_size) as usize] }
    }

    fn place(&self, entry: u32, thread: u32) -> usize {
        (entry * self.params.warp_size + thread) as usize
    }

    /// The result of a thread of an entry.
    pub fn result(&self, entry: u32, thread: u32) -> u32 {
        self.results.get(self.place(entry, thread)).copied().unwrap_or(0)
    }

    fn write(&mut self, i: &In) {
        let (simd, width) = (self.params.simd, self.params.data_w as usize);
        let ports = [
            (i.wa_valid, i.wa_entry, i.wa_beat, i.wa_mask, &i.wa_data),
            (i.wl_valid, i.wl_entry, i.wl_beat, i.wl_mask, &i.wl_data),
        ];
        for (_, entry, beat, mask, data) in ports.into_iter().filter(|port| port.0) {
            for lane in bits(mask) {
                let thread = u32::from(beat) * simd + lane as u32;
                let place = self.place(entry.into(), thread);
                self.results[place] = data[field(lane, width)].load_le();
            }
        }
    }

    /// The results of threads in a row, from a thread of an entry on.
    fn read(&self, entry: u32, first: u32, into: &mut BitSlice<u32, Lsb0>) {
        let threads = into.chunks_exact_mut(self.params.data_w as usize);
        threads.zip(first..).for_each(|(result, thread)| result.store_le(self.result(entry, thread)));
    }

    fn outputs(&self, i: &In) -> Out {
        let p = &self.params;
        let row = (p.simd * p.data_w) as usize;
        let mut out = Out { rd_data: Wide::ZERO, cm_data: Wide::ZERO };
        for source in 0..p.n_src {
            let (entry, beat) = i.read(p, source);
            self.read(entry, beat * p.simd, &mut out.rd_data[field(source as usize, row)]);
        }
        let (lanes, all) = (p.commit_lanes(), (p.commit_lanes() * p.data_w) as usize);
        self.read(i.cm_entry.into(), u32::from(i.cm_beat) * lanes, &mut out.cm_data[..all]);
        out
    }
}

impl Snapshot for Model {
    type State = Vec<u32>;

    fn snapshot(&self) -> Vec<u32> {
        self.results.clone()
    }

    fn restore(&mut self, state: Vec<u32>) -> Result<(), ForeignState> {
        if state.len() != self.results.len() {
            let what = format!("it is of {} results", state.len());
            return Err(ForeignState { unit: "sb_data", what });
        }
        self.results = state;
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.results.fill(0);
    }

    fn step(&mut self, i: &In) -> Out {
        self.write(i);
        self.outputs(i)
    }
}

impl Combinational for Model {
    fn eval(&mut self, i: &In) -> Out {
        let mut then = self.clone();
        then.write(i);
        then.outputs(i)
    }
}
