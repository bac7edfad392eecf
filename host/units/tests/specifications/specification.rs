// SPDX-License-Identifier: Apache-2.0
//! What can be referred to in a specification, read from its text.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Folders that have not the name of their specification: what several units share, and names of more than one word.
const FOLDERS: &[(&str, &str)] = &[("dram", "sms"), ("cta_prefetch", "ctaa")];

/// A specification and the pages that add decisions to it.
pub struct Specification {
    /// `docs/spec/sms.md`.
    pub file: String,
    pub text: String,
    /// As texts name it: `SMS`, `FR-FCFS`.
    pub names: Vec<String>,
    /// Pages with further decisions.
    pub pages: Vec<String>,
    /// Numbers of its sections: `2`, `2.1`.
    pub sections: BTreeSet<String>,
    /// Names of its own decisions, and of those of the pages: `A1`, `DEC-3`, `W24`.
    pub decisions: BTreeSet<String>,
    pub further: BTreeSet<String>,
    /// How many decisions the index says there are.
    pub claimed: usize,
    /// How many points section 9 has and how many invariants section 11.
    pub points: u32,
    pub invariants: u32,
}

/// The rows of the table in `docs/spec/README.md`.
pub fn library(root: &Path) -> Vec<Specification> {
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
    let index = read("docs/spec/README.md");
    let rows = index.lines().filter(|line| line.starts_with("| ")).skip(1);
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [names, file, own, pages, others] = cells[..] else { panic!("a row has five cells: {line}") };
        let file = links(file).remove(0);
        let pages = links(pages);
        let text = read(&file);
        Specification {
            names: names.split(", ").map(str::to_string).collect(),
            sections: text.lines().filter_map(section).map(str::to_string).collect(),
            decisions: decisions(part(&text, 6)),
            further: pages.iter().flat_map(|page| decisions(&read(page))).collect(),
            claimed: size(own) + size(others),
            points: numbered(part(&text, 9)),
            invariants: numbered(part(&text, 11)),
            file,
            text,
            pages,
        }
    };
    rows.map(row).collect()
}

impl Specification {
    /// That of the unit of this name.
    pub fn of_unit<'a>(library: &'a [Specification], unit: &str) -> Option<&'a Specification> {
        let unit = FOLDERS.iter().find(|(folder, _)| *folder == unit).map_or(unit, |(_, unit)| unit);
        library.iter().find(|s| s.names.iter().any(|name| name.to_lowercase().replace('-', "") == unit))
    }

    /// That of the file: a folder or file of its path, or the first words of one, is a unit.
    pub fn of_path<'a>(library: &'a [Specification], path: &'a str) -> Option<&'a Specification> {
        let begins = |name: &'a str| name.match_indices('_').map(|(at, _)| &name[..at]).chain([name]);
        path.split(['/', '.', '-']).flat_map(begins).find_map(|part| Specification::of_unit(library, part))
    }

    pub fn has_decision(&self, name: &str) -> bool {
        self.decisions.contains(name) || self.further.contains(name)
    }

    /// Whether some decision's name begins as this one: `A` of `A3`, `DEC-` of `DEC-3`.
    pub fn has_family(&self, name: &str) -> bool {
        let family = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_string();
        self.decisions.iter().chain(&self.further).any(|known| family(known) == family(name))
    }

    /// A source as parameters give it: `section 3.4`, `decision A5` or `D 5.3.2` of the publication, `Table 3.3`.
    pub fn names_source(&self, source: &str) -> bool {
        match source.split_once(' ') {
            _ if self.has_decision(source) => true,
            Some(("decision", name)) => self.has_decision(name),
            Some(("Figure", number)) => self.text.contains(&format!("Fig. {number}")),
            Some(("section", number)) => {
                self.text.contains(&format!("§{number}")) || self.sections.contains(number)
            }
            Some((work, number)) if number.starts_with(|c: char| c.is_ascii_digit()) => {
                self.text.contains(source) || self.text.contains(&format!("{work} §{number}"))
            }
            _ => self.text.contains(source),
        }
    }
}

/// The targets of the links of a cell, from the root of the source tree.
fn links(cell: &str) -> Vec<String> {
    let targets = cell.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let from_root = |target: &str| match target.strip_prefix("../") {
        Some(outside) => format!("docs/{outside}"),
        None => format!("docs/spec/{target}"),
    };
    targets.map(from_root).collect()
}

/// How many decisions a cell names: `A1-A16`, `DEC-1 to DEC-19`, several of them between commas.
fn size(cell: &str) -> usize {
    let digits =
        |name: &str| name.rsplit(|c: char| !c.is_ascii_digit()).next().and_then(|n| n.parse::<usize>().ok());
    cell.split(", ").filter_map(digits).sum()
}

/// The number of a headline: `2.1` of `### 2.1 Terms`.
fn section(line: &str) -> Option<&str> {
    let number = line.strip_prefix('#')?.trim_start_matches('#').split_whitespace().next()?;
    number.starts_with(|c: char| c.is_ascii_digit()).then(|| number.trim_end_matches('.'))
}

/// The text of a section of the first level.
fn part(text: &str, number: u32) -> &str {
    let rest =
        text.split_once(&format!("\n## {number}.")).expect("every specification has the same sections").1;
    rest.split("\n## ").next().unwrap_or(rest)
}

/// The numbers of a list that counts from 1.
fn numbered(text: &str) -> u32 {
    let mut last = 0;
    for line in text.lines() {
        let number = line.split_once('.').and_then(|(number, _)| number.parse::<u32>().ok());
        last += u32::from(number == Some(last + 1));
    }
    last
}

/// The first cells of tables of decisions.
fn decisions(text: &str) -> BTreeSet<String> {
    let first = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    first.filter(|name| is_decision(name)).map(str::to_string).collect()
}

/// `A1`, `W24`, `DEC-3`: a capital letter or `DEC-`, then one or two digits.
pub fn is_decision(word: &str) -> bool {
    let number = word.strip_prefix("DEC-").or_else(|| word.strip_prefix(|c: char| c.is_ascii_uppercase()));
    number.is_some_and(|n| (1..=2).contains(&n.len()) && n.bytes().all(|b| b.is_ascii_digit()))
}
