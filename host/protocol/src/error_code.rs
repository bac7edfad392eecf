// SPDX-License-Identifier: Apache-2.0
//! The error codes of the CUDA runtime API. The simulator returns a few; programs name the others.

use serde::{Deserialize, Serialize};

macro_rules! codes {
    ($($variant:ident = $code:literal, $name:literal, $text:literal;)*) => {
        /// Values of `cudaError_t`, with the numbers of CUDA 10.1 and later.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[repr(i32)]
        pub enum CudaError {
            $(#[doc = $text] $variant = $code,)*
        }

        impl CudaError {
            /// Every code, in ascending order.
            pub const ALL: &'static [CudaError] = &[$(CudaError::$variant),*];

            /// The name of the enumerator in C, with a terminating zero for C callers.
            pub const fn name_with_nul(self) -> &'static str {
                match self { $(CudaError::$variant => concat!($name, "\0"),)* }
            }

            /// A description, with a terminating zero for C callers.
            pub const fn text_with_nul(self) -> &'static str {
                match self { $(CudaError::$variant => concat!($text, "\0"),)* }
            }
        }
    };
}

codes! {
    Success = 0, "cudaSuccess", "no error";
    InvalidValue = 1, "cudaErrorInvalidValue", "invalid argument";
    MemoryAllocation = 2, "cudaErrorMemoryAllocation", "out of memory";
    InitializationError = 3, "cudaErrorInitializationError", "initialization error";
    CudartUnloading = 4, "cudaErrorCudartUnloading", "driver shutting down";
    ProfilerDisabled = 5, "cudaErrorProfilerDisabled", "profiler disabled";
    ProfilerNotInitialized = 6, "cudaErrorProfilerNotInitialized", "profiler not initialized";
    ProfilerAlreadyStarted = 7, "cudaErrorProfilerAlreadyStarted", "profiler already started";
    ProfilerAlreadyStopped = 8, "cudaErrorProfilerAlreadyStopped", "profiler already stopped";
    InvalidConfiguration = 9, "cudaErrorInvalidConfiguration", "invalid configuration argument";
    InvalidPitchValue = 12, "cudaErrorInvalidPitchValue", "invalid pitch argument";
    InvalidSymbol = 13, "cudaErrorInvalidSymbol", "invalid device symbol";
    InvalidHostPointer = 16, "cudaErrorInvalidHostPointer", "invalid host pointer";
    InvalidDevicePointer = 17, "cudaErrorInvalidDevicePointer", "invalid device pointer";
    InvalidTexture = 18, "cudaErrorInvalidTexture", "invalid texture reference";
    InvalidTextureBinding = 19, "cudaErrorInvalidTextureBinding", "texture is not bound to a pointer";
    InvalidChannelDescriptor = 20, "cudaErrorInvalidChannelDescriptor", "invalid channel descriptor";
    InvalidMemcpyDirection = 21, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy";
    AddressOfConstant = 22, "cudaErrorAddressOfConstant", "address of a constant taken";
    TextureFetchFailed = 23, "cudaErrorTextureFetchFailed", "texture fetch failed";
    TextureNotBound = 24, "cudaErrorTextureNotBound", "texture not bound";
    SynchronizationError = 25, "cudaErrorSynchronizationError", "synchronization error";
    InvalidFilterSetting = 26, "cudaErrorInvalidFilterSetting", "linear filtering not supported for this type";
    InvalidNormSetting = 27, "cudaErrorInvalidNormSetting", "normalized read not supported for this type";
    MixedDeviceExecution = 28, "cudaErrorMixedDeviceExecution", "device emulation mixed with device execution";
    NotYetImplemented = 31, "cudaErrorNotYetImplemented", "not yet implemented";
    MemoryValueTooLarge = 32, "cudaErrorMemoryValueTooLarge", "memory value too large";
    InsufficientDriver = 35, "cudaErrorInsufficientDriver", "driver too old for the runtime";
    InvalidSurface = 37, "cudaErrorInvalidSurface", "invalid surface reference";
    DuplicateVariableName = 43, "cudaErrorDuplicateVariableName", "duplicate global variable";
    DuplicateTextureName = 44, "cudaErrorDuplicateTextureName", "duplicate texture name";
    DuplicateSurfaceName = 45, "cudaErrorDuplicateSurfaceName", "duplicate surface name";
    DevicesUnavailable = 46, "cudaErrorDevicesUnavailable", "all devices are busy or unavailable";
    IncompatibleDriverContext = 49, "cudaErrorIncompatibleDriverContext", "incompatible driver context";
    MissingConfiguration = 52, "cudaErrorMissingConfiguration", "launch without a configuration";
    PriorLaunchFailure = 53, "cudaErrorPriorLaunchFailure", "an earlier launch failed";
    LaunchMaxDepthExceeded = 65, "cudaErrorLaunchMaxDepthExceeded", "launch nested too deeply";
    LaunchFileScopedTex = 66, "cudaErrorLaunchFileScopedTex", "file-scoped texture in a nested launch";
    LaunchFileScopedSurf = 67, "cudaErrorLaunchFileScopedSurf", "file-scoped surface in a nested launch";
    SyncDepthExceeded = 68, "cudaErrorSyncDepthExceeded", "synchronization nested too deeply";
    LaunchPendingCountExceeded = 69, "cudaErrorLaunchPendingCountExceeded", "too many pending nested launches";
    InvalidDeviceFunction = 98, "cudaErrorInvalidDeviceFunction", "invalid device function";
    NoDevice = 100, "cudaErrorNoDevice", "no CUDA device";
    InvalidDevice = 101, "cudaErrorInvalidDevice", "invalid device ordinal";
    StartupFailure = 127, "cudaErrorStartupFailure", "start-up failure in the runtime";
    InvalidKernelImage = 200, "cudaErrorInvalidKernelImage", "device kernel image is invalid";
    DeviceUninitialized = 201, "cudaErrorDeviceUninitialized", "invalid device context";
    MapBufferObjectFailed = 205, "cudaErrorMapBufferObjectFailed", "mapping of a buffer object failed";
    UnmapBufferObjectFailed = 206, "cudaErrorUnmapBufferObjectFailed", "unmapping of a buffer object failed";
    ArrayIsMapped = 207, "cudaErrorArrayIsMapped", "array is mapped";
    AlreadyMapped = 208, "cudaErrorAlreadyMapped", "resource already mapped";
    NoKernelImageForDevice = 209, "cudaErrorNoKernelImageForDevice", "no kernel image for this device";
    AlreadyAcquired = 210, "cudaErrorAlreadyAcquired", "resource already acquired";
    NotMapped = 211, "cudaErrorNotMapped", "resource not mapped";
    NotMappedAsArray = 212, "cudaErrorNotMappedAsArray", "resource not mapped as array";
    NotMappedAsPointer = 213, "cudaErrorNotMappedAsPointer", "resource not mapped as pointer";
    ECCUncorrectable = 214, "cudaErrorECCUncorrectable", "uncorrectable ECC error";
    UnsupportedLimit = 215, "cudaErrorUnsupportedLimit", "limit not supported";
    DeviceAlreadyInUse = 216, "cudaErrorDeviceAlreadyInUse", "device already in use by another thread";
    PeerAccessUnsupported = 217, "cudaErrorPeerAccessUnsupported", "peer access not supported between these devices";
    InvalidPtx = 218, "cudaErrorInvalidPtx", "PTX compilation failed";
    InvalidGraphicsContext = 219, "cudaErrorInvalidGraphicsContext", "invalid graphics context";
    NvlinkUncorrectable = 220, "cudaErrorNvlinkUncorrectable", "uncorrectable NVLink error";
    JitCompilerNotFound = 221, "cudaErrorJitCompilerNotFound", "PTX compiler not found";
    InvalidSource = 300, "cudaErrorInvalidSource", "device kernel source is invalid";
    FileNotFound = 301, "cudaErrorFileNotFound", "file not found";
    SharedObjectSymbolNotFound = 302, "cudaErrorSharedObjectSymbolNotFound", "symbol not found in a shared object";
    SharedObjectInitFailed = 303, "cudaErrorSharedObjectInitFailed", "initialization of a shared object failed";
    OperatingSystem = 304, "cudaErrorOperatingSystem", "operating system call failed";
    InvalidResourceHandle = 400, "cudaErrorInvalidResourceHandle", "invalid resource handle";
    IllegalState = 401, "cudaErrorIllegalState", "operation not allowed in this state";
    SymbolNotFound = 500, "cudaErrorSymbolNotFound", "named symbol not found";
    NotReady = 600, "cudaErrorNotReady", "device not ready";
    IllegalAddress = 700, "cudaErrorIllegalAddress", "illegal memory access";
    LaunchOutOfResources = 701, "cudaErrorLaunchOutOfResources", "too many resources requested for launch";
    LaunchTimeout = 702, "cudaErrorLaunchTimeout", "launch timed out";
    LaunchIncompatibleTexturing = 703, "cudaErrorLaunchIncompatibleTexturing", "launch with incompatible texturing mode";
    PeerAccessAlreadyEnabled = 704, "cudaErrorPeerAccessAlreadyEnabled", "peer access already enabled";
    PeerAccessNotEnabled = 705, "cudaErrorPeerAccessNotEnabled", "peer access not enabled";
    SetOnActiveProcess = 708, "cudaErrorSetOnActiveProcess", "cannot be set while the device is active";
    ContextIsDestroyed = 709, "cudaErrorContextIsDestroyed", "context is destroyed";
    Assert = 710, "cudaErrorAssert", "device-side assertion failed";
    TooManyPeers = 711, "cudaErrorTooManyPeers", "peer resources exhausted";
    HostMemoryAlreadyRegistered = 712, "cudaErrorHostMemoryAlreadyRegistered", "host memory already registered";
    HostMemoryNotRegistered = 713, "cudaErrorHostMemoryNotRegistered", "host memory not registered";
    HardwareStackError = 714, "cudaErrorHardwareStackError", "stack error on the device";
    IllegalInstruction = 715, "cudaErrorIllegalInstruction", "illegal instruction";
    MisalignedAddress = 716, "cudaErrorMisalignedAddress", "misaligned address";
    InvalidAddressSpace = 717, "cudaErrorInvalidAddressSpace", "operation not supported in this address space";
    InvalidPc = 718, "cudaErrorInvalidPc", "invalid program counter";
    LaunchFailure = 719, "cudaErrorLaunchFailure", "launch failed";
    CooperativeLaunchTooLarge = 720, "cudaErrorCooperativeLaunchTooLarge", "too many CTAs in a cooperative launch";
    NotPermitted = 800, "cudaErrorNotPermitted", "operation not permitted";
    NotSupported = 801, "cudaErrorNotSupported", "operation not supported";
    SystemNotReady = 802, "cudaErrorSystemNotReady", "system not ready";
    SystemDriverMismatch = 803, "cudaErrorSystemDriverMismatch", "driver and runtime do not fit each other";
    CompatNotSupportedOnDevice = 804, "cudaErrorCompatNotSupportedOnDevice", "forward compatibility not supported on this device";
    StreamCaptureUnsupported = 900, "cudaErrorStreamCaptureUnsupported", "operation not permitted while a stream is captured";
    StreamCaptureInvalidated = 901, "cudaErrorStreamCaptureInvalidated", "stream capture invalidated";
    StreamCaptureMerge = 902, "cudaErrorStreamCaptureMerge", "merge of stream captures";
    StreamCaptureUnmatched = 903, "cudaErrorStreamCaptureUnmatched", "stream capture does not belong to this stream";
    StreamCaptureUnjoined = 904, "cudaErrorStreamCaptureUnjoined", "stream capture not joined";
    StreamCaptureIsolation = 905, "cudaErrorStreamCaptureIsolation", "stream capture would depend on uncaptured work";
    StreamCaptureImplicit = 906, "cudaErrorStreamCaptureImplicit", "implicit dependency on the capturing stream";
    CapturedEvent = 907, "cudaErrorCapturedEvent", "event was recorded in a capturing stream";
    StreamCaptureWrongThread = 908, "cudaErrorStreamCaptureWrongThread", "stream capture ended by another thread";
    Unknown = 999, "cudaErrorUnknown", "unknown error";
    ApiFailureBase = 10000, "cudaErrorApiFailureBase", "failure of the runtime";
}

impl CudaError {
    /// The value of `cudaError_t`.
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// The code with this value, if there is one.
    pub fn from_code(code: i32) -> Option<CudaError> {
        Self::ALL.iter().copied().find(|e| e.code() == code)
    }

    /// The name of the enumerator in C.
    pub fn name(self) -> &'static str {
        self.name_with_nul().trim_end_matches('\0')
    }
}
