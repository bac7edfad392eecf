// SPDX-License-Identifier: Apache-2.0
//! The one device that there is.

use std::ffi::{c_char, c_int};

use warpsmith_protocol::{CudaError, DeviceProperties, Request};

use crate::abi::{DeviceProp, Status};
use crate::failure::{store, Failure};
use crate::runtime::call;
use crate::state::{
    MAX_1D_LAYERED, MAX_2D, MAX_2D_LAYERED, MAX_3D, MAX_CUBEMAP, MAX_LINEAR, MAX_PITCHED, MAX_WIDTH_1D,
};

/// `CUDART_VERSION` of the header.
const RUNTIME_VERSION: c_int = 10010;

/// Refuses every device but the one that there is.
pub fn check(device: c_int) -> Result<(), Failure> {
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

/// The device that fits the properties best is the one that there is.
#[no_mangle]
pub unsafe extern "C" fn cudaChooseDevice(device: *mut c_int, _properties: *const DeviceProp) -> Status {
    call("cudaChooseDevice", |_| store(device, 0))
}

#[no_mangle]
pub unsafe extern "C" fn cudaSetValidDevices(devices: *mut c_int, count: c_int) -> Status {
    call("cudaSetValidDevices", |_| {
        let count = usize::try_from(count).ok().filter(|_| !devices.is_null());
        let count = count.ok_or_else(|| Failure::invalid("no devices are given"))?;
        std::slice::from_raw_parts(devices, count).iter().try_for_each(|device| check(*device))
    })
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
        uuid: [0; 16],
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
        // What a GTX 480 says; docs/programs.md says what becomes of it in time.
        device_overlap: 1,
        multi_processor_count: int(p.sm_count),
        kernel_exec_timeout_enabled: 0,
        integrated: 0,
        can_map_host_memory: 1,
        compute_mode: 0,
        max_texture_1d: MAX_WIDTH_1D as c_int,
        max_texture_1d_linear: MAX_LINEAR as c_int,
        max_texture_2d: MAX_2D.map(|n| n as c_int),
        max_texture_2d_linear: [MAX_PITCHED[0] as c_int, MAX_PITCHED[1] as c_int, i32::MAX],
        max_texture_2d_gather: [0; 2],
        max_texture_3d: MAX_3D.map(|n| n as c_int),
        max_texture_cubemap: MAX_CUBEMAP as c_int,
        max_texture_1d_layered: MAX_1D_LAYERED.map(|n| n as c_int),
        max_texture_2d_layered: MAX_2D_LAYERED.map(|n| n as c_int),
        max_texture_cubemap_layered: [0; 2],
        surface_alignment: p.pitch_alignment as usize,
        concurrent_kernels: 1,
        ecc_enabled: 0,
        pci_bus_id: 0,
        pci_device_id: 0,
        pci_domain_id: 0,
        tcc_driver: 0,
        async_engine_count: 1,
        unified_addressing: 1,
        memory_clock_rate: int(p.memory_clock_khz),
        memory_bus_width: int(p.memory_bus_bits),
        l2_cache_size: p.l2_bytes as c_int,
        max_threads_per_multi_processor: int(p.max_threads_per_sm),
        stream_priorities_supported: 0,
        global_l1_cache_supported: 1,
        local_l1_cache_supported: 1,
        shared_mem_per_multiprocessor: p.shared_bytes_per_sm as usize,
        regs_per_multiprocessor: int(p.registers_per_sm),
        managed_memory: 1,
        is_multi_gpu_board: 0,
        multi_gpu_board_group_id: 0,
        host_native_atomic_supported: 0,
        single_to_double_ratio: 1,
        pageable_memory_access: 0,
        concurrent_managed_access: 0,
        compute_preemption_supported: 0,
        can_use_host_pointer: 0,
        cooperative_launch: 1,
        cooperative_multi_device_launch: 0,
        shared_mem_per_block_optin: p.shared_bytes_per_cta as usize,
        direct_managed_access: 0,
    }
}

/// The attribute with this number of `enum cudaDeviceAttr`, which is that of `CUdevice_attribute` too.
pub fn attribute(properties: &DeviceProperties, number: c_int) -> Result<c_int, Failure> {
    let p = describe(properties);
    Ok(match number {
        1 => p.max_threads_per_block,
        2 => p.max_threads_dim[0],
        3 => p.max_threads_dim[1],
        4 => p.max_threads_dim[2],
        5 => p.max_grid_size[0],
        6 => p.max_grid_size[1],
        7 => p.max_grid_size[2],
        8 => p.shared_mem_per_block as c_int,
        9 => p.total_const_mem as c_int,
        10 => p.warp_size,
        11 => p.mem_pitch as c_int,
        12 => p.regs_per_block,
        13 => p.clock_rate,
        14 => p.texture_alignment as c_int,
        15 => p.device_overlap,
        16 => p.multi_processor_count,
        17 => p.kernel_exec_timeout_enabled,
        18 => p.integrated,
        19 => p.can_map_host_memory,
        20 => p.compute_mode,
        21 => p.max_texture_1d,
        22 => p.max_texture_2d[0],
        23 => p.max_texture_2d[1],
        24 => p.max_texture_3d[0],
        25 => p.max_texture_3d[1],
        26 => p.max_texture_3d[2],
        27 => p.max_texture_2d_layered[0],
        28 => p.max_texture_2d_layered[1],
        29 => p.max_texture_2d_layered[2],
        30 => p.surface_alignment as c_int,
        31 => p.concurrent_kernels,
        32 => p.ecc_enabled,
        33 => p.pci_bus_id,
        34 => p.pci_device_id,
        35 => p.tcc_driver,
        36 => p.memory_clock_rate,
        37 => p.memory_bus_width,
        38 => p.l2_cache_size,
        39 => p.max_threads_per_multi_processor,
        40 => p.async_engine_count,
        41 => p.unified_addressing,
        50 => p.pci_domain_id,
        51 => p.texture_pitch_alignment as c_int,
        69 => p.max_texture_1d_linear,
        70 => p.max_texture_2d_linear[0],
        71 => p.max_texture_2d_linear[1],
        72 => p.max_texture_2d_linear[2],
        75 => p.major,
        76 => p.minor,
        78 => p.stream_priorities_supported,
        79 => p.global_l1_cache_supported,
        80 => p.local_l1_cache_supported,
        81 => p.shared_mem_per_multiprocessor as c_int,
        82 => p.regs_per_multiprocessor,
        83 => p.managed_memory,
        84 => p.is_multi_gpu_board,
        85 => p.multi_gpu_board_group_id,
        86 => p.host_native_atomic_supported,
        87 => p.single_to_double_ratio,
        88 => p.pageable_memory_access,
        89 => p.concurrent_managed_access,
        90 => p.compute_preemption_supported,
        91 => p.can_use_host_pointer,
        95 => p.cooperative_launch,
        96 => p.cooperative_multi_device_launch,
        97 => p.shared_mem_per_block_optin as c_int,
        _ => return Err(Failure::invalid(format!("device attribute {number} is not known"))),
    })
}

#[no_mangle]
pub unsafe extern "C" fn cudaDeviceGetAttribute(
    value: *mut c_int,
    attribute: c_int,
    device: c_int,
) -> Status {
    call("cudaDeviceGetAttribute", |runtime| {
        check(device)?;
        let found = crate::device::attribute(runtime.properties()?, attribute)?;
        store(value, found)
    })
}

#[no_mangle]
pub extern "C" fn cudaDeviceSynchronize() -> Status {
    call("cudaDeviceSynchronize", |runtime| runtime.order(&Request::SynchronizeDevice, &[]))
}

#[no_mangle]
pub extern "C" fn cudaThreadSynchronize() -> Status {
    cudaDeviceSynchronize()
}

#[no_mangle]
pub extern "C" fn cudaDeviceReset() -> Status {
    call("cudaDeviceReset", |runtime| {
        runtime.order(&Request::Reset, &[])?;
        runtime.arrays.clear();
        runtime.non_blocking.clear();
        runtime.reset_mappings()
    })
}

#[no_mangle]
pub extern "C" fn cudaThreadExit() -> Status {
    cudaDeviceReset()
}

#[no_mangle]
pub unsafe extern "C" fn cudaDriverGetVersion(version: *mut c_int) -> Status {
    call("cudaDriverGetVersion", |_| store(version, RUNTIME_VERSION))
}

#[no_mangle]
pub unsafe extern "C" fn cudaRuntimeGetVersion(version: *mut c_int) -> Status {
    call("cudaRuntimeGetVersion", |_| store(version, RUNTIME_VERSION))
}
