// SPDX-License-Identifier: Apache-2.0
//! Point 1: area and leakage of SMS over those of FR-FCFS, 300 requests each.

use super::super::report::{check, Check, Verdict};
use crate::commands::synth::{chosen, measured, Setup, Split};
use anyhow::Result;
use std::ops::RangeInclusive;
use warpsmith_synth::{Figures, Report, PARTS};

const STATEMENT: &str = "Area of SMS is 0.40-0.60 of that of FR-FCFS at 300 entries each, leakage 0.30-0.70.";

const AREA: RangeInclusive<f64> = 0.40..=0.60;
const LEAKAGE: RangeInclusive<f64> = 0.30..=0.70;

/// Clock, ns: one that both meet, so that no cell is larger than the logic asks for.
const CLOCK: f64 = 50.0;

/// The two ways in which FR-FCFS knows which request is older, as configurations.
const FRFCFS: [(&str, &str); 2] = [("paper", "time stamps"), ("collapse", "a collapsing buffer")];

/// Synthesises the controllers in the libraries, `jobs` runs at a time. The point holds if it does in every library against
/// FR-FCFS with time stamps; the collapsing buffer is told beside it.
pub fn evaluate(libraries: &[String], jobs: usize) -> Result<Verdict> {
    let mut designs = chosen(&["sms".to_string()], &["paper".to_string()])?;
    let configs = FRFCFS.map(|(config, _)| config.to_string());
    designs.extend(chosen(&["frfcfs".to_string()], &configs)?);
    let mut checks = Vec::new();
    let flow = |library: &String| Setup { clock: CLOCK, ..Setup::of_library(library) }.flow();
    // All of them, before the first is used.
    for flow in libraries.iter().map(flow).collect::<Result<Vec<_>>>()? {
        let figures = measured(&flow, &designs, Some(jobs))?.into_iter().map(|m| m.figures).collect();
        checks.extend(checks_of(&Report::new(&flow, figures)));
    }
    Ok(Verdict::new(1, STATEMENT, checks))
}

fn checks_of(report: &Report) -> Vec<Check> {
    let Some(sms) = report.designs.iter().find(|d| d.unit == "sms") else { return Vec::new() };
    let mut checks = Vec::new();
    for (config, ages) in FRFCFS {
        let base = format!("frfcfs/{config}");
        let split = Split::new(report, sms, &base);
        let counts = config == "paper";
        for (figure, ratio, bounds) in [("area", split.area, AREA), ("leakage", split.leakage, LEAKAGE)] {
            checks.push(check(
                !counts || bounds.contains(&ratio),
                format!("{figure} {ratio:.3} of FR-FCFS with {ages} in {}", report.library.name),
            ));
        }
        let whole = |d: &&Figures| d.configuration() == base;
        for design in [Some(sms), report.designs.iter().find(whole)].into_iter().flatten() {
            let parts = PARTS.iter().zip(Split::new(report, design, &base).parts);
            let parts: Vec<String> = parts.map(|(name, share)| format!("{name} {share:.3}")).collect();
            checks.push(check(true, format!("of it {}: {}", design.configuration(), parts.join(", "))));
        }
    }
    checks
}
