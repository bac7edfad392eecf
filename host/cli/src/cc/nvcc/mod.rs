// SPDX-License-Identifier: Apache-2.0
//! What nvcc takes and clang does not, in clang's words. It is done on the tokens of the sources, line for line, before anything
//! is preprocessed, so that macros are covered and messages show the lines of the program:
//!
//! - spaces within the brackets of a launch: `k<< <1, 32>> >()`
//! - a register by its name in assembly with operands, `"mov.u32 %0, %smid;"`, where clang wants `%%smid`. What could be an operand
//!   (`%0`, `%r1`, `%[name]`) stays one.

mod tokens;

use tokens::{tokens, Kind, Token};

/// The source in clang's words; `None` if it is that already.
pub fn translated(source: &[u8]) -> Option<Vec<u8>> {
    let tokens = tokens(source);
    let mut changes: Vec<(std::ops::Range<usize>, Vec<u8>)> = Vec::new();
    for (n, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Sign(b'<') => launch(source, &tokens, n, &mut changes),
            Kind::Word if matches!(&source[token.at.clone()], b"asm" | b"__asm" | b"__asm__") => {
                assembly(source, &tokens, n + 1, &mut changes);
            }
            _ => {}
        }
    }
    if changes.is_empty() {
        return None;
    }
    // Launches in one another, which are not C++, share their end.
    changes.sort_by_key(|(range, _)| range.start);
    changes.dedup();
    let mut text = Vec::with_capacity(source.len() + 64);
    let mut done = 0;
    for (range, new) in changes {
        text.extend_from_slice(&source[done..range.start]);
        text.extend_from_slice(&new);
        done = range.end;
    }
    text.extend_from_slice(&source[done..]);
    Some(text)
}

/// Three brackets from token `n` on.
fn three(tokens: &[Token], n: usize, sign: u8) -> Option<&[Token]> {
    tokens.get(n..n + 3).filter(|three| three.iter().all(|token| token.kind == Kind::Sign(sign)))
}

/// Puts three brackets side by side, with what was between them behind.
fn join(source: &[u8], three: &[Token], changes: &mut Vec<(std::ops::Range<usize>, Vec<u8>)>) {
    let all = three[0].at.start..three[2].at.end;
    if all.len() > 3 {
        let mut text = source[three[0].at.clone()].repeat(3);
        text.extend_from_slice(&source[three[0].at.end..three[1].at.start]);
        text.extend_from_slice(&source[three[1].at.end..three[2].at.start]);
        changes.push((all, text));
    }
}

/// A launch whose brackets begin at token `n`. In no other place of C++ are there three of them: `operator<< <T>` apart, a shift is
/// not followed by a bracket.
fn launch(source: &[u8], tokens: &[Token], n: usize, changes: &mut Vec<(std::ops::Range<usize>, Vec<u8>)>) {
    let before = n.checked_sub(1).map(|n| &tokens[n]);
    let is_operator = before.is_some_and(|token| &source[token.at.clone()] == b"operator");
    let is_inner = before.is_some_and(|token| token.kind == Kind::Sign(b'<'));
    let Some(open) = three(tokens, n, b'<').filter(|_| !is_operator && !is_inner) else { return };
    join(source, open, changes);
    // The end: the first three brackets that can be it where every other bracket is closed.
    let mut depth = 0;
    for at in n + 3..tokens.len() {
        match tokens[at].kind {
            Kind::Sign(b'(' | b'[' | b'{') => depth += 1,
            Kind::Sign(b')' | b']' | b'}') if depth == 0 => return,
            Kind::Sign(b')' | b']' | b'}') => depth -= 1,
            Kind::Sign(b';') if depth == 0 => return,
            Kind::Sign(b'>') if depth == 0 => {
                if let Some(close) = three(tokens, at, b'>').filter(|_| ends(source, tokens, at + 3)) {
                    return join(source, close, changes);
                }
            }
            _ => {}
        }
    }
}

/// Whether what is before token `n` can be the end of a launch: arguments follow, or the end of the line, as in a macro.
fn ends(source: &[u8], tokens: &[Token], n: usize) -> bool {
    let Some(next) = tokens.get(n) else { return true };
    next.kind == Kind::Sign(b'(') || source[tokens[n - 1].at.end..next.at.start].contains(&b'\n')
}

/// Assembly whose qualifiers or parenthesis are at token `n`. Without operands a percent sign is one, there as in clang.
fn assembly(source: &[u8], tokens: &[Token], n: usize, changes: &mut Vec<(std::ops::Range<usize>, Vec<u8>)>) {
    let open = (n..tokens.len()).find(|n| tokens[*n].kind != Kind::Word).unwrap_or(n);
    if tokens.get(open).map(|token| token.kind) != Some(Kind::Sign(b'(')) {
        return;
    }
    let mut depth = 0;
    let mut end = open + 1;
    while let Some(token) = tokens.get(end) {
        match token.kind {
            Kind::Sign(b':') if depth == 0 => break,
            Kind::Sign(b'(') => depth += 1,
            Kind::Sign(b')') if depth == 0 => return,
            Kind::Sign(b')') => depth -= 1,
            _ => {}
        }
        end += 1;
    }
    let texts = tokens[open..end.min(tokens.len())].iter();
    for token in texts.filter(|token| matches!(token.kind, Kind::Text | Kind::RawText)) {
        let old = &source[token.at.clone()];
        let new = doubled(old, token.kind == Kind::RawText);
        if new != old {
            changes.push((token.at.clone(), new));
        }
    }
}

/// A string of assembly whose names of registers have two percent signs.
fn doubled(text: &[u8], raw: bool) -> Vec<u8> {
    let mut new = Vec::with_capacity(text.len() + 4);
    let mut at = 0;
    while at < text.len() {
        let pair = &text[at..(at + 2).min(text.len())];
        if pair == b"%%" || (!raw && pair[0] == b'\\') {
            new.extend_from_slice(pair);
            at += pair.len();
            continue;
        }
        if pair[0] == b'%' && is_name(&text[at + 1..]) {
            new.push(b'%');
        }
        new.push(pair[0]);
        at += 1;
    }
    new
}

/// Whether what follows a percent sign is the name of a register: neither an operand nor a letter that says how one is written.
fn is_name(text: &[u8]) -> bool {
    let length = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let (name, after) = text.split_at(length);
    let Some((first, digits)) = name.split_first() else { return false };
    let is_operand = digits.iter().all(u8::is_ascii_digit) && (!digits.is_empty() || after.starts_with(b"["));
    !first.is_ascii_digit() && !is_operand
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &str) {
        let found = translated(source.as_bytes()).map(|text| String::from_utf8(text).expect("UTF-8"));
        assert_eq!(found.as_deref().unwrap_or(source), expected);
        assert_eq!(found.is_some(), source != expected, "{source}");
    }

    #[test]
    fn the_brackets_of_a_launch_come_together_and_lines_stay() {
        check("k<< <1,1>> >();", "k<<< 1,1>>> ();");
        check("k<<<1,1>> >(x);", "k<<<1,1>>> (x);");
        check(
            "k<int> << /*1*/\n< dim3(a > b), n >> 1 > >> (x);",
            "k<int> <<< /*1*/\n dim3(a > b), n >> 1 >>>  (x);",
        );
        check("#define RUN(k) k< < <1, 2> > >(3)", "#define RUN(k) k<<<  1, 2>>>  (3)");
        check("#define RUN(k) k<< < 1, 2 >> >\nx", "#define RUN(k) k<<<  1, 2 >>> \nx");
        check("k<< <(f<v<v<int>> >(2)), 1>> >(1);", "k<<< (f<v<v<int>> >(2)), 1>>> (1);");
    }

    #[test]
    fn brackets_that_are_no_launch_stay_as_they_are() {
        for source in [
            "k<<<1, 2>>>(3); x << y; f<a<b<c> > >(1);",
            "friend std::ostream &operator<< <T>(std::ostream &, const S<T> &);",
            "// k<< <1>> >()\n/* k<< <1>> >() */ char c = '<'; const char *s = \"k<< <1,1>> >()\", *r = R\"(k<< <1>> >())\";",
            "vector<vector<vector<int> > > v; if (a < b && c << 1 > d) {}",
        ] {
            check(source, source);
        }
    }

    #[test]
    fn no_text_is_too_bad_and_none_gains_or_loses_a_line() {
        let parts =
            ["<", "<<", ">", ">>", "(", ")", " ", "\n", ";", "k", "asm", "\"%k", ":", "'", "/*", "R\"("];
        for n in 0..16usize.pow(4) {
            let text: String = (0..4).map(|digit| parts[n >> (4 * digit) & 15]).collect();
            let text = format!("k<< <asm({text}>> >(\"%a\":)");
            if let Some(new) = translated(text.as_bytes()) {
                let lines = |text: &[u8]| text.iter().filter(|byte| **byte == b'\n').count();
                assert_eq!(lines(&new), lines(text.as_bytes()), "{text}");
            }
        }
    }

    #[test]
    fn registers_in_assembly_with_operands_get_the_second_percent_sign() {
        check(r#"asm("mov.u32 %0, %smid;" : "=r"(x));"#, r#"asm("mov.u32 %0, %%smid;" : "=r"(x));"#);
        check(
            r#"__asm__ volatile ("add %0, %tid.x,"  "%1; // %clock64\n" :: "r"(y), "%a"(z));"#,
            r#"__asm__ volatile ("add %0, %%tid.x,"  "%1; // %%clock64\n" :: "r"(y), "%a"(z));"#,
        );
        check(
            r##"asm(R"(mov %0, %smid;\%laneid)" : "=r"(x))"##,
            r##"asm(R"(mov %0, %%smid;\%%laneid)" : "=r"(x))"##,
        );
        check(
            r#"asm("mov.u64 %0, %" #name ", %lanemask_lt;" : )"#,
            r#"asm("mov.u64 %0, %" #name ", %%lanemask_lt;" : )"#,
        );
        for source in [
            r#"asm("mov.u32 %0, %%smid; %r1 %[out] %c[in] %= \%x;" : [out] "=r"(x));"#,
            r#"asm volatile("membar.gl; // %smid");"#,
            r#"printf("%smid" ": %d", 1); int asm_count; f(asm);"#,
        ] {
            check(source, source);
        }
    }
}
