// SPDX-License-Identifier: Apache-2.0
//! Boolean functions of cells, as Liberty writes them, and as Verilog.

use std::fmt;

/// A Boolean expression over pins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Function {
    /// The same whatever the pins are.
    Constant(bool),
    /// An input of the cell by its name, or the state of a flip-flop or its inverse.
    Pin(String),
    /// The inverse.
    Not(Box<Function>),
    /// True if both are.
    And(Box<Function>, Box<Function>),
    /// True if one is, or both are.
    Or(Box<Function>, Box<Function>),
    /// True if one is and the other is not.
    Xor(Box<Function>, Box<Function>),
}

use Function::{And, Constant, Not, Or, Pin, Xor};

/// Operators of a function at most, and parentheses and negations in one another. Functions are walked by recursion, and cells
/// have a dozen pins.
const MAX_OPERATORS: usize = 2000;
const MAX_DEPTH: usize = 100;

/// Pins up to which [`Function::table`] makes a truth table.
const TABLE_PINS: usize = 6;

impl Function {
    /// Reads an expression: `!A` and `A'`, then `^`, then `*`, `&` or nothing, then `+` or `|`. (A Liberty file says
    /// `^` binds tighter than `&`.)
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Function, String> {
        let mut reader = Reader { text: text.as_bytes(), at: 0, depth: 0 };
        let operators = reader.text.iter().filter(|byte| !named(**byte)).count();
        if operators > MAX_OPERATORS {
            return Err(format!("a function has more than {MAX_OPERATORS} operators"));
        }
        let function = reader.or()?;
        match reader.next() {
            None => Ok(function),
            Some(b) => Err(format!("`{}` is out of place in the function `{text}`", b as char)),
        }
    }

    /// Its pins, sorted.
    pub fn pins(&self) -> Vec<&str> {
        let mut pins = Vec::new();
        self.collect(&mut pins);
        pins.sort_unstable();
        pins.dedup();
        pins
    }

    /// Value of output bit `i` of the table: the function where pin `k` of [`Function::pins`] is bit `k` of `i`. `None` for
    /// more than six pins.
    pub fn table(&self) -> Option<Vec<bool>> {
        let pins = self.pins();
        let value = |i: usize| {
            self.value(&|pin| pins.iter().position(|p| *p == pin).is_some_and(|k| i >> k & 1 == 1))
        };
        (pins.len() <= TABLE_PINS).then(|| (0..1 << pins.len()).map(value).collect())
    }

    /// The value where `pin` gives that of each pin.
    pub fn value(&self, pin: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Constant(value) => *value,
            Pin(name) => pin(name),
            Not(a) => !a.value(pin),
            And(a, b) => a.value(pin) && b.value(pin),
            Or(a, b) => a.value(pin) || b.value(pin),
            Xor(a, b) => a.value(pin) != b.value(pin),
        }
    }

    fn collect<'a>(&'a self, pins: &mut Vec<&'a str>) {
        match self {
            Constant(_) => {}
            Pin(name) => pins.push(name),
            Not(a) => a.collect(pins),
            And(a, b) | Or(a, b) | Xor(a, b) => {
                a.collect(pins);
                b.collect(pins);
            }
        }
    }
}

/// As a Verilog expression.
impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant(value) => write!(f, "1'b{}", u8::from(*value)),
            Pin(name) => f.write_str(name),
            Not(a) => write!(f, "~{a}"),
            And(a, b) => write!(f, "({a} & {b})"),
            Or(a, b) => write!(f, "({a} | {b})"),
            Xor(a, b) => write!(f, "({a} ^ {b})"),
        }
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    /// Parentheses and negations round what comes next.
    depth: usize,
}

impl Reader<'_> {
    /// What `read` reads, one level deeper.
    fn inside(&mut self, read: impl Fn(&mut Self) -> Result<Function, String>) -> Result<Function, String> {
        if self.depth == MAX_DEPTH {
            return Err(format!("a function is nested more than {MAX_DEPTH} deep"));
        }
        self.depth += 1;
        let function = read(self);
        self.depth -= 1;
        function
    }

    /// What comes next after white space.
    fn next(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn take(&mut self, any: &[u8]) -> bool {
        let found = self.next().is_some_and(|b| any.contains(&b));
        self.at += usize::from(found);
        found
    }

    fn or(&mut self) -> Result<Function, String> {
        let mut left = self.and()?;
        while self.take(b"+|") {
            left = Or(left.into(), self.and()?.into());
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Function, String> {
        let mut left = self.xor()?;
        // Two terms side by side are a product.
        while self.take(b"*&") || self.next().is_some_and(|b| b == b'(' || b == b'!' || named(b)) {
            left = And(left.into(), self.xor()?.into());
        }
        Ok(left)
    }

    fn xor(&mut self) -> Result<Function, String> {
        let mut left = self.not()?;
        while self.take(b"^") {
            left = Xor(left.into(), self.not()?.into());
        }
        Ok(left)
    }

    fn not(&mut self) -> Result<Function, String> {
        if self.take(b"!") {
            return Ok(Not(self.inside(Self::not)?.into()));
        }
        let mut term = self.term()?;
        while self.take(b"'") {
            term = Not(term.into());
        }
        Ok(term)
    }

    fn term(&mut self) -> Result<Function, String> {
        if self.take(b"(") {
            let inside = self.inside(Self::or)?;
            return if self.take(b")") { Ok(inside) } else { Err("a `(` has no `)`".to_string()) };
        }
        self.next();
        let rest = &self.text[self.at..];
        let length = rest.iter().position(|b| !named(*b)).unwrap_or(rest.len());
        self.at += length;
        match &rest[..length] {
            b"" => Err("a pin is missing".to_string()),
            b"0" => Ok(Constant(false)),
            b"1" => Ok(Constant(true)),
            name => Ok(Pin(String::from_utf8_lossy(name).into_owned())),
        }
    }
}

fn named(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verilog(text: &str) -> String {
        Function::parse(text).unwrap().to_string()
    }

    #[test]
    fn every_way_to_write_an_operator_is_read() {
        assert_eq!(verilog("!(A&B)"), "~(A & B)");
        assert_eq!(verilog("(A B)'"), "~(A & B)");
        assert_eq!(verilog("A*B + C' | 0"), "(((A & B) | ~C) | 1'b0)");
        assert_eq!(verilog("A ^ B & C"), "((A ^ B) & C)");
        assert_eq!(verilog("1"), "1'b1");
    }

    #[test]
    fn the_table_lists_the_values_by_sorted_pin() {
        let nand = Function::parse("!(B & A)").unwrap();
        assert_eq!((nand.pins(), nand.table()), (vec!["A", "B"], Some(vec![true, true, true, false])));
        assert_eq!(Function::parse("A+B+C+D+E+F+G").unwrap().table(), None);
    }

    #[test]
    fn functions_without_end_are_refused() {
        let many = 1_000_000;
        for (text, what) in [
            ("(".repeat(MAX_DEPTH + 1) + "A", "nested"),
            ("!".repeat(MAX_DEPTH + 1) + "A", "nested"),
            ("(".repeat(many), "operators"),
            ("!".repeat(many), "operators"),
            ("A".to_string() + &"'".repeat(many), "operators"),
            ("A+".repeat(many) + "A", "operators"),
            ("A ".repeat(many), "operators"),
            ("A\n".repeat(many), "operators"),
        ] {
            let error = Function::parse(&text).unwrap_err();
            assert!(error.contains(what), "{}: {error}", &text[..2]);
        }
    }

    #[test]
    fn what_is_no_function_is_refused() {
        for (text, what) in
            [("A&", "a pin is missing"), ("(A", "has no `)`"), ("A)", "out of place"), ("", "pin")]
        {
            let error = Function::parse(text).unwrap_err();
            assert!(error.contains(what), "{text}: {error}");
        }
    }
}
