// SPDX-License-Identifier: Apache-2.0
// Every CTA prints a line, whenever it gets there.
#include <cstdio>

__global__ void print(int *order) {
    if (threadIdx.x == 0) {
        printf("CTA %d is number %d\n", blockIdx.x, atomicAdd(order, 1));
    }
}

int main() {
    int *order;
    cudaMalloc(&order, sizeof *order);
    cudaMemset(order, 0, sizeof *order);
    print<<<60, 64>>>(order);
    cudaDeviceSynchronize();
    int done;
    cudaMemcpy(&done, order, sizeof done, cudaMemcpyDeviceToHost);
    printf("%s\n", done == 60 ? "PASS" : "FAIL");
    return done != 60;
}
