// SPDX-License-Identifier: Apache-2.0
//! Comments of moderate length.

/// Longest line of emitted Verilog that is not broken.
pub const WIDTH: usize = 100;

/// Comment lines with a text, each behind `indent` steps of four spaces.
pub fn comment(indent: usize, text: &str) -> String {
    let begin = "    ".repeat(indent) + "//";
    let mut lines = vec![begin.clone()];
    for word in text.split_whitespace() {
        if lines.last().is_some_and(|line| line.len() + 1 + word.len() > WIDTH) {
            lines.push(begin.clone());
        }
        if let Some(line) = lines.last_mut() {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
}
