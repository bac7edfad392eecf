// SPDX-License-Identifier: Apache-2.0
// A kernel that counts for ever how often it has looked at a flag that nobody sets. The first line says that it is about to
// start.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void waits_for_ever(volatile int *flag) {
    long long rounds = 0;
    while (*flag == 0) ++rounds;
    *flag = int(rounds);
}

int main() {
    int *flag;
    cudaMalloc((void **)&flag, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    printf("starting\n");
    fflush(stdout);
    waits_for_ever<<<1, 32>>>(flag);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
