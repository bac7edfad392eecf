// SPDX-License-Identifier: Apache-2.0
//
// blackscholes: prices of European options, by the formula of Black and Scholes: a call and a put each.
//
// Class: memory. BLK of the MASK dissertation. The threads stride over the options; three rows are read and two written, coalesced.
// BS of the paper on ILP in GPUs: 480 CTAs, 20 registers a thread, four million options.
//
// Arguments: options ctas (0: as many as the GPU holds; else with 20 registers a thread).
#include "harness.cuh"

const int THREADS = 128, REGISTERS = 20;
const float RATE = 0.02f, VOLATILITY = 0.3f;

/// The cumulative normal distribution, by the polynomial 26.2.17 of Abramowitz and Stegun (error below 7.5e-8).
__device__ float normal(float d) {
    float k = 1 / (1 + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d) *
                 (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1 - tail : tail;
}

template <int REGISTERS>
__global__ void __launch_bounds__(THREADS)
    price(const float *now, const float *strike, const float *years, float *call, float *put, int options) {
    take_registers<REGISTERS>();
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < options; i += gridDim.x * THREADS) {
        float s = now[i], x = strike[i], t = years[i], root = sqrtf(t);
        float d1 = (logf(s / x) + (RATE + 0.5f * VOLATILITY * VOLATILITY) * t) / (VOLATILITY * root);
        float n1 = normal(d1), n2 = normal(d1 - VOLATILITY * root), later = x * expf(-RATE * t);
        call[i] = s * n1 - later * n2;
        put[i] = later * (1 - n2) - s * (1 - n1);
    }
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"options", 400000, 1, 1 << 26, 1}, {"ctas", 0, 0, 65535, 1}});
    int options = sizes[0], ctas = sizes[1];
    Lcg random(74);
    std::vector<float> now = random_floats(random, options, 5, 30), strike = random_floats(random, options, 1, 100);
    std::vector<float> years = random_floats(random, options, 0.25, 10);

    float *device_now = to_device(now), *device_strike = to_device(strike), *device_years = to_device(years);
    float *device_call = zeros_on_device<float>(options), *device_put = zeros_on_device<float>(options);
    auto kernel = ctas ? price<REGISTERS> : price<0>;
    kernel<<<ctas ? ctas : resident_blocks(kernel, THREADS), THREADS>>>(device_now, device_strike, device_years, device_call, device_put, options);
    FINISH_KERNELS();
    std::vector<float> got = take_from_device(device_call, options), puts = take_from_device(device_put, options);
    got.insert(got.end(), puts.begin(), puts.end());
    for (float *array : {device_now, device_strike, device_years}) CUDA_CHECK(cudaFree(array));

    std::vector<double> want(2 * size_t(options));
    auto normal_exact = [](double d) { return 0.5 * std::erfc(-d / std::sqrt(2.0)); };
    for (int i = 0; i < options; ++i) {
        double s = now[i], x = strike[i], t = years[i], spread = double(VOLATILITY) * std::sqrt(t);
        double d1 = (std::log(s / x) + double(RATE) * t) / spread + 0.5 * spread, later = x * std::exp(-double(RATE) * t);
        want[i] = s * normal_exact(d1) - later * normal_exact(d1 - spread);
        want[size_t(options) + i] = want[i] - s + later; // the parity of calls and puts
    }
    // Of the strike, at most 100: the polynomial, and some ten roundings of values as large.
    return verdict("blackscholes", sizes, "largest error", max_error(got, want, 100), 1e-6);
}
