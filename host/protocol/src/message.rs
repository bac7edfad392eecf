// SPDX-License-Identifier: Apache-2.0
//! What a program can ask, and what the simulator answers.

use serde::{Deserialize, Serialize};

use crate::CudaError;

/// Rows of bytes in device memory; a plain range is one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    /// Device address of the first byte.
    pub address: u64,
    /// Bytes from the start of a row to the start of the next.
    pub pitch: u64,
    /// Bytes of a row that are meant.
    pub width: u64,
    /// Number of rows.
    pub height: u64,
}

impl Region {
    /// `bytes` consecutive bytes.
    pub fn linear(address: u64, bytes: u64) -> Region {
        Region { address, pitch: bytes, width: bytes, height: 1 }
    }

    /// Bytes meant, or `None` if the number does not fit.
    pub fn bytes(&self) -> Option<u64> {
        self.width.checked_mul(self.height)
    }
}

/// One call of the runtime. "Bulk" says what bytes follow the message, if any.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// The first message. Answer: [`Response::Hello`].
    Hello {
        version: u32,
    },
    /// A module; bulk: its PTX text. Answer: [`Response::Module`].
    LoadModule,
    /// Answer: [`Response::Properties`].
    Properties,
    /// Answer: [`Response::Memory`].
    MemoryInfo,
    /// Zeroed memory. Answer: [`Response::Address`].
    Allocate {
        bytes: u64,
    },
    Free {
        address: u64,
    },
    /// Bulk: the rows without gaps.
    Write {
        to: Region,
        stream: u64,
    },
    /// Answer: [`Response::Data`].
    Read {
        from: Region,
        stream: u64,
    },
    /// Device to device; the shapes must agree.
    Copy {
        to: Region,
        from: Region,
        stream: u64,
    },
    Fill {
        to: Region,
        value: u8,
        stream: u64,
    },
    /// Runs a kernel; bulk: the parameter block.
    Launch {
        module: u32,
        /// Index into [`ModuleInfo::kernels`].
        kernel: u32,
        grid: [u32; 3],
        block: [u32; 3],
        /// Bytes per CTA.
        dynamic_shared: u64,
        stream: u64,
    },
    /// CTAs of a kernel that an SM holds. Answer: [`Response::Count`].
    Occupancy {
        module: u32,
        kernel: u32,
        threads: u32,
        dynamic_shared: u64,
    },
    /// Answer: [`Response::Handle`].
    CreateStream {
        /// It waits for the default stream, which waits for it.
        blocking: bool,
    },
    DestroyStream {
        stream: u64,
    },
    /// Waits for a stream; 0 is the default stream.
    Synchronize {
        stream: u64,
    },
    /// Waits for all streams.
    SynchronizeDevice,
    /// Answer: [`Response::Ready`].
    QueryStream {
        stream: u64,
    },
    /// Answer: [`Response::Handle`].
    CreateEvent,
    DestroyEvent {
        event: u64,
    },
    RecordEvent {
        event: u64,
        stream: u64,
    },
    /// Waits for an event.
    SynchronizeEvent {
        event: u64,
    },
    /// Later work of the stream waits for the event as last recorded.
    WaitEvent {
        event: u64,
        stream: u64,
    },
    /// Answer: [`Response::Ready`].
    QueryEvent {
        event: u64,
    },
    /// Answer: [`Response::Elapsed`].
    ElapsedTime {
        start: u64,
        end: u64,
    },
    /// Frees all memory, streams and events of the program and gives module variables their first values.
    Reset,
}

/// The answer to a [`Request`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Response {
    /// Done, and nothing to say.
    Done,
    Hello {
        version: u32,
    },
    Module(ModuleInfo),
    Properties(DeviceProperties),
    /// Bytes free and in all.
    Memory {
        free: u64,
        total: u64,
    },
    Address(u64),
    /// Bulk: the bytes read, rows without gaps.
    Data,
    Handle(u64),
    Count(u32),
    /// Whether everything that was asked about is done.
    Ready(bool),
    /// Simulated time in milliseconds.
    Elapsed {
        milliseconds: f64,
    },
    /// The call failed as it can on a real device; the program goes on.
    Error {
        code: CudaError,
        text: String,
    },
    /// Bulk: what device code has printed so far. The answer itself is still to come.
    Printed,
    /// The simulator has ended the run and said why; the program must exit with [`crate::ENDED_EXIT_CODE`].
    Ended,
}

/// What the runtime needs to know of a loaded module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModuleInfo {
    /// Number of the module in later requests.
    pub module: u32,
    pub kernels: Vec<KernelInfo>,
    pub variables: Vec<VariableInfo>,
}

/// A kernel, as `cudaFuncGetAttributes` and launches see it. Sizes in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelInfo {
    /// Mangled name.
    pub name: String,
    pub params: Vec<ParamInfo>,
    /// Size of the parameter block.
    pub param_bytes: u32,
    /// Static shared memory.
    pub shared_bytes: u32,
    /// Local memory per thread.
    pub local_bytes: u32,
    /// 32-bit registers per thread.
    pub registers: u32,
    /// Threads per CTA at most.
    pub max_threads: u32,
}

/// A kernel parameter: place in the parameter block, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParamInfo {
    pub offset: u32,
    pub size: u32,
}

/// A `__device__` or `__constant__` variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariableInfo {
    /// Mangled name.
    pub name: String,
    pub address: u64,
    /// Bytes.
    pub size: u64,
    /// In constant memory.
    pub constant: bool,
}

/// The machine as `cudaGetDeviceProperties` shows it. Sizes in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceProperties {
    pub name: String,
    /// First device address; with `memory_bytes` it tells device pointers from host pointers.
    pub memory_base: u64,
    pub memory_bytes: u64,
    pub shared_bytes_per_cta: u32,
    pub shared_bytes_per_sm: u32,
    pub registers_per_cta: u32,
    pub registers_per_sm: u32,
    pub warp_size: u32,
    pub max_threads_per_cta: u32,
    pub max_threads_per_sm: u32,
    pub max_grid: [u32; 3],
    pub max_block: [u32; 3],
    pub constant_bytes: u64,
    /// Rows of `cudaMallocPitch` start at multiples of this.
    pub pitch_alignment: u64,
    pub sm_count: u32,
    /// SM clock in kHz.
    pub clock_khz: u32,
    /// DRAM clock in kHz.
    pub memory_clock_khz: u32,
    /// DRAM data bus in bits.
    pub memory_bus_bits: u32,
    pub l2_bytes: u64,
    /// Compute capability: major, minor.
    pub capability: [u32; 2],
}
