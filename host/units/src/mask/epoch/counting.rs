// SPDX-License-Identifier: Apache-2.0
//! What a cycle adds to the counters of an epoch (specification sections 2.6, 2.7 and 3, decisions D19, D25 and M12).

use crate::word::{Bit, Word};

/// The most that a counter of lookups holds.
pub const MOST_LOOKUPS: u32 = (1 << 16) - 1;
/// The most walks of an application that are told apart.
pub const MOST_WALKS: u32 = 63;
/// The most that the counters of accesses to the L2 cache hold.
pub const MOST_ACCESSES: u32 = (1 << 24) - 1;

/// A counter of lookups, and one more.
pub fn one_more<W: Word>(count: W) -> W {
    count.below(MOST_LOOKUPS).select(count + W::from(1), count)
}

/// The most walks of an application so far, and as many as there are now.
pub fn most_walks<W: Word>(before: W, now: W) -> W {
    let now = at_most(now, MOST_WALKS);
    now.above(before).select(now, before)
}

/// Accesses and hits, and those of a cycle: both stand once the accesses have reached their end (M12).
pub fn with_accesses<W: Word>((acc, hits): (W, W), (more_acc, more_hits): (W, W)) -> (W, W) {
    let counted = (at_most(acc + more_acc, MOST_ACCESSES), at_most(hits + more_hits, MOST_ACCESSES));
    acc.below(MOST_ACCESSES).select(counted, (acc, hits))
}

fn at_most<W: Word>(number: W, most: u32) -> W {
    number.above(most).select(W::from(most), number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_of_lookups_stand_at_65535_and_walks_at_63() {
        assert_eq!([0, 65534, 65535].map(one_more::<u64>), [1, 65535, 65535]);
        assert_eq!([(0, 64), (7, 3), (3, 7)].map(|(before, now)| most_walks::<u64>(before, now)), [63, 7, 7]);
    }

    #[test]
    fn hits_stand_too_once_the_accesses_have_reached_their_end() {
        let most = u64::from(MOST_ACCESSES);
        assert_eq!(with_accesses((5, 4), (3, 2)), (8, 6));
        assert_eq!(with_accesses((most - 1, 4), (3, 2)), (most, 6));
        assert_eq!(with_accesses((most, 4), (3, 2)), (most, 4));
        assert_eq!(with_accesses((9, most), (3, 2)), (12, most));
    }
}
