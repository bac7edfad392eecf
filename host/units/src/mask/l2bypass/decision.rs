// SPDX-License-Identifier: Apache-2.0
//! Which walk reads go past the L2 cache (specification section 2.7, decision D20).

use crate::mask::params::Params;
use crate::word::{low, Word};

/// Bits of an address inside a line of 128 bytes.
pub const LINE_BITS: u32 = 7;

/// A read.
#[derive(Clone, Copy, Debug)]
pub struct Read<W: Word> {
    /// Its physical address, in bytes.
    pub addr: W,
    /// Its depth in the page table, 1 the root; 0: of data.
    pub depth: W,
}

/// Whether the line of an address always takes the path through the L2 cache: three groups of its lowest bits, each bit with its
/// like, are even.
pub fn is_leader<W: Word>(p: &Params, addr: W) -> W::Bit {
    let (line, group) = (addr >> LINE_BITS, p.l2b_leader_log2);
    match group {
        0 => W::Bit::from(false),
        _ => !((line ^ (line >> group) ^ (line >> (2 * group))) & low(group)).any(),
    }
}

/// Whether a read goes past it. Bit d-1 of `bits` says that reads of depth d do.
pub fn bypasses<W: Word>(p: &Params, read: &Read<W>, bits: W, enabled: W::Bit) -> W::Bit {
    let of_depth =
        (1..=p.pt_levels).fold(W::Bit::from(false), |any, d| any | (read.depth.is(d) & bits.bit(d - 1)));
    enabled & of_depth & !is_leader(p, read.addr)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_in_32_is_a_leader_and_every_offset_in_it() {
        let leaders = (0..1u64 << 15).filter(|line| is_leader(&Params::PAPER, line << LINE_BITS)).count();
        assert_eq!(leaders, 1 << 10);
        let line = 0b00011_00010_00001u64;
        assert!(
            is_leader(&Params::PAPER, line << LINE_BITS)
                && is_leader(&Params::PAPER, line << LINE_BITS | 127)
        );
        assert!(!is_leader(&Params::PAPER, (line ^ 1) << LINE_BITS));
        assert!(!is_leader(&Params::VARIANT, 0u64), "leaders are off");
    }

    #[test]
    fn only_depths_with_their_bit_bypass_and_data_never() {
        let of = |depth, bits: u64| bypasses(&Params::PAPER, &Read { addr: 1u64 << 7, depth }, bits, true);
        assert_eq!(
            [0u64, 1, 2, 3, 4, 5, 7].map(|depth| of(depth, 0b1111)),
            [false, true, true, true, true, false, false]
        );
        assert_eq!([1u64, 2, 3, 4].map(|depth| of(depth, 0b1000)), [false, false, false, true]);
        assert!(!bypasses(&Params::PAPER, &Read { addr: 1u64 << 7, depth: 4 }, 0b1111, false));
    }
}
