// SPDX-License-Identifier: Apache-2.0
//
// mrig: gridding of scattered samples (magnetic resonance imaging); a thread gathers one cell of a tile of 8
// x 8 from the samples of that tile, weighted by a polynomial in the squared distance.
//
// Class: unsaturated. CTAs of 2 warps, eight a multiprocessor: 16 warps, each in a chain of dependent
// multiply-adds, so most of them wait for an operand most of the time and neither arithmetic nor memory is
// full.
//
// Arguments: tiles samples_per_tile.
#include "harness.cuh"

const int SIDE = 8; // cells of a tile's edge
const int THREADS = SIDE * SIDE;
const int DEGREE = 8;
const float REACH = 3; // cells

/// (1 - t) exp(-t) with the Taylor polynomial of exp in Horner's form: eight steps, each needing the one
/// before. It falls to 0 at t = 1 without a step, so a sample on the border of the reach weighs nothing on
/// either side of a rounding.
template <class T> __host__ __device__ T weight(T t) {
    T value = 1;
    for (int k = DEGREE; k > 0; --k) value = T(1) - value * t * (T(1) / T(k));
    return (T(1) - t) * value;
}

__global__ void gather(const float4 *samples, const int *first, float *real, float *imaginary) {
    int tile = blockIdx.x, cell = threadIdx.x, end = first[tile + 1];
    float x = float(cell % SIDE), y = float(cell / SIDE), re = 0, im = 0;
#pragma unroll 1
    for (int s = first[tile]; s < end; ++s) {
        float4 sample = samples[s];
        float dx = sample.x - x, dy = sample.y - y;
        float t = (dx * dx + dy * dy) * (1.0f / (REACH * REACH));
        if (t < 1.0f) {
            float w = weight(t);
            re += w * sample.z;
            im += w * sample.w;
        }
    }
    real[tile * THREADS + cell] = re;
    imaginary[tile * THREADS + cell] = im;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"tiles", 240, 1, 1 << 14, 1}, {"samples_per_tile", 400, 1, 4096, 1}});
    int tiles = sizes[0], mean = sizes[1];

    Lcg random(13);
    std::vector<int> first(1, 0);
    std::vector<float4> samples;
    for (int tile = 0; tile < tiles; ++tile) {
        int count = mean - mean / 4 + random.below(mean / 2 + 1); // 3/4 to 5/4 of the mean
        for (int i = 0; i < count; ++i) {
            float4 sample;
            sample.x = random.uniform(-REACH, SIDE + REACH);
            sample.y = random.uniform(-REACH, SIDE + REACH);
            sample.z = random.uniform(-1, 1);
            sample.w = random.uniform(-1, 1);
            samples.push_back(sample);
        }
        first.push_back(int(samples.size()));
    }
    float4 *device_samples = to_device(samples);
    int *device_first = to_device(first);
    float *device_re = zeros_on_device<float>(size_t(tiles) * THREADS),
          *device_im = zeros_on_device<float>(size_t(tiles) * THREADS);
    gather<<<tiles, THREADS>>>(device_samples, device_first, device_re, device_im);
    FINISH_KERNELS();
    std::vector<float> re = take_from_device(device_re, size_t(tiles) * THREADS),
                       im = take_from_device(device_im, size_t(tiles) * THREADS);
    CUDA_CHECK(cudaFree(device_samples));
    CUDA_CHECK(cudaFree(device_first));

    std::vector<double> want_re, want_im;
    for (int i = 0; i < tiles * THREADS; ++i) {
        int tile = i / THREADS, x = i % THREADS % SIDE, y = i % THREADS / SIDE;
        double sum_re = 0, sum_im = 0;
        for (int s = first[tile]; s < first[tile + 1]; ++s) {
            double dx = samples[s].x - x, dy = samples[s].y - y, t = (dx * dx + dy * dy) / (REACH * REACH);
            double w = t < 1 ? weight(t) : 0;
            sum_re += w * samples[s].z;
            sum_im += w * samples[s].w;
        }
        want_re.push_back(sum_re);
        want_im.push_back(sum_im);
    }
    // Weights below 1 good to some 2^-20, times values below 1, for up to 5120 samples of either sign of
    // which a third is in reach.
    double error = std::fmax(max_error(re, want_re, 1), max_error(im, want_im, 1));
    return verdict("mrig", sizes, "largest error", error, 1e-4);
}
