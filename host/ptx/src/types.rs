// SPDX-License-Identifier: Apache-2.0
//! Scalar types and state spaces of PTX.

use serde::{Deserialize, Serialize};

/// State space of a memory instruction (PTX ISA, "State Spaces").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Space {
    /// Device memory, which all threads share.
    Global,
    /// Memory of a CTA.
    Shared,
    /// Memory of a thread.
    Local,
    /// `.const` variables; they live in device memory and are read through the constant cache.
    Const,
    /// Kernel parameters (addresses are byte offsets into the parameter block).
    Param,
    /// Resolved at run time by address window; never appears in an [`crate::Access`].
    Generic,
    /// Device memory read through a texture (`tex`).
    Texture,
}

/// Fundamental type of an instruction or a variable.
/// The names are those of the PTX ISA ("Fundamental Types").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The names are those of the PTX ISA.
pub enum Type {
    Pred,
    B8,
    B16,
    B32,
    B64,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    /// Two half-precision values.
    F16x2,
    F32,
    F64,
}

impl Type {
    /// The type called `name` (without its dot), e.g. `u32`.
    pub fn from_name(name: &str) -> Option<Self> {
        use Type::*;
        Some(match name {
            "pred" => Pred,
            "b8" => B8,
            "b16" => B16,
            "b32" => B32,
            "b64" => B64,
            "u8" => U8,
            "u16" => U16,
            "u32" => U32,
            "u64" => U64,
            "s8" => S8,
            "s16" => S16,
            "s32" => S32,
            "s64" => S64,
            "f16" => F16,
            "f16x2" => F16x2,
            "f32" => F32,
            "f64" => F64,
            _ => return None,
        })
    }

    /// Size in bytes; a predicate counts as one.
    pub fn bytes(self) -> u32 {
        use Type::*;
        match self {
            Pred | B8 | U8 | S8 => 1,
            B16 | U16 | S16 | F16 => 2,
            B32 | U32 | S32 | F16x2 | F32 => 4,
            B64 | U64 | S64 | F64 => 8,
        }
    }

    /// Size in bits; a predicate counts as eight.
    pub fn bits(self) -> u32 {
        self.bytes() * 8
    }

    /// True for `.s8` to `.s64`.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::S8 | Type::S16 | Type::S32 | Type::S64)
    }

    /// True for `.u8` to `.u64`.
    pub fn is_unsigned(self) -> bool {
        matches!(self, Type::U8 | Type::U16 | Type::U32 | Type::U64)
    }

    /// True for `.f16` to `.f64`, pairs of halves included.
    pub fn is_float(self) -> bool {
        matches!(self, Type::F16 | Type::F16x2 | Type::F32 | Type::F64)
    }

    /// True for the untyped bit types `.b8` to `.b64`.
    pub fn is_bits(self) -> bool {
        matches!(self, Type::B8 | Type::B16 | Type::B32 | Type::B64)
    }

    /// True for signed and unsigned types, not for the untyped bit types.
    pub fn is_integer(self) -> bool {
        self.is_signed() || self.is_unsigned()
    }
}

/// Scope of a memory fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FenceScope {
    /// The threads of the CTA (`.cta`).
    Cta,
    /// All threads of the GPU (`.gl`, `.gpu`, `.cluster`).
    Gpu,
    /// Host and other devices too (`.sys`).
    System,
}

/// What a kernel says of its registers per thread. Traces hold it by the order of the variants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RegisterBound {
    /// Nothing: they are estimated from the values that live at a time.
    #[default]
    None,
    /// At most this many, from `.maxnreg`.
    AtMost(u32),
    /// This many on every machine, whatever the estimate, from `.pragma "registers N"`.
    Exactly(u32),
}

/// Performance directives of a kernel (`__launch_bounds__`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaunchBounds {
    /// Threads of a CTA at most, from `.maxntid` or `.reqntid`.
    pub max_threads: Option<u32>,
    /// CTAs that must fit on an SM together, from `.minnctapersm`.
    pub min_ctas: Option<u32>,
    /// Registers per thread.
    pub registers: RegisterBound,
}
