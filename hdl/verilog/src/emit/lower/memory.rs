// SPDX-License-Identifier: Apache-2.0
//! Which arrays are memories.

use super::super::ir::{Expr, Kind, Place, Signal, Stmt};
use crate::declare::ModuleDoc;

/// Whether a field is declared as one, by [`words`](crate::declare::words).
pub(super) fn is_declared(doc: &ModuleDoc, field: &str) -> bool {
    let initial = doc.initial.iter().find(|(name, _)| *name == field);
    let called = initial.and_then(|(_, text)| text.split_once('(')).map_or("", |(called, _)| called);
    called.rsplit("::").next().is_some_and(|name| name.trim() == "words")
}

/// Marks the arrays of registers without reset whose words are read and written one at a time, at an address that
/// is a signal. The loop that holds all words (`x[i].d.next = x[i].q.val()`) does not count. Those declared as memories are
/// marked already.
pub(super) fn mark(signals: &mut [Signal], statements: &[Stmt]) {
    let array = |s: &Signal| s.elements.is_some() && s.values.is_empty();
    let mut addressed: Vec<bool> = signals.iter().map(array).collect();
    for s in statements {
        accesses(s, signals, &mut |p| {
            addressed[p.signal] &= p.element.as_ref().is_some_and(|e| matches!(**e, Expr::Read(..)));
        });
    }
    for at in 0..signals.len() {
        if let Kind::Next(register) = signals[at].kind {
            let memory = signals[at].memory || (addressed[at] && addressed[register]);
            signals[at].memory = memory;
            signals[register].memory = memory;
        }
    }
}

/// Calls `see` with every place read or written, except by `x_next[i] = x[i]`.
fn accesses(s: &Stmt, signals: &[Signal], see: &mut dyn FnMut(&Place)) {
    match s {
        Stmt::Comment(_) => {}
        Stmt::Assign(to, Expr::Read(from, _))
            if from.element == to.element && signals[to.signal].kind == Kind::Next(from.signal) => {}
        Stmt::Assign(place, value) => {
            see(place);
            place.index_reads(see);
            value.reads(see);
        }
        Stmt::If(test, then, otherwise) => {
            test.reads(see);
            then.iter().chain(otherwise).for_each(|s| accesses(s, signals, see));
        }
        Stmt::For { body, .. } => body.iter().for_each(|s| accesses(s, signals, see)),
    }
}
