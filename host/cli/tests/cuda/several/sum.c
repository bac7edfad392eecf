// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>

double sum(const float *data, int n) {
    struct cudaDeviceProp properties;
    double total = cudaGetDeviceProperties(&properties, 0) == cudaSuccess ? 0 : -1;
    for (int i = 0; i < n; ++i) total += data[i];
    return total;
}
