// SPDX-License-Identifier: Apache-2.0
//! Stage 1: a FIFO for each source, in which consecutive requests to one row form batches (specification section 2.1).

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::params::Params;
use super::ports::{AGE_BITS, THRESHOLDS};
use crate::bitset::{bits, ones64};
use crate::dram_timing::Request;

/// Intensity classes of CPUs; the encoding of `stat_class` and the element of `cfg_thr`.
const LOW: u8 = 0;
const MEDIUM: u8 = 1;
const HIGH: u8 = 2;
/// The element of `cfg_thr` that is the GPU's.
const GPU: u8 = 3;

/// A request in stage 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The request, as it arrived.
    pub request: Request,
    /// It begins a batch.
    pub first: bool,
}

/// One source: its FIFO of requests and what is counted of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceQueue {
    /// Its requests in stage 1, the oldest first.
    pub fifo: VecDeque<Entry>,
    /// `n_batch`: batches that have not left completely.
    pub batches: u32,
    /// Requests from arrival to completion.
    pub inflight: u32,
    /// Arrival of the first request of the youngest batch; its age is the time since.
    started: u64,
    /// Arrivals in this window, saturating.
    arrivals: u32,
    class: u8,
}

/// Stage 1. Bit `s` of a mask is source `s`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formation {
    /// The sources by their numbers: CPUs, then GPUs.
    pub sources: Vec<SourceQueue>,
    /// The FIFO holds something.
    pub occupied: u64,
    /// `tail_closed`: the youngest batch is closed. Only of occupied FIFOs.
    pub closed: u64,
    /// The only batch has filled its FIFO and is to be drained, although it is not closed (decision DEC-12).
    filled: u64,
    /// At least two batches.
    several: u64,
    /// The port `src_ready`.
    pub accepting: u64,
    /// Cycle of the classification window.
    window: u32,
    /// The port `stat_class`.
    pub classes: u64,
}

impl SourceQueue {
    /// Arrival of the first request of the youngest batch.
    pub(super) fn started(&self) -> u64 {
        self.started
    }
}

impl Formation {
    pub(super) fn new(params: &Params) -> Formation {
        let channel = &params.channel;
        let source = |s: u32| SourceQueue {
            fifo: VecDeque::with_capacity(params.depth(s) as usize),
            batches: 0,
            inflight: 0,
            started: 0,
            arrivals: 0,
            class: if s < channel.n_cpu { MEDIUM } else { GPU },
        };
        Formation {
            sources: (0..channel.n_src()).map(source).collect(),
            occupied: 0,
            closed: 0,
            filled: 0,
            several: 0,
            accepting: ones64(channel.n_src()),
            window: 0,
            classes: (0..channel.n_cpu).fold(0, |all, cpu| all | u64::from(MEDIUM) << (2 * cpu)),
        }
    }

    /// Closes the batches that are too old in cycle `now`: `closed` becomes `closed_now`.
    pub(super) fn close(&mut self, now: u64, bypass: bool, cfg_thr: u64) {
        const LARGEST: u64 = (1 << AGE_BITS) - 1;
        for s in bits(self.occupied & !self.closed) {
            let source = &self.sources[s];
            let thr = if bypass { 0 } else { cfg_thr >> (usize::from(source.class) * AGE_BITS) & LARGEST };
            if (now - source.started).min(LARGEST) > thr {
                self.closed |= 1 << s;
            }
        }
    }

    /// Sources whose oldest batch can be drained, once [`Formation::close`] has been called in this cycle.
    pub(super) fn ready_batches(&self) -> u64 {
        self.several | self.closed | self.filled
    }

    /// The oldest batch of `src` is on its way to stage 3: it is closed, if it is the youngest one, too.
    pub(super) fn is_drained(&mut self, src: usize) {
        if self.sources[src].batches == 1 {
            self.closed |= 1 << src;
        }
    }

    /// Whether the youngest batch of a source can still grow, by the registers.
    pub(super) fn is_open(&self, src: usize) -> bool {
        (self.occupied & !self.closed) >> src & 1 == 1
    }

    /// The oldest request of a source.
    pub(super) fn head(&self, src: usize) -> Option<&Request> {
        self.sources[src].fifo.front().map(|e| &e.request)
    }

    /// Whether the oldest request of `src` is the last of its batch.
    pub(super) fn head_is_last(&self, src: usize) -> bool {
        self.sources[src].fifo.get(1).is_none_or(|next| next.first)
    }

    /// Requests that have arrived in the cycle before `now` from CPUs of low intensity, which hold no other: they have a path of
    /// their own (decision DEC-9).
    pub(super) fn fresh(&self, now: u64) -> impl Iterator<Item = &Request> {
        let fresh = move |s: &&SourceQueue| s.class == LOW && s.fifo.len() == 1 && s.started + 1 == now;
        self.sources.iter().filter(fresh).map(|s| &s.fifo[0].request)
    }

    /// What happens to the FIFOs in cycle `now`: `leaving` are the sources whose oldest request leaves, and whether it
    /// is the last of its batch; `completed` is the source of a request whose data has been transferred.
    pub(super) fn update(
        &mut self,
        params: &Params,
        now: u64,
        arriving: Option<&Request>,
        leaving: [Option<(usize, bool)>; 2],
        completed: Option<usize>,
    ) {
        let begins = arriving.is_some_and(|r| self.begins_batch(r));
        let leaving = || leaving.into_iter().flatten();
        for (s, last) in leaving() {
            let source = &mut self.sources[s];
            source.fifo.pop_front();
            source.batches -= u32::from(last);
        }
        if let Some(request) = arriving {
            let source = &mut self.sources[usize::from(request.src)];
            source.fifo.push_back(Entry { request: *request, first: begins });
            source.inflight += 1;
            if begins {
                source.batches += 1;
                source.started = now;
            }
        }
        if let Some(s) = completed {
            self.sources[s].inflight -= 1;
        }
        let arrived = arriving.map(|r| usize::from(r.src));
        for s in leaving().map(|(s, _)| s).chain(completed).chain(arrived) {
            self.settle(params, s, begins && arrived == Some(s));
        }
        self.count(params, arrived);
    }

    /// Whether an arriving request begins a batch, by the state before anything leaves.
    fn begins_batch(&self, request: &Request) -> bool {
        let s = usize::from(request.src);
        let joins = |e: &Entry| (e.request.bank, e.request.row) == (request.bank, request.row);
        self.closed >> s & 1 == 1 || !self.sources[s].fifo.back().is_some_and(joins)
    }

    /// Brings the masks of a source up to date after arrival, departure or completion.
    fn settle(&mut self, params: &Params, s: usize, begins: bool) {
        let (source, bit) = (&self.sources[s], 1 << s);
        let set = |mask: &mut u64, value: bool| *mask = if value { *mask | bit } else { *mask & !bit };
        let entries = source.fifo.len();
        let full = entries == params.depth(s as u32) as usize;
        let all_counted = source.class != GPU && source.inflight == (1 << params.cpu_inflight_bits) - 1;
        set(&mut self.accepting, !full && !all_counted);
        set(&mut self.occupied, entries > 0);
        set(&mut self.several, source.batches >= 2);
        let alone = source.batches == 1;
        set(&mut self.filled, full && alone && params.full_closes == 0);
        if full && (params.full_closes == 2 || params.full_closes == 1 && alone) {
            set(&mut self.closed, true);
        } else if begins || entries == 0 {
            set(&mut self.closed, false);
        }
    }

    /// Counts the arrival of this cycle, and classifies the CPUs at the end of a window. An arrival in its last cycle
    /// belongs to the next window.
    fn count(&mut self, params: &Params, arrived: Option<usize>) {
        self.window += 1;
        if self.window == params.mpkc_window {
            self.window = 0;
            for cpu in 0..params.channel.n_cpu as usize {
                let source = &mut self.sources[cpu];
                let count = std::mem::take(&mut source.arrivals) * params.mpkc_scale;
                source.class = match count {
                    n if n < params.mpkc_lo => LOW,
                    n if n > params.mpkc_hi => HIGH,
                    _ => MEDIUM,
                };
                self.classes = self.classes & !(3 << (2 * cpu)) | u64::from(source.class) << (2 * cpu);
            }
        }
        if let Some(cpu) = arrived.filter(|s| *s < params.channel.n_cpu as usize) {
            let arrivals = &mut self.sources[cpu].arrivals;
            *arrivals = (*arrivals + 1).min((1 << params.mpkc_bits) - 1);
        }
    }
}

/// The thresholds must fill the port's elements.
const _: () = assert!(GPU as usize + 1 == THRESHOLDS);
