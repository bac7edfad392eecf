// SPDX-License-Identifier: Apache-2.0
//! Operations across the lanes of a warp; inactive lanes neither vote nor provide values.

use super::simd::lanes;
use crate::lanes::{Lanes32, LANES};
use crate::op::{ReduxOp, ShuffleMode, VoteMode};

/// Predicate result of a vote over the lanes of `mask` (for a ballot, the lanes that voted true).
pub(super) fn vote(mode: VoteMode, votes: u32, mask: u32) -> u32 {
    let ayes = votes & mask;
    let holds = match mode {
        VoteMode::All => ayes == mask,
        VoteMode::Any => ayes != 0,
        VoteMode::Uni => ayes == 0 || ayes == mask,
        VoteMode::Ballot => return ayes,
    };
    if holds {
        u32::MAX
    } else {
        0
    }
}

/// Values and in-range predicate of a shuffle (PTX ISA, `shfl`): `c` holds the clamp in bits 4..0 and the segment mask in bits 12..8.
/// A lane whose source is out of range or inactive gets its own value.
pub(super) fn shuffle(
    mode: ShuffleMode,
    value: &Lanes32,
    b: &Lanes32,
    c: &Lanes32,
    mask: u32,
    out: &mut Lanes32,
) -> u32 {
    let mut in_range = 0;
    for lane in 0..LANES {
        let me = lane as i64;
        let b = i64::from(b.0[lane] & 31);
        let clamp = i64::from(c.0[lane] & 31);
        let segment = i64::from(c.0[lane] >> 8 & 31);
        let max_lane = (me & segment) | (clamp & !segment);
        let min_lane = me & segment;
        let (source, valid) = match mode {
            ShuffleMode::Up => (me - b, me - b >= max_lane),
            ShuffleMode::Down => (me + b, me + b <= max_lane),
            ShuffleMode::Butterfly => (me ^ b, me ^ b <= max_lane),
            ShuffleMode::Index => {
                let source = min_lane | (b & !segment);
                (source, source <= max_lane)
            }
        };
        let source = if valid { source as usize } else { lane };
        in_range |= u32::from(valid) << lane;
        out.0[lane] = value.0[if mask >> source & 1 != 0 { source } else { lane }];
    }
    in_range
}

/// The lanes of `mask` in groups with the same result: the lanes that take part, and those of the group. With a member
/// mask the members in `mask` take part; for a lane that is not among its own members, and without member masks, all do.
pub(super) fn groups(members: Option<Lanes32>, mask: u32) -> impl Iterator<Item = (u32, u32)> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let first = lanes(rest).next()?;
        let (taking_part, group) = match &members {
            None => (mask, rest),
            Some(members) => {
                let own = members.0[first];
                let same = lanes(rest).filter(|&lane| members.0[lane] == own);
                let same = same.fold(0, |group, lane| group | 1 << lane);
                match own >> first & 1 {
                    1 => (own & mask, same & own),
                    _ => (mask, same & !own),
                }
            }
        };
        rest &= !group;
        Some((taking_part, group))
    })
}

/// For each lane of `group`, the lanes of `mask` with an equal value.
pub(super) fn match_any(value: impl Fn(usize) -> u64, mask: u32, group: u32, out: &mut Lanes32) {
    for lane in lanes(group) {
        let equal = lanes(mask).filter(|&other| value(other) == value(lane));
        out.0[lane] = equal.fold(0, |found, other| found | 1 << other);
    }
}

pub(super) fn redux(op: ReduxOp, value: &Lanes32, mask: u32) -> u32 {
    let values = lanes(mask).map(|lane| value.0[lane]);
    let reduced = match op {
        ReduxOp::Add => values.reduce(u32::wrapping_add),
        ReduxOp::MinS => values.reduce(|a, b| (a as i32).min(b as i32) as u32),
        ReduxOp::MinU => values.reduce(u32::min),
        ReduxOp::MaxS => values.reduce(|a, b| (a as i32).max(b as i32) as u32),
        ReduxOp::MaxU => values.reduce(u32::max),
        ReduxOp::And => values.reduce(|a, b| a & b),
        ReduxOp::Or => values.reduce(|a, b| a | b),
        ReduxOp::Xor => values.reduce(|a, b| a ^ b),
    };
    reduced.unwrap_or(0)
}
