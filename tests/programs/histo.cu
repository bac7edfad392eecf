// SPDX-License-Identifier: Apache-2.0
//
// histo: histogram of 8-bit pixels, first per CTA in shared memory with atomics, then added to the result
// with global atomics.
//
// Class: unsaturated. Two CTAs of 8 warps a multiprocessor of fifteen; a load of four pixels is followed by
// four atomics that depend on it and collide where the picture is bright, so warps wait for latency rather
// than for bandwidth.
//
// Arguments: pixels blocks.
#include "harness.cuh"

const int BINS = 256;
const int THREADS = BINS; // one bin a thread at both ends

__global__ void count_pixels(const uchar4 *pixels, unsigned *histogram, int quads) {
    __shared__ unsigned bins[BINS];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        uchar4 quad = pixels[i];
        atomicAdd(&bins[quad.x], 1u);
        atomicAdd(&bins[quad.y], 1u);
        atomicAdd(&bins[quad.z], 1u);
        atomicAdd(&bins[quad.w], 1u);
    }
    __syncthreads();
    atomicAdd(&histogram[threadIdx.x], bins[threadIdx.x]);
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"pixels", 1 << 23, 4, 1 << 26, 4}, {"blocks", 30, 1, 4096, 1}});
    int count = sizes[0];
    Lcg random(12);
    std::vector<uchar4> pixels(count / 4);
    std::vector<unsigned> want(BINS, 0u);
    auto pixel = [&]() { // mean of two uniform bytes: the middle of the range is frequent, the ends are rare
        unsigned char value = (unsigned char)((random.below(BINS) + random.below(BINS)) / 2);
        ++want[value];
        return value;
    };
    for (uchar4 &quad : pixels) {
        quad.x = pixel();
        quad.y = pixel();
        quad.z = pixel();
        quad.w = pixel();
    }

    uchar4 *device_pixels = to_device(pixels);
    unsigned *histogram = zeros_on_device<unsigned>(BINS);
    count_pixels<<<sizes[1], THREADS>>>(device_pixels, histogram, count / 4);
    FINISH_KERNELS();
    std::vector<unsigned> got = take_from_device(histogram, BINS);
    CUDA_CHECK(cudaFree(device_pixels));
    // Counts are integers; no order of the atomics changes them.
    return verdict("histo", sizes, "wrong bins", mismatches(got, want), 0);
}
