// SPDX-License-Identifier: Apache-2.0
//! Expressions: names resolved, literals sized by what they meet.

use rust_hdl::core::ast::{VerilogExpression as Ast, VerilogLiteral, VerilogOp, VerilogOpUnary};

use super::super::ir::{Binary, Expr, Kind, Part, Place, Unary};
use super::super::refusal::Refusal;
use super::super::scope::literal;
use super::super::source::expression;
use super::Lowering;
use crate::formula::Formula;

const TOO_WIDE: &str = "a number above 128 bits is not supported here";

impl Lowering {
    /// `base`, `base[index]`, `base$port` or `base[index]$port`, as rust-hdl writes them.
    pub(super) fn place(&self, text: &str) -> Result<Place, Refusal> {
        let (head, index, tail) = match text.split_once('[') {
            None => (text, None, ""),
            Some((head, rest)) => match rest.split_once(']') {
                Some((index, tail)) => (head, Some(index), tail),
                None => return self.refuse(format!("`{text}` is not a signal name")),
            },
        };
        if tail.contains('[') {
            return self.refuse(format!(
                "`{text}` is an array of arrays, for which rust-hdl gives wrong Verilog; flatten it"
            ));
        }
        let Some(&signal) = self.names.get(&format!("{head}{tail}")) else {
            return self.refuse(format!(
                "`{text}` is not a signal of this block; a Rust constant needs a field of type `Constant`"
            ));
        };
        let element = index.map(|i| self.index_text(i)).transpose()?.map(Box::new);
        if self.signals[signal].elements.is_none() && element.is_some() {
            return self.refuse(format!("`{text}` indexes what is no array; use `get_bit`"));
        }
        Ok(Place { signal, element, part: Part::Whole })
    }

    /// An index as rust-hdl leaves it, as text: `i`, `3`, `i+1`, `i-1`, `i*2`, or the value of a signal or constant.
    fn index_text(&self, text: &str) -> Result<Expr, Refusal> {
        let text = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(text);
        for (sign, op) in [('+', Binary::Add), ('-', Binary::Sub), ('*', Binary::Mul)] {
            if let Some((l, r)) = text.split_once(sign) {
                return Ok(Expr::Binary(op, Box::new(self.index_text(l)?), Box::new(self.index_text(r)?)));
            }
        }
        if let Some(signal) = text.strip_suffix("$val()$index()") {
            self.index(&Ast::Signal(signal.to_string()))
        } else if let Ok(number) = text.parse() {
            Ok(Expr::Number(Formula::Number(number)))
        } else if self.loops.iter().any(|l| l == text) {
            Ok(Expr::LoopVariable(text.to_string()))
        } else {
            self.refuse(format!(
                "the array index `{text}` must be a number, made of loop variables, or `x.val().index()`"
            ))
        }
    }

    /// An index or a shift distance: numbers need no width.
    pub(super) fn index(&self, ast: &Ast) -> Result<Expr, Refusal> {
        match ast {
            Ast::Paren(e) => self.index(e),
            Ast::Literal(l) => match literal(l) {
                Some((_, value)) => Ok(Expr::Number(Formula::Number(value))),
                None => self.refuse(TOO_WIDE),
            },
            Ast::Binary(l, op @ (VerilogOp::Add | VerilogOp::Sub | VerilogOp::Mul), r) => {
                Ok(Expr::Binary(binary(op), Box::new(self.index(l)?), Box::new(self.index(r)?)))
            }
            _ => self.expr(ast, None),
        }
    }

    /// The value of a number or constant.
    fn value(&self, e: &Expr) -> Option<u128> {
        match e {
            Expr::Number(Formula::Number(value)) => Some(*value),
            Expr::Read(Place { signal, element: None, part: Part::Whole }, _)
                if self.signals[*signal].kind == Kind::Constant =>
            {
                u128::try_from(&self.signals[*signal].values[0]).ok()
            }
            _ => None,
        }
    }

    /// An expression of exactly `width` bits.
    pub(super) fn sized(&self, ast: &Ast, width: &Formula) -> Result<Expr, Refusal> {
        let e = match self.expr(ast, Some(width))? {
            Expr::LoopVariable(name) => Expr::LoopBits(name, width.clone()),
            e => e,
        };
        match e.width() {
            Some(w) if w == *width => Ok(e),
            Some(w) => self.refuse(format!("`{}` has {w} bits where {width} are needed", expression(ast))),
            None => self.refuse(format!("`{}` is a number without a width", expression(ast))),
        }
    }

    /// An expression; `wanted` gives the width of a bare literal.
    pub(super) fn expr(&self, ast: &Ast, wanted: Option<&Formula>) -> Result<Expr, Refusal> {
        match ast {
            Ast::Paren(e) => self.expr(e, wanted),
            Ast::Signal(name) if self.loops.contains(name) => Ok(Expr::LoopVariable(name.clone())),
            Ast::Signal(name) => {
                let place = self.place(name)?;
                let signal = &self.signals[place.signal];
                match signal.kind {
                    Kind::Next(_) | Kind::ToInstance(_) => self.refuse(format!(
                        "`{name}` reads what this block drives, which is the old value in simulation; read a `Local` signal instead"
                    )),
                    Kind::Clock => self.refuse("a clock cannot be used as data"),
                    _ => Ok(Expr::Read(place, signal.width.clone())),
                }
            }
            Ast::Literal(l) => self.literal(l, wanted),
            Ast::Unary(op, e) => {
                let (op, wanted) = match op {
                    VerilogOpUnary::Not => (Unary::Not, wanted),
                    VerilogOpUnary::All => (Unary::All, None),
                    VerilogOpUnary::Any => (Unary::Any, None),
                    VerilogOpUnary::Xor => (Unary::Parity, None),
                    VerilogOpUnary::Neg => {
                        return self.refuse("negation is not supported; subtract from zero")
                    }
                };
                Ok(Expr::Unary(op, Box::new(self.expr(e, wanted)?)))
            }
            Ast::Binary(l, op, r) => self.binary(l, op, r, wanted),
            Ast::Index(base, index) => {
                self.part(base, Part::Bit(Box::new(self.index(index)?)), Formula::Number(1))
            }
            Ast::Slice(base, width, index) => {
                let width = Formula::from(*width);
                self.part(base, Part::Slice(Box::new(self.index(index)?), width.clone()), width)
            }
            Ast::Cast(e, width) => match self.expr(e, Some(&Formula::from(*width)))? {
                e if bits(&e) == Some(*width) => Ok(e),
                e if bits(&e).is_some_and(|w| w < *width) => {
                    Ok(Expr::Extend(Box::new(e), Formula::from(*width)))
                }
                _ => self.refuse("a cast to fewer bits hides which are lost; use `get_bits`"),
            },
            Ast::IndexReplace(..) => {
                self.refuse("`replace_bit` is supported only as `x.next = x.val().replace_bit(i, v)`")
            }
            Ast::Signed(_) | Ast::Unsigned(_) => self.refuse("signed numbers are not supported"),
        }
    }

    fn literal(&self, l: &VerilogLiteral, wanted: Option<&Formula>) -> Result<Expr, Refusal> {
        let Some((own, value)) = literal(l) else {
            return self.refuse(TOO_WIDE);
        };
        // `true` and `false` know their width; an integer takes that of what it meets.
        let Some(width) = wanted.and_then(Formula::fixed).or((own == 1).then_some(1)) else {
            return self.refuse(format!(
                "nothing here gives the literal {value} a width; use a `Constant<Bits<W>>`"
            ));
        };
        if width < 128 && value >> width != 0 {
            return self.refuse(format!("the literal {value} does not fit {width} bits"));
        }
        Ok(Expr::Literal(value, width.into()))
    }

    fn binary(&self, l: &Ast, op: &VerilogOp, r: &Ast, wanted: Option<&Formula>) -> Result<Expr, Refusal> {
        let op = binary(op);
        let (l, r) = match op {
            Binary::Shl | Binary::Shr => (self.expr(l, wanted)?, self.index(r)?),
            Binary::LogicalAnd | Binary::LogicalOr => {
                let one = Formula::Number(1);
                (self.sized(l, &one)?, self.sized(r, &one)?)
            }
            _ => {
                let comparison =
                    matches!(op, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge);
                let wanted = if comparison { None } else { wanted };
                if is_literal(l) {
                    let r = self.expr(r, wanted)?;
                    (self.expr(l, r.width().as_ref())?, r)
                } else {
                    let l = self.expr(l, wanted)?;
                    let r = self.expr(r, l.width().as_ref())?;
                    (l, r)
                }
            }
        };
        let (l, r) = match (l, r) {
            (Expr::LoopVariable(i), r) => match r.width() {
                Some(width) => (Expr::LoopBits(i, width), r),
                None => (Expr::LoopVariable(i), r),
            },
            (l, Expr::LoopVariable(i)) if !matches!(op, Binary::Shl | Binary::Shr) => match l.width() {
                Some(width) => (l, Expr::LoopBits(i, width)),
                None => (l, Expr::LoopVariable(i)),
            },
            operands => operands,
        };
        if op == Binary::Or {
            if let Some(parts) = self.concatenation(&l, &r) {
                return Ok(parts);
            }
        }
        if op == Binary::Mul && l.width().is_some() {
            return self.refuse("a multiplier of signals is not supported");
        }
        if !matches!(op, Binary::Shl | Binary::Shr)
            && l.width() != r.width()
            && l.width().and(r.width()).is_some()
        {
            return self.refuse("the operands have different widths");
        }
        Ok(Expr::Binary(op, Box::new(l), Box::new(r)))
    }

    fn part(&self, base: &Ast, part: Part, width: Formula) -> Result<Expr, Refusal> {
        match self.expr(base, None)? {
            Expr::Read(place, _) if place.part == Part::Whole && !self.signals[place.signal].scalar => {
                Ok(Expr::Read(Place { part, ..place }, width))
            }
            _ => self.refuse("bits can be taken only of a signal; give the expression a `Local` name first"),
        }
    }
}

impl Lowering {
    /// `l | r` as a concatenation, which rust-hdl lacks: the operands are zero extensions, shifted by constants, that do
    /// not overlap.
    fn concatenation(&self, l: &Expr, r: &Expr) -> Option<Expr> {
        let width = bits(l).filter(|w| bits(r) == Some(*w))?;
        let mut fields = self.fields(l)?;
        fields.extend(self.fields(r)?);
        fields.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        let mut parts = vec![];
        let mut top = width;
        for (at, field) in fields {
            let end = at + bits(&field)?;
            if end > top {
                return None;
            }
            if end < top {
                parts.push(Expr::Literal(0, (top - end).into()));
            }
            parts.push(field);
            top = at;
        }
        if top > 0 {
            parts.push(Expr::Literal(0, top.into()));
        }
        Some(Expr::Concat(parts))
    }

    /// The fields of a zero extension, shifted or not, or of a concatenation, each with its lowest bit.
    fn fields(&self, e: &Expr) -> Option<Vec<(usize, Expr)>> {
        match e {
            Expr::Extend(field, _) => Some(vec![(0, (**field).clone())]),
            Expr::Binary(Binary::Shl, shifted, distance) => {
                let Expr::Extend(field, width) = &**shifted else { return None };
                let at = usize::try_from(self.value(distance)?).ok()?;
                (at + bits(field)? <= width.fixed()?).then(|| vec![(at, (**field).clone())])
            }
            Expr::Concat(parts) => {
                let mut at = bits(e)?;
                let mut fields = vec![];
                for part in parts {
                    at -= bits(part)?;
                    if !matches!(part, Expr::Literal(0, _)) {
                        fields.push((at, part.clone()));
                    }
                }
                Some(fields)
            }
            _ => None,
        }
    }
}

/// Width of an expression of a lowered block, where widths are numbers.
fn bits(e: &Expr) -> Option<usize> {
    e.width()?.fixed()
}

fn is_literal(ast: &Ast) -> bool {
    match ast {
        Ast::Paren(e) => is_literal(e),
        Ast::Literal(_) => true,
        _ => false,
    }
}

fn binary(op: &VerilogOp) -> Binary {
    match op {
        VerilogOp::Add => Binary::Add,
        VerilogOp::Sub => Binary::Sub,
        VerilogOp::Mul => Binary::Mul,
        VerilogOp::LogicalAnd => Binary::LogicalAnd,
        VerilogOp::LogicalOr => Binary::LogicalOr,
        VerilogOp::BitXor => Binary::Xor,
        VerilogOp::BitAnd => Binary::And,
        VerilogOp::BitOr => Binary::Or,
        VerilogOp::Shl => Binary::Shl,
        VerilogOp::Shr => Binary::Shr,
        VerilogOp::Eq => Binary::Eq,
        VerilogOp::Lt => Binary::Lt,
        VerilogOp::Le => Binary::Le,
        VerilogOp::Ne => Binary::Ne,
        VerilogOp::Ge => Binary::Ge,
        VerilogOp::Gt => Binary::Gt,
    }
}
