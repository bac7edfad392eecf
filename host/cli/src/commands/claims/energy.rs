// SPDX-License-Identifier: Apache-2.0
//! How what a report says of energy moves when a constant of the energy model is halved and doubled.

use super::args::Args;
use super::report::{percent, Claims, Outcome, Part, Report};
use crate::failure::usage;
use crate::repricing::FACTORS;
use crate::table::Table;
use anyhow::Result;

/// The units whose claims have figures of energy.
const UNITS: [&str; 5] = ["apogee", "equalizer", "ilp", "mascar", "medic"];

/// # Errors
/// The claims of the unit say nothing of energy.
pub fn check(unit: &str) -> Result<()> {
    if UNITS.contains(&unit) {
        return Ok(());
    }
    Err(usage(format!(
        "--energy: the claims of {unit} have no figures of energy; those of {} have",
        UNITS.join(", ")
    )))
}

/// A constant that has another value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    pub key: &'static str,
    /// The value is multiplied with it.
    pub factor: f64,
}

/// What a report says of energy, and the constants that this rests on.
pub struct Energy {
    /// Keys, and where their values come from.
    pub constants: Vec<(&'static str, &'static str)>,
    /// What they are of, and the ratios.
    pub figures: Vec<(String, f64)>,
}

impl Energy {
    /// By the energy model of machines.
    pub fn of_machine(figures: Vec<(String, f64)>) -> Option<Energy> {
        let constants = warpsmith_gpu::energy::CONSTANTS.iter();
        Some(Energy { constants: constants.map(|c| (c.key, c.origin.name())).collect(), figures })
    }
}

/// A row for each constant that moves anything, with every figure of `report` for each of the factors, and the points of section 9 that
/// then hold or fail other than in `report`. The runs are those of the report.
///
/// # Errors
/// The claims cannot be evaluated again.
pub fn sensitivity(claims: Claims, args: &Args, report: &Report) -> Result<Part> {
    let Some(energy) = report.energy.as_ref().filter(|energy| !energy.figures.is_empty()) else {
        return Ok("\nNone of these runs has a figure of energy.\n".to_string().into());
    };
    let heads = energy.figures.iter().map(|(what, _)| what.as_str());
    let mut table = Table::new(["constant", "origin"].into_iter().chain(heads).chain(["points that change"]));
    let is = energy.figures.iter().map(|(_, ratio)| percent(*ratio));
    table.row(["as it is", ""].map(str::to_string).into_iter().chain(is).chain([String::new()]));
    for (key, origin) in &energy.constants {
        let changed = FACTORS.map(|factor| {
            claims(&Args { change: Some(Change { key, factor }), ..args.clone() })
                .map(|report| (factor, report))
        });
        let changed = changed.into_iter().collect::<Result<Vec<_>>>()?;
        let figure = |i: usize| {
            let of = |(_, report): &(f64, Report)| Some(percent(report.energy.as_ref()?.figures.get(i)?.1));
            changed.iter().filter_map(of).collect::<Vec<_>>().join(", ")
        };
        let cells: Vec<String> = (0..energy.figures.len()).map(figure).collect();
        let points: Vec<String> =
            changed.iter().flat_map(|(factor, other)| turned(*factor, report, other)).collect();
        let stays = |(cell, (_, ratio)): (&String, &(String, f64))| {
            *cell == [percent(*ratio), percent(*ratio)].join(", ")
        };
        if points.is_empty() && cells.iter().zip(&energy.figures).all(stays) {
            continue;
        }
        let head = [format!("`{key}`"), origin.to_string()];
        table.row(head.into_iter().chain(cells).chain([points.join("; ")]));
    }
    let title = "Energy when a constant of the model is halved, and when it is doubled (those not here change no figure)";
    Ok(format!("\n{title}:\n\n{}", table.markdown()).into())
}

/// The points whose verdicts are other ones in `other`, in which a constant is so many times what it was.
fn turned(factor: f64, report: &Report, other: &Report) -> Vec<String> {
    let pairs = report.verdicts.iter().zip(&other.verdicts);
    let turned = pairs.filter(|(is, was)| is.outcome != was.outcome);
    let word = |outcome| if outcome == Outcome::Pass { "holds" } else { "fails" };
    turned.map(|(_, other)| format!("times {factor}: {} {}", other.number, word(other.outcome))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::report::{check, Verdict};
    use super::*;
    use clap::Parser;
    use serde_json::Value;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    /// A unit whose energy is half of one constant and half of something without a price.
    fn claims(args: &Args) -> Result<Report> {
        let factor = args.change.filter(|change| change.key == "price").map_or(1.0, |change| change.factor);
        let ratio = 0.4 + 0.5 * factor;
        let verdicts = vec![Verdict::new(1, "It saves.", vec![check(ratio < 1.0, "energy".to_string())])];
        let constants = vec![("price", "guess"), ("unused", "source")];
        let energy = Some(Energy { constants, figures: vec![("unit".to_string(), ratio)] });
        Ok(Report { before: "", verdicts, after: Vec::new(), runs: Value::Null, energy })
    }

    #[test]
    fn a_constant_that_moves_a_figure_has_a_row_with_the_points_that_it_turns_and_others_have_none() {
        let args = Line::parse_from(["claims", "unit"]).args;
        let report = claims(&args).expect("it works");
        let part = sensitivity(claims, &args, &report).expect("it works");
        let rows: Vec<&str> = part.markdown.lines().skip(5).collect();
        let moved = "| `price` | guess | -35.0 %, +40.0 % | times 2: 1 fails |";
        assert_eq!(rows, ["| as it is |  | -10.0 % |  |", moved]);
    }
}
