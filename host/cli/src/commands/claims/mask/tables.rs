// SPDX-License-Identifier: Apache-2.0
//! The runs as tables.

use super::super::by_group;
use super::super::report::{percent, share, Part, Scale};
use super::super::runs::Policy;
use super::plan::{Group, Kind, Variant};
use super::runs::Runs;
use crate::table::Table;

/// A figure of a group with a variant, if the run was made.
type Figure = fn(&Runs, &Group, Variant) -> Option<f64>;

/// All tables of the report.
pub fn parts(runs: &Runs) -> Vec<Part> {
    let two = Scale { text: |figure| format!("{figure:.2}"), from: 0.0 };
    let all = [&Variant::COMPARED[..], &Variant::PARTS].concat();
    let tables: [(&str, &[Variant], Figure, Scale); 5] = [
        ("Weighted speedup", &all, Runs::weighted, two),
        ("Unfairness, the maximum slowdown", &all, Runs::unfairness, two),
        (
            "IPC throughput",
            &all,
            |runs, group, v| Some(runs.find(group, v)?.programs.iter().map(|p| p.ipc).sum()),
            two,
        ),
        (
            "DRAM cycles of a walk read",
            &[Variant::SHARED_TLB, Variant::CACHE, Variant::DRAM, Variant::MASK],
            |runs, group, v| Some(runs.find(group, v)?.walk_latency),
            Scale::COUNT,
        ),
        (
            "DRAM cycles of another read",
            &[Variant::SHARED_TLB, Variant::CACHE, Variant::DRAM, Variant::MASK],
            |runs, group, v| Some(runs.find(group, v)?.data_latency),
            Scale::COUNT,
        ),
    ];
    let mut out: Vec<Part> = tables
        .into_iter()
        .filter_map(|(title, variants, figure, scale)| of_pairs(runs, title, variants, figure, scale))
        .collect();
    out.extend(of_ideal(runs));
    out.extend(depths(runs));
    out
}

/// One row a pair and one for the mean; nothing if one of the runs was not made.
fn of_pairs(runs: &Runs, title: &str, variants: &[Variant], figure: Figure, scale: Scale) -> Option<Part> {
    let groups: Vec<&Group> = runs.pairs().collect();
    let row = |group: &Group| variants.iter().map(|v| figure(runs, group, *v)).collect::<Option<Vec<f64>>>();
    let hungry =
        |group: &Group| if let Kind::Pair(hungry) = group.kind { hungry.to_string() } else { String::new() };
    let rows = groups.iter().map(|group| Some((vec![group.name(), hungry(group)], row(group)?)));
    by_group::table(title, &["pair", "HMR"], variants, rows.collect::<Option<_>>()?, scale)
}

/// Table 6.3: how near to Ideal one to five programs come.
fn of_ideal(runs: &Runs) -> Option<Part> {
    let mut table = Table::new([
        "programs",
        "groups",
        "SharedTLB / Ideal",
        "paper",
        "MASK / Ideal",
        "paper",
        "MASK / SharedTLB",
        "paper",
    ]);
    let paper = [(47.1, 68.5), (48.7, 76.8), (38.8, 62.3), (34.2, 55.0), (33.1, 52.9)];
    let mut rows = 0;
    for (members, (shared_there, mask_there)) in (1..).zip(paper) {
        let groups: Vec<&Group> = runs.groups.iter().filter(|group| group.members.len() == members).collect();
        let of = |v| runs.mean_weighted(groups.iter().copied(), v);
        let [Some(ideal), Some(shared), Some(mask)] =
            [Variant::IDEAL, Variant::SHARED_TLB, Variant::MASK].map(of)
        else {
            continue;
        };
        rows += 1;
        table.row([
            members.to_string(),
            groups.len().to_string(),
            share(shared / ideal),
            format!("{shared_there} %"),
            share(mask / ideal),
            format!("{mask_there} %"),
            percent(mask / shared),
            percent(mask_there / shared_there),
        ]);
    }
    (rows > 0).then(|| {
        format!("\nWeighted speedup of one to five programs, the SMs split evenly:\n\n{}", table.markdown())
            .into()
    })
}

/// Walk reads by depth.
fn depths(runs: &Runs) -> Option<Part> {
    let mut table = Table::new([
        "pair",
        "policy",
        "depth 1 hits",
        "2",
        "3",
        "4",
        "depth 1 past L2",
        "2",
        "3",
        "4",
        "lookups without token",
    ]);
    let mut rows = 0;
    for group in runs.pairs() {
        for variant in [Variant::SHARED_TLB, Variant::MASK] {
            let Some(f) = runs.find(group, variant) else { continue };
            let rate = |part: [f64; 4]| {
                part.iter().zip(f.reads).map(|(part, all)| share(part / all.max(1.0))).collect::<Vec<_>>()
            };
            let cells =
                [vec![group.name(), variant.name().to_string()], rate(f.read_hits), rate(f.reads_past)]
                    .concat();
            table.row(cells.into_iter().chain([share(f.tokenless)]));
            rows += 1;
        }
    }
    (rows > 0).then(|| {
        format!(
            "\nWalk reads of each depth: those that hit in L2, those that go past it:\n\n{}",
            table.markdown()
        )
        .into()
    })
}
