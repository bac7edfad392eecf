// SPDX-License-Identifier: Apache-2.0
//
// kmeans: the assignment step of k-means; every point finds its nearest cluster centre.
//
// Class: cache. Points are stored row by row, so the 32 lanes of a warp read 32 rows: with 16 features of 4 B
// two lanes share a 128 B line and a warp needs the same 16 lines for features x clusters loads. A CTA (8
// warps) needs 128 lines; two CTAs fill an L1 of 256 lines, the full six need three times that and lose every
// line before its next use.
//
// Arguments: points features clusters.
#include "harness.cuh"

const int THREADS = 256;
const int MAX_CENTRE_VALUES = 4096;

__constant__ float centres[MAX_CENTRE_VALUES]; // centre c, feature f at c * features + f

__global__ void __launch_bounds__(THREADS, 6)
    assign(const float *points, int *membership, int count, int features, int clusters) {
    int point = blockIdx.x * blockDim.x + threadIdx.x;
    if (point >= count) return;
    const float *row = points + point * features;
    const float *centre = centres; // through all centres, one after the other
    int nearest = 0;
    float least = FLT_MAX;
#pragma unroll 1 // keeps the registers of a thread below the 21 that six CTAs leave
    for (int c = 0; c < clusters; ++c) {
        float distance = 0;
#pragma unroll 1 // one load of the row in flight at a time
        for (int f = 0; f < features; ++f) {
            float difference = row[f] - *centre++;
            distance += difference * difference;
        }
        if (distance < least) {
            least = distance;
            nearest = c;
        }
    }
    membership[point] = nearest;
}

static double squared_distance(const float *a, const float *b, int features) {
    double sum = 0;
    for (int f = 0; f < features; ++f) sum += (double(a[f]) - b[f]) * (double(a[f]) - b[f]);
    return sum;
}

/// How much farther than the nearest centre the chosen one is, relative, for the worst point.
static double worst_choice(const std::vector<float> &points, const std::vector<float> &centre,
                           const std::vector<int> &chosen, int features, int clusters) {
    double worst = 0;
    for (size_t p = 0; p < chosen.size(); ++p) {
        if (chosen[p] < 0 || chosen[p] >= clusters) return std::numeric_limits<double>::infinity();
        const float *row = &points[p * features];
        double least = std::numeric_limits<double>::infinity();
        for (int c = 0; c < clusters; ++c)
            least = std::fmin(least, squared_distance(row, &centre[c * features], features));
        worst = std::fmax(worst, squared_distance(row, &centre[chosen[p] * features], features) / least - 1);
    }
    return worst;
}

int main(int argc, char **argv) {
    Arguments sizes(
        argc, argv,
        {{"points", 34560, 1, 1 << 20, 1}, {"features", 16, 1, 64, 1}, {"clusters", 4, 1, 64, 1}});
    int count = sizes[0], features = sizes[1], clusters = sizes[2];

    Lcg random(1);
    std::vector<float> centre = random_floats(random, size_t(clusters) * features, -1, 1);
    std::vector<float> points = random_floats(random, size_t(count) * features, -1, 1);

    CUDA_CHECK(cudaMemcpyToSymbol(centres, centre.data(), centre.size() * sizeof(float)));
    float *device_points = to_device(points);
    int *membership = zeros_on_device<int>(count);
    assign<<<blocks_for(count, THREADS), THREADS>>>(device_points, membership, count, features, clusters);
    FINISH_KERNELS();

    std::vector<int> chosen = take_from_device(membership, count);
    CUDA_CHECK(cudaFree(device_points));
    // Two centres nearer to each other than the rounding of a sum of 64 squares are an equally good choice.
    return verdict("kmeans", sizes, "excess distance of the worst choice",
                   worst_choice(points, centre, chosen, features, clusters), 1e-5);
}
