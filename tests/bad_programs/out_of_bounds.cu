// SPDX-License-Identifier: Apache-2.0
// Thread 5 writes one element past the end of an allocation.
#include <cuda_runtime.h>

__global__ void writes_past_the_end(int *data, int n) {
    int i = threadIdx.x;
    data[i == 5 ? n : i] = i;
}

int main() {
    int n = 64;
    int *data;
    cudaMalloc((void **)&data, n * sizeof(int));
    writes_past_the_end<<<1, 32>>>(data, n);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
