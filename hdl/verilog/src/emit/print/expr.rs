// SPDX-License-Identifier: Apache-2.0
//! Expressions as Verilog text: parentheses wherever operators mix, sized literals.

use num_bigint::BigUint;

use super::super::ir::{Binary, Expr, Kind, Part, Place, Rule, Signal, Unary, ELEMENT};
use super::{Printer, WIDTH};
use crate::formula::{Formula, Operator};

/// Bits of a Verilog number without a size.
const NUMBER_BITS: usize = 32;

impl Printer<'_> {
    /// `head value tail`, broken at the outermost operator if it is long.
    pub(super) fn broken(&mut self, indent: usize, head: &str, value: &Expr, tail: &str) {
        let text = format!("{head}{}{tail}", self.expr(value, false));
        if 4 * indent + text.len() <= WIDTH {
            return self.line(indent, &text);
        }
        let mut operands = vec![];
        let symbol = match value {
            Expr::Binary(op, ..) if associative(*op) => {
                flatten(value, *op, &mut operands);
                symbol(*op)
            }
            Expr::Binary(op, l, r) if !matches!(op, Binary::Shl | Binary::Shr) => {
                operands = vec![&**l, &**r];
                symbol(*op)
            }
            Expr::Concat(parts) => {
                let parts: Vec<String> = parts.iter().map(|p| self.expr(p, false)).collect();
                return self.concatenation(indent, head, &parts, tail);
            }
            // A call of nothing but a place has no operator to break at.
            Expr::Read(..) if !head.trim_end().is_empty() && head.ends_with("= ") => {
                self.line(indent, head.trim_end());
                return self.line(indent + 1, &format!("{}{tail}", self.expr(value, false)));
            }
            _ => return self.line(indent, &text),
        };
        self.line(indent, &format!("{head}{}", self.expr(operands[0], true)));
        for (n, operand) in operands[1..].iter().enumerate() {
            let end = if n + 2 < operands.len() { "" } else { tail };
            self.line(indent + 1, &format!("{symbol} {}{end}", self.expr(operand, true)));
        }
    }

    pub(super) fn place(&self, place: &Place, declared: usize) -> String {
        let s = self.signal(place.signal);
        let width = &self.signal(declared).width;
        match (&place.element, &place.part) {
            (Some(e), part) if s.memory => {
                let word = format!("{}[{}]", s.name, self.number(e, false));
                match part {
                    Part::Whole => word,
                    Part::Bit(i) => format!("{word}[{}]", self.number(i, false)),
                    Part::Slice(i, w) => self.slice(&word, i, w),
                }
            }
            (None, Part::Whole) => s.name.clone(),
            (None, Part::Bit(i)) => format!("{}[{}]", s.name, self.number(i, false)),
            (None, Part::Slice(i, w)) => self.slice(&s.name, i, w),
            (Some(e), part) => {
                let start = self.start(e, width);
                let offset = |i: &Expr| match i {
                    Expr::Number(Formula::Number(0)) => start.clone(),
                    i => Expr::Binary(Binary::Add, Box::new(start.clone()), Box::new(i.clone())),
                };
                match part {
                    Part::Whole if *width == Formula::Number(1) => {
                        format!("{}[{}]", s.name, self.number(&start, false))
                    }
                    Part::Whole => self.slice(&s.name, &start, width),
                    Part::Bit(i) => format!("{}[{}]", s.name, self.number(&offset(i), false)),
                    Part::Slice(i, w) => self.slice(&s.name, &offset(i), w),
                }
            }
        }
    }

    /// Where the element `e` begins in a vector whose elements have `width` bits.
    fn start(&self, e: &Expr, width: &Formula) -> Expr {
        let times = |e: Expr, width: Expr| Expr::Binary(Binary::Mul, Box::new(e), Box::new(width));
        let own = e.width().and_then(|bits| bits.fixed());
        match (e, width.fixed()) {
            (Expr::Number(n), _) => Expr::Number(Formula::of(Operator::Mul, n, width)),
            (e, Some(1)) => e.clone(),
            // A signal is made as wide as the product needs, for whatever it may be: what is behind the last element must not wrap
            // round to the first. A parameter in the product, and what is computed as a number is, is wide by itself.
            (e, Some(width)) if own.is_some_and(|bits| bits < NUMBER_BITS) && !self.is_constant(e) => {
                let bits = own.unwrap_or_default() + width.ilog2() as usize + 1;
                let wide = Expr::Extend(Box::new(e.clone()), bits.into());
                times(wide, Expr::Literal(width as u128, bits.into()))
            }
            (e, _) => times(e.clone(), Expr::Number(width.clone())),
        }
    }

    fn is_constant(&self, e: &Expr) -> bool {
        matches!(e, Expr::Read(place, _) if self.signal(place.signal).kind == Kind::Constant)
    }

    fn slice(&self, name: &str, start: &Expr, width: &Formula) -> String {
        match (start, width.fixed()) {
            (Expr::Number(Formula::Number(n)), Some(width)) => {
                format!("{name}[{}:{n}]", n + width as u128 - 1)
            }
            (Expr::Number(Formula::Number(0)), None) => format!("{name}[{}:0]", highest(width)),
            (start, _) => format!("{name}[{} +: {width}]", self.number(start, true)),
        }
    }

    /// A number in an index or a shift: constants stand for their values there.
    pub(super) fn number(&self, e: &Expr, nested: bool) -> String {
        match e {
            Expr::Read(place, _) => match (&self.signal(place.signal).rule, &place.element) {
                (Some(Rule::Formula(f)), Some(element)) => {
                    let element = Formula::Name(self.number(element, true));
                    formula(&f.with(&|name| (name == ELEMENT).then(|| element.clone())), nested)
                }
                (Some(Rule::Formula(Formula::Name(name))), None) => name.clone(),
                (Some(Rule::Formula(_) | Rule::Parameter), None) => self.signal(place.signal).name.clone(),
                _ => self.expr(e, nested),
            },
            Expr::Number(n) => formula(n, nested),
            Expr::Binary(op @ (Binary::Add | Binary::Sub | Binary::Mul), l, r) => {
                let text = format!("{} {} {}", self.number(l, true), symbol(*op), self.number(r, true));
                enclosed(text, nested)
            }
            e => self.expr(e, nested),
        }
    }

    /// What is read of a constant that follows from parameters.
    fn constant(&self, s: &Signal, place: &Place, nested: bool) -> Option<String> {
        let bits = |name: &str| match &place.part {
            Part::Whole => format!("{name}[{}:0]", highest(&s.width)),
            Part::Bit(i) => format!("{name}[{}]", self.number(i, false)),
            Part::Slice(i, width) => self.slice(name, i, width),
        };
        match (s.rule.as_ref()?, &place.element) {
            (Rule::Formula(Formula::Name(name)), None) => Some(bits(name)),
            (Rule::Formula(_), None) => Some(bits(&s.name)),
            (Rule::Parameter, None) if s.width != Formula::Number(1) => Some(bits(&s.name)),
            (Rule::Above, Some(element)) if place.part == Part::Whole => {
                let element = self.number(element, true);
                Some(enclosed(format!("{} << ({element} + 1)", ones(&s.width)), nested))
            }
            _ => None,
        }
    }

    /// An expression; `nested` puts parentheses round an operator.
    pub(super) fn expr(&self, e: &Expr, nested: bool) -> String {
        match e {
            Expr::Read(place, _) => {
                let constant = self.constant(self.signal(place.signal), place, nested);
                constant.unwrap_or_else(|| self.place(place, place.signal))
            }
            Expr::Literal(value, width) => literal(*value, width),
            Expr::Number(value) => formula(value, nested),
            Expr::LoopVariable(name) => name.clone(),
            Expr::LoopBits(name, width) if *width == Formula::Number(1) => format!("{name}[0]"),
            Expr::LoopBits(name, width) => format!("{name}[{}:0]", highest(width)),
            Expr::Concat(parts) => {
                format!("{{{}}}", parts.iter().map(|p| self.expr(p, false)).collect::<Vec<_>>().join(", "))
            }
            Expr::Unary(Unary::Any, e) => self.compared_with_zero(e, "!=", nested),
            Expr::Unary(Unary::Not, e) if matches!(**e, Expr::Unary(Unary::Any, _)) => {
                let Expr::Unary(_, e) = &**e else { return String::new() };
                self.compared_with_zero(e, "==", nested)
            }
            Expr::Unary(Unary::Not, e) => {
                let symbol = if e.width() == Some(Formula::Number(1)) { "!" } else { "~" };
                format!("{symbol}{}", self.expr(e, true))
            }
            Expr::Unary(Unary::All, e) => enclosed(format!("&{}", self.expr(e, true)), nested),
            Expr::Unary(Unary::Parity, e) => enclosed(format!("^{}", self.expr(e, true)), nested),
            Expr::Extend(e, width) => {
                let own = e.width().unwrap_or(Formula::Number(0));
                match Formula::of(Operator::Sub, width, &own) {
                    Formula::Number(0) => self.expr(e, nested),
                    missing => format!("{{{}, {}}}", zero(&missing), self.expr(e, false)),
                }
            }
            Expr::Binary(op @ (Binary::Shl | Binary::Shr), l, r) => {
                let text = format!("{} {} {}", self.expr(l, true), symbol(*op), self.number(r, true));
                enclosed(text, nested)
            }
            Expr::Binary(op, l, r) => {
                let mut operands = vec![];
                if associative(*op) {
                    flatten(e, *op, &mut operands);
                } else {
                    operands = vec![&**l, &**r];
                }
                let text: Vec<String> = operands.iter().map(|o| self.operand(*op, o, &operands)).collect();
                enclosed(text.join(&format!(" {} ", symbol(*op))), nested)
            }
        }
    }

    /// An operand; a literal that is as wide as parameters say is as short as the operator allows.
    fn operand(&self, op: Binary, e: &Expr, all: &[&Expr]) -> String {
        match e {
            Expr::Literal(1, width) if matches!(op, Binary::Add | Binary::Sub) && width.fixed().is_none() => {
                "1'b1".to_string()
            }
            // What is compared with a signal alone is widened without loss; of an expression it would be the operands.
            Expr::Literal(value, width) if is_comparison(op) && width.fixed().is_none() => {
                match all.iter().any(|e| matches!(e, Expr::Read(..))) {
                    true => value.to_string(),
                    false => literal(*value, width),
                }
            }
            e => self.expr(e, true),
        }
    }

    fn compared_with_zero(&self, e: &Expr, operator: &str, nested: bool) -> String {
        let width = e.width().unwrap_or(Formula::Number(1));
        let zero = match e {
            Expr::Read(..) if width.fixed().is_none() => "0".to_string(),
            _ => zero(&width),
        };
        enclosed(format!("{} {operator} {zero}", self.expr(e, true)), nested)
    }
}

fn enclosed(text: String, nested: bool) -> String {
    if nested {
        format!("({text})")
    } else {
        text
    }
}

fn formula(f: &Formula, nested: bool) -> String {
    enclosed(f.to_string(), nested && matches!(f, Formula::Binary(..)))
}

fn is_comparison(op: Binary) -> bool {
    matches!(op, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge)
}

/// Operators for which the grouping of a chain does not matter.
fn associative(op: Binary) -> bool {
    matches!(
        op,
        Binary::Add | Binary::And | Binary::Or | Binary::Xor | Binary::LogicalAnd | Binary::LogicalOr
    )
}

fn flatten<'e>(e: &'e Expr, op: Binary, operands: &mut Vec<&'e Expr>) {
    match e {
        Expr::Binary(o, l, r) if *o == op => {
            flatten(l, op, operands);
            flatten(r, op, operands);
        }
        e => operands.push(e),
    }
}

fn symbol(op: Binary) -> &'static str {
    match op {
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "^",
        Binary::LogicalAnd => "&&",
        Binary::LogicalOr => "||",
        Binary::Shl => "<<",
        Binary::Shr => ">>",
        Binary::Eq => "==",
        Binary::Ne => "!=",
        Binary::Lt => "<",
        Binary::Le => "<=",
        Binary::Gt => ">",
        Binary::Ge => ">=",
    }
}

/// A sized literal: binary for one bit, decimal if the value has up to 12 bits, hexadecimal above.
pub(super) fn sized(value: &BigUint, width: usize) -> String {
    match width {
        1 => format!("1'b{value}"),
        _ if value.bits() <= 12 => format!("{width}'d{value}"),
        _ => format!("{width}'h{value:0digits$x}", digits = width.div_ceil(4)),
    }
}

/// A literal of any width.
fn literal(value: u128, width: &Formula) -> String {
    match (width.fixed(), value) {
        (Some(width), _) => sized(&BigUint::from(value), width),
        (None, 0) => zero(width),
        (None, value) => {
            let own = value.ilog2() as usize + 1;
            let missing = Formula::of(Operator::Sub, width, &own.into());
            format!("{{{}, {}}}", zero(&missing), sized(&BigUint::from(value), own))
        }
    }
}

/// As many zeros as a formula says.
pub(super) fn zero(width: &Formula) -> String {
    match width {
        Formula::Number(n) => sized(&BigUint::default(), *n as usize),
        width => format!("{{{}{{1'b0}}}}", formula(width, true)),
    }
}

/// As many ones as a formula says.
pub(super) fn ones(width: &Formula) -> String {
    format!("{{{}{{1'b1}}}}", formula(width, true))
}

/// The number of the highest of so many bits.
pub(super) fn highest(width: &Formula) -> String {
    match width.fixed() {
        Some(width) => width.saturating_sub(1).to_string(),
        None => format!("{}-1", formula(width, true)),
    }
}
