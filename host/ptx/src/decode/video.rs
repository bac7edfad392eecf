// SPDX-License-Identifier: Apache-2.0
//! Video instructions (PTX ISA, "Video Instructions"), of single elements and of two or four at once.

use super::opcode::Modifiers;
use super::{Decode, Decoder};
use crate::ast::RawOperand;
use crate::inst::{Class, Operand};
use crate::op::video::{Addend, Part, Relation, Second, VideoMad, VideoOp, VideoScalar, VideoSimd};
use crate::op::Op;
use crate::types::Type;

/// A register name and what is selected of it, such as `b3210`.
fn split(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once('.') {
        Some((register, selector)) if selector.starts_with(['b', 'h']) => (register, Some(selector)),
        _ => (name, None),
    }
}

/// One byte or half word of a register.
fn part(selector: Option<&str>, signed: bool) -> Decode<Part> {
    let (shift, bits) = match selector {
        None => (0, 32),
        Some("b0") => (0, 8),
        Some("b1") => (8, 8),
        Some("b2") => (16, 8),
        Some("b3") => (24, 8),
        Some("h0") => (0, 16),
        Some("h1") => (16, 16),
        Some(other) => return Err(format!("`.{other}` is not one of .b0 to .b3, .h0 and .h1")),
    };
    Ok(Part { shift, bits, signed })
}

/// The digits behind the letter of a selector of elements, lowest element first; each below `below`.
fn digits(selector: &str, elements: u8, below: u8) -> Decode<Vec<u8>> {
    let letter = if elements == 2 { "h" } else { "b" };
    let list = selector.strip_prefix(letter).map(|rest| {
        let digits = rest.bytes().rev().map(|byte| byte.wrapping_sub(b'0'));
        digits.collect::<Vec<u8>>()
    });
    match list {
        Some(list) if list.iter().all(|digit| *digit < below) => Ok(list),
        _ => Err(format!("`.{selector}` selects no elements here: `.{letter}` and digits below {below}")),
    }
}

fn integer(mods: &mut Modifiers<'_>) -> Decode<bool> {
    match mods.ty()? {
        Type::S32 => Ok(true),
        Type::U32 => Ok(false),
        other => Err(format!("type {other:?} does not exist here, only .u32 and .s32")),
    }
}

fn relation(mods: &mut Modifiers<'_>) -> Decode<VideoOp> {
    let relation = mods.pick(|m| {
        Some(match m {
            "eq" => Relation::Eq,
            "ne" => Relation::Ne,
            "lt" => Relation::Lt,
            "le" => Relation::Le,
            "gt" => Relation::Gt,
            "ge" => Relation::Ge,
            _ => return None,
        })
    });
    relation.map(VideoOp::Set).ok_or_else(|| "the comparison is missing".into())
}

/// The operation called `name`, without the number of elements.
fn operation(name: &str, mods: &mut Modifiers<'_>) -> Decode<VideoOp> {
    Ok(match name {
        "vadd" => VideoOp::Add,
        "vsub" => VideoOp::Sub,
        "vabsdiff" => VideoOp::AbsDiff,
        "vmin" => VideoOp::Min,
        "vmax" => VideoOp::Max,
        "vavrg" => VideoOp::Average,
        "vset" => return relation(mods),
        _ => match (mods.take("clamp"), mods.take("wrap")) {
            (wrap, other) if wrap == other => return Err("one of .clamp and .wrap is needed".into()),
            (_, wrap) if name == "vshl" => VideoOp::Shl { wrap },
            (_, wrap) => VideoOp::Shr { wrap },
        },
    })
}

impl<'a> Decoder<'_, 'a> {
    pub(super) fn video(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        let name = mods.mnemonic;
        match (name, name.strip_suffix('2'), name.strip_suffix('4')) {
            (_, Some(name), _) => self.video_simd(name, 2, mods, ops),
            (_, _, Some(name)) => self.video_simd(name, 4, mods, ops),
            ("vmad", ..) => self.video_mad(mods, ops),
            _ => self.video_scalar(mods, ops),
        }
    }

    /// A source, what is selected of it, and whether it is negated.
    fn selected(&mut self, operand: Option<&RawOperand<'a>>) -> Decode<(Operand, Option<&'a str>, bool)> {
        let (name, negated) = match operand {
            Some(RawOperand::Name(name)) => (*name, false),
            Some(RawOperand::Negated(name)) => (*name, true),
            other => return Ok((self.src(other, Type::B32)?, None, false)),
        };
        let (register, selector) = split(name);
        Ok((self.src(Some(&RawOperand::Name(register)), Type::B32)?, selector, negated))
    }

    /// Two sources of which nothing is negated.
    fn two_selected(&mut self, ops: &[RawOperand<'a>]) -> Decode<[(Operand, Option<&'a str>); 2]> {
        let mut out = [(Operand::NONE, None); 2];
        for (slot, operand) in out.iter_mut().zip(1..) {
            let (source, selector, negated) = self.selected(ops.get(operand))?;
            if negated {
                return Err("only vmad negates operands".into());
            }
            *slot = (source, selector);
        }
        Ok(out)
    }

    /// The destination, and what is selected of it.
    fn selected_dst(&mut self, ops: &[RawOperand<'a>]) -> Decode<(Operand, Option<&'a str>)> {
        let Some(RawOperand::Name(name)) = ops.first() else {
            return Err("a destination register is missing".into());
        };
        let (register, selector) = split(name);
        Ok((self.dst(Some(&RawOperand::Name(register)), Type::B32)?, selector))
    }

    fn video_scalar(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        let f = operation(mods.mnemonic, mods)?;
        // The result of a comparison is unsigned.
        let signed = !matches!(f, VideoOp::Set(_)) && integer(mods)?;
        let (a_signed, b_signed) = (integer(mods)?, integer(mods)?);
        if b_signed && matches!(f, VideoOp::Shl { .. } | VideoOp::Shr { .. }) {
            return Err("the amount of a shift has type .u32".into());
        }
        let saturate = !matches!(f, VideoOp::Set(_)) && mods.take("sat");
        let second = mods.pick(|m| match m {
            "add" => Some(Second::Add),
            "min" => Some(Second::Min),
            "max" => Some(Second::Max),
            _ => None,
        });
        let (dst, into) = self.selected_dst(ops)?;
        let second = match (second, into) {
            (Some(_), Some(_)) => {
                return Err("a second operation and a selected result exclude each other".into())
            }
            (Some(second), None) => second,
            (None, Some(_)) => Second::Merge(part(into, signed)?),
            (None, None) => Second::Nothing,
        };
        let count = if second == Second::Nothing { 3 } else { 4 };
        if ops.len() != count {
            return Err(format!("expected {count} operands, found {}", ops.len()));
        }
        let [(a, a_part), (b, b_part)] = self.two_selected(ops)?;
        let c = if count == 4 { self.src(ops.get(3), Type::B32)? } else { Operand::NONE };
        let (a_part, b_part) = (part(a_part, a_signed)?, part(b_part, b_signed)?);
        let op = VideoScalar { f, a: a_part, b: b_part, signed, saturate, second };
        self.emit(Class::Int, Op::VideoScalar(op), &[dst], &[a, b, c]);
        Ok(())
    }

    fn video_mad(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        if ops.len() != 4 {
            return Err(format!("expected 4 operands, found {}", ops.len()));
        }
        // The types of the operands decide that of the result.
        integer(mods)?;
        let (a_signed, b_signed) = (integer(mods)?, integer(mods)?);
        let (plus_one, saturate) = (mods.take("po"), mods.take("sat"));
        let scale = mods.pick(|m| match m {
            "shr7" => Some(7),
            "shr15" => Some(15),
            _ => None,
        });
        let dst = self.dst(ops.first(), Type::B32)?;
        let (a, a_part, a_negated) = self.selected(ops.get(1))?;
        let (b, b_part, b_negated) = self.selected(ops.get(2))?;
        let (c, c_part, c_negated) = self.selected(ops.get(3))?;
        if c_part.is_some() {
            return Err("nothing can be selected of the addend".into());
        }
        let addend = match (plus_one, a_negated != b_negated, c_negated) {
            (true, ..) if a_negated || b_negated || c_negated => {
                return Err("with .po no operand can be negated".into())
            }
            (true, ..) => Addend::PlusOne,
            (_, true, true) => return Err("product and addend cannot both be negated".into()),
            (_, true, false) => Addend::NegatedProduct,
            (_, false, true) => Addend::Negated,
            (_, false, false) => Addend::Plain,
        };
        let (a_part, b_part) = (part(a_part, a_signed)?, part(b_part, b_signed)?);
        let op = VideoMad { a: a_part, b: b_part, addend, scale: scale.unwrap_or(0), saturate };
        self.emit(Class::IntMul, Op::VideoMad(op), &[dst], &[a, b, c]);
        Ok(())
    }

    fn video_simd(
        &mut self,
        name: &str,
        elements: u8,
        mods: &mut Modifiers<'_>,
        ops: &[RawOperand<'a>],
    ) -> Decode<()> {
        if ops.len() != 4 {
            return Err(format!("expected 4 operands, found {}", ops.len()));
        }
        let f = operation(name, mods)?;
        let signed = !matches!(f, VideoOp::Set(_)) && integer(mods)?;
        let (a_signed, b_signed) = (integer(mods)?, integer(mods)?);
        let accumulate = mods.take("add");
        // Sums are not cut to elements.
        let saturate = !accumulate && !matches!(f, VideoOp::Set(_)) && mods.take("sat");
        let (dst, into) = self.selected_dst(ops)?;
        let mask = match into {
            None => (1 << elements) - 1,
            Some(selector) => {
                let list = digits(selector, elements, elements)?;
                if list.is_empty() || list.windows(2).any(|pair| pair[0] >= pair[1]) {
                    return Err(format!(
                        "`.{selector}` does not name elements of the result in falling order"
                    ));
                }
                list.iter().fold(0, |mask, digit| mask | 1 << digit)
            }
        };
        let [(a, a_select), (b, b_select)] = self.two_selected(ops)?;
        let c = self.src(ops.get(3), Type::B32)?;
        let select = |selector: Option<&str>, first: u8| -> Decode<[u8; 4]> {
            let list = match selector {
                None => (first..first + elements).collect(),
                Some(selector) => digits(selector, elements, 2 * elements)?,
            };
            if list.len() != usize::from(elements) {
                return Err(format!(
                    "`.{}` does not select {elements} elements",
                    selector.unwrap_or_default()
                ));
            }
            Ok(std::array::from_fn(|i| list.get(i).copied().unwrap_or(0)))
        };
        let op = VideoSimd {
            f,
            elements,
            a: select(a_select, 0)?,
            b: select(b_select, elements)?,
            a_signed,
            b_signed,
            signed,
            saturate,
            mask,
            accumulate,
        };
        // GPUs that have these execute differences at the rate of additions, all others at that of products (CUDA C
        // Programming Guide, "Throughput of Native Arithmetic Instructions").
        let class = if f == VideoOp::AbsDiff { Class::Int } else { Class::IntMul };
        self.emit(class, Op::VideoSimd(op), &[dst], &[a, b, c]);
        Ok(())
    }
}
