// SPDX-License-Identifier: Apache-2.0
//
// suffixmatch: the longest match of a reading with a reference of DNA from each of its bases on, by a walk down the tree of all words
// of twelve bases that the reference has.
//
// Class: cache. MUM of the MASK dissertation, MUMmer on a GPU: a thread a reading, whose bases it reads one by one; the nodes of the
// tree lie all over memory, and what a thread reads next depends on what it has read.
//
// Arguments: bases of the reference, readings, bases of a reading.
#include "harness.cuh"

#include <algorithm>

const int THREADS = 256;
const int DEPTH = 12;

/// A node of the tree: where the words go on with each of the four bases, 0 where none does. The root is node 0.
struct alignas(16) Node {
    int next[4];
};

__global__ void __launch_bounds__(THREADS)
    match(const Node *tree, const unsigned char *readings, unsigned char *longest, int count, int bases) {
    int reading = blockIdx.x * THREADS + threadIdx.x;
    if (reading >= count) return;
    const unsigned char *own = readings + size_t(reading) * bases;
#pragma unroll 1
    for (int from = 0; from < bases; ++from) {
        int node = 0, length = 0;
#pragma unroll 1
        while (length < DEPTH && from + length < bases) {
            node = tree[node].next[own[from + length]];
            if (!node) break;
            ++length;
        }
        longest[size_t(reading) * bases + from] = (unsigned char)length;
    }
}

static std::vector<Node> tree_of(const std::vector<unsigned char> &reference) {
    std::vector<Node> tree(1);
    for (size_t from = 0; from + DEPTH <= reference.size(); ++from) {
        int node = 0;
        for (int depth = 0; depth < DEPTH; ++depth) {
            int base = reference[from + depth];
            if (!tree[node].next[base]) {
                tree[node].next[base] = int(tree.size());
                tree.push_back({});
            }
            node = tree[node].next[base];
        }
    }
    return tree;
}

/// Two bits a base, the first the uppermost; of a text that ends sooner the rest is 0.
static uint32_t word_at(const unsigned char *text, int bases) {
    uint32_t word = 0;
    for (int i = 0; i < DEPTH; ++i) word = word << 2 | (i < bases ? text[i] : 0u);
    return word;
}

/// Bases that two words have in common from the first on.
static int common(uint32_t a, uint32_t b) {
    int bases = 0;
    while (bases < DEPTH && (a ^ b) >> 2 * (DEPTH - 1 - bases) == 0) ++bases;
    return bases;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"reference", 500000, DEPTH, 1 << 24, 1},
                     {"readings", 7680, 1, 1 << 20, 1},
                     {"bases", 25, 1, 1 << 10, 1}});
    int count = sizes[1], bases = sizes[2];
    Lcg random(71);
    std::vector<unsigned char> reference(sizes[0]), readings(size_t(count) * bases);
    for (unsigned char &base : reference) base = (unsigned char)random.below(4);
    // Readings are pieces of the reference, in which one base in sixteen is read wrongly.
    for (int reading = 0; reading < count; ++reading) {
        int from = random.below(int(reference.size()));
        for (int i = 0; i < bases; ++i) {
            unsigned char base = reference[(from + size_t(i)) % reference.size()];
            if (random.below(16) == 0) base = (unsigned char)random.below(4);
            readings[size_t(reading) * bases + i] = base;
        }
    }

    Node *tree = to_device(tree_of(reference));
    unsigned char *device_readings = to_device(readings), *device_longest = zeros_on_device<unsigned char>(readings.size());
    match<<<blocks_for(count, THREADS), THREADS>>>(tree, device_readings, device_longest, count, bases);
    FINISH_KERNELS();
    std::vector<unsigned char> longest = take_from_device(device_longest, readings.size()), want(readings.size());
    CUDA_CHECK(cudaFree(tree));
    CUDA_CHECK(cudaFree(device_readings));

    // Without a tree: among sorted words, the one that has most in common stands beside the place of the word looked for.
    std::vector<uint32_t> words;
    for (size_t from = 0; from + DEPTH <= reference.size(); ++from) words.push_back(word_at(&reference[from], DEPTH));
    std::sort(words.begin(), words.end());
    for (size_t at = 0; at < readings.size(); ++at) {
        int left = std::min(DEPTH, bases - int(at % bases));
        uint32_t word = word_at(&readings[at], left);
        auto place = std::lower_bound(words.begin(), words.end(), word);
        int most = 0;
        if (place != words.end()) most = common(*place, word);
        if (place != words.begin()) most = std::max(most, common(place[-1], word));
        want[at] = (unsigned char)std::min(most, left);
    }
    return verdict("suffixmatch", sizes, "wrong lengths", mismatches(longest, want), 0);
}
