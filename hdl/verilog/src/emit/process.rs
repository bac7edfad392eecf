// SPDX-License-Identifier: Apache-2.0
//! Puts the statements of a module into processes: continuous assignments, combinational blocks and clocked
//! blocks, one for each group of signals that are computed together.
//!
//! rust-hdl has one `update` per block, in which the last assignment wins. Statements that write a common
//! signal stay together, in order; so does a statement that reads a value which is still to be changed.
//! Statements that write registers only go into a clocked block, with non-blocking assignments. Local signals
//! that need several statements and feed only registers become variables of the clocked block that uses them:
//! they are then computed at the clock edge alone, which simulators reward. Memories stay outside.

use std::collections::{BTreeMap, BTreeSet};

use super::ir::{Expr, Kind, Module, Part, Place, Stmt};
use super::loops::{with_vectors, without_connections};

/// A part of a module's body.
#[derive(Debug)]
pub enum Process {
    /// `assign place = value;`, with the comments before it.
    Assign { comments: Vec<String>, target: usize, value: Expr },
    /// `always @*`.
    Combinational { statements: Vec<Stmt>, writes: BTreeSet<usize> },
    /// `always @(posedge clock)`. `registers` by their value signal; `variables` are local to it.
    Clocked { statements: Vec<Stmt>, registers: BTreeSet<usize>, variables: BTreeSet<usize> },
}

impl Process {
    /// Whether it reads a signal.
    pub fn reads(&self, signal: usize) -> bool {
        let mut found = false;
        let mut look = |place: &Place| found |= place.signal == signal;
        match self {
            Process::Assign { value, .. } => value.reads(&mut look),
            Process::Combinational { statements, .. } | Process::Clocked { statements, .. } => {
                statements.iter().for_each(|s| s.reads(&mut look));
            }
        }
        found
    }
}

#[derive(Debug, Default)]
struct Group {
    /// Statements with their position in the source.
    statements: Vec<(usize, Stmt)>,
    writes: BTreeSet<usize>,
    reads: BTreeSet<usize>,
}

/// The processes of a module, in the order of their first statements.
pub fn processes(module: &Module) -> Vec<Process> {
    let mut groups = group(module);
    sink(module, &mut groups);
    groups.sort_by_key(|g| {
        let first =
            g.statements.iter().find(|(_, s)| !matches!(s, Stmt::Assign(p, v) if is_hold(module, p, v)));
        first.or(g.statements.first()).map(|(at, _)| *at)
    });
    join_neighbours(module, groups.into_iter().map(|g| finish(module, g)).collect())
}

/// Joins clocked blocks that follow each other, need no variables and have no comment of their own.
fn join_neighbours(module: &Module, processes: Vec<Process>) -> Vec<Process> {
    let mut joined: Vec<Process> = vec![];
    for p in processes {
        match (joined.last_mut(), p) {
            (
                Some(Process::Clocked { statements, registers, variables }),
                Process::Clocked { statements: more, registers: others, variables: none },
            ) if variables.is_empty()
                && none.is_empty()
                && have_reset(module, registers) == have_reset(module, &others)
                && !matches!(more.first(), Some(Stmt::Comment(_))) =>
            {
                statements.extend(more);
                registers.extend(others);
            }
            (_, p) => joined.push(p),
        }
    }
    joined
}

/// Whether a clocked block resets its registers: all of them, or none.
pub fn have_reset(module: &Module, registers: &BTreeSet<usize>) -> bool {
    registers.iter().any(|r| !module.signals[*r].values.is_empty())
}

/// The registers whose next values are among `writes`.
fn registers_of(module: &Module, writes: &BTreeSet<usize>) -> BTreeSet<usize> {
    let next_of = |w: &usize| match module.signals[*w].kind {
        Kind::Next(register) => Some(register),
        _ => None,
    };
    writes.iter().filter_map(next_of).collect()
}

fn is_next(module: &Module, signal: usize) -> bool {
    matches!(module.signals[signal].kind, Kind::Next(_))
}

/// Groups top-level statements by a union of those that belong together.
fn group(module: &Module) -> Vec<Group> {
    let mut singles: Vec<Group> = vec![];
    let statements = module.statements.iter().flat_map(|s| without_connections(module, s)).collect();
    let statements = with_vectors(module, statements);
    for (at, block) in without_dead_stores(with_comments(&statements)).into_iter().enumerate() {
        let mut group = Group::default();
        for s in block {
            s.assignments(&mut |place, _| {
                group.writes.insert(place.signal);
            });
            s.reads(&mut |place| {
                group.reads.insert(place.signal);
            });
            group.statements.push((at, s));
        }
        singles.push(group);
    }
    // A later writer of a signal joins its earlier writers and readers, which are these so far.
    let mut touched: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut joined = Joined::new(singles.len());
    for (late, single) in singles.iter().enumerate() {
        for signal in &single.writes {
            touched.remove(signal).into_iter().flatten().for_each(|early| joined.join(early, late));
        }
        for signal in single.writes.union(&single.reads) {
            touched.entry(*signal).or_default().push(late);
        }
    }
    let mut groups: BTreeMap<usize, Group> = BTreeMap::new();
    for (at, single) in singles.into_iter().enumerate() {
        merge(groups.entry(joined.first(at)).or_default(), single);
    }
    groups.into_values().collect()
}

/// Numbers in disjoint sets, each known by its first number: a number's parent is a smaller one of its set, or itself.
struct Joined(Vec<usize>);

impl Joined {
    /// Each in a set of its own.
    fn new(count: usize) -> Joined {
        Joined((0..count).collect())
    }

    fn first(&mut self, number: usize) -> usize {
        let mut first = number;
        while self.0[first] != first {
            self.0[first] = self.0[self.0[first]];
            first = self.0[first];
        }
        first
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first(one), self.first(other));
        self.0[one.max(other)] = one.min(other);
    }
}

fn merge(into: &mut Group, other: Group) {
    into.statements.extend(other.statements);
    into.statements.sort_by_key(|(at, _)| *at);
    into.writes.extend(other.writes);
    into.reads.extend(other.reads);
}

/// Top-level statements, each with the comments before it.
fn with_comments(statements: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut blocks = vec![];
    let mut pending = vec![];
    for s in statements {
        pending.push(s.clone());
        if !matches!(s, Stmt::Comment(_)) {
            blocks.push(std::mem::take(&mut pending));
        }
    }
    blocks
}

/// Drops an assignment that a later one replaces before anything reads it, such as an unused default.
fn without_dead_stores(blocks: Vec<Vec<Stmt>>) -> Vec<Vec<Stmt>> {
    let whole = |block: &Vec<Stmt>| match block.last() {
        Some(Stmt::Assign(place @ Place { part: Part::Whole, .. }, _)) if place.element.is_none() => {
            Some(place.signal)
        }
        _ => None,
    };
    let dead = |at: usize| {
        let Some(signal) = whole(&blocks[at]) else { return false };
        for later in &blocks[at + 1..] {
            let mut reads = false;
            later.iter().for_each(|s| s.reads(&mut |p| reads |= p.signal == signal));
            if reads {
                return false;
            }
            if whole(later) == Some(signal) {
                return true;
            }
        }
        false
    };
    let keep: Vec<bool> = (0..blocks.len()).map(|at| !dead(at)).collect();
    blocks.into_iter().zip(keep).filter_map(|(block, keep)| keep.then_some(block)).collect()
}

/// Moves groups of local signals that feed only registers into the clocked group that reads them.
fn sink(module: &Module, groups: &mut Vec<Group>) {
    loop {
        let variable = |w: &usize| module.signals[*w].kind == Kind::Local && !module.signals[*w].memory;
        let local_only = |g: &Group| g.writes.iter().all(variable);
        let clocked = |g: &Group| {
            g.writes.iter().any(|w| is_next(module, *w))
                && g.writes.iter().all(|w| is_next(module, *w) || module.signals[*w].kind == Kind::Local)
        };
        let found = groups.iter().enumerate().find_map(|(at, g)| {
            if !local_only(g)
                || g.statements.iter().all(|(_, s)| matches!(s, Stmt::Assign(..) | Stmt::Comment(_)))
            {
                return None;
            }
            let readers: Vec<usize> = (0..groups.len())
                .filter(|&r| r != at && groups[r].reads.intersection(&g.writes).next().is_some())
                .collect();
            let resets = |r: &usize| have_reset(module, &registers_of(module, &groups[*r].writes));
            let alike = readers.windows(2).all(|pair| resets(&pair[0]) == resets(&pair[1]));
            (!readers.is_empty() && alike && readers.iter().all(|&r| clocked(&groups[r])))
                .then_some((at, readers))
        });
        let Some((at, mut readers)) = found else { return };
        readers.push(at);
        readers.sort_unstable();
        for &other in readers[1..].iter().rev() {
            let group = groups.remove(other);
            merge(&mut groups[readers[0]], group);
        }
    }
}

fn finish(module: &Module, group: Group) -> Process {
    let statements: Vec<Stmt> = group.statements.into_iter().map(|(_, s)| s).collect();
    let registers = registers_of(module, &group.writes);
    if !registers.is_empty() {
        let variables = group.writes.iter().copied().filter(|w| !is_next(module, *w)).collect();
        return Process::Clocked { statements: without_holds(module, statements), registers, variables };
    }
    let comments = |s: &[Stmt]| {
        s.iter()
            .filter_map(|s| match s {
                Stmt::Comment(text) => Some(text.clone()),
                _ => None,
            })
            .collect()
    };
    match statements.split_last() {
        Some((Stmt::Assign(Place { signal, element: None, part: Part::Whole }, value), before))
            if before.iter().all(|s| matches!(s, Stmt::Comment(_))) =>
        {
            Process::Assign { comments: comments(before), target: *signal, value: value.clone() }
        }
        _ => Process::Combinational { statements, writes: group.writes },
    }
}

/// Whether an assignment is `x_next = x`.
fn is_hold(module: &Module, place: &Place, value: &Expr) -> bool {
    match (module.signals[place.signal].kind, value) {
        (Kind::Next(register), Expr::Read(from, _)) => {
            from.signal == register && from.element == place.element && from.part == place.part
        }
        _ => false,
    }
}

/// Drops `x_next = x` where nothing was assigned to `x_next` before: a register holds its value by itself.
fn without_holds(module: &Module, statements: Vec<Stmt>) -> Vec<Stmt> {
    let mut written = BTreeSet::new();
    strip_holds(module, statements, &mut written)
}

fn strip_holds(module: &Module, statements: Vec<Stmt>, written: &mut BTreeSet<usize>) -> Vec<Stmt> {
    let mut kept = vec![];
    for s in statements {
        match s {
            Stmt::Assign(place, value) => {
                let hold = is_hold(module, &place, &value) && !written.contains(&place.signal);
                if !hold {
                    written.insert(place.signal);
                    kept.push(Stmt::Assign(place, value));
                }
            }
            Stmt::For { variable, from, to, body } => {
                let body = strip_holds(module, body, written);
                if !body.is_empty() {
                    kept.push(Stmt::For { variable, from, to, body });
                }
            }
            s @ (Stmt::Comment(_) | Stmt::If(..)) => {
                s.assignments(&mut |place, _| {
                    written.insert(place.signal);
                });
                kept.push(s);
            }
        }
    }
    kept
}

/// Lets an output be the register or instance output that drives it, instead of a copy under another name.
pub fn name_outputs(module: &mut Module, processes: Vec<Process>) -> Vec<Process> {
    let mut kept = vec![];
    for p in processes {
        let driver = match &p {
            Process::Assign { comments, target, value: Expr::Read(from, _) }
                if comments.is_empty()
                    && module.signals[*target].kind == Kind::Output
                    && from.part == Part::Whole
                    && from.element.is_none()
                    && matches!(module.signals[from.signal].kind, Kind::Register | Kind::FromInstance(_))
                    && module.signals[from.signal].port.is_none() =>
            {
                Some((*target, from.signal))
            }
            _ => None,
        };
        match driver {
            Some((output, driver)) => {
                module.signals[driver].name = module.signals[output].name.clone();
                module.signals[driver].port = Some(output);
            }
            None => kept.push(p),
        }
    }
    kept
}
