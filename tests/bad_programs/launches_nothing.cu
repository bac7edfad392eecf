// SPDX-License-Identifier: Apache-2.0
// Uses the GPU, but launches no kernel.
#include <cuda_runtime.h>

int main() {
    void *memory;
    return cudaMalloc(&memory, 1024) != cudaSuccess;
}
