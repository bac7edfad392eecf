// SPDX-License-Identifier: Apache-2.0
//! Shapes: the sets of widths that a unit is compiled in. Widths are const generics, so each set needs a line;
//! parameters that change no width are free.

use std::collections::BTreeMap;

use warpsmith_units::{clog2, Parameters, PortSpec};

use super::{check_ports, EmitError, Emitted, Top, UnitInfo};
use crate::emit::{Port, Refusal, Writer};

/// Port name to description.
pub type Docs<'a> = BTreeMap<&'a str, &'a str>;

/// Writes a top module.
pub type WriteFn<P> = fn(&P, &Docs, &mut Writer) -> Option<Result<Vec<Port>, Refusal>>;

/// The shapes of a top module.
pub struct Shapes<P> {
    /// The top module.
    pub top: &'static str,
    /// Ports that it must have.
    pub ports: fn(&P) -> Vec<PortSpec>,
    /// Names of the parameters that widths depend on.
    pub names: &'static [&'static str],
    /// Their values in each shape compiled in.
    pub compiled: &'static [&'static [u32]],
    /// Their values in a set of parameters.
    pub of: fn(&P) -> Vec<u32>,
    /// Writes the top module and returns its ports; `None` if the shape is not compiled in.
    pub write: WriteFn<P>,
    /// The file to add a shape to.
    pub file: &'static str,
}

impl<P: Parameters> Shapes<P> {
    /// Emits a named configuration with some parameters changed; see [`emit`].
    pub fn emit(
        &self,
        info: &UnitInfo,
        configuration: &str,
        overrides: &[(String, String)],
    ) -> Result<Emitted, EmitError> {
        emit(info, &[self], configuration, overrides)
    }

    /// Writes the top module.
    fn add(&self, info: &UnitInfo, params: &P, writer: &mut Writer) -> Result<Top, EmitError> {
        let specs = (self.ports)(params);
        let docs: Docs = specs.iter().map(|s| (s.name, s.doc)).collect();
        let line = |shape: &[u32]| shape.iter().map(u32::to_string).collect::<Vec<_>>().join(", ") + ";";
        let ports = (self.write)(params, &docs, writer).ok_or_else(|| EmitError::Shape {
            unit: info.name,
            names: self.names.join(", "),
            wanted: line(&(self.of)(params)),
            compiled: self.compiled.iter().map(|s| format!("\n    {}", line(s))).collect(),
            file: self.file,
        })??;
        check_ports(self.top, &ports, &specs)?;
        Ok(Top { name: self.top, ports })
    }
}

/// Emits the top modules of a unit in a named configuration with some parameters changed.
///
/// # Errors
/// Impossible parameters, a shape that is not compiled in, ports that differ from the declared ones, or what the
/// writer refuses.
pub fn emit<P: Parameters>(
    info: &UnitInfo,
    modules: &[&Shapes<P>],
    configuration: &str,
    overrides: &[(String, String)],
) -> Result<Emitted, EmitError> {
    let mut params = P::named(configuration).map_err(EmitError::param)?;
    for (key, value) in overrides {
        params.set(key, value).map_err(EmitError::param)?;
    }
    params.validate().map_err(EmitError::param)?;
    let mut writer = Writer::default();
    let tops = modules.iter().map(|m| m.add(info, &params, &mut writer)).collect::<Result<Vec<_>, _>>()?;
    Ok(Emitted::new(info, params.name(), params.values(), writer.modules(), tops))
}

/// Declares the `Shapes` of a unit. The body of `write` sees the values of a shape as `SHAPE`, an array of constants in
/// the order of the names, and makes the top module from them. Each line after it is a shape.
macro_rules! shapes {
    (
        $top:literal, $ports:path, $file:literal;
        [$($name:literal),*] = |$p:ident: &$Params:ty| [$($value:expr),*];
        write |$params:ident| $body:block
        $($($width:literal),*;)*
    ) => {
        /// The shapes compiled in.
        pub(crate) const SHAPES: $crate::units::shapes::Shapes<$Params> = $crate::units::shapes::Shapes {
            top: $top,
            ports: $ports,
            names: &[$($name),*],
            compiled: &[$(&[$($width),*]),*],
            of: |$p| vec![$($value),*],
            write: |$params, docs, writer| {
                let wanted = (SHAPES.of)($params);
                $(
                    const { assert!(SHAPES.names.len() == [$($width),*].len()) };
                    if wanted == [$($width),*] {
                        const SHAPE: &[u32] = &[$($width),*];
                        let top = $body;
                        return Some(writer.add(&top, docs).and_then(|_| $crate::emit::ports(&top)));
                    }
                )*
                None
            },
            file: $file,
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
