// SPDX-License-Identifier: Apache-2.0
//! The ports of `mosaic_migrator`.

use crate::mosaic::params::Params;
use crate::ports::ports;

/// Operation at `m_op`: read a line of 128 bytes into the buffer of the tag.
pub const RD_LINE: u8 = 0;
/// Operation at `m_op`: write the line from the buffer of the tag.
pub const WR_LINE: u8 = 1;
/// Operation at `m_op`: copy a page inside DRAM.
pub const BULK: u8 = 2;
/// Operation at `m_op`: write 8 bytes, the entry of the page table.
pub const WR8: u8 = 3;

ports! {
    /// Inputs of `mosaic_migrator` in one core cycle (specification section 5).
    pub struct In: In, p: Params;
    /// A command, taken if `cmd_ready`.
    cmd_valid: bool = 1;
    /// The base page that is moved.
    cmd_src: u64 = p.ppn_width();
    /// Where it is moved, in the same channels.
    cmd_dst: u64 = p.ppn_width();
    /// Physical address of its entry in the page table.
    cmd_pte_addr: u64 = p.pa_w as usize;
    /// The entry as it is to be.
    cmd_pte: u64 = 64;
    /// Copy inside DRAM.
    cmd_bulk: bool = 1;
    /// The operation at `m_*` is taken.
    m_ready: bool = 1;
    /// An operation is done; in any order.
    a_valid: bool = 1;
    /// Its `m_tag`.
    a_tag: u8 = 4;
}

ports! {
    /// Outputs of `mosaic_migrator`, all by registers.
    pub struct Out: Out, p: Params;
    /// A command is taken.
    cmd_ready: bool = 1;
    /// An operation, which stays until it is taken.
    m_valid: bool = 1;
    /// 0 RD_LINE, 1 WR_LINE, 2 BULK, 3 WR8; 0 without `m_valid`, as the four that follow.
    m_op: u8 = 2;
    /// Its physical address: of a line of 128 bytes, of the page that BULK copies, of 8 bytes.
    m_addr: u64 = p.pa_w as usize;
    /// BULK: the page that it is copied to; else 0.
    m_dst: u64 = p.pa_w as usize;
    /// WR8: what is written; else 0.
    m_data: u64 = 64;
    /// Its number; of a line that is written that of the read.
    m_tag: u8 = 4;
    /// Pulse: the page is moved, and its entry written.
    done: bool = 1;
}
