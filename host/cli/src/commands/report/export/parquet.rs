// SPDX-License-Identifier: Apache-2.0
//! Apache Parquet: the rows as columns, in plain encoding, each page compressed with Zstandard.
//!
//! The numbers of fields, types and encodings are those of `parquet.thrift`. Only what this table needs is written: required columns
//! of texts, integers and doubles.

use super::thrift::Struct;
use super::{Row, COLUMNS, VALUE};
use std::io::{Result, Write};

const MAGIC: &[u8] = b"PAR1";

/// Rows of a group at most, so that memory and the sizes of pages stay small.
const GROUP: usize = 1 << 16;

/// Of [`COLUMNS`]: the one that is a number.
const LAUNCH: &str = "launch";

/// What a column holds, by its number in `parquet.thrift`.
#[derive(Clone, Copy)]
enum Type {
    Int64 = 2,
    Double = 5,
    Text = 6,
}

const PLAIN: i32 = 0;
const RLE: i32 = 3;
const ZSTD: i32 = 6;
const REQUIRED: i32 = 0;
const UTF8: i32 = 0;

fn columns() -> Vec<(&'static str, Type)> {
    let kind = |name| if name == LAUNCH { Type::Int64 } else { Type::Text };
    COLUMNS.into_iter().map(|name| (name, kind(name))).chain([(VALUE, Type::Double)]).collect()
}

/// Writes the rows.
pub fn parquet(rows: impl Iterator<Item = Row>, to: &mut dyn Write) -> Result<()> {
    let mut file = File { to, at: 0, groups: Vec::new(), rows: 0 };
    file.write(MAGIC)?;
    let mut rows = rows.peekable();
    while rows.peek().is_some() {
        let group: Vec<Row> = rows.by_ref().take(GROUP).collect();
        file.group(&group)?;
    }
    file.finish()
}

/// A file under way.
struct File<'a> {
    to: &'a mut dyn Write,
    /// Bytes that are written.
    at: i64,
    groups: Vec<Struct>,
    rows: i64,
}

impl File<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.at += bytes.len() as i64;
        self.to.write_all(bytes)
    }

    fn group(&mut self, rows: &[Row]) -> Result<()> {
        let (mut chunks, mut bytes) = (Vec::new(), 0);
        for (i, (name, kind)) in columns().into_iter().enumerate() {
            let offset = self.at;
            let plain = plain(rows, i, kind);
            let packed = zstd::encode_all(&plain[..], zstd::DEFAULT_COMPRESSION_LEVEL)?;
            let page = Struct::default().i32(1, rows.len() as i32).i32(2, PLAIN).i32(3, RLE).i32(4, RLE);
            let head = Struct::default().i32(1, 0).i32(2, plain.len() as i32).i32(3, packed.len() as i32);
            let head = head.inner(5, page).end();
            self.write(&head)?;
            self.write(&packed)?;
            let whole = (head.len() + plain.len()) as i64;
            let about = Struct::default()
                .i32(1, kind as i32)
                .i32s(2, &[PLAIN, RLE])
                .texts(3, &[name])
                .i32(4, ZSTD)
                .i64(5, rows.len() as i64)
                .i64(6, whole)
                .i64(7, self.at - offset)
                .i64(9, offset);
            chunks.push(Struct::default().i64(2, offset).inner(3, about));
            bytes += whole;
        }
        self.rows += rows.len() as i64;
        self.groups.push(Struct::default().inners(1, chunks).i64(2, bytes).i64(3, rows.len() as i64));
        Ok(())
    }

    /// Says what is where.
    fn finish(mut self) -> Result<()> {
        let mut schema = vec![Struct::default().text(4, "statistics").i32(5, columns().len() as i32)];
        schema.extend(columns().into_iter().map(|(name, kind)| {
            let element = Struct::default().i32(1, kind as i32).i32(3, REQUIRED).text(4, name);
            match kind {
                Type::Text => element.i32(6, UTF8).inner(10, Struct::default().inner(1, Struct::default())),
                Type::Int64 | Type::Double => element,
            }
        }));
        let about = Struct::default()
            .i32(1, 1)
            .inners(2, schema)
            .i64(3, self.rows)
            .inners(4, std::mem::take(&mut self.groups))
            .text(6, concat!("warpsmith version ", env!("CARGO_PKG_VERSION")))
            .end();
        self.write(&about)?;
        self.write(&(about.len() as u32).to_le_bytes())?;
        self.write(MAGIC)
    }
}

/// The values of column `i`, one after the other.
fn plain(rows: &[Row], i: usize, kind: Type) -> Vec<u8> {
    let mut bytes = Vec::new();
    for row in rows {
        match kind {
            Type::Double => bytes.extend(row.value.number().to_le_bytes()),
            Type::Int64 => bytes.extend(row.texts[i].parse::<i64>().unwrap_or_default().to_le_bytes()),
            Type::Text => {
                bytes.extend((row.texts[i].len() as u32).to_le_bytes());
                bytes.extend(row.texts[i].as_bytes());
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::super::super::compared::tests::{all, made_up};
    use super::super::rows;
    use super::*;
    use std::collections::BTreeMap;

    /// A value of the compact protocol, read by its description, not by how it was written.
    #[derive(Clone, Debug, PartialEq)]
    enum Value {
        Number(i64),
        Text(String),
        List(Vec<Value>),
        Struct(BTreeMap<u8, Value>),
    }

    impl Value {
        fn field(&self, number: u8) -> &Value {
            let Value::Struct(fields) = self else { panic!("{self:?} is no struct") };
            &fields[&number]
        }

        fn number(&self) -> usize {
            let Value::Number(number) = self else { panic!("{self:?} is no number") };
            usize::try_from(*number).unwrap()
        }

        fn list(&self) -> &[Value] {
            let Value::List(values) = self else { panic!("{self:?} is no list") };
            values
        }
    }

    fn byte(bytes: &mut &[u8]) -> u8 {
        let (first, rest) = bytes.split_first().expect("there is more");
        *bytes = rest;
        *first
    }

    fn varint(bytes: &mut &[u8]) -> u64 {
        let next = byte(bytes);
        if next < 0x80 {
            next.into()
        } else {
            u64::from(next & 0x7f) | varint(bytes) << 7
        }
    }

    fn value(kind: u8, bytes: &mut &[u8]) -> Value {
        match kind {
            5 | 6 => {
                let coded = varint(bytes);
                Value::Number((coded >> 1) as i64 ^ -((coded & 1) as i64))
            }
            8 => {
                let length = varint(bytes) as usize;
                let (text, rest) = bytes.split_at(length);
                *bytes = rest;
                Value::Text(String::from_utf8(text.to_vec()).unwrap())
            }
            9 => {
                let head = byte(bytes);
                let length = if head >> 4 == 15 { varint(bytes) } else { (head >> 4).into() };
                Value::List((0..length).map(|_| value(head & 15, bytes)).collect())
            }
            12 => {
                let (mut fields, mut number) = (BTreeMap::new(), 0);
                loop {
                    let head = byte(bytes);
                    if head == 0 {
                        return Value::Struct(fields);
                    }
                    number += head >> 4;
                    fields.insert(number, value(head & 15, bytes));
                }
            }
            other => panic!("there is no type {other} here"),
        }
    }

    /// The pages of a column, unpacked.
    fn column(file: &[u8], about: &Value, i: usize) -> Vec<u8> {
        let groups = about.field(4).list();
        let page = |group: &Value| {
            let chunk = group.field(1).list()[i].field(3).clone();
            let mut at = &file[chunk.field(9).number()..];
            let head = value(12, &mut at);
            let plain = zstd::decode_all(&at[..head.field(3).number()]).unwrap();
            assert_eq!(plain.len(), head.field(2).number());
            plain
        };
        groups.iter().flat_map(page).collect()
    }

    #[test]
    fn a_file_has_every_row_in_columns_that_its_end_describes() {
        let mut results =
            all(vec![made_up("a", "bfs", &[]), made_up("b", "bfs", &[("equalizer", "energy")])]);
        results[1].file.statistics.total.counters.l1.hits = 1500;
        let expected: Vec<Row> = rows(&results, true).collect();
        let mut file = Vec::new();
        parquet(rows(&results, true), &mut file).unwrap();

        let (body, magic) = file.split_at(file.len() - 4);
        assert_eq!((magic, &file[..4]), (MAGIC, MAGIC));
        let (body, length) = body.split_at(body.len() - 4);
        let length = u32::from_le_bytes(length.try_into().unwrap()) as usize;
        let about = value(12, &mut &body[body.len() - length..]);
        assert_eq!(about.field(3).number(), expected.len());
        let names: Vec<&Value> = about.field(2).list()[1..].iter().map(|column| column.field(4)).collect();
        let known: Vec<Value> = columns().iter().map(|(name, _)| Value::Text(name.to_string())).collect();
        assert_eq!(names, known.iter().collect::<Vec<_>>());

        let doubles = column(&file, &about, 10);
        let doubles: Vec<f64> =
            doubles.chunks(8).map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap())).collect();
        assert_eq!(doubles, expected.iter().map(|row| row.value.number()).collect::<Vec<_>>());
        let names: Vec<u8> = expected
            .iter()
            .flat_map(|row| {
                [&(row.texts[7].len() as u32).to_le_bytes()[..], row.texts[7].as_bytes()].concat()
            })
            .collect();
        assert_eq!(column(&file, &about, 7), names);
        assert!(doubles.contains(&1500.0));
    }

    #[test]
    fn more_rows_than_a_group_holds_are_several_groups() {
        let results = all(vec![made_up("a", "bfs", &[])]);
        let row = rows(&results, false).next().unwrap();
        let mut file = Vec::new();
        parquet(
            (0..GROUP + 5).map(|_| Row { texts: row.texts.clone(), value: row.value.clone() }),
            &mut file,
        )
        .unwrap();
        let end = file.len() - 8;
        let length = u32::from_le_bytes(file[end..end + 4].try_into().unwrap()) as usize;
        let about = value(12, &mut &file[end - length..end]);
        let rows: Vec<usize> = about.field(4).list().iter().map(|group| group.field(3).number()).collect();
        assert_eq!(rows, [GROUP, 5]);
        assert_eq!(column(&file, &about, 10).len(), (GROUP + 5) * 8);
    }
}
