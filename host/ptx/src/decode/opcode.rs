// SPDX-License-Identifier: Apache-2.0
//! Modifiers of an opcode, taken one by one; what is left over at the end is not supported.

use crate::op::Round;
use crate::types::{Space, Type};

/// Why an instruction is refused; the position is added by [`super::decode_function`].
pub(super) type Decode<T> = Result<T, String>;

pub(crate) struct Modifiers<'a> {
    pub mnemonic: &'a str,
    rest: Vec<&'a str>,
}

impl<'a> Modifiers<'a> {
    pub fn new(opcode: &'a str) -> Self {
        let mut parts = opcode.split('.');
        let mnemonic = parts.next().unwrap_or("");
        Self { mnemonic, rest: parts.collect() }
    }

    /// Removes `name` if present.
    pub fn take(&mut self, name: &str) -> bool {
        match self.rest.iter().position(|m| *m == name) {
            Some(index) => {
                self.rest.remove(index);
                true
            }
            None => false,
        }
    }

    /// Removes and returns the first modifier for which `pick` has a value.
    pub fn pick<T>(&mut self, pick: impl Fn(&str) -> Option<T>) -> Option<T> {
        let (index, value) = self.rest.iter().enumerate().find_map(|(i, m)| Some((i, pick(m)?)))?;
        self.rest.remove(index);
        Some(value)
    }

    /// Removes the first type.
    pub fn ty(&mut self) -> Decode<Type> {
        self.pick(Type::from_name).ok_or_else(|| "the instruction has no type".into())
    }

    pub fn last_type_is_float(&self) -> bool {
        self.rest.iter().rev().find_map(|m| Type::from_name(m)).is_some_and(Type::is_float)
    }

    /// Removes a state space; [`Space::Generic`] if there is none.
    pub fn space(&mut self) -> Space {
        self.pick(|m| {
            Some(match m {
                "global" => Space::Global,
                "shared" | "shared::cta" => Space::Shared,
                "local" => Space::Local,
                "const" => Space::Const,
                "param" | "param::entry" | "param::func" => Space::Param,
                _ => return None,
            })
        })
        .unwrap_or(Space::Generic)
    }

    /// Removes a rounding mode of floating-point results.
    pub fn round(&mut self) -> Option<Round> {
        self.pick(|m| {
            Some(match m {
                "rn" => Round::Nearest,
                "rz" => Round::Zero,
                "rm" => Round::Down,
                "rp" => Round::Up,
                _ => return None,
            })
        })
    }

    /// Fails if a modifier has not been taken.
    pub fn finish(&self) -> Decode<()> {
        match self.rest.first() {
            Some(left) => Err(format!("modifier `.{left}` of `{}` is not supported", self.mnemonic)),
            None => Ok(()),
        }
    }
}
