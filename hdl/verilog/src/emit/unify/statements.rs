// SPDX-License-Identifier: Apache-2.0
//! Statements and expressions of all shapes side by side.

use super::super::ir::{Binary, Expr, Part, Place, Stmt, Unary};
use super::super::refusal::Refusal;
use super::unifier::Unifier;
use crate::formula::Formula;

/// The fields of one variant in all shapes, or nothing if a shape has another variant.
macro_rules! all {
    ($shapes:expr, $pattern:pat => $fields:expr) => {
        $shapes
            .iter()
            .map(|s| match s {
                $pattern => Some($fields),
                _ => None,
            })
            .collect::<Option<Vec<_>>>()
    };
}

impl Unifier {
    pub(super) fn block(&mut self, shapes: &[&[Stmt]]) -> Result<Vec<Stmt>, Refusal> {
        if shapes.iter().any(|s| s.len() != shapes[0].len()) {
            return Err(self.refusal("the number of statements"));
        }
        (0..shapes[0].len()).map(|at| self.stmt(&shapes.iter().map(|s| &s[at]).collect::<Vec<_>>())).collect()
    }

    fn stmt(&mut self, shapes: &[&Stmt]) -> Result<Stmt, Refusal> {
        self.statement = format!("{:?}", shapes[0]).chars().take(100).collect();
        if let Some(texts) = all!(shapes, Stmt::Comment(text) => text) {
            return Ok(Stmt::Comment(texts[0].clone()));
        }
        if let Some(parts) = all!(shapes, Stmt::Assign(place, value) => (place, value)) {
            let (places, values): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
            return Ok(Stmt::Assign(self.place(&places)?, self.expr(&values)?));
        }
        if let Some(parts) =
            all!(shapes, Stmt::If(test, then, otherwise) => (test, (&then[..], &otherwise[..])))
        {
            let (tests, blocks): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
            let (then, otherwise): (Vec<_>, Vec<_>) = blocks.into_iter().unzip();
            return Ok(Stmt::If(self.expr(&tests)?, self.block(&then)?, self.block(&otherwise)?));
        }
        if let Some(parts) =
            all!(shapes, Stmt::For { variable, from, to, body } => (variable, from, to, body))
        {
            let from: Vec<_> = parts.iter().map(|p| p.1).collect();
            let to: Vec<_> = parts.iter().map(|p| p.2).collect();
            let bodies: Vec<_> = parts.iter().map(|p| &p.3[..]).collect();
            return Ok(Stmt::For {
                variable: parts[0].0.clone(),
                from: self.size(&from)?,
                to: self.size(&to)?,
                body: self.block(&bodies)?,
            });
        }
        Err(self.refusal("the kind of a statement"))
    }

    fn place(&mut self, shapes: &[&Place]) -> Result<Place, Refusal> {
        let signal = shapes[0].signal;
        if shapes.iter().any(|p| p.signal != signal) {
            return Err(self.refusal("a signal"));
        }
        let elements: Vec<&Expr> = shapes.iter().filter_map(|p| p.element.as_deref()).collect();
        let element = match elements.len() {
            0 => None,
            n if n == shapes.len() => Some(Box::new(self.expr(&elements)?)),
            _ => return Err(self.refusal("an index")),
        };
        let part = if all!(shapes, Place { part: Part::Whole, .. } => ()).is_some() {
            Part::Whole
        } else if let Some(bits) = all!(shapes, Place { part: Part::Bit(i), .. } => &**i) {
            Part::Bit(Box::new(self.expr(&bits)?))
        } else if let Some(slices) = all!(shapes, Place { part: Part::Slice(i, w), .. } => (&**i, w)) {
            let (starts, widths): (Vec<_>, Vec<_>) = slices.into_iter().unzip();
            Part::Slice(Box::new(self.expr(&starts)?), self.size(&widths)?)
        } else {
            return Err(self.refusal("the part of a signal"));
        };
        Ok(Place { signal, element, part })
    }

    fn expr(&mut self, shapes: &[&Expr]) -> Result<Expr, Refusal> {
        if let Some(parts) = all!(shapes, Expr::Read(place, width) => (place, width)) {
            let (places, widths): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
            return Ok(Expr::Read(self.place(&places)?, self.size(&widths)?));
        }
        if let Some(parts) = all!(shapes, Expr::Literal(value, width) => (value, width)) {
            let (values, widths): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
            if values.iter().any(|v: &&u128| *v != values[0]) {
                return Err(self.refusal("the value of a literal"));
            }
            return Ok(Expr::Literal(*values[0], self.size(&widths)?));
        }
        if let Some(numbers) = all!(shapes, Expr::Number(n) => n) {
            return Ok(Expr::Number(self.size(&numbers)?));
        }
        if let Some(names) = all!(shapes, Expr::LoopVariable(name) => name) {
            return Ok(Expr::LoopVariable(names[0].clone()));
        }
        if let Some(parts) = all!(shapes, Expr::LoopBits(name, width) => (name, width)) {
            let (names, widths): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
            return Ok(Expr::LoopBits(names[0].clone(), self.size(&widths)?));
        }
        if let Some(lists) = all!(shapes, Expr::Concat(parts) => parts) {
            if lists.iter().any(|l| l.len() != lists[0].len()) {
                return Err(self.refusal("the fields of a concatenation"));
            }
            let part = |at: usize| lists.iter().map(|l| &l[at]).collect::<Vec<_>>();
            let parts = (0..lists[0].len()).map(|at| self.expr(&part(at)));
            return Ok(Expr::Concat(parts.collect::<Result<_, _>>()?));
        }
        if let Some(parts) = all!(shapes, Expr::Unary(op, e) => (op, &**e)) {
            let (ops, operands): (Vec<&Unary>, Vec<_>) = parts.into_iter().unzip();
            return Ok(Expr::Unary(*ops[0], Box::new(self.expr(&operands)?)));
        }
        if let Some(parts) = all!(shapes, Expr::Binary(op, l, r) => (op, (&**l, &**r))) {
            let (ops, operands): (Vec<&Binary>, Vec<_>) = parts.into_iter().unzip();
            let (left, right): (Vec<_>, Vec<_>) = operands.into_iter().unzip();
            return Ok(Expr::Binary(*ops[0], Box::new(self.expr(&left)?), Box::new(self.expr(&right)?)));
        }
        // Where nothing is missing to the wanted width, a shape has no extension.
        if shapes.iter().any(|e| matches!(e, Expr::Extend(..))) {
            let widths: Option<Vec<Formula>> = shapes.iter().map(|e| e.width()).collect();
            let widths = widths.ok_or_else(|| self.refusal("a width"))?;
            let inner = |e: &&'_ Expr| match e {
                Expr::Extend(inner, _) => (**inner).clone(),
                e => (*e).clone(),
            };
            let inner: Vec<Expr> = shapes.iter().map(inner).collect();
            let inner = self.expr(&inner.iter().collect::<Vec<_>>())?;
            return Ok(Expr::Extend(Box::new(inner), self.size(&widths.iter().collect::<Vec<_>>())?));
        }
        Err(self.refusal("the kind of an expression"))
    }
}
