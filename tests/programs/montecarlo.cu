// SPDX-License-Identifier: Apache-2.0
//
// montecarlo: prices of European call options; a CTA averages what an option is worth at the end of many random paths.
//
// Class: compute. MonteCarlo of the CTA-aware prefetching paper: 128 options, one a CTA of 128 threads. One load, in a loop, a
// line a warp; all CTAs read the same random numbers, which fit L2 and not L1. Eight CTAs of 4 warps. The paper's
// number of paths is not in its text.
//
// Arguments: options paths.
#include "harness.cuh"

const int THREADS = 128;
const float YEARS = 1, RATE = 0.05f, VOLATILITY = 0.2f;

/// Price today and price agreed on.
struct Option {
    float price, strike;
};

__global__ void __launch_bounds__(THREADS, 8)
    value_options(const Option *options, const float *normal, float2 *values, int paths) {
    __shared__ float sums[THREADS], squares[THREADS];
    Option option = options[blockIdx.x];
    const float drift = (RATE - VOLATILITY * VOLATILITY / 2) * YEARS, spread = VOLATILITY * sqrtf(YEARS);
    float sum = 0, square = 0;
#pragma unroll 1
    for (int path = threadIdx.x; path < paths; path += THREADS) {
        float value = fmaxf(option.price * __expf(drift + spread * normal[path]) - option.strike, 0.0f);
        sum += value;
        square += value * value;
    }
    sums[threadIdx.x] = sum;
    squares[threadIdx.x] = square;
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) {
            sums[threadIdx.x] += sums[threadIdx.x + half];
            squares[threadIdx.x] += squares[threadIdx.x + half];
        }
    }
    if (threadIdx.x == 0) values[blockIdx.x] = make_float2(sums[0] / paths, squares[0] / paths);
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"options", 128, 1, 4096, 1}, {"paths", 65536, 1, 1 << 20, 1}});
    int count = sizes[0], paths = sizes[1];
    Lcg random(30);
    std::vector<Option> options(count);
    for (Option &option : options) option = {random.uniform(5, 30), random.uniform(1, 30)};
    std::vector<float> normal(paths);
    for (float &number : normal) { // nearly normal: twelve uniform numbers
        number = -6;
        for (int i = 0; i < 12; ++i) number += random.uniform(0, 1);
    }

    Option *device_options = to_device(options);
    float *device_normal = to_device(normal);
    float2 *device_values = zeros_on_device<float2>(count);
    value_options<<<count, THREADS>>>(device_options, device_normal, device_values, paths);
    FINISH_KERNELS();
    std::vector<float2> values = take_from_device(device_values, count);
    CUDA_CHECK(cudaFree(device_options));
    CUDA_CHECK(cudaFree(device_normal));

    const double drift = (double(RATE) - double(VOLATILITY) * VOLATILITY / 2) * YEARS, spread = VOLATILITY * std::sqrt(YEARS);
    std::vector<float> got;
    std::vector<double> want;
    for (int i = 0; i < count; ++i) {
        double sum = 0, square = 0;
        for (float number : normal) {
            double value = std::fmax(options[i].price * std::exp(drift + spread * number) - options[i].strike, 0.0);
            sum += value;
            square += value * value;
        }
        // In units of the price, and of its square.
        got.push_back(values[i].x / options[i].price);
        want.push_back(sum / paths / options[i].price);
        got.push_back(values[i].y / options[i].price / options[i].price);
        want.push_back(square / paths / options[i].price / options[i].price);
    }
    // The fast exponential is good to 2^-21, values below five prices; a thread's sum of up to 8192 of them adds 2^-24 of the sum each time, on average a
    // half, and the signs differ: 1e-4 covers it.
    return verdict("montecarlo", sizes, "largest error", max_error(got, want, 1), 1e-4);
}
