// SPDX-License-Identifier: Apache-2.0
//! Comma-separated values, as RFC 4180 has them but for the ends of lines, which are those of this system.

use std::borrow::Cow;

/// A text as it stands between commas.
pub fn quoted(text: &str) -> Cow<'_, str> {
    match text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")).into(),
        false => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_cell_is_quoted() {
        let texts = ["plain", "a,b", "say \"x\"", "two\nlines"].map(quoted);
        assert_eq!(texts, ["plain", "\"a,b\"", "\"say \"\"x\"\"\"", "\"two\nlines\""]);
    }
}
