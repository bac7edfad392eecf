// SPDX-License-Identifier: Apache-2.0
//! Texture fetches, after the formulas of the CUDA C Programming Guide, appendix "Texture Fetching".
//!
//! Coordinates and weights are computed in `f64`, so that only the fixed-point weights that the guide prescribes
//! and the result itself are rounded.

use warpsmith_protocol::{AddressMode, ChannelKind, TexelFormat, TextureHeader};

use super::cvt::from_half;
use super::mem::read_le;
use super::simd::lanes;
use super::{Access, LaneFault, Machine};
use crate::error::FaultKind;
use crate::inst::{Inst, MemOp};
use crate::memory::GlobalMemory;
use crate::op::TextureRef;
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

/// Fetches for the lanes of `mask` and fills in `access`.
pub(super) fn fetch(
    machine: &mut Machine<'_>,
    memory: &GlobalMemory,
    inst: &Inst,
    op: TextureRef,
    mask: u32,
    access: &mut Access,
) -> Result<(), LaneFault> {
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
        let coordinate = |i: usize| machine.lane_value(inst.src[1 + i], lane) as u32;
        let x = taps(&header, header.width, 0, op, coordinate(0));
        let y = match op.dimensions {
            2 => taps(&header, header.height, 1, op, coordinate(1)),
            _ => Taps { texels: [Some(0), None], weight: 0.0 },
        };
        let before = access.texels.len();
        let texel = sample(memory, &header, [x, y], op, &mut access.texels).map_err(fail)?;
        access.addr[lane] = access.texels.get(before).copied().unwrap_or(header.address);
        access.bytes = header.format.bytes() as u8;
        for (to, value) in inst.dst.into_iter().zip(texel) {
            if to.is_register() {
                machine.warp.r32[to.index()].0[lane] = value;
            }
        }
    }
    Ok(())
}

/// The header behind a handle, if it suits the instruction.
fn header(memory: &GlobalMemory, handle: u64, op: TextureRef) -> Result<TextureHeader, FaultKind> {
    let name = || match memory.nearest(handle) {
        Some(info) if info.distance == 0 => info.name.map(|name| format!("`{name}`")),
        _ => None,
    };
    let fail = |problem| {
        let name = name().unwrap_or_else(|| format!("object {handle:#x}"));
        Err(FaultKind::Texture { name, problem })
    };
    let bytes = memory
        .locate(handle, TextureHeader::BYTES as u64)
        .and_then(|at| memory.bytes()[at..].first_chunk::<{ TextureHeader::BYTES }>());
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

/// The filtered texel as register contents. Pushes the address of each texel that is read on `read`.
fn sample(
    memory: &GlobalMemory,
    header: &TextureHeader,
    [x, y]: [Taps; 2],
    op: TextureRef,
    read: &mut Vec<u64>,
) -> Result<[u32; 4], FaultKind> {
    let TexelFormat { kind, bits: width, .. } = header.format;
    if !op.float_result || x.weight == 0.0 && y.weight == 0.0 {
        return Ok(match load(memory, header, x.texels[0], y.texels[0], read)? {
            // Bit patterns that are no numbers come through unchanged.
            Some(bits) if !op.float_result || (kind, width) == (ChannelKind::Float, 32) => {
                integer(header.format, bits)
            }
            Some(bits) => value(header.format, bits).map(|v| (v as f32).to_bits()),
            None => [0; 4],
        });
    }
    let mut sum = [0.0; 4];
    for (j, wy) in [1.0 - y.weight, y.weight].into_iter().enumerate() {
        for (i, wx) in [1.0 - x.weight, x.weight].into_iter().enumerate() {
            if wx * wy == 0.0 {
                continue;
            }
            if let Some(bits) = load(memory, header, x.texels[i], y.texels[j], read)? {
                for (sum, value) in sum.iter_mut().zip(value(header.format, bits)) {
                    *sum += wx * wy * value;
                }
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

/// The components of texel (x, y) as stored, zero-extended; `None` outside the texture.
fn load(
    memory: &GlobalMemory,
    header: &TextureHeader,
    x: Option<u32>,
    y: Option<u32>,
    read: &mut Vec<u64>,
) -> Result<Option<[u32; 4]>, FaultKind> {
    let (Some(x), Some(y)) = (x, y) else { return Ok(None) };
    let bytes = header.format.bytes();
    let row = u64::from(y).wrapping_mul(header.pitch);
    let addr = header.address.wrapping_add(row).wrapping_add(u64::from(x) * u64::from(bytes));
    let Some(at) = memory.locate(addr, bytes.into()) else {
        let nearest = memory.nearest(addr).map(Box::new);
        return Err(FaultKind::OutOfBounds { space: Space::Texture, addr, bytes, nearest });
    };
    read.push(addr);
    let mut components = [0; 4];
    for (i, component) in components.iter_mut().take(usize::from(header.format.components)).enumerate() {
        *component = match header.format.bits {
            8 => read_le::<1>(memory.bytes(), at + i),
            16 => read_le::<2>(memory.bytes(), at + 2 * i),
            _ => read_le::<4>(memory.bytes(), at + 4 * i),
        } as u32;
    }
    Ok(Some(components))
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
