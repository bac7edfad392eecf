// SPDX-License-Identifier: Apache-2.0
//! What CUDA arrays and textures are: the formats of their texels, their sizes, and how they lie in device memory.

use warpsmith_protocol::{ChannelKind, TexelFormat};

use crate::abi::ChannelFormatDesc;
use crate::failure::Failure;

/// Largest array in texels: CUDA C Programming Guide, technical specifications of compute capability 3.5.
pub const MAX_WIDTH_1D: usize = 65536;
pub const MAX_2D: [usize; 2] = [65536, 65535];
pub const MAX_3D: [usize; 3] = [4096; 3];
/// Width and layers; width, height and layers; edge of a cube's faces.
pub const MAX_1D_LAYERED: [usize; 2] = [16384, 2048];
pub const MAX_2D_LAYERED: [usize; 3] = [16384, 16384, 2048];
pub const MAX_CUBEMAP: usize = 16384;

/// Largest textures in texels: CUDA C Programming Guide, technical specifications of compute capability 3.5.
pub const MAX_LINEAR: usize = 1 << 27;
pub const MAX_PITCHED: [usize; 2] = [65000, 65000];

/// A CUDA array. Width, height and depth in texels, pitch in bytes; a one-dimensional array has one row. Layers and the
/// faces of a cube count as depth.
#[derive(Clone, Copy)]
pub struct Array {
    pub address: u64,
    pub pitch: usize,
    pub width: usize,
    pub height: usize,
    pub depth: usize,
    /// Surfaces may write it.
    pub surface: bool,
    pub description: ChannelFormatDesc,
    pub format: TexelFormat,
}

impl Array {
    /// Bytes from a slice to the next.
    pub fn slice(&self) -> usize {
        self.pitch * self.height
    }
}

/// The texel format that a program describes.
pub unsafe fn texel_format(description: *const ChannelFormatDesc) -> Result<TexelFormat, Failure> {
    if description.is_null() {
        return Err(Failure::invalid("the channel description is null"));
    }
    let ChannelFormatDesc { bits, kind } = description.read();
    let no_format = || Failure::invalid(format!("texels of {bits:?} bits and kind {kind} are not supported"));
    let components = bits.iter().take_while(|b| **b != 0).count();
    let same = bits.iter().enumerate().all(|(i, b)| *b == if i < components { bits[0] } else { 0 });
    let kind = match kind {
        0 => ChannelKind::Signed,
        1 => ChannelKind::Unsigned,
        2 => ChannelKind::Float,
        _ => return Err(no_format()),
    };
    let bits = u8::try_from(bits[0]).map_err(|_| no_format())?;
    let format = TexelFormat { kind, bits, components: components as u8 };
    if !same || !format.supported() {
        return Err(no_format());
    }
    Ok(format)
}
