// SPDX-License-Identifier: Apache-2.0
//! What Parquet needs of the compact protocol of Thrift: structs of integers, texts, lists and structs.

/// The types of fields and of elements of lists.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A struct under way. Fields are written in the order of their numbers.
#[derive(Default)]
pub struct Struct {
    bytes: Vec<u8>,
    /// Number of the last field.
    last: u8,
}

impl Struct {
    fn field(mut self, number: u8, kind: u8, value: &[u8]) -> Struct {
        let step = number - self.last;
        assert!((1..=15).contains(&step), "fields are near one another and in order");
        self.bytes.push(step << 4 | kind);
        self.bytes.extend(value);
        self.last = number;
        self
    }

    pub fn i32(self, number: u8, value: i32) -> Struct {
        self.field(number, I32, &zigzag(value.into()))
    }

    pub fn i64(self, number: u8, value: i64) -> Struct {
        self.field(number, I64, &zigzag(value))
    }

    pub fn text(self, number: u8, value: &str) -> Struct {
        self.field(number, BINARY, &binary(value))
    }

    pub fn inner(self, number: u8, value: Struct) -> Struct {
        self.field(number, STRUCT, &value.end())
    }

    pub fn i32s(self, number: u8, values: &[i32]) -> Struct {
        let values: Vec<Vec<u8>> = values.iter().map(|value| zigzag((*value).into())).collect();
        self.field(number, LIST, &list(I32, &values))
    }

    pub fn texts(self, number: u8, values: &[&str]) -> Struct {
        let values: Vec<Vec<u8>> = values.iter().map(|value| binary(value)).collect();
        self.field(number, LIST, &list(BINARY, &values))
    }

    pub fn inners(self, number: u8, values: Vec<Struct>) -> Struct {
        let values: Vec<Vec<u8>> = values.into_iter().map(Struct::end).collect();
        self.field(number, LIST, &list(STRUCT, &values))
    }

    /// The whole struct.
    pub fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// Seven bits a byte, the lowest first; all bytes but the last have the highest bit.
fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// Small numbers of either sign are short.
fn zigzag(value: i64) -> Vec<u8> {
    varint((value << 1 ^ value >> 63) as u64)
}

fn binary(text: &str) -> Vec<u8> {
    [varint(text.len() as u64), text.as_bytes().to_vec()].concat()
}

fn list(kind: u8, elements: &[Vec<u8>]) -> Vec<u8> {
    let head = match elements.len() {
        few @ 0..=14 => vec![(few as u8) << 4 | kind],
        many => [vec![0xf0 | kind], varint(many as u64)].concat(),
    };
    [head, elements.concat()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_come_in_sevens_of_bits() {
        assert_eq!(zigzag(0), [0]);
        assert_eq!(zigzag(-1), [1]);
        assert_eq!(zigzag(1), [2]);
        assert_eq!(zigzag(150), [0xac, 0x02]);
        assert_eq!(zigzag(i64::MIN), [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]);
    }

    #[test]
    fn a_struct_counts_from_field_to_field_and_ends_with_zero() {
        let inner = Struct::default().i32(1, 7);
        let bytes = Struct::default().i32(2, -1).text(4, "ab").inner(5, inner).i32s(6, &[3]).end();
        assert_eq!(bytes, [0x25, 1, 0x28, 2, b'a', b'b', 0x1c, 0x15, 14, 0, 0x19, 0x15, 6, 0]);
    }

    #[test]
    fn long_lists_have_their_length_behind_the_type() {
        assert_eq!(list(STRUCT, &vec![vec![]; 14]), [0xec]);
        assert_eq!(list(STRUCT, &vec![vec![]; 300]), [0xfc, 0xac, 0x02]);
    }
}
