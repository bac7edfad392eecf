// SPDX-License-Identifier: Apache-2.0
//! Loops that are better said without a loop.

use std::collections::BTreeSet;

use crate::formula::{Formula, Operator};

use super::ir::{Expr, Kind, Module, Part, Place, Stmt};

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
    loops.into_iter().map(|s| as_vectors(module, &s).unwrap_or(s)).collect()
}

/// A loop that copies a whole array to another one of the same shape, as one assignment.
fn as_vectors(module: &Module, s: &Stmt) -> Option<Stmt> {
    let Stmt::For { variable, from: Formula::Number(0), to, body } = s else { return None };
    let [Stmt::Assign(target, Expr::Read(source, _))] = &body[..] else { return None };
    let [t, s] = [target, source].map(|place| {
        let s = &module.signals[place.signal];
        let every = matches!(place.element.as_deref(), Some(Expr::LoopVariable(v)) if v == variable);
        let whole = every && place.part == Part::Whole && s.elements.as_ref() == Some(to) && !s.memory;
        (whole && !matches!(s.kind, Kind::Next(_))).then(|| (place.signal, s.width.clone()))
    });
    let ((target, width), (source, from)) = (t?, s?);
    let array =
        matches!(module.signals[target].kind, Kind::ToInstance(i) if module.instances[i].elements.is_some());
    let vector = |signal| Place { signal, element: None, part: Part::Whole };
    (width == from && !array).then(|| {
        Stmt::Assign(vector(target), Expr::Read(vector(source), Formula::of(Operator::Mul, to, &width)))
    })
}
