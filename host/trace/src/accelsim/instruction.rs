// SPDX-License-Identifier: Apache-2.0
//! One line of a kernel's file: an executed warp instruction.

use std::fmt::Write;

use warpsmith_ptx::LANES;

use crate::codec::lanes;

/// Registers of each kind that a line of the format has at most: of a group of registers NVBit names the first, and readers
/// stop at more.
const MAX_WRITES: usize = 1;
const MAX_READS: usize = 4;

/// Modifiers of ours, so that nothing is lost on the way out and in: the registers that the format has no place for, joined by
/// `-`. Others pass over modifiers that they do not know.
const MORE_WRITES: &str = ".DST";
const MORE_READS: &str = ".SRC";

/// An instruction as the line has it. Its registers go to buffers that are used again and again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    pub pc: u64,
    /// Executed lanes.
    pub mask: u32,
    pub writes: Vec<u16>,
    pub reads: Vec<u16>,
    pub opcode: String,
    /// Bytes per lane, 0 for an instruction without an access.
    pub width: u32,
    /// Addresses of the lanes in `mask`.
    pub addresses: [u64; LANES],
    /// 0 if there is none.
    pub immediate: u64,
}

impl Line {
    /// Reads `text` into `self`; `numbered` lines begin with a line of the source.
    ///
    /// # Errors
    /// What is wrong.
    pub fn parse(&mut self, text: &str, numbered: bool) -> Result<(), String> {
        let mut words = Words(text.split_ascii_whitespace());
        if numbered {
            words.number::<u64>("line of the source")?;
        }
        self.pc = words.hex("program counter")?;
        let mask = words.hex("mask")?;
        self.mask = u32::try_from(mask).map_err(|_| format!("mask {mask:x} has more than 32 lanes"))?;
        words.registers("destination", &mut self.writes)?;
        let opcode = words.next("opcode")?;
        words.registers("source", &mut self.reads)?;
        let (opcode, more) = opcode.split_once(MORE_READS).unwrap_or((opcode, ""));
        more_registers("source", more, &mut self.reads)?;
        let (opcode, more) = opcode.split_once(MORE_WRITES).unwrap_or((opcode, ""));
        more_registers("destination", more, &mut self.writes)?;
        self.opcode.clear();
        self.opcode.push_str(opcode);
        self.width = words.number("width")?;
        if self.width != 0 {
            self.parse_addresses(&mut words)?;
        }
        self.immediate = match words.0.next() {
            Some(text) => immediate(text).ok_or_else(|| format!("immediate `{text}` is no number"))?,
            None => 0,
        };
        words.0.next().map_or(Ok(()), |more| Err(format!("`{more}` follows the instruction")))
    }

    fn parse_addresses(&mut self, words: &mut Words) -> Result<(), String> {
        let mode: u32 = words.number("address mode")?;
        if self.mask == 0 {
            return Err("an access has no lanes".to_string());
        }
        match mode {
            0 => {
                for lane in lanes(self.mask) {
                    self.addresses[lane] = words.hex("address")?;
                }
            }
            1 => {
                let base = words.hex("base address")?;
                let stride: i64 = words.number("stride")?;
                let first = self.mask.trailing_zeros() as usize;
                for lane in lanes(self.mask) {
                    let offset = stride.wrapping_mul((lane - first) as i64);
                    self.addresses[lane] = base.wrapping_add_signed(offset);
                }
            }
            2 => {
                let mut address = words.hex("base address")?;
                for (i, lane) in lanes(self.mask).enumerate() {
                    if i > 0 {
                        address = address.wrapping_add_signed(words.number("address difference")?);
                    }
                    self.addresses[lane] = address;
                }
            }
            _ => return Err(format!("address mode {mode} is none of 0, 1, 2")),
        }
        Ok(())
    }

    /// Appends the line in the format of the tracer's version 5, without its end: with the registers that NVBit would
    /// name.
    pub fn write(&self, out: &mut String) {
        // Writing to a string cannot fail.
        let (writes, more_writes) = self.writes.split_at(self.writes.len().min(MAX_WRITES));
        let (reads, more_reads) = self.reads.split_at(self.reads.len().min(MAX_READS));
        let _ = write!(out, "{:04x} {:08x} ", self.pc, self.mask);
        write_registers(out, writes);
        let _ = write!(out, " {}", self.opcode);
        for (modifier, registers) in [(MORE_WRITES, more_writes), (MORE_READS, more_reads)] {
            for (i, register) in registers.iter().enumerate() {
                let _ = write!(out, "{}{register}", if i == 0 { modifier } else { "-" });
            }
        }
        out.push(' ');
        write_registers(out, reads);
        let _ = write!(out, " {}", self.width);
        if self.width != 0 {
            self.write_addresses(out);
        }
        let _ = write!(out, " {}", self.immediate);
    }

    fn write_addresses(&self, out: &mut String) {
        let mut active = lanes(self.mask);
        let Some(first) = active.next() else { return };
        let base = self.addresses[first];
        let second = active.next();
        let rise = second.map_or(0, |lane| self.addresses[lane].wrapping_sub(base) as i64);
        // Strides count from lane to lane; a gap in the mask is left to the differences.
        let stride = if second == Some(first + 1) { rise } else { 0 };
        let even = lanes(self.mask).all(|lane| {
            self.addresses[lane] == base.wrapping_add_signed(stride.wrapping_mul((lane - first) as i64))
        });
        // Readers disagree on whether a stride skips the lanes that are not active.
        if even && (self.mask >> first).wrapping_add(1).is_power_of_two() | (self.mask >> first == u32::MAX) {
            let _ = write!(out, " 1 0x{base:x} {stride}");
            return;
        }
        let _ = write!(out, " 2 0x{base:x}");
        let mut last = base;
        for lane in lanes(self.mask).skip(1) {
            let _ = write!(out, " {}", self.addresses[lane].wrapping_sub(last) as i64);
            last = self.addresses[lane];
        }
    }
}

/// Their count, then each.
fn write_registers(out: &mut String, registers: &[u16]) {
    let _ = write!(out, "{}", registers.len());
    for register in registers {
        let _ = write!(out, " R{register}");
    }
}

/// Adds the registers of a modifier: numbers between `-`.
fn more_registers(what: &str, text: &str, out: &mut Vec<u16>) -> Result<(), String> {
    for text in text.split('-').filter(|text| !text.is_empty()) {
        add_register(what, text.parse().ok(), text, out)?;
    }
    Ok(())
}

/// Adds a register, each once.
fn add_register(what: &str, number: Option<u16>, text: &str, out: &mut Vec<u16>) -> Result<(), String> {
    let number = number.ok_or_else(|| format!("{what} register `{text}` is not of the form R0"))?;
    if !out.contains(&number) {
        out.push(number);
    }
    match out.len() {
        0..=8 => Ok(()),
        _ => Err(format!("more than 8 {what} registers; an instruction has at most 8")),
    }
}

/// A number in decimal, with or without sign, or in hexadecimal behind `0x`; the bits of negative ones.
fn immediate(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => text.parse::<i128>().ok().map(|value| value as u64),
    }
}

struct Words<'a>(std::str::SplitAsciiWhitespace<'a>);

impl<'a> Words<'a> {
    fn next(&mut self, what: &str) -> Result<&'a str, String> {
        self.0.next().ok_or_else(|| format!("the {what} is missing"))
    }

    fn number<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, String> {
        let text = self.next(what)?;
        text.parse().map_err(|_| format!("{what} `{text}` is no number that fits"))
    }

    fn hex(&mut self, what: &str) -> Result<u64, String> {
        let text = self.next(what)?;
        u64::from_str_radix(text.strip_prefix("0x").unwrap_or(text), 16)
            .map_err(|_| format!("{what} `{text}` is no hexadecimal number"))
    }

    /// A count and so many registers, each once.
    fn registers(&mut self, what: &str, out: &mut Vec<u16>) -> Result<(), String> {
        out.clear();
        let count: usize = self.number(&format!("number of {what} registers"))?;
        for _ in 0..count {
            let text = self.next(&format!("{what} register"))?;
            add_register(what, text.strip_prefix('R').and_then(|n| n.parse().ok()), text, out)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parsed(text: &str) -> Result<Line, String> {
        let mut line = Line::default();
        line.parse(text, false).map(|()| line)
    }

    #[test]
    fn addresses_come_in_three_modes() {
        let of = |tail: &str| {
            let line = parsed(&format!("0010 0000000d 1 R4 LDG.E 1 R2 4 {tail}")).unwrap();
            ([0, 2, 3].map(|lane| line.addresses[lane]), line.immediate)
        };
        assert_eq!(of("0 0x100 0x200 0x80"), ([0x100, 0x200, 0x80], 0));
        assert_eq!(of("1 0x100 4 7"), ([0x100, 0x108, 0x10c], 7));
        assert_eq!(of("2 0x100 16 -32 7"), ([0x100, 0x110, 0xf0], 7));
    }

    #[test]
    fn a_group_of_registers_is_written_as_its_first_with_the_others_in_a_modifier() {
        for (line, shown) in [
            ("0020 0000000f 4 R4 R9 R6 R7 LDG.128 1 R2 16 1 0x100 16 0", "1 R4 LDG.128.DST9-6-7 1 R2"),
            ("0020 0000000f 0 STG.128 5 R2 R4 R9 R6 R7 16 1 0x100 16 0", "0 STG.128.SRC7 4 R2 R4 R9 R6"),
            ("0020 0000000f 2 R1 R2 IADD3 5 R3 R4 R5 R6 R7 0 0", "1 R1 IADD3.DST2.SRC7 4 R3 R4 R5 R6"),
        ] {
            let line = parsed(line).unwrap();
            let mut text = String::new();
            line.write(&mut text);
            assert!(text.contains(shown), "{text}");
            assert_eq!(parsed(&text), Ok(line));
        }
    }

    #[test]
    fn an_instruction_without_an_access_has_no_addresses() {
        let line = parsed("01f0 ffffffff 2 R1 R2 IMAD.WIDE 3 R1 R1 R7 0 -1").unwrap();
        assert_eq!((line.pc, line.mask, line.width, line.immediate), (0x1f0, u32::MAX, 0, u64::MAX));
        assert_eq!((&line.writes[..], &line.reads[..]), (&[1, 2][..], &[1, 7][..]));
    }

    #[test]
    fn what_is_missing_or_too_much_is_named() {
        for (text, what) in [
            ("", "program counter"),
            ("10 1ffffffff 0 NOP 0 0", "mask"),
            ("10 1 1 NOP 0 0", "destination register `NOP`"),
            ("10 1 99999999999999999999 NOP 0 0", "number of destination"),
            ("10 1 0 LDG 0 4 3 0x0", "mode 3"),
            ("10 3 0 LDG 0 4 0 0x0", "address is missing"),
            ("10 0 0 LDG 0 4 0", "no lanes"),
            ("10 1 0 NOP 0 0 5 6", "`6` follows"),
            ("10 1 1 R1 IADD3.DSTx 0 0 0", "destination register `x`"),
            ("10 1 1 R1 IADD3.DST2-3-4-5-6-7-8-9 0 0 0", "more than 8 destination"),
        ] {
            let error = parsed(text).unwrap_err();
            assert!(error.contains(what), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn a_line_is_read_as_it_was_written(
            pc in 0u64..1 << 30,
            mask in prop_oneof![Just(u32::MAX), 1u32..],
            writes in prop::collection::hash_set(any::<u16>(), 0..8),
            reads in prop::collection::hash_set(any::<u16>(), 0..8),
            addresses in prop_oneof![
                prop::array::uniform32(0u64..1 << 47),
                (0u64..1 << 40, 0u64..512).prop_map(|(b, s)| std::array::from_fn(|i| b + s * i as u64)),
            ],
            width in prop_oneof![Just(0u32), Just(4)],
            immediate: u64,
        ) {
            let mut written = Line {
                pc,
                mask,
                writes: writes.into_iter().collect(),
                reads: reads.into_iter().collect(),
                opcode: "LDG.E".to_string(),
                width,
                addresses,
                immediate,
            };
            for lane in 0..LANES {
                if mask >> lane & 1 == 0 || width == 0 {
                    written.addresses[lane] = 0;
                }
            }
            let mut text = String::new();
            written.write(&mut text);
            prop_assert_eq!(parsed(&text), Ok(written));
        }
    }
}
