// SPDX-License-Identifier: Apache-2.0
//
// series: y[i] = a polynomial in x[i] whose coefficients come from four streams, evaluated in a chain of dependent
// multiply-adds.
//
// Class: memory. Every value is loaded once and coalesced, five lines a warp, then computed with for about as long as the
// memory takes to bring the next ones: whoever lets the loads of some warps overlap with the computation of others wins.
// Each thread handles one element, so that all warps of a new CTA load together. At the default size the five lines of a
// warp fall into different sets of the L1; were the streams a power of two apart, they would meet in one set of four ways.
//
// Arguments: elements terms.
#include "harness.cuh"

const int THREADS = 256;
const int STREAMS = 4;

__global__ void __launch_bounds__(THREADS, 6)
    evaluate(float *y, const float *x, const float *coefficients, int count, int terms) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float c0 = coefficients[i], c1 = coefficients[count + i], c2 = coefficients[2 * count + i],
          c3 = coefficients[3 * count + i], at = x[i];
    float sum = 0;
#pragma unroll 1 // a chain: no term can be computed before the one before it
    for (int term = 0; term < terms; ++term) {
        sum = sum * at + c0;
        sum = sum * at + c1;
        sum = sum * at + c2;
        sum = sum * at + c3;
    }
    y[i] = sum;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"elements", 1000000, 1, 1 << 24, 1}, {"terms", 6, 1, 1 << 12, 1}});
    int count = sizes[0], terms = sizes[1];
    Lcg random(11);
    // |x| below 1/2: the sum stays below twice the largest coefficient, and errors die out.
    std::vector<float> x = random_floats(random, count, -0.5, 0.5);
    std::vector<float> coefficients = random_floats(random, size_t(STREAMS) * count, -1, 1), y(count);

    float *device_x = to_device(x), *device_c = to_device(coefficients);
    float *device_y = zeros_on_device<float>(count);
    evaluate<<<blocks_for(count, THREADS), THREADS>>>(device_y, device_x, device_c, count, terms);
    FINISH_KERNELS();
    y = take_from_device(device_y, count);
    CUDA_CHECK(cudaFree(device_x));
    CUDA_CHECK(cudaFree(device_c));

    std::vector<double> want(count);
    for (int i = 0; i < count; ++i) {
        double sum = 0;
        for (int term = 0; term < terms; ++term)
            for (int s = 0; s < STREAMS; ++s) sum = sum * x[i] + coefficients[size_t(s) * count + i];
        want[i] = sum;
    }
    // Each step rounds a value below 2 (at most 2^-24 twice), halved in every later step.
    return verdict("series", sizes, "largest error", max_error(y, want, 1), 5e-7);
}
