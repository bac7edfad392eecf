// SPDX-License-Identifier: Apache-2.0
//! What is run: MASK, its parts alone, and the policies of specification section 8, each on groups of programs and on programs alone.

use super::super::sharing;
use super::super::variant::{self, Variants};
use super::workloads::{pairs, sets, singles, Workload};

/// The warp scheduler of the evaluation, and the DRAM scheduler of all that do not have MASK's.
const GTO: &str = "gto";
const BUFFER: &str = "buffer_frfcfs";

/// Stands for the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mask;

/// A combination of policies and machine to run programs on.
pub type Variant = variant::Variant<Mask>;

impl Variant {
    pub const SHARED_TLB: Variant = Variant::new("SharedTLB", &[GTO, BUFFER, "shared_tlb"]);
    pub const PW_CACHE: Variant = Variant::new("PWCache", &[GTO, BUFFER, "pw_cache"]);
    pub const STATIC: Variant = Variant::new("Static", &[GTO, BUFFER, "shared_tlb", "static_channels"]);
    pub const IDEAL: Variant = Variant::new("Ideal", &[GTO, BUFFER, "ideal_tlb"]);
    pub const MASK: Variant = Variant::new("MASK", &[GTO, "mask"]);

    /// One part alone.
    pub const TLB: Variant = Variant::new("MASK-TLB", &[GTO, BUFFER, "mask:en_l2bypass=0,sched=off"]);
    pub const CACHE: Variant = Variant::new("MASK-Cache", &[GTO, BUFFER, "mask:en_tokens=0,sched=off"]);
    pub const DRAM: Variant = Variant::new("MASK-DRAM", &[GTO, "mask:en_tokens=0,en_l2bypass=0"]);
    pub const PARTS: [Variant; 3] = [Variant::TLB, Variant::CACHE, Variant::DRAM];

    /// The other shares of the warps that have tokens at first (point 10); MASK has 80 %.
    pub const TOKENS: [Variant; 4] = [
        Variant::new("MASK, 20 % tokens", &[GTO, "mask:init_tokens_q8=51"]),
        Variant::new("MASK, 40 % tokens", &[GTO, "mask:init_tokens_q8=102"]),
        Variant::new("MASK, 60 % tokens", &[GTO, "mask:init_tokens_q8=154"]),
        Variant::new("MASK, 100 % tokens", &[GTO, "mask:init_tokens_q8=256"]),
    ];

    /// Shared TLBs of other sizes (point 9), with and without tokens.
    pub const SIZES: [[Variant; 2]; 3] = [
        [
            Variant::new("SharedTLB, 64 entries", &[GTO, BUFFER, "shared_tlb"]).on(&["mmu.l2.entries=64"]),
            Variant::new("MASK-TLB, 64 entries", &[GTO, BUFFER, "mask:en_l2bypass=0,sched=off"])
                .on(&["mmu.l2.entries=64"]),
        ],
        [
            Variant::new("SharedTLB, 2048 entries", &[GTO, BUFFER, "shared_tlb"])
                .on(&["mmu.l2.entries=2048"]),
            Variant::new("MASK-TLB, 2048 entries", &[GTO, BUFFER, "mask:en_l2bypass=0,sched=off"])
                .on(&["mmu.l2.entries=2048"]),
        ],
        [
            Variant::new("SharedTLB, 8192 entries", &[GTO, BUFFER, "shared_tlb"])
                .on(&["mmu.l2.entries=8192"]),
            Variant::new("MASK-TLB, 8192 entries", &[GTO, BUFFER, "mask:en_l2bypass=0,sched=off"])
                .on(&["mmu.l2.entries=8192"]),
        ],
    ];

    /// Specification section 9, point 2: what pairs of all kinds run with.
    pub const COMPARED: [Variant; 5] =
        [Variant::SHARED_TLB, Variant::PW_CACHE, Variant::STATIC, Variant::IDEAL, Variant::MASK];
}

impl Variants for Mask {
    const ALL: &'static [Variant] = &[
        Variant::SHARED_TLB,
        Variant::PW_CACHE,
        Variant::STATIC,
        Variant::IDEAL,
        Variant::MASK,
        Variant::TLB,
        Variant::CACHE,
        Variant::DRAM,
        Variant::TOKENS[0],
        Variant::TOKENS[1],
        Variant::TOKENS[2],
        Variant::TOKENS[3],
        Variant::SIZES[0][0],
        Variant::SIZES[0][1],
        Variant::SIZES[1][0],
        Variant::SIZES[1][1],
        Variant::SIZES[2][0],
        Variant::SIZES[2][1],
    ];
}

/// Which groups a variant runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub enum Kind {
    /// Two programs, so many of them with high miss rates of both TLBs ("HMR").
    Pair(u32),
    /// Three to five programs.
    Set,
    /// One program on all SMs.
    Single,
}

/// Programs that run together, the SMs split evenly.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    pub kind: Kind,
    pub members: Vec<&'static Workload>,
}

impl Group {
    /// The programs with `_` between, as the paper names its pairs.
    pub fn name(&self) -> String {
        sharing::name(&self.members)
    }

    /// Whether this variant runs it.
    pub fn runs(&self, variant: Variant) -> bool {
        let parts = [Variant::SHARED_TLB, Variant::IDEAL, Variant::MASK];
        match self.kind {
            Kind::Pair(hungry) => {
                hungry > 0 || Variant::COMPARED.contains(&variant) || Variant::PARTS.contains(&variant)
            }
            Kind::Set | Kind::Single => parts.contains(&variant),
        }
    }
}

/// Every group, pairs first. `quick`: the first pair of each kind, and the first single.
pub fn groups(quick: bool) -> Vec<Group> {
    let most = |n: usize| if quick { 1 } else { n };
    let mut all = Vec::new();
    for (hungry, pairs) in (0..).zip(pairs()) {
        let pairs = pairs.into_iter().take(most(usize::MAX));
        all.extend(pairs.map(|pair| Group { kind: Kind::Pair(hungry), members: pair.to_vec() }));
    }
    if !quick {
        all.extend((3..=5).flat_map(sets).map(|members| Group { kind: Kind::Set, members }));
    }
    let alone = singles().into_iter().take(most(usize::MAX));
    all.extend(alone.map(|one| Group { kind: Kind::Single, members: vec![one] }));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::split::evenly;
    use std::collections::BTreeSet;

    #[test]
    fn every_variant_has_a_name_of_its_own_and_is_run() {
        let names: BTreeSet<&str> = Mask::ALL.iter().map(|v| v.name).collect();
        assert_eq!(names.len(), Mask::ALL.len());
        let sizes = Variant::SIZES.concat();
        let named = [&Variant::COMPARED[..], &Variant::PARTS, &Variant::TOKENS, &sizes].concat();
        assert_eq!(named.len(), Mask::ALL.len());
        assert!(named
            .iter()
            .all(|v| Mask::ALL.contains(v) && groups(true).iter().any(|group| group.runs(*v))));
    }

    #[test]
    fn the_parts_of_a_group_are_all_sms() {
        for group in groups(false) {
            let split = evenly(group.members.len(), 30);
            assert_eq!(
                (split.len(), split.iter().sum::<u32>()),
                (group.members.len(), 30),
                "{}",
                group.name()
            );
        }
    }
}
