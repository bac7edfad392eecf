// SPDX-License-Identifier: Apache-2.0
//! The coalescer that moves pages, which Mosaic is compared with (specification of Mosaic, section 8; Ausavarungnirun 2017, Figure 7.6a):
//! base pages get frames in physical order as they are touched; in each period the large page with the most touched base pages
//! gets a frame of its own, to which they are copied while the SMs of its program wait.
//!
//! Period, threshold and times of the flushes are those of the authors' public simulator.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::frames::{permissions, Part};
use crate::attachments::Socket;
use crate::machine::MachineSpec;
use crate::mmu::LEVEL_BITS;
use crate::policy::info::PolicyInfo;
use crate::policy::params::{ParamInfo, Settings};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, DeviceFrames, Frame, Gathered, MemoryManager, Move};
use crate::stats::{MigrationStats, UnitStats};
use crate::types::{ClockSpec, SmCycle};

/// Base pages of a large one.
const PAGES: u64 = 1 << LEVEL_BITS;

const PARAMS: &[ParamInfo] = &[
    ParamInfo::number("period", "SM cycles after which one large page is made", 100_000, 10_000, 10_000_000),
    ParamInfo::number(
        "threshold",
        "percent of the base pages of a large one, more than which must be touched",
        50,
        0,
        99,
    ),
    ParamInfo::number("l1_flush", "SM cycles that the flush of the L1 TLBs takes", 1_000, 0, 1_000_000),
    ParamInfo::number("l2_flush", "SM cycles that the flush of the shared TLB takes", 50_000, 0, 1_000_000),
];

pub const INFO: PolicyInfo = PolicyInfo {
    name: "migrating_coalescer",
    socket: Socket::MemoryManager,
    meaning: "frames in physical order; base pages of the large page with the most of them move to a frame of their own",
    source: "Ausavarungnirun 2017 (Figure 7.6a), specification of Mosaic, section 8",
    params: PARAMS,
    install: |s, machine, a| {
        a.manager(machine, |_| Box::new(Migrating::new(Options::new(s, machine))))
    },
};

/// The values of the parameters, on a machine.
#[derive(Clone, Debug)]
struct Options {
    period: u64,
    /// A large page needs more touched base pages.
    threshold: u64,
    flush_cycles: u64,
    /// Nanoseconds in which a page is read and written over the bus of a channel.
    copy_ns: u64,
    clock: ClockSpec,
}

impl Options {
    fn new(settings: &Settings, machine: &MachineSpec) -> Options {
        let page_bits = machine.mmu.as_ref().map_or(0, |mmu| mmu.page_bits);
        let word = |param| u64::from(settings.get(param));
        Options {
            period: word(0),
            threshold: PAGES * word(1) / 100,
            flush_cycles: word(2) + word(3),
            copy_ns: machine.copy_ns(1 << page_bits),
            clock: machine.clock.clone(),
        }
    }
}

/// The touched base pages of a large page, by their place in it: their frames.
type Touched = BTreeMap<u64, u64>;

/// A frame of 512 pages whose base pages lie as in a large page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Whole {
    application: u8,
    lvpn: u64,
    /// Pages whose data is there.
    resident: u64,
}

/// What changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    /// Single frames are given from its lower end on, whole ones from the upper end.
    memory: Part,
    /// Whole frames that have come back.
    free: Vec<u64>,
    /// By application and large page, of those that have no frame of their own.
    touched: BTreeMap<(u8, u64), Touched>,
    /// The frame for the large page that was chosen last.
    reserved: Option<u64>,
    /// By number of the frame.
    whole: BTreeMap<u64, Whole>,
    /// By application and large page: the frame.
    frames: BTreeMap<(u8, u64), u64>,
    /// Frames that pages have left in this period: requests that were under way then still name them.
    left: Vec<u64>,
    /// When the period ends.
    next: SmCycle,
    stats: MigrationStats,
}

/// The memory manager.
struct Migrating {
    options: Options,
    state: State,
}

impl Migrating {
    /// Nothing to give yet.
    fn new(options: Options) -> Migrating {
        Migrating { options, state: State::default() }
    }
}

impl State {
    /// A frame of one page.
    fn single(&mut self) -> Option<u64> {
        if let Some(ppn) = self.memory.take() {
            return Some(ppn);
        }
        let frame = self.free.pop()?;
        self.memory.give((frame * PAGES..(frame + 1) * PAGES).rev());
        self.memory.take()
    }
}

impl MemoryManager for Migrating {
    fn start(&mut self, memory: DeviceFrames) {
        let next = SmCycle(self.options.period);
        self.state = State { memory: Part::new(0, memory.frames), next, ..State::default() };
    }

    fn page(&mut self, application: u8, vpn: u64) -> Option<Frame> {
        let (key, place) = ((application, vpn / PAGES), vpn % PAGES);
        let ppn = match self.state.frames.get(&key) {
            Some(frame) => {
                self.state.stats.untouched_pages += 1;
                frame * PAGES + place
            }
            None => {
                let ppn = self.state.single()?;
                self.state.touched.entry(key).or_default().insert(place, ppn);
                ppn
            }
        };
        Some(Frame { ppn, perm: permissions(vpn) })
    }

    fn table(&mut self, _: u8) -> Option<u64> {
        self.state.single()
    }

    fn is_there(&mut self, _: u8, ppn: u64) -> bool {
        let Some(whole) = self.state.whole.get_mut(&(ppn / PAGES)) else { return false };
        whole.resident += 1;
        let complete = whole.resident == PAGES;
        self.state.stats.large_pages += u64::from(complete);
        complete
    }

    fn chooses(&mut self, now: SmCycle) -> Option<(u8, u64)> {
        if now < self.state.next {
            return None;
        }
        self.state.next = now + self.options.period;
        let left = std::mem::take(&mut self.state.left);
        self.state.memory.give(left.into_iter().rev());
        let touched = self.state.touched.iter().map(|(key, touched)| (touched.len() as u64, *key));
        let most = touched.max_by_key(|(count, key)| (*count, Reverse(*key)));
        let (_, key) = most.filter(|(count, _)| *count > self.options.threshold)?;
        let State { reserved, free, memory, stats, .. } = &mut self.state;
        *reserved = reserved.take().or_else(|| free.pop()).or_else(|| memory.take_last(PAGES));
        stats.no_frame += u64::from(reserved.is_none());
        reserved.map(|_| key)
    }

    fn gather(&mut self, application: u8, lvpn: u64) -> Option<Gathered> {
        let (state, key) = (&mut self.state, (application, lvpn));
        let touched = state.touched.remove(&key)?;
        let frame = state.reserved.take()?;
        let moves: Vec<Move> =
            touched.into_iter().map(|(place, from)| Move { from, to: frame * PAGES + place }).collect();
        state.left.extend(moves.iter().map(|one| one.from));
        state.whole.insert(frame, Whole { application, lvpn, resident: 0 });
        state.frames.insert(key, frame);
        let Options { flush_cycles, copy_ns, clock, .. } = &self.options;
        let count = moves.len() as u64;
        let stall_cycles = clock.sm_cycles(copy_ns * count) + flush_cycles;
        let stats = &mut state.stats;
        stats.gathered += 1;
        stats.moved_pages += count;
        stats.stall_cycles += stall_cycles;
        Some(Gathered { moves, stall_cycles })
    }

    fn ended(&mut self, application: u8, frames: &[u64]) {
        let state = &mut self.state;
        let whole = &state.whole;
        let single = frames.iter().rev().copied().filter(|ppn| !whole.contains_key(&(ppn / PAGES)));
        state.memory.give(single);
        state.free.extend(whole.iter().filter(|(_, one)| one.application == application).map(|one| *one.0));
        state.whole.retain(|_, one| one.application != application);
        state.frames.retain(|key, _| key.0 != application);
        state.touched.retain(|key, _| key.0 != application);
    }
}

impl Saved for Migrating {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.state)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.state = from.take()?;
        Ok(())
    }
}

impl Attachment for Migrating {
    fn count(&self, to: &mut UnitStats) {
        to.add(&self.state.stats);
    }
}
