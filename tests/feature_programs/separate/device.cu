// SPDX-License-Identifier: Apache-2.0
// Defines the functions and variables that main.cu uses. Names that are static in both files are different things.
#include "parts.h"

__device__ int counter = 7;
__constant__ int table[4] = {10, 20, 30, 40};
static __device__ int secret = 100;

static __device__ __noinline__ int helper(int x) { return x * 3 + secret; }
__device__ int scale(int x) { return helper(x) + twice(x); }

static __global__ void kernel(int *out) { out[threadIdx.x] = helper(threadIdx.x) + counter; }
void launch_of_device_file(int *out) {
    int value = 200;
    CHECK(cudaMemcpyToSymbol(secret, &value, sizeof value) == cudaSuccess);
    kernel<<<1, 4>>>(out);
}
