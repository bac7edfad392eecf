// SPDX-License-Identifier: Apache-2.0
// The host side in C++, the kernel in a CUDA file, a helper in C. Prints the sum and what `argv` and the input say.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

void fill(float *data, int n);
extern "C" double sum(const float *data, int n);

int main(int argc, char **argv) {
    const int n = 1000;
    float *data;
    std::vector<float> host(n);
    if (cudaMalloc(&data, n * sizeof(float)) != cudaSuccess) return 2;
    fill(data, n);
    cudaMemcpy(host.data(), data, n * sizeof(float), cudaMemcpyDeviceToHost);
    char word[16] = "";
    if (std::scanf("%15s", word) != 1) return 3;
    std::printf("%g %s %s\n", sum(host.data(), n), argc > 1 ? argv[1] : "", word);
    std::fprintf(stderr, "to standard error\n");
    return argc > 2 ? 7 : 0;
}
