// SPDX-License-Identifier: Apache-2.0
//! Choices among requests, which are the bits of a word, in cyclic order from a start below 64.

use crate::word::{Bit, Word};

/// The requests from `start` on and those below it: cyclic order is the former, then the latter.
pub fn from_start<W: Word>(requests: W, start: W) -> [W; 2] {
    let below = requests & (W::one_at(start) - W::from(1));
    [requests & !below, below]
}

/// The first request; 0 without any.
pub fn first<W: Word>(requests: W, start: W) -> W {
    let [above, below] = from_start(requests, start);
    above.any().select(above, below).lowest()
}

/// The place behind this one of `places`, in cyclic order.
pub fn after<W: Word>(place: W, places: u32) -> W {
    place.is(places - 1).select(W::from(0), place + W::from(1))
}

/// The request with the smallest key, of equal ones the first; 0 without any. Keys are below 2^32 - 1.
pub fn smallest<W: Word>(requests: W, start: W, key: impl Fn(u32) -> W) -> W {
    let mut best = [W::from(u32::MAX), W::from(0)];
    for part in from_start(requests, start) {
        part.each_one(&mut best, |i, best| {
            let key = key(i);
            key.below(best[0]).when(best, |best| *best = [key, W::from(i)]);
        });
    }
    best[1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_request_is_the_next_from_the_start_on() {
        let requests = 0b1010_0110u64;
        assert_eq!([0, 3, 5, 6].map(|start| first(requests, start)), [1, 5, 5, 7]);
        assert_eq!((first(0b10u64, 2), first(0u64, 2)), (1, 0));
    }

    #[test]
    fn of_equal_smallest_keys_the_first_in_cyclic_order_is_chosen() {
        let keys = [7u64, 3, 9, 3];
        let smallest = |requests: u64, start| smallest(requests, start, |i| keys[i as usize]);
        assert_eq!(
            (smallest(0b1111, 0), smallest(0b1111, 2), smallest(0b0101, 3), smallest(0, 1)),
            (1, 3, 0, 0)
        );
    }
}
