// SPDX-License-Identifier: Apache-2.0
//! Shapes: the sets of widths in which a unit's top modules are compiled. Widths are const generics, so Verilog with
//! parameters is put together from a few shapes, the witnesses; any other shape follows from it.

use std::collections::BTreeMap;

use warpsmith_units::{Param, Parameters, PortSpec, Range, Register, Rng, Value};

use crate::emit::{Free, Interface, Library, Refusal};
use crate::formula::Formula;

/// Port name to description.
pub type Docs = BTreeMap<&'static str, &'static str>;

/// A top module.
pub struct Top<P: 'static> {
    /// What `warpsmith-units` calls it.
    pub name: &'static str,
    /// The Verilog module with parameters.
    pub module: &'static str,
    /// The block in Rust, and its generic parameters in order.
    pub block: &'static str,
    pub generics: &'static [&'static str],
    /// Ports that it must have.
    pub ports: fn(&P) -> Vec<PortSpec>,
    /// Registers of the ports that software uses.
    pub registers: fn(&P) -> Vec<Register>,
    /// How its generic parameters, and constants that come from outside, follow from the unit's parameters.
    pub formulas: &'static [(&'static str, &'static str)],
    /// The self-checking bench of a thin top module of this name.
    pub bench: fn(&str, &P) -> String,
    /// Adds the witnesses to the library.
    pub collect: fn(&mut Library, &Interface) -> Result<(), Refusal>,
}

impl<P: Parameters> Top<P> {
    /// The parameters of the Verilog module: those of the unit that matter to it, and what follows from them.
    ///
    /// # Errors
    /// A formula that cannot be read.
    pub fn interface(&self) -> Result<Interface, Refusal> {
        let refuse = |name: &str, why: String| Refusal {
            module: self.module.to_string(),
            statement: name.to_string(),
            why,
        };
        let mut formulas = vec![];
        for (name, text) in self.formulas {
            formulas.push((*name, Formula::parse(text).map_err(|why| refuse(name, why))?));
        }
        // A generic parameter that is one of the unit's stands for it.
        let called = |unit: &str| {
            let own = formulas.iter().find(|(_, f)| matches!(f, Formula::Name(n) if n == unit));
            own.map_or(unit.to_uppercase(), |(name, _)| name.to_string())
        };
        let in_unit = |name: &str| P::has(name).then(|| Formula::Name(called(name)));
        let free = P::TABLE.iter().map(|p| free(p, called(p.info.name))).collect();
        let derived = formulas.iter().map(|(name, f)| (name.to_string(), f.with(&in_unit)));
        Ok(Interface { free, derived: derived.collect() })
    }

    /// The values of the parameters of the Verilog module that are set.
    pub fn values(&self, interface: &Interface, params: &P) -> Vec<(String, u128)> {
        let values = params.values();
        let number = |(p, (_, text)): (&Param<P>, &(&str, String))| p.info.range.parse(text).unwrap_or(0);
        let numbers = P::TABLE.iter().zip(&values).map(number);
        interface.free.iter().zip(numbers).map(|(free, n)| (free.name.clone(), n.into())).collect()
    }

    /// The descriptions of the ports.
    pub fn docs(&self, params: &P) -> Docs {
        (self.ports)(params).iter().map(|s| (s.name, s.doc)).collect()
    }
}

/// A parameter of a top module that is one of the unit's.
fn free<P>(param: &Param<P>, name: String) -> Free {
    let info = &param.info;
    let default = match info.default {
        Value::Number(n) => n.into(),
        Value::Word(word) => info.range.parse(word).unwrap_or(0).into(),
    };
    let mut doc = info.meaning.to_string();
    if let Range::Words(words) = info.range {
        let words: Vec<String> = words.iter().enumerate().map(|(n, word)| format!("{n} {word}")).collect();
        doc += &format!(": {}", words.join(", "));
    }
    let mut letters = doc.chars();
    let doc = letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect());
    let optional = matches!(info.range, Range::Number { min: 0, .. });
    Free { name, of: info.name, flag: info.range == Range::Flag, default, optional, doc }
}

/// Sets of parameters of one shape, which differ in what changes no width: all but `widths`.
pub fn variants<P: Parameters>(shape: &P, widths: &[&str], seed: u64) -> Vec<P> {
    let mut rng = Rng::new(seed);
    let mut variants = vec![shape.clone()];
    while variants.len() < 4 {
        let mut p = shape.clone();
        for param in P::TABLE.iter().filter(|param| !widths.contains(&param.info.name)) {
            let value = param.info.range.draw(&mut rng, 60);
            let before = p.clone();
            let set = p.set(param.info.name, &param.info.range.text(value));
            if set.is_err() || p.validate().is_err() {
                p = before;
            }
        }
        variants.push(p);
    }
    variants
}

/// The [`Top`] of a module, `const NAME: Module = Block "verilog_module"`: the witnesses, the parameters that widths depend on and
/// their places, numbers that several formulas share, the formulas of the block's generic parameters in order, and those of the
/// constants that come from outside.
macro_rules! shapes {
    (
        $(#[$meta:meta])*
        const $list:ident: $Module:ty = $Block:ident $module:literal;
        witnesses $witnesses:ident [$($witness:ident),*];
        widths $widths:tt
        generics $generics:tt
        constants $constants:tt
    ) => {
        $(#[$meta])*
        const $list: $crate::units::shapes::Top<<$Module as warpsmith_units::Module>::Params> =
            $crate::units::shapes::Top {
                name: <$Module as warpsmith_units::Module>::NAME,
                module: $module,
                block: stringify!($Block),
                generics: $crate::units::shapes::generics!($generics),
                ports: <$Module as warpsmith_units::Module>::ports,
                registers: <$Module as warpsmith_units::Module>::registers,
                formulas: $crate::units::shapes::formulas!($widths $generics $constants),
                bench: $crate::units::bench::bench::<$Module>,
                collect: |library, interface| {
                    let mut seed = 0;
                    $({
                        const P: <$Module as warpsmith_units::Module>::Params = $witnesses::$witness;
                        seed += 1;
                        for params in $crate::units::shapes::variants(&P, $crate::units::shapes::names!($widths), seed) {
                            let block = $crate::units::shapes::shape!($Block, P, &params, $widths $generics);
                            library.add(&block, &$list.docs(&params), interface, &$list.values(interface, &params))?;
                        }
                    })*
                    Ok(())
                },
            };
    };
}
pub(crate) use shapes;

/// Names and texts of formulas.
macro_rules! formulas {
    (
        { $($width:ident: $($place:ident).+),* $(; $($shared:ident = $first:expr),*)? }
        { $($generic:ident = $formula:expr),* $(,)? }
        { $($constant:ident = $value:expr),* $(,)? }
    ) => {
        &[
            $($((stringify!($shared), stringify!($first)),)*)?
            $((stringify!($generic), stringify!($formula)),)*
            $((stringify!($constant), stringify!($value)),)*
        ]
    };
}
pub(crate) use formulas;

/// Names of the parameters that widths depend on.
macro_rules! names {
    ({ $($width:ident: $($place:ident).+),* $(; $($rest:tt)*)? }) => { &[$(stringify!($width)),*] };
}
pub(crate) use names;

/// Names of generic parameters.
macro_rules! generics {
    ({ $($generic:ident = $formula:expr),* $(,)? }) => { &[$(stringify!($generic)),*] };
}
pub(crate) use generics;

/// A block in the shape of the constant parameters `$P`.
macro_rules! shape {
    (
        $Block:ident, $P:ident, $params:expr,
        { $($width:ident: $($place:ident).+),* $(; $($shared:ident = $first:expr),*)? }
        { $($generic:ident = $formula:expr),* $(,)? }
    ) => {{
        #[allow(non_upper_case_globals, dead_code)]
        {
            $(const $width: usize = $P.$($place).+ as usize;)*
            $($(const $shared: usize = $first;)*)?
            $(const $generic: usize = $formula;)*
            $Block::<$($generic),*>::new($params)
        }
    }};
}
pub(crate) use shape;
