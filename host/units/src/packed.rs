// SPDX-License-Identifier: Apache-2.0
//! Vectors of equally wide fields, packed into one wide port: field 0 lowest, words of 32 bits, least significant first.

/// Field `index` of fields of `width` bits, 1..=31.
pub(crate) fn get(words: &[u32], index: usize, width: usize) -> u32 {
    let bit = index * width;
    let low = words[bit / 32] >> (bit % 32);
    let high = if bit % 32 + width > 32 { words[bit / 32 + 1] << (32 - bit % 32) } else { 0 };
    (low | high) & ((1 << width) - 1)
}

/// Writes field `index` of fields of `width` bits.
pub(crate) fn set(words: &mut [u32], index: usize, width: usize, value: u32) {
    for i in 0..width {
        let bit = index * width + i;
        let mask = 1 << (bit % 32);
        if value >> i & 1 == 1 {
            words[bit / 32] |= mask;
        } else {
            words[bit / 32] &= !mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_read_back_across_word_borders_and_leave_their_neighbours_alone() {
        for width in 1..=7 {
            let mut words = [0; 14];
            for i in 0..64 {
                set(&mut words, i, width, (i * 5 + 3) as u32 & ((1 << width) - 1));
            }
            set(&mut words, 20, width, 0);
            for i in (0..64).filter(|i| *i != 20) {
                assert_eq!(get(&words, i, width), (i * 5 + 3) as u32 & ((1 << width) - 1), "{width} {i}");
            }
            assert_eq!(get(&words, 20, width), 0);
        }
    }
}
