// SPDX-License-Identifier: Apache-2.0
// printf, assert, clocks and virtual functions on the device.
#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>

struct Shape {
    __device__ virtual int sides() const { return 0; }
};
struct Square : Shape {
    __device__ int sides() const override { return 4; }
};

__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int square(int x) { return x * x; }
__device__ int (*operations[2])(int) = {twice, square};

__global__ void report(int limit) {
    int i = threadIdx.x;
    assert(i < limit);
    long long start = clock64();
    Shape shape;
    Square four;
    const Shape *chosen = i & 1 ? &shape : &four;
    int result = operations[i & 1](i) + chosen->sides();
    __nanosleep(10);
    bool passed = clock64() > start;
    int written = printf("thread %2d: %d %s %.3f %5.1e|%-4u|%#llx\n", i, result, passed ? "later" : "at once", i / 8.0, 1e10,
                         7u, 1ull << 40);
    if (written != 7) printf("printf returned %d\n", written);
}

int main(int argc, char **argv) {
    printf("before\n");
    report<<<1, 3>>>(argc > 1 ? 2 : 100);
    cudaDeviceSynchronize();
    printf("after\n");
    return 0;
}
