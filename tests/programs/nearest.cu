// SPDX-License-Identifier: Apache-2.0
//
// nearest: the nearest neighbour of each of many targets among records of latitude and longitude. A CTA takes a target; its
// threads stride over all records, keep the nearest that each has seen, and find the nearest of those by a tree in shared memory.
//
// Class: memory. NN of the MeDiC dissertation: 42764 records, 334 kB that L2 holds and no L1 does. Every CTA reads all of them, a warp two
// lines a step: the first CTA to reach a line misses, all others find it in L2.
//
// Arguments: records targets.
#include "harness.cuh"

const int THREADS = 128;

/// What is compared: the square of the distance, and the record for the answer.
struct Candidate {
    float distance;
    int record;
};

__global__ void __launch_bounds__(THREADS)
    find_nearest(const float2 *place, const float2 *target, Candidate *nearest, int records) {
    __shared__ float distance[THREADS];
    __shared__ int chosen[THREADS];
    float2 here = target[blockIdx.x];
    float least = FLT_MAX;
    int best = 0;
#pragma unroll 1
    for (int r = threadIdx.x; r < records; r += THREADS) {
        float2 other = place[r];
        float x = other.x - here.x, y = other.y - here.y, d = x * x + y * y;
        if (d < least) {
            least = d;
            best = r;
        }
    }
    distance[threadIdx.x] = least;
    chosen[threadIdx.x] = best;
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half && distance[threadIdx.x + half] < distance[threadIdx.x]) {
            distance[threadIdx.x] = distance[threadIdx.x + half];
            chosen[threadIdx.x] = chosen[threadIdx.x + half];
        }
    }
    if (threadIdx.x == 0) nearest[blockIdx.x] = {distance[0], chosen[0]};
}

static double squared_distance(float2 a, float2 b) {
    double x = double(a.x) - b.x, y = double(a.y) - b.y;
    return x * x + y * y;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"records", 42764, 1, 1 << 20, 1}, {"targets", 256, 1, 65535, 1}});
    int records = sizes[0], targets = sizes[1];
    Lcg random(51);
    auto places = [&](int n) {
        std::vector<float2> all(n);
        for (float2 &place : all) {
            place.x = random.uniform(-90, 90);
            place.y = random.uniform(-180, 180);
        }
        return all;
    };
    std::vector<float2> place = places(records), target = places(targets);

    float2 *device_place = to_device(place), *device_target = to_device(target);
    Candidate *device_nearest = zeros_on_device<Candidate>(targets);
    find_nearest<<<targets, THREADS>>>(device_place, device_target, device_nearest, records);
    FINISH_KERNELS();
    std::vector<Candidate> nearest = take_from_device(device_nearest, targets);
    CUDA_CHECK(cudaFree(device_place));
    CUDA_CHECK(cudaFree(device_target));

    double worst = 0;
    for (int t = 0; t < targets; ++t) {
        if (nearest[t].record < 0 || nearest[t].record >= records)
            return verdict("nearest", sizes, "records that there are not", 1, 0);
        double least = std::numeric_limits<double>::infinity();
        for (int r = 0; r < records; ++r) least = std::fmin(least, squared_distance(place[r], target[t]));
        double chosen = squared_distance(place[nearest[t].record], target[t]);
        worst = std::fmax(worst, std::fmax(chosen / least - 1, std::fabs(nearest[t].distance / chosen - 1)));
    }
    // A difference has one rounding, its square three more with the sum; two records nearer to each other than that are as good.
    return verdict("nearest", sizes, "excess or error of a squared distance", worst, 1e-6);
}
