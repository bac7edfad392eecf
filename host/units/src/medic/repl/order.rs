// SPDX-License-Identifier: Apache-2.0
//! One set: the order of use of its ways and the types of their lines (specification section 2.5, decisions P15 to P17).

use crate::arbiter::smallest;
use crate::medic::params::{InsertMode, Params};
use crate::medic::profiler::{BALANCED, MISS, MOSTLY_HIT};
use crate::word::{low, signals, Bit, Word};

/// Ways of a set at most.
const WAYS: usize = 32;

/// Operation (decision P1): a line is hit, and becomes the most recent one.
pub const TOUCH_HIT: u32 = 0;
/// Operation: a line is allocated, at the place that the type of its warp gives it.
pub const ALLOC: u32 = 1;
/// Operation: a line becomes invalid; the order stays.
pub const INVAL: u32 = 2;

signals! {
    /// A set. Ways beyond `assoc` do not matter.
    pub struct Set<W>, p: Params;
    /// Type of the warp that used each line last.
    pub types: [W; WAYS] = 2;
    /// Rank of each way in the order of use, 0 the most recent.
    pub rank: [W; WAYS] = p.way_width() as u32;
}

/// The way that a new line takes.
#[derive(Clone, Copy, Debug)]
pub struct Victim<W: Word> {
    /// 0 if there is none.
    pub way: W,
    /// All ways are reserved.
    pub none: W::Bit,
}

/// What lines of a type count for: the lowest class leaves first.
fn class<W: Word>(warp_type: W) -> W {
    warp_type.above(MOSTLY_HIT).select(W::from(MOSTLY_HIT), warp_type)
}

/// The number with only the bit of one of the ways set.
fn one_of<W: Word>(p: &Params, way: W) -> W {
    W::one_at(way) & low(p.assoc)
}

impl<W: Word> Set<W> {
    /// The set after reset.
    pub fn reset() -> Set<W> {
        Set { types: [W::from(0); WAYS], rank: std::array::from_fn(|way| W::from(way as u32)) }
    }

    /// The way that a new line takes, if it may have one; bit `w` of `valid` and `reserved` is way `w`.
    pub fn victim(&self, p: &Params, valid: W, reserved: W) -> Victim<W> {
        let free = low::<W>(p.assoc) & !reserved;
        let empty = free & !valid;
        // Two ways never have the same rank.
        let used = smallest(free, W::from(0), |way| {
            let way = way as usize;
            let oldest_first = W::from(WAYS as u32) - self.rank[way];
            match p.replacement() {
                InsertMode::TypeKey => (class(self.types[way]) << 6) + oldest_first,
                InsertMode::Stack | InsertMode::Lru => oldest_first,
            }
        });
        let none = !free.any();
        let way = empty.any().select(empty.lowest(), used);
        Victim { way: none.select(W::from(0), way), none }
    }

    /// Something happens to a line.
    pub fn apply(&mut self, p: &Params, op: W, way: W, warp_type: W) {
        let (touched, allocated) = (op.is(TOUCH_HIT), op.is(ALLOC));
        let entrance = match p.replacement() {
            InsertMode::Stack => {
                let middle = warp_type.is(BALANCED).select(W::from(p.assoc / 2), W::from(0));
                warp_type.is(MISS).select(W::from(p.assoc - 1), middle)
            }
            InsertMode::TypeKey | InsertMode::Lru => W::from(0),
        };
        (touched | allocated).when(self, |set| {
            one_of(p, way).each_one(set, |w, set| set.types[w as usize] = warp_type);
            set.move_to(p, way, touched.select(W::from(0), entrance));
        });
    }

    /// A way goes to another place in the order of use.
    fn move_to(&mut self, p: &Params, way: W, place: W) {
        let mut before = W::from(0);
        one_of(p, way).each_one(&mut before, |w, before| *before = self.rank[w as usize]);
        for rank in &mut self.rank[..p.assoc as usize] {
            let falls = rank.above(before) & !rank.above(place);
            let rises = rank.below(before) & !rank.below(place);
            let moved = falls.select(rank.wrapping_sub(W::from(1)), rises.select(*rank + W::from(1), *rank));
            *rank = rank.is(before).select(place, moved);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::medic::profiler::ALL_HIT;

    const ALL: u64 = 0xf;

    /// A configuration of four ways.
    fn four(insert_mode: InsertMode) -> Params {
        Params { assoc: 4, insert_mode, ..Params::PAPER }
    }

    /// A set in which lines of these types have been allocated to the ways 0 to 3 one after the other.
    fn filled(p: &Params, types: [u32; 4]) -> Set {
        let mut set = Set::reset();
        for (way, warp_type) in types.into_iter().enumerate() {
            set.apply(p, ALLOC.into(), way as u64, warp_type.into());
        }
        set
    }

    fn victim(p: &Params, set: &Set, valid: u64, reserved: u64) -> Option<u64> {
        let victim = set.victim(p, valid, reserved);
        (!victim.none).then_some(victim.way)
    }

    #[test]
    fn the_lowest_class_leaves_first_and_of_it_the_oldest() {
        let p = four(InsertMode::TypeKey);
        assert_eq!(victim(&p, &filled(&p, [ALL_HIT, BALANCED, MISS, MISS]), ALL, 0), Some(2));
        assert_eq!(victim(&p, &filled(&p, [ALL_HIT, MOSTLY_HIT, BALANCED, BALANCED]), ALL, 0), Some(2));
    }

    #[test]
    fn mostly_hit_and_all_hit_are_one_class() {
        let p = four(InsertMode::TypeKey);
        for types in [[ALL_HIT; 4], [MOSTLY_HIT, ALL_HIT, MOSTLY_HIT, ALL_HIT], [ALL_HIT, MOSTLY_HIT, 2, 2]] {
            let mut set = filled(&p, types);
            assert_eq!(victim(&p, &set, ALL, 0), Some(0));
            set.apply(&p, TOUCH_HIT.into(), 0, ALL_HIT.into());
            assert_eq!(victim(&p, &set, ALL, 0), Some(1));
        }
    }

    #[test]
    fn a_hit_gives_the_line_the_type_of_its_warp() {
        let p = four(InsertMode::TypeKey);
        let mut set = filled(&p, [BALANCED; 4]);
        set.apply(&p, TOUCH_HIT.into(), 3, MISS.into());
        assert_eq!(victim(&p, &set, ALL, 0), Some(3));
    }

    #[test]
    fn an_empty_way_is_taken_first_unless_it_is_reserved() {
        let p = four(InsertMode::TypeKey);
        let set = filled(&p, [MISS, BALANCED, BALANCED, BALANCED]);
        assert_eq!(victim(&p, &set, 0b0011, 0), Some(2));
        assert_eq!(victim(&p, &set, 0b0011, 0b0100), Some(3));
        assert_eq!(victim(&p, &set, 0b0011, 0b1101), Some(1));
        assert_eq!(victim(&p, &set, 0b0011, 0b1111), None);
    }

    #[test]
    fn in_stack_mode_lines_come_in_by_type_and_the_oldest_leaves() {
        let p = four(InsertMode::Stack);
        let mut set = filled(&p, [ALL_HIT; 4]);
        set.apply(&p, ALLOC.into(), 0, MISS.into());
        assert_eq!((set.rank[..4].to_vec(), victim(&p, &set, ALL, 0)), (vec![3, 2, 1, 0], Some(0)));
        set.apply(&p, ALLOC.into(), 0, BALANCED.into());
        assert_eq!(set.rank[..4], [2, 3, 1, 0]);
        set.apply(&p, TOUCH_HIT.into(), 1, MISS.into());
        assert_eq!((set.rank[..4].to_vec(), victim(&p, &set, ALL, 0)), (vec![3, 0, 2, 1], Some(0)));
    }

    #[test]
    fn without_wip_the_types_do_not_matter() {
        let p = Params { wip_en: false, ..four(InsertMode::Stack) };
        let set = filled(&p, [ALL_HIT, MISS, BALANCED, MISS]);
        assert_eq!((set.rank[..4].to_vec(), victim(&p, &set, ALL, 0)), (vec![3, 2, 1, 0], Some(0)));
    }

    #[test]
    fn invalidation_and_code_3_change_nothing() {
        let p = four(InsertMode::TypeKey);
        let set = filled(&p, [ALL_HIT, MISS, BALANCED, MISS]);
        for op in [INVAL, 3] {
            let mut other = set;
            other.apply(&p, op.into(), 1, ALL_HIT.into());
            assert_eq!(other, set);
        }
    }
}
