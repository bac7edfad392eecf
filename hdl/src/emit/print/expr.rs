// SPDX-License-Identifier: Apache-2.0
//! Expressions as Verilog text: parentheses wherever operators mix, sized literals.

use num_bigint::BigUint;

use super::super::ir::{Binary, Expr, Part, Place, Unary};
use super::{Printer, WIDTH};

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
            Expr::Binary(op, l, r) => {
                operands = vec![&**l, &**r];
                symbol(*op)
            }
            Expr::Concat(parts) => {
                let parts: Vec<String> = parts.iter().map(|p| self.expr(p, false)).collect();
                return self.concatenation(indent, head, &parts, tail);
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
        let width = self.signal(declared).width;
        match (&place.element, &place.part) {
            (Some(e), part) if s.memory => {
                let word = format!("{}[{}]", s.name, self.expr(e, false));
                match part {
                    Part::Whole => word,
                    Part::Bit(i) => format!("{word}[{}]", self.expr(i, false)),
                    Part::Slice(i, w) => self.slice(&word, i, *w),
                }
            }
            (None, Part::Whole) => s.name.clone(),
            (None, Part::Bit(i)) => format!("{}[{}]", s.name, self.expr(i, false)),
            (None, Part::Slice(i, w)) => self.slice(&s.name, i, *w),
            (Some(e), part) => {
                let start = match &**e {
                    Expr::Number(n) => Expr::Number(n * width as u128),
                    e if width == 1 => e.clone(),
                    e if e.width().is_some() => {
                        let bits = (s.total() - 1).ilog2() as usize + 1;
                        let wide = match bits.saturating_sub(e.width().unwrap_or(bits)) {
                            0 => e.clone(),
                            _ => Expr::Extend(Box::new(e.clone()), bits),
                        };
                        Expr::Binary(
                            Binary::Mul,
                            Box::new(wide),
                            Box::new(Expr::Literal(width as u128, bits)),
                        )
                    }
                    e => {
                        Expr::Binary(Binary::Mul, Box::new(e.clone()), Box::new(Expr::Number(width as u128)))
                    }
                };
                let offset = |i: &Expr| match i {
                    Expr::Number(0) => start.clone(),
                    i => Expr::Binary(Binary::Add, Box::new(start.clone()), Box::new(i.clone())),
                };
                match part {
                    Part::Whole if width == 1 => format!("{}[{}]", s.name, self.expr(&start, false)),
                    Part::Whole => self.slice(&s.name, &start, width),
                    Part::Bit(i) => format!("{}[{}]", s.name, self.expr(&offset(i), false)),
                    Part::Slice(i, w) => self.slice(&s.name, &offset(i), *w),
                }
            }
        }
    }

    fn slice(&self, name: &str, start: &Expr, width: usize) -> String {
        match start {
            Expr::Number(n) => format!("{name}[{}:{n}]", n + width as u128 - 1),
            start => format!("{name}[{} +: {width}]", self.expr(start, true)),
        }
    }

    /// An expression; `nested` puts parentheses round an operator.
    pub(super) fn expr(&self, e: &Expr, nested: bool) -> String {
        match e {
            Expr::Read(place, _) => self.place(place, place.signal),
            Expr::Literal(value, width) => sized(&BigUint::from(*value), *width),
            Expr::Number(value) => value.to_string(),
            Expr::LoopVariable(name) => name.clone(),
            Expr::LoopBits(name, 1) => format!("{name}[0]"),
            Expr::LoopBits(name, width) => format!("{name}[{}:0]", width - 1),
            Expr::Concat(parts) => {
                format!("{{{}}}", parts.iter().map(|p| self.expr(p, false)).collect::<Vec<_>>().join(", "))
            }
            Expr::Unary(Unary::Any, e) => self.compared_with_zero(e, "!=", nested),
            Expr::Unary(Unary::Not, e) if matches!(**e, Expr::Unary(Unary::Any, _)) => {
                let Expr::Unary(_, e) = &**e else { return String::new() };
                self.compared_with_zero(e, "==", nested)
            }
            Expr::Unary(Unary::Not, e) => {
                let symbol = if e.width() == Some(1) { "!" } else { "~" };
                format!("{symbol}{}", self.expr(e, true))
            }
            Expr::Unary(Unary::All, e) => enclosed(format!("&{}", self.expr(e, true)), nested),
            Expr::Unary(Unary::Parity, e) => enclosed(format!("^{}", self.expr(e, true)), nested),
            Expr::Extend(e, width) => {
                let missing = width - e.width().unwrap_or(0);
                format!("{{{}, {}}}", zero(missing), self.expr(e, false))
            }
            Expr::Binary(op, l, r) => {
                let mut operands = vec![];
                if associative(*op) {
                    flatten(e, *op, &mut operands);
                } else {
                    operands = vec![&**l, &**r];
                }
                let text: Vec<String> = operands.iter().map(|o| self.expr(o, true)).collect();
                enclosed(text.join(&format!(" {} ", symbol(*op))), nested)
            }
        }
    }

    fn compared_with_zero(&self, e: &Expr, operator: &str, nested: bool) -> String {
        let zero = zero(e.width().unwrap_or(1));
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

/// A sized literal: binary for one bit, decimal if the value has up to 16 bits, hexadecimal above.
pub(super) fn sized(value: &BigUint, width: usize) -> String {
    match width {
        1 => format!("1'b{value}"),
        _ if value.bits() <= 16 => format!("{width}'d{value}"),
        _ => format!("{width}'h{value:0digits$x}", digits = width.div_ceil(4)),
    }
}

pub(super) fn zero(width: usize) -> String {
    sized(&BigUint::default(), width)
}
