// SPDX-License-Identifier: Apache-2.0
//! The lists by themselves: what section 2.7 says of a frame, and the order in which frames are taken.

use proptest::prelude::*;

use super::*;
use crate::mosaic::params::Params;
use crate::{Monitor, Unit};

/// Gives a command and goes on to its response, with all invariants checked.
struct Lists {
    model: Model,
    checker: Checker,
}

impl Lists {
    fn new(params: &Params) -> Lists {
        Lists { model: Model::new(params), checker: Checker::new(params) }
    }

    fn give(&mut self, command: In) -> Out {
        let mut i = In { cmd_valid: true, ..command };
        for _ in 1..LATENCY {
            let out = self.cycle(&i);
            assert!(!out.rsp_valid && !out.cmd_ready);
            i.cmd_valid = false;
        }
        let out = self.cycle(&i);
        assert!(out.rsp_valid && out.cmd_ready);
        out
    }

    fn cycle(&mut self, i: &In) -> Out {
        let out = self.model.step(i);
        self.checker.check(i, &out, &self.model).unwrap_or_else(|e| panic!("{e}"));
        out
    }

    fn op(&mut self, cmd_op: u8, cmd_frame: u32) -> Out {
        self.give(In { cmd_op, cmd_frame, ..In::default() })
    }

    fn base(&mut self, cmd_app: u8) -> Out {
        self.give(In { cmd_op: ALLOC_BASE, cmd_app, cmd_any: true, ..In::default() })
    }

    fn free(&mut self, cmd_frame: u32, cmd_first: u32, cmd_len: u32) -> Out {
        self.give(In { cmd_op: FREE_RANGE, cmd_frame, cmd_first, cmd_len, ..In::default() })
    }
}

#[test]
fn a_large_page_goes_through_emergency_and_compaction_as_its_pages_are_freed() {
    let p = Params::PAPER;
    let mut l = Lists::new(&p);
    assert_eq!(l.give(In { cmd_lvpn: 77, cmd_app: 3, ..In::default() }).rsp_frame, 0);
    assert!(l.op(SET_COALESCED, 0).rsp_ok);
    assert_eq!(l.free(0, 0, 0).rsp_action, ACTION_NONE);
    let freed = [(0, 256, ACTION_EMERG), (256, 1, ACTION_SPLINTER_COMPACT), (0, 512, ACTION_SPLINTER_FREE)];
    for (first, len, action) in freed {
        let o = l.free(0, first, len);
        assert_eq!((o.rsp_action, o.rsp_owner), (action, 3));
        assert_eq!(o.emergency, u32::from(action == ACTION_EMERG));
    }
}

#[test]
fn frames_that_were_in_use_are_taken_before_those_that_never_were() {
    let mut l = Lists::new(&Params::TINY);
    let frames: Vec<u32> = (0..3).map(|_| l.op(ALLOC_LARGE, 0).rsp_frame).collect();
    assert_eq!(frames, [0, 1, 2]);
    l.op(SET_FREE, 1);
    l.op(SET_FREE, 0);
    let frames: Vec<u32> = (0..3).map(|_| l.op(ALLOC_LARGE, 0).rsp_frame).collect();
    assert_eq!(frames, [1, 0, 3]);
    assert!(!l.op(ALLOC_LARGE, 0).rsp_ok);
}

#[test]
fn all_base_pages_of_a_small_memory_are_allocated_once_and_then_there_are_none() {
    let p = Params { num_apps: 1, frames: 4, ..Params::PAPER };
    let mut l = Lists::new(&p);
    for page in 0..4 * 512 {
        let o = l.base(0);
        assert_eq!((o.rsp_ok, o.rsp_frame * 512 + o.rsp_slot), (true, page));
    }
    assert!(!l.base(0).rsp_ok);
}

#[test]
fn channels_of_whole_frames_are_their_numbers_and_small_interleaving_has_every_page_in_one_phase() {
    let p = Params { chan_interleave_log2: 21, ..Params::PAPER };
    assert!((0..20).all(|frame| (0..512).all(|slot| channel(&p, frame, slot) == frame % 6)));
    let p = Params { channels: 8, ..Params::PAPER };
    assert!((0..20).all(|frame| (0..512).all(|slot| channel(&p, frame, slot) == 0)));
}

proptest! {
    /// A page that is freed is the next that is allocated, if it is lower than all others that are free.
    #[test]
    fn the_lowest_free_page_is_allocated(first in 0u32..512, len in 1u32..600) {
        let mut l = Lists::new(&Params::PAPER);
        l.op(ALLOC_LARGE, 0);
        let o = l.free(0, first, len);
        if o.rsp_action == ACTION_NONE {
            prop_assert_eq!(l.base(0).rsp_slot, first);
        } else {
            prop_assert_eq!((first, o.rsp_action), (0, ACTION_TO_FREE));
        }
    }
}
