// SPDX-License-Identifier: Apache-2.0
//! The one declaration of a unit's ports, from which the structs, the port list and the values come.

use crate::wide::Wide;

/// Direction of a port, seen from the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dir {
    /// An input.
    In,
    /// An output.
    Out,
}

/// How the Rust struct holds a port's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// `bool`, for one bit.
    Bool,
    /// `u8`, for up to 8 bits.
    U8,
    /// `u32`, for up to 32 bits.
    U32,
    /// `u64`, for up to 64 bits.
    U64,
    /// This many 32-bit words, least significant first.
    Words(usize),
}

/// One port of a unit, except `clock` and `reset`, which every unit has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortSpec {
    /// Its name, that of the field and of the Verilog port.
    pub name: &'static str,
    /// Its direction.
    pub dir: Dir,
    /// Width in bits. Bits of `storage` above it are ignored in inputs and zero in outputs.
    pub width: usize,
    /// How the field holds it.
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
    /// Gives a port a value, hexadecimal as in [`Ports::values`]. False, and nothing happens, if there is no such port or
    /// the field cannot hold the value.
    fn set(&mut self, port: &str, value: &str) -> bool;
}

/// A Rust type that can hold a port.
pub trait PortValue: Sized {
    /// How it holds a port.
    const STORAGE: Storage;
    /// The value in hexadecimal, with `0x`.
    fn hex(&self) -> String;
    /// What [`PortValue::hex`] wrote.
    fn parse(hex: &str) -> Option<Self>;
}

/// The digits of a hexadecimal number with `0x`, without leading zeros.
pub(crate) fn digits(hex: &str) -> Option<&str> {
    let digits = hex.strip_prefix("0x")?;
    let fine = !digits.is_empty() && digits.bytes().all(|d| d.is_ascii_hexdigit());
    fine.then(|| digits.trim_start_matches('0'))
}

/// A number of at most 64 bits.
fn number(hex: &str) -> Option<u64> {
    let digits = digits(hex)?;
    if digits.is_empty() {
        return Some(0);
    }
    u64::from_str_radix(digits, 16).ok()
}

impl PortValue for bool {
    const STORAGE: Storage = Storage::Bool;
    fn hex(&self) -> String {
        u8::from(*self).hex()
    }
    fn parse(hex: &str) -> Option<bool> {
        number(hex).filter(|n| *n < 2).map(|n| n == 1)
    }
}

macro_rules! port_value {
    ($($t:ty => $storage:ident),*) => {$(
        impl PortValue for $t {
            const STORAGE: Storage = Storage::$storage;
            fn hex(&self) -> String {
                format!("{self:#x}")
            }
            fn parse(hex: &str) -> Option<$t> {
                number(hex)?.try_into().ok()
            }
        }
    )*};
}
port_value!(u8 => U8, u32 => U32, u64 => U64);

impl<const N: usize> PortValue for Wide<N> {
    const STORAGE: Storage = Storage::Words(N);
    fn hex(&self) -> String {
        let top = self.data.iter().rposition(|w| *w != 0).unwrap_or(0);
        let tail = self.data[..top].iter().rev().map(|w| format!("{w:08x}"));
        tail.fold(format!("{:#x}", self.data[top]), |text, w| text + &w)
    }
    fn parse(hex: &str) -> Option<Wide<N>> {
        let mut words = [0; N];
        for (n, word) in digits(hex)?.as_bytes().rchunks(8).enumerate() {
            *words.get_mut(n)? = u32::from_str_radix(std::str::from_utf8(word).ok()?, 16).ok()?;
        }
        Some(Wide::new(words))
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

            fn set(&mut self, port: &str, value: &str) -> bool {
                match port {
                    $( stringify!($field) => match $crate::ports::PortValue::parse(value) {
                        Some(value) => {
                            self.$field = value;
                            true
                        }
                        None => false,
                    }, )*
                    _ => false,
                }
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
        assert_eq!(Wide::new([0x1, 0xab, 0]).hex(), "0xab00000001");
        assert_eq!(Wide::<3>::ZERO.hex(), "0x0");
        assert_eq!(true.hex(), "0x1");
    }

    #[test]
    fn a_value_reads_back_and_what_is_too_big_or_no_number_does_not() {
        for wide in [[0, 0, 0], [7, 0, 0], [1, 0xab, 0], [0, 0, u32::MAX]].map(Wide::new) {
            assert_eq!(Wide::<3>::parse(&wide.hex()), Some(wide));
        }
        assert_eq!((u8::parse("0x00ff"), u8::parse("0x100")), (Some(255), None));
        assert_eq!((bool::parse("0x1"), bool::parse("0x2")), (Some(true), None));
        assert_eq!(u64::parse("0x0"), Some(0));
        assert_eq!(Wide::<1>::parse("0x100000000"), None);
        for odd in ["", "0x", "5", "0x+1", "0xg"] {
            assert_eq!((u64::parse(odd), Wide::<2>::parse(odd)), (None, None), "{odd}");
        }
    }
}
