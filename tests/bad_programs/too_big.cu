// SPDX-License-Identifier: Apache-2.0
// Asks for more than an SM has: `too_big threads` 1536 threads a CTA, `too_big shared` 64 kB of shared memory.
// Prints the error that the launch gave.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void uses_shared(float *out) {
    extern __shared__ float buffer[];
    buffer[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = buffer[threadIdx.x];
}

int main(int argc, char **argv) {
    bool threads = argc > 1 && strcmp(argv[1], "threads") == 0;
    float *out;
    cudaMalloc((void **)&out, 2048 * sizeof(float));
    uses_shared<<<1, threads ? 1536 : 32, threads ? 1536 * sizeof(float) : 65536>>>(out);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) {
        error = cudaDeviceSynchronize();
    }
    printf("error: %s\n", cudaGetErrorString(error));
    return error == cudaSuccess ? 0 : 1;
}
