// SPDX-License-Identifier: Apache-2.0
//! What is run: Mosaic, variants of it, and what it is compared with (specification section 8), with and without the cost of paging, each on
//! programs that share the GPU.

use super::super::sharing;
use super::super::variant::{self, Variants};
use super::workloads::{copied, sets, Workload, INSENSITIVE, LARGE};

/// The warp scheduler of the evaluation.
const GTO: &str = "gto";
/// Pages are there when they are touched, as if they had been copied before: keys of the machine.
const FREE: [&str; 2] = ["mmu.paging.fault_4k_ns=0", "mmu.paging.fault_2m_ns=0"];

/// Mosaic without coalescer and migrator, and with more settings, each behind a comma.
macro_rules! made {
    ($more:literal) => {
        concat!("mosaic:coalescer=off,migrator=off", $more)
    };
}

/// Large pages are complete before a kernel starts then, and are made in no time; copies take the time that the memory manager says.
const MADE: &str = made!("");

/// Stands for the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mosaic;

/// A combination of policies and machine to run programs on.
pub type Variant = variant::Variant<Mosaic>;

/// Mosaic in memory of 768 MB, that was broken up before: fragmentation index, occupancy, how pages move.
macro_rules! broken {
    ($index:literal, $occupancy:literal, $cac:literal) => {
        Variant::new(
            concat!($cac, ", index ", $index, " %, occupancy ", $occupancy, " %"),
            &[GTO, MADE, concat!("cocoa:fragmentation=", $index, ",occupancy=", $occupancy, ",cac=", $cac)],
        )
        .on(&[FREE[0], FREE[1], "dram.capacity_mib=768"])
    };
}

/// The same with each way in which pages move, no way first.
macro_rules! ways {
    ($index:literal, $occupancy:literal) => {
        [
            broken!($index, $occupancy, "off"),
            broken!($index, $occupancy, "copy"),
            broken!($index, $occupancy, "bulk"),
            broken!($index, $occupancy, "ideal"),
        ]
    };
}

impl Variant {
    /// Without the cost of paging.
    pub const MMU: Variant = Variant::new("GPU-MMU 4 kB", &[GTO]).on(&FREE);
    pub const MMU_LARGE: Variant =
        Variant::new("GPU-MMU 2 MB", &[GTO]).on(&[FREE[0], FREE[1], "mmu.page_bits=21", "mmu.levels=3"]);
    pub const IDEAL: Variant = Variant::new("Ideal TLB", &[GTO, "ideal_tlb"]).on(&FREE);
    pub const MOSAIC: Variant = Variant::new("Mosaic", &[GTO, MADE, "cocoa"]).on(&FREE);

    /// With it.
    pub const PAGED_MMU: Variant = Variant::new("GPU-MMU 4 kB, paging", &[GTO]);
    pub const PAGED_MMU_LARGE: Variant =
        Variant::new("GPU-MMU 2 MB, paging", &[GTO]).on(&["mmu.page_bits=21", "mmu.levels=3"]);
    pub const PAGED_IDEAL: Variant = Variant::new("Ideal TLB, paging", &[GTO, "ideal_tlb"]);
    pub const PAGED_MOSAIC: Variant = Variant::new("Mosaic, paging", &[GTO, "mosaic", "cocoa"]);
    pub const PAGED_MIGRATING: Variant =
        Variant::new("migrating coalescer, paging", &[GTO, MADE, "migrating_coalescer"]);

    /// Ablations, without the cost of paging.
    pub const COALESCER: Variant = Variant::new("Mosaic, its coalescer", &[GTO, "mosaic", "cocoa"]).on(&FREE);
    pub const MIGRATING: Variant =
        Variant::new("migrating coalescer", &[GTO, MADE, "migrating_coalescer"]).on(&FREE);
    pub const PARALLEL: Variant =
        Variant::new("Mosaic, l2_serial=0", &[GTO, made!(",l2_serial=0"), "cocoa"]).on(&FREE);
    pub const FEW_BASE: Variant =
        Variant::new("Mosaic, 8 base entries", &[GTO, made!(",l1_base=8"), "cocoa"]).on(&FREE);
    pub const FEW_LARGE: Variant =
        Variant::new("Mosaic, 4 large entries", &[GTO, made!(",l1_large=4"), "cocoa"]).on(&FREE);
    pub const MMU_FEW: Variant =
        Variant::new("GPU-MMU, 8 entries", &[GTO]).on(&[FREE[0], FREE[1], "mmu.l1.entries=8"]);
    pub const ABLATIONS: [Variant; 6] = [
        Variant::COALESCER,
        Variant::MIGRATING,
        Variant::PARALLEL,
        Variant::FEW_BASE,
        Variant::FEW_LARGE,
        Variant::MMU_FEW,
    ];

    /// Figure 7.16a: indices at an occupancy of 50 %.
    pub const BY_INDEX: [[Variant; 4]; 4] =
        [ways!("50", "50"), ways!("90", "50"), ways!("95", "50"), ways!("100", "50")];
    /// Figure 7.16b and Table 7.2: occupancies where every frame is broken; that of 50 % is the last of those above.
    pub const BY_OCCUPANCY: [[Variant; 4]; 5] =
        [ways!("100", "1"), ways!("100", "10"), ways!("100", "25"), ways!("100", "35"), ways!("100", "75")];

    /// Specification section 9, point 3: what all programs run with.
    pub const COMPARED: [Variant; 4] = [Variant::MMU, Variant::MMU_LARGE, Variant::IDEAL, Variant::MOSAIC];
    /// The same with the cost of paging.
    pub const PAGED: [Variant; 5] = [
        Variant::PAGED_MMU,
        Variant::PAGED_MMU_LARGE,
        Variant::PAGED_IDEAL,
        Variant::PAGED_MIGRATING,
        Variant::PAGED_MOSAIC,
    ];

    /// What a program alone is run with, to hold its speed with this one against.
    pub fn base(self) -> Variant {
        if Variant::PAGED.contains(&self) {
            Variant::PAGED_MMU
        } else {
            Variant::MMU
        }
    }

    /// Its runs are so many times as long as those without the cost of paging: SMs wait for most of that time.
    pub fn length(self) -> u64 {
        if Variant::PAGED.contains(&self) {
            5
        } else {
            1
        }
    }

    /// Whether memory was broken up before.
    pub fn is_broken(self) -> bool {
        Variant::BY_INDEX.iter().chain(&Variant::BY_OCCUPANCY).any(|ways| ways.contains(&self))
    }
}

impl Variants for Mosaic {
    const ALL: &'static [Variant] = &variant::joined::<Mosaic, 51>(&[
        &Variant::COMPARED,
        &Variant::PAGED,
        &Variant::ABLATIONS,
        &Variant::BY_INDEX[0],
        &Variant::BY_INDEX[1],
        &Variant::BY_INDEX[2],
        &Variant::BY_INDEX[3],
        &Variant::BY_OCCUPANCY[0],
        &Variant::BY_OCCUPANCY[1],
        &Variant::BY_OCCUPANCY[2],
        &Variant::BY_OCCUPANCY[3],
        &Variant::BY_OCCUPANCY[4],
    ]);
}

/// Which groups a variant runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// So many copies of one program.
    Homogeneous(usize),
    /// So many different programs.
    Heterogeneous(usize),
    /// One program, whose pages all TLBs hold.
    Insensitive,
    /// One program with hundreds of megabytes.
    Large,
}

/// Programs that run together, the SMs split evenly.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    pub kind: Kind,
    pub members: Vec<&'static Workload>,
}

impl Group {
    pub fn name(&self) -> String {
        match self.kind {
            Kind::Large => format!("{} of {} MB", self.members[0].program, self.members[0].megabytes),
            _ => sharing::name(&self.members),
        }
    }

    /// The program that is run with the cost of paging too, and in broken memory.
    fn is_of_first(&self) -> bool {
        self.members.iter().all(|one| *one == copied()[0])
    }

    /// Whether this variant runs it.
    pub fn runs(&self, variant: Variant) -> bool {
        let copies = |some: &[usize]| matches!(self.kind, Kind::Homogeneous(n) if some.contains(&n));
        if variant.is_broken() {
            return copies(&[2]) && self.is_of_first();
        }
        if Variant::PAGED.contains(&variant) {
            let second = self.members.iter().all(|one| *one == copied()[1]);
            return copies(&[1, 2, 5]) && (self.is_of_first() || second);
        }
        if Variant::ABLATIONS.contains(&variant) {
            return copies(&[2]) || self.kind == Kind::Heterogeneous(2);
        }
        true
    }
}

/// Every group, copies first. `quick`: one and two copies of the first program, two different ones, and the one whose pages all TLBs hold.
pub fn groups(quick: bool) -> Vec<Group> {
    let (programs, most, sets_of) = if quick { (1, 2, 1) } else { (usize::MAX, 5, 3) };
    let mut all = Vec::new();
    for one in copied().into_iter().take(programs) {
        all.extend((1..=most).map(|n| Group { kind: Kind::Homogeneous(n), members: vec![one; n] }));
    }
    for n in 2..=most {
        let sets = sets(n).into_iter().take(sets_of);
        all.extend(sets.map(|members| Group { kind: Kind::Heterogeneous(n), members }));
    }
    all.push(Group { kind: Kind::Insensitive, members: vec![INSENSITIVE] });
    if !quick {
        all.push(Group { kind: Kind::Large, members: vec![LARGE] });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::super::runs::Policy;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_variant_has_a_name_of_its_own_and_is_run() {
        let names: BTreeSet<&str> = Mosaic::ALL.iter().map(|v| v.name()).collect();
        assert_eq!(names.len(), Mosaic::ALL.len());
        for v in Mosaic::ALL {
            assert!(groups(true).iter().any(|group| group.runs(*v)), "{}", v.name());
        }
    }

    #[test]
    fn groups_are_one_to_five_copies_and_two_to_five_programs() {
        let of = |kind| groups(false).iter().filter(|group| group.kind == kind).count();
        assert_eq!([1, 2, 3, 4, 5].map(|n| of(Kind::Homogeneous(n))), [6; 5]);
        assert_eq!([2, 3, 4, 5].map(|n| of(Kind::Heterogeneous(n))), [3; 4]);
    }
}
