// SPDX-License-Identifier: Apache-2.0
//! C types that cross the boundary; `include/warpsmith/api.h` declares the same.

use std::ffi::{c_char, c_int, c_void};

/// `cudaError_t`.
pub type Status = c_int;

/// `cudaStream_t` and `cudaEvent_t`: numbers of the simulator, as pointers.
pub type Handle = *mut c_void;

/// `dim3`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Dim3 {
    pub x: u32,
    pub y: u32,
    pub z: u32,
}

impl Dim3 {
    pub fn array(self) -> [u32; 3] {
        [self.x, self.y, self.z]
    }
}

/// `struct cudaExtent`: width in bytes, or in texels where an array takes part.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Volume {
    pub width: usize,
    pub height: usize,
    pub depth: usize,
}

impl Volume {
    /// Width, height and depth.
    pub fn sizes(self) -> [usize; 3] {
        [self.width, self.height, self.depth]
    }
}

/// `struct cudaChannelFormatDesc`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ChannelFormatDesc {
    pub bits: [c_int; 4],
    pub kind: c_int,
}

/// `struct cudaDeviceProp`.
#[repr(C)]
pub struct DeviceProp {
    pub name: [c_char; 256],
    pub uuid: [u8; 16],
    pub total_global_mem: usize,
    pub shared_mem_per_block: usize,
    pub regs_per_block: c_int,
    pub warp_size: c_int,
    pub mem_pitch: usize,
    pub max_threads_per_block: c_int,
    pub max_threads_dim: [c_int; 3],
    pub max_grid_size: [c_int; 3],
    pub clock_rate: c_int,
    pub total_const_mem: usize,
    pub major: c_int,
    pub minor: c_int,
    pub texture_alignment: usize,
    pub texture_pitch_alignment: usize,
    pub device_overlap: c_int,
    pub multi_processor_count: c_int,
    pub kernel_exec_timeout_enabled: c_int,
    pub integrated: c_int,
    pub can_map_host_memory: c_int,
    pub compute_mode: c_int,
    pub max_texture_1d: c_int,
    pub max_texture_1d_linear: c_int,
    pub max_texture_2d: [c_int; 2],
    pub max_texture_2d_linear: [c_int; 3],
    pub max_texture_2d_gather: [c_int; 2],
    pub max_texture_3d: [c_int; 3],
    pub max_texture_cubemap: c_int,
    pub max_texture_1d_layered: [c_int; 2],
    pub max_texture_2d_layered: [c_int; 3],
    pub max_texture_cubemap_layered: [c_int; 2],
    pub surface_alignment: usize,
    pub concurrent_kernels: c_int,
    pub ecc_enabled: c_int,
    pub pci_bus_id: c_int,
    pub pci_device_id: c_int,
    pub pci_domain_id: c_int,
    pub tcc_driver: c_int,
    pub async_engine_count: c_int,
    pub unified_addressing: c_int,
    pub memory_clock_rate: c_int,
    pub memory_bus_width: c_int,
    pub l2_cache_size: c_int,
    pub max_threads_per_multi_processor: c_int,
    pub stream_priorities_supported: c_int,
    pub global_l1_cache_supported: c_int,
    pub local_l1_cache_supported: c_int,
    pub shared_mem_per_multiprocessor: usize,
    pub regs_per_multiprocessor: c_int,
    pub managed_memory: c_int,
    pub is_multi_gpu_board: c_int,
    pub multi_gpu_board_group_id: c_int,
    pub host_native_atomic_supported: c_int,
    pub single_to_double_ratio: c_int,
    pub pageable_memory_access: c_int,
    pub concurrent_managed_access: c_int,
    pub compute_preemption_supported: c_int,
    pub can_use_host_pointer: c_int,
    pub cooperative_launch: c_int,
    pub cooperative_multi_device_launch: c_int,
    pub shared_mem_per_block_optin: usize,
    pub direct_managed_access: c_int,
}

/// `struct cudaFuncAttributes`.
#[repr(C)]
pub struct FuncAttributes {
    pub shared_size_bytes: usize,
    pub const_size_bytes: usize,
    pub local_size_bytes: usize,
    pub max_threads_per_block: c_int,
    pub num_regs: c_int,
    pub ptx_version: c_int,
    pub binary_version: c_int,
    pub max_dynamic_shared_size_bytes: c_int,
}

/// What the compiler hands to `__cudaRegisterFatBinary`.
#[repr(C)]
pub struct FatBinaryWrapper {
    pub magic: c_int,
    pub version: c_int,
    /// PTX text with a terminating zero.
    pub data: *const c_char,
    pub unused: *const c_void,
}
