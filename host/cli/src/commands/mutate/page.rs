// SPDX-License-Identifier: Apache-2.0
//! The scores as text and as a page of the documentation.

use super::{Args, By};
use crate::table::Table;
use warpsmith_mutate::{Outcome, Score, Trial};

/// For the terminal: the scores, and the faults that something misses.
pub fn text(scores: &[Score]) -> String {
    let mut text = summary(scores).text();
    for score in scores {
        let missed = |t: &&Trial| t.lockstep == Outcome::Missed || t.proof == Outcome::Missed;
        let missed: Vec<&Trial> = score.trials.iter().filter(missed).collect();
        if !missed.is_empty() {
            text += &format!("\n{}, missed:\n{}", score.module, trials(&missed).text());
        }
    }
    text
}

/// The page: how it was made, the scores, every fault.
pub fn markdown(args: &Args, scores: &[Score]) -> String {
    let name = &scores[0].unit;
    let configuration = &scores[0].configuration;
    let mut page = format!(
        "# {name}, configuration `{configuration}`: planted faults\n\n\
         Made by the following command; what the columns mean and why survivors survive is in\n\
         [Mutations](../mutations.md).\n\n```\n{}\n```\n\n{}",
        command(args, configuration),
        summary(scores).markdown()
    );
    for score in scores {
        let all: Vec<&Trial> = score.trials.iter().collect();
        page += &format!("\n## {}\n\n{}", score.module, trials(&all).markdown());
    }
    page
}

/// The command line that gives these scores again.
pub fn command(args: &Args, configuration: &str) -> String {
    let (named, _) = configuration.split_once(':').unwrap_or((configuration, ""));
    let mut text = format!("warpsmith mutate {} --config {named}", args.unit);
    text.extend(args.changes.words());
    if let Some(module) = &args.module {
        text += &format!(" --module {module}");
    }
    text += &format!(" --faults {} --seed {}", args.faults, args.seed);
    text += match args.by {
        By::Both => "",
        By::Lockstep => " --by lockstep",
        By::Proof => " --by proof",
    };
    text + &format!(" --cycles {} --depth {} --seconds {}", args.cycles, args.depth, args.seconds)
}

fn summary(scores: &[Score]) -> Table {
    let mut table =
        Table::new(["module", "faults", "drawn, but no fault", "found by lockstep", "found by proof"]);
    for score in scores {
        let share = |(found, tried): (usize, usize)| match tried {
            0 => "not tried".to_string(),
            _ => format!("{found} ({:.0} %)", 100.0 * found as f64 / tried as f64),
        };
        table.row([
            score.module.clone(),
            score.trials.len().to_string(),
            score.equal.len().to_string(),
            share(score.share(|t| &t.lockstep)),
            share(score.share(|t| &t.proof)),
        ]);
    }
    table
}

fn trials(trials: &[&Trial]) -> Table {
    let mut table = Table::left(["number", "fault", "lockstep", "proof"]);
    for trial in trials {
        let outcome = |outcome: &Outcome| match outcome {
            Outcome::Found(how) => how.clone(),
            Outcome::Missed => "missed".to_string(),
            Outcome::NotTried => "not tried".to_string(),
        };
        table.row([
            trial.fault.number.to_string(),
            trial.fault.to_string(),
            outcome(&trial.lockstep),
            outcome(&trial.proof),
        ]);
    }
    table
}
