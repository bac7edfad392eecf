// SPDX-License-Identifier: Apache-2.0
//! Which programs share the GPU (`docs/units/mask-workloads.md`): categories as measured, pairs and sets by a rule.

use super::super::sharing::Member;

/// Miss rates of the L1 and the L2 TLB, each low or high: below 20 %, or not (specification of MASK, section 8, Table 6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    LowLow,
    LowHigh,
    HighLow,
    /// Such members are counted as "HMR".
    HighHigh,
}

use Category::{HighHigh, HighLow, LowHigh, LowLow};

/// A program of `tests/programs` with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Workload {
    pub program: &'static str,
    arguments: &'static [&'static str],
    pub category: Category,
}

impl Member for &'static Workload {
    fn program(self) -> &'static str {
        self.program
    }

    fn arguments(self) -> Vec<&'static str> {
        self.arguments.to_vec()
    }
}

const fn workload(program: &'static str, arguments: &'static [&'static str], category: Category) -> Workload {
    Workload { program, arguments, category }
}

/// Those that were measured and take part, in the order in which they were chosen for measuring.
pub const WORKLOADS: &[Workload] = &[
    workload("stream", &["2097152"], LowHigh),
    workload("reduce", &["3840", "2048", "30"], LowHigh),
    workload("scalarproduct", &["1024", "4096"], LowHigh),
    workload("streamcluster", &["65536", "64", "1"], LowHigh),
    workload("lbm", &["640", "480", "1"], HighLow),
    workload("spmv", &["184320", "64"], LowHigh),
    workload("histo", &["16777216", "30"], LowHigh),
    workload("fft", &["4096"], LowHigh),
    workload("hotspot", &["1536", "4"], LowLow),
    workload("convolution", &["1536", "1408"], HighLow),
    workload("pathfinder", &["250000", "17"], LowHigh),
    workload("backprop", &["131072"], LowHigh),
    workload("stockham", &["20"], HighHigh),
    workload("sssp", &["262144", "8"], HighLow),
    workload("bfs", &["262144", "8"], LowLow),
    workload("kmeansmr", &["1048576", "1"], LowHigh),
    workload("srad", &["1440", "1440", "1"], HighLow),
    workload("heat3d", &["512", "512", "16", "1"], HighLow),
    workload("laplace3d", &["200", "200", "100", "1"], HighLow),
    workload("series", &["1000000", "1"], LowHigh),
    workload("histo64", &["16384"], HighHigh),
    workload("edgefilter", &["2048", "1024"], LowHigh),
    workload("thermal", &["1536", "1024", "1"], HighLow),
    workload("stencil3d", &["128", "232", "192", "1"], LowHigh),
    workload("nearest", &["42764", "256"], LowLow),
    workload("similarity", &["1024", "128", "16"], LowLow),
    workload("worklistbfs", &["18", "8"], HighHigh),
    workload("boruvka", &["131072", "8"], HighLow),
    workload("gups", &["21", "32"], HighHigh),
    workload("blackscholes", &["1000000"], HighLow),
    workload("euler", &["448", "1"], LowLow),
    workload("walsh", &["22"], LowHigh),
    workload("suffixmatch", &["500000", "30720", "25"], HighHigh),
    workload("scan", &["2097152"], LowHigh),
];

/// Those of a category, in order.
fn of(category: Category) -> Vec<&'static Workload> {
    WORKLOADS.iter().filter(|one| one.category == category).collect()
}

/// The pairs, by how many of the two have high rates at both levels. Two pairs have the same place in their categories only where the
/// rule says so:
/// 2: each pair of them; 1: the i-th of them with the i-th of low/high and of high/low, and the first with the first of low/low;
/// 0: the i-th of high/low with the i-th of low/high for four i, and the first of low/low with the first of each.
pub fn pairs() -> [Vec<[&'static Workload; 2]>; 3] {
    let [both, first, second, none] = [HighHigh, HighLow, LowHigh, LowLow].map(of);
    let mut two = Vec::new();
    for (i, one) in both.iter().enumerate() {
        two.extend(both[i + 1..].iter().map(|other| [*one, *other]));
    }
    let mut one: Vec<_> = both.iter().zip(&second).map(|(a, b)| [*a, *b]).collect();
    one.extend(both.iter().zip(&first).map(|(a, b)| [*a, *b]));
    one.extend(both.iter().zip(&none).take(1).map(|(a, b)| [*a, *b]));
    let mut zero: Vec<_> = first.iter().zip(&second).take(4).map(|(a, b)| [*a, *b]).collect();
    zero.extend(none.iter().zip(&second).take(1).map(|(a, b)| [*a, *b]));
    zero.extend(none.iter().zip(&first).take(1).map(|(a, b)| [*a, *b]));
    [zero, one, two]
}

/// Two sets of so many: the categories in turn, high/high first, the first of each not taken yet; the second set goes on where the
/// first has ended.
pub fn sets(programs: usize) -> [Vec<&'static Workload>; 2] {
    let mut left = [HighHigh, LowHigh, HighLow, LowLow].map(|category| of(category).into_iter());
    let mut turn = 0;
    [(); 2].map(|()| {
        let mut set = Vec::new();
        while set.len() < programs {
            set.extend(left[turn % 4].next());
            turn += 1;
        }
        set
    })
}

/// Those that run alone on all SMs: the first three of each category, low/low first.
pub fn singles() -> Vec<&'static Workload> {
    [LowLow, LowHigh, HighLow, HighHigh]
        .into_iter()
        .flat_map(|category| of(category).into_iter().take(3))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_category_has_members_and_every_program_is_there() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
        for one in WORKLOADS {
            assert!(folder.join(format!("{}.cu", one.program)).exists(), "{}", one.program);
        }
        assert!([HighHigh, HighLow, LowHigh, LowLow].iter().all(|category| !of(*category).is_empty()));
    }

    #[test]
    fn there_are_twelve_pairs_and_more_with_0_1_and_2_members_of_high_rates_at_both_levels() {
        let pairs = pairs();
        assert!(pairs.iter().map(Vec::len).sum::<usize>() >= 12);
        for (n, pairs) in pairs.iter().enumerate() {
            assert!(!pairs.is_empty(), "{n}");
            for pair in pairs {
                assert_eq!(pair.iter().filter(|one| one.category == HighHigh).count(), n);
                assert!(pair.iter().any(|one| one.category != LowLow) && pair[0] != pair[1]);
            }
        }
    }

    #[test]
    fn sets_of_3_to_5_have_as_many_different_programs_of_several_categories() {
        for programs in 3..=5 {
            for set in sets(programs) {
                assert_eq!(set.len(), programs);
                assert!(set.iter().enumerate().all(|(i, one)| !set[..i].contains(one)));
                assert!(set.iter().any(|one| one.category != set[0].category));
            }
        }
    }
}
