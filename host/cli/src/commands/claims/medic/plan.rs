// SPDX-License-Identifier: Apache-2.0
//! What is run: the unit, parts of it, and the policies of specification section 8.3, on the workloads of section 8.2.

use super::super::variant::{self, Variants};

/// The profiler with everything that goes by it off, and one queue in the memory controller.
const BASELINE: &str = "medic:config=baseline";
/// The same with its L2 route, or its replacement, left to another.
const NO_ROUTE: &str = "medic:config=baseline,route=off";
const NO_REPLACEMENT: &str = "medic:config=baseline,repl=off";
/// The warp scheduler of the evaluation.
const GTO: &str = "gto";

/// Stands for the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Medic;

/// A combination of policies and machine to run a program on.
pub type Variant = variant::Variant<Medic>;

impl Variant {
    pub const BASE: Variant = Variant::new("Baseline", &[GTO, BASELINE]);
    pub const MEDIC: Variant = Variant::new("MeDiC", &[GTO, "medic"]);

    /// One part alone; what uses no high queue has a low one as deep as both.
    pub const WBYP: Variant = Variant::new("WByp", &[GTO, "medic:wip_en=0,wms_en=0,q_depth_lo=32"]);
    pub const WIP: Variant = Variant::new("WIP", &[GTO, "medic:wbyp_en=0,wms_en=0,q_depth_lo=32"]);
    pub const WMS: Variant = Variant::new("WMS", &[GTO, "medic:wbyp_en=0,wip_en=0"]);

    pub const EAF: Variant = Variant::new("EAF", &[GTO, NO_REPLACEMENT, "eaf"]);
    pub const PC_BYP: Variant = Variant::new("PC-Byp", &[GTO, NO_ROUTE, "pc_bypass"]);
    pub const REUSE: Variant = Variant::new("MeDiC-reuse", &[GTO, "medic:reuse=on"]);

    pub const PCAL: [Variant; 5] = [
        Variant::new("PCAL 32", &[GTO, NO_ROUTE, "pcal:tokens=32"]),
        Variant::new("PCAL 64", &[GTO, NO_ROUTE, "pcal:tokens=64"]),
        Variant::new("PCAL 128", &[GTO, NO_ROUTE, "pcal:tokens=128"]),
        Variant::new("PCAL 256", &[GTO, NO_ROUTE, "pcal:tokens=256"]),
        Variant::new("PCAL 512", &[GTO, NO_ROUTE, "pcal:tokens=512"]),
    ];
    pub const RAND: [Variant; 9] = [
        Variant::new("Rand 10 %", &[GTO, NO_ROUTE, "random_bypass:percent=10"]),
        Variant::new("Rand 20 %", &[GTO, NO_ROUTE, "random_bypass:percent=20"]),
        Variant::new("Rand 30 %", &[GTO, NO_ROUTE, "random_bypass:percent=30"]),
        Variant::new("Rand 40 %", &[GTO, NO_ROUTE, "random_bypass:percent=40"]),
        Variant::new("Rand 50 %", &[GTO, NO_ROUTE, "random_bypass:percent=50"]),
        Variant::new("Rand 60 %", &[GTO, NO_ROUTE, "random_bypass:percent=60"]),
        Variant::new("Rand 70 %", &[GTO, NO_ROUTE, "random_bypass:percent=70"]),
        Variant::new("Rand 80 %", &[GTO, NO_ROUTE, "random_bypass:percent=80"]),
        Variant::new("Rand 90 %", &[GTO, NO_ROUTE, "random_bypass:percent=90"]),
    ];

    /// An L2 of 24 and 48 banks of the same size altogether, and one of a way more: 6 %.
    pub const BANKS: [Variant; 2] = [
        Variant::new("24 banks", &[GTO, BASELINE]).on(&["l2.banked.banks=4", "l2.cache.sets=16"]),
        Variant::new("48 banks", &[GTO, BASELINE]).on(&["l2.banked.banks=8", "l2.cache.sets=8"]),
    ];
    pub const LARGER: Variant = Variant::new("17 ways", &[GTO, BASELINE]).on(&["l2.cache.ways=17"]);

    /// The other values of DEC-16.
    pub const OCCUPANCY: [Variant; 4] = [
        Variant::new("Baseline, 1 cycle", &[GTO, BASELINE]).on(&["l2.banked.occupancy=1"]),
        Variant::new("MeDiC, 1 cycle", &[GTO, "medic"]).on(&["l2.banked.occupancy=1"]),
        Variant::new("Baseline, 10 cycles", &[GTO, BASELINE]).on(&["l2.banked.occupancy=10"]),
        Variant::new("MeDiC, 10 cycles", &[GTO, "medic"]).on(&["l2.banked.occupancy=10"]),
    ];

    /// What the dissertation leaves open: whether types choose the victim or where a line comes in (DEC-7), the depth of the low queue,
    /// and whether a type follows every reply.
    pub const READINGS: [Variant; 4] = [
        Variant::new("MeDiC, stack", &[GTO, "medic:insert_mode=stack"]),
        Variant::new("MeDiC, low queue of 32", &[GTO, "medic:q_depth_lo=32"]),
        Variant::new("MeDiC, both", &[GTO, "medic:insert_mode=stack,q_depth_lo=32"]),
        Variant::new("MeDiC, continuous", &[GTO, "medic:reclassify=continuous"]),
    ];

    /// Types in each L2 partition (DEC-1), found from so many look-ups in it.
    pub const PARTITIONS: [Variant; 3] = [
        Variant::new("MeDiC, partition, 30", &[GTO, "medic:placement=partition"]),
        Variant::new("MeDiC, partition, 10", &[GTO, "medic:placement=partition,profile_len=10"]),
        Variant::new("MeDiC, partition, 5", &[GTO, "medic:placement=partition,profile_len=5"]),
    ];

    /// The parts, each alone.
    pub const PARTS: [Variant; 3] = [Variant::WIP, Variant::WMS, Variant::WBYP];
}

impl Variants for Medic {
    const ALL: &'static [Variant] = &[
        Variant::BASE,
        Variant::MEDIC,
        Variant::WBYP,
        Variant::WIP,
        Variant::WMS,
        Variant::EAF,
        Variant::PC_BYP,
        Variant::REUSE,
        Variant::PCAL[0],
        Variant::PCAL[1],
        Variant::PCAL[2],
        Variant::PCAL[3],
        Variant::PCAL[4],
        Variant::RAND[0],
        Variant::RAND[1],
        Variant::RAND[2],
        Variant::RAND[3],
        Variant::RAND[4],
        Variant::RAND[5],
        Variant::RAND[6],
        Variant::RAND[7],
        Variant::RAND[8],
        Variant::BANKS[0],
        Variant::BANKS[1],
        Variant::LARGER,
        Variant::OCCUPANCY[0],
        Variant::OCCUPANCY[1],
        Variant::OCCUPANCY[2],
        Variant::OCCUPANCY[3],
        Variant::READINGS[0],
        Variant::READINGS[1],
        Variant::READINGS[2],
        Variant::READINGS[3],
        Variant::PARTITIONS[0],
        Variant::PARTITIONS[1],
        Variant::PARTITIONS[2],
    ];
}

/// A row of the dissertation's table of workloads.
pub struct Row {
    /// The dissertation's name.
    pub name: &'static str,
    pub suite: &'static str,
    /// Our program.
    pub program: &'static str,
    /// Its shares of warp types, percent: all hit, mostly hit, balanced, mostly miss, all miss; of SSSP there are none.
    pub types: Option<[f64; 5]>,
}

const fn row(name: &'static str, suite: &'static str, program: &'static str, types: [f64; 5]) -> Row {
    Row { name, suite, program, types: Some(types) }
}

/// Specification section 8.2.
pub const ROWS: [Row; 16] = [
    row("NN", "CUDA SDK", "nearest", [19.0, 79.0, 1.0, 0.9, 0.1]),
    row("CONS", "CUDA SDK", "convolution", [9.0, 1.0, 82.0, 1.0, 7.0]),
    row("SCP", "CUDA SDK", "scalarproduct", [0.1, 0.1, 0.1, 0.7, 99.0]),
    row("BP", "Rodinia", "backprop", [10.0, 27.0, 48.0, 6.0, 9.0]),
    row("HS", "Rodinia", "hotspot", [1.0, 29.0, 69.0, 0.5, 0.5]),
    row("SC", "Rodinia", "streamcluster", [6.0, 0.2, 0.5, 0.3, 93.0]),
    row("IIX", "MARS", "invertedindex", [71.0, 5.0, 8.0, 1.0, 15.0]),
    row("PVC", "MARS", "pageviews", [4.0, 1.0, 42.0, 20.0, 33.0]),
    row("PVR", "MARS", "pageranking", [18.0, 3.0, 28.0, 4.0, 47.0]),
    row("SS", "MARS", "similarity", [67.0, 1.0, 11.0, 1.0, 20.0]),
    row("BFS", "Lonestar", "worklistbfs", [40.0, 1.0, 20.0, 13.0, 26.0]),
    row("BH", "Lonestar", "barneshut", [84.0, 0.0, 0.0, 1.0, 15.0]),
    row("DMR", "Lonestar", "meshrefine", [81.0, 3.0, 3.0, 1.0, 12.0]),
    row("MST", "Lonestar", "boruvka", [53.0, 12.0, 18.0, 2.0, 15.0]),
    row("SP", "Lonestar", "survey", [41.0, 1.0, 20.0, 14.0, 24.0]),
    Row { name: "SSSP", suite: "Lonestar", program: "sssp", types: None },
];

/// The row of a workload.
pub fn row_of(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == name)
}

/// The workloads that `--quick` leaves.
pub const QUICK: [&str; 3] = ["SCP", "SS", "BFS"];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_variant_has_a_name_of_its_own_and_is_run() {
        let names: BTreeSet<&str> = Medic::ALL.iter().map(|v| v.name).collect();
        assert_eq!(names.len(), Medic::ALL.len());
        let groups = [
            &Variant::PCAL[..],
            &Variant::RAND,
            &Variant::BANKS,
            &Variant::OCCUPANCY,
            &Variant::READINGS,
            &Variant::PARTITIONS,
            &Variant::PARTS,
        ];
        assert!(groups.into_iter().flatten().all(|v| Medic::ALL.contains(v)));
    }

    #[test]
    fn every_workload_is_a_program_of_the_manifest() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs");
        let programs = crate::manifest::load(Some(folder.as_ref())).unwrap();
        for row in &ROWS {
            assert!(programs.iter().any(|program| program.name == row.program), "{}", row.program);
        }
    }

    #[test]
    fn the_shares_of_the_dissertation_add_up() {
        for row in &ROWS {
            let sum: f64 = row.types.map_or(100.0, |types| types.iter().sum());
            assert!((sum - 100.0).abs() <= 1.0, "{}: {sum}", row.name);
        }
    }
}
