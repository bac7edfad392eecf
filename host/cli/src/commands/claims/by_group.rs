// SPDX-License-Identifier: Apache-2.0
//! A figure of every group of programs with each of some policies, as a table and as bars.

use super::report::{Part, Scale};
use super::runs::Policy;
use crate::bars::{Bars, Kind};
use crate::means::mean;
use crate::table::Table;

/// One row a group and one for the mean, one column a policy; nothing without a group. A row begins with the name of the group, and what else
/// the `heads` say; its figures are those of the policies.
pub fn table<P: Policy>(
    title: &str,
    heads: &[&str],
    policies: &[P],
    mut rows: Vec<(Vec<String>, Vec<f64>)>,
    scale: Scale,
) -> Option<Part> {
    if rows.is_empty() {
        return None;
    }
    let column = |i: usize| mean(&rows.iter().map(|(_, figures)| figures[i]).collect::<Vec<_>>());
    let means = (0..policies.len()).map(column).collect();
    let mut begins = vec![String::new(); heads.len()];
    begins[0] = "mean".to_string();
    rows.push((begins, means));
    let series: Vec<String> = policies.iter().map(|p| p.name().to_string()).collect();
    let mut table = Table::new(heads.iter().copied().chain(series.iter().map(String::as_str)));
    for (begins, figures) in &rows {
        table.row(begins.iter().cloned().chain(figures.iter().map(|figure| (scale.text)(*figure))));
    }
    let groups = rows.iter().map(|(begins, _)| begins[0].clone()).collect();
    let figures = rows.into_iter().map(|(_, figures)| figures.into_iter().map(Some).collect()).collect();
    let bars = Bars {
        title: title.to_string(),
        kind: Kind::From(scale.from),
        groups,
        series,
        figures,
        text: scale.text,
    };
    Some(Part { markdown: format!("\n{title}:\n\n{}", table.markdown()), bars: Some(bars) })
}
