// SPDX-License-Identifier: Apache-2.0
//! What a buffer holds, as written in a launch file.

use super::scalar::{Number, Scalar};
use anyhow::{ensure, Context, Result};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use warpsmith_units::Rng;

/// Contents of an array.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Fill {
    Zero,
    /// Every element the same.
    Value(Number),
    /// Element i is `start + i * step`.
    Ramp {
        start: Number,
        step: Number,
    },
    /// Random bits from a seed; floats are uniform in 0 .. 1.
    Random(u64),
    /// The bytes of a file, as many as the array has.
    File(PathBuf),
}

impl Fill {
    /// The bytes of `count` elements of type `ty`; files are looked for in `folder`.
    ///
    /// # Errors
    /// A value does not suit the type, or the file cannot be read or has another size.
    pub fn bytes(&self, ty: Scalar, count: usize, folder: &Path) -> Result<Vec<u8>> {
        let size = ty.bytes();
        match self {
            Fill::Zero => Ok(vec![0; count * size]),
            Fill::Value(value) => Ok(ty.encode(*value)?.repeat(count)),
            Fill::Ramp { start, step } => {
                let mut bytes = Vec::with_capacity(count * size);
                for i in 0..count {
                    bytes.extend(ty.encode(ramp(*start, *step, i))?);
                }
                Ok(bytes)
            }
            Fill::Random(seed) => {
                let mut rng = Rng::new(*seed);
                let element = |_| {
                    let bits = rng.bits();
                    // The upper bits make a fraction that the type holds exactly.
                    match ty {
                        Scalar::F32 => ((bits >> 40) as f32 / (1u64 << 24) as f32).to_le_bytes().to_vec(),
                        Scalar::F64 => ((bits >> 11) as f64 / (1u64 << 53) as f64).to_le_bytes().to_vec(),
                        _ => bits.to_le_bytes()[..size].to_vec(),
                    }
                };
                Ok((0..count).flat_map(element).collect())
            }
            Fill::File(name) => {
                let path = folder.join(name);
                let needed = count * size;
                let bytes = warpsmith_process::read(&path, warpsmith_process::MAX_TEXT.max(needed as u64));
                let bytes = bytes.with_context(|| format!("cannot read {}", path.display()))?;
                let got = bytes.len();
                ensure!(got == needed, "{} has {got} bytes, the buffer {needed}", path.display());
                Ok(bytes)
            }
        }
    }
}

fn ramp(start: Number, step: Number, i: usize) -> Number {
    match (start, step) {
        (Number::Int(start), Number::Int(step)) => {
            Number::Int(start.wrapping_add(step.wrapping_mul(i as i64)))
        }
        _ => Number::Float(start.as_f64() + step.as_f64() * i as f64),
    }
}
