// SPDX-License-Identifier: Apache-2.0
// A barrier of the whole grid with more CTAs than fit on the GPU: those that run wait for ever for those that cannot start.
#include <cuda_runtime.h>

__global__ void meet(unsigned *arrived) {
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1u);
        while (*(volatile unsigned *)arrived < gridDim.x) {
        }
    }
    __syncthreads();
}

int main() {
    unsigned *arrived;
    cudaMalloc((void **)&arrived, sizeof *arrived);
    cudaMemset(arrived, 0, sizeof *arrived);
    meet<<<1000, 64>>>(arrived);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
