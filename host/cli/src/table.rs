// SPDX-License-Identifier: Apache-2.0
//! Plain-text and Markdown tables, and sparklines.

/// Rows of text under headings.
pub struct Table {
    rows: Vec<Vec<String>>,
    /// All columns are set left.
    left: bool,
}

impl Table {
    /// A table of figures: the first column is set left, the others right.
    pub fn new<S: Into<String>>(headings: impl IntoIterator<Item = S>) -> Table {
        Table { rows: vec![headings.into_iter().map(Into::into).collect()], left: false }
    }

    /// A table of words: all columns are set left.
    pub fn left<S: Into<String>>(headings: impl IntoIterator<Item = S>) -> Table {
        Table { left: true, ..Table::new(headings) }
    }

    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Columns aligned by two spaces, a line of dashes under the headings.
    pub fn text(&self) -> String {
        let widths: Vec<usize> = (0..self.rows[0].len()).map(|c| self.width(c)).collect();
        let mut out = String::new();
        for (i, row) in self.rows.iter().enumerate() {
            let cells = row.iter().zip(&widths).enumerate().map(|(c, (cell, width))| {
                // Not by `format!`, which fails for a cell of more than 65,535 letters.
                let blanks = " ".repeat(width - cell.chars().count());
                if c == 0 || self.left {
                    format!("{cell}{blanks}")
                } else {
                    format!("{blanks}{cell}")
                }
            });
            out += cells.collect::<Vec<_>>().join("  ").trim_end();
            out.push('\n');
            if i == 0 {
                out += &widths.iter().map(|w| "-".repeat(*w)).collect::<Vec<_>>().join("  ");
                out.push('\n');
            }
        }
        out
    }

    /// A JSON list of the rows: objects with the headings as keys.
    pub fn json(&self) -> serde_json::Value {
        let (headings, rows) = self.rows.split_first().expect("a table has headings");
        let object =
            |row: &Vec<String>| headings.iter().cloned().zip(row.iter().map(|c| c.as_str().into())).collect();
        serde_json::Value::Array(rows.iter().map(|row| serde_json::Value::Object(object(row))).collect())
    }

    /// A Markdown table.
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        for (i, row) in self.rows.iter().enumerate() {
            let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
            out += &format!("| {} |\n", cells.join(" | "));
            if i == 0 {
                out += &format!("|{}\n", "---|".repeat(row.len()));
            }
        }
        out
    }

    fn width(&self, column: usize) -> usize {
        self.rows.iter().filter_map(|r| r.get(column)).map(|c| c.chars().count()).max().unwrap_or(0)
    }
}

/// At most `width` bars, the height of each the mean of its share of `values` against `top`.
pub fn sparkline(values: &[f64], top: f64, width: usize) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let columns = values.len().min(width);
    let bar = |c: usize| {
        let part = &values[c * values.len() / columns..(c + 1) * values.len() / columns];
        let mean = part.iter().sum::<f64>() / part.len() as f64;
        let share = if top > 0.0 { (mean / top).clamp(0.0, 1.0) } else { 0.0 };
        BARS[(share * 7.0).round() as usize]
    };
    (0..columns).map(bar).collect()
}

/// Shares in per cent, as `0/100/0`.
pub fn shares(shares: [f64; 3]) -> String {
    shares.map(|s| format!("{:.0}", s * 100.0)).join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_a_table_line_up_in_text_and_escape_bars_in_markdown() {
        let mut t = Table::new(["kernel", "cycles"]);
        t.row(["a|b", "12"]);
        assert_eq!(t.text(), "kernel  cycles\n------  ------\na|b         12\n");
        assert_eq!(t.markdown(), "| kernel | cycles |\n|---|---|\n| a\\|b | 12 |\n");
    }

    #[test]
    fn rows_of_json_have_the_headings_as_keys() {
        let mut t = Table::left(["policy", "socket"]);
        t.row(["gto", "warp scheduler"]);
        assert_eq!(t.json(), serde_json::json!([{ "policy": "gto", "socket": "warp scheduler" }]));
    }

    #[test]
    fn cells_of_any_length_are_set() {
        let mut t = Table::new(["kernel", "cycles"]);
        t.row(["k".repeat(70_000), "12".into()]);
        assert!(t.text().ends_with("k      12\n"));
    }

    #[test]
    fn a_sparkline_averages_into_the_width_and_scales_to_the_top() {
        assert_eq!(sparkline(&[0.0, 7.0], 7.0, 10), "▁█");
        assert_eq!(sparkline(&[0.0, 7.0, 7.0, 7.0], 7.0, 2), "▅█");
        assert_eq!(sparkline(&[], 7.0, 10), "");
        assert_eq!(sparkline(&[3.0], 0.0, 10), "▁");
    }
}
