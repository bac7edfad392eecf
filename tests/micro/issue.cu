// SPDX-License-Identifier: Apache-2.0
//
// issue: every SM executes one kind of instruction as fast as it can, for `warpsmith bench-machine`. Nothing is
// printed: the figures are the statistics of the launches.
//
// Arguments: KIND CTAS THREADS STRIDE ROUNDS ROUNDS: two launches of CTAS x THREADS threads, each of which executes
// the given number of rounds of UNROLLED instructions. STRIDE, in bytes, is that of the lanes in shared and in constant
// memory.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

const int UNROLLED = 256;

static void check(cudaError_t status, const char *what) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "error: %s: %s\n", what, cudaGetErrorString(status));
    std::exit(2);
}

/// Each kernel has four values in turn, so that a warp need not wait for its last result.
#define KERNEL(name, type, constraint, statement)                                                            \
    __global__ void name(int rounds, unsigned stride) {                                                      \
        type v[4];                                                                                           \
        for (int i = 0; i < 4; ++i) v[i] = type(threadIdx.x + i);                                            \
        for (int r = 0; r < rounds; ++r) {                                                                   \
            _Pragma("unroll") for (int i = 0; i < UNROLLED; ++i)                                             \
                asm volatile(statement : "+" constraint(v[i % 4]));                                          \
        }                                                                                                    \
    }

KERNEL(int_add, unsigned, "r", "add.u32 %0, %0, %0;")
KERNEL(int_mul, unsigned, "r", "mul.lo.u32 %0, %0, %0;")
KERNEL(fp, float, "f", "fma.rn.f32 %0, %0, %0, %0;")
KERNEL(sfu, float, "f", "ex2.approx.f32 %0, %0;")
KERNEL(dp, double, "d", "fma.rn.f64 %0, %0, %0, %0;")
KERNEL(barrier, unsigned, "r", "bar.sync 0;")

__global__ void shared(int rounds, unsigned stride) {
    extern __shared__ volatile unsigned words[];
    for (int r = 0; r < rounds; ++r) {
#pragma unroll
        for (int i = 0; i < UNROLLED; ++i) (void)words[threadIdx.x % 32 * (stride / 4)];
    }
}

__constant__ unsigned constants[1024];

__global__ void constant(int rounds, unsigned stride) {
    const unsigned *word;
    asm volatile("cvta.to.const.u64 %0, %1;" : "=l"(word) : "l"(constants + threadIdx.x % 32 * (stride / 4)));
    for (int r = 0; r < rounds; ++r) {
#pragma unroll
        for (int i = 0; i < UNROLLED; ++i) {
            unsigned value;
            asm volatile("ld.const.u32 %0, [%1];" : "=r"(value) : "l"(word));
        }
    }
}

int main(int argc, char **argv) {
    const struct {
        const char *name;
        void (*kernel)(int, unsigned);
    } kinds[] = {{"int_add", int_add}, {"int_mul", int_mul}, {"fp", fp},        {"sfu", sfu},
                 {"dp", dp},           {"barrier", barrier}, {"shared", shared}, {"constant", constant}};
    for (const auto &kind : kinds) {
        if (argc != 7 || std::strcmp(kind.name, argv[1]) != 0) continue;
        unsigned stride = std::atoi(argv[4]);
        for (int launch = 5; launch < 7; ++launch) {
            kind.kernel<<<std::atoi(argv[2]), std::atoi(argv[3]), 32 * stride + 4>>>(std::atoi(argv[launch]),
                                                                                    stride);
            check(cudaGetLastError(), kind.name);
            check(cudaDeviceSynchronize(), kind.name);
        }
        return 0;
    }
    std::fprintf(stderr, "usage: %s KIND CTAS THREADS STRIDE ROUNDS ROUNDS\n", argv[0]);
    return 2;
}
