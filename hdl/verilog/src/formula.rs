// SPDX-License-Identifier: Apache-2.0
//! Numbers that follow from parameters: written once in Rust, evaluated at any values, and printed as Verilog.

use std::fmt;

/// A number, or how one follows from named numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Formula {
    /// A constant.
    Number(u128),
    /// A parameter, by its name in Verilog.
    Name(String),
    /// An operator on two numbers, the left one first.
    Binary(Operator, Box<Formula>, Box<Formula>),
    /// Bits that can hold the values below a number.
    Clog2(Box<Formula>),
    /// The larger of two numbers.
    Larger(Box<Formula>, Box<Formula>),
    /// The smaller of two numbers.
    Smaller(Box<Formula>, Box<Formula>),
}

/// What makes one number of two; each is printed as Verilog's operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operator {
    /// `+`.
    Add,
    /// `-`: no number if it would be negative.
    Sub,
    /// `*`.
    Mul,
    /// Rounded down.
    Div,
    /// `<<`, by less than 100 places.
    Shl,
    /// Comparisons give 1 or 0.
    Greater,
    /// `>=`.
    NotLess,
    /// `==`.
    Equal,
}

use Operator::*;

/// Operators by how weakly they bind.
const LEVELS: [&[(&str, Operator)]; 4] = [
    &[(">=", NotLess), ("==", Equal), (">", Greater)],
    &[("<<", Shl)],
    &[("+", Add), ("-", Sub)],
    &[("*", Mul), ("/", Div)],
];

impl From<usize> for Formula {
    fn from(number: usize) -> Formula {
        Formula::Number(number as u128)
    }
}

impl std::ops::Add for Formula {
    type Output = Formula;

    fn add(self, other: Formula) -> Formula {
        Formula::of(Add, &self, &other)
    }
}

impl Formula {
    /// The parameter of this name.
    pub fn name(name: &str) -> Formula {
        Formula::Name(name.to_string())
    }

    /// Of two formulas; numbers are put together.
    pub fn of(op: Operator, left: &Formula, right: &Formula) -> Formula {
        let formula = Formula::Binary(op, Box::new(left.clone()), Box::new(right.clone()));
        match (op, left, right) {
            (_, Formula::Number(_), Formula::Number(_)) => {
                formula.value(&|_| None).map_or(formula, Formula::Number)
            }
            (Add, l, Formula::Number(0)) | (Mul, l, Formula::Number(1)) => l.clone(),
            (Add, Formula::Number(0), r) | (Mul, Formula::Number(1), r) => r.clone(),
            (Sub, l, r) if l == r => Formula::Number(0),
            _ => formula,
        }
    }

    /// Bits that can hold the values below `n`.
    pub fn clog2(n: &Formula) -> Formula {
        Formula::Clog2(Box::new(n.clone()))
    }

    /// The larger of two formulas; numbers are not put together.
    pub fn larger(a: &Formula, b: &Formula) -> Formula {
        Formula::Larger(Box::new(a.clone()), Box::new(b.clone()))
    }

    /// The smaller of two formulas; numbers are not put together.
    pub fn smaller(a: &Formula, b: &Formula) -> Formula {
        Formula::Smaller(Box::new(a.clone()), Box::new(b.clone()))
    }

    /// The number, where no parameter is in it.
    pub fn fixed(&self) -> Option<usize> {
        match self {
            Formula::Number(n) => usize::try_from(*n).ok(),
            _ => None,
        }
    }

    /// The number at given values; `None` if a name has none or the number would be negative.
    pub fn value(&self, of: &dyn Fn(&str) -> Option<u128>) -> Option<u128> {
        match self {
            Formula::Number(n) => Some(*n),
            Formula::Name(name) => of(name),
            Formula::Clog2(n) => Some(match n.value(of)? {
                0 | 1 => 0,
                n => u128::from((n - 1).ilog2()) + 1,
            }),
            Formula::Larger(a, b) => Some(a.value(of)?.max(b.value(of)?)),
            Formula::Smaller(a, b) => Some(a.value(of)?.min(b.value(of)?)),
            Formula::Binary(op, l, r) => {
                let (l, r) = (l.value(of)?, r.value(of)?);
                match op {
                    Add => l.checked_add(r),
                    Sub => l.checked_sub(r),
                    Mul => l.checked_mul(r),
                    Div => l.checked_div(r),
                    Shl if r < 100 => Some(l << r),
                    Shl => None,
                    Greater => Some((l > r).into()),
                    NotLess => Some((l >= r).into()),
                    Equal => Some((l == r).into()),
                }
            }
        }
    }

    /// The formula with names replaced.
    pub fn with(&self, of: &dyn Fn(&str) -> Option<Formula>) -> Formula {
        match self {
            Formula::Number(_) => self.clone(),
            Formula::Name(name) => of(name).unwrap_or_else(|| self.clone()),
            Formula::Clog2(n) => Formula::clog2(&n.with(of)),
            Formula::Larger(a, b) => Formula::larger(&a.with(of), &b.with(of)),
            Formula::Smaller(a, b) => Formula::smaller(&a.with(of), &b.with(of)),
            Formula::Binary(op, l, r) => Formula::of(*op, &l.with(of), &r.with(of)),
        }
    }

    /// Calls `see` with every name in it.
    pub fn names(&self, see: &mut dyn FnMut(&str)) {
        match self {
            Formula::Number(_) => {}
            Formula::Name(name) => see(name),
            Formula::Clog2(n) => n.names(see),
            Formula::Larger(l, r) | Formula::Smaller(l, r) | Formula::Binary(_, l, r) => {
                l.names(see);
                r.names(see);
            }
        }
    }

    /// Reads a formula in the notation of Rust: names, numbers, `+ - * / << > >= ==`, and the functions `clog2`, `bits`
    /// (at least one bit), `larger`, `smaller`, `div_ceil`, `nodes` (of a tree over so many leaves).
    ///
    /// # Errors
    /// The text that is not understood.
    pub fn parse(text: &str) -> Result<Formula, String> {
        let mut parser = Parser { rest: text.trim() };
        let formula = parser.level(0)?;
        match parser.rest {
            "" => Ok(formula),
            rest => Err(format!("`{rest}` of the formula `{text}`")),
        }
    }

    /// As an operand of an operator.
    fn operand(&self) -> String {
        match self {
            Formula::Binary(..) => format!("({self})"),
            _ => self.to_string(),
        }
    }
}

/// Verilog.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Number(n) => write!(f, "{n}"),
            Formula::Name(name) => f.write_str(name),
            Formula::Clog2(n) => write!(f, "$clog2({n})"),
            Formula::Larger(a, b) => write!(f, "({} > {} ? {a} : {b})", a.operand(), b.operand()),
            Formula::Smaller(a, b) => write!(f, "({} < {} ? {a} : {b})", a.operand(), b.operand()),
            Formula::Binary(op, l, r) => {
                let symbol = LEVELS.iter().flat_map(|level| level.iter()).find(|(_, o)| o == op);
                let symbol = symbol.map_or("", |(symbol, _)| symbol);
                // A sum of sums needs no parentheses.
                let left = match &**l {
                    Formula::Binary(Add, ..) if matches!(op, Add | Sub) => l.to_string(),
                    _ => l.operand(),
                };
                write!(f, "{left} {symbol} {}", r.operand())
            }
        }
    }
}

struct Parser<'t> {
    rest: &'t str,
}

impl Parser<'_> {
    fn takes(&mut self, symbol: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(symbol) else { return false };
        self.rest = rest.trim_start();
        true
    }

    fn level(&mut self, level: usize) -> Result<Formula, String> {
        let Some(operators) = LEVELS.get(level) else { return self.primary() };
        let mut left = self.level(level + 1)?;
        while let Some((_, op)) = operators.iter().find(|(symbol, _)| self.takes(symbol)) {
            left = Formula::of(*op, &left, &self.level(level + 1)?);
        }
        Ok(left)
    }

    fn primary(&mut self) -> Result<Formula, String> {
        if self.takes("(") {
            let inner = self.level(0)?;
            return self.takes(")").then_some(inner).ok_or_else(|| format!("`)` before `{}`", self.rest));
        }
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        if word.is_empty() {
            return Err(format!("a number or name before `{}`", self.rest));
        }
        if let Ok(number) = word.parse() {
            return Ok(Formula::Number(number));
        }
        if !self.takes("(") {
            return Ok(Formula::name(word));
        }
        let mut arguments = vec![self.level(0)?];
        while self.takes(",") {
            arguments.push(self.level(0)?);
        }
        if !self.takes(")") {
            return Err(format!("`)` before `{}`", self.rest));
        }
        let one = Formula::Number(1);
        let bits = |n: &Formula| Formula::larger(&Formula::clog2(n), &one);
        match (word, &arguments[..]) {
            ("clog2", [n]) => Ok(Formula::clog2(n)),
            ("bits", [n]) => Ok(bits(n)),
            ("larger", [a, b]) => Ok(Formula::larger(a, b)),
            ("smaller", [a, b]) => Ok(Formula::smaller(a, b)),
            ("div_ceil", [a, b]) => {
                let sum = Formula::of(Sub, &Formula::of(Add, a, b), &one);
                Ok(Formula::of(Div, &sum, b))
            }
            ("nodes", [n]) => Ok(Formula::of(Sub, &Formula::of(Shl, &Formula::Number(2), &bits(n)), &one)),
            _ => Err(format!("the function `{word}`")),
        }
    }
}

/// The functions of formulas for the compiler: bits that can hold the values below `n`.
pub const fn clog2(n: usize) -> usize {
    match n {
        0 | 1 => 0,
        _ => (n - 1).ilog2() as usize + 1,
    }
}

/// Bits of a number below `n`, at least 1.
pub const fn bits(n: usize) -> usize {
    larger(clog2(n), 1)
}

/// The larger of two numbers.
pub const fn larger(a: usize, b: usize) -> usize {
    if a > b {
        a
    } else {
        b
    }
}

/// The smaller of two numbers.
pub const fn smaller(a: usize, b: usize) -> usize {
    if a < b {
        a
    } else {
        b
    }
}

/// `a / b`, rounded up.
pub const fn div_ceil(a: usize, b: usize) -> usize {
    a.div_ceil(b)
}

/// Nodes of a minimum tree over `n` members.
pub const fn nodes(n: usize) -> usize {
    (2 << bits(n)) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_read_evaluated_and_printed() {
        let of = |name: &str| (name == "N").then_some(19);
        for (text, value, verilog) in [
            ("clog2(N + 1)", 5, "$clog2(N + 1)"),
            ("bits(N)", 5, "($clog2(N) > 1 ? $clog2(N) : 1)"),
            ("2 * N - 1", 37, "(2 * N) - 1"),
            ("div_ceil(N, 4)", 5, "(N + 4 - 1) / 4"),
            ("N >= 4", 1, "N >= 4"),
            ("(1 << N) - 1", 0x7_ffff, "(1 << N) - 1"),
            ("nodes(N)", 63, "(2 << ($clog2(N) > 1 ? $clog2(N) : 1)) - 1"),
        ] {
            let formula = Formula::parse(text).unwrap();
            assert_eq!((text, formula.value(&of), &formula.to_string()[..]), (text, Some(value), verilog));
        }
    }

    #[test]
    fn what_is_no_formula_is_named() {
        assert!(Formula::parse("log(N)").unwrap_err().contains("log"));
        assert!(Formula::parse("(N").unwrap_err().contains("`)`"));
        assert_eq!(Formula::parse("4 - 7").unwrap().value(&|_| None), None);
    }
}
