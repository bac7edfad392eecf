// SPDX-License-Identifier: Apache-2.0
//! What the streams of a program have still to do, and what of it may begin: the order that CUDA prescribes.

use std::collections::{BTreeMap, BTreeSet};

use warpsmith_protocol::Request;

use super::handles::Streams;
use crate::launch::LaunchSpec;
use crate::record::KernelRecord;

/// Pieces of work that may wait; a call that brings one more waits itself.
const CAPACITY: usize = 1024;

/// `cudaStreamLegacy`, the other name of the default stream.
const LEGACY: u64 = 1;

/// What a stream has to do.
pub(super) enum Work {
    /// A kernel, in a lane.
    Kernel { lane: u8, spec: Box<LaunchSpec> },
    /// Notes the time in an event.
    Record { event: u64 },
    /// Waits for the end of another piece of work.
    Wait { number: u64 },
    /// Nothing more: its kernel is under way.
    UnderWay,
}

/// A piece of work and its stream.
struct Piece {
    stream: u64,
    kind: Kind,
    work: Work,
}

/// How a stream stands to the default stream.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Default,
    Blocking,
    NonBlocking,
}

/// The work that is not done, and the kernels that are.
#[derive(Default)]
pub(super) struct Queue {
    /// In the order of the calls, which number it.
    pieces: BTreeMap<u64, Piece>,
    /// Number of the next piece.
    next: u64,
    /// The last recording of each event.
    recordings: BTreeMap<u64, u64>,
    /// The kernel under way in each lane that has one.
    under_way: BTreeMap<u8, u64>,
    /// By the number of the launch.
    records: BTreeMap<u64, KernelRecord>,
}

/// The pieces before one in the order of the calls, as far as its begin depends on them.
#[derive(Default)]
struct Ahead {
    streams: BTreeSet<u64>,
    /// Some are of blocking streams.
    blocking: bool,
}

impl Ahead {
    /// Whether a piece of such a stream has to wait for one of them.
    fn holds(&self, stream: u64, kind: Kind) -> bool {
        self.streams.contains(&stream)
            || match kind {
                Kind::Default => self.blocking,
                Kind::Blocking => self.streams.contains(&0),
                Kind::NonBlocking => false,
            }
    }

    fn add(&mut self, stream: u64, kind: Kind) {
        self.streams.insert(stream);
        self.blocking |= kind == Kind::Blocking;
    }
}

impl Queue {
    /// Adds work at the end of one of the `streams`.
    pub fn push(&mut self, streams: &Streams, stream: u64, work: Work) {
        if let Work::Record { event } = work {
            self.recordings.insert(event, self.next);
        }
        let (stream, kind) = named(streams, stream);
        self.pieces.insert(self.next, Piece { stream, kind, work });
        self.next += 1;
    }

    /// The last recording of an event, if it is not done.
    pub fn recording(&self, event: u64) -> Option<u64> {
        self.recordings.get(&event).copied().filter(|number| self.pieces.contains_key(number))
    }

    /// Whether nothing of a stream is left, and for the default stream nothing that it waits for.
    pub fn is_done(&self, stream: u64) -> bool {
        match stream {
            0 | LEGACY => !self.ahead().holds(0, Kind::Default),
            stream => self.pieces.values().all(|piece| piece.stream != stream),
        }
    }

    /// Whether a call can be answered without more being done; it may name one of the `streams`.
    pub fn admits(&self, streams: &Streams, request: &Request) -> bool {
        match request {
            Request::Hello { .. }
            | Request::LoadModule
            | Request::Properties
            | Request::MemoryInfo
            | Request::Allocate { .. }
            | Request::Occupancy { .. }
            | Request::CreateStream { .. }
            | Request::DestroyStream { .. }
            | Request::QueryStream { .. }
            | Request::CreateEvent
            | Request::DestroyEvent { .. }
            | Request::QueryEvent { .. } => true,
            Request::Launch { .. } | Request::RecordEvent { .. } | Request::WaitEvent { .. } => {
                self.pieces.len() < CAPACITY
            }
            Request::Write { stream, .. }
            | Request::Read { stream, .. }
            | Request::Copy { stream, .. }
            | Request::Fill { stream, .. } => {
                let (stream, kind) = named(streams, *stream);
                !self.ahead().holds(stream, kind)
            }
            Request::Synchronize { stream } => self.is_done(*stream),
            Request::SynchronizeEvent { event } => self.recording(*event).is_none(),
            Request::ElapsedTime { start, end } => {
                [start, end].into_iter().all(|event| self.recording(*event).is_none())
            }
            Request::Free { .. } | Request::SynchronizeDevice | Request::Reset => self.is_empty(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Takes the first work that may begin. A kernel is then under way in its lane, of all else nothing is left to do.
    pub fn begin(&mut self) -> Option<Work> {
        let mut ahead = Ahead::default();
        let begins = |(number, piece): (&u64, &Piece)| {
            let held = ahead.holds(piece.stream, piece.kind);
            ahead.add(piece.stream, piece.kind);
            let free = match &piece.work {
                Work::Kernel { lane, .. } => !self.under_way.contains_key(lane),
                Work::Record { .. } => true,
                Work::Wait { number } => !self.pieces.contains_key(number),
                Work::UnderWay => false,
            };
            (!held && free).then_some(*number)
        };
        let number = self.pieces.iter().find_map(begins)?;
        let piece = self.pieces.get_mut(&number)?;
        if let Work::Kernel { lane, .. } = piece.work {
            self.under_way.insert(lane, number);
            return Some(std::mem::replace(&mut piece.work, Work::UnderWay));
        }
        self.pieces.remove(&number).map(|piece| piece.work)
    }

    /// The kernel in a lane is not under way any more: what it did.
    pub fn ended(&mut self, lane: u8, record: KernelRecord) {
        if let Some(number) = self.under_way.remove(&lane) {
            self.pieces.remove(&number);
            self.records.insert(number, record);
        }
    }

    /// Forgets events, as after a reset of the device. Nothing may be left to do.
    pub fn reset(&mut self) {
        self.recordings.clear();
    }

    /// The kernels that ran, in the order of their launches.
    pub fn into_records(self) -> impl Iterator<Item = KernelRecord> {
        self.records.into_values()
    }

    fn ahead(&self) -> Ahead {
        let mut ahead = Ahead::default();
        self.pieces.values().for_each(|piece| ahead.add(piece.stream, piece.kind));
        ahead
    }
}

/// A stream and its kind. The default stream has one name here.
fn named(streams: &Streams, stream: u64) -> (u64, Kind) {
    match stream {
        0 | LEGACY => (0, Kind::Default),
        other if streams.is_blocking(other) => (other, Kind::Blocking),
        other => (other, Kind::NonBlocking),
    }
}
