// SPDX-License-Identifier: Apache-2.0
//! The ports of `mosaic_frames`.

use bitvec::field::BitField;

use crate::mosaic::params::Params;
use crate::ports::ports;
use crate::wide::{field, Wide};

/// Command at `cmd_op` (section 5): allocate all pages of a free frame to a large page of an application.
pub const ALLOC_LARGE: u8 = 0;
/// Command: allocate one page of a frame of the application that has free ones.
pub const ALLOC_BASE: u8 = 1;
/// Command: free pages of a frame that follow one another; `rsp_action` says what is to be done then.
pub const FREE_RANGE: u8 = 2;
/// Command: the frame is a large page from now on; done only if it is full and not mixed.
pub const SET_COALESCED: u8 = 3;
/// Command: the frame is a large page no longer; not done of one in the emergency list.
pub const SET_SPLINTERED: u8 = 4;
/// Command: the frame is free from now on, with all its pages.
pub const SET_FREE: u8 = 5;
/// Command: take a frame out of the emergency list, the first of the application or else the first.
pub const EMERG_POP: u8 = 6;
/// Command: read which pages of the frame are allocated.
pub const READ_BITMAP: u8 = 7;

/// What FREE_RANGE asks for or has done, at `rsp_action` (sections 2.7 and 5): nothing more.
pub const ACTION_NONE: u8 = 0;
/// Nothing of the frame is left, and it is free from now on.
pub const ACTION_TO_FREE: u8 = 1;
/// Nothing of the large page is left: splinter it, then SET_FREE.
pub const ACTION_SPLINTER_FREE: u8 = 2;
/// Fewer than `cac_thresh` pages of the large page are left: splinter it, and move them to other frames.
pub const ACTION_SPLINTER_COMPACT: u8 = 3;
/// The large page is in the emergency list: it has free pages, but too few to be compacted.
pub const ACTION_EMERG: u8 = 4;

ports! {
    /// Inputs of `mosaic_frames` in one core cycle (specification section 5).
    pub struct In: In, p: Params;
    /// A command, taken if `cmd_ready`.
    cmd_valid: bool = 1;
    /// 0 ALLOC_LARGE, 1 ALLOC_BASE, 2 FREE_RANGE, 3 SET_COALESCED, 4 SET_SPLINTERED, 5 SET_FREE, 6 EMERG_POP, 7 READ_BITMAP.
    cmd_op: u8 = 3;
    /// ALLOC_LARGE, ALLOC_BASE, EMERG_POP: the application, below `num_apps`.
    cmd_app: u8 = p.app_width();
    /// ALLOC_LARGE, SET_COALESCED: the virtual large page.
    cmd_lvpn: u64 = p.lvpn_width();
    /// The frame, below `frames`; of ALLOC_BASE only with `cmd_at`.
    cmd_frame: u32 = p.frame_width();
    /// FREE_RANGE: the first base page.
    cmd_first: u32 = p.slot_bits as usize;
    /// FREE_RANGE: so many; those behind the last one of the frame do not count.
    cmd_len: u32 = p.slot_bits as usize + 1;
    /// ALLOC_BASE: a page of any channel.
    cmd_any: bool = 1;
    /// ALLOC_BASE without `cmd_any`: a page of this channel phase (decision D14).
    cmd_phase: u8 = p.phase_width();
    /// ALLOC_BASE: a page of `cmd_frame`, not of the first frame with free pages.
    cmd_at: bool = 1;
    /// ALLOC_BASE: the page is for another application than `cmd_app`, whose frame is mixed from then on.
    cmd_foreign: bool = 1;
}

ports! {
    /// Outputs of `mosaic_frames`, functions of registers.
    pub struct Out: Out, p: Params;
    /// A command is taken.
    cmd_ready: bool = 1;
    /// The response to the command that was taken six cycles before.
    rsp_valid: bool = 1;
    /// The command was done; 0 without `rsp_valid`, as all other `rsp_*`.
    rsp_ok: bool = 1;
    /// The frame that the command was of or that it has found, done or not; 0 if there was none.
    rsp_frame: u32 = p.frame_width();
    /// ALLOC_BASE: the base page in its frame; 0 without `rsp_ok`, as the five that follow.
    rsp_slot: u32 = p.slot_bits as usize;
    /// FREE_RANGE: 0 NONE, 1 TO_FREE, 2 SPLINTER_FREE, 3 SPLINTER_COMPACT, 4 EMERG.
    rsp_action: u8 = 3;
    /// The frame's application.
    rsp_owner: u8 = p.app_width();
    /// The virtual large page that it is of; of a frame that ALLOC_BASE has begun 0 until SET_COALESCED.
    rsp_lvpn: u64 = p.lvpn_width();
    /// Its allocated pages after the command.
    rsp_count: u32 = p.slot_bits as usize + 1;
    /// READ_BITMAP: those pages.
    rsp_bitmap: Wide<16> = p.frame_pages() as usize;
    /// ALLOC_BASE, READ_BITMAP, done or not: the frame was in the list of its application's frames with free pages, and not as the last.
    rsp_more: bool = 1;
    /// The frame behind it; 0 without `rsp_more`.
    rsp_next: u32 = p.frame_width();
    /// Frames without an allocated page and without an owner.
    free_frames: u32 = p.frames_width();
    /// Frames in the emergency list.
    emergency: u32 = p.frames_width();
    /// For each application the free pages of its frames that are no large pages: its free base page list. Application 0 lowest.
    free_slots: Wide<24> = p.num_apps as usize * p.pages_width();
}

impl Out {
    /// The free base pages of an application.
    pub fn free_slots_of(&self, p: &Params, app: usize) -> u32 {
        self.free_slots[field(app, p.pages_width())].load_le()
    }

    /// Sets them.
    pub fn set_free_slots(&mut self, p: &Params, app: usize, slots: u32) {
        self.free_slots[field(app, p.pages_width())].store_le(slots);
    }
}
