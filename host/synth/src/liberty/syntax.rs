// SPDX-License-Identifier: Apache-2.0
//! The syntax of a Liberty file: groups of attributes, read without meaning and written in one plain form.

use std::fmt::Write;

/// Groups in one another at most; in libraries there are six or so.
const MAX_DEPTH: usize = 100;

/// `name (arguments) { items }`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group<'a> {
    pub name: &'a str,
    pub arguments: Vec<&'a str>,
    pub items: Vec<Item<'a>>,
}

/// What a group holds. Values are as in the file, without quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item<'a> {
    Group(Group<'a>),
    /// `name : value ;`
    Simple(&'a str, &'a str),
    /// `name (values) ;`
    Complex(&'a str, Vec<&'a str>),
}

/// A place where the text is not Liberty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Line, from 1.
    pub line: usize,
    pub what: String,
}

impl<'a> Group<'a> {
    /// The groups of this name inside.
    pub fn groups<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s Group<'a>> {
        self.items.iter().filter_map(move |item| match item {
            Item::Group(g) if g.name == name => Some(g),
            _ => None,
        })
    }

    /// The value of a simple attribute.
    pub fn simple(&self, name: &str) -> Option<&'a str> {
        self.items.iter().find_map(|item| match item {
            Item::Simple(n, value) if *n == name => Some(*value),
            _ => None,
        })
    }

    /// The value of a simple attribute as a number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.simple(name)?.parse().ok()
    }

    /// Whether a simple attribute is there and not `false`.
    pub fn says(&self, name: &str) -> bool {
        self.simple(name).is_some_and(|value| value != "false")
    }

    /// Appends the group to `text`, each level indented by two spaces.
    pub fn print(&self, level: usize, text: &mut String) {
        let indent = "  ".repeat(level);
        let list = |values: &[&str]| values.iter().map(|v| quoted(v)).collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "{indent}{}({}) {{", self.name, list(&self.arguments));
        for item in &self.items {
            match item {
                Item::Group(group) => group.print(level + 1, text),
                Item::Simple(name, value) => {
                    let _ = writeln!(text, "{indent}  {name} : {};", quoted(value));
                }
                Item::Complex(name, values) => {
                    let _ = writeln!(text, "{indent}  {name}({});", list(values));
                }
            }
        }
        let _ = writeln!(text, "{indent}}}");
    }
}

/// Numbers and names stand as they are; everything else, such as a function, in quotes.
fn quoted(value: &str) -> String {
    let name = value.starts_with(|c: char| c.is_ascii_alphabetic())
        && value.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if name || value.parse::<f64>().is_ok() {
        value.to_string()
    } else {
        format!("\"{value}\"")
    }
}

/// Reads the one group that a Liberty file is.
///
/// # Errors
/// The first place that is not Liberty.
pub fn parse(text: &str) -> Result<Group<'_>, SyntaxError> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    reader.skip_blank()?;
    match reader.item()? {
        Item::Group(group) => Ok(group),
        _ => Err(reader.error("the file does not begin with a group `library (...) {`")),
    }
}

struct Reader<'a> {
    text: &'a str,
    /// Byte offset of what comes next.
    at: usize,
    /// Groups round what comes next.
    depth: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn error(&self, what: impl Into<String>) -> SyntaxError {
        let line = self.text.as_bytes()[..self.at].iter().filter(|&&b| b == b'\n').count() + 1;
        SyntaxError { line, what: what.into() }
    }

    /// White space, continued lines, comments.
    fn skip_blank(&mut self) -> Result<(), SyntaxError> {
        loop {
            match self.next() {
                Some(b) if b.is_ascii_whitespace() || b == b'\\' => self.at += 1,
                Some(b'/') if self.rest().starts_with("/*") => match self.rest().find("*/") {
                    Some(length) => self.at += length + 2,
                    None => return Err(self.error("a comment has no end")),
                },
                Some(b'/') if self.rest().starts_with("//") => self.skip_line(),
                _ => return Ok(()),
            }
        }
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    fn skip_semicolons(&mut self) -> Result<(), SyntaxError> {
        self.skip_blank()?;
        while self.next() == Some(b';') {
            self.at += 1;
            self.skip_blank()?;
        }
        Ok(())
    }

    fn item(&mut self) -> Result<Item<'a>, SyntaxError> {
        let length = self.rest().find(|c: char| !(c.is_ascii_alphanumeric() || "_.".contains(c)));
        let name = &self.rest()[..length.unwrap_or(0)];
        if name.is_empty() {
            return Err(self.error("expected the name of an attribute or a group"));
        }
        self.at += name.len();
        self.skip_blank()?;
        match self.next() {
            Some(b':') => {
                self.at += 1;
                let value = self.value(b";\n}")?;
                Ok(Item::Simple(name, value))
            }
            Some(b'(') => {
                let values = self.values()?;
                self.skip_blank()?;
                if self.next() != Some(b'{') {
                    return Ok(Item::Complex(name, values));
                }
                if self.depth == MAX_DEPTH {
                    return Err(self.error(format!("groups are nested more than {MAX_DEPTH} deep")));
                }
                self.at += 1;
                self.depth += 1;
                let items = self.items(name)?;
                self.depth -= 1;
                Ok(Item::Group(Group { name, arguments: values, items }))
            }
            _ => Err(self.error(format!("expected `:` or `(` after `{name}`"))),
        }
    }

    fn items(&mut self, name: &str) -> Result<Vec<Item<'a>>, SyntaxError> {
        let mut items = Vec::new();
        loop {
            self.skip_semicolons()?;
            match self.next() {
                Some(b'}') => {
                    self.at += 1;
                    return Ok(items);
                }
                Some(_) => items.push(self.item()?),
                None => return Err(self.error(format!("the file ends inside a group `{name}`"))),
            }
        }
    }

    /// `( value, value ... )`.
    fn values(&mut self) -> Result<Vec<&'a str>, SyntaxError> {
        self.at += 1;
        let mut values = Vec::new();
        loop {
            self.skip_blank()?;
            match self.next() {
                Some(b')') => {
                    self.at += 1;
                    return Ok(values);
                }
                Some(b',') => self.at += 1,
                Some(_) => values.push(self.value(b",)")?),
                None => return Err(self.error("a list of values has no end")),
            }
        }
    }

    /// A value up to one of `ends`, which is not consumed; one pair of quotes round it is taken off.
    fn value(&mut self, ends: &[u8]) -> Result<&'a str, SyntaxError> {
        while self.next().is_some_and(|b| b == b' ' || b == b'\t') {
            self.at += 1;
        }
        if self.next() == Some(b'"') {
            let inside = &self.rest()[1..];
            let Some(length) = inside.find('"') else { return Err(self.error("a string has no end")) };
            self.at += length + 2;
            return Ok(&inside[..length]);
        }
        let length = self.rest().bytes().position(|b| ends.contains(&b));
        let Some(length) = length else { return Err(self.error("a value has no end")) };
        let value = self.rest()[..length].trim();
        if value.contains('"') {
            return Err(self.error(format!("a quote is out of place in the value `{value}`")));
        }
        self.at += length;
        if value.is_empty() {
            return Err(self.error("a value is empty"));
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "/* a library */\nlibrary (l) {\n  time_unit : \"1ns\"; // comment\n  unit (1,pf);\n  \
                        bare : !A & B ;\n  pin(A) { x : 1.5 }\n  values (\"1, 2\", \\\n \"3, 4\");\n}\n";

    #[test]
    fn groups_attributes_strings_comments_and_bare_expressions_are_read() {
        let group = parse(TEXT).unwrap();
        assert_eq!((group.name, group.arguments.as_slice()), ("library", ["l"].as_slice()));
        assert_eq!(group.simple("time_unit"), Some("1ns"));
        assert_eq!(group.simple("bare"), Some("!A & B"));
        assert_eq!(group.groups("pin").next().unwrap().number("x"), Some(1.5));
        assert!(group.items.contains(&Item::Complex("values", vec!["1, 2", "3, 4"])));
    }

    #[test]
    fn what_is_printed_reads_back_the_same_with_functions_in_quotes() {
        let group = parse(TEXT).unwrap();
        let mut text = String::new();
        group.print(0, &mut text);
        assert!(text.contains("bare : \"!A & B\";") && text.contains("time_unit : \"1ns\";"), "{text}");
        assert_eq!(parse(&text).unwrap(), group);
    }

    #[test]
    fn an_argument_that_is_no_name_is_printed_in_quotes() {
        let group = parse("library (l) { rise (\"a) {\", \"\", name, A[0]) { } }").unwrap();
        let mut text = String::new();
        group.print(0, &mut text);
        assert!(text.contains("rise(\"a) {\", \"\", name, \"A[0]\") {"), "{text}");
        assert_eq!(parse(&text).unwrap(), group);
    }

    #[test]
    fn a_broken_file_is_refused_with_the_line() {
        for (text, line, what) in [
            ("library (l) {\n  a : 1;\n", 3, "ends inside a group `library`"),
            ("library (l) {\n  a = 1;\n}", 2, "expected `:` or `(` after `a`"),
            ("library (l) {\n  a : \"1;\n}", 2, "a string has no end"),
            ("library (l) {\n  a : b\"c;\n}", 2, "a quote is out of place in the value `b\"c`"),
            ("\n/* x", 2, "a comment has no end"),
            ("a : 1;", 1, "does not begin with a group"),
            ("", 1, "expected the name"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.line == line && error.what.contains(what), "{text:?}: {error:?}");
        }
    }

    #[test]
    fn groups_nested_without_end_are_refused_with_the_line() {
        let nested = |levels: usize| "a() {\n".repeat(levels) + &"}\n".repeat(levels);
        assert!(parse(&nested(MAX_DEPTH)).is_ok());
        for levels in [MAX_DEPTH + 1, 1_000_000] {
            let error = parse(&nested(levels)).unwrap_err();
            assert!(error.line == MAX_DEPTH + 1 && error.what.contains("nested"), "{error:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "[a-z(){}:;,\"\\\\/* \n!é]{0,60}") {
            let _ = parse(&text);
            let _ = parse(&format!("library(l) {{ {text} }}"));
        }
    }
}
