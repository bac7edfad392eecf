// SPDX-License-Identifier: Apache-2.0
//! Operations of resolved instructions. Each variant fixes operand widths, so that execution matches once per
//! warp instruction and then runs a plain loop over the lanes.

pub(crate) mod video;

use video::{VideoMad, VideoScalar, VideoSimd};

use crate::inst::Operand;
use crate::lanes::CtaShape;
use crate::types::{FenceScope, Space, Type};

/// `(u32, u32, u32) -> u32`. `S`/`U` give signedness where it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Int32 {
    Mov,
    Add,
    Sub,
    /// Clamped to the range of `s32`.
    AddSat,
    SubSat,
    MadHiSat,
    MulLo,
    MulHiS,
    MulHiU,
    Mul24LoS,
    Mul24LoU,
    Mul24HiS,
    Mul24HiU,
    MadLo,
    MadHiS,
    MadHiU,
    Mad24LoS,
    Mad24LoU,
    Mad24HiS,
    Mad24HiU,
    /// High half of a 16-bit product, of sign- or zero-extended operands.
    MulHi16,
    MadHi16,
    DivS,
    DivU,
    RemS,
    RemU,
    MinS,
    MinU,
    MaxS,
    MaxU,
    Neg,
    Abs,
    SadS,
    SadU,
    And,
    Or,
    Xor,
    Not,
    Cnot,
    Shl,
    ShrS,
    ShrU,
    ShfLeftClamp,
    ShfLeftWrap,
    ShfRightClamp,
    ShfRightWrap,
    BfeS,
    BfeU,
    BfindS,
    BfindU,
    BfindShiftS,
    BfindShiftU,
    Brev,
    Clz,
    Popc,
    /// `dp4a` with signedness of the first and the second operand.
    Dp4aSS,
    Dp4aSU,
    Dp4aUS,
    Dp4aUU,
}

/// `dp2a`: two 16-bit values of the first operand times two bytes of the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dp2a {
    pub a_signed: bool,
    pub b_signed: bool,
    /// The upper two bytes of the second operand instead of the lower two.
    pub hi: bool,
}

/// `(u64, u64, u64) -> u64`; shift amounts and bit positions arrive widened from 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Int64 {
    Mov,
    Add,
    Sub,
    MulLo,
    MulHiS,
    MulHiU,
    MadLo,
    MadHiS,
    MadHiU,
    DivS,
    DivU,
    RemS,
    RemU,
    MinS,
    MinU,
    MaxS,
    MaxU,
    Neg,
    Abs,
    SadS,
    SadU,
    And,
    Or,
    Xor,
    Not,
    Cnot,
    Shl,
    ShrS,
    ShrU,
    BfeS,
    BfeU,
    Brev,
}

/// `u64 -> u32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Narrow64 {
    Clz,
    Popc,
    BfindS,
    BfindU,
    BfindShiftS,
    BfindShiftU,
}

/// Floating point of either precision; the approximate functions exist for `f32` only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Float {
    Add,
    Sub,
    Mul,
    Fma,
    Div,
    Min,
    Max,
    /// NaN if either operand is.
    MinNan,
    MaxNan,
    Neg,
    Abs,
    Sqrt,
    Rsqrt,
    Rcp,
    Copysign,
    Ex2,
    Lg2,
    Sin,
    Cos,
    Tanh,
}

/// Rounding of a floating-point result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Round {
    Nearest,
    Zero,
    Down,
    Up,
}

/// Comparison kinds that all others reduce to by swapping operands and inverting the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompareKind {
    Eq,
    Lt,
    Le,
    /// Floating point: ordered and different.
    Differ,
    /// Floating point: neither operand is NaN.
    Ordered,
}

/// Operand type of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompareType {
    S16,
    U16,
    S32,
    U32,
    S64,
    U64,
    F16 { ftz: bool },
    F32 { ftz: bool },
    F64,
}

/// Combination of a comparison with a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Logic {
    And,
    Or,
    Xor,
}

/// `src[0]` compared with `src[1]`, combined with the predicate `src[2]` if asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Compare {
    pub kind: CompareKind,
    pub ty: CompareType,
    pub invert: bool,
    pub combine: Option<Logic>,
}

/// Property tested by `testp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TestProperty {
    Finite,
    Infinite,
    Number,
    NotANumber,
    Normal,
    Subnormal,
}

/// Selection of `prmt` bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Permute {
    Index,
    Forward4,
    Backward4,
    Replicate8,
    EdgeLeft,
    EdgeRight,
    Replicate16,
}

/// Extended-precision arithmetic on 32 or 64 bits; the carry flag is per thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Carry {
    pub kind: CarryKind,
    /// Adds the carry flag.
    pub carry_in: bool,
    /// Writes the carry flag.
    pub carry_out: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CarryKind {
    Add,
    Sub,
    MadLo,
    MadHiS,
    MadHiU,
}

/// A conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Convert {
    pub from: Type,
    pub to: Type,
    pub round: Round,
    /// Round to an integral value (`.rni` and the like), with `round` as its direction.
    pub integral: bool,
    pub saturate: bool,
    pub ftz: bool,
    /// Width in bits of the destination register: 16, 32 or 64.
    pub to_bits: u8,
    /// Whether the source is in the 64-bit file.
    pub from_wide: bool,
}

/// A memory operand: address `src[0] + offset`, `count` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemRef {
    pub space: Space,
    /// Type of an element.
    pub ty: Type,
    pub count: u8,
    /// The offset is relative to the local memory frame of the function.
    pub frame: bool,
    /// Loads into 16-bit registers cut the sign extension at 16 bits.
    pub narrow: bool,
    pub offset: i64,
}

/// What the coordinates of a texture fetch mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Geometry {
    /// So many coordinates, 1 to 3.
    Plain(u8),
    /// The layer, then so many coordinates, 1 or 2.
    Layered(u8),
    /// A direction from the middle of a cube.
    Cube,
}

impl Geometry {
    /// Operands that say where to fetch.
    pub fn operands(self) -> usize {
        match self {
            Geometry::Plain(n) => n.into(),
            Geometry::Layered(n) => usize::from(n) + 1,
            Geometry::Cube => 3,
        }
    }
}

/// A texture fetch: handle `src[0]`, layer and coordinates from `src[1]` on, four components to `dst`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextureRef {
    pub geometry: Geometry,
    /// The result is `f32`, else a 32-bit integer.
    pub float_result: bool,
    /// Coordinates are `f32`, else `s32`.
    pub float_coordinates: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtomicOp {
    Add,
    Min,
    Max,
    Inc,
    Dec,
    And,
    Or,
    Xor,
    Exch,
    Cas,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VoteMode {
    All,
    Any,
    Uni,
    Ballot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShuffleMode {
    Up,
    Down,
    Butterfly,
    Index,
}

/// Warp-wide reductions of `redux.sync`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReduxOp {
    Add,
    MinS,
    MinU,
    MaxS,
    MaxU,
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BarrierOp {
    Sync,
    Arrive,
    ReducePopc,
    ReduceAnd,
    ReduceOr,
}

/// Special registers that change while a kernel runs, or that the timing model knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dynamic {
    Smid,
    Nsmid,
    Nwarpid,
    Gridid,
    Clock,
    ClockHi,
    Clock64,
    Globaltimer,
    GlobaltimerLo,
    GlobaltimerHi,
}

/// Special registers that are known when the warp starts; they live in ordinary registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Special {
    Tid(u8),
    Ntid(u8),
    Ctaid(u8),
    Nctaid(u8),
    Laneid,
    Warpid,
    LanemaskEq,
    LanemaskLe,
    LanemaskLt,
    LanemaskGe,
    LanemaskGt,
    DynamicShared,
}

impl Special {
    /// Value in `lane` of the warp whose first thread has linear number `first`.
    pub fn value(self, cta: &CtaShape, first: u32, lane: u32) -> u32 {
        let pick = |v: [u32; 3], axis: u8| v.get(usize::from(axis)).copied().unwrap_or(0);
        let bit = 1u32 << lane;
        match self {
            Special::Tid(axis) => pick(cta.tid(first + lane), axis),
            Special::Ntid(axis) => pick(cta.block, axis),
            Special::Ctaid(axis) => pick(cta.ctaid, axis),
            Special::Nctaid(axis) => pick(cta.grid, axis),
            Special::Laneid => lane,
            Special::Warpid => first / 32,
            Special::LanemaskEq => bit,
            Special::LanemaskLe => bit | (bit - 1),
            Special::LanemaskLt => bit - 1,
            Special::LanemaskGe => !(bit - 1),
            Special::LanemaskGt => !(bit | (bit - 1)),
            Special::DynamicShared => cta.dynamic_shared,
        }
    }
}

/// A device function inside a kernel's code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Function {
    /// Index of its first instruction.
    pub entry: u32,
    /// Its registers: first and count, per file.
    pub r32: (usize, usize),
    pub r64: (usize, usize),
    pub preds: (usize, usize),
    /// Its parameters and results: byte offset and size in the parameter area.
    pub params: Vec<(u32, u32)>,
    /// Bytes of local memory in its frame.
    pub frame_bytes: u32,
}

/// A call: which bytes of the parameter area go where. `(from, to, bytes)`.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallSite {
    /// Index of the callee in [`crate::module::Code::functions`]; 0 is the kernel itself.
    pub function: usize,
    pub arguments: Vec<(u32, u32, u32)>,
    pub results: Vec<(u32, u32, u32)>,
}

/// A function that the device runtime provides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    Print,
    AssertFail,
    Allocate,
    Free,
}

/// Operation of an instruction; operands are in [`crate::Inst`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Op {
    Nop,
    Int32(Int32),
    /// An [`Int32`] operation on extended 16-bit operands; the result is cut to 16 bits unless `wide`.
    Int16 {
        f: Int32,
        signed: bool,
        wide: bool,
    },
    Int64(Int64),
    Narrow64(Narrow64),
    /// `mul.wide`, `mad.wide` of 32-bit operands (addend in `src[2]`).
    WideS,
    WideU,
    Dp2a(Dp2a),
    Bfi32,
    Bfi64,
    Lop3(u8),
    Prmt(Permute),
    VideoScalar(VideoScalar),
    VideoMad(VideoMad),
    VideoSimd(VideoSimd),
    Carry32(Carry),
    Carry64(Carry),
    Float32 {
        f: Float,
        ftz: bool,
        sat: bool,
        round: Round,
    },
    /// Rounded to nearest.
    Float64(Float),
    /// Add, Sub, Mul, Fma, Div, Sqrt and Rcp with another rounding mode.
    Directed64 {
        f: Float,
        round: Round,
    },
    /// Half precision, one value in 16 bits or two packed in 32.
    Half {
        f: Float,
        ftz: bool,
        sat: bool,
        /// Negative results become zero.
        relu: bool,
        packed: bool,
    },
    /// `setp.f16x2`: the lower halves decide `dst[0]`, the upper ones `dst[1]`.
    SetpHalf2(Compare),
    Testp32(TestProperty),
    Testp64(TestProperty),
    /// Predicate `dst[0]`, complement combined into `dst[1]` if present.
    Setp(Compare),
    /// `set` with a 32-bit result: all ones or zero, or 1.0f.
    Set {
        compare: Compare,
        float: bool,
    },
    Selp32,
    Selp64,
    /// Picks `src[0]` if the `f32` or `s32` in `src[2]` is not negative.
    Slct32 {
        float: bool,
        ftz: bool,
    },
    Slct64 {
        float: bool,
        ftz: bool,
    },
    PredMov,
    PredLogic(Logic),
    Pack2x32,
    Unpack2x32,
    Pack2x16,
    Unpack2x16,
    Pack4x16,
    Unpack4x16,
    Convert(Convert),
    /// Address of a local variable: constant `src[0]` plus the frame base.
    LocalAddress,
    ReadDynamic(Dynamic),
    /// Generic address in `src[0]` to an address in `space`, or back.
    Cvta {
        space: Space,
        to_space: bool,
    },
    Isspacep(Space),
    Load(MemRef),
    Store(MemRef),
    /// Load and store of device-function parameters at a byte offset.
    LoadCall(MemRef),
    StoreCall(MemRef),
    Atomic {
        mem: MemRef,
        f: AtomicOp,
    },
    Texture(TextureRef),
    Vote(VoteMode),
    /// `src`: value, lane, clamp-and-segment; `dst[1]` tells whether the source lane was in range.
    Shuffle(ShuffleMode),
    Activemask,
    MatchAny32,
    MatchAny64,
    MatchAll32,
    MatchAll64,
    Redux(ReduxOp),
    Barrier {
        op: BarrierOp,
        /// All threads of the warp arrive together by the program's promise.
        aligned: bool,
    },
    /// `src[0]`: the member mask.
    BarWarpSync,
    Fence(FenceScope),
    Branch {
        target: u32,
        rpc: u32,
    },
    BranchIndexed {
        table: u32,
        rpc: u32,
    },
    Call {
        site: u32,
    },
    /// Call of the function at the address in `src[0]`.
    CallIndirect {
        /// Index in [`crate::module::Code::indirect`].
        table: u32,
    },
    Builtin {
        which: Builtin,
        site: u32,
    },
    Return,
    Exit,
    Trap,
}

impl Op {
    /// The member mask among the operands of an operation across lanes; none in the older forms.
    pub fn members(&self, src: &[Operand; 5]) -> Operand {
        match self {
            Op::BarWarpSync => src[0],
            Op::Vote(_)
            | Op::MatchAny32
            | Op::MatchAny64
            | Op::MatchAll32
            | Op::MatchAll64
            | Op::Redux(_) => src[1],
            Op::Shuffle(_) => src[3],
            _ => Operand::NONE,
        }
    }
}
