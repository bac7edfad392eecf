// SPDX-License-Identifier: Apache-2.0
//! Parameterised modules: each block of the library once, put together from the shapes that it was seen in.

use std::collections::BTreeMap;

use rust_hdl::prelude::Block;

use super::design::{checked, read, sub_blocks};
use super::ir::{Instance, Kind, Module, Parameter, Signal};
use super::ports::{Port, PortKind};
use super::print;
use super::refusal::Refusal;
use super::scope::Scope;
use super::unify::{unify, Sample};
use crate::declare::{Describe, DocTree};
use crate::formula::Formula;

/// A parameter of a top module that is set by those who use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Free {
    /// As in Verilog.
    pub name: String,
    /// The unit's parameter that it is, by which top modules inside another one get its value.
    pub of: &'static str,
    /// One bit.
    pub flag: bool,
    /// Its value where none is given.
    pub default: u128,
    /// It may be zero.
    pub optional: bool,
    /// What it means, for the comment in Verilog.
    pub doc: String,
}

/// How the parameters of a top module follow from those that are set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// Those that are set, in the order of the Verilog.
    pub free: Vec<Free>,
    /// The others in order, each with its formula.
    pub derived: Vec<(String, Formula)>,
}

/// A module with values of its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Name of the Verilog module.
    pub module: String,
    /// The parameters that are set.
    pub values: Vec<(String, u128)>,
}

/// A parameterised module.
#[derive(Clone, Debug)]
pub struct Written {
    module: Module,
    /// Name of the Verilog module.
    pub name: String,
}

/// Collects blocks in several shapes.
#[derive(Debug, Default)]
pub struct Library {
    samples: Vec<Sample>,
    /// Names of the modules, sub-blocks before the blocks that hold them.
    order: Vec<&'static str>,
    interfaces: BTreeMap<&'static str, Interface>,
    /// The unit's parameters of each sample.
    set: BTreeMap<usize, Vec<(&'static str, u128)>>,
}

impl Library {
    /// Adds a design in one shape; `values` are those of the parameters of `interface` that are set.
    ///
    /// # Errors
    /// As of [`super::writer::Writer::add`].
    pub fn add<B: Block + Describe>(
        &mut self,
        top: &B,
        port_docs: &BTreeMap<&str, &str>,
        interface: &Interface,
        values: &[(String, u128)],
    ) -> Result<(), Refusal> {
        let (scope, docs) = read(top)?;
        let first = self.samples.len();
        let last = self.collect(&scope, &docs, port_docs)?;
        let of_unit = |free: &Free| Some((free.of, look(values, &free.name)?));
        let set: Vec<_> = interface.free.iter().filter_map(of_unit).collect();
        self.set.extend((first..=last).map(|sample| (sample, set.clone())));
        self.interfaces.entry(docs.doc.module).or_insert_with(|| interface.clone());
        Ok(())
    }

    fn collect(
        &mut self,
        scope: &Scope,
        docs: &DocTree,
        port_docs: &BTreeMap<&str, &str>,
    ) -> Result<usize, Refusal> {
        let mut module_of = BTreeMap::new();
        let mut children = BTreeMap::new();
        for (field, child, tree) in sub_blocks(scope, docs)? {
            children.insert(field.clone(), self.collect(child, tree, &BTreeMap::new())?);
            module_of.insert(field, tree.doc.module.to_string());
        }
        let module = checked(scope, docs, docs.doc.module.to_string(), &module_of, port_docs)?;
        let children = module.instances.iter().filter_map(|i| children.get(&i.name).copied()).collect();
        let (doc, generics) = (docs.doc, docs.generics.clone());
        self.samples.push(Sample { doc, generics, module, children, parameters: vec![] });
        if !self.order.contains(&doc.module) {
            self.order.push(doc.module);
        }
        Ok(self.samples.len() - 1)
    }

    /// The modules, sub-blocks before the blocks that hold them.
    ///
    /// # Errors
    /// A block whose shapes have no common form.
    pub fn modules(mut self) -> Result<Vec<Written>, Refusal> {
        let mut modules: Vec<Module> = vec![];
        for name in &self.order {
            let of: Vec<usize> =
                (0..self.samples.len()).filter(|&s| self.samples[s].doc.module == *name).collect();
            let mut module = unify(&mut self.samples, &of, &modules)?;
            if let Some(interface) = self.interfaces.get(name) {
                for sample in of {
                    let set = interface.set(self.set.get(&sample).map_or(&[], Vec::as_slice));
                    check(&self.samples[sample], interface, &set)?;
                    self.samples[sample].parameters.extend(set);
                }
                module.parameters = top_parameters(interface, &module)?;
                let optional = interface.free.iter().filter(|p| p.optional);
                module.optional = optional.map(|p| p.name.clone()).collect();
            }
            module.parameters.sort_by_key(|p| p.derived);
            drop_unused(&mut module);
            modules.push(module);
        }
        Ok(modules.into_iter().map(|module| Written { name: module.name.clone(), module }).collect())
    }
}

/// That the parameters of a top module follow from those that are set as the interface says.
fn check(sample: &Sample, interface: &Interface, set: &[(String, u128)]) -> Result<(), Refusal> {
    let values = interface.values(set);
    let differs = |(name, value): &&(String, u128)| look(&values, name).is_some_and(|v| v != *value);
    match sample.parameters.iter().find(differs) {
        None => Ok(()),
        Some((name, value)) => {
            let why = format!("it is {value} in the Rust, and not what its formula says, for {values:?}");
            Err(Refusal::new(sample.doc.module, name, why))
        }
    }
}

/// Drops the parameters that the text of a module does not use.
fn drop_unused(module: &mut Module) {
    loop {
        let text = print::module(module.clone());
        let words: Vec<&str> = text
            .lines()
            .flat_map(|line| {
                line.split("//").next().unwrap_or_default().split(|c: char| !c.is_alphanumeric() && c != '_')
            })
            .collect();
        let before = module.parameters.len();
        // The name of a sub-block's parameter may be the same; it is followed by its value.
        let uses = |name: &str| {
            let own = words.iter().filter(|word| **word == name).count();
            let given =
                module.instances.iter().flat_map(|i| &i.parameters).filter(|(n, _)| n == name).count();
            own - given
        };
        let used: Vec<bool> = module.parameters.iter().map(|p| uses(&p.name) > 1).collect();
        let mut used = used.into_iter();
        module.parameters.retain(|_| used.next().unwrap_or(true));
        if module.parameters.len() == before {
            return;
        }
    }
}

fn look(values: &[(String, u128)], name: &str) -> Option<u128> {
    values.iter().find(|(n, _)| n == name).map(|(_, value)| *value)
}

impl Written {
    /// The module, from its comment to `endmodule`, with these values as defaults of its parameters.
    pub fn text(&self, defaults: &[(String, u128)]) -> String {
        let mut module = self.module.clone();
        for p in module.parameters.iter_mut().filter(|p| !p.derived) {
            if let Some(value) = look(defaults, &p.name) {
                p.value = Formula::Number(value);
            }
        }
        print::module(module)
    }

    /// The text without comments and without the defaults of parameters, which depend on what was seen first.
    pub fn code(&self) -> String {
        let text = self.text(&[]);
        let code = text.lines().filter_map(|line| line.split("//").next());
        code.filter(|line| !line.contains("parameter ")).flat_map(|line| [line.trim_end(), "\n"]).collect()
    }

    /// All parameters at given values of those that are set.
    fn values(&self, set: &[(String, u128)]) -> Vec<(String, u128)> {
        let mut values = set.to_vec();
        for p in self.module.parameters.iter().filter(|p| p.derived) {
            let value = p.value.value(&|n| look(&values, n));
            values.extend(value.map(|v| (p.name.clone(), v)));
        }
        values
    }

    /// The names of the sub-blocks' modules, whatever the values of parameters are.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.module.instances.iter().map(|instance| instance.module.as_str())
    }

    /// The sub-blocks' modules at given values of the parameters that are set, each with the values of its own that are set.
    pub fn instances(&self, set: &[(String, u128)]) -> Vec<Shape> {
        let values = self.values(set);
        let shape = |i: &Instance| {
            let value = |(name, f): &(String, Formula)| Some((name.clone(), f.value(&|n| look(&values, n))?));
            Shape { module: i.module.clone(), values: i.parameters.iter().filter_map(value).collect() }
        };
        let members = |i: &&Instance| {
            i.elements.as_ref().is_none_or(|f| f.value(&|n| look(&values, n)).is_some_and(|n| n > 0))
        };
        self.module.instances.iter().filter(members).map(shape).collect()
    }

    /// The ports at given values of the parameters that are set.
    pub fn ports(&self, set: &[(String, u128)]) -> Vec<Port> {
        let values = self.values(set);
        let width = |f: Formula| f.value(&|n| look(&values, n)).unwrap_or(0) as usize;
        let port = |s: &Signal| Some(Port { name: s.name.clone(), kind: kind(s)?, width: width(s.total()) });
        self.module.signals.iter().filter_map(port).collect()
    }

    /// Whether a port has no range.
    pub fn is_scalar(&self, port: &str) -> bool {
        let port = self.module.signals.iter().find(|s| s.name == port && kind(s).is_some());
        port.is_some_and(|s| s.scalar && s.elements.is_none())
    }

    /// Names of the parameters that are set, and whether each is one bit.
    pub fn free(&self) -> impl Iterator<Item = (&str, bool)> {
        self.module.parameters.iter().filter(|p| !p.derived).map(|p| (p.name.as_str(), p.flag))
    }
}

/// What a port is; other signals are none.
fn kind(s: &Signal) -> Option<PortKind> {
    match s.kind {
        Kind::Clock => Some(PortKind::Clock),
        Kind::Reset => Some(PortKind::Reset),
        Kind::Input => Some(PortKind::In),
        Kind::Output => Some(PortKind::Out),
        _ => None,
    }
}

/// The parameters of a top module: those that are set, and what follows from them as far as it is used.
fn top_parameters(interface: &Interface, module: &Module) -> Result<Vec<Parameter>, Refusal> {
    let free = interface.free.iter().map(|p| Parameter {
        name: p.name.clone(),
        flag: p.flag,
        value: Formula::Number(p.default),
        derived: false,
        doc: p.doc.clone(),
    });
    let mut derived: Vec<Parameter> = vec![];
    let mut wanted: Vec<String> = module.parameters.iter().map(|p| p.name.clone()).collect();
    for (name, formula) in interface.derived.iter().rev().filter(|(name, _)| !interface.is_free(name)) {
        if !wanted.contains(name) {
            continue;
        }
        formula.names(&mut |n| wanted.push(n.to_string()));
        let own = module.parameters.iter().find(|p| p.name == *name);
        let flag = own.is_some_and(|p| p.flag);
        let doc = own.map_or(String::new(), |p| p.doc.clone());
        derived.push(Parameter { name: name.clone(), flag, value: formula.clone(), derived: true, doc });
    }
    let known = |p: &&Parameter| interface.is_free(&p.name) || derived.iter().any(|d| d.name == p.name);
    if let Some(open) = module.parameters.iter().find(|p| !known(p)) {
        let why = "the parameter has no formula; add it to the list in `shapes!`";
        return Err(Refusal::new(&module.name, &open.name, why));
    }
    derived.reverse();
    Ok(free.filter(|p| wanted.contains(&p.name)).chain(derived).collect())
}

impl Interface {
    /// The parameters that are set, at given values of the unit's.
    fn set(&self, of_unit: &[(&'static str, u128)]) -> Vec<(String, u128)> {
        let value = |free: &Free| of_unit.iter().find(|(name, _)| *name == free.of).map(|(_, value)| *value);
        self.free.iter().filter_map(|free| Some((free.name.clone(), value(free)?))).collect()
    }

    /// All parameters at given values of those that are set.
    pub fn values(&self, set: &[(String, u128)]) -> Vec<(String, u128)> {
        let mut values = set.to_vec();
        for (name, formula) in &self.derived {
            let value = formula.value(&|n| look(&values, n));
            values.extend(value.map(|v| (name.clone(), v)));
        }
        values
    }

    fn is_free(&self, name: &str) -> bool {
        self.free.iter().any(|p| p.name == name)
    }
}
