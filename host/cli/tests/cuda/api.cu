// SPDX-License-Identifier: Apache-2.0
// The runtime API: results, error codes, and what must not change anything. Each failed check prints its line.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

static int failures = 0;
#define CHECK(condition)                                              \
    do {                                                              \
        if (!(condition)) {                                           \
            ++failures;                                               \
            std::printf("line %d: %s\n", __LINE__, #condition);       \
        }                                                             \
    } while (0)
#define FAILS(call, code)                                             \
    do {                                                              \
        CHECK((call) == (code));                                      \
        CHECK(cudaPeekAtLastError() == (code));                       \
        CHECK(cudaGetLastError() == (code));                          \
        CHECK(cudaGetLastError() == cudaSuccess);                     \
    } while (0)

__constant__ float weights[4];
__device__ int counter = 5;
static __device__ int table[3] = {1, 2, 3};

struct Mixed {
    char c;
    double d;
    short s[3];
};

template <class T> __global__ void scale(T *data, int n, Mixed mixed, bool twice) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = data[i] * T(weights[i % 4]) + T(mixed.c + mixed.d + mixed.s[2]) * (twice ? 2 : 1);
    if (i == 0) atomicAdd(&counter, table[2]);
}

__global__ void __launch_bounds__(64) bounded(int *out) {
    __shared__ int buffer[64];
    buffer[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = buffer[63 - threadIdx.x];
}

static void memory() {
    size_t free, total, after;
    CHECK(cudaMemGetInfo(&free, &total) == cudaSuccess && free <= total);
    int *a, *b;
    CHECK(cudaMalloc(&a, 1000 * sizeof(int)) == cudaSuccess);
    CHECK(cudaMemGetInfo(&after, &total) == cudaSuccess && free - after >= 4000);
    std::vector<int> in(1000), out(1000, -1);
    CHECK(cudaMemcpy(out.data(), a, 4000, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(out == std::vector<int>(1000, 0)); // fresh memory is zero
    for (int i = 0; i < 1000; ++i) in[i] = i * i;
    CHECK(cudaMemcpy(a, in.data(), 4000, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMalloc((void **)&b, 4000) == cudaSuccess);
    CHECK(cudaMemcpy(b, a, 4000, cudaMemcpyDefault) == cudaSuccess);
    CHECK(cudaMemset(a, 0xff, 400) == cudaSuccess);
    CHECK(cudaMemcpy(out.data(), b, 4000, cudaMemcpyDefault) == cudaSuccess && out == in);
    CHECK(cudaMemcpy(out.data(), a, 4000, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(out[99] == -1 && out[100] == 10000);

    int *matrix;
    size_t pitch;
    CHECK(cudaMallocPitch(&matrix, &pitch, 10 * sizeof(int), 20) == cudaSuccess && pitch >= 40);
    CHECK(cudaMemcpy2D(matrix, pitch, in.data(), 80, 40, 20, cudaMemcpyHostToDevice) == cudaSuccess);
    std::vector<int> back(15 * 20, 7);
    CHECK(cudaMemcpy2D(back.data(), 60, matrix, pitch, 40, 20, cudaMemcpyDeviceToHost) == cudaSuccess);
    bool same = true;
    for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 15; ++x) same = same && back[y * 15 + x] == (x < 10 ? in[y * 20 + x] : 7);
    CHECK(same);

    FAILS(cudaMemcpy(a, in.data(), 4001, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpy(in.data(), a, 4, cudaMemcpyHostToHost), cudaErrorInvalidMemcpyDirection);
    FAILS(cudaMemcpy(a, in.data(), 4, (cudaMemcpyKind)9), cudaErrorInvalidMemcpyDirection);
    FAILS(cudaMemcpy2D(matrix, 8, in.data(), 40, 40, 2, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
    FAILS(cudaMemset(in.data(), 0, 4), cudaErrorInvalidValue);
    FAILS(cudaFree(a + 1), cudaErrorInvalidValue);
    int *huge = (int *)1;
    FAILS(cudaMalloc(&huge, (size_t)1 << 50), cudaErrorMemoryAllocation);
    CHECK(cudaFree(a) == cudaSuccess && cudaFree(b) == cudaSuccess && cudaFree(matrix) == cudaSuccess);
    FAILS(cudaFree(a), cudaErrorInvalidValue);
    CHECK(cudaFree(nullptr) == cudaSuccess);
    CHECK(cudaMemGetInfo(&after, &total) == cudaSuccess && after == free);
    float *pinned;
    CHECK(cudaMallocHost(&pinned, 64) == cudaSuccess);
    pinned[15] = 1;
    CHECK(cudaFreeHost(pinned) == cudaSuccess);
}

static void symbols_and_launches() {
    const float host[4] = {1, 2, 3, 4};
    int count = 0;
    CHECK(cudaMemcpyToSymbol(weights, host, sizeof host) == cudaSuccess);
    CHECK(cudaMemcpyFromSymbol(&count, table, sizeof(int), 2 * sizeof(int)) == cudaSuccess && count == 3);
    FAILS(cudaMemcpyToSymbol(weights, host, sizeof host, 4), cudaErrorInvalidValue);
    FAILS(cudaMemcpyToSymbol(host, host, 4), cudaErrorInvalidSymbol);
    size_t size;
    int *address;
    CHECK(cudaGetSymbolSize(&size, weights) == cudaSuccess && size == 16);
    CHECK(cudaGetSymbolAddress((void **)&address, counter) == cudaSuccess);

    double *data;
    std::vector<double> values(100, 1.5);
    cudaMalloc(&data, 800);
    cudaMemcpy(data, values.data(), 800, cudaMemcpyHostToDevice);
    Mixed mixed = {1, 0.25, {0, 0, 3}};
    scale<<<dim3(2), 64>>>(data, 100, mixed, true);
    CHECK(cudaGetLastError() == cudaSuccess);
    cudaMemcpy(values.data(), data, 800, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 100; ++i) CHECK(values[i] == 1.5 * host[i % 4] + 4.25 * 2);
    int n = 100;
    bool twice = false;
    void *arguments[] = {&data, &n, &mixed, &twice};
    CHECK(cudaLaunchKernel(scale<double>, dim3(2), dim3(64), arguments) == cudaSuccess);
    cudaMemcpy(values.data(), data, 800, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 100; ++i) CHECK(values[i] == (1.5 * host[i % 4] + 8.5) * host[i % 4] + 4.25);
    CHECK(cudaMemcpy(&count, address, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess && count == 5 + 2 * 3);

    bounded<<<1, 65>>>((int *)data);
    FAILS(cudaPeekAtLastError(), cudaErrorInvalidConfiguration);
    bounded<<<1, 64, 48 << 10>>>((int *)data);
    FAILS(cudaPeekAtLastError(), cudaErrorLaunchOutOfResources);
    bounded<<<1, 64, 0, (cudaStream_t)99>>>((int *)data);
    FAILS(cudaPeekAtLastError(), cudaErrorInvalidResourceHandle);
    FAILS(cudaLaunchKernel((const void *)&failures, dim3(1), dim3(1), arguments, 0, 0), cudaErrorInvalidDeviceFunction);

    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, bounded) == cudaSuccess);
    CHECK(attributes.sharedSizeBytes == 256 && attributes.maxThreadsPerBlock == 64 && attributes.numRegs > 0);
    CHECK(cudaFuncSetCacheConfig(bounded, cudaFuncCachePreferL1) == cudaSuccess);
    int ctas, block, grid;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&ctas, bounded, 64, 24 << 10) == cudaSuccess && ctas == 1);
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded) == cudaSuccess && block == 64 && grid > 0);
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, (void *)bounded, 0, 32) == cudaSuccess && block == 32);

    CHECK(cudaDeviceReset() == cudaSuccess);
    CHECK(cudaMemcpyFromSymbol(&count, counter, sizeof(int)) == cudaSuccess && count == 5);
    FAILS(cudaFree(data), cudaErrorInvalidValue);
}

static void streams_events_devices() {
    cudaStream_t stream;
    cudaEvent_t start, end;
    int *data;
    float milliseconds = -1;
    CHECK(cudaStreamCreate(&stream) == cudaSuccess);
    CHECK(cudaEventCreate(&start) == cudaSuccess && cudaEventCreate(&end) == cudaSuccess);
    FAILS(cudaEventElapsedTime(&milliseconds, start, end), cudaErrorInvalidResourceHandle);
    cudaMalloc(&data, 256);
    CHECK(cudaEventRecord(start, stream) == cudaSuccess);
    bounded<<<1, 64, 0, stream>>>(data);
    CHECK(cudaEventRecord(end, stream) == cudaSuccess && cudaEventSynchronize(end) == cudaSuccess);
    CHECK(cudaEventElapsedTime(&milliseconds, start, end) == cudaSuccess && milliseconds > 0 && milliseconds < 1);
    CHECK(cudaStreamWaitEvent(0, end) == cudaSuccess && cudaStreamQuery(stream) == cudaSuccess);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess && cudaStreamDestroy(stream) == cudaSuccess);
    FAILS(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
    CHECK(cudaEventDestroy(start) == cudaSuccess && cudaEventDestroy(end) == cudaSuccess);

    int count = 0, value = 0;
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceCount(&count) == cudaSuccess && count == 1);
    CHECK(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
    CHECK(properties.warpSize == 32 && properties.multiProcessorCount > 0 && properties.cooperativeLaunch == 1);
    CHECK(properties.maxThreadsPerBlock == 1024 && properties.maxGridSize[1] == 65535 && properties.major == 3);
    CHECK(properties.name[0] == 'W' && properties.sharedMemPerBlock == properties.sharedMemPerMultiprocessor);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess);
    CHECK(value == properties.multiProcessorCount);
    CHECK(cudaSetDevice(0) == cudaSuccess);
    FAILS(cudaSetDevice(1), cudaErrorInvalidDevice);
    FAILS(cudaGetDeviceCount(nullptr), cudaErrorInvalidValue);
}

int main() {
    memory();
    symbols_and_launches();
    streams_events_devices();
    std::printf("%d failures\n", failures);
    return failures != 0;
}
