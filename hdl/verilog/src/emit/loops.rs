// SPDX-License-Identifier: Apache-2.0
//! Loops that are better said without a loop.

use std::collections::BTreeSet;

use crate::formula::{Formula, Operator};

use super::ir::{Binary, Expr, Kind, Module, Part, Place, Stmt};

/// A loop with the connections of an array of sub-blocks taken out of it, each in a loop of its own.
pub(super) fn without_connections(module: &Module, s: &Stmt) -> Vec<Stmt> {
    let Stmt::For { variable, from, to, body } = s else { return vec![s.clone()] };
    let mut written = BTreeSet::new();
    s.assignments(&mut |place, _| {
        written.insert(place.signal);
    });
    let connects = |s: &&Stmt| {
        let Stmt::Assign(place, _) = s else { return false };
        let mut depends = false;
        s.reads(&mut |p| depends |= written.contains(&p.signal));
        let mut writers = 0;
        body.iter().for_each(|s| s.assignments(&mut |p, _| writers += usize::from(p.signal == place.signal)));
        matches!(module.signals[place.signal].kind, Kind::ToInstance(_)) && !depends && writers == 1
    };
    let (connections, rest): (Vec<&Stmt>, Vec<&Stmt>) = body.iter().partition(connects);
    let with_body =
        |body: Vec<Stmt>| Stmt::For { variable: variable.clone(), from: from.clone(), to: to.clone(), body };
    let mut loops = vec![];
    if rest.iter().any(|s| !matches!(s, Stmt::Comment(_))) {
        loops.push(with_body(rest.into_iter().cloned().collect()));
    }
    loops.extend(connections.into_iter().map(|s| with_body(vec![s.clone()])));
    loops
}

/// The statements with loops that only copy elements or bits, or clear them, one after the other, said of vectors.
pub(super) fn with_vectors(module: &Module, statements: Vec<Stmt>) -> Vec<Stmt> {
    let each = |s: Stmt| match s {
        Stmt::For { variable, from, to, body } => match copies(module, &variable, &from, &to, &body) {
            Some(vectors) => vectors,
            None => vec![Stmt::For { variable, from, to, body: with_vectors(module, body) }],
        },
        Stmt::If(test, then, otherwise) => {
            vec![Stmt::If(test, with_vectors(module, then), with_vectors(module, otherwise))]
        }
        s => vec![s],
    };
    statements.into_iter().flat_map(each).collect()
}

/// What a loop does that copies from vectors to others, or clears them.
fn copies(module: &Module, variable: &str, from: &Formula, to: &Formula, body: &[Stmt]) -> Option<Vec<Stmt>> {
    let mut may_be_empty = false;
    to.names(&mut |name| may_be_empty |= module.optional.iter().any(|optional| optional == name));
    if *from != Formula::Number(0) || may_be_empty {
        return None;
    }
    let mut written = BTreeSet::new();
    body.iter().for_each(|s| s.assignments(&mut |place, _| _ = written.insert(place.signal)));
    let copy = |s: &Stmt| {
        let (target, source) = match s {
            Stmt::Assign(target, Expr::Read(source, _)) => (target, source),
            Stmt::Assign(target, Expr::Literal(0, _)) => return cleared(module, target, variable, to),
            s => return matches!(s, Stmt::Comment(_)).then(|| s.clone()),
        };
        let (target, width) = vector(module, target, variable, to)?;
        let (source, bits) = vector(module, source, variable, to)?;
        let array = |of: usize| module.instances[of].elements.is_some();
        let connects = matches!(module.signals[target.signal].kind, Kind::ToInstance(of) if array(of));
        let all = Formula::of(Operator::Mul, to, &width);
        let mut stays = !written.contains(&source.signal);
        let mut see = |read: &Place| stays &= !written.contains(&read.signal);
        [&target, &source].into_iter().for_each(|place| place.index_reads(&mut see));
        let sound = width == bits && !connects && stays;
        sound.then_some(Stmt::Assign(target, Expr::Read(source, all)))
    };
    body.iter().map(copy).collect()
}

/// The zeros that a loop gives to all elements of a local array.
fn cleared(module: &Module, target: &Place, variable: &str, to: &Formula) -> Option<Stmt> {
    let signal = &module.signals[target.signal];
    let (target, _) = vector(module, target, variable, to)?;
    let whole = target.part == Part::Whole && signal.elements.is_some();
    (whole && signal.kind == Kind::Local).then(|| Stmt::Assign(target, Expr::Literal(0, signal.total())))
}

/// All that a loop over the first `to` elements, or over `to` bits from some place on, goes through at `place`, and the width of one of them.
fn vector(module: &Module, place: &Place, variable: &str, to: &Formula) -> Option<(Place, Formula)> {
    let signal = &module.signals[place.signal];
    let is_variable = |e: &Expr| matches!(e, Expr::LoopVariable(name) if name == variable);
    let slice =
        |start: Expr, width: &Formula| Part::Slice(Box::new(start), Formula::of(Operator::Mul, to, width));
    let part = |of: &Formula, width: &Formula| match of == to {
        true => Part::Whole,
        false => slice(Expr::Number(Formula::Number(0)), width),
    };
    let one = Formula::Number(1);
    match (&place.element, &place.part) {
        (Some(element), Part::Whole) if is_variable(element) && !signal.memory => {
            let part = part(signal.elements.as_ref()?, &signal.width);
            Some((Place { signal: place.signal, element: None, part }, signal.width.clone()))
        }
        (element, Part::Bit(bit)) if !element.as_ref().is_some_and(|e| e.mentions(variable)) => {
            let part = match &**bit {
                bit if is_variable(bit) => part(&signal.width, &one),
                Expr::Binary(Binary::Add, start, b) if is_variable(b) && !start.mentions(variable) => {
                    slice((**start).clone(), &one)
                }
                _ => return None,
            };
            Some((Place { part, ..place.clone() }, one))
        }
        _ => None,
    }
}
