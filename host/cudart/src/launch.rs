// SPDX-License-Identifier: Apache-2.0
//! Kernel launches, in both forms that compilers generate for `kernel<<<grid, block, shared, stream>>>(...)`.

use std::cell::RefCell;
use std::ffi::{c_int, c_uint, c_void};

use warpsmith_protocol::{CudaError, Request};

use crate::abi::{Dim3, Handle, Status};
use crate::status::{call, finish, store, Failure};

/// What stands between `<<<` and `>>>`, and the arguments given so far.
struct Configuration {
    grid: Dim3,
    block: Dim3,
    shared: usize,
    stream: Handle,
    /// The parameter block, as far as it is known.
    params: Vec<u8>,
}

thread_local! {
    /// Configurations whose launch is still to come; the arguments of a launch may launch themselves.
    static PENDING: RefCell<Vec<Configuration>> = const { RefCell::new(Vec::new()) };
}

fn push(grid: Dim3, block: Dim3, shared: usize, stream: Handle) {
    let configuration = Configuration { grid, block, shared, stream, params: Vec::new() };
    PENDING.with_borrow_mut(|pending| pending.push(configuration));
}

fn pop() -> Result<Configuration, Failure> {
    let missing = || Failure::new(CudaError::MissingConfiguration, "there is no launch configuration");
    PENDING.with_borrow_mut(Vec::pop).ok_or_else(missing)
}

/// Launches the kernel of a stub. `params` makes the parameter block from the kernel's description.
fn launch(
    name: &str,
    stub: *const c_void,
    configuration: Configuration,
    params: impl FnOnce(&warpsmith_protocol::KernelInfo) -> Vec<u8>,
) -> Status {
    call(name, |runtime| {
        let (module, kernel, info) = runtime.kernel(stub.addr())?;
        let params = params(info);
        let request = Request::Launch {
            module,
            kernel,
            grid: configuration.grid.array(),
            block: configuration.block.array(),
            dynamic_shared: configuration.shared as u64,
            stream: configuration.stream.addr() as u64,
        };
        runtime.order(&request, &params)
    })
}

/// Old form, first step: notes a configuration.
#[no_mangle]
pub extern "C" fn cudaConfigureCall(grid: Dim3, block: Dim3, shared: usize, stream: Handle) -> Status {
    push(grid, block, shared, stream);
    CudaError::Success.code()
}

/// Old form, second step: puts an argument of `size` bytes at `offset` of the parameter block.
#[no_mangle]
pub unsafe extern "C" fn cudaSetupArgument(argument: *const c_void, size: usize, offset: usize) -> Status {
    let done = PENDING.with_borrow_mut(|pending| {
        let missing = || Failure::new(CudaError::MissingConfiguration, "an argument without a configuration");
        let params = &mut pending.last_mut().ok_or_else(missing)?.params;
        params.resize(params.len().max(offset + size), 0);
        // SAFETY: the compiler's code gives a pointer to a value of this size.
        params[offset..offset + size]
            .copy_from_slice(unsafe { std::slice::from_raw_parts(argument.cast::<u8>(), size) });
        Ok(())
    });
    finish("cudaSetupArgument", done)
}

/// Old form, last step.
#[no_mangle]
pub extern "C" fn cudaLaunch(stub: *const c_void) -> Status {
    match pop() {
        Ok(mut configuration) => {
            let params = std::mem::take(&mut configuration.params);
            launch("kernel launch", stub, configuration, |_| params)
        }
        Err(failure) => finish("cudaLaunch", Err(failure)),
    }
}

/// New form, first step: notes a configuration; 0 says that the launch may follow.
#[no_mangle]
pub extern "C" fn __cudaPushCallConfiguration(
    grid: Dim3,
    block: Dim3,
    shared: usize,
    stream: Handle,
) -> c_uint {
    push(grid, block, shared, stream);
    0
}

/// New form, second step: the stub takes the configuration back.
#[no_mangle]
pub unsafe extern "C" fn __cudaPopCallConfiguration(
    grid: *mut Dim3,
    block: *mut Dim3,
    shared: *mut usize,
    stream: *mut Handle,
) -> Status {
    let taken = pop().and_then(|c| {
        store(grid, c.grid)?;
        store(block, c.block)?;
        store(shared, c.shared)?;
        store(stream, c.stream)
    });
    finish("kernel launch", taken)
}

/// Launches a kernel; `arguments` points to a pointer for each parameter.
#[no_mangle]
pub unsafe extern "C" fn cudaLaunchKernel(
    stub: *const c_void,
    grid: Dim3,
    block: Dim3,
    arguments: *mut *mut c_void,
    shared: usize,
    stream: Handle,
) -> Status {
    let configuration = Configuration { grid, block, shared, stream, params: Vec::new() };
    launch("kernel launch", stub, configuration, |info| {
        let mut params = vec![0; info.param_bytes as usize];
        for (i, param) in info.params.iter().enumerate() {
            let (offset, size) = (param.offset as usize, param.size as usize);
            // SAFETY: the caller gives as many pointers as the kernel has parameters, each to a value of its size.
            let argument = unsafe { std::slice::from_raw_parts((*arguments.add(i)).cast::<u8>(), size) };
            params[offset..offset + size].copy_from_slice(argument);
        }
        params
    })
}

/// Accepted and without effect: the split between L1 and shared memory is the machine's.
#[no_mangle]
pub extern "C" fn cudaFuncSetCacheConfig(stub: *const c_void, _config: c_int) -> Status {
    call("cudaFuncSetCacheConfig", |runtime| runtime.kernel(stub.addr()).map(drop))
}
