// SPDX-License-Identifier: Apache-2.0
//! What grew since an earlier report.

use crate::figures::{Figures, Report};

/// Changes below this share are not told.
const NOTICED: f64 = 0.0005;

/// A figure that is told when it changes.
type Figure = (&'static str, &'static str, fn(&Figures) -> f64);

const FIGURES: [Figure; 5] = [
    ("area", "um2", |f| f.area_um2),
    ("flip-flops", "bits", |f| f.flip_flops as f64),
    ("memory", "bits", |f| f.memory.bits as f64),
    ("leakage", "nW", |f| f.leakage_nw),
    ("shortest period", "ns", |f| f.path.shortest_period_ns),
];

/// One line for each figure that changed, for designs in one of the reports only, and for what makes the reports
/// incomparable.
pub fn changes(old: &Report, new: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    let logic = |r: &Report| if r.short_paths { "shallow logic" } else { "small logic" };
    let conditions = |r: &Report| {
        [r.library.name.clone(), format!("{} ns", r.clock_ns), logic(r).to_string(), r.tools.join(", ")]
    };
    for (before, now) in conditions(old).into_iter().zip(conditions(new)) {
        if before != now {
            lines.push(format!("careful: measured with {now}, earlier with {before}"));
        }
    }
    for now in &new.designs {
        match old.designs.iter().find(|d| d.name() == now.name()) {
            Some(before) => lines.extend(FIGURES.iter().filter_map(|figure| change(figure, before, now))),
            None => lines.push(format!("{}: not in the earlier report", now.name())),
        }
    }
    lines
}

fn change((name, unit, value): &Figure, before: &Figures, now: &Figures) -> Option<String> {
    let (old, new) = (value(before), value(now));
    let share = (new - old) / old.abs().max(f64::MIN_POSITIVE);
    if (new - old).abs() <= NOTICED * old.abs() {
        return None;
    }
    let verb = if new > old { "grew" } else { "shrank" };
    let by = if old == 0.0 { String::new() } else { format!(" ({:+.1} %)", share * 100.0) };
    let digits = if *unit == "ns" { 3 } else { 0 };
    Some(format!("{}: {name} {verb} from {old:.digits$} to {new:.digits$} {unit}{by}", now.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::tests::report;

    #[test]
    fn what_grew_or_shrank_is_told_and_what_stayed_is_not() {
        let (old, mut new) = (report(), report());
        assert!(changes(&old, &new).is_empty());
        new.designs[0].area_um2 = 150.0;
        new.designs[0].path.shortest_period_ns = 1.5;
        new.designs[0].memory.bits = 8;
        assert_eq!(
            changes(&old, &new),
            [
                "u/c t: area grew from 100 to 150 um2 (+50.0 %)",
                "u/c t: memory grew from 0 to 8 bits",
                "u/c t: shortest period shrank from 2.000 to 1.500 ns (-25.0 %)",
            ]
        );
    }

    #[test]
    fn other_conditions_and_new_designs_are_told() {
        let (mut old, new) = (report(), report());
        old.clock_ns = 5.0;
        old.designs[0].config = "other".to_string();
        let lines = changes(&old, &new);
        assert_eq!(lines[0], "careful: measured with 10 ns, earlier with 5 ns");
        assert_eq!(lines[1], "u/c t: not in the earlier report");
    }
}
