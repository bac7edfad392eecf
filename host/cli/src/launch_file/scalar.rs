// SPDX-License-Identifier: Apache-2.0
//! Scalar types of launch files, and their values as bytes.

use anyhow::{bail, Result};
use serde::Deserialize;

/// A type by its name in PTX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scalar {
    U8,
    S8,
    U16,
    S16,
    U32,
    S32,
    U64,
    S64,
    F32,
    F64,
}

/// A number as written.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Number {
    Int(i64),
    Float(f64),
}

impl Number {
    pub fn as_f64(self) -> f64 {
        match self {
            Number::Int(value) => value as f64,
            Number::Float(value) => value,
        }
    }
}

impl Scalar {
    /// Size in bytes.
    pub fn bytes(self) -> usize {
        match self {
            Scalar::U8 | Scalar::S8 => 1,
            Scalar::U16 | Scalar::S16 => 2,
            Scalar::U32 | Scalar::S32 | Scalar::F32 => 4,
            Scalar::U64 | Scalar::S64 | Scalar::F64 => 8,
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F64)
    }

    /// `value` as the bytes of this type.
    ///
    /// # Errors
    /// An integer type cannot hold the value.
    pub fn encode(self, value: Number) -> Result<Vec<u8>> {
        let misfit = |value: &dyn std::fmt::Display| {
            let name = format!("{self:?}").to_lowercase();
            anyhow::anyhow!("{value} is not a value of type {name}")
        };
        let Number::Int(int) = value else {
            return match self {
                Scalar::F32 => Ok((value.as_f64() as f32).to_le_bytes().to_vec()),
                Scalar::F64 => Ok(value.as_f64().to_le_bytes().to_vec()),
                _ => Err(misfit(&value.as_f64())),
            };
        };
        let bits = 8 * self.bytes() as u32;
        let (low, high) = match self {
            Scalar::F32 => return Ok((int as f32).to_le_bytes().to_vec()),
            Scalar::F64 => return Ok((int as f64).to_le_bytes().to_vec()),
            Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => (0, (1i128 << bits) - 1),
            _ => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        };
        if !(low..=high).contains(&int.into()) {
            return Err(misfit(&int));
        }
        Ok(int.to_le_bytes()[..self.bytes()].to_vec())
    }

    /// An element for a person, and its value.
    pub fn decode(self, bytes: &[u8]) -> (String, f64) {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let unsigned = u64::from_le_bytes(word);
        let unused = 64 - 8 * bytes.len() as u32;
        let signed = (unsigned << unused) as i64 >> unused;
        match self {
            Scalar::F32 => {
                let value = f32::from_bits(unsigned as u32);
                (format!("{value:?}"), value.into())
            }
            Scalar::F64 => {
                let value = f64::from_bits(unsigned);
                (format!("{value:?}"), value)
            }
            Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => (unsigned.to_string(), unsigned as f64),
            _ => (signed.to_string(), signed as f64),
        }
    }

    /// Compares arrays element by element; integers exactly, floats within `tolerance` relative to the larger of 1
    /// and the expected value.
    ///
    /// # Errors
    /// Says how many elements differ and how the first does.
    pub fn compare(self, got: &[u8], want: &[u8], tolerance: f64) -> Result<()> {
        let differs = |(got, want): (&[u8], &[u8])| {
            if got == want {
                return false;
            }
            let (got, want) = (self.decode(got).1, self.decode(want).1);
            let near = (got - want).abs() <= tolerance * want.abs().max(1.0);
            !(self.is_float() && (got == want || near || got.is_nan() && want.is_nan()))
        };
        let size = self.bytes();
        let pairs = || got.chunks(size).zip(want.chunks(size));
        let Some(first) = pairs().position(differs) else { return Ok(()) };
        let count = pairs().filter(|pair| differs(*pair)).count();
        let text = |bytes: &[u8]| self.decode(&bytes[first * size..][..size]).0;
        bail!(
            "{count} of {} elements differ; element {first} is {}, expected {}",
            got.len() / size,
            text(got),
            text(want)
        )
    }
}
