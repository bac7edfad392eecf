// SPDX-License-Identifier: Apache-2.0
// A kernel that prints the numbers from 0 on and never ends.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count() {
    for (unsigned i = 0;; ++i) {
        printf("%u and a rest of the line that makes it long enough to fill the buffer soon, which is what this is for\n", i);
    }
}

int main() {
    printf("before\n");
    count<<<1, 1>>>();
    cudaDeviceSynchronize();
}
