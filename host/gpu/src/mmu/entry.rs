// SPDX-License-Identifier: Apache-2.0
//! Entries of page tables: bit 0 is valid, bits 4 to 1 are the permissions, from bit 12 on stands the frame of 4 KB, of the next
//! table or of the page (MASK, decision D10; docs/translation.md, T15). Bits 7 and 10 are of large pages (Mosaic, section 2.1).

use warpsmith_units::mosaic::entry::{DISABLED, LARGE, VALID};

use crate::socket::Frame;

/// Bits of an offset in a table, and of the number of an entry in it.
pub const TABLE_BITS: u32 = 12;
pub const LEVEL_BITS: u32 = 9;
/// Bytes of an entry.
pub const ENTRY_BYTES: u16 = 8;
/// The entry for nothing.
pub const NONE: u64 = 0;
const PERM_SHIFT: u32 = 1;
const PERM: u64 = 0xf;

/// The entry for a table.
pub fn of_table(frame: u64) -> u64 {
    frame << TABLE_BITS | u64::from(Frame::READ | Frame::WRITE) << PERM_SHIFT | VALID
}

/// The entry for a page of `1 << page_bits` bytes.
pub fn of_page(frame: Frame, page_bits: u32) -> u64 {
    frame.ppn << page_bits | u64::from(frame.perm) << PERM_SHIFT | VALID
}

/// An entry for a page whose data is not there yet: not valid, and another one than that for nothing.
pub fn awaited(entry: u64) -> u64 {
    entry & !VALID
}

/// The same when the data is there.
pub fn present(entry: u64) -> u64 {
    entry | VALID
}

/// The entry for a table whose pages are a large page.
pub fn large(entry: u64) -> u64 {
    entry | LARGE
}

/// Whether it is.
pub fn is_large(entry: u64) -> bool {
    entry & LARGE != 0
}

/// The entry for a page of a large one.
pub fn disabled(entry: u64) -> u64 {
    entry | DISABLED
}

/// The entry for a table whose pages are a large page no more.
pub fn not_large(entry: u64) -> u64 {
    entry & !LARGE
}

/// The entry for a page of one.
pub fn enabled(entry: u64) -> u64 {
    entry & !DISABLED
}

/// Whether it is.
pub fn is_disabled(entry: u64) -> bool {
    entry & DISABLED != 0
}

/// The table that an entry names; `None` if it is not valid.
pub fn table(entry: u64) -> Option<u64> {
    (entry & VALID != 0).then_some(entry >> TABLE_BITS)
}

/// The page that an entry names; `None` if it is not valid.
pub fn page(entry: u64, page_bits: u32) -> Option<Frame> {
    let perm = (entry >> PERM_SHIFT & PERM) as u8;
    (entry & VALID != 0).then_some(Frame { ppn: entry >> page_bits, perm })
}

/// The number of the entry for `vpn` in the table of `depth`, of so many levels.
pub fn index(vpn: u64, depth: u32, levels: u32) -> u64 {
    vpn >> (LEVEL_BITS * (levels - depth)) & ((1 << LEVEL_BITS) - 1)
}
