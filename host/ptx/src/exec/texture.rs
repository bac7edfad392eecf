// SPDX-License-Identifier: Apache-2.0
//! Texture fetches, after the formulas of the CUDA C Programming Guide, appendix "Texture Fetching".
//!
//! Coordinates and weights are computed in `f64`, so that only the fixed-point weights that the guide prescribes
//! and the result itself are rounded.

use warpsmith_protocol::{AddressMode, ChannelKind, TexelFormat, TextureHeader};

use super::bytes::read_le;
use super::cvt::from_half;
use super::env::Access;
use super::machine::{LaneFault, Machine, Nowhere};
use super::port::Memory;
use super::simd::lanes;
use crate::error::FaultKind;
use crate::inst::{Inst, MemOp};
use crate::op::{Geometry, TextureRef};
use crate::types::Space;

/// Steps of a filter weight between 0 and 1: 8 bits of fraction.
const WEIGHT_STEPS: f64 = 256.0;

/// Texels that one coordinate selects, and the weight of the second one; with weight 0 there is only the first.
#[derive(Clone, Copy)]
struct Taps {
    /// `None`: outside the texture, reads as zero.
    texels: [Option<u32>; 2],
    weight: f64,
}

/// The one row or slice of a texture that has no more.
const FIRST: Taps = Taps { texels: [Some(0), None], weight: 0.0 };

/// Fetches for the lanes of `mask` and fills in `access`.
pub(super) fn fetch(
    machine: &mut Machine<'_>,
    memory: &mut Memory,
    inst: &Inst,
    op: TextureRef,
    mask: u32,
    access: &mut Access,
) -> Result<Option<Box<Nowhere>>, LaneFault> {
    let mut nowhere = None;
    access.space = Space::Texture;
    access.kind = MemOp::Load;
    access.mask = mask;
    access.texels.clear();
    let mut known = None;
    for lane in lanes(mask) {
        let fail = |kind| (lane as u32, kind);
        let handle = machine.lane_value(inst.src[0], lane);
        let header = match known {
            Some((at, header)) if at == handle => header,
            _ => header(memory, handle, op).map_err(fail)?,
        };
        known = Some((handle, header));
        let operand = |i: usize| machine.lane_value(inst.src[1 + i], lane) as u32;
        let at = place(&header, op, operand);
        let before = access.texels.len();
        let mut texels = Texels { memory, header: &header, read: &mut access.texels, missing: None };
        let texel = sample(&mut texels, at, op).map_err(fail)?;
        if let Some(kind) = texels.missing {
            Nowhere::add(&mut nowhere, lane, kind);
        }
        access.addr[lane] = access.texels.get(before).copied().unwrap_or(header.address);
        access.bytes = header.format.bytes() as u8;
        for (to, value) in inst.dst.into_iter().zip(texel) {
            if to.is_register() {
                machine.warp.r32[to.index()].0[lane] = value;
            }
        }
    }
    Ok(nowhere)
}

/// The header behind a handle, if it suits the instruction.
fn header(memory: &mut Memory, handle: u64, op: TextureRef) -> Result<TextureHeader, FaultKind> {
    let at = memory.locate(handle, TextureHeader::BYTES as u64);
    let memory = &*memory;
    let name = || match memory.nearest(handle) {
        Some(info) if info.distance == 0 => info.name.map(|name| format!("`{name}`")),
        _ => None,
    };
    let fail = |problem| {
        let name = name().unwrap_or_else(|| format!("object {handle:#x}"));
        Err(FaultKind::Texture { name, problem })
    };
    let bytes = at.and_then(|at| memory.bytes()[at..].first_chunk::<{ TextureHeader::BYTES }>());
    let Some(bytes) = bytes else { return fail("there is no such texture, or it has been destroyed") };
    let Some(header) = TextureHeader::from_bytes(bytes) else {
        return fail("it is not bound to memory; bind it before the launch");
    };
    let TexelFormat { kind, bits, .. } = header.format;
    match (kind, op.float_result) {
        (ChannelKind::Float, false) => fail("it holds floating-point texels, which are read as integers"),
        (ChannelKind::Signed | ChannelKind::Unsigned, true) if bits == 32 => {
            fail("it holds 32-bit integers, which cannot be read as normalized floats")
        }
        (_, false) if header.linear => fail("linear filtering works on floating-point results only"),
        _ => Ok(header),
    }
}

/// What the operands of a fetch select along x, y and z (or the layer).
fn place(header: &TextureHeader, op: TextureRef, operand: impl Fn(usize) -> u32) -> [Taps; 3] {
    let sizes = [header.width, header.height, header.depth];
    let along = |axis: usize, bits: u32| taps(header, sizes[axis], axis, op, bits);
    let layer = |index: u32| Taps { texels: [Some(index.min(header.depth - 1)), None], weight: 0.0 };
    match op.geometry {
        Geometry::Plain(1) => [along(0, operand(0)), FIRST, FIRST],
        Geometry::Plain(2) => [along(0, operand(0)), along(1, operand(1)), FIRST],
        Geometry::Plain(_) => [along(0, operand(0)), along(1, operand(1)), along(2, operand(2))],
        Geometry::Layered(1) => [along(0, operand(1)), FIRST, layer(operand(0))],
        Geometry::Layered(_) => [along(0, operand(1)), along(1, operand(2)), layer(operand(0))],
        Geometry::Cube => {
            let (face, s, t) = face([0, 1, 2].map(|i| f32::from_bits(operand(i))));
            // Faces are filtered one by one: the texels next to an edge are those of the same face.
            let clamped =
                TextureHeader { address_modes: [AddressMode::Clamp; 3], normalized: true, ..*header };
            let [x, y] = [(0, s), (1, t)].map(|(axis, c)| taps(&clamped, sizes[axis], axis, op, c.to_bits()));
            [x, y, layer(face)]
        }
    }
}

/// The face of a cube that a direction meets, and where, from 0 to 1: table "Cubemap Fetch" of the guide.
fn face([x, y, z]: [f32; 3]) -> (u32, f32, f32) {
    let (face, m, s, t) = if x.abs() >= y.abs() && x.abs() >= z.abs() {
        if x >= 0.0 {
            (0, x, -z, -y)
        } else {
            (1, -x, z, -y)
        }
    } else if y.abs() >= z.abs() {
        if y >= 0.0 {
            (2, y, x, z)
        } else {
            (3, -y, x, -z)
        }
    } else if z >= 0.0 {
        (4, z, x, -y)
    } else {
        (5, -z, -x, -y)
    };
    (face, (s / m + 1.0) / 2.0, (t / m + 1.0) / 2.0)
}

/// The texels that `bits`, a coordinate along axis `axis` with `size` texels, selects.
fn taps(header: &TextureHeader, size: u32, axis: usize, op: TextureRef, bits: u32) -> Taps {
    if !op.float_coordinates {
        // Integer coordinates are neither normalised nor filtered, and outside the texture there are zeros.
        return Taps { texels: [(bits < size).then_some(bits), None], weight: 0.0 };
    }
    let mode = match header.address_modes[axis] {
        // The periodic modes exist for normalised coordinates only.
        AddressMode::Wrap | AddressMode::Mirror if !header.normalized => AddressMode::Clamp,
        mode => mode,
    };
    let scale = if header.normalized { f64::from(size) } else { 1.0 };
    let position = f64::from(f32::from_bits(bits)) * scale;
    let at = |index: f64| texel(mode, index, size);
    if !header.linear {
        return Taps { texels: [at(position.floor()), None], weight: 0.0 };
    }
    let low = (position - 0.5).floor();
    // Half steps round up, so that a weight can be 1.
    let weight = ((position - 0.5 - low) * WEIGHT_STEPS + 0.5).floor() / WEIGHT_STEPS;
    Taps { texels: [at(low), at(low + 1.0)], weight }
}

/// The texel with (integral) number `index` in a row of `size`, as `mode` continues the row.
fn texel(mode: AddressMode, index: f64, size: u32) -> Option<u32> {
    let n = f64::from(size);
    let inside = match mode {
        AddressMode::Clamp => index.clamp(0.0, n - 1.0),
        AddressMode::Wrap => index.rem_euclid(n),
        AddressMode::Mirror => {
            let within = index.rem_euclid(2.0 * n);
            within.min(2.0 * n - 1.0 - within)
        }
        AddressMode::Border if index < 0.0 || index >= n => return None,
        AddressMode::Border => index,
    };
    // A coordinate that is not a number selects texel 0.
    Some(inside as u32)
}

/// The texels of one texture, for one lane.
struct Texels<'a, 'e> {
    memory: &'a mut Memory<'e>,
    header: &'a TextureHeader,
    /// The address of each texel that was read.
    read: &'a mut Vec<u64>,
    /// What was wrong with the first texel that lies outside every allocation and was read as zero.
    missing: Option<FaultKind>,
}

/// The filtered texel as register contents.
fn sample(texels: &mut Texels<'_, '_>, [x, y, z]: [Taps; 3], op: TextureRef) -> Result<[u32; 4], FaultKind> {
    let header = texels.header;
    let TexelFormat { kind, bits: width, .. } = header.format;
    if !op.float_result || [x, y, z].iter().all(|taps| taps.weight == 0.0) {
        return Ok(match texels.load([x, y, z].map(|taps| taps.texels[0]))? {
            // Bit patterns that are no numbers come through unchanged.
            Some(bits) if !op.float_result || (kind, width) == (ChannelKind::Float, 32) => {
                integer(header.format, bits)
            }
            Some(bits) => value(header.format, bits).map(|v| (v as f32).to_bits()),
            None => [0; 4],
        });
    }
    let mut sum = [0.0; 4];
    // The corners of the cube of texels, x first.
    for corner in 0..8 {
        let [i, j, k] = [corner & 1, corner >> 1 & 1, corner >> 2];
        let weight = [(x, i), (y, j), (z, k)]
            .map(|(taps, second)| if second == 1 { taps.weight } else { 1.0 - taps.weight });
        let weight = weight[0] * weight[1] * weight[2];
        if weight == 0.0 {
            continue;
        }
        if let Some(bits) = texels.load([x.texels[i], y.texels[j], z.texels[k]])? {
            for (sum, value) in sum.iter_mut().zip(value(header.format, bits)) {
                *sum += weight * value;
            }
        }
    }
    let components = usize::from(header.format.components);
    let mut out = [0; 4];
    for (out, sum) in out.iter_mut().zip(sum).take(components) {
        *out = (sum as f32).to_bits();
    }
    Ok(out)
}

impl Texels<'_, '_> {
    /// The components of texel (x, y, z) as stored, zero-extended; `None` outside the texture.
    fn load(&mut self, at: [Option<u32>; 3]) -> Result<Option<[u32; 4]>, FaultKind> {
        let [Some(x), Some(y), Some(z)] = at else { return Ok(None) };
        let (header, bytes) = (self.header, self.header.format.bytes());
        let row =
            u64::from(z).wrapping_mul(header.slice).wrapping_add(u64::from(y).wrapping_mul(header.pitch));
        let addr = header.address.wrapping_add(row).wrapping_add(u64::from(x) * u64::from(bytes));
        let Some(at) = self.memory.locate(addr, bytes.into()) else {
            let nearest = self.memory.nearest(addr).map(Box::new);
            let kind = FaultKind::OutOfBounds { space: Space::Texture, addr, bytes, nearest };
            if !self.memory.reads_zeros(&kind) {
                return Err(kind);
            }
            self.read.push(addr);
            self.missing.get_or_insert(kind);
            return Ok(Some([0; 4]));
        };
        self.read.push(addr);
        let mut components = [0; 4];
        let memory = self.memory.bytes();
        for (i, component) in components.iter_mut().take(usize::from(header.format.components)).enumerate() {
            *component = match header.format.bits {
                8 => read_le::<1>(memory, at + i),
                16 => read_le::<2>(memory, at + 2 * i),
                _ => read_le::<4>(memory, at + 4 * i),
            } as u32;
        }
        Ok(Some(components))
    }
}

/// Integer components as 32-bit integers.
fn integer(format: TexelFormat, components: [u32; 4]) -> [u32; 4] {
    let unused = 32 - u32::from(format.bits);
    match format.kind {
        ChannelKind::Signed => components.map(|c| ((c << unused) as i32 >> unused) as u32),
        _ => components,
    }
}

/// Components as floating-point numbers; integers are normalised to 0..1 or -1..1.
fn value(format: TexelFormat, components: [u32; 4]) -> [f64; 4] {
    let integers = integer(format, components);
    let largest = |bits: u8| ((1u64 << bits) - 1) as f64;
    match (format.kind, format.bits) {
        (ChannelKind::Float, 16) => components.map(|c| from_half(c as u16)),
        (ChannelKind::Float, _) => components.map(|c| f64::from(f32::from_bits(c))),
        (ChannelKind::Unsigned, bits) => integers.map(|c| f64::from(c) / largest(bits)),
        // The most negative number is -1 like its neighbour.
        (ChannelKind::Signed, bits) => integers.map(|c| (f64::from(c as i32) / largest(bits - 1)).max(-1.0)),
    }
}
