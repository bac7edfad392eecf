// SPDX-License-Identifier: Apache-2.0
//
// What the programs of map and reduce over text share: records of a text, pairs that map emits, and their grouping by a bitonic sort
// on the device, as in frameworks without atomic operations.
#pragma once

#include "harness.cuh"

#include <algorithm>
#include <map>
#include <string>

const int MAP_THREADS = 128, SORT_THREADS = 256, SCAN_THREADS = 512;
const int TILE = 2 * SORT_THREADS; // pairs that a CTA sorts in shared memory

/// Record r is the bytes first[r] to first[r + 1] - 1.
struct Text {
    const char *byte;
    const int *first;
    int records;
};

/// What map emits: a key, a value, and the record they are from.
struct __align__(16) Pair {
    unsigned long long key;
    int value, record;
};

/// Groups of equal keys: group g is the pairs first[g] to first[g + 1] - 1.
struct Groups {
    int *first;
    int count;
};

/// The text of records, one behind the other, in device memory.
inline Text to_device(const std::vector<std::string> &records) {
    std::vector<char> bytes;
    std::vector<int> first;
    for (const std::string &record : records) {
        first.push_back(int(bytes.size()));
        bytes.insert(bytes.end(), record.begin(), record.end());
    }
    first.push_back(int(bytes.size()));
    return {to_device(bytes), to_device(first), int(records.size())};
}

inline void free_on_device(const Text &text) {
    CUDA_CHECK(cudaFree(const_cast<char *>(text.byte)));
    CUDA_CHECK(cudaFree(const_cast<int *>(text.first)));
}

/// FNV-1a, byte by byte: begin with HASH_START.
const unsigned long long HASH_START = 14695981039346656037ull;
__host__ __device__ inline unsigned long long hash_on(unsigned long long hash, char byte) {
    return (hash ^ (unsigned char)byte) * 1099511628211ull;
}

inline unsigned long long hash_of(const std::string &text) {
    unsigned long long hash = HASH_START;
    for (char byte : text) hash = hash_on(hash, byte);
    return hash;
}

/// A word of lower-case letters.
inline std::string random_word(Lcg &random, int letters) {
    std::string word;
    while (int(word.size()) < letters) word += char('a' + random.below(26));
    return word;
}

/// Addresses of pages, all different.
inline std::vector<std::string> random_addresses(Lcg &random, int pages) {
    std::vector<std::string> address;
    for (int p = 0; p < pages; ++p)
        address.push_back("www." + random_word(random, 4 + random.below(8)) + ".com/" + std::to_string(p));
    return address;
}

/// One of `n`, the first ones most often: the square of a uniform number.
inline int popular(Lcg &random, int n) {
    float at = random.uniform(0, 1);
    return std::min(n - 1, int(at * at * float(n)));
}

/// Replaces counts by the sum of those before each; `total` gets the sum of all. One CTA.
__global__ void __launch_bounds__(SCAN_THREADS) scan_counts(int *count, int *total, int n) {
    __shared__ int sum[SCAN_THREADS];
    int before = 0;
    for (int first = 0; first < n; first += SCAN_THREADS) {
        int i = first + threadIdx.x, own = i < n ? count[i] : 0;
        sum[threadIdx.x] = own;
        for (int reach = 1; reach < SCAN_THREADS; reach *= 2) {
            __syncthreads();
            int left = threadIdx.x >= reach ? sum[threadIdx.x - reach] : 0;
            __syncthreads();
            sum[threadIdx.x] += left;
        }
        __syncthreads();
        if (i < n) count[i] = before + sum[threadIdx.x] - own;
        before += sum[SCAN_THREADS - 1];
        __syncthreads();
    }
    if (threadIdx.x == 0) *total = before;
}

inline int scan(int *count, int n) {
    int *total = zeros_on_device<int>(1);
    scan_counts<<<1, SCAN_THREADS>>>(count, total, n);
    FINISH_KERNELS();
    return take_from_device(total, 1)[0];
}

__device__ inline bool is_before(const Pair &a, const Pair &b) {
    return a.key < b.key || (a.key == b.key && a.value < b.value);
}

/// A step of a bitonic sort: the pair `at` and the one `stride` behind it.
__device__ inline void order(Pair *pair, int at, int stride, bool upwards) {
    Pair a = pair[at], b = pair[at + stride];
    if (is_before(b, a) == upwards) {
        pair[at] = b;
        pair[at + stride] = a;
    }
}

/// Sorts tiles in shared memory from runs of `run` pairs on; with `run` = TILE or more only the last steps of such a run.
__global__ void __launch_bounds__(SORT_THREADS) sort_tiles(Pair *pair, int run) {
    __shared__ Pair tile[TILE];
    int base = blockIdx.x * TILE, thread = threadIdx.x;
    tile[thread] = pair[base + thread];
    tile[thread + SORT_THREADS] = pair[base + thread + SORT_THREADS];
    do {
        for (int stride = min(run, TILE) / 2; stride > 0; stride /= 2) {
            __syncthreads();
            int at = 2 * thread - (thread & (stride - 1));
            order(tile, at, stride, ((base + at) & run) == 0);
        }
        run *= 2;
    } while (run <= TILE);
    __syncthreads();
    pair[base + thread] = tile[thread];
    pair[base + thread + SORT_THREADS] = tile[thread + SORT_THREADS];
}

/// A step whose pairs lie in different tiles.
__global__ void __launch_bounds__(SORT_THREADS) order_tiles(Pair *pair, int run, int stride) {
    int thread = blockIdx.x * SORT_THREADS + threadIdx.x;
    int at = 2 * thread - (thread & (stride - 1));
    order(pair, at, stride, (at & run) == 0);
}

/// Room for `n` pairs and what fills the last run: a power of two, at least a tile.
inline int padded(int n) {
    int room = TILE;
    while (room < n) room *= 2;
    return room;
}

/// Pairs on the device with keys that come last; map overwrites the first of them.
inline Pair *room_for_pairs(int n) {
    Pair *pair = nullptr;
    CUDA_CHECK(cudaMalloc((void **)&pair, padded(n) * sizeof(Pair)));
    CUDA_CHECK(cudaMemset(pair, 0xff, padded(n) * sizeof(Pair)));
    return pair;
}

/// Sorts pairs from `room_for_pairs` by key and, where that is equal, by value.
inline void sort_pairs(Pair *pair, int n) {
    int room = padded(n), tiles = room / TILE;
    sort_tiles<<<tiles, SORT_THREADS>>>(pair, 2);
    for (int run = 2 * TILE; run <= room; run *= 2) {
        for (int stride = run / 2; stride >= TILE; stride /= 2)
            order_tiles<<<tiles, SORT_THREADS>>>(pair, run, stride);
        sort_tiles<<<tiles, SORT_THREADS>>>(pair, run);
    }
    FINISH_KERNELS();
}

__device__ inline bool begins_group(const Pair *pair, int i) { return i == 0 || pair[i].key != pair[i - 1].key; }

__global__ void __launch_bounds__(MAP_THREADS) mark_groups(const Pair *pair, int *mark, int n) {
    int i = blockIdx.x * MAP_THREADS + threadIdx.x;
    if (i < n) mark[i] = begins_group(pair, i);
}

__global__ void __launch_bounds__(MAP_THREADS) list_groups(const Pair *pair, const int *number, int *first, int n) {
    int i = blockIdx.x * MAP_THREADS + threadIdx.x;
    if (i < n && begins_group(pair, i)) first[number[i]] = i;
}

/// Sorts pairs and finds the groups; `first` has one entry more, the number of pairs.
inline Groups group_pairs(Pair *pair, int n) {
    sort_pairs(pair, n);
    int *number = zeros_on_device<int>(n), blocks = blocks_for(n, MAP_THREADS);
    mark_groups<<<blocks, MAP_THREADS>>>(pair, number, n);
    int count = scan(number, n);
    Groups groups = {zeros_on_device<int>(count + 1), count};
    list_groups<<<blocks, MAP_THREADS>>>(pair, number, groups.first, n);
    FINISH_KERNELS();
    CUDA_CHECK(cudaMemcpy(groups.first + count, &n, sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaFree(number));
    return groups;
}
