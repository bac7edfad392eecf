// SPDX-License-Identifier: Apache-2.0
//! All statistics of results as one table, for other tools: a row a statistic, with its unit and meaning.

mod csv;
mod parquet;
mod thrift;

pub use csv::csv;
pub use parquet::parquet;

use super::compared::Compared;
use crate::result::values::{values, Figure};
use std::collections::HashMap;
use warpsmith_gpu::stats::Stats;
use warpsmith_gpu::Statistic;

/// The names of the columns.
pub const COLUMNS: [&str; 10] = [
    "result",
    "program",
    "arguments",
    "attached",
    "machine",
    "launch",
    "kernel",
    "statistic",
    "unit",
    "meaning",
];

/// The name of the column of figures, which is the last one.
pub const VALUE: &str = "value";

/// One statistic of a result or of one of its kernels.
pub struct Row {
    /// In the order of [`COLUMNS`].
    pub texts: [String; 10],
    pub value: Figure,
}

/// All rows: those of the whole run have the launch 0, those of its kernels, if they are wanted, 1, 2, ...
pub fn rows(results: &[Compared], kernels: bool) -> impl Iterator<Item = Row> + '_ {
    results.iter().flat_map(move |result| {
        let whole = std::iter::once((0, String::new(), result.stats()));
        let launches = result.kernels().filter(move |_| kernels).enumerate();
        let launches = launches.map(|(i, kernel)| (i + 1, kernel.name.clone(), &kernel.stats));
        whole
            .chain(launches)
            .flat_map(move |(launch, kernel, stats)| of_stats(result, launch, &kernel, stats))
    })
}

fn of_stats(result: &Compared, launch: usize, kernel: &str, stats: &Stats) -> Vec<Row> {
    let catalogue: HashMap<String, Statistic> =
        warpsmith_gpu::catalogue().map(|s| (format!("{}.{}", s.group, s.key), s)).collect();
    let row = |(name, value): (String, Figure)| {
        let known = catalogue.get(&name)?;
        let texts = [
            &result.name,
            &result.summary.program,
            &result.summary.args.join(" "),
            &result.units,
            &result.machine().name,
            &launch.to_string(),
            kernel,
            &name,
            known.unit,
            known.meaning,
        ];
        Some(Row { texts: texts.map(str::to_string), value })
    };
    values(stats).into_iter().filter_map(row).collect()
}
