// SPDX-License-Identifier: Apache-2.0
//
// phases: one kernel with two kinds of CTAs. The first ones read matrix rows over and over, one row a thread,
// and sum squared distances; the later ones follow the links of a random ring of 128 B nodes, one walk a warp.
//
// Class: phase. First part: as in kmeans, a CTA keeps 128 lines in use, six CTAs thrash an L1 of 256 lines
// and one or two fit. Second part: one load in flight a warp, no arithmetic between two loads and nothing to
// reuse in L1, so all warps wait for memory most of the time and more CTAs are simply more work done at once.
// The best number of CTAs is low at first and the maximum later. Six CTAs of 8 warps.
//
// Arguments: row_blocks rounds walk_blocks hops.
#include "harness.cuh"

#include <algorithm>
#include <numeric>

const int THREADS = 256, LANES = 32;
const int FEATURES = 16;   // floats of a row: 64 B, two rows a line
const int NODES = 1 << 14; // 2 MB of nodes, more than the L2 holds

/// Squared distances of one row from the points (0, 0 ...), (1, 1 ...), ... (rounds-1, rounds-1 ...), summed
/// up.
__device__ float sum_of_distances(const float *row, int rounds) {
    float sum = 0;
    for (int round = 0; round < rounds; ++round) {
#pragma unroll 1
        for (int f = 0; f < FEATURES; ++f) sum += (row[f] - float(round)) * (row[f] - float(round));
    }
    return sum;
}

/// A line of its own, so that a hop is one access to memory.
struct alignas(128) Node {
    const Node *next;
};

/// The node `hops` hops behind `node`; nothing but the load stands between two hops.
__device__ const Node *walk(const Node *node, int hops) {
#pragma unroll 4
    for (int hop = 0; hop < hops; ++hop) node = node->next;
    return node;
}

__global__ void __launch_bounds__(THREADS, 6)
    run(const float *rows, const Node *nodes, float *sums, int *ends, int row_blocks, int rounds, int hops) {
    int block = blockIdx.x;
    if (block < row_blocks) {
        int row = block * THREADS + threadIdx.x;
        sums[row] = sum_of_distances(rows + row * FEATURES, rounds);
    } else {
        int walker = (block - row_blocks) * THREADS + threadIdx.x;
        ends[walker] = walk(nodes + walker / LANES % NODES, hops) - nodes;
    }
}

/// The successor of every node on a single ring through all nodes in random order.
static std::vector<int> random_ring(Lcg &random) {
    std::vector<int> order(NODES), successor(NODES);
    std::iota(order.begin(), order.end(), 0);
    for (int i = NODES - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
    for (int i = 0; i < NODES; ++i) successor[order[i]] = order[(i + 1) % NODES];
    return successor;
}

/// The ring as linked nodes on the device.
static Node *linked_on_device(const std::vector<int> &successor) {
    std::vector<Node> nodes(successor.size());
    Node *device = zeros_on_device<Node>(nodes.size());
    for (size_t i = 0; i < nodes.size(); ++i) nodes[i].next = device + successor[i];
    CUDA_CHECK(cudaMemcpy(device, nodes.data(), nodes.size() * sizeof(Node), cudaMemcpyHostToDevice));
    return device;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"row_blocks", 120, 1, 4096, 1},
                     {"rounds", 2, 1, 64, 1},
                     {"walk_blocks", 90, 1, 4096, 1},
                     {"hops", 200, 1, 4096, 1}});
    int row_blocks = sizes[0], rounds = sizes[1], walk_blocks = sizes[2], hops = sizes[3];
    int row_count = row_blocks * THREADS, walkers = walk_blocks * THREADS;

    Lcg random(14);
    std::vector<float> rows = random_floats(random, size_t(row_count) * FEATURES, -1, 1);
    std::vector<int> successor = random_ring(random);
    float *device_rows = to_device(rows), *device_sums = zeros_on_device<float>(row_count);
    Node *nodes = linked_on_device(successor);
    int *device_ends = zeros_on_device<int>(walkers);
    run<<<row_blocks + walk_blocks, THREADS>>>(device_rows, nodes, device_sums, device_ends, row_blocks, rounds,
                                               hops);
    FINISH_KERNELS();
    std::vector<float> sums = take_from_device(device_sums, row_count);
    std::vector<int> ends = take_from_device(device_ends, walkers);
    CUDA_CHECK(cudaFree(device_rows));
    CUDA_CHECK(cudaFree(nodes));

    std::vector<double> want(row_count);
    for (int row = 0; row < row_count; ++row) {
        for (int f = 0; f < FEATURES; ++f) {
            for (int round = 0; round < rounds; ++round)
                want[row] += std::pow(double(rows[row * FEATURES + f]) - round, 2);
        }
    }
    std::vector<int> want_ends(walkers);
    for (int walker = 0; walker < walkers; walker += LANES) {
        int node = walker / LANES % NODES;
        for (int hop = 0; hop < hops; ++hop) node = successor[node];
        std::fill_n(want_ends.begin() + walker, LANES, node);
    }
    double largest = double(FEATURES) * rounds * rounds * rounds;
    double error = max_error(sums, want, largest);
    if (mismatches(ends, want_ends) != 0)
        error = std::numeric_limits<double>::infinity(); // node numbers are exact
    // 16 * rounds positive terms of at most rounds^2 each: their sum is rounded at most 1024 times, relative
    // to its largest value.
    return verdict("phases", sizes, "largest relative error", error, 6.2e-5);
}
