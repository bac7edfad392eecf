// SPDX-License-Identifier: Apache-2.0
//! A Bloom filter of lines with two hashes, which is cleared when it is full (Seshadri 2012; MeDiC, section 8.3).

use serde::{Deserialize, Serialize};

use crate::types::Line;

/// The second hash is of the line number rotated so far.
const ROTATION: u32 = 7;

/// The filter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bloom {
    /// So many lines, and the filter is cleared.
    lines: u32,
    /// The logarithm of its bits.
    width: u32,
    bits: Vec<u64>,
    /// Lines put into it since it was cleared.
    entered: u32,
}

impl Bloom {
    /// Empty; it holds so many lines, with so many bits for each, rounded up to powers of two.
    pub fn new(lines: u32, bits_per_line: u32) -> Bloom {
        let bits = (lines * bits_per_line.next_power_of_two()).next_power_of_two().max(u64::BITS);
        Bloom { lines, width: bits.ilog2(), bits: vec![0; (bits / u64::BITS) as usize], entered: 0 }
    }

    /// The two bits of a line: its number, plain and rotated, folded by exclusive or.
    fn bits(&self, line: Line) -> [usize; 2] {
        let fold = |mut n: u64| {
            let mut folded = 0;
            while n != 0 {
                folded ^= n & ((1 << self.width) - 1);
                n >>= self.width;
            }
            folded as usize
        };
        [fold(line.0), fold(line.0.rotate_right(ROTATION))]
    }

    /// Whether a line has entered since the filter was cleared, or it seems so.
    pub fn holds(&self, line: Line) -> bool {
        self.bits(line).iter().all(|bit| self.bits[bit / 64] >> (bit % 64) & 1 == 1)
    }

    /// Puts a line in.
    pub fn enter(&mut self, line: Line) {
        if self.entered == self.lines {
            self.bits.fill(0);
            self.entered = 0;
        }
        for bit in self.bits(line) {
            self.bits[bit / 64] |= 1 << (bit % 64);
        }
        self.entered += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_known_until_the_filter_is_full() {
        let mut filter = Bloom::new(512, 8);
        assert!(!filter.holds(Line(77)));
        filter.enter(Line(77));
        assert!(filter.holds(Line(77)));
        (0..512).for_each(|line| filter.enter(Line(1000 + line)));
        assert!(!filter.holds(Line(77)));
    }
}
