// SPDX-License-Identifier: Apache-2.0
//! Pages to look at: figures and tables in one HTML file that needs nothing else, no network either.

mod content;
mod library;
pub mod markdown;

#[cfg(test)]
pub use content::Content;
pub use content::{
    Band, Bars, Cell, Chart, Column, Flow, Grid, Lines, Link, Page, Part, Point, Roof, Roofline, Section,
    Series, Trace,
};
pub use library::check;

use anyhow::Result;

const STYLE: &str = include_str!("page.css");

/// In the order in which they build on one another.
const SCRIPTS: [&str; 5] = [
    include_str!("theme.js"),
    include_str!("numbers.js"),
    include_str!("figures.js"),
    include_str!("tables.js"),
    include_str!("page.js"),
];

/// Nothing may be fetched, and nothing runs but what stands in the page.
const POLICY: &str =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:";

impl Page {
    /// The page as HTML.
    ///
    /// # Errors
    /// This command was built without the chart library.
    pub fn html(&self) -> Result<String> {
        let library = library::library()?;
        let title = escaped(&self.title);
        let content = in_script(&serde_json::to_string(self)?);
        let scripts = SCRIPTS.concat();
        let licences = library.licences.map(|text| format!("<pre>{}</pre>\n", escaped(text))).concat();
        Ok(format!(
            r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="generator" content="warpsmith {version}">
<title>{title}</title>
<style>
{STYLE}</style>
</head>
<body>
<noscript><p>The charts and tables of this page are drawn by the script in it, which this browser does not run.</p></noscript>
<header id="top"></header>
<main id="content"></main>
<footer>
<p>Written by warpsmith {version}. The charts are drawn by {name}.</p>
<details><summary>Licences of the chart library</summary>
{licences}</details>
</footer>
<script type="application/json" id="page">{content}</script>
<script>{script}</script>
<script>
{scripts}</script>
</body>
</html>
"#,
            version = env!("CARGO_PKG_VERSION"),
            name = library::NAME,
            script = library.script,
        ))
    }
}

/// Text between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// JSON inside of a `script`, which nothing in it can end.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_in_a_page_ends_its_script_or_makes_a_tag() {
        let nasty = "</script><img src=x onerror=alert(1)><!--";
        assert!(!escaped(nasty).contains('<'));
        let json = serde_json::to_string(nasty).unwrap();
        let safe = in_script(&json);
        assert!(!safe.contains('<'), "{safe}");
        assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), nasty);
    }

    #[test]
    fn a_page_names_no_place_to_fetch_from_and_allows_none() {
        for text in SCRIPTS.into_iter().chain([STYLE]) {
            let mut words = text.split(|c: char| c.is_whitespace() || "\"'`(".contains(c));
            let fetched = words.find(|word| word.starts_with("http") && !word.contains("www.w3.org"));
            assert_eq!(fetched, None);
        }
        assert!(POLICY.starts_with("default-src 'none'"));
    }
}
