// SPDX-License-Identifier: Apache-2.0
//! The decision of one epoch (specification section 2.3; Algorithm 1 of both documents).

use serde::{Deserialize, Serialize};

use crate::equalizer::params::Params;
use crate::word::{Bit, Word};

/// Warps counted in each state, summed over the samples of an epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums<W = u32> {
    /// Warps with a valid head instruction that are not paused (Active, section 2.1); the other states are parts of it.
    pub active: W,
    /// Of them those whose operands are not ready (Waiting).
    pub wait: W,
    /// Those that are ready to compute and did not issue (Xalu).
    pub xalu: W,
    /// Those that are ready to access memory and found the LD/ST pipeline blocked (Xmem).
    pub xmem: W,
}

impl<W> Sums<W> {
    /// The same sums as other words.
    pub fn map<X>(self, word: impl Fn(W) -> X) -> Sums<X> {
        let Sums { active, wait, xalu, xmem } = self;
        Sums { active: word(active), wait: word(wait), xalu: word(xalu), xmem: word(xmem) }
    }
}

impl std::ops::AddAssign for Sums {
    fn add_assign(&mut self, other: Sums) {
        self.active += other.active;
        self.wait += other.wait;
        self.xalu += other.xalu;
        self.xmem += other.xmem;
    }
}

/// What an SM asks of the frequency manager; the encoding of the port `vote` (W21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Both frequencies stay as they are.
    None = 0,
    /// Computation is the bottleneck: SMs faster, or memory slower, as [`Mode`](crate::equalizer::params::Mode) says.
    Comp = 1,
    /// Memory is the bottleneck: memory faster, or SMs slower.
    Mem = 2,
}

/// The arm of the priority chain that fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arm {
    /// Certainly memory-bound: fewer blocks.
    MemoryBound,
    /// Certainly compute-bound.
    ComputeBound,
    /// Memory bandwidth is saturated.
    BandwidthSaturated,
    /// Unsaturated, inclined to compute: more blocks.
    UnsaturatedCompute,
    /// Unsaturated, inclined to memory: more blocks.
    UnsaturatedMemory,
    /// No active warp: load imbalance.
    Idle,
    /// Degenerate kernel: nothing changes.
    Degenerate,
}

impl Arm {
    /// In the order of the chain.
    pub const ALL: [Arm; 7] = [
        Arm::MemoryBound,
        Arm::ComputeBound,
        Arm::BandwidthSaturated,
        Arm::UnsaturatedCompute,
        Arm::UnsaturatedMemory,
        Arm::Idle,
        Arm::Degenerate,
    ];

    /// Wish for the block count: -1, 0 or +1, before the hysteresis.
    pub fn blocks(self) -> i8 {
        match self {
            Arm::MemoryBound => -1,
            Arm::UnsaturatedCompute | Arm::UnsaturatedMemory => 1,
            Arm::ComputeBound | Arm::BandwidthSaturated | Arm::Idle | Arm::Degenerate => 0,
        }
    }

    /// What it asks of the frequency manager.
    pub fn action(self) -> Action {
        match self {
            Arm::MemoryBound | Arm::BandwidthSaturated | Arm::UnsaturatedMemory => Action::Mem,
            Arm::ComputeBound | Arm::UnsaturatedCompute | Arm::Idle => Action::Comp,
            Arm::Degenerate => Action::None,
        }
    }
}

/// Which arm fires, by its place in [`Arm::ALL`], for the sums of one epoch and a kernel of `w_cta` warps per CTA.
pub fn arm<W: Word>(sums: &Sums<W>, w_cta: W, params: &Params) -> W {
    let Sums { active, wait, xalu, xmem } = *sums;
    // The samples of an epoch are a power of two.
    let cta = w_cta << params.samples().ilog2();
    let compute_bound = if params.comp_ge { !xalu.below(cta) } else { xalu.above(cta) };
    let unsaturated = (wait << 1).above(active);
    let chain = [
        (Arm::MemoryBound, xmem.above(cta)),
        (Arm::ComputeBound, compute_bound),
        (Arm::BandwidthSaturated, xmem.above(params.bw_sat * params.samples())),
        (Arm::UnsaturatedCompute, unsaturated & xalu.above(xmem)),
        (Arm::UnsaturatedMemory, unsaturated),
        (Arm::Idle, active.is(0u32)),
    ];
    let number = |arm| W::from(arm as u32);
    let last = number(Arm::Degenerate);
    chain.into_iter().rev().fold(last, |later, (arm, fires)| fires.select(number(arm), later))
}

/// The arm that fires for the sums of one epoch and a kernel of `w_cta` warps per CTA.
pub fn decide(sums: &Sums, w_cta: u32, params: &Params) -> Arm {
    Arm::ALL[arm::<u64>(&sums.map(u64::from), w_cta.into(), params) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const W: u32 = 8;
    /// `w_cta` times the samples.
    const CTA: u32 = 8 * 32;

    fn fermi(active: u32, wait: u32, xalu: u32, xmem: u32) -> Arm {
        decide(&Sums { active, wait, xalu, xmem }, W, &Params::FERMI)
    }

    #[test]
    fn memory_arm_fires_one_unit_above_w_cta_times_samples() {
        assert_eq!(fermi(1536, 0, 0, CTA), Arm::BandwidthSaturated);
        assert_eq!(fermi(1536, 0, 0, CTA + 1), Arm::MemoryBound);
    }

    #[test]
    fn comp_ge_decides_whether_equality_is_compute_bound() {
        let sums = Sums { active: 1536, xalu: CTA, ..Sums::default() };
        assert_eq!(decide(&sums, W, &Params::FERMI), Arm::Degenerate);
        let ge = Params { comp_ge: true, ..Params::FERMI };
        assert_eq!(decide(&sums, W, &ge), Arm::ComputeBound);
    }

    #[test]
    fn bandwidth_arm_fires_at_65_and_not_at_64() {
        assert_eq!(fermi(1000, 0, 0, 64), Arm::Degenerate);
        assert_eq!(fermi(1000, 0, 0, 65), Arm::BandwidthSaturated);
    }

    #[test]
    fn half_waiting_is_not_unsaturated() {
        assert_eq!(fermi(1000, 500, 0, 0), Arm::Degenerate);
        assert_eq!(fermi(1000, 501, 0, 0), Arm::UnsaturatedMemory);
    }

    #[test]
    fn unsaturated_and_balanced_votes_mem() {
        assert_eq!(fermi(100, 80, 10, 10).action(), Action::Mem);
        assert_eq!(fermi(100, 80, 11, 9).action(), Action::Comp);
    }

    #[test]
    fn no_active_warp_is_idle() {
        let idle = fermi(0, 0, 0, 0);
        assert_eq!((idle, idle.blocks(), idle.action()), (Arm::Idle, 0, Action::Comp));
    }

    #[test]
    fn memory_wins_over_compute() {
        let arm = fermi(1536, 0, CTA + 1, CTA + 1);
        assert_eq!((arm, arm.blocks(), arm.action()), (Arm::MemoryBound, -1, Action::Mem));
    }

    proptest! {
        #[test]
        fn only_the_memory_arm_lowers_and_only_the_unsaturated_arms_raise(
            active in 0u32..=1536, wait in 0u32..=1536, xalu in 0u32..=1536, xmem in 0u32..=1536,
        ) {
            let arm = fermi(active, wait, xalu, xmem);
            let unsaturated = matches!(arm, Arm::UnsaturatedCompute | Arm::UnsaturatedMemory);
            prop_assert_eq!(arm.blocks() == -1, arm == Arm::MemoryBound);
            prop_assert_eq!(arm.blocks() == 1, unsaturated);
            prop_assert_eq!(arm.action() == Action::None, arm == Arm::Degenerate);
        }

        #[test]
        fn more_xmem_never_leaves_the_memory_arm(xmem in 0u32..1536, xalu in 0u32..=1536) {
            if fermi(1536, 0, xalu, xmem) == Arm::MemoryBound {
                prop_assert_eq!(fermi(1536, 0, xalu, xmem + 1), Arm::MemoryBound);
            }
        }
    }
}
