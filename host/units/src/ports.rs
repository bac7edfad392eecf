// SPDX-License-Identifier: Apache-2.0
//! The one declaration of a unit's ports, from which the structs, the port list and the values come.

/// Direction of a port, seen from the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dir {
    In,
    Out,
}

/// How the Rust struct holds a port's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    Bool,
    U8,
    U32,
    U64,
    /// This many 32-bit words, least significant first.
    Words(usize),
}

/// One port of a unit, except `clock` and `reset`, which every unit has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortSpec {
    pub name: &'static str,
    pub dir: Dir,
    /// Width in bits. Bits of `storage` above it are ignored in inputs and zero in outputs.
    pub width: usize,
    pub storage: Storage,
    /// An output that depends on inputs of the same cycle; [`crate::Unit::step`] returns it as it stands before the edge.
    pub comb: bool,
    /// What it means: the doc comment of the field.
    pub doc: &'static str,
}

/// A struct of port values: `In` or `Out` of a unit. Laid out as in C.
pub trait Ports: Copy + Default + PartialEq + std::fmt::Debug + Send + 'static {
    /// The parameters that the widths depend on.
    type Params;
    /// The ports in the order of the fields.
    fn specs(params: &Self::Params) -> Vec<PortSpec>;
    /// Name and value (hexadecimal) of every port, in the same order.
    fn values(&self) -> Vec<(&'static str, String)>;
}

/// A Rust type that can hold a port.
pub trait PortValue {
    const STORAGE: Storage;
    /// The value in hexadecimal, with `0x`.
    fn hex(&self) -> String;
}

impl PortValue for bool {
    const STORAGE: Storage = Storage::Bool;
    fn hex(&self) -> String {
        u8::from(*self).hex()
    }
}

macro_rules! port_value {
    ($($t:ty => $storage:ident),*) => {$(
        impl PortValue for $t {
            const STORAGE: Storage = Storage::$storage;
            fn hex(&self) -> String {
                format!("{self:#x}")
            }
        }
    )*};
}
port_value!(u8 => U8, u32 => U32, u64 => U64);

impl<const N: usize> PortValue for [u32; N] {
    const STORAGE: Storage = Storage::Words(N);
    fn hex(&self) -> String {
        let top = self.iter().rposition(|w| *w != 0).unwrap_or(0);
        let tail = self[..top].iter().rev().map(|w| format!("{w:08x}"));
        tail.fold(format!("{:#x}", self[top]), |text, w| text + &w)
    }
}

/// Declares a struct of ports. Each field is `name: type = width in bits`, the width an expression over the
/// parameters, then `, comb` for a combinational output; the field's doc comment is the port's description.
macro_rules! ports {
    (
        $(#[$meta:meta])*
        pub struct $name:ident: $dir:ident, $params:ident: $Params:ty;
        $( $(#[doc = $doc:literal])* $field:ident: $type:ty = $width:expr $(, $comb:ident)?; )*
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[repr(C)]
        pub struct $name {
            $( $(#[doc = $doc])* pub $field: $type, )*
        }

        impl $crate::ports::Ports for $name {
            type Params = $Params;

            fn specs($params: &$Params) -> Vec<$crate::ports::PortSpec> {
                vec![$( $crate::ports::PortSpec {
                    name: stringify!($field),
                    dir: $crate::ports::Dir::$dir,
                    width: $width,
                    storage: <$type as $crate::ports::PortValue>::STORAGE,
                    comb: $crate::ports::ports!(@comb $($comb)?),
                    doc: concat!($($doc),*).trim_ascii(),
                }),*]
            }

            fn values(&self) -> Vec<(&'static str, String)> {
                vec![$( (stringify!($field), $crate::ports::PortValue::hex(&self.$field)) ),*]
            }
        }
    };
    (@comb comb) => { true };
    (@comb) => { false };
}
pub(crate) use ports;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_value_prints_as_one_number() {
        assert_eq!([0x1u32, 0xab, 0].hex(), "0xab00000001");
        assert_eq!([0u32; 3].hex(), "0x0");
        assert_eq!(true.hex(), "0x1");
    }
}
