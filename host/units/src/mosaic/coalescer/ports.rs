// SPDX-License-Identifier: Apache-2.0
//! The ports of `mosaic_coalescer`.

use bitvec::field::BitField;

use crate::mosaic::entry::Entry;
use crate::mosaic::params::Params;
use crate::mosaic::{LANES, SLOTS};
use crate::ports::ports;
use crate::wide::{field, Wide};

/// Command at `cmd_op`: the base pages become a large page (section 2.4).
pub const COALESCE: bool = false;
/// Command at `cmd_op`: the large page becomes base pages again (section 2.9).
pub const SPLINTER: bool = true;

/// Operation at `m_op` (section 5), atomic as all of them: reads an entry of 8 bytes.
pub const READ8: u8 = 0;
/// Operation at `m_op`: sets the large bit of an entry.
pub const OR8: u8 = 1;
/// Operation at `m_op`: clears the large bit of an entry.
pub const ANDN8: u8 = 2;
/// Operation at `m_op`: sets disabled bits of the 16 entries of a line.
pub const OR_LINE: u8 = 3;
/// Operation at `m_op`: clears disabled and valid bits of the 16 entries of a line.
pub const ANDN_LINE: u8 = 4;
/// Operation at `m_op`: reads the 16 entries of a line.
pub const RD_LINE: u8 = 5;

/// How a command has ended, at `status`: it is done.
pub const STATUS_OK: u8 = 0;
/// COALESCE has ended: it is a large page already.
pub const STATUS_ALREADY: u8 = 1;
/// SPLINTER has ended: it is no large page.
pub const STATUS_NOTLARGE: u8 = 2;
/// The command has ended: an entry on the way to the last table is not valid.
pub const STATUS_FAULT: u8 = 3;
/// COALESCE has ended: not all base pages are valid and lie one after the other in a frame (decision D6).
pub const STATUS_NOTCONTIG: u8 = 4;

ports! {
    /// Inputs of `mosaic_coalescer` in one core cycle (specification section 5).
    pub struct In: In, p: Params;
    /// A command, taken if `cmd_ready`.
    cmd_valid: bool = 1;
    /// 0 COALESCE, 1 SPLINTER.
    cmd_op: bool = 1;
    /// Its address space.
    cmd_asid: u32 = p.asid_w as usize;
    /// Frame of 4 KB of the table of depth 1.
    cmd_root: u64 = p.table_width();
    /// The large page.
    cmd_lvpn: u64 = p.lvpn_width();
    /// SPLINTER: the base pages that stay allocated; of the others the mapping ends.
    cmd_bitmap: Wide<16> = SLOTS;
    /// The operation at `m_*` is taken.
    m_ready: bool = 1;
    /// An operation is done; in any order.
    a_valid: bool = 1;
    /// Its `m_tag`.
    a_tag: u8 = 4;
    /// What a read has found.
    a_data: Wide<32> = p.data_width();
    /// The flush at `fl_*` is taken.
    fl_ready: bool = 1;
    /// It is done.
    fl_done: bool = 1;
}

ports! {
    /// Outputs of `mosaic_coalescer`, functions of registers.
    pub struct Out: Out, p: Params;
    /// A command is taken.
    cmd_ready: bool = 1;
    /// An operation on page tables, which stays until it is taken.
    m_valid: bool = 1;
    /// 0 READ8, 1 OR8, 2 ANDN8, 3 OR_LINE, 4 ANDN_LINE, 5 RD_LINE; 0 without `m_valid`, as the four that follow. OR8 and ANDN8 are of
    /// the large bit.
    m_op: u8 = 3;
    /// Its physical address, of 8 bytes, or of a line of 128.
    m_addr: u64 = p.pa_w as usize;
    /// Entries of the line whose disabled bit is set (OR_LINE) or cleared (ANDN_LINE).
    m_lane_dis: u32 = LANES;
    /// Entries of the line whose valid bit is cleared (ANDN_LINE).
    m_lane_val: u32 = LANES;
    /// Its number, which no other operation under way has.
    m_tag: u8 = 4;
    /// A flush of the large page, which stays until it is taken.
    fl_valid: bool = 1;
    /// Its address space; 0 without `fl_valid`, as the two that follow.
    fl_asid: u32 = p.asid_w as usize;
    /// The large page.
    fl_lvpn: u64 = p.lvpn_width();
    /// 0 LARGE; 1 BASE: its base pages, too.
    fl_kind: bool = 1;
    /// Pulse: the large bit is set, and the large page can be used from now on.
    large_on: bool = 1;
    /// Pulse: the command is over.
    done: bool = 1;
    /// How: 0 OK, 1 ALREADY, 2 NOTLARGE, 3 FAULT, 4 NOTCONTIG; 0 without `done`.
    status: u8 = 3;
}

impl In {
    /// An entry that a read has found; of a line one of its 16.
    pub fn entry(&self, lane: usize) -> Entry {
        Entry(self.a_data[field(lane, 64)].load_le())
    }

    /// Sets one.
    pub fn set_entry(&mut self, lane: usize, entry: Entry) {
        self.a_data[field(lane, 64)].store_le(entry.0);
    }
}
