// SPDX-License-Identifier: Apache-2.0
//! What the compiler's start-up code calls for every module, kernel and variable. None of it needs the simulator.

use std::ffi::{c_char, c_int, c_void, CStr};

use crate::abi::{Dim3, FatBinaryWrapper};
use crate::connection::give_up;
use crate::failure::Failure;
use crate::runtime::{registry, runtime};
use crate::state::{Mapping, Origin};

/// First word of a wrapper (clang's and nvcc's alike).
const WRAPPER_MAGIC: c_int = 0x466243b1;
/// First bytes of nvcc's binary container, which has no readable PTX.
const BINARY_MAGIC: [u8; 4] = 0xba55_ed50_u32.to_le_bytes();

/// Registers a module; gives a handle, never null.
#[no_mangle]
pub unsafe extern "C" fn __cudaRegisterFatBinary(wrapper: *const FatBinaryWrapper) -> *mut *mut c_void {
    if wrapper.is_null() || (*wrapper).magic != WRAPPER_MAGIC || (*wrapper).data.is_null() {
        give_up("the program registers device code in an unknown form; build it with `warpsmith cc`");
    }
    let data = (*wrapper).data;
    if std::slice::from_raw_parts(data.cast::<u8>(), BINARY_MAGIC.len()) == BINARY_MAGIC {
        give_up("the program holds device code of nvcc, not PTX text; build it with `warpsmith cc`");
    }
    let index = registry().add_module(CStr::from_ptr(data).to_bytes());
    std::ptr::without_provenance_mut(index + 1)
}

/// The index behind a handle of [`__cudaRegisterFatBinary`].
fn module_of(handle: *mut *mut c_void) -> usize {
    handle.addr() - 1
}

#[no_mangle]
pub extern "C" fn __cudaRegisterFatBinaryEnd(_module: *mut *mut c_void) {}

/// Does nothing: the simulator forgets the modules when the process ends.
#[no_mangle]
pub extern "C" fn __cudaUnregisterFatBinary(_module: *mut *mut c_void) {}

/// Registers a kernel under the address of its host stub.
#[no_mangle]
#[allow(clippy::too_many_arguments)] // fixed by the compiler
pub unsafe extern "C" fn __cudaRegisterFunction(
    module: *mut *mut c_void,
    stub: *const c_void,
    _device_function: *mut c_char,
    device_name: *const c_char,
    _thread_limit: c_int,
    _tid: *mut c_void,
    _bid: *mut c_void,
    _block: *mut Dim3,
    _grid: *mut Dim3,
    _warp_size: *mut c_int,
) -> c_int {
    let name = CStr::from_ptr(device_name).to_string_lossy().into_owned();
    registry().add_kernel(stub.addr(), module_of(module), name);
    0
}

/// Registers a `__device__` or `__constant__` variable under the address of its host shadow.
#[no_mangle]
#[allow(clippy::too_many_arguments)] // fixed by the compiler
pub unsafe extern "C" fn __cudaRegisterVar(
    module: *mut *mut c_void,
    shadow: *mut c_void,
    _device_address: *mut c_char,
    device_name: *const c_char,
    _external: c_int,
    _size: usize,
    _constant: c_int,
    _global: c_int,
) {
    let name = CStr::from_ptr(device_name).to_string_lossy().into_owned();
    registry().add_variable(shadow.addr(), module_of(module), name);
    if is_managed(shadow) {
        if let Err(Failure { text, .. }) = manage(shadow) {
            give_up(&format!("a managed variable cannot be set up: {text}"));
        }
    }
}

/// The header puts the shadows of `__managed__` variables into a section of this name; this word is there so that the
/// section always exists.
#[used]
#[link_section = "warpsmith_managed"]
static mut MANAGED_SECTION: u64 = 0;

extern "C" {
    /// Bounds of the section, from the linker.
    static __start_warpsmith_managed: u8;
    static __stop_warpsmith_managed: u8;
}

fn is_managed(shadow: *const c_void) -> bool {
    let [start, stop] = [&raw const __start_warpsmith_managed, &raw const __stop_warpsmith_managed];
    (start.addr()..stop.addr()).contains(&shadow.addr())
}

/// Makes the shadow what host and device both see; it gets the variable's first value.
fn manage(shadow: *mut c_void) -> Result<(), Failure> {
    let mut runtime = runtime();
    let variable = runtime.variable(shadow.addr())?;
    let mapping = Mapping {
        host: shadow.expose_provenance(),
        device: variable.address,
        bytes: variable.size as usize,
        origin: Origin::Variable,
    };
    runtime.mappings.add(mapping);
    runtime.fetch_mapping(mapping)
}

/// Registers a texture reference under its own address; its device variable is the texture's header.
#[no_mangle]
pub unsafe extern "C" fn __cudaRegisterTexture(
    module: *mut *mut c_void,
    reference: *const c_void,
    _device_address: *const *const c_void,
    device_name: *const c_char,
    _dimensions: c_int,
    _normalized: c_int,
    _external: c_int,
) {
    let name = CStr::from_ptr(device_name).to_string_lossy().into_owned();
    registry().add_variable(reference.addr(), module_of(module), name);
}
