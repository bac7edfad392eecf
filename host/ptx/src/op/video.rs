// SPDX-License-Identifier: Apache-2.0
//! Video instructions (PTX ISA, "Video Instructions"): arithmetic on bytes and half words of 32-bit registers.

/// What is computed of two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VideoOp {
    Add,
    Sub,
    AbsDiff,
    Min,
    Max,
    /// Mean, halves rounded away from zero.
    Average,
    /// Shifts by at most 32, or by the low five bits of the amount.
    Shl {
        wrap: bool,
    },
    Shr {
        wrap: bool,
    },
    /// 1 if the relation holds, else 0.
    Set(Relation),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// A part of a 32-bit register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Its lowest bit.
    pub shift: u8,
    /// 8, 16 or 32.
    pub bits: u8,
    /// How it is extended.
    pub signed: bool,
}

/// What happens to the result of a scalar video instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Second {
    Nothing,
    /// An operation with `src[2]`.
    Add,
    Min,
    Max,
    /// It takes the place of a part of `src[2]`.
    Merge(Part),
}

/// Operation on one part of `src[0]` and of `src[1]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VideoScalar {
    pub f: VideoOp,
    pub a: Part,
    pub b: Part,
    /// Of the result and of `src[2]`.
    pub signed: bool,
    pub saturate: bool,
    pub second: Second,
}

/// `vmad`: the product of parts of `src[0]` and `src[1]`, plus `src[2]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VideoMad {
    pub a: Part,
    pub b: Part,
    pub addend: Addend,
    /// Bits that the sum is shifted right: 0, 7 or 15.
    pub scale: u8,
    pub saturate: bool,
}

/// What `vmad` adds to what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Addend {
    /// `a * b + c`
    Plain,
    /// `-(a * b) + c`
    NegatedProduct,
    /// `a * b - c`
    Negated,
    /// `a * b + c + 1`
    PlusOne,
}

/// Operation on two half words or four bytes of `src[0]` and `src[1]`, whose elements are numbered together from the lowest of
/// `src[0]` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VideoSimd {
    pub f: VideoOp,
    /// 2 or 4.
    pub elements: u8,
    /// The elements that are the first and the second operands, lowest first.
    pub a: [u8; 4],
    pub b: [u8; 4],
    pub a_signed: bool,
    pub b_signed: bool,
    /// Of the results.
    pub signed: bool,
    pub saturate: bool,
    /// The elements of the result that are computed, one bit each; others are those of `src[2]`.
    pub mask: u8,
    /// The results are added to `src[2]` instead.
    pub accumulate: bool,
}
