// SPDX-License-Identifier: Apache-2.0
// Types and functions of the driver API. Error numbers are those of the runtime API.
#pragma once

#include <warpsmith/api.h>

#define __cuda_cuda_h__
#define CUDAAPI

typedef enum cudaError_enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_DEINITIALIZED = 4,
    CUDA_ERROR_PROFILER_DISABLED = 5,
    CUDA_ERROR_PROFILER_NOT_INITIALIZED = 6,
    CUDA_ERROR_PROFILER_ALREADY_STARTED = 7,
    CUDA_ERROR_PROFILER_ALREADY_STOPPED = 8,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201,
    CUDA_ERROR_CONTEXT_ALREADY_CURRENT = 202,
    CUDA_ERROR_MAP_FAILED = 205,
    CUDA_ERROR_UNMAP_FAILED = 206,
    CUDA_ERROR_ARRAY_IS_MAPPED = 207,
    CUDA_ERROR_ALREADY_MAPPED = 208,
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
    CUDA_ERROR_ALREADY_ACQUIRED = 210,
    CUDA_ERROR_NOT_MAPPED = 211,
    CUDA_ERROR_NOT_MAPPED_AS_ARRAY = 212,
    CUDA_ERROR_NOT_MAPPED_AS_POINTER = 213,
    CUDA_ERROR_ECC_UNCORRECTABLE = 214,
    CUDA_ERROR_UNSUPPORTED_LIMIT = 215,
    CUDA_ERROR_CONTEXT_ALREADY_IN_USE = 216,
    CUDA_ERROR_PEER_ACCESS_UNSUPPORTED = 217,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_INVALID_GRAPHICS_CONTEXT = 219,
    CUDA_ERROR_INVALID_SOURCE = 300,
    CUDA_ERROR_FILE_NOT_FOUND = 301,
    CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND = 302,
    CUDA_ERROR_SHARED_OBJECT_INIT_FAILED = 303,
    CUDA_ERROR_OPERATING_SYSTEM = 304,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_ERROR_LAUNCH_TIMEOUT = 702,
    CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING = 703,
    CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
    CUDA_ERROR_PEER_ACCESS_NOT_ENABLED = 705,
    CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE = 708,
    CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
    CUDA_ERROR_ASSERT = 710,
    CUDA_ERROR_TOO_MANY_PEERS = 711,
    CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
    CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_NOT_PERMITTED = 800,
    CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_UNKNOWN = 999,
} CUresult;

typedef unsigned long long CUdeviceptr;
typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;

// Numbers of attributes; the same as those of cudaDeviceAttr.
typedef enum CUdevice_attribute_enum {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = cudaDevAttrMaxThreadsPerBlock,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = cudaDevAttrMaxBlockDimX,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = cudaDevAttrMaxBlockDimY,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = cudaDevAttrMaxBlockDimZ,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = cudaDevAttrMaxGridDimX,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = cudaDevAttrMaxGridDimY,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = cudaDevAttrMaxGridDimZ,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = cudaDevAttrMaxSharedMemoryPerBlock,
    CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = cudaDevAttrTotalConstantMemory,
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = cudaDevAttrWarpSize,
    CU_DEVICE_ATTRIBUTE_MAX_PITCH = cudaDevAttrMaxPitch,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = cudaDevAttrMaxRegistersPerBlock,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = cudaDevAttrClockRate,
    CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = cudaDevAttrTextureAlignment,
    CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = cudaDevAttrGpuOverlap,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = cudaDevAttrMultiProcessorCount,
    CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = cudaDevAttrKernelExecTimeout,
    CU_DEVICE_ATTRIBUTE_INTEGRATED = cudaDevAttrIntegrated,
    CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = cudaDevAttrCanMapHostMemory,
    CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = cudaDevAttrComputeMode,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = cudaDevAttrConcurrentKernels,
    CU_DEVICE_ATTRIBUTE_ECC_ENABLED = cudaDevAttrEccEnabled,
    CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = cudaDevAttrPciBusId,
    CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = cudaDevAttrPciDeviceId,
    CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = cudaDevAttrMemoryClockRate,
    CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = cudaDevAttrGlobalMemoryBusWidth,
    CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = cudaDevAttrL2CacheSize,
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = cudaDevAttrMaxThreadsPerMultiProcessor,
    CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = cudaDevAttrAsyncEngineCount,
    CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = cudaDevAttrUnifiedAddressing,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = cudaDevAttrComputeCapabilityMajor,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = cudaDevAttrComputeCapabilityMinor,
    CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = cudaDevAttrManagedMemory,
} CUdevice_attribute;

typedef enum CUcomputemode_enum {
    CU_COMPUTEMODE_DEFAULT = cudaComputeModeDefault,
    CU_COMPUTEMODE_EXCLUSIVE = cudaComputeModeExclusive,
    CU_COMPUTEMODE_PROHIBITED = cudaComputeModeProhibited,
    CU_COMPUTEMODE_EXCLUSIVE_PROCESS = cudaComputeModeExclusiveProcess,
} CUcomputemode;

typedef int CUjit_option;
#define CU_LAUNCH_PARAM_END ((void *)0x00)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)
#define CU_CTX_SCHED_AUTO cudaDeviceScheduleAuto
#define CU_CTX_SCHED_SPIN cudaDeviceScheduleSpin
#define CU_CTX_SCHED_YIELD cudaDeviceScheduleYield
#define CU_CTX_MAP_HOST cudaDeviceMapHost
#define CU_EVENT_DEFAULT cudaEventDefault
#define CU_STREAM_DEFAULT cudaStreamDefault

#ifdef __cplusplus
extern "C" {
#endif
CUresult cuInit(unsigned int flags);
CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuDeviceGetName(char *name, int bytes, CUdevice device);
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device);
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);
CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device);
CUresult cuCtxDestroy(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext *context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuModuleLoad(CUmodule *module, const char *file);
CUresult cuModuleLoadData(CUmodule *module, const void *text);
CUresult cuModuleLoadDataEx(CUmodule *module, const void *text, unsigned int count, CUjit_option *options, void **values);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
CUresult cuModuleGetGlobal(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name);
CUresult cuLaunchKernel(CUfunction function, unsigned int gridX, unsigned int gridY, unsigned int gridZ,
                        unsigned int blockX, unsigned int blockY, unsigned int blockZ, unsigned int sharedBytes,
                        CUstream stream, void **arguments, void **extra);
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetErrorString(CUresult error, const char **text);
#ifdef __cplusplus
}
#endif

// Those that are the runtime's.
#define __WARPSMITH_DRIVER__(name, parameters, call) \
    static inline CUresult name parameters { return (CUresult)call; }
#define __WARPSMITH_AT__(address) ((void *)(address))
__WARPSMITH_DRIVER__(cuDriverGetVersion, (int *version), cudaDriverGetVersion(version))
__WARPSMITH_DRIVER__(cuDeviceGetCount, (int *count), cudaGetDeviceCount(count))
__WARPSMITH_DRIVER__(cuCtxSynchronize, (void), cudaDeviceSynchronize())
__WARPSMITH_DRIVER__(cuMemGetInfo, (size_t * free, size_t *total), cudaMemGetInfo(free, total))
__WARPSMITH_DRIVER__(cuMemAlloc, (CUdeviceptr * pointer, size_t bytes), cudaMalloc((void **)pointer, bytes))
__WARPSMITH_DRIVER__(cuMemAllocManaged, (CUdeviceptr * pointer, size_t bytes, unsigned int flags),
                     cudaMallocManaged((void **)pointer, bytes, flags))
__WARPSMITH_DRIVER__(cuMemAllocPitch,
                     (CUdeviceptr * pointer, size_t *pitch, size_t width, size_t height, unsigned int element),
                     ((void)element, cudaMallocPitch((void **)pointer, pitch, width, height)))
__WARPSMITH_DRIVER__(cuMemFree, (CUdeviceptr pointer), cudaFree(__WARPSMITH_AT__(pointer)))
__WARPSMITH_DRIVER__(cuMemAllocHost, (void **pointer, size_t bytes), cudaMallocHost(pointer, bytes))
__WARPSMITH_DRIVER__(cuMemHostAlloc, (void **pointer, size_t bytes, unsigned int flags), cudaHostAlloc(pointer, bytes, flags))
__WARPSMITH_DRIVER__(cuMemFreeHost, (void *pointer), cudaFreeHost(pointer))
__WARPSMITH_DRIVER__(cuMemHostGetDevicePointer, (CUdeviceptr * device, void *host, unsigned int flags),
                     cudaHostGetDevicePointer((void **)device, host, flags))
__WARPSMITH_DRIVER__(cuMemcpyHtoD, (CUdeviceptr to, const void *from, size_t bytes),
                     cudaMemcpy(__WARPSMITH_AT__(to), from, bytes, cudaMemcpyHostToDevice))
__WARPSMITH_DRIVER__(cuMemcpyDtoH, (void *to, CUdeviceptr from, size_t bytes),
                     cudaMemcpy(to, __WARPSMITH_AT__(from), bytes, cudaMemcpyDeviceToHost))
__WARPSMITH_DRIVER__(cuMemcpyDtoD, (CUdeviceptr to, CUdeviceptr from, size_t bytes),
                     cudaMemcpy(__WARPSMITH_AT__(to), __WARPSMITH_AT__(from), bytes, cudaMemcpyDeviceToDevice))
__WARPSMITH_DRIVER__(cuMemcpyHtoDAsync, (CUdeviceptr to, const void *from, size_t bytes, CUstream stream),
                     cudaMemcpyAsync(__WARPSMITH_AT__(to), from, bytes, cudaMemcpyHostToDevice, stream))
__WARPSMITH_DRIVER__(cuMemcpyDtoHAsync, (void *to, CUdeviceptr from, size_t bytes, CUstream stream),
                     cudaMemcpyAsync(to, __WARPSMITH_AT__(from), bytes, cudaMemcpyDeviceToHost, stream))
__WARPSMITH_DRIVER__(cuMemsetD8, (CUdeviceptr to, unsigned char value, size_t count),
                     cudaMemset(__WARPSMITH_AT__(to), value, count))
__WARPSMITH_DRIVER__(cuStreamCreate, (CUstream * stream, unsigned int flags), cudaStreamCreateWithFlags(stream, flags))
__WARPSMITH_DRIVER__(cuStreamDestroy, (CUstream stream), cudaStreamDestroy(stream))
__WARPSMITH_DRIVER__(cuStreamSynchronize, (CUstream stream), cudaStreamSynchronize(stream))
__WARPSMITH_DRIVER__(cuStreamQuery, (CUstream stream), cudaStreamQuery(stream))
__WARPSMITH_DRIVER__(cuEventCreate, (CUevent * event, unsigned int flags), cudaEventCreateWithFlags(event, flags))
__WARPSMITH_DRIVER__(cuEventDestroy, (CUevent event), cudaEventDestroy(event))
__WARPSMITH_DRIVER__(cuEventRecord, (CUevent event, CUstream stream), cudaEventRecord(event, stream))
__WARPSMITH_DRIVER__(cuEventSynchronize, (CUevent event), cudaEventSynchronize(event))
__WARPSMITH_DRIVER__(cuEventQuery, (CUevent event), cudaEventQuery(event))
__WARPSMITH_DRIVER__(cuEventElapsedTime, (float *milliseconds, CUevent start, CUevent end),
                     cudaEventElapsedTime(milliseconds, start, end))
#undef __WARPSMITH_AT__
#undef __WARPSMITH_DRIVER__
#define cuCtxDetach cuCtxDestroy
