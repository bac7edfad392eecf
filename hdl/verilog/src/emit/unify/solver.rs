// SPDX-License-Identifier: Apache-2.0
//! Finds how a number follows from parameters, from its values in several shapes.

use std::collections::HashMap;

use super::values::Values;
use crate::formula::{Formula, Operator};

use Operator::{Add, Div, Mul, Shl, Sub};

pub struct Solver {
    /// The simplest formula with these values.
    known: HashMap<Vec<u128>, Formula>,
    /// Each generic parameter with its values.
    names: Vec<(Formula, Vec<u128>)>,
}

impl Solver {
    pub fn new(parameters: &[Values]) -> Solver {
        let pair = |p: &Values| (Formula::name(&p.name), p.values.clone());
        let names = parameters.iter().filter(|p| p.generic).map(pair).collect();
        let mut solver = Solver { known: HashMap::new(), names };
        solver.learn();
        // What comes from outside is handed on as it is.
        for (name, values) in parameters.iter().filter(|p| !p.generic).map(pair) {
            solver.known.insert(values, name);
        }
        solver
    }

    /// The formula for a number with these values, if there is one.
    pub fn solve(&self, values: &[u128]) -> Option<Formula> {
        match values.iter().all(|v| *v == values[0]) {
            true => Some(Formula::Number(values[0])),
            false => self.known.get(values).cloned(),
        }
    }

    /// The formula in the Rust that gives a constant, if that is one and holds: `Constant::new((A + B) as u64).into())`.
    pub fn as_written(&self, text: &str, values: &[u128]) -> Option<Formula> {
        let text = text.replace(" :: ", "::");
        let inner = text.strip_prefix("Constant::new(")?.strip_suffix(".into())")?.trim();
        let inner = inner.strip_prefix('(')?.strip_suffix(')')?.replace("as u64", "").replace("1u64", "1");
        let formula = Formula::parse(&inner).ok()?;
        (self.values(&formula).as_deref() == Some(values)).then_some(formula)
    }

    /// The formula for the element number `k` of an array, whose values are linear in `k`, or powers of two.
    pub fn solve_element(&self, of: &dyn Fn(u128) -> Vec<Option<u128>>, longest: u128) -> Option<Formula> {
        let k = Formula::name(super::super::ir::ELEMENT);
        let holds = |value: &dyn Fn(usize, u128) -> Option<u128>| {
            (0..longest).all(|at| {
                let values = of(at);
                values.iter().enumerate().all(|(shape, v)| v.is_none() || *v == value(shape, at))
            })
        };
        if holds(&|_, at| 1u128.checked_shl(at as u32)) {
            return Some(Formula::of(Shl, &Formula::Number(1), &k));
        }
        let mut steps = self.names.iter();
        let step = steps.find(|(_, values)| holds(&|shape, at| values[shape].checked_mul(at)));
        step.map(|(name, _)| Formula::of(Mul, &k, name))
    }

    fn learn(&mut self) {
        let names = self.names.clone();
        let numbers = |range: std::ops::RangeInclusive<u128>| range.map(Formula::Number);
        for (name, _) in &names {
            self.add(name.clone());
        }
        for (name, _) in &names {
            let one = Formula::Number(1);
            self.add(Formula::of(Sub, name, &one));
            self.add(Formula::of(Add, name, &one));
            for n in numbers(2..=4) {
                self.add(Formula::of(Sub, name, &n));
                self.add(Formula::of(Add, name, &n));
                self.add(Formula::of(Mul, &n, name));
                self.add(Formula::of(Shl, &one, &Formula::of(Sub, name, &n)));
            }
            self.add(Formula::of(Div, name, &Formula::Number(2)));
            self.add(Formula::of(Div, &Formula::of(Add, name, &one), &Formula::Number(2)));
            let log = Formula::clog2(name);
            self.add(log.clone());
            self.add(Formula::larger(&log, &one));
            self.add(Formula::clog2(&Formula::of(Add, name, &one)));
            self.add(Formula::of(Shl, &one, name));
            self.add(Formula::of(Sub, &Formula::of(Shl, &one, name), &one));
        }
    }

    fn add(&mut self, formula: Formula) {
        if let Some(values) = self.values(&formula) {
            self.known.entry(values).or_insert(formula);
        }
    }

    /// The values of a formula in the samples.
    fn values(&self, formula: &Formula) -> Option<Vec<u128>> {
        let (_, first) = self.names.first()?;
        let value = |sample: usize| {
            formula.value(&|name| {
                let known = self.names.iter().find(|(n, _)| matches!(n, Formula::Name(n) if n == name));
                known.map(|(_, values)| values[sample])
            })
        };
        (0..first.len()).map(value).collect()
    }
}
