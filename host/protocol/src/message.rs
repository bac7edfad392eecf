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
/// Streams and events are numbers, as [`Response::Handle`] gives them; as in CUDA streams 0 and 1 are the default stream, 2 is per thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// The first message. Answer: [`Response::Hello`].
    Hello {
        /// [`crate::VERSION`] of the program.
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
        /// Never 0: the runtime answers that itself.
        bytes: u64,
    },
    /// Gives memory back.
    Free {
        /// As [`Response::Address`] gave it, and not the address of a variable.
        address: u64,
    },
    /// Bulk: the rows without gaps.
    Write {
        /// The rows that are written.
        to: Region,
        /// The stream in whose order it happens.
        stream: u64,
    },
    /// Answer: [`Response::Data`].
    Read {
        /// The rows that are read.
        from: Region,
        /// The stream in whose order it happens.
        stream: u64,
    },
    /// Device to device; the shapes must agree.
    Copy {
        /// The rows that are written.
        to: Region,
        /// The rows that are read.
        from: Region,
        /// The stream in whose order it happens.
        stream: u64,
    },
    /// Sets bytes.
    Fill {
        /// The rows that are written.
        to: Region,
        /// What each byte becomes.
        value: u8,
        /// The stream in whose order it happens.
        stream: u64,
    },
    /// Runs a kernel; bulk: the parameter block.
    Launch {
        /// [`ModuleInfo::module`].
        module: u32,
        /// Index into [`ModuleInfo::kernels`].
        kernel: u32,
        /// CTAs along x, y and z.
        grid: [u32; 3],
        /// Threads of a CTA along x, y and z.
        block: [u32; 3],
        /// Bytes per CTA.
        dynamic_shared: u64,
        /// The stream in whose order it happens.
        stream: u64,
    },
    /// CTAs of a kernel that an SM holds. Answer: [`Response::Count`].
    Occupancy {
        /// [`ModuleInfo::module`].
        module: u32,
        /// Index into [`ModuleInfo::kernels`].
        kernel: u32,
        /// Threads of a CTA.
        threads: u32,
        /// Bytes per CTA.
        dynamic_shared: u64,
    },
    /// Answer: [`Response::Handle`].
    CreateStream {
        /// It waits for the default stream, which waits for it.
        blocking: bool,
    },
    /// Ends a stream, whose work so far is still done.
    DestroyStream {
        /// Not one of 0 to 2.
        stream: u64,
    },
    /// Waits for a stream; 0 is the default stream.
    Synchronize {
        /// The stream that is waited for.
        stream: u64,
    },
    /// Waits for all streams.
    SynchronizeDevice,
    /// Answer: [`Response::Ready`].
    QueryStream {
        /// The stream that is asked about.
        stream: u64,
    },
    /// Answer: [`Response::Handle`].
    CreateEvent,
    /// Ends an event, which later requests must not name.
    DestroyEvent {
        /// The event that ends.
        event: u64,
    },
    /// The event happens when all work given to the stream so far is done.
    RecordEvent {
        /// The event, which may have been recorded before.
        event: u64,
        /// The stream whose work so far it stands for.
        stream: u64,
    },
    /// Waits for an event.
    SynchronizeEvent {
        /// The event that is waited for.
        event: u64,
    },
    /// Later work of the stream waits for the event as last recorded.
    WaitEvent {
        /// The event as last recorded; one that never was holds nothing up.
        event: u64,
        /// The stream that waits.
        stream: u64,
    },
    /// Answer: [`Response::Ready`].
    QueryEvent {
        /// The event that is asked about.
        event: u64,
    },
    /// Answer: [`Response::Elapsed`].
    ElapsedTime {
        /// The earlier event, which must have been recorded.
        start: u64,
        /// The later event, which must have been recorded.
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
    /// The simulator speaks the same version.
    Hello {
        /// [`crate::VERSION`] of the simulator.
        version: u32,
    },
    /// Of the module that was loaded.
    Module(ModuleInfo),
    /// Of the machine that is simulated.
    Properties(DeviceProperties),
    /// Bytes free and in all.
    Memory {
        /// Bytes that are not allocated.
        free: u64,
        /// Bytes of device memory.
        total: u64,
    },
    /// Device address of the memory that was allocated.
    Address(u64),
    /// Bulk: the bytes read, rows without gaps.
    Data,
    /// Number of the stream or event that was made; never one of 0 to 2 for a stream.
    Handle(u64),
    /// The number that was asked for; 0 if an SM does not hold even one.
    Count(u32),
    /// Whether everything that was asked about is done.
    Ready(bool),
    /// Simulated time in milliseconds.
    Elapsed {
        /// The later event's time less the earlier one's.
        milliseconds: f64,
    },
    /// The call failed as it can on a real device; the program goes on.
    Error {
        /// What the runtime returns to the program.
        code: CudaError,
        /// The same for people, with what was asked for.
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
    /// In the order of the PTX text, by which requests name them.
    pub kernels: Vec<KernelInfo>,
    /// Those in global and constant memory.
    pub variables: Vec<VariableInfo>,
}

/// A kernel, as `cudaFuncGetAttributes` and launches see it. Sizes in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelInfo {
    /// Mangled name.
    pub name: String,
    /// In the order of their declaration.
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
    /// Bytes from the beginning of the block.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
}

/// A `__device__` or `__constant__` variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariableInfo {
    /// Mangled name.
    pub name: String,
    /// Device address.
    pub address: u64,
    /// Bytes.
    pub size: u64,
    /// In constant memory.
    pub constant: bool,
}

/// The machine as `cudaGetDeviceProperties` shows it. Sizes in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceProperties {
    /// Such as `Warpsmith gtx480`.
    pub name: String,
    /// First device address; with `memory_bytes` it tells device pointers from host pointers.
    pub memory_base: u64,
    /// All of device memory.
    pub memory_bytes: u64,
    /// Shared memory of a CTA at most, dynamic and static.
    pub shared_bytes_per_cta: u32,
    /// Shared memory of an SM.
    pub shared_bytes_per_sm: u32,
    /// 32-bit registers of a CTA at most.
    pub registers_per_cta: u32,
    /// 32-bit registers of an SM.
    pub registers_per_sm: u32,
    /// Lanes.
    pub warp_size: u32,
    /// Threads of a CTA at most, along all three dimensions.
    pub max_threads_per_cta: u32,
    /// Threads that an SM holds at most.
    pub max_threads_per_sm: u32,
    /// CTAs at most along x, y and z.
    pub max_grid: [u32; 3],
    /// Threads of a CTA at most along x, y and z.
    pub max_block: [u32; 3],
    /// Constant memory.
    pub constant_bytes: u64,
    /// Rows of `cudaMallocPitch` start at multiples of this.
    pub pitch_alignment: u64,
    /// SMs that run the program's kernels.
    pub sm_count: u32,
    /// SM clock in kHz.
    pub clock_khz: u32,
    /// DRAM clock in kHz.
    pub memory_clock_khz: u32,
    /// DRAM data bus in bits.
    pub memory_bus_bits: u32,
    /// The L2 of all memory channels.
    pub l2_bytes: u64,
    /// Compute capability: major, minor.
    pub capability: [u32; 2],
}
