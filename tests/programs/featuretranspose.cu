// SPDX-License-Identifier: Apache-2.0
//
// featuretranspose: points that lie feature by feature behind one another are stored feature by feature, one thread a point.
//
// Class: cache. First kernel of k-means in the Equalizer and Mascar papers (`invert_mapping` of Rodinia): 34 features, so the
// 32 lanes of a warp read 32 lines, each of which serves the next 32 loads if it stays in L1; six CTAs of 8 warps want 1536 lines,
// six times an L1. What is written is coalesced.
//
// Arguments: points features.
#include "harness.cuh"

const int THREADS = 256;

__global__ void __launch_bounds__(THREADS, 6)
    transpose(const float *points, float *features, int count, int width) {
    int point = blockIdx.x * THREADS + threadIdx.x;
    if (point >= count) return;
#pragma unroll 1 // one load of the row in flight at a time
    for (int feature = 0; feature < width; ++feature)
        features[feature * count + point] = points[point * width + feature];
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"points", 23040, 1, 1 << 20, 1}, {"features", 34, 1, 64, 1}});
    int count = sizes[0], width = sizes[1];
    size_t all = size_t(count) * width;
    Lcg random(80);
    std::vector<float> points = random_floats(random, all, -1, 1);

    float *device_points = to_device(points), *features = zeros_on_device<float>(all);
    transpose<<<blocks_for(count, THREADS), THREADS>>>(device_points, features, count, width);
    FINISH_KERNELS();
    std::vector<float> got = take_from_device(features, all), want(all);
    CUDA_CHECK(cudaFree(device_points));
    for (int point = 0; point < count; ++point) {
        for (int feature = 0; feature < width; ++feature)
            want[size_t(feature) * count + point] = points[size_t(point) * width + feature];
    }
    return verdict("featuretranspose", sizes, "wrong numbers", mismatches(got, want), 0);
}
