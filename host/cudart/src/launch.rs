// SPDX-License-Identifier: Apache-2.0
//! Kernel launches, in both forms that compilers generate for `kernel<<<grid, block, shared, stream>>>(...)`.

use std::cell::RefCell;
use std::ffi::{c_int, c_uint, c_void};
use std::mem::ManuallyDrop;

use warpsmith_protocol::{CudaError, KernelInfo, Request};

use crate::abi::{Dim3, Handle, Status};
use crate::failure::{finish, store, Failure};
use crate::function::occupancy;
use crate::runtime::{call, Runtime};

/// What stands between `<<<` and `>>>`, and the arguments given so far.
pub struct Configuration {
    pub grid: Dim3,
    pub block: Dim3,
    pub shared: usize,
    pub stream: Handle,
    /// The parameter block, as far as it is known.
    pub params: Vec<u8>,
}

thread_local! {
    /// Configurations whose launch is still to come; the arguments of a launch may launch themselves.
    /// Never dropped: functions of `atexit` and destructors of static objects launch too, after those of the thread's variables.
    static PENDING: RefCell<ManuallyDrop<Vec<Configuration>>> =
        const { RefCell::new(ManuallyDrop::new(Vec::new())) };
}

fn push(grid: Dim3, block: Dim3, shared: usize, stream: Handle) {
    let configuration = Configuration { grid, block, shared, stream, params: Vec::new() };
    PENDING.with_borrow_mut(|pending| pending.push(configuration));
}

fn pop() -> Result<Configuration, Failure> {
    let missing = || Failure::new(CudaError::MissingConfiguration, "there is no launch configuration");
    PENDING.with_borrow_mut(|pending| pending.pop()).ok_or_else(missing)
}

/// Launches kernel number `kernel` of a module, with what host and device both see up to date on either side.
pub fn launch(
    runtime: &mut Runtime,
    module: u32,
    kernel: u32,
    configuration: Configuration,
    params: &[u8],
) -> Result<(), Failure> {
    let request = Request::Launch {
        module,
        kernel,
        grid: configuration.grid.array(),
        block: configuration.block.array(),
        dynamic_shared: configuration.shared as u64,
        stream: configuration.stream.addr() as u64,
    };
    runtime.send_mappings()?;
    runtime.order(&request, params)?;
    runtime.fetch_mappings()
}

/// Launches the kernel of a stub. `params` makes the parameter block from the kernel's description.
fn launch_stub(
    stub: *const c_void,
    configuration: Configuration,
    params: impl FnOnce(&KernelInfo) -> Vec<u8>,
) -> Status {
    call("kernel launch", |runtime| {
        let (module, kernel, info) = runtime.kernel(stub.addr())?;
        let params = params(info);
        launch(runtime, module, kernel, configuration, &params)
    })
}

/// The parameter block of a kernel, from a pointer to each argument.
///
/// # Safety
/// `arguments` has as many pointers as the kernel has parameters, each to a value of its size.
pub unsafe fn collect(info: &KernelInfo, arguments: *mut *mut c_void) -> Vec<u8> {
    let mut params = vec![0; info.param_bytes as usize];
    for (i, param) in info.params.iter().enumerate() {
        let (offset, size) = (param.offset as usize, param.size as usize);
        let argument = std::slice::from_raw_parts((*arguments.add(i)).cast::<u8>(), size);
        params[offset..offset + size].copy_from_slice(argument);
    }
    params
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
            launch_stub(stub, configuration, |_| params)
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

/// Launches a kernel all of whose CTAs are resident at the same time, so that they may wait for each other.
#[no_mangle]
pub unsafe extern "C" fn cudaLaunchCooperativeKernel(
    stub: *const c_void,
    grid: Dim3,
    block: Dim3,
    arguments: *mut *mut c_void,
    shared: usize,
    stream: Handle,
) -> Status {
    let fits = call("cudaLaunchCooperativeKernel", |runtime| {
        let product = |d: Dim3| d.array().into_iter().map(u64::from).fold(1, u64::saturating_mul);
        let threads = c_int::try_from(product(block)).unwrap_or(c_int::MAX);
        let per_sm = occupancy(runtime, stub, threads, shared)? as u64;
        let resident = per_sm * u64::from(runtime.properties()?.sm_count);
        if product(grid) > resident {
            let text = format!("{} CTAs are asked for, and {resident} fit the device", product(grid));
            return Err(Failure::new(CudaError::CooperativeLaunchTooLarge, text));
        }
        Ok(())
    });
    if fits == CudaError::Success.code() {
        cudaLaunchKernel(stub, grid, block, arguments, shared, stream)
    } else {
        fits
    }
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
    // SAFETY: the caller gives as many pointers as the kernel has parameters, each to a value of its size.
    launch_stub(stub, configuration, |info| unsafe { collect(info, arguments) })
}
