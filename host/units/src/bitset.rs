// SPDX-License-Identifier: Apache-2.0
//! Sets of small numbers as bit masks.

use crate::arbiter::from_start;

/// The `n` low bits set, for `n` up to 64.
pub(crate) fn ones64(n: u32) -> u64 {
    u64::MAX.checked_shr(64 - n).unwrap_or(0)
}

/// The positions of the set bits, lowest first.
pub(crate) fn bits(mask: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut mask = mask.into();
    std::iter::from_fn(move || {
        let lowest = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lowest < 64).then_some(lowest)
    })
}

/// The positions of the set bits in cyclic order: those from `start` (below 64) on, then those below it.
pub(crate) fn cyclic(mask: u64, start: u32) -> impl Iterator<Item = usize> {
    let [above, below] = from_start(mask, start.into());
    bits(above).chain(bits(below))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cyclic_order_begins_at_the_start_and_ends_just_below_it() {
        assert_eq!(cyclic(0b1010_0110, 5).collect::<Vec<_>>(), [5, 7, 1, 2]);
        assert_eq!(cyclic(0b0110, 3).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(cyclic(0b0110, 0).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(cyclic(0, 7).count(), 0);
        assert_eq!((ones64(0), ones64(3), ones64(64)), (0, 7, u64::MAX));
    }
}
