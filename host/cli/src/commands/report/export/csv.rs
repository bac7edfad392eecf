// SPDX-License-Identifier: Apache-2.0
//! A line of comma-separated values for each row.

use super::{Row, COLUMNS, VALUE};
use crate::csv::quoted;
use std::io::{Result, Write};

/// Writes a line of headings and the rows.
pub fn csv(rows: impl Iterator<Item = Row>, to: &mut dyn Write) -> Result<()> {
    writeln!(to, "{},{VALUE}", COLUMNS.join(","))?;
    for Row { texts, value } in rows {
        for text in &texts {
            write!(to, "{},", quoted(text))?;
        }
        writeln!(to, "{}", value.exact())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::super::compared::tests::{all, made_up};
    use super::super::rows;
    use super::*;

    #[test]
    fn a_line_has_the_statistic_with_its_value_unit_and_meaning() {
        let mut results = all(vec![made_up("a", "bfs", &[("equalizer", "energy")])]);
        results[0].file.statistics.total.counters.l1.hits = 1500;
        let mut text = Vec::new();
        csv(rows(&results, true), &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let line = text.lines().find(|line| line.contains(",l1.hits,")).unwrap();
        assert_eq!(
            line,
            "a,bfs,5,equalizer,gtx480,0,,l1.hits,lines,accesses to a line that was present,1500"
        );
        let commas = text.lines().next().unwrap().matches(',').count();
        assert_eq!(commas, line.matches(',').count());
    }
}
