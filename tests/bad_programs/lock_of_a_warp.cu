// SPDX-License-Identifier: Apache-2.0
// All threads of a warp want a lock, and the one that has it waits where the paths of the warp meet again.
#include <cuda_runtime.h>

__global__ void wants(int *lock, int *counter) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    ++*counter;
    __threadfence();
    atomicExch(lock, 0);
}

int main() {
    int *memory;
    cudaMalloc((void **)&memory, 2 * sizeof(int));
    cudaMemset(memory, 0, 2 * sizeof(int));
    wants<<<1, 32>>>(memory, memory + 1);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
