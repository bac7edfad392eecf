// SPDX-License-Identifier: Apache-2.0
// Uses the GPU, says which process it is, and then never calls CUDA again, whatever signals say.
#include <cstdio>
#include <cuda_runtime.h>
#include <signal.h>
#include <unistd.h>

int main() {
    signal(SIGINT, SIG_IGN);
    void *memory;
    if (cudaMalloc(&memory, 4) != cudaSuccess) return 1;
    printf("%d\n", (int)getpid());
    fflush(stdout);
    for (;;) pause();
}
