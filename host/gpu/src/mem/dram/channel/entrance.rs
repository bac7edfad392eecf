// SPDX-License-Identifier: Apache-2.0
//! What waits at the entrance of a controller, where lines of the GPU wait in the channel: in front of one FIFO that all sources
//! share, or to be sent in streaks of a row (specification of SMS, section 9, "Set-up that the points presuppose").

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::CLASSES;
use crate::machine::{Entrance as Kind, MachineSpec};
use crate::socket::MemoryController;
use crate::types::{DramCycle, Place};

/// Bursts of a row that are sent before those of another row that came earlier.
const LONGEST_STREAK: u8 = 16;

/// A line that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Waiting {
    line: u16,
    place: Place,
    arrival: DramCycle,
}

/// The lines of the GPU that wait in the channel, beside the one of each class that is being sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entrance {
    /// The oldest request of all sources goes first, and the others wait behind it.
    shared: bool,
    /// Lines of a class that can wait here; 0: a line leaves L2 when the controller is ready for it.
    depth: usize,
    /// Lines of a row go together.
    by_rows: bool,
    waiting: [VecDeque<Waiting>; CLASSES],
    /// The last line's place, and the bursts in a row that went there.
    streak: [Option<(Place, u8)>; CLASSES],
}

impl Entrance {
    /// The entrance of this controller, which has `ids` request numbers.
    pub fn new(machine: &MachineSpec, controller: &dyn MemoryController, ids: u32) -> Entrance {
        let spec = machine.cpu.as_ref();
        let shared =
            spec.is_some_and(|cpu| cpu.entrance == Kind::Shared) && !controller.has_fifo_of_each_source();
        let coalescer = spec.map_or(0, |cpu| cpu.gpu_row_coalescer);
        let depth = if coalescer == 0 && shared { ids } else { coalescer };
        Entrance {
            shared,
            depth: depth as usize,
            by_rows: coalescer != 0,
            waiting: Default::default(),
            streak: [None; CLASSES],
        }
    }

    /// Whether all sources wait in one FIFO.
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// Whether lines wait here rather than in L2.
    pub fn holds_lines(&self) -> bool {
        self.depth != 0
    }

    /// Whether one more line of the class can wait here.
    pub fn has_room(&self, class: usize) -> bool {
        self.waiting[class].len() < self.depth
    }

    /// A line that waits from now on.
    pub fn push(&mut self, class: usize, line: u16, place: Place, arrival: DramCycle) {
        self.waiting[class].push_back(Waiting { line, place, arrival });
    }

    /// When the oldest line of a class came that waits here.
    pub fn oldest(&self, class: usize) -> Option<DramCycle> {
        self.waiting[class].front().map(|waiting| waiting.arrival)
    }

    /// Takes the line of `bursts` bursts that is sent next: of the row that the last one went to, if its streak is not too long,
    /// else the oldest.
    pub fn pop(&mut self, class: usize, bursts: u8) -> Option<u16> {
        let waiting = &mut self.waiting[class];
        let streak = self.streak[class].filter(|(_, sent)| self.by_rows && sent + bursts <= LONGEST_STREAK);
        let of_row = streak.and_then(|(place, _)| waiting.iter().position(|other| other.place == place));
        let next = waiting.remove(of_row.unwrap_or(0))?;
        let sent = if of_row.is_some() { streak.map_or(0, |(_, sent)| sent) } else { 0 };
        self.streak[class] = Some((next.place, sent + bursts));
        Some(next.line)
    }
}
