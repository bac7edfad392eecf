// SPDX-License-Identifier: Apache-2.0
//
// histo64: histogram of bytes in 64 bins; every thread counts in bytes of its own in shared memory, a CTA adds them up, and a
// second kernel adds up the CTAs.
//
// Class: memory. The histogram of the CTA-aware prefetching paper: CTAs of 64 threads that read 15 times 16 B each; a warp's
// load is four lines in a row, of which no other warp uses any, and the loop's next one is a grid away. Eight CTAs of 2
// warps. The paper's 4370 CTAs are 64 MiB; an eighth of it shows the same.
//
// Arguments: kib.
#include "harness.cuh"

const int BINS = 64, THREADS = BINS; // one bin a thread when they are added up
const int READS = 15;                // of a thread: 240 bytes at most, which a byte can count
const int MERGERS = 128;             // threads that add up a bin over the CTAs

__device__ void count_word(unsigned char *bins, unsigned word) {
#pragma unroll
    for (int shift = 2; shift < 32; shift += 8) ++bins[(word >> shift & (BINS - 1)) * THREADS];
}

__global__ void __launch_bounds__(THREADS, 8) count_bytes(const uint4 *bytes, unsigned *partial, int quads) {
    __shared__ unsigned counts[BINS * THREADS / 4];
    for (int i = threadIdx.x; i < BINS * THREADS / 4; i += THREADS) counts[i] = 0;
    __syncthreads();
    unsigned char *bins = (unsigned char *)counts + threadIdx.x;
#pragma unroll 1
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < quads; i += gridDim.x * THREADS) {
        uint4 quad = bytes[i];
        count_word(bins, quad.x);
        count_word(bins, quad.y);
        count_word(bins, quad.z);
        count_word(bins, quad.w);
    }
    __syncthreads();
    const unsigned *row = counts + threadIdx.x * (THREADS / 4);
    unsigned sum = 0;
    // Each thread begins elsewhere, or all would meet in one bank of shared memory.
    for (int i = 0; i < THREADS / 4; ++i) {
        unsigned four = row[(i + threadIdx.x) % (THREADS / 4)];
        sum += (four & 255) + (four >> 8 & 255) + (four >> 16 & 255) + (four >> 24);
    }
    partial[blockIdx.x * BINS + threadIdx.x] = sum;
}

__global__ void merge(const unsigned *partial, unsigned *histogram, int ctas) {
    __shared__ unsigned sums[MERGERS];
    unsigned sum = 0;
    for (int cta = threadIdx.x; cta < ctas; cta += MERGERS) sum += partial[cta * BINS + blockIdx.x];
    sums[threadIdx.x] = sum;
    for (int half = MERGERS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    if (threadIdx.x == 0) histogram[blockIdx.x] = sums[0];
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"kib", 8192, 1, 1 << 17, 1}});
    int quads = sizes[0] * 64, ctas = blocks_for(quads, THREADS * READS);
    Lcg random(29);
    std::vector<uint4> bytes(quads);
    std::vector<unsigned> want(BINS, 0u);
    auto word = [&]() {
        unsigned word = random.next();
        for (int shift = 2; shift < 32; shift += 8) ++want[word >> shift & (BINS - 1)];
        return word;
    };
    for (uint4 &quad : bytes) {
        quad.x = word();
        quad.y = word();
        quad.z = word();
        quad.w = word();
    }

    uint4 *device_bytes = to_device(bytes);
    unsigned *partial = zeros_on_device<unsigned>(size_t(ctas) * BINS), *histogram = zeros_on_device<unsigned>(BINS);
    count_bytes<<<ctas, THREADS>>>(device_bytes, partial, quads);
    merge<<<BINS, MERGERS>>>(partial, histogram, ctas);
    FINISH_KERNELS();
    std::vector<unsigned> got = take_from_device(histogram, BINS);
    CUDA_CHECK(cudaFree(device_bytes));
    CUDA_CHECK(cudaFree(partial));
    // Counts are integers.
    return verdict("histo64", sizes, "wrong bins", mismatches(got, want), 0);
}
