// SPDX-License-Identifier: Apache-2.0
// Runs a kernel to its end and then ends as its argument says: `exit` with code 3, `abort`, `crash` with SIGSEGV,
// or well once the file that follows `wait` is there.
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <unistd.h>

__global__ void counts(unsigned int *counters) {
    unsigned int *mine = counters + blockIdx.x * blockDim.x + threadIdx.x, count = *mine;
    for (int i = 0; i < 500; ++i) count = count * count + i;
    *mine = count;
}

int main(int argc, char **argv) {
    const int ctas = 60, threads = 64;
    const char *how = argc > 1 ? argv[1] : "";
    unsigned int *counters;
    cudaMalloc((void **)&counters, ctas * threads * sizeof(unsigned int));
    cudaMemset(counters, 0, ctas * threads * sizeof(unsigned int));
    counts<<<ctas, threads>>>(counters);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    if (!strcmp(how, "exit")) return 3;
    if (!strcmp(how, "abort")) abort();
    if (!strcmp(how, "crash")) raise(SIGSEGV);
    while (!strcmp(how, "wait") && access(argv[2], F_OK)) usleep(10000);
    return 0;
}
