// SPDX-License-Identifier: Apache-2.0
// Typed forms of the runtime API for C++. What a pointer points to may be const: the casts are C's for that.
#pragma once

#include <warpsmith/api.h>

template <class T> inline cudaError_t cudaMalloc(T **pointer, size_t bytes) {
    return cudaMalloc((void **)pointer, bytes);
}

template <class T> inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height) {
    return cudaMallocPitch((void **)pointer, pitch, width, height);
}

template <class T> inline cudaError_t cudaMallocHost(T **pointer, size_t bytes, unsigned int flags = 0) {
    return cudaHostAlloc((void **)pointer, bytes, flags);
}

template <class T> inline cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned int flags) {
    return cudaHostAlloc((void **)pointer, bytes, flags);
}

template <class T>
inline cudaError_t cudaMallocManaged(T **pointer, size_t bytes, unsigned int flags = cudaMemAttachGlobal) {
    return cudaMallocManaged((void **)pointer, bytes, flags);
}

template <class T> inline cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t stream) {
    return cudaMallocAsync((void **)pointer, bytes, stream);
}

template <class T> inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags) {
    return cudaHostGetDevicePointer((void **)device, host, flags);
}

template <class T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t bytes = 0,
                                            unsigned int flags = cudaMemAttachSingle) {
    return cudaStreamAttachMemAsync(stream, reinterpret_cast<void *>(pointer), bytes, flags);
}

template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cudaMemcpyToSymbol(reinterpret_cast<const void *>(&symbol), from, bytes, offset, kind);
}

template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                           cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
    return cudaMemcpyToSymbolAsync(reinterpret_cast<const void *>(&symbol), from, bytes, offset, kind, stream);
}

template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cudaMemcpyFromSymbol(to, reinterpret_cast<const void *>(&symbol), bytes, offset, kind);
}

template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
    return cudaMemcpyFromSymbolAsync(to, reinterpret_cast<const void *>(&symbol), bytes, offset, kind, stream);
}

template <class T, class S> inline cudaError_t cudaGetSymbolAddress(T **pointer, const S &symbol) {
    return cudaGetSymbolAddress(reinterpret_cast<void **>(pointer), reinterpret_cast<const void *>(&symbol));
}

template <class T> inline cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol) {
    return cudaGetSymbolAddress(pointer, reinterpret_cast<const void *>(&symbol));
}

template <class T> inline cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol) {
    return cudaGetSymbolSize(bytes, reinterpret_cast<const void *>(&symbol));
}

// Symbols by name, as programs of before CUDA 5 give them.
inline cudaError_t cudaMemcpyToSymbol(const char *symbol, const void *from, size_t bytes, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cudaMemcpyToSymbol(__cudaFindSymbol(symbol), from, bytes, offset, kind);
}
inline cudaError_t cudaMemcpyFromSymbol(void *to, const char *symbol, size_t bytes, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cudaMemcpyFromSymbol(to, __cudaFindSymbol(symbol), bytes, offset, kind);
}
inline cudaError_t cudaGetSymbolAddress(void **pointer, const char *symbol) {
    return cudaGetSymbolAddress(pointer, __cudaFindSymbol(symbol));
}
inline cudaError_t cudaGetSymbolSize(size_t *bytes, const char *symbol) {
    return cudaGetSymbolSize(bytes, __cudaFindSymbol(symbol));
}

template <class... A>
inline cudaError_t cudaLaunchKernel(void (*kernel)(A...), dim3 grid, dim3 block, void **arguments, size_t shared = 0,
                                    cudaStream_t stream = 0) {
    return cudaLaunchKernel(reinterpret_cast<const void *>(kernel), grid, block, arguments, shared, stream);
}

template <class... A>
inline cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(A...), dim3 grid, dim3 block, void **arguments,
                                               size_t shared = 0, cudaStream_t stream = 0) {
    return cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(kernel), grid, block, arguments, shared, stream);
}

template <class... A> inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, void (*kernel)(A...)) {
    return cudaFuncGetAttributes(attributes, reinterpret_cast<const void *>(kernel));
}

template <class... A>
inline cudaError_t cudaFuncSetAttribute(void (*kernel)(A...), cudaFuncAttribute attribute, int value) {
    return cudaFuncSetAttribute(reinterpret_cast<const void *>(kernel), attribute, value);
}

template <class... A> inline cudaError_t cudaFuncSetCacheConfig(void (*kernel)(A...), cudaFuncCache config) {
    return cudaFuncSetCacheConfig(reinterpret_cast<const void *>(kernel), config);
}

template <class... A> inline cudaError_t cudaFuncSetSharedMemConfig(void (*kernel)(A...), cudaSharedMemConfig config) {
    return cudaFuncSetSharedMemConfig(reinterpret_cast<const void *>(kernel), config);
}

template <class... A>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *ctas, void (*kernel)(A...), int threads,
                                                                 size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(ctas, reinterpret_cast<const void *>(kernel), threads, shared);
}

template <class... A>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *ctas, void (*kernel)(A...), int threads,
                                                                          size_t shared, unsigned int flags) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(ctas, reinterpret_cast<const void *>(kernel), threads,
                                                                  shared, flags);
}

// The CTA size with the most resident threads per SM (the largest of equals), and the CTAs that fill the device with it.
// `shared` gives the dynamic shared memory of a CTA of so many threads.
// The kernel is a function or its address as a `void *`.
template <class T, class F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGrid, int *block, T *kernel, F shared,
                                                                  int limit = 0) {
    const void *address = (const void *)kernel;
    cudaFuncAttributes attributes;
    int processors, warp;
    cudaError_t status = cudaFuncGetAttributes(&attributes, address);
    if (status == cudaSuccess) status = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    if (status == cudaSuccess) status = cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 0);
    if (status != cudaSuccess) return status;
    int largest = limit > 0 && limit < attributes.maxThreadsPerBlock ? limit : attributes.maxThreadsPerBlock;
    int best = 0;
    for (int threads = largest; threads > 0; threads = (threads - 1) / warp * warp) {
        int ctas;
        status = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&ctas, address, threads, shared(threads));
        if (status != cudaSuccess) return status;
        if (ctas * threads > best) {
            best = ctas * threads;
            *block = threads;
            *minGrid = ctas * processors;
        }
    }
    return best > 0 ? cudaSuccess : cudaErrorLaunchOutOfResources;
}

// The same dynamic shared memory whatever the size of a CTA is.
struct __warpsmith_same_for_all {
    size_t bytes;
    explicit __warpsmith_same_for_all(size_t bytes) : bytes(bytes) {}
    size_t operator()(int) const { return bytes; }
};
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGrid, int *block, T *kernel, size_t shared = 0,
                                                      int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(minGrid, block, kernel, __warpsmith_same_for_all(shared), limit);
}
