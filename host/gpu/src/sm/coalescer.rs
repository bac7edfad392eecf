// SPDX-License-Identifier: Apache-2.0
//! The coalescer: turns the addresses of a warp's lanes into transactions on lines (Fermi).
//!
//! Accesses of up to 4 bytes a lane are coalesced over the whole warp, of 8 bytes over each half-warp, of 16 bytes
//! over each quarter-warp. Local memory is interleaved by words, so each word of a wide access is one group.
//! Atomics on one address are serialised: no transaction holds an address twice.

use serde::{Deserialize, Serialize};
use warpsmith_ptx::{Access, MemOp, Space, LANES};

use crate::socket::OFFSET_WORDS;
use crate::types::{bits, Addr, Line, LineSize, SECTOR_BYTES};

/// One access of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transaction {
    pub line: Line,
    /// Bytes of the line that are touched, lowest address in bit 0.
    bytes: u128,
    /// Lanes served.
    pub lanes: u32,
    /// How many transactions before this one serve the same atomic address.
    round: u8,
}

impl Transaction {
    /// 32-byte sectors of the line that are touched.
    pub fn sectors(&self) -> u32 {
        const SECTOR: u128 = (1 << SECTOR_BYTES) - 1;
        let sectors = (0..u128::BITS).step_by(SECTOR_BYTES as usize);
        sectors.map(|first| u32::from(self.bytes & SECTOR << first != 0)).sum()
    }

    /// Whether every byte of the line is touched.
    pub fn covers_line(&self, lines: LineSize) -> bool {
        u64::from(self.bytes.count_ones()) == lines.bytes()
    }
}

/// Fills `out` with the transactions of `access`, in the order of the lanes.
pub fn coalesce(access: &Access, lines: LineSize, out: &mut Vec<Transaction>) {
    out.clear();
    let atomic = matches!(access.kind, MemOp::Atomic | MemOp::Reduction);
    if atomic {
        for lane in bits(access.mask.into()) {
            let addr = access.addr[lane as usize];
            let earlier = bits(u64::from(access.mask) & ((1 << lane) - 1));
            let round = earlier.filter(|l| access.addr[*l as usize] == addr).count() as u8;
            add(out, lines, 0, lane, addr, access.bytes, round);
        }
    } else if access.space == Space::Local {
        for word in 0..u64::from(access.bytes.div_ceil(4)) {
            let (first, stride) = (out.len(), word * Access::LOCAL_WORD_STRIDE);
            for lane in bits(access.mask.into()) {
                add(out, lines, first, lane, access.addr[lane as usize] + stride, access.bytes.min(4), 0);
            }
        }
    } else {
        let group = LANES as u32 / u32::from(access.bytes.div_ceil(4)).clamp(1, 4);
        for start in (0..LANES as u32).step_by(group as usize) {
            let first = out.len();
            let lanes = (u64::from(access.mask) >> start & ((1 << group) - 1)) << start;
            for lane in bits(lanes) {
                add(out, lines, first, lane, access.addr[lane as usize], access.bytes, 0);
            }
        }
    }
}

/// The offset within its line of the first byte of each lane that `transaction` serves, as many bits each as the line size
/// needs, lane 0 lowest.
pub fn offsets(access: &Access, lines: LineSize, transaction: &Transaction) -> [u32; OFFSET_WORDS] {
    let mut packed = [0; OFFSET_WORDS];
    for lane in bits(transaction.lanes.into()) {
        let at = lane * lines.offset_bits();
        let (word, bit) = ((at / 32) as usize, at % 32);
        let offset = lines.offset(Addr(access.addr[lane as usize])) << bit;
        packed[word] |= offset as u32;
        if bit + lines.offset_bits() > 32 {
            packed[word + 1] |= (offset >> 32) as u32;
        }
    }
    packed
}

/// Adds one lane to the transaction of its line among `out[first..]`, which is one group.
#[inline]
fn add(
    out: &mut Vec<Transaction>,
    lines: LineSize,
    first: usize,
    lane: u32,
    addr: u64,
    bytes: u8,
    round: u8,
) {
    let line = lines.line(Addr(addr));
    // An access is aligned to its size, so that it stays in its line.
    let touched = ((1u128 << bytes) - 1) << lines.offset(Addr(addr));
    match out[first..].iter_mut().rev().find(|t| t.line == line && t.round == round) {
        Some(t) => {
            t.bytes |= touched;
            t.lanes |= 1 << lane;
        }
        None => out.push(Transaction { line, bytes: touched, lanes: 1 << lane, round }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    const LINES: LineSize = LineSize::of(128);

    fn access(kind: MemOp, bytes: u8, mask: u32, addr: impl Fn(u64) -> u64) -> Access {
        let addr = std::array::from_fn(|i| addr(i as u64));
        Access { space: Space::Global, kind, mask, addr, bytes, ..Access::default() }
    }

    fn lines(a: &Access) -> Vec<u64> {
        let mut out = Vec::new();
        coalesce(a, LINES, &mut out);
        out.iter().map(|t| t.line.0).collect()
    }

    #[test]
    fn consecutive_words_are_one_line() {
        assert_eq!(lines(&access(MemOp::Load, 4, !0, |i| 0x1000 + 4 * i)), [0x20]);
    }

    #[test]
    fn consecutive_words_off_the_line_are_two_lines() {
        assert_eq!(lines(&access(MemOp::Load, 4, !0, |i| 0x1040 + 4 * i)), [0x20, 0x21]);
    }

    #[test]
    fn a_column_walk_is_one_line_a_lane() {
        assert_eq!(lines(&access(MemOp::Load, 4, !0, |i| 128 * i)), (0..32).collect::<Vec<_>>());
    }

    #[test]
    fn eight_byte_lanes_on_one_address_are_one_access_per_half_warp() {
        assert_eq!(lines(&access(MemOp::Load, 8, !0, |_| 0x80)), [1, 1]);
        assert_eq!(lines(&access(MemOp::Load, 16, !0, |_| 0x80)), [1, 1, 1, 1]);
    }

    #[test]
    fn consecutive_sixteen_byte_lanes_are_four_lines() {
        assert_eq!(lines(&access(MemOp::Store, 16, !0, |i| 16 * i)), [0, 1, 2, 3]);
    }

    #[test]
    fn a_store_knows_its_sectors() {
        let mut out = Vec::new();
        coalesce(&access(MemOp::Store, 4, 0x101, |i| 4 * i), LINES, &mut out);
        assert_eq!((out[0].sectors(), out[0].lanes.count_ones()), (2, 2));
    }

    #[test]
    fn a_store_covers_its_line_only_if_it_writes_every_byte() {
        let covered = |a: &Access| {
            let mut out = Vec::new();
            coalesce(a, LINES, &mut out);
            out.iter().map(|t| (t.sectors(), t.covers_line(LINES))).collect::<Vec<_>>()
        };
        assert_eq!(covered(&access(MemOp::Store, 4, !0, |i| 4 * i)), [(4, true)]);
        assert_eq!(covered(&access(MemOp::Store, 4, !0, |i| 4 * (31 - i))), [(4, true)], "in any order");
        assert_eq!(covered(&access(MemOp::Store, 8, !0, |i| 8 * i)), [(4, true); 2]);
        assert_eq!(covered(&access(MemOp::Store, 16, !0, |i| 16 * i)), [(4, true); 4]);
        // All four sectors, but not all of their bytes.
        assert_eq!(covered(&access(MemOp::Store, 4, !1, |i| 4 * i)), [(4, false)], "one lane is off");
        assert_eq!(covered(&access(MemOp::Store, 4, !0, |i| 8 * i)), [(4, false); 2], "every second word");
        assert_eq!(covered(&access(MemOp::Store, 1, !0, |i| 4 * i)), [(4, false)], "a byte of each word");
        assert_eq!(covered(&access(MemOp::Store, 4, 0xffff, |i| 4 * i)), [(2, false)]);
        let mut spilled = access(MemOp::Store, 8, !0, |i| 0x8000 + 4 * i);
        spilled.space = Space::Local;
        assert_eq!(covered(&spilled), [(4, true); 2]);
    }

    #[test]
    fn atomics_on_one_address_are_serialised_and_others_share_a_line() {
        assert_eq!(lines(&access(MemOp::Atomic, 4, !0, |_| 64)).len(), 32);
        assert_eq!(lines(&access(MemOp::Atomic, 4, !0, |i| 4 * i)), [0]);
        assert_eq!(lines(&access(MemOp::Reduction, 4, !0, |i| 4 * (i / 2))), [0, 0]);
    }

    #[test]
    fn a_wide_local_access_is_one_line_a_word() {
        let mut a = access(MemOp::Load, 16, !0, |i| 0x8000 + 4 * i);
        a.space = Space::Local;
        assert_eq!(lines(&a), [0x100, 0x101, 0x102, 0x103]);
    }

    proptest! {
        #[test]
        fn every_lane_is_served_once_and_no_line_twice_in_a_group(
            mask in any::<u32>(),
            words in prop::array::uniform32(0u64..512),
            shift in 0u32..5,
        ) {
            let bytes = 1u8 << shift;
            let a = Access { space: Space::Global, kind: MemOp::Load, mask, addr: words.map(|w| w * u64::from(bytes)), bytes, ..Access::default() };
            let mut out = Vec::new();
            coalesce(&a, LINES, &mut out);
            let group = match bytes { 8 => 16, 16 => 8, _ => 32 };
            let mut expected = 0;
            for start in (0..32).step_by(group) {
                let lanes = (start..start + group).filter(|l| mask >> l & 1 == 1);
                expected += lanes.map(|l| a.addr[l] / 128).collect::<BTreeSet<_>>().len();
            }
            prop_assert_eq!(out.len(), expected);
            prop_assert_eq!(out.iter().fold(0, |lanes, t| lanes | t.lanes), mask);
            prop_assert_eq!(out.iter().map(|t| t.lanes.count_ones()).sum::<u32>(), mask.count_ones());
            for t in &out {
                let packed = offsets(&a, LINES, t);
                let bit = |n: usize| u64::from(packed[n / 32] >> (n % 32) & 1);
                for lane in (0..32).filter(|l| t.lanes >> l & 1 == 1) {
                    let offset = (0..7).map(|b| bit(7 * lane + b) << b).sum::<u64>();
                    prop_assert_eq!(t.line.0 * 128 + offset, a.addr[lane]);
                }
            }
        }

        #[test]
        fn atomic_transactions_are_as_many_as_the_worst_address_of_each_line(
            mask in any::<u32>(),
            words in prop::array::uniform32(0u64..96),
        ) {
            let a = Access { space: Space::Global, kind: MemOp::Atomic, mask, addr: words.map(|w| w * 4), bytes: 4, ..Access::default() };
            let mut out = Vec::new();
            coalesce(&a, LINES, &mut out);
            let active: Vec<u64> = (0..32).filter(|l| mask >> l & 1 == 1).map(|l| a.addr[l]).collect();
            let expected: usize = active.iter().map(|a| a / 128).collect::<BTreeSet<_>>().into_iter().map(|line| {
                let of_line = active.iter().filter(|a| **a / 128 == line);
                of_line.clone().map(|x| of_line.clone().filter(|y| x == *y).count()).max().unwrap_or(0)
            }).sum();
            prop_assert_eq!(out.len(), expected);
        }
    }
}
