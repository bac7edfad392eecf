// SPDX-License-Identifier: Apache-2.0
//! Bank conflicts of shared memory (Fermi): each bank serves one 4-byte word a cycle, to any number of lanes.
//!
//! Accesses of 8 bytes a lane go half-warp by half-warp, of 16 bytes quarter-warp by quarter-warp. Lanes that
//! update one word atomically are served one after the other.

use warpsmith_ptx::{Access, MemOp, LANES};

use crate::types::bits;

/// Cycles that `access` occupies a shared memory of `banks` banks (a power of two, at most 64); at least 1.
pub fn cycles(access: &Access, banks: u32) -> u32 {
    let words = u32::from(access.bytes.div_ceil(4)).clamp(1, 4);
    let group = LANES as u32 / words;
    let serial = matches!(access.kind, MemOp::Atomic | MemOp::Reduction);
    let mut total = 0;
    for start in (0..LANES as u32).step_by(group as usize) {
        let lanes = (u64::from(access.mask) >> start & ((1 << group) - 1)) << start;
        if lanes != 0 {
            total += degree(access, lanes, words, banks, serial);
        }
    }
    total.max(1)
}

/// The largest number of words that one bank has to serve for `lanes`.
fn degree(access: &Access, lanes: u64, words: u32, banks: u32, serial: bool) -> u32 {
    let mut list = [0u32; LANES];
    let mut n = 0;
    let mut first = [0u32; 64];
    let (mut used, mut conflict) = (0u64, false);
    for lane in bits(lanes) {
        let base = (access.addr[lane as usize] / 4) as u32;
        for word in base..base + words {
            let bank = word & (banks - 1);
            list[n] = word;
            n += 1;
            if used >> bank & 1 == 0 {
                used |= 1 << bank;
                first[bank as usize] = word;
            } else {
                conflict |= serial || first[bank as usize] != word;
            }
        }
    }
    if !conflict {
        return 1;
    }
    let list = &mut list[..n];
    list.sort_unstable();
    let mut per_bank = [0u32; 64];
    for i in 0..list.len() {
        if serial || i == 0 || list[i] != list[i - 1] {
            per_bank[(list[i] & (banks - 1)) as usize] += 1;
        }
    }
    per_bank.into_iter().fold(1, u32::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use warpsmith_ptx::Space;

    fn access(kind: MemOp, bytes: u8, addr: impl Fn(u64) -> u64) -> Access {
        Access {
            space: Space::Shared,
            kind,
            mask: !0,
            addr: std::array::from_fn(|i| addr(i as u64)),
            bytes,
            ..Access::default()
        }
    }

    #[test]
    fn a_stride_of_s_words_conflicts_by_its_common_divisor_with_the_banks() {
        for (stride, expected) in [(1, 1), (2, 2), (3, 1), (16, 16), (32, 32), (33, 1)] {
            assert_eq!(cycles(&access(MemOp::Load, 4, |i| 4 * i * stride), 32), expected, "stride {stride}");
        }
    }

    #[test]
    fn lanes_of_one_word_are_a_broadcast() {
        assert_eq!(cycles(&access(MemOp::Load, 4, |_| 64), 32), 1);
        assert_eq!(cycles(&access(MemOp::Load, 1, |i| i), 32), 1);
    }

    #[test]
    fn wide_accesses_take_one_cycle_per_half_or_quarter_warp() {
        assert_eq!(cycles(&access(MemOp::Load, 8, |i| 8 * i), 32), 2);
        assert_eq!(cycles(&access(MemOp::Store, 16, |i| 16 * i), 32), 4);
    }

    #[test]
    fn atomics_on_one_word_are_serialised() {
        assert_eq!(cycles(&access(MemOp::Atomic, 4, |_| 0), 32), 32);
        assert_eq!(cycles(&access(MemOp::Atomic, 4, |i| 4 * i), 32), 1);
    }

    proptest! {
        #[test]
        fn the_degree_is_the_largest_number_of_distinct_words_of_a_bank(
            mask in any::<u32>(),
            words in prop::array::uniform32(0u64..256),
        ) {
            let a = Access { mask, ..access(MemOp::Load, 4, |i| 4 * words[i as usize]) };
            let active: BTreeSet<u64> = (0..32).filter(|l| mask >> l & 1 == 1).map(|l| words[l]).collect();
            let worst = (0..32).map(|b| active.iter().filter(|w| **w % 32 == b).count()).max().unwrap_or(0);
            prop_assert_eq!(cycles(&a, 32), worst.max(1) as u32);
        }
    }
}
