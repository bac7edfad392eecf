// SPDX-License-Identifier: Apache-2.0
//! The size of a cache line, which turns addresses into line numbers.

use serde::{Deserialize, Serialize};

use super::{Addr, Line};

/// Bytes in a line of the constant cache, unless lines of memory are shorter (Fermi: 64).
const CONSTANT_LINE: LineSize = LineSize { bits: 6 };

/// The size of a line: 32, 64 or 128 bytes, the same at every level of the hierarchy but for the constant cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LineSize {
    /// Of an offset in a line.
    bits: u8,
}

impl LineSize {
    /// Of a line of so many bytes, a power of two.
    pub const fn of(bytes: u32) -> LineSize {
        LineSize { bits: bytes.ilog2() as u8 }
    }

    /// Bytes of a line.
    pub fn bytes(self) -> u64 {
        1 << self.bits
    }

    /// Bits of an offset in a line.
    pub fn offset_bits(self) -> u32 {
        self.bits.into()
    }

    /// The line that holds a byte.
    pub fn line(self, at: Addr) -> Line {
        Line(at.0 >> self.bits)
    }

    /// The offset of a byte in its line.
    pub fn offset(self, at: Addr) -> u64 {
        at.0 & (self.bytes() - 1)
    }

    /// The address of a line's first byte.
    pub fn first(self, line: Line) -> Addr {
        Addr(line.0 << self.bits)
    }

    /// That of the lines of the constant cache, where memory has lines of this size.
    pub fn constant(self) -> LineSize {
        self.min(CONSTANT_LINE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn line_and_offset_are_the_address(at in 0..u64::MAX / 2, bits in 5u32..=7) {
            let lines = LineSize::of(1 << bits);
            let (line, offset) = (lines.line(Addr(at)), lines.offset(Addr(at)));
            prop_assert!(offset < lines.bytes());
            prop_assert_eq!(lines.first(line).0 + offset, at);
            prop_assert_eq!(line.0, at / (1 << bits));
        }
    }

    #[test]
    fn constants_have_lines_of_64_bytes_or_those_of_memory() {
        assert_eq!([32, 64, 128].map(|bytes| LineSize::of(bytes).constant().bytes()), [32, 64, 64]);
    }
}
