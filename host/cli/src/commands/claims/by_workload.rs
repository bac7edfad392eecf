// SPDX-License-Identifier: Apache-2.0
//! Runs of the workloads of a paper's table: a figure of every workload with each of some policies, as a Markdown table, and all as JSON.

use super::runs::{Policy, Runs};
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
    text: impl Fn(f64) -> String,
    average: impl Fn(&[f64]) -> f64,
) -> String {
    let names: Vec<&str> = runs.names().collect();
    let ran = |p: &P| names.iter().all(|name| runs.find(name, *p).is_some());
    if names.is_empty() || !ran(&base) || !policies.iter().all(ran) {
        return String::new();
    }
    let of = |name: &str, p: P| figure(runs.get(name, base), runs.get(name, p));
    let mut table = Table::new(["workload"].into_iter().chain(policies.iter().map(|p| p.name())));
    for name in &names {
        let cell = |p: &P| of(name, *p).map_or("-".to_string(), &text);
        table.row(std::iter::once(name.to_string()).chain(policies.iter().map(cell)));
    }
    let mean = |p: &P| {
        let all: Vec<f64> = names.iter().filter_map(|name| of(name, *p)).collect();
        format!("**{}**", text(average(&all)))
    };
    table.row(std::iter::once("**mean**".to_string()).chain(policies.iter().map(mean)));
    format!("\n{title}:\n\n{}", table.markdown())
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
