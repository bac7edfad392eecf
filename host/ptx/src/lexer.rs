// SPDX-License-Identifier: Apache-2.0
//! PTX text to tokens.

use crate::error::PtxError;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tok<'a> {
    /// Identifier, directive, opcode with its modifiers, or register name.
    Word(&'a str),
    /// Integer literal as its 64-bit pattern.
    Int(u64),
    /// `0f` literal: bits of an f32.
    F32(u32),
    /// `0d` literal or decimal floating-point literal.
    F64(f64),
    Str(&'a str),
    Punct(u8),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub tok: Tok<'a>,
    /// Line, from 1.
    pub line: u32,
    /// Byte range in the text.
    pub start: usize,
    pub end: usize,
}

/// Splits `text` into tokens; comments vanish. `origin` names the text in errors.
pub(crate) fn lex<'a>(text: &'a str, origin: &str) -> Result<Vec<Token<'a>>, PtxError> {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0, line: 1 };
    let mut tokens = Vec::new();
    loop {
        match lexer.next_token() {
            Ok(Some(token)) => tokens.push(token),
            Ok(None) => return Ok(tokens),
            Err(what) => {
                return Err(PtxError { origin: origin.into(), line: lexer.line, kernel: None, what });
            }
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    line: u32,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'%')
}

impl<'a> Lexer<'a> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn next_token(&mut self) -> Result<Option<Token<'a>>, String> {
        self.skip_blank()?;
        let (start, line) = (self.at, self.line);
        let Some(&first) = self.bytes.get(start) else { return Ok(None) };
        let tok = if first.is_ascii_digit() {
            self.number()?
        } else if is_word(first) {
            self.at += 1;
            while is_word(self.peek(0)) || self.double_colon() {
                self.at += if self.peek(0) == b':' { 2 } else { 1 };
            }
            Tok::Word(&self.text[start..self.at])
        } else if first == b'"' {
            let rest = &self.bytes[start + 1..];
            let len = rest.iter().position(|&b| b == b'"').ok_or("string without its closing quote")?;
            self.line += rest[..len].iter().filter(|&&b| b == b'\n').count() as u32;
            self.at += len + 2;
            Tok::Str(&self.text[start + 1..start + 1 + len])
        } else if first.is_ascii_punctuation() {
            self.at += 1;
            Tok::Punct(first)
        } else {
            let shown = self.text[start..].chars().next().unwrap_or('?');
            return Err(format!("unexpected character {shown:?}"));
        };
        Ok(Some(Token { tok, line, start, end: self.at }))
    }

    /// `::` inside an opcode such as `shared::cta`.
    fn double_colon(&self) -> bool {
        self.peek(0) == b':' && self.peek(1) == b':' && self.peek(2).is_ascii_alphabetic()
    }

    fn skip_blank(&mut self) -> Result<(), String> {
        loop {
            match (self.peek(0), self.peek(1)) {
                (b'/', b'/') => {
                    while self.at < self.bytes.len() && self.peek(0) != b'\n' {
                        self.at += 1;
                    }
                }
                (b'/', b'*') => {
                    let rest = &self.bytes[self.at + 2..];
                    let len = rest.windows(2).position(|w| w == b"*/").ok_or("comment without its end")?;
                    self.line += rest[..len].iter().filter(|&&b| b == b'\n').count() as u32;
                    self.at += len + 4;
                }
                (b'\n', _) => {
                    self.line += 1;
                    self.at += 1;
                }
                (byte, _) if byte.is_ascii_whitespace() || (byte == 0 && self.at < self.bytes.len()) => {
                    self.at += 1
                }
                _ => return Ok(()),
            }
        }
    }

    fn number(&mut self) -> Result<Tok<'a>, String> {
        let start = self.at;
        while self.peek(0).is_ascii_alphanumeric() || self.peek(0) == b'.' || self.exponent_sign(start) {
            self.at += 1;
        }
        let text = &self.text[start..self.at];
        let bad = || format!("malformed number `{text}`");
        let hex = |digits: &str| u64::from_str_radix(digits, 16).map_err(|_| bad());
        let prefix = text.get(..2).unwrap_or("").to_ascii_lowercase();
        let rest = text.get(2..).unwrap_or("");
        match prefix.as_str() {
            "0f" if rest.len() == 8 => return Ok(Tok::F32(hex(rest)? as u32)),
            "0d" if rest.len() == 16 => return Ok(Tok::F64(f64::from_bits(hex(rest)?))),
            "0f" | "0d" => return Err(bad()),
            _ => {}
        }
        let unsuffixed = text.strip_suffix(['U', 'u']).unwrap_or(text);
        let digits = unsuffixed.get(2..).unwrap_or("");
        match prefix.as_str() {
            "0x" => return hex(digits).map(Tok::Int),
            "0b" => return u64::from_str_radix(digits, 2).map(Tok::Int).map_err(|_| bad()),
            _ => {}
        }
        if unsuffixed.bytes().all(|b| b.is_ascii_digit()) {
            let octal = unsuffixed.len() > 1 && unsuffixed.starts_with('0');
            return u64::from_str_radix(unsuffixed, if octal { 8 } else { 10 })
                .map(Tok::Int)
                .map_err(|_| bad());
        }
        text.parse().map(Tok::F64).map_err(|_| bad())
    }

    /// The sign in the exponent of a decimal number, as in `1e-5`.
    fn exponent_sign(&self, start: usize) -> bool {
        let radix = self.bytes.get(start + 1).copied().unwrap_or(0);
        matches!(self.peek(0), b'+' | b'-')
            && self.at > start
            && matches!(self.bytes[self.at - 1], b'e' | b'E')
            && !b"xXfFdDbB".contains(&radix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toks(text: &str) -> Vec<Tok<'_>> {
        lex(text, "test").unwrap().into_iter().map(|t| t.tok).collect()
    }

    #[test]
    fn literals_have_their_bit_patterns() {
        let want = [
            Tok::Int(255),
            Tok::Int(8),
            Tok::Int(5),
            Tok::F32(0x3f80_0000),
            Tok::F64(1.0),
            Tok::F64(1e-5),
            Tok::Int(u64::MAX),
        ];
        assert_eq!(toks("0xFFU 010 0b101 0f3F800000 0d3FF0000000000000 1e-5 18446744073709551615"), want);
    }

    #[test]
    fn comments_of_both_kinds_vanish_and_lines_are_counted() {
        let tokens = lex("a // x\n/* y\n z */ b", "test").unwrap();
        assert_eq!(tokens.iter().map(|t| t.line).collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn opcodes_keep_their_modifiers_in_one_word() {
        assert_eq!(toks("@%p1 bra.uni $L_1;")[1..3], [Tok::Word("%p1"), Tok::Word("bra.uni")]);
    }

    #[test]
    fn malformed_text_is_an_error_with_its_line() {
        for text in ["\n0x", "\n\"abc", "\n/* abc", "\n0fzz", "\n\u{e9}"] {
            assert_eq!(lex(text, "t").unwrap_err().line, 2, "{text}");
        }
    }
}
