// SPDX-License-Identifier: Apache-2.0
//! The one device that there is.

use std::ffi::{c_char, c_int, c_uint};

use warpsmith_protocol::{CudaError, DeviceProperties, Request};

use crate::abi::{DeviceProp, Status};
use crate::status::{call, store, Failure};

/// `CUDART_VERSION` of the header.
const RUNTIME_VERSION: c_int = 10010;

fn check(device: c_int) -> Result<(), Failure> {
    if device != 0 {
        let text = format!("there is no device {device}; the only one is 0");
        return Err(Failure::new(CudaError::InvalidDevice, text));
    }
    Ok(())
}

#[no_mangle]
pub unsafe extern "C" fn cudaGetDeviceCount(count: *mut c_int) -> Status {
    call("cudaGetDeviceCount", |_| store(count, 1))
}

#[no_mangle]
pub unsafe extern "C" fn cudaGetDevice(device: *mut c_int) -> Status {
    call("cudaGetDevice", |_| store(device, 0))
}

#[no_mangle]
pub extern "C" fn cudaSetDevice(device: c_int) -> Status {
    call("cudaSetDevice", |_| check(device))
}

/// The flags say how the host waits, and there is no waiting.
#[no_mangle]
pub extern "C" fn cudaSetDeviceFlags(_flags: c_uint) -> Status {
    call("cudaSetDeviceFlags", |_| Ok(()))
}

#[no_mangle]
pub unsafe extern "C" fn cudaGetDeviceProperties(properties: *mut DeviceProp, device: c_int) -> Status {
    call("cudaGetDeviceProperties", |runtime| {
        check(device)?;
        let found = describe(runtime.properties()?);
        store(properties, found)
    })
}

fn describe(p: &DeviceProperties) -> DeviceProp {
    let int = |n: u32| n as c_int;
    let mut name = [0; 256];
    // The last byte stays zero.
    for (to, from) in name[..255].iter_mut().zip(p.name.bytes()) {
        *to = from as c_char;
    }
    DeviceProp {
        name,
        total_global_mem: p.memory_bytes as usize,
        shared_mem_per_block: p.shared_bytes_per_cta as usize,
        regs_per_block: int(p.registers_per_cta),
        warp_size: int(p.warp_size),
        mem_pitch: i32::MAX as usize,
        max_threads_per_block: int(p.max_threads_per_cta),
        max_threads_dim: p.max_block.map(int),
        max_grid_size: p.max_grid.map(int),
        clock_rate: int(p.clock_khz),
        total_const_mem: p.constant_bytes as usize,
        major: int(p.capability[0]),
        minor: int(p.capability[1]),
        texture_alignment: p.pitch_alignment as usize,
        texture_pitch_alignment: p.pitch_alignment as usize,
        device_overlap: 0,
        multi_processor_count: int(p.sm_count),
        kernel_exec_timeout_enabled: 0,
        integrated: 0,
        can_map_host_memory: 0,
        compute_mode: 0,
        concurrent_kernels: 0,
        ecc_enabled: 0,
        pci_bus_id: 0,
        pci_device_id: 0,
        pci_domain_id: 0,
        async_engine_count: 0,
        unified_addressing: 1,
        memory_clock_rate: int(p.memory_clock_khz),
        memory_bus_width: int(p.memory_bus_bits),
        l2_cache_size: p.l2_bytes as c_int,
        max_threads_per_multi_processor: int(p.max_threads_per_sm),
        global_l1_cache_supported: 1,
        local_l1_cache_supported: 1,
        shared_mem_per_multiprocessor: p.shared_bytes_per_sm as usize,
        regs_per_multiprocessor: int(p.registers_per_sm),
        managed_memory: 0,
        cooperative_launch: 0,
    }
}

/// The attributes that programs size their launches by; numbers of `enum cudaDeviceAttr`.
#[no_mangle]
pub unsafe extern "C" fn cudaDeviceGetAttribute(
    value: *mut c_int,
    attribute: c_int,
    device: c_int,
) -> Status {
    call("cudaDeviceGetAttribute", |runtime| {
        check(device)?;
        let p = describe(runtime.properties()?);
        let found = match attribute {
            1 => p.max_threads_per_block,
            2..=4 => p.max_threads_dim[attribute as usize - 2],
            5..=7 => p.max_grid_size[attribute as usize - 5],
            8 => p.shared_mem_per_block as c_int,
            9 => p.total_const_mem as c_int,
            10 => p.warp_size,
            12 => p.regs_per_block,
            13 => p.clock_rate,
            16 => p.multi_processor_count,
            36 => p.memory_clock_rate,
            37 => p.memory_bus_width,
            38 => p.l2_cache_size,
            39 => p.max_threads_per_multi_processor,
            75 => p.major,
            76 => p.minor,
            81 => p.shared_mem_per_multiprocessor as c_int,
            82 => p.regs_per_multiprocessor,
            _ => return Err(Failure::invalid(format!("device attribute {attribute} is not known"))),
        };
        store(value, found)
    })
}

#[no_mangle]
pub extern "C" fn cudaDeviceSynchronize() -> Status {
    call("cudaDeviceSynchronize", |runtime| runtime.order(&Request::Synchronize { stream: 0 }, &[]))
}

#[no_mangle]
pub extern "C" fn cudaThreadSynchronize() -> Status {
    cudaDeviceSynchronize()
}

#[no_mangle]
pub extern "C" fn cudaDeviceReset() -> Status {
    call("cudaDeviceReset", |runtime| runtime.order(&Request::Reset, &[]))
}

#[no_mangle]
pub extern "C" fn cudaThreadExit() -> Status {
    cudaDeviceReset()
}

/// Accepted and without effect: the split between L1 and shared memory is the machine's.
#[no_mangle]
pub extern "C" fn cudaDeviceSetCacheConfig(_config: c_int) -> Status {
    call("cudaDeviceSetCacheConfig", |_| Ok(()))
}

#[no_mangle]
pub unsafe extern "C" fn cudaDriverGetVersion(version: *mut c_int) -> Status {
    call("cudaDriverGetVersion", |_| store(version, RUNTIME_VERSION))
}

#[no_mangle]
pub unsafe extern "C" fn cudaRuntimeGetVersion(version: *mut c_int) -> Status {
    call("cudaRuntimeGetVersion", |_| store(version, RUNTIME_VERSION))
}
