// SPDX-License-Identifier: Apache-2.0
//! Ports wider than any number: vectors of equally wide fields, field 0 lowest.

use std::ops::{Deref, DerefMut, Range};

use bitvec::array::BitArray;
use bitvec::order::Lsb0;
use serde::{Deserialize, Serialize};

/// A value of up to `32 * N` bits: words of 32 bits, least significant first, as in Verilator. Fields are loaded and stored with
/// [`bitvec::field::BitField`], at the place that [`field`] gives.
#[derive(Clone, Copy, Debug, Default, Eq, Serialize, Deserialize)]
#[repr(transparent)]
#[serde(transparent)]
pub struct Wide<const N: usize>(BitArray<[u32; N], Lsb0>);

impl<const N: usize> Wide<N> {
    /// All bits 0.
    pub const ZERO: Wide<N> = Wide(BitArray::ZERO);

    /// The value of these words, the least significant first.
    pub const fn new(words: [u32; N]) -> Wide<N> {
        Wide(BitArray { data: words, ..BitArray::ZERO })
    }
}

/// Ports are compared in every cycle: words at a time, not bits as `BitArray` does (a third of the time of a bench).
impl<const N: usize> PartialEq for Wide<N> {
    fn eq(&self, other: &Wide<N>) -> bool {
        self.data == other.data
    }
}

impl<const N: usize> Deref for Wide<N> {
    type Target = BitArray<[u32; N], Lsb0>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<const N: usize> DerefMut for Wide<N> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// The bits of field `index` of fields of `width` bits.
pub const fn field(index: usize, width: usize) -> Range<usize> {
    index * width..(index + 1) * width
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitvec::field::BitField;

    #[test]
    fn fields_lie_as_the_bits_of_the_words_do_and_leave_their_neighbours_alone() {
        let mut wide = Wide::<3>::ZERO;
        wide[field(4, 7)].store_le(0b101_0101u8);
        wide[field(5, 7)].store_le(0xffu8);
        wide[field(5, 7)].store_le(0u8);
        wide[field(12, 7)].store_le(0x7fu8);
        assert_eq!(wide.data, [0x5000_0000, 0b101, 0x07f0_0000]);
    }
}
