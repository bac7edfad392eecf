// SPDX-License-Identifier: Apache-2.0
//
// mergesort: sorts keys; a launch merges pairs of sorted runs into runs of twice the length. A thread takes a key, searches in
// the other run how many keys come before it, and writes it to its place. The grid is as large as the GPU holds, and its threads
// stride over the keys.
//
// Class: compute. The parallel merge sort of the APOGEE paper. A warp loads 32 neighbouring keys, and then at addresses that
// depend on the data, at first the same for all its threads.
//
// Arguments: keys.
#include "harness.cuh"

#include <algorithm>

const int THREADS = 128;

__global__ void merge_runs(const uint32_t *from, uint32_t *to, int keys, int run) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < keys; i += gridDim.x * blockDim.x) {
        uint32_t key = from[i];
        int first = i / (2 * run) * (2 * run), second = min(first + run, keys), end = min(first + 2 * run, keys);
        bool left = i < second;
        // Of equal keys those of the first run come first.
        int low = left ? second : first, high = left ? end : second, start = low;
        while (low < high) {
            int middle = (low + high) / 2;
            uint32_t other = from[middle];
            if (left ? other < key : other <= key)
                low = middle + 1;
            else
                high = middle;
        }
        int own = i - (left ? first : second);
        to[first + own + (low - start)] = key;
    }
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"keys", 65536, 2, 1 << 24, 1}});
    int keys = sizes[0];
    Lcg random(41);
    std::vector<uint32_t> want(keys);
    for (uint32_t &key : want) key = random.next();

    uint32_t *from = to_device(want), *to = zeros_on_device<uint32_t>(keys);
    for (int run = 1; run < keys; run *= 2) {
        merge_runs<<<resident_blocks(merge_runs, THREADS), THREADS>>>(from, to, keys, run);
        FINISH_KERNELS();
        std::swap(from, to);
    }
    std::vector<uint32_t> got = take_from_device(from, keys);
    CUDA_CHECK(cudaFree(to));
    std::sort(want.begin(), want.end());
    return verdict("mergesort", sizes, "keys at a wrong place", mismatches(got, want), 0);
}
