// SPDX-License-Identifier: Apache-2.0
//! The documents say what the code says.

mod fpga;
mod port;
mod summaries;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use warpsmith_tests::{compiled, lists, root, run, stdout, warpsmith};

/// Replaces what stands between `<!-- MARK... -->` and `<!-- end -->` by what `fresh` makes of the rest of the mark.
fn refreshed(text: &str, mark: &str, fresh: impl Fn(&str) -> String) -> String {
    let open = format!("<!-- {mark}");
    let mut parts = text.split(&open);
    let mut out = parts.next().expect("split gives one part").to_string();
    for part in parts {
        let (rest, part) = part.split_once(" -->").expect("the comment is closed");
        let (_, after) = part.split_once("<!-- end -->").expect("what is made has an end");
        out += &format!("{open}{rest} -->\n{}\n<!-- end -->{after}", fresh(rest).trim_end());
    }
    assert!(out.contains(&open), "nothing is marked with {open}");
    out
}

/// The page must say what `fresh` says. With UPDATE_DOCS=1 it is made to.
fn check(page: &str, mark: &str, fresh: impl Fn(&str) -> String) {
    let path = root().join(page);
    let text = fs::read_to_string(&path).expect("the page is there");
    let new = refreshed(&text, mark, fresh);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, new).expect("writable");
    } else {
        assert!(
            new == text,
            "{page} is stale; run: UPDATE_DOCS=1 cargo test -p warpsmith-tests --test documentation"
        );
    }
}

/// A table of the ports in the head of an emitted module: `input wire [7:0] name, // Meaning.`
fn ports(file: &str) -> String {
    let text = fs::read_to_string(root().join(file.trim())).expect("the emitted module is there");
    let head = text.split("\nmodule ").nth(1).and_then(|module| module.split("\n);").next());
    let mut table = String::from("| port | direction | width | meaning |\n|---|---|---|---|\n");
    // What a port means stands behind it, or in the lines before it.
    let mut above = String::new();
    let lines = head.expect("a module has ports").lines();
    for line in lines.map(str::trim).filter(|line| !line.contains("parameter ")) {
        if let Some(comment) = line.strip_prefix("//") {
            above += comment;
            continue;
        }
        if !line.starts_with("input") && !line.starts_with("output") {
            above.clear();
            continue;
        }
        let (port, meaning) = line.split_once("//").unwrap_or((line, above.as_str()));
        // A range may have blanks in it.
        let port = port.replace(" * ", "*");
        let words: Vec<&str> = port.trim().trim_end_matches(',').split_whitespace().collect();
        let [direction, _, range @ .., name] = &words[..] else { panic!("no port: {line}") };
        let highest = range.first().map(|range| range.trim_matches(['[', ']']).trim_end_matches(":0"));
        let width = highest.map_or("1".to_string(), |bit| match bit.strip_suffix("-1") {
            Some(parameters) => parameters.trim_matches(['(', ')']).to_string(),
            None => (bit.parse::<u32>().expect("a range to 0") + 1).to_string(),
        });
        if !["clock", "reset"].contains(name) {
            let direction = direction.trim_end_matches("put");
            table += &format!("| `{name}` | {direction} | {width} | {} |\n", meaning.trim());
        }
        above.clear();
    }
    table
}

#[test]
fn tables_made_by_a_command_or_from_emitted_verilog_are_not_stale() {
    for page in [
        "docs/units/apogee.md",
        "docs/units/cta_prefetch.md",
        "docs/units/equalizer.md",
        "docs/units/ilp.md",
        "docs/units/mascar.md",
        "docs/units/mask.md",
        "docs/units/medic.md",
        "docs/units/mosaic.md",
        "docs/units/sms.md",
        "docs/registers.md",
        "docs/statistics.md",
        "docs/energy.md",
    ] {
        check_commands(page);
    }
    check("docs/units/sms.md", "ports", ports);
}

#[test]
#[ignore = "takes minutes: scripts/test.sh --all"]
fn the_table_of_microbenchmarks_is_not_stale() {
    check_commands("docs/microbenchmarks.md");
}

/// The tables of a page, each made by the command that stands above it.
fn check_commands(page: &str) {
    check(page, "warpsmith", |command| stdout(&run(command.split_whitespace())));
}

/// Cycles, misses and DRAM accesses of nine programs, beside those that Accel-Sim recorded.
#[test]
#[ignore = "takes minutes: scripts/test.sh --all"]
fn what_is_said_beside_accel_sim_is_what_runs_here() {
    check("docs/against-accel-sim.md", "against-accel-sim", |options| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut script = Command::new(root().join("scripts/against-accel-sim.sh"));
        script
            .arg("--recorded")
            .args(options.split_whitespace())
            .arg(folder.path().join("out"))
            .env("WARPSMITH", warpsmith());
        stdout(&script.output().expect("it starts"))
    });
}

#[test]
fn what_pages_say_together_is_what_each_of_them_says() {
    check("README.md", "figures", summaries::figures);
    check("docs/claims.md", "claims", summaries::claims);
}

/// The reference model stands in for the RTL here, with which the statistics are the same.
#[test]
fn the_readme_shows_what_the_first_run_prints() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = compiled(&root().join("tests/programs/spmv.cu"));
    let program = program.to_str().expect("UTF-8");
    let [baseline, equalizer] =
        ["baseline", "equalizer"].map(|name| folder.path().join(name).with_extension("json"));
    let [baseline, equalizer] = [baseline.to_str().expect("UTF-8"), equalizer.to_str().expect("UTF-8")];
    stdout(&run(["run", "-o", baseline, "--", program]));
    let with = ["--with", "equalizer:mode=performance", "--backend", "model"];
    stdout(&run(["run"].iter().chain(&with).chain(&["-o", equalizer, "--", program])));
    check("README.md", "first-run", |_| {
        format!("```\n{}```", stdout(&run(["compare", baseline, equalizer])))
    });
}

/// The list in the head of deny.toml names exactly the direct dependencies of the workspace.
#[test]
fn every_direct_dependency_has_a_reason() {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .expect("cargo starts");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let mut direct: Vec<&str> = packages
        .iter()
        .flat_map(|p| p["dependencies"].as_array().expect("dependencies"))
        .filter(|d| d["path"].is_null())
        .map(|d| d["name"].as_str().expect("a name"))
        .collect();
    direct.sort_unstable();
    direct.dedup();
    let text = fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    let head = text.lines().take_while(|l| l.starts_with('#'));
    let reasons: Vec<&str> =
        head.filter_map(|l| l.strip_prefix("# ")?.split_once(": ")).map(|(name, _)| name).collect();
    assert_eq!(direct, reasons, "deny.toml gives a reason for each direct dependency, in order");
}

#[test]
fn every_source_file_names_its_licence() {
    let output = Command::new("git").current_dir(root()).args(["ls-files"]).output().expect("git starts");
    for name in String::from_utf8_lossy(&output.stdout).lines() {
        let extension = Path::new(name).extension().and_then(|e| e.to_str()).unwrap_or("");
        if ["rs", "cu", "cuh", "h", "cpp", "v", "sh"].contains(&extension) {
            let text = fs::read_to_string(root().join(name)).unwrap_or_default();
            let head: Vec<&str> = text.lines().take(3).collect();
            assert!(
                text.is_empty() || head.join("\n").contains("SPDX-License-Identifier: Apache-2.0"),
                "{name}"
            );
        }
    }
}

/// The names that links may give to the headings of a page: what GitHub and mdBook make of them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let prose: String = text.split("```").step_by(2).collect();
    for line in prose.lines().filter(|line| line.starts_with('#')) {
        let title = line.trim_start_matches('#').trim();
        let letters = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let name: String = letters.collect::<String>().to_lowercase().replace(' ', "-");
        let again = (1..).map(|n| format!("{name}-{n}"));
        let mut free = std::iter::once(name.clone()).chain(again).filter(|name| !names.contains(name));
        let free = free.next().expect("there are enough numbers");
        names.insert(free);
    }
    names
}

/// Where the relative links of a page lead: the link, a path, and what stands behind `#`.
fn links<'a>(page: &str, text: &'a str) -> impl Iterator<Item = (&'a str, std::path::PathBuf, &'a str)> {
    let page = root().join(page);
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    links.filter(|link| !link.contains("://")).map(move |link| {
        let (target, name) = link.split_once('#').unwrap_or((link, ""));
        let folder = page.parent().expect("a page is in a folder");
        (link, if target.is_empty() { page.clone() } else { folder.join(target) }, name)
    })
}

#[test]
fn every_relative_link_of_a_page_leads_to_a_file_and_to_a_heading_in_it() {
    for page in files("*.md") {
        let text = fs::read_to_string(root().join(&page)).expect("readable");
        for (link, target, name) in links(&page, &text) {
            assert!(target.exists(), "{page}: {link}");
            if !name.is_empty() && target.extension().is_some_and(|extension| extension == "md") {
                let other = fs::read_to_string(&target).expect("readable");
                assert!(anchors(&other).contains(name), "{page}: {link} names no heading");
            }
        }
    }
}

/// scripts/book.sh makes the book of what this page lists.
#[test]
fn every_page_is_once_in_the_table_of_contents_of_the_book() {
    let summary = "docs/SUMMARY.md";
    let text = fs::read_to_string(root().join(summary)).expect("the table is there");
    let mut listed: Vec<_> = links(summary, &text)
        .map(|(link, target, _)| target.canonicalize().unwrap_or_else(|e| panic!("{link}: {e}")))
        .collect();
    listed.sort();
    let mut pages: Vec<_> = files("*.md")
        .into_iter()
        .filter(|page| page != summary)
        .map(|page| root().join(page).canonicalize().expect("it is there"))
        .collect();
    pages.sort();
    assert_eq!(listed, pages);
}

/// Files that git knows of, those not yet committed included.
fn files(pattern: &str) -> Vec<String> {
    let list = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", pattern];
    let output = Command::new("git").current_dir(root()).args(list).output().expect("git starts");
    let names = String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect::<Vec<_>>();
    names.into_iter().filter(|name| root().join(name).exists()).collect()
}

/// The pages that say what is there now, with their text; what is between fences is left out.
fn pages() -> Vec<(String, String)> {
    let pages = files("*.md").into_iter().filter(|name| name != "CHANGELOG.md");
    let text = |page: &String| fs::read_to_string(root().join(page)).expect("readable");
    pages.map(|page| (page.clone(), text(&page).split("```").step_by(2).collect())).collect()
}

/// What stands in backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether a word in backquotes is the path of a file or folder of this project: one word without a blank to be filled in, that begins
/// with a folder of the top level or ends as our files do. TOML and Verilog without a folder may be the reader's.
fn is_path(word: &str) -> bool {
    let blank = |c: char| c.is_whitespace() || c.is_ascii_uppercase() || "*<>{}$=:,()[]".contains(c);
    let folders = ["docs", "generated", "hdl", "host", "machines", "scripts", "testbenches", "tests"];
    let begins = word.split_once('/').is_some_and(|(first, _)| folders.contains(&first));
    let extension = Path::new(word).extension().and_then(|e| e.to_str()).unwrap_or_default();
    let ours = ["rs", "sh", "md", "awk", "py"].contains(&extension);
    let ends = ours || word.contains('/') && ["toml", "v"].contains(&extension);
    !word.replace("README", "").contains(blank) && !word.starts_with(['.', '/', '-']) && (begins || ends)
}

#[test]
fn every_path_in_backquotes_exists() {
    let known = files("*");
    let mut missing = Vec::new();
    for (page, text) in pages() {
        let folder = Path::new(&page).parent().expect("a page is in a folder");
        for word in quoted(&text).filter(|word| is_path(word)) {
            // The unit that docs/adding-a-unit.md adds stands for those that are there.
            let path = word.trim_end_matches('/').replace("shaper", "equalizer");
            let whole =
                [root().join(&path), root().join(folder).join(&path)].iter().any(|path| path.exists());
            // Where the text says in which folder, the end is enough.
            if !whole && !known.iter().any(|name| Path::new(name).ends_with(&path)) {
                missing.push(format!("{page}: `{word}`"));
            }
        }
    }
    assert!(missing.is_empty(), "there are no such files:\n{}", missing.join("\n"));
}

/// Adds the dotted names of all keys and groups below `table`.
fn keys(table: &toml::Table, prefix: &str, out: &mut BTreeSet<String>) {
    for (key, value) in table {
        let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        if let Some(inner) = value.as_table() {
            keys(inner, &name, out);
        }
        out.insert(name);
    }
}

/// The keys that a page names: words such as `sm.count` or `sm.count = 15` whose first part is a group of a machine, what follows `-m`
/// in examples, and in the page of machines the last parts of keys, as `capacity_mib`.
fn named_keys(page: &str, groups: &BTreeSet<&str>) -> Vec<String> {
    let text = fs::read_to_string(root().join(page)).expect("readable");
    let prose: String = text.split("```").step_by(2).collect();
    let is_key = |key: &&str| {
        let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '.';
        let dotted =
            key.split_once('.').is_some_and(|(first, rest)| groups.contains(first) && !rest.is_empty());
        let last = page == "docs/machines.md" && key.contains('_') && !key.contains('.');
        key.chars().all(letter) && !is_path(key) && (dotted || last)
    };
    let words = quoted(&prose).map(|word| word.split('=').next().expect("split gives one part").trim());
    let changes = text.split("-m ").skip(1).filter_map(|rest| Some(rest.split_once('=')?.0));
    words.chain(changes).filter(is_key).map(str::to_string).collect()
}

#[test]
fn every_key_of_a_machine_that_a_page_names_exists() {
    let mut known = BTreeSet::new();
    for machine in files("machines/*.toml") {
        let text = fs::read_to_string(root().join(machine)).expect("readable");
        keys(&text.parse().expect("a machine is TOML"), "", &mut known);
    }
    let all = known.clone();
    let groups = all.iter().filter_map(|key| Some(key.split_once('.')?.0)).collect();
    known.extend(all.iter().filter_map(|key| Some(key.rsplit_once('.')?.1.to_string())));
    // Statistics of the same part of the machine, and what takes a part's place, have names of the same form.
    known.extend(lists::statistics());
    known.extend(lists::policies().into_iter().map(|policy| policy.name));
    let named = pages()
        .into_iter()
        .flat_map(|(page, _)| named_keys(&page, &groups).into_iter().map(move |key| (page.clone(), key)));
    let missing: Vec<String> =
        named.filter(|(_, key)| !known.contains(key)).map(|(page, key)| format!("{page}: `{key}`")).collect();
    assert!(missing.is_empty(), "neither a key of a machine nor a statistic:\n{}", missing.join("\n"));
}

/// The README of a crate names those of our crates that it depends on, and how it is tested.
#[test]
fn every_crate_has_a_readme_that_says_what_it_depends_on_and_how_it_is_tested() {
    for manifest in files("*Cargo.toml") {
        let table: toml::Table = fs::read_to_string(root().join(&manifest))
            .expect("readable")
            .parse()
            .expect("a manifest is TOML");
        let Some(name) = table.get("package").map(|package| package["name"].as_str().expect("text")) else {
            continue;
        };
        let readme = root().join(&manifest).with_file_name("README.md");
        let text = fs::read_to_string(&readme).unwrap_or_else(|e| panic!("{}: {e}", readme.display()));
        assert!(text.contains("cargo test") && text.contains(name), "{}", readme.display());
        // The command depends on all of them.
        if name != "warpsmith" {
            let dependencies =
                table.get("dependencies").and_then(|list| list.as_table()).into_iter().flatten();
            for (dependency, _) in dependencies.filter(|(name, _)| name.starts_with("warpsmith-")) {
                assert!(text.contains(&format!("`{dependency}`")), "{} and {dependency}", readme.display());
            }
        }
    }
}

/// Between the marks, a token in backquotes with a slash is a file, and any other of a row's last cell a test in it.
#[test]
fn every_feature_of_the_list_names_a_test_that_exists() {
    let page = fs::read_to_string(root().join("docs/programs.md")).expect("the page is there");
    let list = page.split("<!-- features -->").nth(1).and_then(|rest| rest.split("<!-- end -->").next());
    let mut tests = 0;
    for row in list.expect("the list is marked").lines().filter(|row| row.starts_with("| ")).skip(1) {
        let cell = row.trim_end_matches(" |").rsplit(" | ").next().expect("a row has cells");
        let mut text = String::new();
        for token in cell.split('`').skip(1).step_by(2) {
            if token.contains('/') {
                text = fs::read_to_string(root().join(token)).unwrap_or_else(|e| panic!("{token}: {e}"));
            } else {
                assert!(text.contains(&format!("fn {token}(")), "no test `{token}`, in:\n{row}");
                tests += 1;
            }
        }
        assert!(!text.is_empty(), "a feature without a test: {row}");
    }
    assert!(tests > 0);
}

/// Of the pages of mutations: what lockstep or the proofs miss, as `page place`, and of the table of reasons the same.
#[test]
fn every_surviving_mutation_has_a_reason_and_every_reason_a_survivor() {
    let mut survivors = BTreeSet::new();
    for entry in fs::read_dir(root().join("docs/mutations")).expect("the pages are there") {
        let path = entry.expect("readable").path();
        let page = path.file_stem().expect("a name").to_str().expect("UTF-8").to_string();
        for row in fs::read_to_string(&path).expect("readable").lines() {
            let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
            if let [_, fault, found @ ..] = &cells[..] {
                if found.contains(&"missed") {
                    let place = fault.split(',').next().expect("split gives one part");
                    survivors.insert(format!("{page} {place}"));
                }
            }
        }
    }
    let page = fs::read_to_string(root().join("docs/mutations.md")).expect("the page is there");
    let table = page.split("<!-- survivors -->").nth(1).and_then(|rest| rest.split("<!-- end -->").next());
    let mut reasons = BTreeSet::new();
    for row in table.expect("the table is marked").lines().filter(|row| row.starts_with("| [")) {
        let (page, rest) = row[3..].split_once(']').expect("the first cell is a link to the page");
        let places = rest.split(" | ").nth(1).expect("the second cell has the places");
        reasons.extend(places.split('`').skip(1).step_by(2).map(|place| format!("{page} {place}")));
    }
    assert_eq!(survivors, reasons, "left: what survives; right: what docs/mutations.md gives a reason for");
}
