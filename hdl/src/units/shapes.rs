// SPDX-License-Identifier: Apache-2.0
//! Shapes: the sets of widths that a unit is compiled in. Widths are const generics, so each set stands for itself, read from
//! a named configuration that has it; parameters that change no width are free.

use std::collections::BTreeMap;

use warpsmith_units::{clog2, Parameters, PortSpec, UnitInfo};

use super::{check_ports, EmitError, Emitted, Top};
use crate::emit::{Port, Refusal, Writer};

/// Port name to description.
pub type Docs<'a> = BTreeMap<&'a str, &'a str>;

/// Writes a top module.
pub type WriteFn<P> = fn(&P, &Docs, &mut Writer) -> Option<Result<Vec<Port>, Refusal>>;

/// The shapes of a top module.
pub struct Shapes<P: 'static> {
    /// The top module.
    pub top: &'static str,
    /// Ports that it must have.
    pub ports: fn(&P) -> Vec<PortSpec>,
    /// Names of the parameters that widths depend on.
    pub names: &'static [&'static str],
    /// A configuration of each shape compiled in.
    pub compiled: &'static [P],
    /// Writes the top module and returns its ports; `None` if the shape is not compiled in.
    pub write: WriteFn<P>,
}

impl<P: Parameters> Shapes<P> {
    /// The values that widths depend on.
    pub fn of(&self, params: &P) -> Vec<String> {
        let values = params.values();
        let named = |name: &&str| values.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        self.names.iter().filter_map(named).collect()
    }

    /// Writes the top module.
    fn add(&self, info: &UnitInfo, params: &P, writer: &mut Writer) -> Result<Top, EmitError> {
        let specs = (self.ports)(params);
        let docs: Docs = specs.iter().map(|s| (s.name, s.doc)).collect();
        let line = |shape: &P| self.of(shape).join(", ");
        let ports = (self.write)(params, &docs, writer).ok_or_else(|| EmitError::Shape {
            top: self.top,
            names: self.names.join(", "),
            wanted: line(params),
            compiled: self.compiled.iter().map(|shape| format!("\n    {}", line(shape))).collect(),
            unit: info.name,
            configurations: P::FILE,
        })??;
        check_ports(self.top, &ports, &specs)?;
        Ok(Top { name: self.top, ports })
    }
}

/// Emits the top modules of a unit, which `tops` lists, in a named configuration with some parameters changed.
///
/// # Errors
/// Impossible parameters, a shape that is not compiled in, ports that differ from the declared ones, or what the
/// writer refuses.
pub fn emit<P: Parameters>(
    info: &UnitInfo,
    tops: fn(&P) -> &'static [Shapes<P>],
    configuration: &str,
    overrides: &[(String, String)],
) -> Result<Emitted, EmitError> {
    let mut params = P::named(configuration).map_err(EmitError::param)?;
    for (key, value) in overrides {
        params.set(key, value).map_err(EmitError::param)?;
    }
    params.validate().map_err(EmitError::param)?;
    let mut writer = Writer::default();
    let shapes = tops(&params).iter();
    let tops = shapes.map(|m| m.add(info, &params, &mut writer)).collect::<Result<Vec<_>, _>>()?;
    Ok(Emitted::new(info, params.name(), params.values(), writer.modules(), tops))
}

/// The `Shapes` of a module, `const NAME: Module`: the parameters that widths depend on, named configurations of which each
/// is a shape, and what makes the top module of one: `|P, params|`, where `P` is the configuration as a constant and `params`
/// what is emitted.
macro_rules! shapes {
    (
        $(#[$meta:meta])*
        const $list:ident: $Module:ty = [$($configuration:ident),*] by [$($name:literal),*];
        |$P:ident, $params:ident| $body:block
    ) => {
        $(#[$meta])*
        const $list: $crate::units::shapes::Shapes<<$Module as warpsmith_units::Module>::Params> =
            $crate::units::shapes::Shapes {
                top: <$Module as warpsmith_units::Module>::NAME,
                ports: <$Module as warpsmith_units::Module>::ports,
                names: &[$($name),*],
                compiled: &[$(<$Module as warpsmith_units::Module>::Params::$configuration),*],
                write: |$params, docs, writer| {
                    type Params = <$Module as warpsmith_units::Module>::Params;
                    let wanted = $list.of($params);
                    $(
                        if wanted == $list.of(&Params::$configuration) {
                            const $P: Params = Params::$configuration;
                            let top = $body;
                            return Some(writer.add(&top, docs).and_then(|_| $crate::emit::ports(&top)));
                        }
                    )*
                    None
                },
            };
    };
}
pub(crate) use shapes;

/// Bits of a number below `n`, at least 1.
pub(crate) const fn bits(n: u32) -> usize {
    match clog2(n) {
        0 => 1,
        bits => bits,
    }
}

/// Nodes of a [`crate::prim::MinTree`] over `n` members.
pub(crate) const fn nodes(n: u32) -> usize {
    2 * (1 << bits(n)) - 1
}
