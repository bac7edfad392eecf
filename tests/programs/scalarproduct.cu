// SPDX-License-Identifier: Apache-2.0
//
// scalarproduct: scalar products of many pairs of vectors. A CTA takes every so-many-th pair; its threads add up products that lie a
// CTA's width apart, and then each other's sums by a tree in shared memory.
//
// Class: memory. SCP of the MeDiC dissertation: pairs of vectors of 4096 numbers in 128 CTAs of 256 threads. Each line is used once.
// SCP of the paper on ILP in GPUs: CTAs of 128 threads, 18 registers a thread, one for each of 2048 pairs; products that lie 640 apart
// are added up in one of 640 places of shared memory, of which a thread has five.
//
// Arguments: pairs length places (0: one a thread, in 128 CTAs of 256 threads; 640: as in the paper on ILP).
#include "harness.cuh"

const int THREADS = 256, CTAS = 128;
const int PLACES = 640, THREADS_OF_PLACES = 128, REGISTERS = 18;

__global__ void __launch_bounds__(THREADS)
    multiply(const float *a, const float *b, float *product, int pairs, int length) {
    __shared__ float partial[THREADS];
    for (int pair = blockIdx.x; pair < pairs; pair += gridDim.x) {
        size_t first = size_t(pair) * length;
        float sum = 0;
        for (int i = threadIdx.x; i < length; i += THREADS) sum += a[first + i] * b[first + i];
        partial[threadIdx.x] = sum;
        for (int half = THREADS / 2; half > 0; half /= 2) {
            __syncthreads();
            if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        }
        if (threadIdx.x == 0) product[pair] = partial[0];
        __syncthreads();
    }
}

__global__ void __launch_bounds__(THREADS_OF_PLACES)
    multiply_in_places(const float *a, const float *b, float *product, int length) {
    take_registers<REGISTERS>();
    __shared__ float sums[PLACES];
    int t = threadIdx.x;
    a += size_t(blockIdx.x) * length;
    b += size_t(blockIdx.x) * length;
#pragma unroll
    for (int place = 0; place < PLACES; place += THREADS_OF_PLACES) {
        float sum = 0;
        for (int i = t + place; i < length; i += PLACES) sum += a[i] * b[i];
        sums[t + place] = sum;
    }
#pragma unroll
    for (int place = THREADS_OF_PLACES; place < PLACES; place += THREADS_OF_PLACES) sums[t] += sums[t + place];
    for (int half = THREADS_OF_PLACES / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) sums[t] += sums[t + half];
    }
    if (t == 0) product[blockIdx.x] = sums[0];
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"pairs", 1024, 1, 1 << 16, 1}, {"length", 4096, 1, 1 << 16, 1}, {"places", 0, 0, PLACES, PLACES}});
    int pairs = sizes[0], length = sizes[1], places = sizes[2];
    Lcg random(52);
    size_t numbers = size_t(pairs) * length;
    std::vector<float> a = random_floats(random, numbers, 0, 1), b = random_floats(random, numbers, 0, 1);

    float *device_a = to_device(a), *device_b = to_device(b), *device_product = zeros_on_device<float>(pairs);
    if (places)
        multiply_in_places<<<pairs, THREADS_OF_PLACES>>>(device_a, device_b, device_product, length);
    else
        multiply<<<CTAS, THREADS>>>(device_a, device_b, device_product, pairs, length);
    FINISH_KERNELS();
    std::vector<float> product = take_from_device(device_product, pairs);
    CUDA_CHECK(cudaFree(device_a));
    CUDA_CHECK(cudaFree(device_b));

    std::vector<double> want(pairs);
    for (int pair = 0; pair < pairs; ++pair) {
        for (size_t i = size_t(pair) * length; i < size_t(pair + 1) * length; ++i) want[pair] += double(a[i]) * b[i];
    }
    // A sum passes length / 256 and 8 more additions, or length / 640 and 11 more, each with an error of at most 2^-24 of a result below `length`.
    double roundings = places ? std::ceil(double(length) / PLACES) + 12 : std::ceil(double(length) / THREADS) + 9;
    return verdict("scalarproduct", sizes, "largest error a number", max_error(product, want, length),
                   std::ldexp(roundings, -24));
}
