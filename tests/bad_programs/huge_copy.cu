// SPDX-License-Identifier: Apache-2.0
// Copies 1 GiB, which nobody has touched, to an allocation of 1 MiB; then does what is allowed.
#include <cstdio>
#include <cuda_runtime.h>
#include <sys/mman.h>

int main() {
    const size_t bytes = size_t(1) << 30;
    void *host = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    void *device;
    cudaMalloc(&device, 1 << 20);
    printf("%s\n", cudaGetErrorString(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice)));
    printf("%s\n", cudaGetErrorString(cudaMemcpy(device, host, 1 << 20, cudaMemcpyHostToDevice)));
}
