// SPDX-License-Identifier: Apache-2.0
//! One figure of the machine, configured and measured.

use crate::table::Table;

pub struct Figure {
    pub what: String,
    pub unit: &'static str,
    /// What the machine file says.
    pub configured: f64,
    pub measured: f64,
    /// The largest difference that is right, in the unit of the figure.
    pub tolerance: f64,
    /// How `configured` follows from the keys of the machine file, and where the tolerance comes from.
    pub why: &'static str,
}

impl Figure {
    pub fn holds(&self) -> bool {
        // Differences of counters divided by counts: what is equal is equal up to the rounding of one division.
        (self.measured - self.configured).abs() <= self.tolerance + 1e-9 * self.configured.abs()
    }
}

/// A Markdown table of the figures.
pub fn table(figures: &[Figure], explain: bool) -> String {
    let headings = ["figure", "unit", "configured", "measured", "tolerance", "verdict", "how it follows"];
    let columns = if explain { 7 } else { 6 };
    let mut table = Table::left(headings[..columns].iter().copied());
    for f in figures {
        let tolerance = if f.tolerance == 0.0 { "exact".into() } else { number(f.tolerance) };
        let verdict = if f.holds() { "ok" } else { "WRONG" };
        let (configured, measured) = (number(f.configured), number(f.measured));
        let cells = [f.what.as_str(), f.unit, &configured, &measured, &tolerance, verdict, f.why];
        table.row(cells[..columns].iter().copied());
    }
    table.markdown()
}

/// Up to three decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(measured: f64, tolerance: f64) -> Figure {
        Figure { what: "latency".into(), unit: "cycles", configured: 10.0, measured, tolerance, why: "" }
    }

    #[test]
    fn a_figure_beyond_its_tolerance_is_wrong() {
        assert!(figure(10.0, 0.0).holds() && figure(10.5, 0.5).holds());
        assert!(!figure(10.001, 0.0).holds() && !figure(9.4, 0.5).holds());
        assert!(!figure(f64::NAN, 1.0).holds());
        assert!(table(&[figure(11.0, 0.25)], false).contains("| 10 | 11 | 0.25 | WRONG |"));
    }
}
