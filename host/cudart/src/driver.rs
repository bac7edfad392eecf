// SPDX-License-Identifier: Apache-2.0
//! The driver API, as far as it goes beyond the runtime's under other names: devices, one context, modules from files.
//! Error numbers are those of the runtime API, which agree since CUDA 10.1.

use std::ffi::{c_char, c_int, c_uint, c_void, CStr};

use warpsmith_protocol::{CudaError, ModuleInfo, Request, Response};

use crate::abi::{Dim3, Handle, Status};
use crate::connection::unexpected;
use crate::device::{attribute, check};
use crate::failure::{finish, store, Failure};
use crate::launch::{collect, launch, Configuration};
use crate::runtime::{call, Runtime};
use crate::status::{cudaGetErrorName, cudaGetErrorString};

/// `CUcontext` of the one context that there is.
const CONTEXT: usize = 1;
/// Members of the list that may take the place of `kernelParams`: end, address of the block, address of its size.
const EXTRA: [usize; 3] = [0, 1, 2];

/// A kernel of such a module; a `CUfunction` is its address, for the rest of the process.
#[derive(Clone, Copy)]
struct Function {
    module: usize,
    kernel: usize,
}

#[no_mangle]
pub extern "C" fn cuInit(_flags: c_uint) -> Status {
    call("cuInit", |_| Ok(()))
}

#[no_mangle]
pub unsafe extern "C" fn cuDeviceGet(device: *mut c_int, ordinal: c_int) -> Status {
    call("cuDeviceGet", |_| {
        check(ordinal)?;
        store(device, ordinal)
    })
}

#[no_mangle]
pub unsafe extern "C" fn cuDeviceGetName(name: *mut c_char, bytes: c_int, device: c_int) -> Status {
    call("cuDeviceGetName", |runtime| {
        check(device)?;
        let room = usize::try_from(bytes).unwrap_or(0);
        if name.is_null() || room == 0 {
            return Err(Failure::invalid("there is no room for the name"));
        }
        let text = runtime.properties()?.name.as_bytes();
        let length = text.len().min(room - 1);
        std::ptr::copy_nonoverlapping(text.as_ptr().cast(), name, length);
        name.add(length).write(0);
        Ok(())
    })
}

#[no_mangle]
pub unsafe extern "C" fn cuDeviceTotalMem(bytes: *mut usize, device: c_int) -> Status {
    call("cuDeviceTotalMem", |runtime| {
        check(device)?;
        store(bytes, runtime.properties()?.memory_bytes as usize)
    })
}

#[no_mangle]
pub unsafe extern "C" fn cuDeviceComputeCapability(
    major: *mut c_int,
    minor: *mut c_int,
    device: c_int,
) -> Status {
    call("cuDeviceComputeCapability", |runtime| {
        check(device)?;
        let [high, low] = runtime.properties()?.capability;
        store(major, high as c_int).and_then(|()| store(minor, low as c_int))
    })
}

#[no_mangle]
pub unsafe extern "C" fn cuDeviceGetAttribute(value: *mut c_int, number: c_int, device: c_int) -> Status {
    call("cuDeviceGetAttribute", |runtime| {
        check(device)?;
        let found = attribute(runtime.properties()?, number)?;
        store(value, found)
    })
}

/// Gives the one context.
#[no_mangle]
pub unsafe extern "C" fn cuCtxCreate(context: *mut Handle, _flags: c_uint, device: c_int) -> Status {
    call("cuCtxCreate", |_| {
        check(device)?;
        store(context, std::ptr::without_provenance_mut(CONTEXT))
    })
}

#[no_mangle]
pub unsafe extern "C" fn cuCtxGetCurrent(context: *mut Handle) -> Status {
    call("cuCtxGetCurrent", |_| store(context, std::ptr::without_provenance_mut(CONTEXT)))
}

#[no_mangle]
pub unsafe extern "C" fn cuCtxGetDevice(device: *mut c_int) -> Status {
    call("cuCtxGetDevice", |_| store(device, 0))
}

fn context(name: &str, context: Handle) -> Status {
    call(name, |_| match context.addr() {
        CONTEXT | 0 => Ok(()),
        _ => Err(Failure::new(CudaError::InvalidResourceHandle, "there is one context, and this is not it")),
    })
}

#[no_mangle]
pub extern "C" fn cuCtxSetCurrent(handle: Handle) -> Status {
    context("cuCtxSetCurrent", handle)
}

#[no_mangle]
pub extern "C" fn cuCtxDestroy(handle: Handle) -> Status {
    context("cuCtxDestroy", handle)
}

/// Loads a module from its PTX text.
fn load(runtime: &mut Runtime, text: &[u8]) -> Result<Handle, Failure> {
    match runtime.exchange_bulk(&Request::LoadModule, text)? {
        Response::Module(info) => {
            runtime.driver_modules.push(info);
            Ok(std::ptr::without_provenance_mut(runtime.driver_modules.len()))
        }
        other => Err(unexpected(&Request::LoadModule, &other)),
    }
}

/// Loads a module from a file of PTX.
#[no_mangle]
pub unsafe extern "C" fn cuModuleLoad(module: *mut Handle, file: *const c_char) -> Status {
    call("cuModuleLoad", |runtime| {
        if file.is_null() {
            return Err(Failure::invalid("the name of the file is null"));
        }
        let name = CStr::from_ptr(file).to_string_lossy();
        let fail = |error| Failure::new(CudaError::FileNotFound, format!("cannot read {name}: {error}"));
        let text = std::fs::read(name.as_ref()).map_err(fail)?;
        store(module, load(runtime, &text)?)
    })
}

/// Loads a module from PTX text that ends with a zero.
#[no_mangle]
pub unsafe extern "C" fn cuModuleLoadData(module: *mut Handle, text: *const c_void) -> Status {
    call("cuModuleLoadData", |runtime| {
        if text.is_null() {
            return Err(Failure::invalid("the module is null"));
        }
        let loaded = load(runtime, CStr::from_ptr(text.cast()).to_bytes())?;
        store(module, loaded)
    })
}

/// As [`cuModuleLoadData`]; the options concern a compilation that does not take place.
#[no_mangle]
pub unsafe extern "C" fn cuModuleLoadDataEx(
    module: *mut Handle,
    text: *const c_void,
    _count: c_uint,
    _options: *const c_int,
    _values: *const *const c_void,
) -> Status {
    cuModuleLoadData(module, text)
}

fn module(runtime: &Runtime, handle: Handle) -> Result<(usize, &ModuleInfo), Failure> {
    let index = handle.addr().wrapping_sub(1);
    let unknown = || Failure::new(CudaError::InvalidResourceHandle, "the module is not loaded");
    runtime.driver_modules.get(index).map(|info| (index, info)).ok_or_else(unknown)
}

/// The name that a program gives, for looking it up.
unsafe fn wanted(name: *const c_char) -> Result<String, Failure> {
    if name.is_null() {
        return Err(Failure::invalid("the name is null"));
    }
    Ok(CStr::from_ptr(name).to_string_lossy().into_owned())
}

/// The module stays: its memory is freed when the program ends.
#[no_mangle]
pub extern "C" fn cuModuleUnload(handle: Handle) -> Status {
    call("cuModuleUnload", |runtime| module(runtime, handle).map(drop))
}

#[no_mangle]
pub unsafe extern "C" fn cuModuleGetFunction(
    function: *mut Handle,
    handle: Handle,
    name: *const c_char,
) -> Status {
    call("cuModuleGetFunction", |runtime| {
        let (module, info) = module(runtime, handle)?;
        let name = wanted(name)?;
        let missing =
            || Failure::new(CudaError::SymbolNotFound, format!("the module has no kernel `{name}`"));
        let kernel = info.kernels.iter().position(|k| k.name == name).ok_or_else(missing)?;
        store(function, Box::into_raw(Box::new(Function { module, kernel })).cast())
    })
}

#[no_mangle]
pub unsafe extern "C" fn cuModuleGetGlobal(
    address: *mut u64,
    bytes: *mut usize,
    handle: Handle,
    name: *const c_char,
) -> Status {
    call("cuModuleGetGlobal", |runtime| {
        let (_, info) = module(runtime, handle)?;
        let name = wanted(name)?;
        let missing =
            || Failure::new(CudaError::SymbolNotFound, format!("the module has no variable `{name}`"));
        let variable = info.variables.iter().find(|v| v.name == name).ok_or_else(missing)?;
        for (to, value) in [(address, variable.address), (bytes.cast(), variable.size)] {
            if !to.is_null() {
                to.write(value);
            }
        }
        Ok(())
    })
}

/// Launches a kernel with its parameters as a list of pointers, or as one block that `extra` names.
#[no_mangle]
#[allow(clippy::too_many_arguments)] // CUDA's
pub unsafe extern "C" fn cuLaunchKernel(
    function: *const c_void,
    grid_x: c_uint,
    grid_y: c_uint,
    grid_z: c_uint,
    block_x: c_uint,
    block_y: c_uint,
    block_z: c_uint,
    shared: c_uint,
    stream: Handle,
    arguments: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> Status {
    const NAME: &str = "cuLaunchKernel";
    if function.is_null() {
        return finish(NAME, Err(Failure::new(CudaError::InvalidResourceHandle, "the function is null")));
    }
    let Function { module, kernel } = *function.cast::<Function>();
    let grid = Dim3 { x: grid_x, y: grid_y, z: grid_z };
    let block = Dim3 { x: block_x, y: block_y, z: block_z };
    let configuration = Configuration { grid, block, shared: shared as usize, stream, params: Vec::new() };
    call(NAME, |runtime| {
        let info = &runtime.driver_modules[module];
        let (number, info) = (info.module, info.kernels[kernel].clone());
        let params = if !arguments.is_null() {
            collect(&info, arguments)
        } else if !extra.is_null() {
            block_of(extra)?
        } else {
            Vec::new()
        };
        launch(runtime, number, kernel as u32, configuration, &params)
    })
}

/// The parameter block of a list of keys and values.
unsafe fn block_of(extra: *mut *mut c_void) -> Result<Vec<u8>, Failure> {
    let [end, pointer_key, size_key] = EXTRA;
    let (mut pointer, mut size, mut at) = (std::ptr::null::<u8>(), 0, extra);
    while (*at).addr() != end {
        match (*at).addr() {
            key if key == pointer_key => pointer = (*at.add(1)).cast(),
            key if key == size_key => size = *(*at.add(1)).cast::<usize>(),
            key => return Err(Failure::invalid(format!("{key:#x} is not a launch parameter key"))),
        }
        at = at.add(2);
    }
    if pointer.is_null() {
        return Err(Failure::invalid("the launch parameters have no buffer"));
    }
    Ok(std::slice::from_raw_parts(pointer, size).to_vec())
}

/// The name of an error code, for a program that keeps the pointer.
#[no_mangle]
pub unsafe extern "C" fn cuGetErrorName(code: Status, name: *mut *const c_char) -> Status {
    call("cuGetErrorName", |_| store(name, cudaGetErrorName(code)))
}

#[no_mangle]
pub unsafe extern "C" fn cuGetErrorString(code: Status, text: *mut *const c_char) -> Status {
    call("cuGetErrorString", |_| store(text, cudaGetErrorString(code)))
}
