// SPDX-License-Identifier: Apache-2.0
// Reads its neighbours without asking where the array ends, as programs do that only use the values inside.
// With an argument it writes there.
#include "check.cuh"

__global__ void neighbours(const int *in, int *out, int n, bool store) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = in[i - 1] + in[i + 1];
    out[i] = i == 0 || i == n - 1 ? in[i] : sum;
    if (store && i == n - 1) out[i + 1] = sum;
}

int main(int argc, char **) {
    const int n = 1000;
    static int host[n];
    int *in, *out;
    // The array is the first allocation, with nothing before it.
    CHECK(cudaMalloc(&in, sizeof host) == cudaSuccess);
    CHECK(cudaMalloc(&out, sizeof host) == cudaSuccess);
    for (int i = 0; i < n; ++i) host[i] = i * i;
    CHECK(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice) == cudaSuccess);
    neighbours<<<4, 250>>>(in, out, n, argc > 1);
    CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 1; i + 1 < n; ++i) CHECK(host[i] == 2 * i * i + 2);
    CHECK(host[0] == 0 && host[n - 1] == (n - 1) * (n - 1));
    return verdict();
}
