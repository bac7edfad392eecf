// SPDX-License-Identifier: Apache-2.0
//
// occupancy: CTAs that all take the same time, for `warpsmith bench-machine`. As long as the CTAs of an SM run side by
// side, a launch takes the time of one; the first CTA that must wait doubles it. Nothing is printed.
//
// Arguments: KIND SMS MOST THREADS SHARED: launches of SMS * k CTAs for k = 1 .. MOST, of THREADS threads each, with
// SHARED bytes of dynamic shared memory. KIND is `few` or `many`: the registers of a thread.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

const long long CYCLES = 8000; // of a CTA
const int MANY = 40; // values that are live at once

static void check(cudaError_t status, const char *what) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "error: %s: %s\n", what, cudaGetErrorString(status));
    std::exit(2);
}

__device__ void wait() {
    long long start = clock64();
    while (clock64() - start < CYCLES) {}
}

__global__ void few() { wait(); }

__global__ void many() {
    unsigned values[MANY];
#pragma unroll
    for (int i = 0; i < MANY; ++i) asm volatile("mov.u32 %0, %1;" : "=r"(values[i]) : "r"(i));
    wait();
#pragma unroll
    for (int i = 0; i < MANY; ++i) asm volatile("add.u32 %0, %0, 1;" : "+r"(values[i]));
}

int main(int argc, char **argv) {
    if (argc != 6) {
        std::fprintf(stderr, "usage: %s few|many SMS MOST THREADS SHARED\n", argv[0]);
        return 2;
    }
    auto kernel = std::strcmp(argv[1], "many") == 0 ? many : few;
    for (int k = 1; k <= std::atoi(argv[3]); ++k) {
        kernel<<<std::atoi(argv[2]) * k, std::atoi(argv[4]), std::atoi(argv[5])>>>();
        check(cudaGetLastError(), argv[1]);
        check(cudaDeviceSynchronize(), argv[1]);
    }
    return 0;
}
