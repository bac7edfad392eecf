// SPDX-License-Identifier: Apache-2.0
//
// streamcluster: what opening one more centre gains, for several candidates: a launch a candidate finds the cost of each point
// at it, what the point saves by going there, and what its centre's other members lose if that closes. The host adds that up, opens the
// candidate if it gains, and a second kernel moves the points.
//
// Class: memory. SC of the MeDiC dissertation: points by dimension, so that a warp loads a line a dimension; 512 threads a CTA,
// the candidate's own coordinates in shared memory. Each coordinate is used once a launch, and a launch has far more than L2 holds.
//
// Arguments: points dimensions candidates.
#include "harness.cuh"

const int THREADS = 512;
const int MAX_DIMENSIONS = 1024;

/// What a candidate means to each point: its cost there, and how much less (negative) or more that is than now.
__global__ void __launch_bounds__(THREADS, 3)
    compare(const float *coordinates, const float *weight, const float *cost, float *cost_there, float *change,
            int points, int dimensions, int candidate) {
    __shared__ float at[MAX_DIMENSIONS];
    for (int d = threadIdx.x; d < dimensions; d += THREADS) at[d] = coordinates[size_t(d) * points + candidate];
    __syncthreads();
    int point = blockIdx.x * THREADS + threadIdx.x;
    if (point >= points) return;
    float sum = 0;
#pragma unroll 1
    for (int d = 0; d < dimensions; ++d) {
        float difference = coordinates[size_t(d) * points + point] - at[d];
        sum += difference * difference;
    }
    float there = sum * weight[point];
    cost_there[point] = there;
    change[point] = there - cost[point];
}

/// Points that save by it, and all whose centre closes, go to the candidate.
__global__ void __launch_bounds__(THREADS)
    reassign(const float *cost_there, const float *change, const int *closes, int *centre, float *cost, int points,
             int candidate) {
    int point = blockIdx.x * THREADS + threadIdx.x;
    if (point >= points) return;
    if (change[point] < 0 || closes[centre[point]]) {
        centre[point] = candidate;
        cost[point] = cost_there[point];
    }
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"points", 65536, 2, 1 << 20, 1}, {"dimensions", 64, 1, MAX_DIMENSIONS, 1},
                                 {"candidates", 3, 1, 64, 1}});
    int points = sizes[0], dimensions = sizes[1], candidates = sizes[2];
    Lcg random(53);
    std::vector<float> coordinates = random_floats(random, size_t(points) * dimensions, 0, 1),
                       weight = random_floats(random, points, 0.5f, 1.5f);
    auto cost_at = [&](int point, int other) {
        double sum = 0;
        for (int d = 0; d < dimensions; ++d) {
            const float *row = &coordinates[size_t(d) * points];
            sum += (double(row[point]) - row[other]) * (double(row[point]) - row[other]);
        }
        return sum * weight[point];
    };

    // The first centre is point 0.
    std::vector<int> centre(points, 0), closes(points, 0);
    std::vector<float> cost(points);
    for (int p = 0; p < points; ++p) cost[p] = float(cost_at(p, 0));

    float *device_coordinates = to_device(coordinates), *device_weight = to_device(weight), *device_cost = to_device(cost);
    float *device_there = zeros_on_device<float>(points), *device_change = zeros_on_device<float>(points);
    int *device_centre = to_device(centre), *device_closes = to_device(closes);
    int blocks = blocks_for(points, THREADS);
    double worst = 0, scale = 1.5 * dimensions; // no cost is higher
    // The cost of a centre: somewhat less than a second one saves, so that the third makes others close.
    double opening = points * std::sqrt(double(dimensions)) / 16;

    for (int c = 0; c < candidates; ++c) {
        int candidate = 1 + random.below(points - 1);
        compare<<<blocks, THREADS>>>(device_coordinates, device_weight, device_cost, device_there, device_change, points,
                                     dimensions, candidate);
        FINISH_KERNELS();
        std::vector<float> change(points), there(points);
        size_t bytes = points * sizeof(float);
        CUDA_CHECK(cudaMemcpy(change.data(), device_change, bytes, cudaMemcpyDeviceToHost));
        CUDA_CHECK(cudaMemcpy(there.data(), device_there, bytes, cudaMemcpyDeviceToHost));

        // What the members lose that would rather stay, by centre; a centre that costs more than that closes.
        std::vector<double> loss(points, 0);
        std::vector<bool> open(points, false);
        double gain = -opening;
        for (int p = 0; p < points; ++p) {
            double want = cost_at(p, candidate);
            worst = std::fmax(worst, std::fabs(there[p] - want) / scale);
            worst = std::fmax(worst, std::fabs(change[p] - (want - cost[p])) / scale);
            open[centre[p]] = true;
            (change[p] < 0 ? gain : loss[centre[p]]) -= change[p];
        }
        for (int p = 0; p < points; ++p) {
            closes[p] = open[p] && opening + loss[p] > 0;
            if (closes[p]) gain += opening + loss[p];
        }
        if (gain <= 0) continue;

        CUDA_CHECK(cudaMemcpy(device_closes, closes.data(), points * sizeof(int), cudaMemcpyHostToDevice));
        reassign<<<blocks, THREADS>>>(device_there, device_change, device_closes, device_centre, device_cost, points,
                                      candidate);
        FINISH_KERNELS();
        for (int p = 0; p < points; ++p) {
            if (change[p] >= 0 && !closes[centre[p]]) continue;
            centre[p] = candidate;
            cost[p] = there[p];
        }
    }

    std::vector<int> got_centre = take_from_device(device_centre, points);
    std::vector<float> got_cost = take_from_device(device_cost, points);
    CUDA_CHECK(cudaFree(device_coordinates));
    CUDA_CHECK(cudaFree(device_weight));
    CUDA_CHECK(cudaFree(device_there));
    CUDA_CHECK(cudaFree(device_change));
    CUDA_CHECK(cudaFree(device_closes));
    double wrong = mismatches(got_centre, centre) + mismatches(got_cost, cost);
    if (wrong > 0) return verdict("streamcluster", sizes, "points at a wrong centre", wrong, 0);
    // Each dimension has a rounding of the difference, of its square and of the sum so far.
    return verdict("streamcluster", sizes, "largest error of a cost", worst, std::ldexp(dimensions + 4, -24));
}
