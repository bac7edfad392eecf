// SPDX-License-Identifier: Apache-2.0
//
// kmeansmr: one round of k-means as map and reduce: map finds the nearest centre of each record, the host groups the
// records by centre, and reduce adds up the points of each group.
//
// Class: cache. KMeans of the CTA-aware prefetching paper: 512 CTAs of 512 threads, a point of four numbers a thread. Map reads the
// index of its records, two lines a warp, and the points one after the other, four lines a warp, each line four times.
// Reduce reads the grouped index, a line a warp, and gathers points from anywhere. Three CTAs of 16 warps.
//
// Arguments: points centres.
#include "harness.cuh"

const int THREADS = 512;
const int VALUES = 4; // numbers of a point
const int MAX_CENTRES = 64;

/// Where a point lies, in numbers, and how many it has.
struct Record {
    int offset, values;
};

__constant__ float centre[MAX_CENTRES * VALUES];

__global__ void __launch_bounds__(THREADS, 3)
    map(const Record *records, const float *numbers, int *group, int points, int centres) {
    int point = blockIdx.x * THREADS + threadIdx.x;
    if (point >= points) return;
    Record record = records[point];
    const float *at = numbers + record.offset;
    int nearest = 0;
    float least = FLT_MAX;
#pragma unroll 1
    for (int c = 0; c < centres; ++c) {
        float distance = 0;
#pragma unroll 1
        for (int v = 0; v < record.values; ++v) {
            float difference = at[v] - centre[c * VALUES + v];
            distance += difference * difference;
        }
        if (distance < least) {
            least = distance;
            nearest = c;
        }
    }
    group[point] = nearest;
}

/// CTA c adds up the members that begin at `first[c]` of its group; sums of the CTAs go to `sums`.
__global__ void __launch_bounds__(THREADS, 3)
    reduce(const int *member, const Record *records, const float *numbers, const int2 *range, float *sums) {
    __shared__ float partial[THREADS];
    int2 mine = range[blockIdx.x];
    bool present = mine.x + int(threadIdx.x) < mine.y;
    const float *at = present ? numbers + records[member[mine.x + threadIdx.x]].offset : nullptr;
#pragma unroll 1
    for (int v = 0; v < VALUES; ++v) {
        partial[threadIdx.x] = present ? at[v] : 0;
        for (int half = THREADS / 2; half > 0; half /= 2) {
            __syncthreads();
            if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        }
        if (threadIdx.x == 0) sums[blockIdx.x * VALUES + v] = partial[0];
        __syncthreads();
    }
}

static double squared_distance(const float *a, const float *b) {
    double sum = 0;
    for (int v = 0; v < VALUES; ++v) sum += (double(a[v]) - b[v]) * (double(a[v]) - b[v]);
    return sum;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"points", 262144, 1, 1 << 20, 1}, {"centres", 4, 1, MAX_CENTRES, 1}});
    int points = sizes[0], centres = sizes[1];
    Lcg random(34);
    std::vector<float> numbers = random_floats(random, size_t(points) * VALUES, -1, 1),
                       start = random_floats(random, size_t(centres) * VALUES, -1, 1);
    std::vector<Record> records(points);
    for (int p = 0; p < points; ++p) records[p] = {p * VALUES, VALUES};

    CUDA_CHECK(cudaMemcpyToSymbol(centre, start.data(), start.size() * sizeof(float)));
    float *device_numbers = to_device(numbers);
    Record *device_records = to_device(records);
    int *device_group = zeros_on_device<int>(points);
    map<<<blocks_for(points, THREADS), THREADS>>>(device_records, device_numbers, device_group, points, centres);
    FINISH_KERNELS();
    std::vector<int> group = take_from_device(device_group, points);

    // Each CTA of reduce has members of one group.
    std::vector<std::vector<int>> members(centres);
    double worst = 0;
    for (int p = 0; p < points; ++p) {
        if (group[p] < 0 || group[p] >= centres) return verdict("kmeansmr", sizes, "centres that are none", 1, 0);
        double least = std::numeric_limits<double>::infinity();
        for (int c = 0; c < centres; ++c)
            least = std::fmin(least, squared_distance(&numbers[size_t(p) * VALUES], &start[size_t(c) * VALUES]));
        double chosen = squared_distance(&numbers[size_t(p) * VALUES], &start[size_t(group[p]) * VALUES]);
        worst = std::fmax(worst, chosen / least - 1);
        members[group[p]].push_back(p);
    }
    std::vector<int> member, owner;
    std::vector<int2> range;
    std::vector<double> want(size_t(centres) * VALUES);
    for (int c = 0; c < centres; ++c) {
        for (size_t first = 0; first < members[c].size(); first += THREADS) {
            size_t last = std::min(first + THREADS, members[c].size());
            range.push_back(make_int2(int(member.size() + first), int(member.size() + last)));
            owner.push_back(c);
        }
        for (int p : members[c]) {
            for (int v = 0; v < VALUES; ++v) want[size_t(c) * VALUES + v] += numbers[size_t(p) * VALUES + v];
        }
        member.insert(member.end(), members[c].begin(), members[c].end());
    }

    int ctas = int(range.size());
    int *device_member = to_device(member);
    int2 *device_range = to_device(range);
    float *device_sums = zeros_on_device<float>(size_t(ctas) * VALUES);
    reduce<<<ctas, THREADS>>>(device_member, device_records, device_numbers, device_range, device_sums);
    FINISH_KERNELS();
    std::vector<float> sums = take_from_device(device_sums, size_t(ctas) * VALUES);
    CUDA_CHECK(cudaFree(device_numbers));
    CUDA_CHECK(cudaFree(device_records));
    CUDA_CHECK(cudaFree(device_member));
    CUDA_CHECK(cudaFree(device_range));

    std::vector<float> got(size_t(centres) * VALUES);
    for (int v = 0; v < VALUES; ++v) {
        std::vector<double> sum(centres);
        for (int cta = 0; cta < ctas; ++cta) sum[owner[cta]] += sums[size_t(cta) * VALUES + v];
        for (int c = 0; c < centres; ++c) got[size_t(c) * VALUES + v] = float(sum[c]);
    }
    // Two centres nearer to each other than the rounding of a sum of four squares are an equally good choice; a sum passes
    // nine additions of values below 1 for each point.
    return verdict("kmeansmr", sizes, "excess distance or largest error a point",
                   std::fmax(worst, max_error(got, want, points)), 2e-6);
}
