// SPDX-License-Identifier: Apache-2.0
//! The runs as tables.

use super::super::by_group;
use super::super::report::{percent, tenths, Part, Scale};
use super::plan::{Group, Kind, Variant};
use super::points::bloats;
use super::runs::Runs;
use crate::means::mean;
use crate::table::Table;

/// A figure of a group with a variant, if the run was made.
type Figure = fn(&Runs, &Group, Variant) -> Option<f64>;

/// Text before the points: what is judged by less than the specification says.
pub const BEFORE: &str = "\
Not measured, as the set-up does not exist: in point 9 CAC of frames of a program that runs (frames of a program are compacted as its next kernel starts, so what is \
measured is CAC of memory that was broken up before, when frames are needed); in point 5 stalls as a count (without a flush and a copy there is nothing that would stall).\n\n";

/// All tables of the report.
pub fn parts(runs: &Runs) -> Vec<Part> {
    let two = Scale { text: |figure| format!("{figure:.2}"), from: 0.0 };
    let weighted: Figure = Runs::weighted;
    let l1: Figure = |runs, group, v| Some(runs.find(group, v)?.l1_misses);
    let l2: Figure = |runs, group, v| Some(runs.find(group, v)?.l2_misses);
    let tlbs = [Variant::MMU, Variant::MMU_LARGE, Variant::MOSAIC];
    let ablations = [&[Variant::MOSAIC][..], &Variant::ABLATIONS, &[Variant::MMU]].concat();
    let broken = |ways: &[[Variant; 4]]| ways.concat();
    let tables: [(&str, Vec<Variant>, Figure, Scale); 5] = [
        ("Weighted speedup", Variant::COMPARED.to_vec(), weighted, two),
        ("Weighted speedup with paging", Variant::PAGED.to_vec(), weighted, two),
        ("Miss rate of the L1 TLBs", tlbs.to_vec(), l1, Scale::SHARE),
        ("Miss rate of the shared TLB", tlbs.to_vec(), l2, Scale::SHARE),
        ("Weighted speedup of ablations", ablations, weighted, two),
    ];
    let made = tables.into_iter();
    let mut out: Vec<Part> = made
        .filter_map(|(title, variants, figure, scale)| of_groups(runs, title, &variants, figure, scale))
        .collect();
    out.extend(by_members(runs));
    out.extend(by_break(
        runs,
        "fragmentation index, at an occupancy of 50 %",
        &["50 %", "90 %", "95 %", "100 %"],
        &broken(&Variant::BY_INDEX),
    ));
    out.extend(by_break(
        runs,
        "occupancy, where every frame is broken",
        &["1 %", "10 %", "25 %", "35 %", "75 %"],
        &broken(&Variant::BY_OCCUPANCY),
    ));
    out.extend(table_7_2(runs));
    out
}

/// One row for each group that has run all of these, and one for the mean; nothing if there is none.
fn of_groups(runs: &Runs, title: &str, variants: &[Variant], figure: Figure, scale: Scale) -> Option<Part> {
    let row = |group: &Group| variants.iter().map(|v| figure(runs, group, *v)).collect::<Option<Vec<f64>>>();
    let rows = runs.groups.iter().filter_map(|group| Some((vec![group.name()], row(group)?)));
    by_group::table(title, &["programs"], variants, rows.collect(), scale)
}

/// What Mosaic gains by the number of programs.
fn by_members(runs: &Runs) -> Option<Part> {
    let mut table = Table::new([
        "programs",
        "groups",
        "Mosaic / GPU-MMU 4 kB",
        "Mosaic / Ideal TLB",
        "GPU-MMU 2 MB / Ideal TLB",
    ]);
    let kinds = (1..=5).map(Kind::Homogeneous).chain((2..=5).map(Kind::Heterogeneous));
    let mut rows = 0;
    for kind in kinds {
        let groups: Vec<&Group> = runs.groups.iter().filter(|group| group.kind == kind).collect();
        let gain = |v, other| -> Option<f64> {
            let gain = |group: &&Group| Some(runs.weighted(group, v)? / runs.weighted(group, other)?);
            let gains = groups.iter().map(gain).collect::<Option<Vec<f64>>>()?;
            (!gains.is_empty()).then(|| mean(&gains))
        };
        let figures = [
            gain(Variant::MOSAIC, Variant::MMU),
            gain(Variant::MOSAIC, Variant::IDEAL),
            gain(Variant::MMU_LARGE, Variant::IDEAL),
        ];
        let [Some(mmu), Some(ideal), Some(large)] = figures else { continue };
        let programs = match kind {
            Kind::Homogeneous(n) => format!("{n}, copies"),
            Kind::Heterogeneous(n) => format!("{n}, different"),
            Kind::Insensitive | Kind::Large => continue,
        };
        table.row([programs, groups.len().to_string(), percent(mmu), percent(ideal), percent(large)]);
        rows += 1;
    }
    (rows > 0).then(|| {
        format!("\nWeighted speedup by the number of programs, the SMs split evenly:\n\n{}", table.markdown())
            .into()
    })
}

/// Figures 7.16a and 7.16b: No CAC, CAC, CAC-BC and Ideal CAC, four variants a row.
fn by_break(runs: &Runs, by: &str, names: &[&str], variants: &[Variant]) -> Option<Part> {
    let group = runs.with(*variants.first()?, |_| true).next()?;
    let mut table = Table::new([
        by,
        "No CAC",
        "CAC",
        "CAC-BC",
        "Ideal CAC",
        "frames that became free",
        "pages copied",
        "large pages without CAC",
        "with",
    ]);
    for (name, ways) in names.iter().zip(variants.chunks(4)) {
        let figures: Option<Vec<_>> =
            ways.iter().map(|v| Some((runs.weighted(group, *v)?, runs.find(group, *v)?))).collect();
        let figures = figures?;
        let speedups = figures.iter().map(|(speedup, _)| format!("{speedup:.2}"));
        let (without, with) = (figures[0].1, figures[1].1);
        let counts = [with.compacted, with.copied, without.whole_frames, with.whole_frames];
        let counts = counts.map(|count| format!("{count:.0}"));
        table.row([name.to_string()].into_iter().chain(speedups).chain(counts));
    }
    Some(format!("\nWeighted speedup of {} by {by}:\n\n{}", group.name(), table.markdown()).into())
}

/// Table 7.2.
fn table_7_2(runs: &Runs) -> Option<Part> {
    let paper = [10.66, 7.56, 7.20, 5.22, 3.37, 2.22];
    let mut table = Table::new(["occupancy", "memory bloat", "paper"]);
    for ((occupancy, bloat), paper) in bloats(runs)?.into_iter().zip(paper) {
        table.row([format!("{occupancy} %"), tenths(bloat), format!("{paper} %")]);
    }
    Some(
        format!("\nTable 7.2, memory bloat with CAC where every frame is broken:\n\n{}", table.markdown())
            .into(),
    )
}
