// SPDX-License-Identifier: Apache-2.0
//
// throughput: every SM reads memory, or updates it atomically, as fast as it can, for `warpsmith bench-machine`.
// Nothing is printed: the figures are the statistics of the launches.
//
// Arguments: KIND CTAS THREADS BYTES N N ...: one launch for each N.
//   stream  all CTAs together read N vectors of BYTES, one behind the other
//   past    the same with loads past the L1 (ld.global.cg)
//   fill    the same, written
//   laps    each CTA reads the same BYTES N times, from a place of its own on
//   refill  the same, written
//   atomic  each thread adds N times to the word of its lane, BYTES from that of the next lane
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

const int IN_FLIGHT = 8; // loads of a thread that do not wait for one another

static void check(cudaError_t status, const char *what) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "error: %s: %s\n", what, cudaGetErrorString(status));
    std::exit(2);
}

__device__ unsigned read(const char *p) {
    unsigned value;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(p));
    return value;
}

__device__ unsigned read_past(const char *p) {
    unsigned value;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(p));
    return value;
}

/// Uses values that have been read: each keeps its register until all loads are on their way.
__device__ void use(const unsigned (&values)[IN_FLIGHT]) {
    unsigned sum = 0;
#pragma unroll
    for (int i = 0; i < IN_FLIGHT; ++i) asm volatile("add.u32 %0, %0, %1;" : "+r"(sum) : "r"(values[i]));
}

/// Consecutive threads of the whole grid read consecutive words.
template <unsigned READ(const char *)> __global__ void stream(const char *base, size_t bytes) {
    size_t step = size_t(gridDim.x) * blockDim.x * 4;
    size_t at = (size_t(blockIdx.x) * blockDim.x + threadIdx.x) * 4;
    for (; at < bytes; at += IN_FLIGHT * step) {
        unsigned values[IN_FLIGHT];
#pragma unroll
        for (int i = 0; i < IN_FLIGHT; ++i) values[i] = READ(base + at + i * step);
        use(values);
    }
}

/// Consecutive words of all consecutive vectors of BYTES.
__global__ void fill(char *base, size_t bytes) {
    size_t step = size_t(gridDim.x) * blockDim.x * 4;
    for (size_t at = (size_t(blockIdx.x) * blockDim.x + threadIdx.x) * 4; at < bytes; at += step) {
        *(unsigned *)(base + at) = 0;
    }
}

/// Every load waits for the one before it; the warps cover the latency. No store waits.
template <bool WRITE> __global__ void laps(char *base, size_t bytes, int n) {
    size_t step = size_t(blockDim.x) * 4;
    size_t first = bytes / step * blockIdx.x / gridDim.x * step + threadIdx.x * 4;
    for (int lap = 0; lap < n; ++lap) {
        for (size_t at = 0; at < bytes; at += step) {
            size_t here = first + at;
            char *place = base + (here < bytes ? here : here - bytes);
            if (WRITE) {
                *(unsigned *)place = lap;
            } else {
                read(place);
            }
        }
    }
}

__global__ void atomic(char *base, size_t stride, int n) {
    unsigned *word = (unsigned *)(base + threadIdx.x % 32 * stride);
    for (int i = 0; i < n; ++i) atomicAdd(word, 1u);
}

int main(int argc, char **argv) {
    if (argc < 6) {
        std::fprintf(stderr, "usage: %s stream|past|fill|laps|refill|atomic CTAS THREADS BYTES N ...\n", argv[0]);
        return 2;
    }
    const char *kind = argv[1];
    int ctas = std::atoi(argv[2]), threads = std::atoi(argv[3]);
    size_t bytes = std::strtoull(argv[4], nullptr, 10), room = bytes;
    bool filling = std::strcmp(kind, "fill") == 0, past = std::strcmp(kind, "past") == 0;
    bool streaming = filling || past || std::strcmp(kind, "stream") == 0;
    bool atomics = std::strcmp(kind, "atomic") == 0;
    for (int i = 5; i < argc && streaming; ++i) room += bytes * std::atoi(argv[i]);
    if (atomics) room = 32 * bytes + 4;
    room += size_t(IN_FLIGHT) * ctas * threads * 4; // the last round of a stream may reach beyond its end
    char *memory = nullptr;
    check(cudaMalloc((void **)&memory, room), "cudaMalloc");
    char *at = memory;
    for (int i = 5; i < argc; ++i) {
        int n = std::atoi(argv[i]);
        if (streaming) {
            if (filling) {
                fill<<<ctas, threads>>>(at, bytes * n);
            } else if (past) {
                stream<read_past><<<ctas, threads>>>(at, bytes * n);
            } else {
                stream<read><<<ctas, threads>>>(at, bytes * n);
            }
            at += bytes * n;
        } else if (atomics) {
            atomic<<<ctas, threads>>>(at, bytes, n);
        } else if (std::strcmp(kind, "refill") == 0) {
            laps<true><<<ctas, threads>>>(at, bytes, n);
        } else {
            laps<false><<<ctas, threads>>>(at, bytes, n);
        }
        check(cudaGetLastError(), kind);
        check(cudaDeviceSynchronize(), kind);
    }
    return 0;
}
