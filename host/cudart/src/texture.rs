// SPDX-License-Identifier: Apache-2.0
//! Texture references and texture objects: their headers in device memory.
//!
//! A reference's attributes count at the time of binding. Texture units read at any texel's address, so that the
//! offset of a binding is always 0.

use std::ffi::{c_int, c_ulonglong, c_void};

use warpsmith_protocol::{AddressMode, CudaError, Region, Request, TexelFormat, TextureHeader};

use crate::abi::{ChannelFormatDesc, Status};
use crate::array;
use crate::failure::{store, Failure};
use crate::memory::allocate;
use crate::runtime::{call, Runtime};
use crate::state::{texel_format, Array, MAX_LINEAR, MAX_PITCHED};

/// The size of a linear binding that the program leaves open.
const OPEN_SIZE: usize = u32::MAX as usize;

/// `struct textureReference`.
#[repr(C)]
pub struct TextureReference {
    normalized: c_int,
    filter: c_int,
    address_modes: [c_int; 3],
    format: ChannelFormatDesc,
}

/// `struct cudaResourceDesc`; which fields count depends on the type.
#[repr(C)]
pub struct ResourceDesc {
    kind: c_int,
    /// The array, or a pointer to linear or pitched memory.
    memory: *const c_void,
    format: ChannelFormatDesc,
    /// Bytes of linear memory, or the width in texels.
    size: usize,
    height: usize,
    pitch: usize,
}

/// The first fields of `struct cudaTextureDesc`; the rest is about mipmaps, which do not exist.
#[repr(C)]
pub struct TextureDesc {
    address_modes: [c_int; 3],
    filter: c_int,
    read_mode: c_int,
    srgb: c_int,
    border: [f32; 4],
    normalized: c_int,
}

fn unsupported(text: String) -> Failure {
    Failure::new(CudaError::NotSupported, text)
}

/// How coordinates are read and values filtered.
struct Sampling {
    address_modes: [AddressMode; 3],
    linear: bool,
    normalized: bool,
}

impl Sampling {
    fn new(address_modes: [c_int; 3], filter: c_int, normalized: c_int) -> Result<Sampling, Failure> {
        let mode = |number: c_int| {
            AddressMode::from_number(number.into())
                .ok_or_else(|| Failure::invalid(format!("{number} is not a cudaTextureAddressMode")))
        };
        if !matches!(filter, 0 | 1) {
            return Err(Failure::invalid(format!("{filter} is not a cudaTextureFilterMode")));
        }
        Ok(Sampling {
            address_modes: [mode(address_modes[0])?, mode(address_modes[1])?, mode(address_modes[2])?],
            linear: filter == 1,
            normalized: normalized != 0,
        })
    }

    fn header(self, surface: Surface, format: TexelFormat) -> TextureHeader {
        TextureHeader {
            address: surface.address,
            pitch: surface.pitch as u64,
            width: surface.width as u32,
            height: surface.height as u32,
            depth: surface.depth as u32,
            slice: surface.slice as u64,
            format,
            address_modes: self.address_modes,
            linear: self.linear,
            normalized: self.normalized,
        }
    }
}

/// Memory to read through a texture. Width, height and depth in texels, pitch and slice in bytes.
struct Surface {
    address: u64,
    pitch: usize,
    width: usize,
    height: usize,
    depth: usize,
    slice: usize,
}

impl Surface {
    fn linear(pointer: *const c_void, bytes: usize, format: TexelFormat) -> Result<Surface, Failure> {
        let texels = bytes / format.bytes() as usize;
        let width = if bytes == OPEN_SIZE { texels.min(MAX_LINEAR) } else { texels };
        if width == 0 || width > MAX_LINEAR {
            return Err(Failure::invalid(format!(
                "{bytes} bytes are {texels} texels; a linear texture has 1 to {MAX_LINEAR}"
            )));
        }
        Surface { address: pointer.addr() as u64, pitch: 0, width, height: 1, depth: 1, slice: 0 }
            .aligned(format)
    }

    fn pitched(
        pointer: *const c_void,
        [width, height, pitch]: [usize; 3],
        format: TexelFormat,
    ) -> Result<Surface, Failure> {
        let fits = |size: usize, limit: usize| (1..=limit).contains(&size);
        if !fits(width, MAX_PITCHED[0]) || !fits(height, MAX_PITCHED[1]) {
            return Err(Failure::invalid(format!(
                "{width} x {height} texels; a texture in pitched memory has 1 x 1 to {} x {}",
                MAX_PITCHED[0], MAX_PITCHED[1]
            )));
        }
        let texel = format.bytes() as usize;
        if pitch < width * texel || pitch % texel != 0 || pitch > u32::MAX as usize {
            let text = format!("rows of {width} texels of {texel} bytes do not fit a pitch of {pitch} bytes");
            return Err(Failure::new(CudaError::InvalidPitchValue, text));
        }
        Surface { address: pointer.addr() as u64, pitch, width, height, depth: 1, slice: 0 }.aligned(format)
    }

    fn array(array: &Array) -> Surface {
        let Array { address, pitch, width, height, depth, .. } = *array;
        Surface { address, pitch, width, height, depth, slice: array.slice() }
    }

    fn aligned(self, format: TexelFormat) -> Result<Surface, Failure> {
        let bytes = u64::from(format.bytes());
        if self.address == 0 || self.address % bytes != 0 {
            let text = format!("{:#x} is not an address of texels of {bytes} bytes", self.address);
            return Err(Failure::new(CudaError::InvalidDevicePointer, text));
        }
        Ok(self)
    }
}

/// The format asked for, if it is as wide as the array's.
unsafe fn array_format(array: &Array, description: *const ChannelFormatDesc) -> Result<TexelFormat, Failure> {
    let format = texel_format(description)?;
    if format.bytes() != array.format.bytes() {
        let text =
            format!("texels of {} bytes in an array of {} bytes each", format.bytes(), array.format.bytes());
        return Err(Failure::invalid(text));
    }
    Ok(format)
}

/// Writes the header of a texture reference; zeros unbind it.
fn write_header(
    runtime: &mut Runtime,
    reference: *const TextureReference,
    bytes: &[u8; TextureHeader::BYTES],
) -> Result<(), Failure> {
    let variable = runtime.variable(reference.addr())?;
    let to = Region::linear(variable.address, TextureHeader::BYTES as u64);
    runtime.order(&Request::Write { to, stream: 0 }, bytes)
}

/// Binds a reference to what `surface` makes of its format.
unsafe fn bind(
    name: &str,
    reference: *const TextureReference,
    describe: impl FnOnce(&mut Runtime) -> Result<(Surface, TexelFormat), Failure>,
) -> Status {
    call(name, |runtime| {
        runtime.variable(reference.addr())?;
        let (surface, format) = describe(runtime)?;
        // The reference is registered, hence not null.
        let TextureReference { normalized, filter, address_modes, .. } = &*reference;
        let header = Sampling::new(*address_modes, *filter, *normalized)?.header(surface, format);
        write_header(runtime, reference, &header.to_bytes())
    })
}

/// Stores the offset of a binding, if the program asks for it.
unsafe fn store_offset(offset: *mut usize) {
    if !offset.is_null() {
        offset.write(0);
    }
}

#[no_mangle]
pub unsafe extern "C" fn cudaBindTexture(
    offset: *mut usize,
    reference: *const TextureReference,
    pointer: *const c_void,
    description: *const ChannelFormatDesc,
    bytes: usize,
) -> Status {
    store_offset(offset);
    bind("cudaBindTexture", reference, |_| {
        let format = texel_format(description)?;
        Ok((Surface::linear(pointer, bytes, format)?, format))
    })
}

#[no_mangle]
pub unsafe extern "C" fn cudaBindTexture2D(
    offset: *mut usize,
    reference: *const TextureReference,
    pointer: *const c_void,
    description: *const ChannelFormatDesc,
    width: usize,
    height: usize,
    pitch: usize,
) -> Status {
    store_offset(offset);
    bind("cudaBindTexture2D", reference, |_| {
        let format = texel_format(description)?;
        Ok((Surface::pitched(pointer, [width, height, pitch], format)?, format))
    })
}

#[no_mangle]
pub unsafe extern "C" fn cudaBindTextureToArray(
    reference: *const TextureReference,
    array: *const c_void,
    description: *const ChannelFormatDesc,
) -> Status {
    bind("cudaBindTextureToArray", reference, |runtime| {
        let array = array::find(runtime, array)?;
        Ok((Surface::array(&array), array_format(&array, description)?))
    })
}

#[no_mangle]
pub extern "C" fn cudaUnbindTexture(reference: *const TextureReference) -> Status {
    call("cudaUnbindTexture", |runtime| write_header(runtime, reference, &[0; TextureHeader::BYTES]))
}

#[no_mangle]
pub unsafe extern "C" fn cudaGetTextureAlignmentOffset(
    offset: *mut usize,
    reference: *const TextureReference,
) -> Status {
    call("cudaGetTextureAlignmentOffset", |runtime| {
        runtime.variable(reference.addr())?;
        store(offset, 0)
    })
}

/// The reference is the variable itself.
#[no_mangle]
pub unsafe extern "C" fn cudaGetTextureReference(
    reference: *mut *const TextureReference,
    symbol: *const c_void,
) -> Status {
    call("cudaGetTextureReference", |runtime| {
        runtime.variable(symbol.addr())?;
        store(reference, symbol.cast())
    })
}

/// Puts a header into device memory; its address is the handle of a texture or surface object.
fn publish(runtime: &mut Runtime, header: TextureHeader) -> Result<c_ulonglong, Failure> {
    let handle = allocate(runtime, TextureHeader::BYTES as u64)?.addr() as u64;
    let to = Region::linear(handle, TextureHeader::BYTES as u64);
    runtime.order(&Request::Write { to, stream: 0 }, &header.to_bytes())?;
    Ok(handle)
}

/// Makes a texture object: a header of its own.
#[no_mangle]
pub unsafe extern "C" fn cudaCreateTextureObject(
    object: *mut c_ulonglong,
    resource: *const ResourceDesc,
    description: *const TextureDesc,
    view: *const c_void,
) -> Status {
    call("cudaCreateTextureObject", |runtime| {
        if resource.is_null() || description.is_null() {
            return Err(Failure::invalid("the description of the resource or of the texture is null"));
        }
        let (resource, texture) = (&*resource, &*description);
        if !view.is_null() {
            return Err(unsupported("resource views are not supported".into()));
        }
        if texture.srgb != 0 || texture.border != [0.0; 4] {
            return Err(unsupported(
                "sRGB texels and border colours other than zero are not supported".into(),
            ));
        }
        let (surface, format) = match resource.kind {
            0 => {
                let array = array::find(runtime, resource.memory)?;
                (Surface::array(&array), array.format)
            }
            2 => {
                let format = texel_format(&resource.format)?;
                (Surface::linear(resource.memory, resource.size, format)?, format)
            }
            3 => {
                let format = texel_format(&resource.format)?;
                let shape = [resource.size, resource.height, resource.pitch];
                (Surface::pitched(resource.memory, shape, format)?, format)
            }
            kind => return Err(unsupported(format!("resources of type {kind} are not supported"))),
        };
        let sampling = Sampling::new(texture.address_modes, texture.filter, texture.normalized)?;
        let header = sampling.header(surface, format);
        let handle = publish(runtime, header)?;
        store(object, handle)
    })
}

/// Makes a surface object over an array that was made for it. Device code reads the header and accesses the texels
/// as global memory.
#[no_mangle]
pub unsafe extern "C" fn cudaCreateSurfaceObject(
    object: *mut c_ulonglong,
    resource: *const ResourceDesc,
) -> Status {
    call("cudaCreateSurfaceObject", |runtime| {
        if resource.is_null() {
            return Err(Failure::invalid("the description of the resource is null"));
        }
        let ResourceDesc { kind: 0, memory, .. } = *resource else {
            return Err(Failure::invalid("a surface reads and writes a CUDA array"));
        };
        let array = array::find(runtime, memory)?;
        if !array.surface {
            return Err(Failure::invalid("the array was made without cudaArraySurfaceLoadStore"));
        }
        let header = Sampling::new([1; 3], 0, 0)?.header(Surface::array(&array), array.format);
        let handle = publish(runtime, header)?;
        store(object, handle)
    })
}

#[no_mangle]
pub extern "C" fn cudaDestroySurfaceObject(object: c_ulonglong) -> Status {
    call("cudaDestroySurfaceObject", |runtime| runtime.order(&Request::Free { address: object }, &[]))
}

#[no_mangle]
pub extern "C" fn cudaDestroyTextureObject(object: c_ulonglong) -> Status {
    call("cudaDestroyTextureObject", |runtime| runtime.order(&Request::Free { address: object }, &[]))
}
