// SPDX-License-Identifier: Apache-2.0
//! Loads, stores and atomics.

use super::names::Symbol;
use super::opcode::Modifiers;
use super::{Decode, Decoder};
use crate::ast::RawOperand;
use crate::inst::{CacheOp, Class, MemKind, MemOp, Operand};
use crate::op::{AtomicOp, MemRef, Op};
use crate::types::{Space, Type};

/// Where a memory operand points.
struct Address {
    base: Operand,
    offset: i64,
    frame: bool,
    /// A parameter of a device function.
    call: bool,
}

impl<'a> Decoder<'_, 'a> {
    pub(super) fn memory(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        // What these say changes times, not values: each warp instruction executes atomically.
        let cache = operator(mods);
        match mods.mnemonic {
            "ld" | "ldu" => self.load(mods, cache, ops),
            "st" => self.store(mods, cache, ops),
            "atom" | "red" => self.atomic(mods, cache, ops),
            _ => {
                while mods.pick(prefetch_modifier).is_some() {}
                self.emit(Class::Nop, Op::Nop, &[], &[]);
                Ok(())
            }
        }
    }

    fn address(&mut self, operand: Option<&RawOperand<'a>>, space: Space) -> Decode<Address> {
        let Some(RawOperand::Memory { base, offset }) = operand else {
            return Err("an address in brackets is missing".into());
        };
        let at = |base, offset| Ok(Address { base, offset, frame: false, call: false });
        let Some(name) = base else {
            let base = self.constant64(0)?;
            return at(base, *offset);
        };
        match self.lookup(name)? {
            Some(Symbol::Register(operand, ty)) if ty.bytes() >= 4 && ty != Type::Pred => {
                at(operand, *offset)
            }
            Some(Symbol::Register(..)) => Err(format!("`{name}` is too narrow for an address")),
            Some(Symbol::Range(..)) => Err(format!("`{name}` is not an address")),
            Some(Symbol::Local(start)) => {
                let base = self.constant64(0)?;
                Ok(Address { base, offset: offset.wrapping_add_unsigned(start), frame: true, call: false })
            }
            Some(Symbol::CallParam(start, _)) if space == Space::Param => {
                let base = self.constant64(0)?;
                Ok(Address {
                    base,
                    offset: offset.wrapping_add_unsigned(start.into()),
                    frame: false,
                    call: true,
                })
            }
            Some(Symbol::CallParam(..)) => Err(format!("`{name}` is not in this space")),
            Some(Symbol::KernelParam(start)) => {
                let base = self.constant64(start)?;
                at(base, *offset)
            }
            Some(Symbol::Shared(start)) => {
                let base = self.shared_address(start, 0)?;
                at(base, *offset)
            }
            None => match self.names.module.globals.get(name) {
                Some(&variable) => {
                    let base = self.address_constant(variable, 0)?;
                    at(base, *offset)
                }
                None => Err(format!("`{name}` is not declared")),
            },
        }
    }

    fn vector_count(mods: &mut Modifiers<'_>) -> u8 {
        mods.pick(|m| match m {
            "v2" => Some(2),
            "v4" => Some(4),
            _ => None,
        })
        .unwrap_or(1)
    }

    /// Elements of a vector operand, or the single operand.
    fn elements<'o>(operand: Option<&'o RawOperand<'a>>, count: u8) -> Decode<&'o [RawOperand<'a>]> {
        match operand {
            Some(RawOperand::Vector(list)) if list.len() == usize::from(count) => Ok(list),
            Some(RawOperand::Vector(list)) => {
                Err(format!("a vector of {count} is needed, not of {}", list.len()))
            }
            Some(single) if count == 1 => Ok(std::slice::from_ref(single)),
            Some(_) => Err(format!("a vector of {count} is needed")),
            None => Err("an operand is missing".into()),
        }
    }

    fn element_type(mods: &mut Modifiers<'_>, count: u8) -> Decode<Type> {
        let ty = mods.ty()?;
        if ty == Type::Pred || ty.bytes() * u32::from(count) > 16 {
            return Err(format!("{count} elements of type {ty:?} cannot be accessed at once"));
        }
        Ok(if ty == Type::F16 { Type::B16 } else { ty })
    }

    fn load(&mut self, mods: &mut Modifiers<'_>, cache: CacheOp, ops: &[RawOperand<'a>]) -> Decode<()> {
        let space = mods.space();
        let count = Self::vector_count(mods);
        let ty = Self::element_type(mods, count)?;
        let address = self.address(ops.get(1), space)?;
        let mut dst = Vec::with_capacity(4);
        let mut width = 0;
        for element in Self::elements(ops.first(), count)? {
            match element {
                RawOperand::Name("_") => dst.push(Operand::NONE),
                RawOperand::Name(name) => {
                    let (register, bits) = self.wide_register(name, ty)?;
                    width = bits;
                    dst.push(register);
                }
                _ => return Err("a destination register is missing".into()),
            }
        }
        let mem = mem_ref(space, ty, count, &address, width <= 16);
        if address.call {
            self.emit(Class::Int, Op::LoadCall(mem), &dst, &[]);
        } else {
            self.emit(class(&mem, MemOp::Load, cache), Op::Load(mem), &dst, &[address.base]);
        }
        Ok(())
    }

    fn store(&mut self, mods: &mut Modifiers<'_>, cache: CacheOp, ops: &[RawOperand<'a>]) -> Decode<()> {
        let space = mods.space();
        let count = Self::vector_count(mods);
        let ty = Self::element_type(mods, count)?;
        let address = self.address(ops.first(), space)?;
        let mut src = vec![address.base];
        for element in Self::elements(ops.get(1), count)? {
            src.push(match element {
                RawOperand::Name(name) if matches!(self.names.find(name)?, Some(Symbol::Register(..))) => {
                    self.wide_register(name, ty)?.0
                }
                other => self.src(Some(other), ty)?,
            });
        }
        let mem = mem_ref(space, ty, count, &address, false);
        if address.call {
            self.emit(Class::Int, Op::StoreCall(mem), &[], &src);
        } else if matches!(space, Space::Const | Space::Param) {
            return Err("the space cannot be written".into());
        } else {
            self.emit(class(&mem, MemOp::Store, cache), Op::Store(mem), &[], &src);
        }
        Ok(())
    }

    fn atomic(&mut self, mods: &mut Modifiers<'_>, cache: CacheOp, ops: &[RawOperand<'a>]) -> Decode<()> {
        let reduction = mods.mnemonic == "red";
        let space = mods.space();
        if !matches!(space, Space::Generic | Space::Global | Space::Shared) {
            return Err("atomics work on global and shared memory".into());
        }
        let f = mods.pick(|m| {
            Some(match m {
                "add" => AtomicOp::Add,
                "min" => AtomicOp::Min,
                "max" => AtomicOp::Max,
                "inc" => AtomicOp::Inc,
                "dec" => AtomicOp::Dec,
                "and" => AtomicOp::And,
                "or" => AtomicOp::Or,
                "xor" => AtomicOp::Xor,
                "exch" => AtomicOp::Exch,
                "cas" => AtomicOp::Cas,
                _ => return None,
            })
        });
        let f = f.ok_or("the atomic operation is missing or not supported")?;
        let ty = mods.ty()?;
        let suits = match f {
            AtomicOp::Add => ty.bits() >= 32 && !ty.is_bits() || ty == Type::F16 && mods.take("noftz"),
            AtomicOp::Min | AtomicOp::Max => ty.bits() >= 32 && ty.is_integer(),
            AtomicOp::Inc | AtomicOp::Dec => ty == Type::U32,
            AtomicOp::Cas => ty.bits() >= 16 && !ty.is_float(),
            _ => ty.bits() >= 32 && !ty.is_float() || f == AtomicOp::Exch && ty == Type::F32,
        };
        if f == AtomicOp::Add && ty == Type::F16x2 {
            mods.take("noftz");
        }
        if !suits {
            return Err(format!("the atomic operation does not exist for type {ty:?}"));
        }
        let first = usize::from(!reduction);
        let dst = if reduction { Operand::NONE } else { self.dst(ops.first(), ty)? };
        let address = self.address(ops.get(first), space)?;
        let mut src = vec![address.base, self.src(ops.get(first + 1), ty)?];
        if f == AtomicOp::Cas {
            src.push(self.src(ops.get(first + 2), ty)?);
        }
        let mem = mem_ref(space, ty, 1, &address, false);
        let op = if reduction { MemOp::Reduction } else { MemOp::Atomic };
        self.emit(class(&mem, op, cache), Op::Atomic { mem, f }, &[dst], &src);
        Ok(())
    }
}

fn mem_ref(space: Space, ty: Type, count: u8, address: &Address, narrow: bool) -> MemRef {
    MemRef { space, ty, count, frame: address.frame, narrow, offset: address.offset }
}

fn class(mem: &MemRef, op: MemOp, cache: CacheOp) -> Class {
    Class::Mem(MemKind { space: mem.space, op, bytes: mem.ty.bytes() as u8 * mem.count, cache })
}

/// Removes the modifiers about caches and order, and says what they come to.
fn operator(mods: &mut Modifiers<'_>) -> CacheOp {
    let mut op = CacheOp::All;
    let (mut ordered, mut cta) = (false, false);
    while let Some(hint) = mods.pick(hint) {
        match hint {
            Hint::Op(found) => op = found,
            Hint::Ordered => ordered = true,
            Hint::Cta => cta = true,
            Hint::Nothing => {}
        }
    }
    // Threads of a CTA share the L1; others meet in L2.
    if ordered && !cta {
        CacheOp::Global
    } else {
        op
    }
}

/// A modifier about caches or order.
enum Hint {
    Op(CacheOp),
    /// Ordered with the accesses of other threads.
    Ordered,
    /// But only with those of the CTA.
    Cta,
    /// Says nothing about the L1.
    Nothing,
}

fn hint(modifier: &str) -> Option<Hint> {
    Some(match modifier {
        "cg" | "cv" | "volatile" | "L1::no_allocate" => Hint::Op(CacheOp::Global),
        "cs" | "lu" | "L1::evict_first" => Hint::Op(CacheOp::Streaming),
        "relaxed" | "acquire" | "release" | "acq_rel" => Hint::Ordered,
        "cta" => Hint::Cta,
        "ca"
        | "wb"
        | "wt"
        | "nc"
        | "weak"
        | "cluster"
        | "gpu"
        | "sys"
        | "L1::evict_normal"
        | "L1::evict_unchanged"
        | "L1::evict_last"
        | "L2::64B"
        | "L2::128B"
        | "L2::256B" => Hint::Nothing,
        _ => return None,
    })
}

fn prefetch_modifier(modifier: &str) -> Option<()> {
    matches!(modifier, "global" | "local" | "L1" | "L2" | "L2::evict_last" | "L2::evict_normal" | "128")
        .then_some(())
}
