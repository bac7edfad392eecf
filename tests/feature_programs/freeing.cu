// SPDX-License-Identifier: Apache-2.0
//
// freeing: a program that frees memory between its kernels: of forty arrays that share large pages thirty go, then one array takes
// more than what is left, so pages come back to the allocator, and large ones are taken apart.
#include "../programs/harness.cuh"
#include <vector>

const int BYTES = (1 << 18) - 256, WORDS = BYTES / 4, ARRAYS = 40, LARGE = 1 << 20;

__global__ void fill(int *to, int count, int with) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        to[i] = i ^ with;
}

/// How many words are not what `fill` has written.
static int wrong(const int *device, int count, int with) {
    std::vector<int> words(count);
    cudaMemcpy(words.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost);
    int different = 0;
    for (int i = 0; i < count; i++)
        different += words[i] != (i ^ with);
    return different;
}

int main() {
    std::vector<int *> arrays(ARRAYS);
    for (auto &array : arrays)
        cudaMalloc(&array, BYTES);
    for (int i = 0; i < ARRAYS; i++)
        fill<<<8, 256>>>(arrays[i], WORDS, i);
    cudaDeviceSynchronize();
    for (int i = 0; i < ARRAYS; i++)
        if (i % 8 >= 2) {
            cudaFree(arrays[i]);
            arrays[i] = nullptr;
        }
    for (int round = 0; round < 4; round++)
        fill<<<8, 256>>>(arrays[0], WORDS, round);
    int *large;
    cudaMalloc(&large, LARGE * sizeof(int));
    fill<<<30, 256>>>(large, LARGE, 7);
    int different = wrong(large, LARGE, 7) + wrong(arrays[0], WORDS, 3);
    for (int i = 1; i < ARRAYS; i++)
        if (arrays[i])
            different += wrong(arrays[i], WORDS, i);
    printf("%s %d words\n", different ? "FAIL" : "PASS", different);
    return different != 0;
}
