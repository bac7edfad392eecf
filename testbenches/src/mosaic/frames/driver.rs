// SPDX-License-Identifier: Apache-2.0
//! `mosaic_frames` with a driver that does what specification sections 2.2 and 2.7 leave to it, without page tables.

use std::collections::BTreeSet;

use warpsmith_units::mosaic::frames::{
    channel, In, Out, ALLOC_BASE, ALLOC_LARGE, EMERG_POP, FREE_RANGE, LATENCY, READ_BITMAP, SET_COALESCED,
    SET_FREE, SET_SPLINTERED,
};
use warpsmith_units::mosaic::params::Params;

use super::Harness;
use crate::BenchError;

pub type Done<T> = Result<T, BenchError>;

/// Where a base page was found (section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Own,
    Compaction,
    Emergency,
    Foreign,
    OutOfMemory,
}

/// The lists and their driver.
pub struct Driver {
    pub h: Harness,
    /// Frames that are large pages.
    large: BTreeSet<u32>,
}

impl Driver {
    pub fn start(params: &Params) -> Done<Driver> {
        Ok(Driver { h: Harness::start(params, In::default())?, large: BTreeSet::new() })
    }

    /// A command, and its response, which comes with the sixth cycle and not before.
    pub fn give(&mut self, command: In) -> Done<Out> {
        self.h.expect("cmd_ready", self.h.out.cmd_ready, true)?;
        self.h.input = In { cmd_valid: true, ..command };
        for left in (0..LATENCY).rev() {
            self.h.step()?;
            let o = self.h.out;
            self.h.expect("rsp_valid, cmd_ready", (o.rsp_valid, o.cmd_ready), (left == 0, left == 0))?;
        }
        Ok(self.h.out)
    }

    pub fn op(&mut self, cmd_op: u8, cmd_frame: u32) -> Done<Out> {
        self.give(In { cmd_op, cmd_frame, ..In::default() })
    }

    pub fn large(&mut self, cmd_app: u8) -> Done<Out> {
        self.give(In { cmd_op: ALLOC_LARGE, cmd_app, cmd_lvpn: 1, ..In::default() })
    }

    /// A frame that is a large page.
    pub fn coalesced(&mut self, app: u8) -> Done<u32> {
        let frame = self.large(app)?.rsp_frame;
        let o = self.give(In { cmd_op: SET_COALESCED, cmd_frame: frame, cmd_lvpn: 1, ..In::default() })?;
        self.h.expect("large page", o.rsp_ok, true)?;
        self.large.insert(frame);
        Ok(frame)
    }

    pub fn base(&mut self, cmd_app: u8) -> Done<Out> {
        self.give(In { cmd_op: ALLOC_BASE, cmd_app, cmd_any: true, ..In::default() })
    }

    pub fn foreign(&mut self, cmd_app: u8) -> Done<Out> {
        self.give(In { cmd_op: ALLOC_BASE, cmd_app, cmd_any: true, cmd_foreign: true, ..In::default() })
    }

    pub fn of_phase(&mut self, cmd_app: u8, cmd_phase: u8) -> Done<Out> {
        self.give(In { cmd_op: ALLOC_BASE, cmd_app, cmd_phase, ..In::default() })
    }

    pub fn free(&mut self, cmd_frame: u32, cmd_first: u32, cmd_len: u32) -> Done<Out> {
        self.give(In { cmd_op: FREE_RANGE, cmd_frame, cmd_first, cmd_len, ..In::default() })
    }

    pub fn pop(&mut self, cmd_app: u8) -> Done<Out> {
        self.give(In { cmd_op: EMERG_POP, cmd_app, ..In::default() })
    }

    /// Pages that an application has free in its frames.
    pub fn room(&self, app: usize) -> u32 {
        self.h.out.free_slots_of(&self.h.params, app)
    }

    /// Frames that are free.
    pub fn free_frames(&self) -> u32 {
        self.h.out.free_frames
    }

    /// Moves the pages of a frame into others of its owner, if all fit, and frees it; else all stays as it was, and it is no large page any more.
    pub fn compact(&mut self, frame: u32) -> Done<bool> {
        let read = self.op(READ_BITMAP, frame)?;
        let mut placed = vec![];
        for slot in read.rsp_bitmap.iter_ones() {
            match self.place(frame, slot as u32, read.rsp_owner)? {
                Some(target) => placed.push(target),
                None => {
                    for (target, slot) in placed {
                        self.free(target, slot, 1)?;
                    }
                    if self.large.remove(&frame) {
                        self.op(SET_SPLINTERED, frame)?;
                    }
                    return Ok(false);
                }
            }
        }
        self.large.remove(&frame);
        self.op(SET_FREE, frame)?;
        Ok(true)
    }

    /// A free page of the channel phase of a page, in the first frame of the list, but not in its own.
    fn place(&mut self, frame: u32, slot: u32, owner: u8) -> Done<Option<(u32, u32)>> {
        let phase = channel(&self.h.params, frame, slot) as u8;
        let mut o = self.of_phase(owner, phase)?;
        loop {
            if o.rsp_ok && o.rsp_frame != frame {
                return Ok(Some((o.rsp_frame, o.rsp_slot)));
            }
            if o.rsp_ok {
                self.free(frame, o.rsp_slot, 1)?;
            }
            if !o.rsp_more {
                return Ok(None);
            }
            let (cmd_op, cmd_frame) = (ALLOC_BASE, o.rsp_next);
            o = self.give(In {
                cmd_op,
                cmd_app: owner,
                cmd_frame,
                cmd_phase: phase,
                cmd_at: true,
                ..In::default()
            })?;
        }
    }

    /// A base page, in the order of section 2.2.
    pub fn alloc(&mut self, app: u8) -> Done<Source> {
        if self.base(app)?.rsp_ok {
            return Ok(Source::Own);
        }
        let p = self.h.params.clone();
        let mut sparse = vec![];
        for frame in (0..p.frames).filter(|frame| !self.large.contains(frame)).collect::<Vec<_>>() {
            let o = self.op(READ_BITMAP, frame)?;
            if o.rsp_ok && o.rsp_count < p.cac_thresh {
                sparse.push((o.rsp_count, frame));
            }
        }
        sparse.sort_unstable();
        for (_, frame) in sparse {
            if self.compact(frame)? {
                let o = self.base(app)?;
                self.h.expect(
                    "page of the frame that is free now",
                    (o.rsp_ok, o.rsp_frame),
                    (true, frame),
                )?;
                return Ok(Source::Compaction);
            }
        }
        let popped = self.pop(app)?;
        if popped.rsp_ok {
            self.large.remove(&popped.rsp_frame);
            self.op(SET_SPLINTERED, popped.rsp_frame)?;
            if self.base(app)?.rsp_ok {
                return Ok(Source::Emergency);
            }
        }
        for other in 0..p.num_apps as u8 {
            if self.foreign(other)?.rsp_ok {
                return Ok(Source::Foreign);
            }
        }
        Ok(Source::OutOfMemory)
    }
}
