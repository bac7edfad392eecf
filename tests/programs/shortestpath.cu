// SPDX-License-Identifier: Apache-2.0
//
// shortestpath: lengths of the shortest paths between all pairs of places by dynamic programming (Floyd and Warshall): launch
// k allows paths over place k. The grid is as large as the GPU holds, and its threads stride over the pairs.
//
// Class: compute. The shortest path of the APOGEE paper. A warp loads 32 neighbouring pairs, the same part of row k for each row,
// and, as a row is a multiple of 32 long, one word of column k for all its threads.
//
// Arguments: places.
#include "harness.cuh"

const int THREADS = 128;

__global__ void allow(int *length, int places, int k) {
    int pairs = places * places;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        int from = i / places, to = i % places;
        int over = length[from * places + k] + length[k * places + to];
        if (over < length[i]) length[i] = over;
    }
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"places", 128, 32, 2048, 32}});
    int places = sizes[0];
    Lcg random(43);
    std::vector<int> length(size_t(places) * places);
    for (int i = 0; i < places; ++i)
        for (int j = 0; j < places; ++j) length[i * places + j] = i == j ? 0 : 1 + random.below(1 << 20);

    int *device_length = to_device(length);
    for (int k = 0; k < places; ++k) {
        // Row and column k stay as they are: a path over k from k or to k is no shorter.
        allow<<<resident_blocks(allow, THREADS), THREADS>>>(device_length, places, k);
    }
    FINISH_KERNELS();
    std::vector<int> got = take_from_device(device_length, length.size());

    for (int k = 0; k < places; ++k)
        for (int i = 0; i < places; ++i)
            for (int j = 0; j < places; ++j)
                length[i * places + j] = std::min(length[i * places + j], length[i * places + k] + length[k * places + j]);
    return verdict("shortestpath", sizes, "wrong lengths", mismatches(got, length), 0);
}
