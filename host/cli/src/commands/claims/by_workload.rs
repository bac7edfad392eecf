// SPDX-License-Identifier: Apache-2.0
//! Runs of the workloads of a paper's table: a figure of every workload with each of some policies, as a table and as bars, and all as JSON.

use super::report::{Part, Scale};
use super::runs::{Policy, Runs};
use crate::bars::{Bars, Kind};
use crate::manifest::Program;
use crate::table::Table;
use serde::Serialize;
use serde_json::{json, Value};

/// One row a workload and one for the mean, one column a policy; nothing if one of these runs was not made.
///
/// `figure` is of the run with `base` and of the run of the column.
pub fn table<P: Policy, F: Send>(
    runs: &Runs<P, F>,
    base: P,
    title: &str,
    policies: &[P],
    figure: impl Fn(&F, &F) -> Option<f64>,
    scale: Scale,
    average: impl Fn(&[f64]) -> f64,
) -> Option<Part> {
    let names: Vec<&str> = runs.names().collect();
    let of = |name: &str, p: P| Some(figure(runs.find(name, base)?, runs.find(name, p)?));
    let row = |name: &&str| policies.iter().map(|p| of(name, *p)).collect::<Option<Vec<_>>>();
    let mut figures = names.iter().map(row).collect::<Option<Vec<_>>>().filter(|rows| !rows.is_empty())?;
    let mean = |column: usize| {
        let all: Vec<f64> = figures.iter().filter_map(|row| row[column]).collect();
        Some(average(&all))
    };
    figures.push((0..policies.len()).map(mean).collect());
    let groups: Vec<String> = names.into_iter().chain(["mean"]).map(str::to_string).collect();
    let series: Vec<String> = policies.iter().map(|p| p.name().to_string()).collect();
    let mut table = Table::new(["workload"].into_iter().chain(series.iter().map(String::as_str)));
    for (group, row) in groups.iter().zip(&figures) {
        let bold = |text: String| if group == "mean" { format!("**{text}**") } else { text };
        let cell = |figure: &Option<f64>| bold(figure.map_or("-".to_string(), scale.text));
        table.row(std::iter::once(bold(group.clone())).chain(row.iter().map(cell)));
    }
    let (title, kind) = (title.to_string(), Kind::From(scale.from));
    let markdown = format!("\n{title}:\n\n{}", table.markdown());
    Some(Part { markdown, bars: Some(Bars { title, kind, groups, series, figures, text: scale.text }) })
}

/// Every run with its figures; `kind` is of a workload by its name.
pub fn json<P: Policy + Serialize, F: Serialize + Send, K: Serialize>(
    runs: &Runs<P, F>,
    kind: impl Fn(&str) -> K,
) -> Value {
    let all = runs.all().map(|(workload, policy, figures)| {
        json!({ "workload": workload, "kind": kind(workload), "policy": policy, "figures": figures })
    });
    all.collect()
}

/// Name of the program's source, without its ending.
pub fn source(program: &Program) -> String {
    program.file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
