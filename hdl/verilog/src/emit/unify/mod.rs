// SPDX-License-Identifier: Apache-2.0
//! One parameterised module from the same block in several shapes: what is the same in all of them stays; numbers that differ
//! become formulas over the block's parameters.

mod constants;
mod solver;
mod statements;
mod unifier;
mod values;

use super::ir::{Module, Parameter, Signal};
use super::refusal::Refusal;
use crate::declare::ModuleDoc;
use crate::formula::Formula;
use solver::Solver;
use unifier::Unifier;
use values::Values;

/// A block in one shape.
#[derive(Debug)]
pub struct Sample {
    pub doc: &'static ModuleDoc,
    /// The block's generic parameters.
    pub generics: Vec<(&'static str, usize)>,
    pub module: Module,
    /// The samples of the instances' modules, by place.
    pub children: Vec<usize>,
    /// Values of all parameters of the module, once it is unified.
    pub parameters: Vec<(String, u128)>,
}

/// Puts the samples `of` of one module together. Their sub-blocks are unified already and stand in `modules`.
pub fn unify(samples: &mut [Sample], of: &[usize], modules: &[Module]) -> Result<Module, Refusal> {
    let doc = samples[of[0]].doc;
    let shapes: Vec<&Module> = of.iter().map(|&s| &samples[s].module).collect();
    let mut parameters = generics(samples, of)?;
    constants::find_parameters(doc, &shapes, &mut parameters);
    bindings(samples, of, modules, &mut parameters);
    let shapes: Vec<&Module> = of.iter().map(|&s| &samples[s].module).collect();
    let mut unifier = Unifier {
        module: doc.module,
        initial: doc.initial,
        solver: Solver::new(&parameters),
        statement: String::new(),
    };
    let mut signals = vec![];
    for at in 0..shapes[0].signals.len() {
        let same: Vec<&Signal> = shapes.iter().filter_map(|m| m.signals.get(at)).collect();
        signals.push(unifier.signal(&same)?);
    }
    let all: Vec<_> = shapes.iter().map(|m| &m.statements[..]).collect();
    let statements = unifier.block(&all)?;
    let mut instances = shapes[0].instances.clone();
    for (at, instance) in instances.iter_mut().enumerate() {
        let same: Vec<_> = shapes.iter().map(|m| m.instances[at].elements.as_ref()).collect();
        instance.elements = unifier.maybe_size(&same)?;
        let child = modules.iter().find(|m| m.name == instance.module);
        for p in child.iter().flat_map(|m| &m.parameters).filter(|p| !p.derived) {
            let values: Vec<u128> =
                of.iter().map(|&s| value(&samples[samples[s].children[at]], &p.name)).collect();
            let formula = unifier.solver.solve(&values);
            let formula = formula
                .ok_or_else(|| unifier.refusal(format!("the parameter {} of {}", p.name, instance.name)))?;
            instance.parameters.push((p.name.clone(), formula));
        }
    }
    let derived = |name: &str| doc.derived.iter().find(|(n, _)| *n == name);
    let declared = parameters.iter().map(|p| {
        let formula = derived(&p.name).map(|(_, text)| Formula::parse(text)).transpose();
        let formula = formula.map_err(|why| Refusal::new(doc.module, &p.name, why))?;
        let default = Formula::Number(p.values[0]);
        Ok(Parameter {
            name: p.name.clone(),
            flag: p.flag,
            derived: formula.is_some(),
            value: formula.unwrap_or(default),
            doc: p.doc.clone(),
        })
    });
    let declared = declared.collect::<Result<Vec<_>, Refusal>>()?;
    let (name, about) = (doc.module.to_string(), shapes[0].about.clone());
    for (n, &s) in of.iter().enumerate() {
        samples[s].parameters = parameters.iter().map(|p| (p.name.clone(), p.values[n])).collect();
    }
    Ok(Module { name, about, parameters: declared, optional: vec![], signals, instances, statements })
}

/// The generic parameters that differ between samples.
fn generics(samples: &[Sample], of: &[usize]) -> Result<Vec<Values>, Refusal> {
    let first = &samples[of[0]];
    let mut parameters: Vec<Values> = vec![];
    for (at, (name, _)) in first.generics.iter().enumerate() {
        let values: Vec<u128> = of.iter().map(|&s| samples[s].generics[at].1 as u128).collect();
        if values.iter().all(|v| *v == values[0]) {
            continue;
        }
        if let Some(twin) = parameters.iter().find(|p| p.values == values) {
            let why = format!("no witness tells {name} and {} apart; add one that does", twin.name);
            return Err(Refusal::new(first.doc.module, name, why));
        }
        parameters.push(Values {
            name: name.to_string(),
            values,
            generic: true,
            flag: false,
            doc: String::new(),
        });
    }
    for (name, text) in first.doc.derived {
        let formula = Formula::parse(text).map_err(|why| Refusal::new(first.doc.module, name, why))?;
        for &s in of {
            let generics = &samples[s].generics;
            let of_name = |name: &str| generics.iter().find(|(n, _)| *n == name).map(|(_, v)| *v as u128);
            if formula.value(&of_name) != of_name(name) {
                let why = format!("`where {name} = {text}` does not hold in {generics:?}");
                return Err(Refusal::new(first.doc.module, name, why));
            }
        }
    }
    Ok(parameters)
}

/// Parameters of sub-blocks that follow from none of the block's own become parameters of it.
fn bindings(samples: &[Sample], of: &[usize], modules: &[Module], parameters: &mut Vec<Values>) {
    for (at, instance) in samples[of[0]].module.instances.iter().enumerate() {
        let Some(child) = modules.iter().find(|m| m.name == instance.module) else { continue };
        for p in child.parameters.iter().filter(|p| !p.derived) {
            let values: Vec<u128> =
                of.iter().map(|&s| value(&samples[samples[s].children[at]], &p.name)).collect();
            if Solver::new(parameters).solve(&values).is_some() {
                continue;
            }
            let taken = parameters.iter().any(|other| other.name == p.name);
            let own = format!("{}_{}", instance.name.to_uppercase(), p.name);
            let name = if taken { own } else { p.name.clone() };
            let (flag, doc) = (p.flag, p.doc.clone());
            parameters.push(Values { name, values, generic: false, flag, doc });
        }
    }
}

fn value(sample: &Sample, parameter: &str) -> u128 {
    sample.parameters.iter().find(|(name, _)| name == parameter).map_or(0, |(_, value)| *value)
}
