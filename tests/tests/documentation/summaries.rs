// SPDX-License-Identifier: Apache-2.0
//! What pages of all units say, put together: their claims, and their figures.

use std::fs;
use toml::Table;
use warpsmith_tests::root;

/// A unit and the pages with its figures.
struct Unit {
    name: &'static str,
    title: &'static str,
    /// Whether there is a `docs/units/NAME-claims.md`.
    claims: bool,
    /// `docs/units/NAME-synthesis.md`.
    synthesis: Option<&'static str>,
}

/// In the order of the README.
const UNITS: &[Unit] = &[
    Unit { name: "equalizer", title: "Equalizer", claims: true, synthesis: Some("equalizer") },
    Unit { name: "mascar", title: "Mascar", claims: true, synthesis: Some("mascar") },
    Unit {
        name: "cta_prefetch",
        title: "CTA-aware prefetching",
        claims: true,
        synthesis: Some("cta_prefetch"),
    },
    Unit { name: "apogee", title: "APOGEE", claims: true, synthesis: Some("apogee") },
    Unit { name: "medic", title: "MeDiC", claims: true, synthesis: Some("medic") },
    Unit { name: "mask", title: "MASK", claims: true, synthesis: Some("mask") },
    Unit { name: "ilp", title: "ILP", claims: true, synthesis: Some("ilp") },
    Unit { name: "mosaic", title: "Mosaic", claims: true, synthesis: Some("mosaic") },
    Unit { name: "sms", title: "SMS", claims: true, synthesis: Some("dram-controllers") },
    Unit { name: "frfcfs", title: "FR-FCFS", claims: false, synthesis: Some("dram-controllers") },
];

/// A point of a page of claims.
struct Point {
    number: String,
    holds: bool,
    claim: String,
    /// Its figures that are as claimed.
    ok: Vec<String>,
    /// Its figures that are not.
    against: Vec<String>,
}

impl Point {
    /// The figures that are not as claimed; of a point that holds the first two, as `warpsmith claims all` has it.
    fn here(&self) -> String {
        if self.holds {
            self.ok.iter().take(2).cloned().collect::<Vec<_>>().join("; ")
        } else {
            self.against.join("; ")
        }
    }
}

fn page(name: &str, kind: &str) -> String {
    let path = root().join(format!("docs/units/{name}-{kind}.md"));
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// What the papers say to each point, and what decides where it does not hold: what `warpsmith claims all` has beside its figures.
fn papers() -> Table {
    let path = root().join("host/cli/src/commands/claims/papers.toml");
    fs::read_to_string(path).expect("the table is there").parse().expect("TOML")
}

/// The points of a page: `1. **PASS** claim`, with figures below, `- ok figure` or `- FAIL figure`.
fn points(text: &str) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for line in text.lines() {
        if let Some((number, (word, claim))) =
            line.split_once(". **").and_then(|(number, rest)| Some((number, rest.split_once("** ")?)))
        {
            if number.chars().all(|c| c.is_ascii_digit()) && ["PASS", "FAIL"].contains(&word) {
                let (number, claim) = (number.to_string(), claim.to_string());
                let holds = word == "PASS";
                points.push(Point { number, holds, claim, ok: Vec::new(), against: Vec::new() });
            }
        } else if let Some(point) = points.last_mut() {
            if let Some(figure) = line.strip_prefix("   - ok ") {
                point.ok.push(figure.to_string());
            } else if let Some(figure) = line.strip_prefix("   - FAIL ") {
                point.against.push(figure.to_string());
            }
        }
    }
    points
}

/// Every claim of every unit.
pub fn claims(_: &str) -> String {
    let papers = papers();
    let mut out = String::new();
    let (mut holding, mut all) = (0, 0);
    for unit in UNITS {
        if !unit.claims {
            continue;
        }
        let Unit { name, title, .. } = unit;
        let points = points(&page(name, "claims"));
        assert!(points.len() >= 9, "the page of {name} has only {} points", points.len());
        let holds = points.iter().filter(|point| point.holds).count();
        (holding, all) = (holding + holds, all + points.len());
        out += &format!(
            "\n## {title}: {holds} of {}\n\n[Figures and causes](units/{name}-claims.md); `warpsmith claims {name}`.\n\n\
             | point | holds | claim | here | in the paper | what decides |\n|---|---|---|---|---|---|\n",
            points.len()
        );
        let of_unit = papers[*name].as_table().expect("a table of points");
        assert_eq!(of_unit.len(), points.len(), "papers.toml has other points of {name} than its page");
        for point in &points {
            let Point { number, holds, claim, .. } = point;
            let text = |key: &str| of_unit[number].get(key).map_or("", |text| text.as_str().expect("a text"));
            let (paper, decides) = (text("paper"), text("decides"));
            assert!(
                *holds == decides.is_empty(),
                "papers.toml says what decides of points that fail: {name} {number}"
            );
            let (word, here) = (if *holds { "yes" } else { "no" }, point.here());
            out += &format!("| {number} | {word} | {claim} | {here} | {paper} | {decides} |\n");
        }
    }
    format!("{holding} of {all} points hold.\n{out}")
}

/// The cells of the rows of all tables of a page.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let rows = text.lines().filter(|line| line.starts_with("| "));
    rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
}

/// Area in NAND2 of all modules together and the longest path in ns, of the paper's configuration in the page's first library.
fn synthesis(unit: &Unit) -> Option<(u64, f64)> {
    let text = page(unit.synthesis?, "synthesis");
    let first =
        text.split("\n| design ").nth(1).and_then(|table| table.split("\n\n").next()).expect("a table");
    let ours = |row: &Vec<&str>| row[0].starts_with(&format!("{}/", unit.name));
    // The paper's configuration is a unit's first.
    let design = rows(first).find(ours).map(|row| row[0].split(' ').next().unwrap_or_default().to_string());
    let design = design.unwrap_or_else(|| panic!("{} is not in its page of synthesis", unit.name));
    let modules: Vec<(u64, f64)> = rows(first)
        .filter(|row| row[0].split(' ').next() == Some(&design))
        .map(|row| (row[2].parse().expect("NAND2"), row[7].parse().expect("ns")))
        .collect();
    let longest = modules.iter().map(|(_, path)| *path).fold(0.0, f64::max);
    Some((modules.iter().map(|(area, _)| area).sum(), longest))
}

/// What RTL takes over its model on stream and bfs.
fn loops(unit: &Unit) -> Option<String> {
    let text = fs::read_to_string(root().join("docs/benchmarks.md")).expect("the page is there");
    let of_unit = |run: &str| {
        let with = run.rsplit("--with ").next().unwrap_or_default();
        with.split(':').next() == Some(unit.name)
    };
    let found: Vec<String> =
        rows(&text).filter(|row| row.len() == 6 && of_unit(row[0])).map(|row| row[4].to_string()).collect();
    (!found.is_empty()).then(|| found.join(", "))
}

/// The figures of every unit.
pub fn figures(_: &str) -> String {
    let mut out = "| unit | area, kNAND2 | longest path, ns | RTL over model, time | claims that hold |\n|---|---|---|---|---|\n"
        .to_string();
    for unit in UNITS {
        let (area, path) = match synthesis(unit) {
            Some((area, path)) => (format!("{:.1}", area as f64 / 1e3), format!("{path:.1}")),
            None => ("-".into(), "-".into()),
        };
        let claims = unit.claims.then(|| {
            let points = points(&page(unit.name, "claims"));
            let holds = points.iter().filter(|point| point.holds).count();
            format!("[{holds} of {}](docs/claims.md)", points.len())
        });
        let claims = claims.unwrap_or("-".into());
        let loops = loops(unit).unwrap_or("-".into());
        out += &format!("| {} | {area} | {path} | {loops} | {claims} |\n", unit.title);
    }
    out
}
