// SPDX-License-Identifier: Apache-2.0
//! Which programs share the GPU (`docs/units/mosaic-workloads.md`): sizes by footprint, sets by a rule.

use super::super::sharing::Member;

/// A program of `tests/programs` with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Workload {
    pub program: &'static str,
    arguments: &'static [&'static str],
    /// Of its allocations, to the megabyte; at least one.
    pub megabytes: u32,
}

impl Member for &'static Workload {
    fn program(self) -> &'static str {
        self.program
    }

    fn arguments(self) -> Vec<&'static str> {
        self.arguments.to_vec()
    }
}

const fn workload(program: &'static str, arguments: &'static [&'static str], megabytes: u32) -> Workload {
    Workload { program, arguments, megabytes }
}

/// Those that miss in both TLBs often, by the measurement of `docs/units/mask-workloads.md` (`high/high`).
pub const SENSITIVE: &[Workload] = &[
    workload("suffixmatch", &["500000", "30720", "25"], 26),
    workload("gups", &["24", "1024"], 128),
    workload("worklistbfs", &["18", "8"], 10),
    workload("histo64", &["65536"], 64),
    workload("stockham", &["21"], 32),
];

/// Those that do not, and that move much data.
pub const OTHERS: &[Workload] = &[
    workload("srad", &["1440", "1440", "1"], 33),
    workload("stream", &["8388608"], 96),
    workload("convolution", &["1536", "1408"], 24),
    workload("sssp", &["262144", "8"], 18),
    workload("blackscholes", &["8000000"], 153),
];

/// One whose pages all TLBs hold.
pub const INSENSITIVE: &Workload = &workload("nearest", &["42764", "256"], 1);

/// One with as much data as the paper's larger ones have.
pub const LARGE: &Workload = &workload("stream", &["26214400"], 300);

/// Programs of which several copies run together: the first three of both lists, in turn.
pub fn copied() -> Vec<&'static Workload> {
    SENSITIVE.iter().zip(OTHERS).take(3).flat_map(|(one, other)| [one, other]).collect()
}

/// Three sets of so many different programs: of both lists in turn, the k-th set from the k-th program on.
pub fn sets(programs: usize) -> [Vec<&'static Workload>; 3] {
    [0, 1, 2].map(|k| {
        let place = |i: usize| (k + i / 2) % SENSITIVE.len();
        (0..programs).map(|i| if i % 2 == 0 { &SENSITIVE[place(i)] } else { &OTHERS[place(i)] }).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn every_program_is_there_and_footprints_are_from_1_to_300_mb() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
        let all = || SENSITIVE.iter().chain(OTHERS).chain([INSENSITIVE, LARGE]);
        for one in all() {
            assert!(folder.join(format!("{}.cu", one.program)).exists(), "{}", one.program);
        }
        let sizes: BTreeSet<u32> = all().map(|one| one.megabytes).collect();
        assert_eq!((sizes.first(), sizes.last()), (Some(&1), Some(&300)));
    }

    #[test]
    fn sets_of_2_to_5_have_as_many_different_programs_of_both_lists() {
        for programs in 2..=5 {
            let all: BTreeSet<Vec<&Workload>> = sets(programs).into_iter().collect();
            assert_eq!(all.len(), 3);
            for set in all {
                assert_eq!(set.iter().collect::<BTreeSet<_>>().len(), programs);
                assert!(SENSITIVE.contains(set[0]) && OTHERS.contains(set[1]));
            }
        }
        assert_eq!(copied().iter().collect::<BTreeSet<_>>().len(), 6);
    }
}
