// SPDX-License-Identifier: Apache-2.0
//! What a texture is on the device: a header of [`TextureHeader::BYTES`] bytes in device memory. The device
//! variable of a texture reference is such a header, and the handle of a texture object is the address of one.
//! The runtime writes headers, texture instructions read them.

/// How the bits of a texel's component are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ChannelKind {
    /// Two's complement, 8, 16 or 32 bits.
    Signed = 0,
    /// 8, 16 or 32 bits.
    Unsigned = 1,
    /// Of 16 or 32 bits.
    Float = 2,
}

/// The components of a texel, all of one kind and width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TexelFormat {
    /// How all components are meant.
    pub kind: ChannelKind,
    /// Width of a component: 8, 16 or 32 bits.
    pub bits: u8,
    /// 1, 2 or 4.
    pub components: u8,
}

impl TexelFormat {
    /// Size of a texel in bytes: 1 to 16.
    pub fn bytes(self) -> u32 {
        u32::from(self.bits / 8) * u32::from(self.components)
    }

    /// Whether texture units have this format.
    pub fn supported(self) -> bool {
        let bits = match self.kind {
            ChannelKind::Float => matches!(self.bits, 16 | 32),
            _ => matches!(self.bits, 8 | 16 | 32),
        };
        bits && matches!(self.components, 1 | 2 | 4)
    }
}

/// What a coordinate outside the texture means; numbers of `cudaTextureAddressMode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum AddressMode {
    /// The texture repeats (normalised coordinates only).
    Wrap = 0,
    /// The nearest texel of the border.
    Clamp = 1,
    /// The texture repeats, each time mirrored (normalised coordinates only).
    Mirror = 2,
    /// Zero.
    Border = 3,
}

impl AddressMode {
    /// The mode with this number.
    pub fn from_number(number: i64) -> Option<AddressMode> {
        [AddressMode::Wrap, AddressMode::Clamp, AddressMode::Mirror, AddressMode::Border]
            .into_iter()
            .find(|mode| *mode as i64 == number)
    }
}

/// A texture bound to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureHeader {
    /// Device address of the first texel.
    pub address: u64,
    /// Bytes from a row to the next.
    pub pitch: u64,
    /// Texels of a row.
    pub width: u32,
    /// Rows; 1 of a one-dimensional texture.
    pub height: u32,
    /// Slices of a three-dimensional texture, layers of a layered one, 6 faces of a cube; else 1.
    pub depth: u32,
    /// Bytes from a slice, layer or face to the next.
    pub slice: u64,
    /// The texels, all alike.
    pub format: TexelFormat,
    /// Of x, y and z.
    pub address_modes: [AddressMode; 3],
    /// Linear filtering; else the nearest texel.
    pub linear: bool,
    /// Coordinates are fractions of the size; else they count texels.
    pub normalized: bool,
}

/// First bytes of a header that is bound; an unbound one is zero.
const MAGIC: [u8; 4] = *b"TEX1";

impl TextureHeader {
    /// Size and alignment of a header in device memory.
    pub const BYTES: usize = 64;

    /// The header as it lies in device memory.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..4].copy_from_slice(&MAGIC);
        bytes[4..7].copy_from_slice(&[self.format.kind as u8, self.format.bits, self.format.components]);
        bytes[7..10].copy_from_slice(&self.address_modes.map(|mode| mode as u8));
        bytes[10..12].copy_from_slice(&[self.linear, self.normalized].map(u8::from));
        bytes[16..24].copy_from_slice(&self.address.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.pitch.to_le_bytes());
        bytes[32..36].copy_from_slice(&self.width.to_le_bytes());
        bytes[36..40].copy_from_slice(&self.height.to_le_bytes());
        bytes[40..44].copy_from_slice(&self.depth.to_le_bytes());
        bytes[48..56].copy_from_slice(&self.slice.to_le_bytes());
        bytes
    }

    /// The header in these bytes of device memory; `None` if no texture is bound there.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Option<TextureHeader> {
        if bytes[..4] != MAGIC {
            return None;
        }
        let long = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let kind = [ChannelKind::Signed, ChannelKind::Unsigned, ChannelKind::Float]
            .into_iter()
            .find(|kind| *kind as u8 == bytes[4])?;
        let format = TexelFormat { kind, bits: bytes[5], components: bytes[6] };
        let mode = |byte: u8| AddressMode::from_number(byte.into());
        let header = TextureHeader {
            address: long(16),
            pitch: long(24),
            width: long(32) as u32,
            height: (long(32) >> 32) as u32,
            depth: long(40) as u32,
            slice: long(48),
            format,
            address_modes: [mode(bytes[7])?, mode(bytes[8])?, mode(bytes[9])?],
            linear: bytes[10] != 0,
            normalized: bytes[11] != 0,
        };
        let sizes = [header.width, header.height, header.depth];
        (format.supported() && sizes.iter().all(|size| *size > 0)).then_some(header)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_header_survives_device_memory(
            (address, pitch, slice) in any::<(u64, u64, u64)>(),
            (width, height, depth) in (1..=u32::MAX, 1..=u32::MAX, 1..=u32::MAX),
            kind in prop::sample::select(vec![ChannelKind::Signed, ChannelKind::Unsigned, ChannelKind::Float]),
            bits in prop::sample::select(vec![16u8, 32]),
            components in prop::sample::select(vec![1u8, 2, 4]),
            modes in prop::array::uniform3(0i64..4),
            (linear, normalized) in any::<(bool, bool)>(),
        ) {
            let header = TextureHeader {
                address, pitch, width, height, depth, slice, linear, normalized,
                format: TexelFormat { kind, bits, components },
                address_modes: modes.map(|m| AddressMode::from_number(m).unwrap()),
            };
            prop_assert_eq!(TextureHeader::from_bytes(&header.to_bytes()), Some(header));
        }

        #[test]
        fn any_bytes_are_a_supported_texture_or_none(bytes in prop::array::uniform32(any::<u8>())) {
            let mut header = [0; TextureHeader::BYTES];
            header[4..36].copy_from_slice(&bytes);
            prop_assert_eq!(TextureHeader::from_bytes(&header), None);
            header[..4].copy_from_slice(&MAGIC);
            if let Some(found) = TextureHeader::from_bytes(&header) {
                prop_assert!(found.format.supported() && found.width > 0 && found.height > 0 && found.depth > 0);
            }
        }
    }
}
