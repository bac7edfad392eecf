// SPDX-License-Identifier: Apache-2.0
//! The book that scripts/book.sh builds of the pages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use warpsmith_tests::{browser, is_installed, root};

/// The book, in a folder that goes with it.
struct Book {
    folder: tempfile::TempDir,
}

impl Book {
    fn build() -> Book {
        // Two at a time would get the packages from npm at the same place.
        static BUILDS: Mutex<()> = Mutex::new(());
        let _one = BUILDS.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = tempfile::tempdir().expect("a temporary folder");
        let output = Command::new(root().join("scripts/book.sh")).arg(folder.path()).output();
        let output = output.expect("the script starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert!(!said.contains("WARN") && !said.contains("ERROR"), "{said}");
        Book { folder }
    }

    fn html(&self) -> PathBuf {
        self.folder.path().join("html")
    }

    /// The text of each of its pages, by the path below `html`.
    fn pages(&self) -> BTreeMap<PathBuf, String> {
        let mut pages = BTreeMap::new();
        let mut folders = vec![self.html()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
            {
                if entry.is_dir() {
                    folders.push(entry);
                } else if entry.extension().is_some_and(|extension| extension == "html") {
                    let text = fs::read_to_string(&entry).expect("UTF-8");
                    pages.insert(entry.strip_prefix(self.html()).expect("below").to_path_buf(), text);
                }
            }
        }
        pages
    }
}

/// The values of an attribute.
fn attributes<'a>(text: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let opens = format!(" {name}=\"");
    let values: Vec<&str> = text.split(&opens).skip(1).filter_map(|rest| rest.split('"').next()).collect();
    values.into_iter()
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(out.pop()),
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

#[test]
fn the_book_is_built_without_a_warning_from_any_page_and_each_link_in_it_leads_somewhere() {
    if !is_installed("mdbook") {
        return;
    }
    let book = Book::build();
    let pages = book.pages();
    assert!(pages.contains_key(Path::new("docs/units/equalizer.html")));
    let names: BTreeMap<&Path, BTreeSet<&str>> =
        pages.iter().map(|(page, text)| (page.as_path(), attributes(text, "id").collect())).collect();
    let mut lost = Vec::new();
    // mdBook's own: all pages in one for printing, with their links, and what a server shows for a page that is not there.
    let ours = |page: &Path| ![Path::new("print.html"), Path::new("404.html")].contains(&page);
    for (page, text) in pages.iter().filter(|(page, _)| ours(page)) {
        let links = attributes(text, "href").chain(attributes(text, "src"));
        for link in links.filter(|link| !link.contains(':')) {
            let (file, part) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                file => plain(&page.parent().expect("a page is in a folder").join(file)),
            };
            let there = book.html().join(&target).is_file();
            let named =
                part.is_empty() || names.get(target.as_path()).is_some_and(|names| names.contains(part));
            if !there || !named {
                lost.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(lost.is_empty(), "these links lead nowhere:\n{}", lost.join("\n"));
}

#[test]
fn every_diagram_of_the_book_is_drawn_in_a_browser_light_and_dark_and_nothing_comes_from_a_network() {
    if !is_installed("mdbook") || !browser::is_there() {
        return;
    }
    let book = Book::build();
    let mut drawn = 0;
    for (page, text) in book.pages() {
        let fetched = attributes(&text, "src").chain(text.split("<link ").skip(1));
        for one in fetched {
            let head = one.split('>').next().unwrap_or_default();
            assert!(!head.contains("://"), "{}: {head}", page.display());
        }
        let diagrams = text.matches("<pre class=\"diagram\">").count();
        if diagrams == 0 || page == Path::new("print.html") {
            continue;
        }
        // Both colours are tried on one page: they differ in a word.
        let dark = page == Path::new("index.html");
        for dark in [false, true].into_iter().filter(|now| !now || dark) {
            let (dom, console) = browser::opened(&book.html().join(&page), dark);
            assert_eq!(console, "", "{}", page.display());
            let pictures = dom.split("<pre class=\"diagram\">").skip(1);
            assert_eq!(
                pictures.filter(|rest| rest.starts_with("<svg")).count(),
                diagrams,
                "{}",
                page.display()
            );
        }
        drawn += diagrams;
    }
    let all = fs::read_to_string(root().join("README.md")).expect("readable").matches("```mermaid").count();
    assert!(drawn > all, "{drawn} diagrams");
}
