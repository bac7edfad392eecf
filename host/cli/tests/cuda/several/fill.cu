// SPDX-License-Identifier: Apache-2.0
#include <cuda.h>

static __global__ void fill_kernel(float *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = VALUE;
}

void fill(float *data, int n) { fill_kernel<<<(n + 127) / 128, 128>>>(data, n); }
