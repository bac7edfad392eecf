// SPDX-License-Identifier: Apache-2.0
//! Integers in as many bytes as they need: seven bits a byte, low ones first; signed ones in zigzag order.

/// Appends `value`.
pub fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a signed `value`.
pub fn put_signed(out: &mut Vec<u8>, value: i64) {
    put(out, ((value << 1) ^ (value >> 63)) as u64);
}

/// Bytes that are read from front to back; every read is `None` past the end.
#[derive(Clone, Debug)]
pub struct Cursor<'a>(pub &'a [u8]);

impl Cursor<'_> {
    #[inline]
    pub fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// Four bytes, lowest first.
    #[inline]
    pub fn word(&mut self) -> Option<u32> {
        let (first, rest) = self.0.split_first_chunk::<4>()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*first))
    }

    #[inline]
    pub fn unsigned(&mut self) -> Option<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return None;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    #[inline]
    pub fn signed(&mut self) -> Option<i64> {
        let value = self.unsigned()?;
        Some((value >> 1) as i64 ^ -((value & 1) as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn integers_come_back_as_they_were(unsigned: u64, signed: i64) {
            let mut out = Vec::new();
            put(&mut out, unsigned);
            put_signed(&mut out, signed);
            let mut cursor = Cursor(&out);
            prop_assert_eq!(cursor.unsigned(), Some(unsigned));
            prop_assert_eq!(cursor.signed(), Some(signed));
            prop_assert_eq!(cursor.byte(), None);
        }

        #[test]
        fn no_bytes_make_the_reader_panic(bytes: Vec<u8>) {
            let mut cursor = Cursor(&bytes);
            while cursor.unsigned().is_some() {}
        }
    }
}
