// SPDX-License-Identifier: Apache-2.0
//
// degenerate: affine recurrences x <- a x + b, sixteen independent ones a thread, one CTA of 4 warps a
// multiprocessor.
//
// Class: phase. Enough independent work that a warp seldom waits for an operand, too few warps to queue for
// the issue slots and no memory access in the loop: neither waiting, nor excess memory, nor excess
// arithmetic. A manager of resources should do nothing.
//
// Arguments: blocks steps.
#include "harness.cuh"

const int THREADS = 128, CHAINS = 16;
const float FACTOR = 0.875f; // below 1: rounding errors die out

__global__ void iterate(const float *start, float *result, int steps) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, count = gridDim.x * blockDim.x;
    float offset[CHAINS], x[CHAINS];
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) x[c] = offset[c] = start[c * count + thread];
#pragma unroll 4
    for (int step = 0; step < steps; ++step) {
#pragma unroll
        for (int c = 0; c < CHAINS; ++c) x[c] = FACTOR * x[c] + offset[c];
    }
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) result[c * count + thread] = x[c];
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"blocks", 15, 1, 4096, 1}, {"steps", 5000, 1, 1000000, 1}});
    int values = sizes[0] * THREADS * CHAINS, steps = sizes[1];
    Lcg random(16);
    std::vector<float> start = random_floats(random, values, -1, 1);

    float *device_start = to_device(start), *device_result = zeros_on_device<float>(values);
    iterate<<<sizes[0], THREADS>>>(device_start, device_result, steps);
    FINISH_KERNELS();
    std::vector<float> got = take_from_device(device_result, values);
    CUDA_CHECK(cudaFree(device_start));

    // Closed form of the recurrence: x_n = a^n b + b (1 - a^n) / (1 - a).
    double power = std::pow(double(FACTOR), steps);
    std::vector<double> want;
    for (float b : start) want.push_back(b * (power + (1 - power) / (1 - double(FACTOR))));
    // Values stay below 8 and a rounding of 2^-22 is kept for 1 / (1 - a) = 8 steps: 8 * 2^-22 = 2e-6.
    return verdict("degenerate", sizes, "largest error", max_error(got, want, 1), 4e-6);
}
