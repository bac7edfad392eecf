// SPDX-License-Identifier: Apache-2.0
//! What many-thread aware prefetching learns of loads: three tables, of which the first that knows a load says what is
//! prefetched - strides that all warps share, then steps from warp to warp, then strides of the warp itself.

use serde::{Deserialize, Serialize};

use super::super::table::Lru;

/// Warps that must have the same stride before it is taken as that of all.
const AGREEING: usize = 3;

/// Strides are numbers of 20 bits.
const STRIDE_BITS: u32 = 20;

/// A load of one warp.
#[derive(Debug, Serialize, Deserialize)]
struct OfWarp {
    last: u64,
    stride: u64,
    /// The stride has come twice.
    trained: bool,
}

/// A load as its warps execute it, one after the other.
#[derive(Debug, Default, Serialize, Deserialize)]
struct AcrossWarps {
    /// Warp and address of the last two accesses, the older one first; of different warps.
    accesses: Vec<(u8, u64)>,
    step: u64,
    /// Three accesses in a row were the same step and the same number of warps apart.
    trained: bool,
}

impl AcrossWarps {
    /// The next access.
    fn add(&mut self, warp: u8, address: u64) {
        if self.accesses.last().is_some_and(|(last, _)| *last == warp) {
            self.accesses.clear();
        }
        self.trained = false;
        if let [(first, a), (second, b)] = self.accesses[..] {
            self.step = address.wrapping_sub(b);
            let even =
                b.wrapping_sub(a) == self.step && second.wrapping_sub(first) == warp.wrapping_sub(second);
            self.trained = even && usable(self.step) && first != warp;
            self.accesses.remove(0);
        }
        self.accesses.push((warp, address));
    }
}

/// Whether the tables can hold the stride, and it leads anywhere.
fn usable(stride: u64) -> bool {
    let half = 1 << (STRIDE_BITS - 1);
    stride != 0 && (-half..half).contains(&(stride as i64))
}

/// The tables.
#[derive(Debug, Serialize, Deserialize)]
pub struct Tables {
    /// By PC and warp.
    warps: Lru<(u32, u8), OfWarp>,
    /// By PC, a stride.
    global: Lru<u32, u64>,
    /// By PC.
    across: Lru<u32, AcrossWarps>,
}

impl Tables {
    /// Empty tables of so many entries.
    pub fn new(warps: u32, global: u32, across: u32) -> Tables {
        Tables { warps: Lru::new(warps), global: Lru::new(global), across: Lru::new(across) }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.warps.clear();
        self.global.clear();
        self.across.clear();
    }

    /// Forgets what a warp did in whose slot another one starts.
    pub fn forget(&mut self, warp: u8) {
        self.warps.retain(|(_, of), _| *of != warp);
    }

    /// The load at `pc` of `warp`. Gives the address to prefetch.
    pub fn load(&mut self, pc: u32, warp: u8, address: u64) -> Option<u64> {
        if let Some(stride) = self.global.get(&pc) {
            return Some(address.wrapping_add(*stride));
        }
        let across = self.across.get_or_default(pc);
        across.add(warp, address);
        let across = across.trained.then_some(across.step);
        let stride = across.or(self.of_warp(pc, warp, address));
        stride.map(|stride| address.wrapping_add(stride))
    }

    /// What the warp itself has learned.
    fn of_warp(&mut self, pc: u32, warp: u8, address: u64) -> Option<u64> {
        let Some(entry) = self.warps.get(&(pc, warp)) else {
            self.warps.replace((pc, warp), OfWarp { last: address, stride: 0, trained: false });
            return None;
        };
        let stride = address.wrapping_sub(entry.last);
        let trained = stride == entry.stride && usable(stride);
        *entry = OfWarp { last: address, stride, trained };
        if !trained {
            return None;
        }
        let agree =
            |((of, _), entry): &(&(u32, u8), &OfWarp)| *of == pc && entry.trained && entry.stride == stride;
        if self.warps.iter().filter(agree).count() >= AGREEING {
            self.warps.retain(|(of, _), _| *of != pc);
            self.global.replace(pc, stride);
        }
        Some(stride)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables() -> Tables {
        Tables::new(32, 8, 8)
    }

    #[test]
    fn a_stride_of_a_warp_that_comes_again_is_prefetched() {
        let mut tables = tables();
        let wanted: Vec<_> = [0, 256, 512, 800, 1088].map(|a| tables.load(7, 4, a)).to_vec();
        assert_eq!(wanted, [None, None, Some(768), None, Some(1376)][..]);
        assert_eq!(tables.load(8, 4, 512), None, "another load");
        tables.forget(4);
        assert_eq!(tables.load(7, 4, 1376), None);
    }

    #[test]
    fn a_stride_of_three_warps_is_that_of_all() {
        let mut tables = tables();
        for warp in [9, 2, 5] {
            // Begins of the warps that no step relates.
            let begin = (u64::from(warp) * u64::from(warp)) << 20;
            for n in 0..3 {
                tables.load(7, warp, begin + 256 * n);
            }
        }
        assert_eq!(tables.load(7, 30, 0), Some(256));
        assert_eq!(tables.warps.iter().count(), 0, "the warps' entries are free again");
    }

    #[test]
    fn steps_from_warp_to_warp_are_followed_before_a_warps_own_strides() {
        let mut tables = tables();
        let wanted: Vec<_> = (0..4).map(|warp| tables.load(7, warp, 640 * u64::from(warp))).collect();
        assert_eq!(wanted, [None, None, Some(1920), Some(2560)]);
        assert_eq!(tables.load(7, 6, 6 * 640), None, "three warps further");
        assert_eq!(tables.load(7, 6, 7 * 640), None, "the same warp");
    }

    #[test]
    fn strides_of_more_than_20_bits_and_of_nothing_are_not_kept() {
        for stride in [1 << 19, 0] {
            let mut tables = tables();
            assert!((0..4).all(|n| tables.load(7, 4, stride * n).is_none()));
        }
        let mut tables = tables();
        assert_eq!(
            (0..3).map(|n| tables.load(7, 4, 0u64.wrapping_sub(n << 19))).last(),
            Some(Some((3u64 << 19).wrapping_neg()))
        );
    }
}
