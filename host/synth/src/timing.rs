// SPDX-License-Identifier: Apache-2.0
//! The longest path, from the report of OpenSTA.

use serde::{Deserialize, Serialize};

/// The longest path of a design at one clock period.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LongestPath {
    /// The register or the input port where it begins.
    pub start: String,
    /// The register or the output port where it ends.
    pub end: String,
    /// Cells between them.
    pub depth: u64,
    /// From the clock edge to the arrival at the end, ns.
    pub arrival_ns: f64,
    /// At the clock that was asked for, ns; negative if it is missed.
    pub slack_ns: f64,
    /// The clock period that this path just meets, ns.
    pub shortest_period_ns: f64,
}

impl LongestPath {
    /// Reads what `report_checks` says for a clock of `period` ns.
    ///
    /// # Errors
    /// What is missing in the report.
    pub fn read(report: &str, period: f64) -> Result<LongestPath, String> {
        if let Some(error) = report.lines().find(|l| l.starts_with("Error:")) {
            return Err(error.to_string());
        }
        let point = |label: &str| {
            let line = report.lines().find_map(|l| l.trim().strip_prefix(label));
            let name = line.and_then(|l| l.split_whitespace().next());
            name.ok_or_else(|| format!("no `{label}` in the report of the longest path"))
        };
        let (start, end) = (point("Startpoint:")?, point("Endpoint:")?);
        let number = |label: &str| {
            let line = report.lines().find(|l| l.contains(label));
            let number = line.and_then(|l| l.split_whitespace().next()).and_then(|w| w.parse::<f64>().ok());
            number.ok_or_else(|| format!("no `{label}` in the report of the longest path"))
        };
        let slack_ns = number("slack (")?;
        let arrival_ns = number("data arrival time")?;
        let path = report.lines().take_while(|l| !l.contains("data arrival time"));
        let between = |line: &&str| passes(line).is_some_and(|cell| cell != start && cell != end);
        Ok(LongestPath {
            start: readable(start),
            end: readable(end),
            depth: path.filter(between).count() as u64,
            arrival_ns,
            slack_ns,
            shortest_period_ns: period - slack_ns,
        })
    }

    /// The highest clock that the path meets, MHz.
    pub fn highest_clock_mhz(&self) -> f64 {
        1e3 / self.shortest_period_ns
    }
}

/// The instance of a row such as `0.12  0.34 v _12_/Y (NAND2X1)`.
fn passes(row: &str) -> Option<&str> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let [delay, time, _edge, pin, cell] = words[..] else { return None };
    delay.parse::<f64>().ok()?;
    time.parse::<f64>().ok()?;
    (cell.starts_with('(') && cell != "(in)" && cell != "(out)").then_some(())?;
    pin.rsplit_once('/').map(|(instance, _)| instance)
}

/// A register's cell is named `register\TYPE`.
fn readable(name: &str) -> String {
    name.split('\\').next().unwrap_or(name).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_end_depth_arrival_and_slack_are_read() {
        let path = LongestPath::read(include_str!("../tests/captured/report_checks.txt"), 10.0).unwrap();
        assert_eq!(path.start, "cta_control.count_resident.bits[7]");
        assert_eq!(path.end, "cta_control.pause_warp[0]");
        assert_eq!(path.depth, 29);
        assert_eq!((path.arrival_ns, path.slack_ns), (3.9974, 5.8176));
        assert_eq!(format!("{:.1}", path.highest_clock_mhz()), "239.1");
    }

    #[test]
    fn an_error_or_a_report_without_a_path_is_no_result() {
        let error = LongestPath::read("Error: eq_sm is not a verilog module.\n", 1.0).unwrap_err();
        assert!(error.contains("not a verilog module"), "{error}");
        let error = LongestPath::read("No paths found.\n", 1.0).unwrap_err();
        assert!(error.contains("Startpoint"), "{error}");
    }
}
