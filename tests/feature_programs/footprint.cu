// SPDX-License-Identifier: Apache-2.0
// A large array: copied to the device and back in one piece, a word in every 64 KB changed on the device.
#include "../programs/harness.cuh"

constexpr size_t STRIDE = 16384;

__global__ void touch(unsigned *data, size_t words) {
    size_t i = (blockIdx.x * size_t(blockDim.x) + threadIdx.x) * STRIDE;
    if (i < words) data[i] += 1;
}

int main() {
    const size_t words = 100 * 1000 * 1000;
    std::vector<unsigned> host(words);
    for (size_t i = 0; i < words; ++i) host[i] = unsigned(i);
    unsigned *data;
    CUDA_CHECK(cudaMalloc(&data, words * sizeof *data));
    CUDA_CHECK(cudaMemcpy(data, host.data(), words * sizeof *data, cudaMemcpyHostToDevice));
    const unsigned threads = unsigned((words + STRIDE - 1) / STRIDE);
    touch<<<(threads + 127) / 128, 128>>>(data, words);
    FINISH_KERNELS();
    CUDA_CHECK(cudaMemcpy(host.data(), data, words * sizeof *data, cudaMemcpyDeviceToHost));
    size_t wrong = 0;
    for (size_t i = 0; i < words; ++i) wrong += host[i] != unsigned(i) + (i % STRIDE == 0);
    std::printf("%s: %zu of %zu words are wrong\n", wrong ? "FAIL" : "PASS", wrong, words);
    return wrong != 0;
}
