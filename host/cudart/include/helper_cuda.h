// SPDX-License-Identifier: Apache-2.0
// Error checks and the choice of a device as CUDA's sample programs do them.
#pragma once

#include <cuda_runtime.h>
#include <helper_string.h>
#include <stdio.h>

inline const char *_cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }

inline void __warpsmith_check(cudaError_t status, const char *what, const char *file, int line) {
    if (status == cudaSuccess) return;
    fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, what, cudaGetErrorString(status), cudaGetErrorName(status));
    exit(EXIT_FAILURE);
}
#define checkCudaErrors(call) __warpsmith_check((call), #call, __FILE__, __LINE__)
#define getLastCudaError(message) __warpsmith_check(cudaGetLastError(), message, __FILE__, __LINE__)

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

// Single-precision units of a multiprocessor: CUDA C Programming Guide, "Arithmetic Instructions".
inline int _ConvertSMVer2Cores(int major, int minor) {
    switch (major) {
    case 1: return 8;
    case 2: return minor == 0 ? 32 : 48;
    case 3: return 192;
    case 6: return minor == 0 ? 64 : 128;
    case 7: return 64;
    case 8: return minor == 0 ? 64 : 128;
    default: return 128;
    }
}

// There is one device, whatever -device says.
inline int findCudaDevice(int, const char **) {
    checkCudaErrors(cudaSetDevice(0));
    return 0;
}
inline int gpuGetMaxGflopsDeviceId() { return 0; }
inline int findIntegratedGPU() { return -1; }
inline int gpuDeviceInit(int) { return findCudaDevice(0, NULL); }
inline bool checkCudaCapabilities(int major, int minor) {
    cudaDeviceProp properties;
    checkCudaErrors(cudaGetDeviceProperties(&properties, 0));
    return properties.major > major || (properties.major == major && properties.minor >= minor);
}
