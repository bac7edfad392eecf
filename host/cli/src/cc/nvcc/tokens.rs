// SPDX-License-Identifier: Apache-2.0
//! The tokens of a C++ source before preprocessing, as far as finding launches and assembly needs them.

use std::ops::Range;

/// What a token is; a sign is one character, so `<<<` is three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Word,
    Number,
    /// A string, with its quotes and prefix.
    Text,
    /// A string in which a backslash is a backslash.
    RawText,
    Character,
    Sign(u8),
}

/// A token and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    pub at: Range<usize>,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// All tokens; comments and space are between them. Nothing is an error: a quote without a partner ends with its line, as in
/// text that a condition leaves out.
pub fn tokens(source: &[u8]) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < source.len() {
        let rest = &source[at..];
        if rest[0].is_ascii_whitespace() || rest.starts_with(b"\\\n") {
            at += 1;
        } else if rest.starts_with(b"//") {
            at += line_end(rest, b'\n');
        } else if rest.starts_with(b"/*") {
            at += find(&rest[2..], b"*/").map_or(rest.len(), |end| end + 4);
        } else {
            let (kind, length) = token(rest);
            found.push(Token { kind, at: at..at + length });
            at += length;
        }
    }
    found
}

/// The token at the start, and its length.
fn token(rest: &[u8]) -> (Kind, usize) {
    let next_is_digit = rest.get(1).is_some_and(u8::is_ascii_digit);
    match rest[0] {
        b'"' => (Kind::Text, line_end(rest, b'"')),
        b'\'' => (Kind::Character, line_end(rest, b'\'')),
        first if first.is_ascii_digit() || (first == b'.' && next_is_digit) => (Kind::Number, number(rest)),
        first if is_word(first) => {
            let length = rest.iter().take_while(|byte| is_word(**byte)).count();
            match (&rest[..length], rest.get(length)) {
                (b"R" | b"LR" | b"uR" | b"UR" | b"u8R", Some(b'"')) => {
                    (Kind::RawText, length + raw(&rest[length..]))
                }
                (b"L" | b"u" | b"U" | b"u8", Some(b'"')) => {
                    (Kind::Text, length + line_end(&rest[length..], b'"'))
                }
                _ => (Kind::Word, length),
            }
        }
        sign => (Kind::Sign(sign), 1),
    }
}

/// Where text ends that begins with a character of its own: behind `mark`, or before the end of the line. A backslash keeps
/// the next character from being either.
fn line_end(rest: &[u8], mark: u8) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 1,
            b'\n' => return at,
            byte if byte == mark => return at + 1,
            _ => {}
        }
        at += 1;
    }
    rest.len()
}

/// Digits with points, exponents and apostrophes between them.
fn number(rest: &[u8]) -> usize {
    let goes_on = |at: usize| match rest[at] {
        b'.' => true,
        b'+' | b'-' => matches!(rest[at - 1], b'e' | b'E' | b'p' | b'P'),
        b'\'' => rest.get(at + 1).is_some_and(u8::is_ascii_alphanumeric),
        byte => is_word(byte),
    };
    (1..rest.len()).find(|at| !goes_on(*at)).unwrap_or(rest.len())
}

/// The length of `"mark(...)mark"`.
fn raw(rest: &[u8]) -> usize {
    let Some(open) = rest.iter().position(|byte| *byte == b'(') else { return rest.len() };
    let end = [b")", &rest[1..open], b"\""].concat();
    find(&rest[open..], &end).map_or(rest.len(), |at| open + at + end.len())
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(source: &str) -> Vec<(Kind, &str)> {
        tokens(source.as_bytes()).into_iter().map(|token| (token.kind, &source[token.at])).collect()
    }

    #[test]
    fn strings_comments_and_numbers_are_single_tokens_or_none() {
        use Kind::{Character, Number, RawText, Sign, Text, Word};
        assert_eq!(
            kinds("a/* < */u8\"<\\\"<\"// <\n'<' 1'0e+3f .5<R\"x(\")\" <)x\" \"open\nb"),
            [
                (Word, "a"),
                (Text, "u8\"<\\\"<\""),
                (Character, "'<'"),
                (Number, "1'0e+3f"),
                (Number, ".5"),
                (Sign(b'<'), "<"),
                (RawText, "R\"x(\")\" <)x\""),
                (Text, "\"open"),
                (Word, "b"),
            ]
        );
        assert_eq!(kinds("don't\nx").last(), Some(&(Word, "x")));
        assert_eq!(kinds("/* open").len() + kinds("// line \\\n still").len() + kinds("").len(), 0);
    }
}
