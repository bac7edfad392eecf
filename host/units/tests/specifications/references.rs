// SPDX-License-Identifier: Apache-2.0
//! References to specifications in comments and pages.

use crate::specification::{is_decision, Specification};

/// Where references lead.
#[derive(Default)]
pub struct Found {
    /// How many there are.
    pub all: usize,
    /// Those that lead nowhere, with file and text.
    pub wrong: Vec<String>,
}

impl std::ops::AddAssign for Found {
    fn add_assign(&mut self, other: Found) {
        self.all += other.all;
        self.wrong.extend(other.wrong);
    }
}

/// The references of a file's comments, or of a page, that lead nowhere.
pub fn unresolved(library: &[Specification], file: &str, text: &str) -> Found {
    let remarks = if file.ends_with(".md") { paragraphs(text) } else { comments(text) };
    let here = Specification::of_path(library, file)
        .or_else(|| remarks.iter().find_map(|remark| named(library, remark, "specification of ")));
    let mut found = Found::default();
    for remark in remarks {
        check(library, here, file, &remark, &mut found);
    }
    found
}

/// The comments of Rust or Verilog, lines that follow each other together: what is behind `//` or in `comment!`, and lines that name a
/// specification.
fn comments(text: &str) -> Vec<String> {
    let mut remarks = vec![String::new()];
    let mut in_macro = false;
    for line in text.lines() {
        let line = line.trim();
        in_macro |= line.starts_with("comment!(");
        let slashes = line.find("//").filter(|at| !line[..*at].ends_with(':'));
        let remark = match slashes {
            _ if in_macro || line.contains("specification of ") => line,
            Some(at) => line[at..].trim_start_matches(['/', '!']),
            None => "",
        };
        in_macro &= !line.ends_with(");");
        let alone = slashes.is_some_and(|at| at > 0) && !in_macro;
        if remark.is_empty() || alone {
            remarks.push(String::new());
        }
        let last = remarks.last_mut().expect("there is one from the start");
        *last += remark;
        last.push(' ');
    }
    remarks.retain(|remark| !remark.trim().is_empty());
    remarks
}

/// The paragraphs of a page, and the rows of its tables.
fn paragraphs(text: &str) -> Vec<String> {
    text.replace("\n|", "\n\n|").split("\n\n").map(str::to_string).collect()
}

/// The specification whose name stands last in `text` behind `before`.
fn named<'a>(library: &'a [Specification], text: &str, before: &str) -> Option<&'a Specification> {
    let places = library.iter().flat_map(|s| s.names.iter().map(move |name| (s, name)));
    let place = |(s, name): (&'a Specification, &String)| Some((text.rfind(&format!("{before}{name}"))?, s));
    places.filter_map(place).max_by_key(|(at, _)| *at).map(|(_, s)| s)
}

/// Words with the bytes at which they begin, without the punctuation around them.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        words.push((at, word.trim_matches(|c: char| !c.is_alphanumeric())));
    }
    words
}

/// Looks up every reference of a text.
fn check(library: &[Specification], here: Option<&Specification>, file: &str, text: &str, found: &mut Found) {
    let words = words(text);
    let mut at = 0;
    while at < words.len() {
        let (start, word) = words[at];
        at += 1;
        // What is said just before may name another specification, or the publication.
        let before = &text[start_of(text, start, 70)..start];
        let publication =
            ["dissertation", "Guide", "text of", "misprint"].iter().any(|work| before.contains(work));
        let meant = named(library, before, "").or(here);
        let kind = word.to_lowercase();
        let kind = kind.trim_end_matches('s');
        if ["section", "invariant", "point", "decision", "table", "figure"].contains(&kind) {
            let (list, next) = list(&words, at, text);
            at = next;
            let behind = words.get(at).map_or("", |(behind, _)| &text[*behind..]);
            let meant = library
                .iter()
                .find(|s| s.names.iter().any(|name| behind.starts_with(&format!("of {name}"))))
                .or(meant);
            // A specification says itself which tables and figures there are.
            let own = ["table", "figure"].contains(&kind) && file.starts_with("docs/spec/");
            for item in list.iter().filter(|_| !publication && !own) {
                found.all += 1;
                let candidates: Vec<&Specification> = match meant {
                    Some(specification) => vec![specification],
                    // What is said of any unit must hold for all.
                    None if ["section", "invariant"].contains(&kind) => library.iter().collect(),
                    None => continue,
                };
                if !candidates.iter().all(|specification| resolves(specification, kind, item)) {
                    found.wrong.push(format!("{file}: {kind} {item} ({}): {before}", candidates[0].file));
                }
            }
        } else if let Some(specification) = meant {
            let parts = if is_decision(word) { vec![word] } else { word.split(['-', '/']).collect() };
            for item in parts {
                if is_decision(item) && specification.has_family(item) {
                    found.all += 1;
                    if !specification.has_decision(item) {
                        found.wrong.push(format!("{file}: {item} ({}): {before}", specification.file));
                    }
                }
            }
        }
    }
}

/// What follows a word such as `sections`: numbers or names of decisions between commas, `and`, `or`, `to`; the place of the word behind.
fn list<'a>(words: &[(usize, &'a str)], mut at: usize, text: &str) -> (Vec<&'a str>, usize) {
    let mut list = Vec::new();
    let mut more = true;
    while let Some(&(start, word)) = words.get(at).filter(|_| more) {
        let joins = ["and", "or", "to"].contains(&word);
        let ends = if is_decision(word) { vec![word] } else { word.split('-').collect() };
        // `3-12` and `W8-W11` are their two ends.
        let behind = text[start..].split_whitespace().next().unwrap_or_default();
        let item = !behind.contains('§') && ends.iter().all(|end| is_decision(end) || is_number(end));
        if !(item || joins && !list.is_empty()) {
            break;
        }
        if item {
            list.extend(ends);
        }
        let next = words.get(at + 1).map_or("", |(_, word)| *word);
        more = joins || behind.ends_with(',') || ["and", "or", "to"].contains(&next);
        at += 1;
    }
    (list, at)
}

/// `3`, `8.3.1`.
fn is_number(word: &str) -> bool {
    word.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether a specification has what is referred to.
fn resolves(specification: &Specification, kind: &str, item: &str) -> bool {
    let up_to = |last: u32| item.parse::<u32>().is_ok_and(|number| (1..=last).contains(&number));
    match kind {
        // Decisions may stand in a list of others.
        _ if is_decision(item) => specification.has_decision(item),
        "section" => specification.sections.contains(item),
        "invariant" => up_to(specification.invariants),
        "point" => up_to(specification.points),
        "decision" => false,
        // Those of the publication have a point in their number.
        "table" => !item.contains('.') || specification.text.contains(&format!("Table {item}")),
        _ => !item.contains('.') || specification.text.contains(&format!("Fig. {item}")),
    }
}

/// The place `distance` bytes before `at`, or the next that is not within a character.
fn start_of(text: &str, at: usize, distance: usize) -> usize {
    (at.saturating_sub(distance)..at).find(|&place| text.is_char_boundary(place)).unwrap_or(at)
}
