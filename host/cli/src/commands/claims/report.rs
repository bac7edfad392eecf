// SPDX-License-Identifier: Apache-2.0
//! Points of section 9, their verdicts, and the report as Markdown and as JSON.

use super::args::Args;
use super::energy::Energy;
use crate::bars::Bars;
use crate::failure::usage;
use crate::output;
use anyhow::Result;
use serde::Serialize;
use serde_json::{json, Value};
use std::path::Path;

/// Evaluates the claims of a unit.
pub type Claims = fn(&Args) -> Result<Report>;

/// One point of section 9 that is judged by runs.
pub struct Point<Needs, Runs> {
    pub number: u32,
    pub statement: &'static str,
    /// Which runs it needs.
    pub needs: Needs,
    pub evaluate: fn(&Runs) -> Vec<Check>,
}

/// The points of `all` that `only` leaves; section 9 has the points 1 to `last`.
///
/// # Errors
/// Section 9 has no such point.
pub fn chosen<N, R>(all: &[Point<N, R>], only: Option<u32>, last: u32) -> Result<Vec<&Point<N, R>>> {
    if only.is_some_and(|only| !(1..=last).contains(&only)) {
        return Err(usage(format!("--only takes a point of section 9: 1 to {last}")));
    }
    Ok(all.iter().filter(|p| only.is_none_or(|only| only == p.number)).collect())
}

/// What the runs say to each of the points.
pub fn verdicts<N, R>(points: &[&Point<N, R>], runs: &R) -> Vec<Verdict> {
    points.iter().map(|p| Verdict::new(p.number, p.statement, (p.evaluate)(runs))).collect()
}

/// One comparison with its figures.
#[derive(Debug, Serialize)]
pub struct Check {
    pub what: String,
    pub pass: bool,
}

pub fn check(pass: bool, what: String) -> Check {
    Check { what, pass }
}

/// `1.234` as `+23.4 %`.
pub fn percent(ratio: f64) -> String {
    format!("{:+.1} %", (ratio - 1.0) * 100.0)
}

/// `0.234` as `23 %`.
pub fn share(part: f64) -> String {
    format!("{:.0} %", part * 100.0)
}

/// `0.234` as `23.4 %`.
pub fn tenths(part: f64) -> String {
    format!("{:.1} %", part * 100.0)
}

/// One point, evaluated.
#[derive(Serialize)]
pub struct Verdict {
    pub number: u32,
    pub statement: String,
    pub outcome: Outcome,
    pub checks: Vec<Check>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    Pass,
    Fail,
}

impl Outcome {
    pub fn of(pass: bool) -> Outcome {
        if pass {
            Outcome::Pass
        } else {
            Outcome::Fail
        }
    }

    /// As reports say it.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Pass => "PASS",
            Outcome::Fail => "FAIL",
        }
    }
}

impl Verdict {
    /// Passes when every check does.
    pub fn new(number: u32, statement: &str, checks: Vec<Check>) -> Verdict {
        let outcome = Outcome::of(checks.iter().all(|c| c.pass));
        Verdict { number, statement: statement.to_string(), outcome, checks }
    }

    /// What is not as it should be.
    pub fn failed(&self) -> String {
        listed(self.checks.iter().filter(|check| !check.pass))
    }

    /// What is not as it should be; of a point that holds its first two figures.
    pub fn figures(&self) -> String {
        match self.outcome {
            Outcome::Pass => listed(self.checks.iter().take(2)),
            Outcome::Fail => self.failed(),
        }
    }

    /// An item of a Markdown list.
    fn markdown(&self) -> String {
        let mut out = format!("{}. **{}** {}\n", self.number, self.outcome.word(), self.statement);
        for check in &self.checks {
            out += &format!("   - {} {}\n", if check.pass { "ok" } else { "FAIL" }, check.what);
        }
        out
    }
}

/// Figures one behind the other.
fn listed<'a>(checks: impl Iterator<Item = &'a Check>) -> String {
    checks.map(|check| check.what.as_str()).collect::<Vec<_>>().join("; ")
}

/// The answer of a unit's claims.
pub struct Report {
    /// Markdown before the verdicts.
    pub before: &'static str,
    pub verdicts: Vec<Verdict>,
    /// What comes after the verdicts.
    pub after: Vec<Part>,
    /// Every run with its figures.
    pub runs: Value,
    /// What it says of energy; a unit whose paper says nothing of it has none.
    pub energy: Option<Energy>,
}

/// Markdown, and the same figures as a picture.
pub struct Part {
    pub markdown: String,
    pub bars: Option<Bars>,
}

impl From<String> for Part {
    fn from(markdown: String) -> Part {
        Part { markdown, bars: None }
    }
}

/// How figures of one kind are written and drawn.
#[derive(Clone, Copy)]
pub struct Scale {
    pub text: fn(f64) -> String,
    /// Where bars begin.
    pub from: f64,
}

impl Scale {
    /// Ratios, as gain or loss in percent.
    pub const RATIO: Scale = Scale { text: percent, from: 1.0 };
    /// Shares, to a tenth of a percent.
    pub const SHARE: Scale = Scale { text: tenths, from: 0.0 };
    /// Whole numbers.
    pub const COUNT: Scale = Scale { text: |figure| format!("{figure:.0}"), from: 0.0 };
    /// Numbers to a tenth.
    pub const TENTHS: Scale = Scale { text: |figure| format!("{figure:.1}"), from: 0.0 };
}

impl Report {
    /// How many points hold.
    pub fn held(&self) -> usize {
        self.verdicts.iter().filter(|v| v.outcome == Outcome::Pass).count()
    }

    pub fn markdown(&self) -> String {
        let verdicts: String = self.verdicts.iter().map(Verdict::markdown).collect();
        let after: String = self.after.iter().map(|part| part.markdown.as_str()).collect();
        format!("{}{verdicts}{after}", self.before)
    }

    /// Writes its bars into `folder`, as SVG files that are named by the titles.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn draw(&self, folder: &Path) -> Result<()> {
        let bars = self.after.iter().filter_map(|part| part.bars.as_ref());
        let pictures: Vec<_> =
            bars.map(|bars| (format!("{}.svg", file_name(&bars.title)), bars.svg())).collect();
        output::write_all(folder, pictures.iter().map(|(name, svg)| (name.as_str(), svg.as_str())))
    }

    pub fn json(&self) -> Value {
        json!({ "version": env!("CARGO_PKG_VERSION"), "points": self.verdicts, "runs": self.runs })
    }
}

/// `A title, of 2` as `a-title-of-2`.
fn file_name(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_ascii_lowercase()
}

/// Whether a point with these checks holds and says something.
#[cfg(test)]
pub fn pass(checks: &[Check]) -> bool {
    !checks.is_empty() && checks.iter().all(|c| c.pass)
}

/// The numbers of the points that hold and say something.
#[cfg(test)]
pub fn held<N, R>(points: &[Point<N, R>], runs: &R) -> Vec<u32> {
    points.iter().filter(|point| pass(&(point.evaluate)(runs))).map(|point| point.number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_by_the_words_of_its_title() {
        assert_eq!(file_name("Energy efficiency, IPC / energy"), "energy-efficiency-ipc-energy");
    }

    #[test]
    fn one_failed_check_fails_the_point() {
        let of = |passes: [bool; 2]| Verdict::new(1, "", passes.map(|p| check(p, String::new())).into());
        assert_eq!(of([true, true]).outcome, Outcome::Pass);
        assert_eq!(of([true, false]).outcome, Outcome::Fail);
    }

    #[test]
    fn a_point_shows_what_fails_or_else_its_first_two_figures() {
        let of = |passes: [bool; 3]| {
            let checks = passes.iter().zip(["a", "b", "c"]).map(|(pass, what)| check(*pass, what.into()));
            Verdict::new(1, "", checks.collect()).figures()
        };
        assert_eq!(of([true, true, true]), "a; b");
        assert_eq!(of([true, false, false]), "b; c");
    }
}
