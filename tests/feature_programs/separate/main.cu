// SPDX-License-Identifier: Apache-2.0
// Calls a device function and reads device variables of another file.
#include "parts.h"

static __device__ int secret = 1;
static __device__ __noinline__ int helper(int x) { return x + secret; }

__device__ int (*operation)(int) = square;

static __global__ void by_pointer(int *out, int (*function)(int)) { out[threadIdx.x] = function(threadIdx.x + 3); }

static __global__ void kernel(int *out) {
    int x = helper(threadIdx.x);
    out[threadIdx.x] = scale(x) + counter + table[threadIdx.x] + twice(1);
    if (threadIdx.x == 0) printf("from the device\n");
}

int main() {
    int *out, copy[4];
    CHECK(cudaMallocManaged(&out, 4 * sizeof(int)) == cudaSuccess);
    kernel<<<1, 4>>>(out);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    for (int i = 0; i < 4; ++i) CHECK(out[i] == (i + 1) * 3 + 100 + 2 * (i + 1) + 7 + 10 * (i + 1) + 2);
    CHECK(cudaMemcpyFromSymbol(copy, secret, sizeof(int)) == cudaSuccess && copy[0] == 1);
    launch_of_device_file(out);
    CHECK(cudaDeviceSynchronize() == cudaSuccess && out[1] == 3 + 200 + 7);
    int (*function)(int);
    CHECK(cudaMemcpyFromSymbol(&function, operation, sizeof function) == cudaSuccess);
    by_pointer<<<1, 4>>>(out, function);
    CHECK(cudaDeviceSynchronize() == cudaSuccess && out[0] == 9 && out[3] == 36);
    return verdict();
}
