// SPDX-License-Identifier: Apache-2.0
//! Texture fetches (PTX ISA, "Texture Instructions: tex"), in unified texture mode.

use super::opcode::Modifiers;
use super::{Decode, Decoder};
use crate::ast::RawOperand;
use crate::inst::{CacheOp, Class, MemKind, MemOp, Operand};
use crate::op::{Geometry, Op, TextureRef};
use crate::types::{Space, Type};

/// Most bytes that a lane gets: four components of 32 bits.
const TEXEL_BYTES: u8 = 16;

impl<'a> Decoder<'_, 'a> {
    /// `tex.geometry.v4.result.coordinate {a, b, c, d}, [texture, {layer, x, y, z}]`.
    pub(super) fn texture(&mut self, mods: &mut Modifiers<'_>, ops: &[RawOperand<'a>]) -> Decode<()> {
        let geometry = mods.pick(|m| match m {
            "1d" => Some(Geometry::Plain(1)),
            "2d" => Some(Geometry::Plain(2)),
            "3d" => Some(Geometry::Plain(3)),
            "a1d" => Some(Geometry::Layered(1)),
            "a2d" => Some(Geometry::Layered(2)),
            "cube" => Some(Geometry::Cube),
            _ => None,
        });
        let geometry = geometry.ok_or(
            "only textures of geometry `.1d`, `.2d`, `.3d`, `.a1d`, `.a2d` and `.cube` are supported",
        )?;
        if !mods.take("v4") {
            return Err("`.v4` is missing: a texture fetch has four results".into());
        }
        let (result, coordinate) = (mods.ty()?, mods.ty()?);
        if !matches!(result, Type::F32 | Type::S32 | Type::U32) {
            return Err(format!("texture results of type {result:?} are not supported"));
        }
        let coordinate_exists = match geometry {
            Geometry::Cube => coordinate == Type::F32,
            _ => matches!(coordinate, Type::F32 | Type::S32),
        };
        if !coordinate_exists {
            return Err(format!("texture coordinates of type {coordinate:?} do not exist"));
        }
        let [RawOperand::Vector(results), RawOperand::Texture { texture, at }] = ops else {
            return Err("four results in braces and `[texture, {coordinates}]` are needed".into());
        };
        if results.len() != 4 {
            return Err(format!("a vector of 4 is needed, not of {}", results.len()));
        }
        // The fourth coordinate of a vector of four, and the second of one-dimensional fetches, is padding.
        if at.len() < geometry.operands() {
            return Err(format!("{} coordinates are needed", geometry.operands()));
        }
        let mut dst = [Operand::NONE; 4];
        for (to, result_name) in dst.iter_mut().zip(results) {
            if *result_name != RawOperand::Name("_") {
                *to = self.dst(Some(result_name), result)?;
            }
        }
        let mut src = vec![self.src(Some(&RawOperand::Name(texture)), Type::U64)?];
        for (i, name) in at[..geometry.operands()].iter().enumerate() {
            let layer = i == 0 && matches!(geometry, Geometry::Layered(_));
            src.push(self.src(Some(name), if layer { Type::U32 } else { coordinate })?);
        }
        let fetch = TextureRef {
            geometry,
            float_result: result == Type::F32,
            float_coordinates: coordinate == Type::F32,
        };
        let kind =
            MemKind { space: Space::Texture, op: MemOp::Load, bytes: TEXEL_BYTES, cache: CacheOp::All };
        self.emit(Class::Mem(kind), Op::Texture(fetch), &dst, &src);
        Ok(())
    }
}
