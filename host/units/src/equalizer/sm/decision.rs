// SPDX-License-Identifier: Apache-2.0
//! The decision of one epoch (specification section 2.3; Algorithm 1 of both documents).

use serde::{Deserialize, Serialize};

use crate::equalizer::params::Params;

/// Warps counted in each state, summed over the samples of an epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    pub active: u32,
    pub wait: u32,
    pub xalu: u32,
    pub xmem: u32,
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
    None = 0,
    Comp = 1,
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

/// The outcome of one epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    pub arm: Arm,
    /// Wish for the block count: -1, 0 or +1, before the hysteresis.
    pub blocks: i8,
    pub action: Action,
}

/// Decides from the sums of one epoch for a kernel of `w_cta` warps per CTA.
pub fn decide(sums: &Sums, w_cta: u32, params: &Params) -> Decision {
    let samples = params.samples();
    let cta = w_cta * samples;
    let compute_bound = if params.comp_ge { sums.xalu >= cta } else { sums.xalu > cta };
    let (arm, blocks, action) = if sums.xmem > cta {
        (Arm::MemoryBound, -1, Action::Mem)
    } else if compute_bound {
        (Arm::ComputeBound, 0, Action::Comp)
    } else if sums.xmem > params.bw_sat * samples {
        (Arm::BandwidthSaturated, 0, Action::Mem)
    } else if 2 * sums.wait > sums.active {
        if sums.xalu > sums.xmem {
            (Arm::UnsaturatedCompute, 1, Action::Comp)
        } else {
            (Arm::UnsaturatedMemory, 1, Action::Mem)
        }
    } else if sums.active == 0 {
        (Arm::Idle, 0, Action::Comp)
    } else {
        (Arm::Degenerate, 0, Action::None)
    };
    Decision { arm, blocks, action }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const W: u32 = 8;

    fn fermi(active: u32, wait: u32, xalu: u32, xmem: u32) -> Decision {
        decide(&Sums { active, wait, xalu, xmem }, W, &Params::fermi())
    }

    #[test]
    fn memory_arm_fires_one_unit_above_w_cta_times_samples() {
        assert_eq!(fermi(1536, 0, 0, W * 32).arm, Arm::BandwidthSaturated);
        assert_eq!(fermi(1536, 0, 0, W * 32 + 1).arm, Arm::MemoryBound);
    }

    #[test]
    fn comp_ge_decides_whether_equality_is_compute_bound() {
        let sums = Sums { active: 1536, xalu: W * 32, ..Sums::default() };
        assert_eq!(decide(&sums, W, &Params::fermi()).arm, Arm::Degenerate);
        let ge = Params { comp_ge: true, ..Params::fermi() };
        assert_eq!(decide(&sums, W, &ge).arm, Arm::ComputeBound);
    }

    #[test]
    fn bandwidth_arm_fires_at_65_and_not_at_64() {
        assert_eq!(fermi(1000, 0, 0, 64).arm, Arm::Degenerate);
        assert_eq!(fermi(1000, 0, 0, 65).arm, Arm::BandwidthSaturated);
    }

    #[test]
    fn half_waiting_is_not_unsaturated() {
        assert_eq!(fermi(1000, 500, 0, 0).arm, Arm::Degenerate);
        assert_eq!(fermi(1000, 501, 0, 0).arm, Arm::UnsaturatedMemory);
    }

    #[test]
    fn unsaturated_and_balanced_votes_mem() {
        assert_eq!(fermi(100, 80, 10, 10).action, Action::Mem);
        assert_eq!(fermi(100, 80, 11, 9).action, Action::Comp);
    }

    #[test]
    fn no_active_warp_is_idle() {
        let idle = Decision { arm: Arm::Idle, blocks: 0, action: Action::Comp };
        assert_eq!(fermi(0, 0, 0, 0), idle);
    }

    #[test]
    fn memory_wins_over_compute() {
        let d = fermi(1536, 0, W * 32 + 1, W * 32 + 1);
        assert_eq!(d, Decision { arm: Arm::MemoryBound, blocks: -1, action: Action::Mem });
    }

    proptest! {
        #[test]
        fn only_the_memory_arm_lowers_and_only_the_unsaturated_arms_raise(
            active in 0u32..=1536, wait in 0u32..=1536, xalu in 0u32..=1536, xmem in 0u32..=1536,
        ) {
            let d = fermi(active, wait, xalu, xmem);
            let unsaturated = matches!(d.arm, Arm::UnsaturatedCompute | Arm::UnsaturatedMemory);
            prop_assert_eq!(d.blocks == -1, d.arm == Arm::MemoryBound);
            prop_assert_eq!(d.blocks == 1, unsaturated);
            prop_assert_eq!(d.action == Action::None, d.arm == Arm::Degenerate);
        }

        #[test]
        fn more_xmem_never_leaves_the_memory_arm(xmem in 0u32..1536, xalu in 0u32..=1536) {
            if fermi(1536, 0, xalu, xmem).arm == Arm::MemoryBound {
                prop_assert_eq!(fermi(1536, 0, xalu, xmem + 1).arm, Arm::MemoryBound);
            }
        }
    }
}
