// SPDX-License-Identifier: Apache-2.0
//
// genomematch: where readings of DNA match a reference, by the suffix tree of the reference with its suffix links: each of a reading's
// first bases is looked up in turn, from the end of the match before.
//
// Class: cache. mummer of the Equalizer and Mascar papers, MUMmer on a GPU as in Rodinia: 50,000 readings of 25 bases, a thread a reading,
// matches of 20 bases and more. Nodes and children, 16 bytes each, lie in textures, level by level; readings and
// reference lie in global memory, a byte a base, and are read base by base. Readings are pieces of a genome of which the reference is a
// part. Six CTAs of 8 warps.
//
// Arguments: bases of the reference, readings, bases of a reading.
#include "harness.cuh"

#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_map>

const int THREADS = 256;
const int SHORTEST = 20;  // bases of a match that is reported
const int GENOME = 261;   // times the reference: 5.2 million bases for 20,000
const int COLUMNS = 4096; // of a texture

/// Links are addresses in the textures; 0 is the root's, and nobody's child.
struct Node {
    int start, bases;    // edge to the node, in the reference
    unsigned suffix;     // suffix link
    int depth;           // bases from the root
};
struct Children {
    unsigned of[4]; // by base
};

/// The end of a match: the node at or below it and the bases of that node's edge that are missing; node 0 for none.
struct Match {
    unsigned node;
    int missing;
};

texture<int4, cudaTextureType2D, cudaReadModeElementType> nodes, children;

/// A, C, T, G: the characters differ in these bits.
__host__ __device__ inline int base_number(char base) { return base >> 1 & 3; }

/// Where a node is in the textures: the column in the lower 16 bits, the line in the upper. The root is at 0.
static unsigned address(int node) { return unsigned(node % COLUMNS | node / COLUMNS << 16); }

/// The node that is at this place.
static int node_at(unsigned address) { return int((address >> 16) * COLUMNS + (address & 0xffff)); }

__device__ int4 fetch(texture<int4, cudaTextureType2D, cudaReadModeElementType> tree, unsigned address) {
    return tex2D(tree, float(address & 0xffff), float(address >> 16));
}

__global__ void __launch_bounds__(THREADS, 6)
    match(const char *reference, const char *readings, const int *starts, const int *lengths, Match *matches, int count) {
    int reading = blockIdx.x * THREADS + threadIdx.x;
    if (reading >= count) return;
    const char *bases = readings + starts[reading];
    int last = lengths[reading] - SHORTEST;
    Match *result = matches + starts[reading] - reading * SHORTEST; // a reading has that many places less than bases
    unsigned node = 0;
    int depth = 0, known = 0; // bases from the root, and bases below the node that are known to match
#pragma unroll 1
    for (int from = 0; from <= last; ++from, ++bases, ++result) {
        Match end = {0, 0};
#pragma unroll 1
        while (char base = bases[depth]) {
            int4 next = fetch(children, node);
            int number = base_number(base);
            unsigned child = number == 0 ? next.x : number == 1 ? next.y : number == 2 ? next.z : next.w;
            if (!child) break;
            int4 edge = fetch(nodes, child);
            int length = edge.y, matched = min(known, length);
#pragma unroll 1
            while (matched < length && reference[edge.x + matched] == bases[depth + matched]) ++matched;
            known = matched;
            end = {child, length - matched};
            if (matched < length) break;
            node = child;
            depth = edge.w;
            known = 0;
        }
        if (depth + known >= SHORTEST) *result = end;
        // Without its first base the match ends below the node that the suffix link names; the root has none.
        if (node) {
            node = fetch(nodes, node).z;
            --depth;
        } else if (known) {
            --known;
        }
    }
}

struct Tree {
    std::vector<Node> nodes;
    std::vector<Children> children;
};

/// By the order of all suffixes: those below a node stand together in it. Nodes are numbered level by level.
static Tree suffix_tree(const std::string &text) {
    std::vector<int> order(text.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return text.compare(a, text.npos, text, b, text.npos) < 0; });
    /// Suffixes `low` to `high` - 1 of the order have a node's text in common.
    struct Part {
        int low, high;
    };
    std::vector<Part> parts = {{0, int(text.size())}};
    Tree tree = {{{0, 0, 0, 0}}, {{}}};
    for (size_t node = 0; node < parts.size(); ++node) {
        Part part = parts[node];
        int depth = tree.nodes[node].depth;
        for (int low = part.low, high; low < part.high; low = high) {
            int from = order[low] + depth;
            high = low + 1;
            if (from >= int(text.size())) continue; // the suffix ends at the node
            while (high < part.high && text[order[high] + depth] == text[from]) ++high;
            const char *first = &text[from], *last = &text[order[high - 1] + depth], *end = &text[0] + text.size();
            int common = 0;
            while (first + common < end && last + common < end && first[common] == last[common]) ++common;
            tree.children[node].of[base_number(text[from])] = address(int(parts.size()));
            parts.push_back({low, high});
            tree.nodes.push_back({from, common, 0, depth + common});
            tree.children.push_back({});
        }
    }
    // The suffix link of a node leads to the node of its text without the first base.
    for (size_t node = 1; node < parts.size(); ++node) {
        int from = order[parts[node].low] + 1, depth = tree.nodes[node].depth - 1, to = 0;
        while (tree.nodes[to].depth < depth) to = node_at(tree.children[to].of[base_number(text[from + tree.nodes[to].depth])]);
        tree.nodes[node].suffix = address(to);
    }
    return tree;
}

/// The elements of 16 bytes in a new array for a texture, in lines from node 0 on.
template <class T> cudaArray *in_lines(std::vector<T> elements) {
    static_assert(sizeof(T) == sizeof(int4), "a texel holds 16 bytes");
    elements.resize((elements.size() + COLUMNS - 1) / COLUMNS * COLUMNS);
    cudaArray *array = nullptr;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int4>();
    CUDA_CHECK(cudaMallocArray(&array, &format, COLUMNS, elements.size() / COLUMNS));
    CUDA_CHECK(cudaMemcpyToArray(array, 0, 0, elements.data(), elements.size() * sizeof(T), cudaMemcpyHostToDevice));
    return array;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"reference", 20000, 2 * SHORTEST, 1 << 20, 1},
                     {"readings", 50000, 1, 1 << 20, 1},
                     {"bases", 25, SHORTEST, 1 << 10, 1}});
    int count = sizes[1], bases = sizes[2], places = bases - SHORTEST + 1;
    if (bases >= sizes[0]) sizes.refuse("readings must be shorter than the reference");
    Lcg random(88);
    std::string reference, readings;
    for (int i = 0; i < sizes[0]; ++i) reference += "ACGT"[random.below(4)];
    std::vector<int> starts, lengths(count, bases);
    for (int reading = 0; reading < count; ++reading) {
        starts.push_back(int(readings.size()));
        int from = random.below(int(reference.size()) - bases);
        bool inside = random.below(GENOME) == 0;
        for (int i = 0; i < bases; ++i) readings += inside ? reference[from + i] : "ACGT"[random.below(4)];
        readings += '\0';
    }

    Tree tree = suffix_tree(reference);
    cudaArray *node_array = in_lines(tree.nodes), *child_array = in_lines(tree.children);
    for (auto *texels : {&nodes, &children}) {
        texels->filterMode = cudaFilterModePoint;
        texels->addressMode[0] = texels->addressMode[1] = cudaAddressModeClamp;
    }
    CUDA_CHECK(cudaBindTextureToArray(nodes, node_array));
    CUDA_CHECK(cudaBindTextureToArray(children, child_array));
    char *device_reference = to_device(std::vector<char>(reference.begin(), reference.end())),
         *device_readings = to_device(std::vector<char>(readings.begin(), readings.end()));
    int *device_starts = to_device(starts), *device_lengths = to_device(lengths);
    Match *matches = zeros_on_device<Match>(size_t(count) * places);
    match<<<blocks_for(count, THREADS), THREADS>>>(device_reference, device_readings, device_starts, device_lengths, matches, count);
    FINISH_KERNELS();
    std::vector<Match> got = take_from_device(matches, size_t(count) * places);
    for (char *array : {device_reference, device_readings}) CUDA_CHECK(cudaFree(array));
    for (int *array : {device_starts, device_lengths}) CUDA_CHECK(cudaFree(array));
    for (cudaArray *array : {node_array, child_array}) CUDA_CHECK(cudaFreeArray(array));

    // Without a tree: every match of the shortest length starts where a word of the reference does.
    std::unordered_multimap<std::string, int> words;
    for (int at = 0; at + SHORTEST <= int(reference.size()); ++at) words.emplace(reference.substr(at, SHORTEST), at);
    double wrong = 0;
    for (int reading = 0; reading < count; ++reading) {
        for (int from = 0; from < places; ++from) {
            const char *own = &readings[starts[reading] + from];
            int longest = 0;
            auto found = words.equal_range(std::string(own, SHORTEST));
            for (auto word = found.first; word != found.second; ++word) {
                int length = SHORTEST, at = word->second;
                while (own[length] && at + length < int(reference.size()) && reference[at + length] == own[length]) ++length;
                longest = std::max(longest, length);
            }
            Match match = got[size_t(reading) * places + from];
            size_t node = size_t(node_at(match.node));
            wrong += node >= tree.nodes.size() || (node ? tree.nodes[node].depth - match.missing : 0) != longest;
        }
    }
    return verdict("genomematch", sizes, "wrong matches", wrong, 0);
}
