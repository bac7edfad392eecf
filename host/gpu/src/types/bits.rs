// SPDX-License-Identifier: Apache-2.0
//! Sets of small numbers as bit masks.

/// The positions of the ones of `mask`, lowest first.
#[inline]
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let position = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (position < 64).then_some(position)
    })
}
