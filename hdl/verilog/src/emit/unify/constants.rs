// SPDX-License-Identifier: Apache-2.0
//! Constants and reset values: the same number in every shape, a formula, a pattern of bits, or a parameter of the module.

use num_bigint::BigUint;

use super::super::ir::{Kind, Module, Rule, Signal};
use super::super::refusal::Refusal;
use super::solver::Solver;
use super::unifier::Unifier;
use super::values::Values;
use crate::declare::ModuleDoc;
use crate::formula::Formula;

type Found = (Vec<BigUint>, Option<Rule>);

/// Adds the constants whose values follow from no parameter to the parameters: they come from outside.
pub fn find_parameters(doc: &ModuleDoc, shapes: &[&Module], parameters: &mut Vec<Values>) {
    let solver = Solver::new(parameters);
    for at in 0..shapes[0].signals.len() {
        let same: Vec<&Signal> = shapes.iter().filter_map(|m| m.signals.get(at)).collect();
        let first = same[0];
        if first.kind != Kind::Constant || first.elements.is_some() || is_same(&same) || are_ones(&same) {
            continue;
        }
        let flag = first.width == Formula::Number(1) && same.iter().all(|s| s.width == first.width);
        let values: Option<Vec<u128>> = same.iter().map(|s| u128::try_from(&s.values[0]).ok()).collect();
        let Some(values) = values else { continue };
        let field = first.name.to_lowercase();
        let written = doc.initial.iter().find(|(name, _)| *name == field);
        let follows = written.is_some_and(|(_, text)| solver.as_written(text, &values).is_some());
        if !follows && (flag || solver.solve(&values).is_none()) {
            let (name, doc) = (first.name.clone(), first.doc.clone());
            parameters.push(Values { name, values, generic: false, flag, doc });
        }
    }
}

/// The values of a register or constant, or the rule that they follow.
pub fn values(unifier: &mut Unifier, shapes: &[&Signal], width: &Formula) -> Result<Found, Refusal> {
    let first = shapes[0];
    let common = || vec![first.values[0].clone()];
    let none = shapes.iter().all(|s| s.values.is_empty());
    match first.kind {
        _ if none => Ok((vec![], None)),
        Kind::Constant if first.elements.is_none() => scalar(unifier, shapes),
        Kind::Constant if is_same(shapes) => Ok((first.values.clone(), None)),
        Kind::Constant => array(unifier, shapes),
        Kind::Register | Kind::Next(_) => {
            let all = shapes.iter().flat_map(|s| &s.values);
            if first.elements.is_some() && all.clone().any(|v| v.bits() > 0) {
                return Err(unifier.refusal("the value after reset of an array, which must be zero,"));
            }
            match all.clone().all(|v| *v == first.values[0]) {
                true if width.fixed().is_none() || first.elements.is_some() => Ok((common(), None)),
                true => Ok((first.values.clone(), None)),
                false => Err(unifier.refusal("the value after reset")),
            }
        }
        _ => Ok((vec![], None)),
    }
}

fn is_same(shapes: &[&Signal]) -> bool {
    shapes.iter().all(|s| s.values == shapes[0].values)
}

fn are_ones(shapes: &[&Signal]) -> bool {
    shapes.iter().all(|s| is_ones(&s.values[0], s.width.fixed().unwrap_or(0)))
}

fn is_ones(value: &BigUint, width: usize) -> bool {
    (0..width as u64).all(|bit| value.bit(bit))
}

fn scalar(unifier: &mut Unifier, shapes: &[&Signal]) -> Result<Found, Refusal> {
    if is_same(shapes) {
        return Ok((vec![shapes[0].values[0].clone()], None));
    }
    let values: Option<Vec<u128>> = shapes.iter().map(|s| u128::try_from(&s.values[0]).ok()).collect();
    let field = shapes[0].name.to_lowercase();
    let text = unifier.initial.iter().find(|(name, _)| *name == field).map_or("", |(_, text)| text);
    let written = values.as_ref().and_then(|v| unifier.solver.as_written(text, v));
    if written.is_none() && are_ones(shapes) {
        return Ok((vec![], Some(Rule::Ones)));
    }
    match written.or_else(|| unifier.solver.solve(&values?)) {
        Some(Formula::Name(name)) if name == shapes[0].name => Ok((vec![], Some(Rule::Parameter))),
        Some(formula) => Ok((vec![], Some(Rule::Formula(formula)))),
        None => Err(unifier.refusal("the value of a constant, for which no formula is known,")),
    }
}

/// Arrays of constants: a number for each element, or a pattern of bits.
fn array(unifier: &mut Unifier, shapes: &[&Signal]) -> Result<Found, Refusal> {
    let pattern = |holds: &dyn Fn(usize, usize) -> bool| {
        shapes.iter().all(|s| {
            s.values.iter().enumerate().all(|(k, value)| {
                (0..s.width.fixed().unwrap_or(0)).all(|bit| value.bit(bit as u64) == holds(k, bit))
            })
        })
    };
    if pattern(&|k, bit| bit > k) {
        return Ok((vec![], Some(Rule::Above)));
    }
    for wanted in [false, true] {
        if pattern(&|k, bit| (bit >> k & 1 == 1) == wanted) {
            return Ok((vec![], Some(Rule::Numbers(wanted))));
        }
    }
    let longest = shapes.iter().map(|s| s.values.len()).max().unwrap_or(0) as u128;
    let of = |k: u128| -> Vec<Option<u128>> {
        let value = |s: &&Signal| s.values.get(k as usize).and_then(|v| u128::try_from(v).ok());
        shapes.iter().map(value).collect()
    };
    let formula = unifier.solver.solve_element(&of, longest);
    let formula = formula.ok_or_else(|| unifier.refusal("an array of constants without a known rule"))?;
    Ok((vec![], Some(Rule::Formula(formula))))
}
