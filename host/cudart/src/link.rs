// SPDX-License-Identifier: Apache-2.0
//! Links PTX modules that use each other's functions or variables: separate compilation. The result is one text, in which
//! names that were local to a module are made unique.

use std::collections::{HashMap, HashSet};

/// Functions that the device runtime provides; no module defines them.
const PROVIDED: [&str; 4] = ["vprintf", "__assertfail", "malloc", "free"];

/// A directive at the top level of a module.
struct Item<'a> {
    text: &'a str,
    name: &'a str,
    /// `.extern`, `.weak`, `.visible`, or empty for what the module keeps to itself.
    linkage: &'a str,
    function: bool,
    shared: bool,
}

impl Item<'_> {
    /// A function with a body, or a variable that is not declared only.
    fn is_definition(&self) -> bool {
        if self.function {
            self.text.ends_with('}')
        } else {
            self.linkage != ".extern"
        }
    }

    /// Whether only its own module may see it. The compiler gives what the host refers to by name a linkage, also if it is
    /// static or in an anonymous namespace in C++; the mangled name tells.
    fn is_local(&self) -> bool {
        let is_static = self.name.starts_with("_ZL") || self.name.contains("_GLOBAL__N_");
        !self.name.is_empty() && (self.linkage.is_empty() || is_static)
    }

    /// Whether another module must define it. Dynamic shared memory is declared in the same way.
    fn is_foreign(&self) -> bool {
        self.linkage == ".extern" && !self.shared && !PROVIDED.contains(&self.name)
    }
}

fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

/// The end of the word that `text` starts with.
fn word_end(text: &str) -> usize {
    text.find(|c: char| !in_name(c) && c != '.' && c != '%').unwrap_or(text.len())
}

/// The words of a directive up to the first of `stops`, with what is in parentheses left out.
fn words<'a>(text: &'a str, stops: &[char]) -> Vec<&'a str> {
    let mut found = Vec::new();
    let (mut at, mut depth) = (0, 0);
    while let Some(c) = text[at..].chars().next() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 && stops.contains(&c) => break,
            _ if in_name(c) || c == '.' || c == '%' => {
                let end = at + word_end(&text[at..]);
                if depth == 0 {
                    found.push(&text[at..end]);
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += c.len_utf8();
    }
    found
}

fn item(text: &str) -> Item<'_> {
    let words = words(text, &['[', '=', ';', '{']);
    let is = |word: &str| words.contains(&word);
    let function = is(".func") || is(".entry");
    let mut names = words.iter().filter(|word| !word.starts_with('.') && !word.starts_with(char::is_numeric));
    // Behind a function's name come only directives of its own, and in front of it nothing but directives.
    let name = if function { names.next() } else { names.next_back() };
    let linkage = [".extern", ".weak", ".visible"].into_iter().find(|word| is(word)).unwrap_or("");
    Item { text, name: name.copied().unwrap_or(""), linkage, function, shared: is(".shared") }
}

/// Splits a module into its directives; comments and the lines that head each module are left out.
fn items(text: &str) -> Vec<Item<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let heading = ["//", ".version", ".target", ".address_size", ".file"];
        if heading.iter().any(|start| rest.starts_with(start)) {
            rest = rest.split_once('\n').map_or("", |(_, after)| after);
            continue;
        }
        if rest.is_empty() {
            return found;
        }
        let mut depth = 0;
        let mut end = rest.len();
        for (at, c) in rest.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            let body = c == '}' && depth == 0 && item(&rest[..at]).function;
            if body || (c == ';' && depth == 0) {
                end = at + 1;
                break;
            }
        }
        found.push(item(&rest[..end]));
        rest = &rest[end..];
    }
}

/// `text` with other names.
fn renamed(text: &str, names: &HashMap<String, String>, out: &mut String) {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = if in_name(c) || c == '.' || c == '%' { word_end(rest) } else { c.len_utf8() };
        out.push_str(names.get(&rest[..end]).map_or(&rest[..end], String::as_str));
        rest = &rest[end..];
    }
}

/// A program's modules as one.
pub struct Linked {
    pub text: Vec<u8>,
    /// For each module the names that have changed.
    pub names: Vec<HashMap<String, String>>,
}

/// Links modules if one of them needs another.
pub fn link(modules: &[&[u8]]) -> Option<Linked> {
    let texts: Vec<&str> =
        modules.iter().map(|text| std::str::from_utf8(text)).collect::<Result<_, _>>().ok()?;
    let modules: Vec<Vec<Item>> = texts.iter().map(|text| items(text)).collect();
    if !modules.iter().flatten().any(Item::is_foreign) {
        return None;
    }
    let heading = texts.first()?.lines().filter(|line| line.starts_with('.')).take(3);
    let mut text = heading.collect::<Vec<_>>().join("\n") + "\n";
    let mut names = Vec::new();
    let mut defined = HashSet::new();
    for (number, module) in modules.iter().enumerate() {
        let own = module.iter().filter(|item| item.is_local());
        let own: HashMap<String, String> =
            own.map(|item| (item.name.to_string(), format!("{}$m{number}", item.name))).collect();
        for item in module {
            if item.is_definition() && !defined.insert(item.name) && item.linkage == ".weak" {
                continue;
            }
            renamed(item.text, &own, &mut text);
            text.push('\n');
        }
        names.push(own);
    }
    Some(Linked { text: text.into_bytes(), names })
}
