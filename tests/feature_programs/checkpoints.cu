// SPDX-License-Identifier: Apache-2.0
// Uses a bit of everything that a checkpoint has to carry: several kernels whose number depends on results, module
// variables, streams, events, device printf, shared and local memory, atomics, and memory that is freed and used again.
// With FICKLE set in the environment it allocates something else.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__device__ unsigned int rounds_done = 0;
__constant__ unsigned int weights[4];

__device__ unsigned int depth(unsigned int n) { return n < 2 ? 1 : depth(n / 2) + 1; }

__global__ void step(const unsigned int *in, unsigned int *out, unsigned int *total, int n) {
    __shared__ unsigned int tile[128];
    unsigned int scratch[16];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int k = 0; k < 16; ++k) scratch[k] = tile[(threadIdx.x * 7 + k) % 128] + weights[k % 4];
    unsigned int sum = 0;
    for (int k = 0; k < 16; ++k) sum += scratch[(sum + k) % 16];
    if (i < n) out[i] = sum;
    atomicAdd(total, depth(sum % 1000));
    if (i == 0) {
        rounds_done += 1;
        printf("round %u: total so far %u\n", rounds_done, *total % 10);
    }
}

static void check(cudaError_t error) {
    if (error != cudaSuccess) {
        printf("error: %s\n", cudaGetErrorString(error));
        exit(1);
    }
}

int main() {
    const int n = 6000;
    static unsigned int host[n];
    unsigned int *a, *b, *total, w[4] = {3, 1, 4, 1}, sum = 0, rounds = 0;
    size_t bytes = n * sizeof(unsigned int), free_bytes, all_bytes;
    for (int i = 0; i < n; ++i) host[i] = i * 2654435761u >> 20;
    check(cudaMalloc((void **)&a, bytes));
    check(cudaMalloc((void **)&b, getenv("FICKLE") ? 2 * bytes : bytes));
    check(cudaMalloc((void **)&total, sizeof(unsigned int)));
    check(cudaMemcpy(a, host, bytes, cudaMemcpyHostToDevice));
    check(cudaMemset(total, 0, sizeof(unsigned int)));
    check(cudaMemcpyToSymbol(weights, w, sizeof w));
    cudaStream_t stream;
    cudaEvent_t start, stop;
    check(cudaStreamCreate(&stream));
    check(cudaEventCreate(&start));
    check(cudaEventCreate(&stop));
    check(cudaEventRecord(start, stream));
    printf("begin\n");
    do {
        step<<<(n + 127) / 128, 128, 0, stream>>>(a, b, total, n);
        check(cudaGetLastError());
        check(cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost));
        check(cudaFree(a));
        a = b;
        check(cudaMalloc((void **)&b, bytes));
    } while (++rounds < 2 + sum % 3);
    check(cudaEventRecord(stop, stream));
    check(cudaEventSynchronize(stop));
    float milliseconds;
    check(cudaEventElapsedTime(&milliseconds, start, stop));
    check(cudaMemcpyFromSymbol(&sum, rounds_done, sizeof sum));
    check(cudaMemcpy(host, a, bytes, cudaMemcpyDeviceToHost));
    check(cudaMemGetInfo(&free_bytes, &all_bytes));
    unsigned int hash = 0;
    for (int i = 0; i < n; ++i) hash = hash * 31 + host[i];
    printf("%u rounds in %.9f ms, hash %08x, %zu bytes free\n", sum, milliseconds, hash, free_bytes);
    return sum == rounds ? 0 : 1;
}
