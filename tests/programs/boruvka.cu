// SPDX-License-Identifier: Apache-2.0
//
// boruvka: minimum spanning tree of a graph by Boruvka's algorithm. In each round every vertex looks for the lightest edge that
// leaves its component, each component joins another along the lightest of its vertices', and all vertices learn the name
// of the component that theirs has become; until no edge leaves a component.
//
// Class: cache. MST of the MeDiC dissertation: a thread a vertex walks its edges (2 MB of ends and weights) and gathers the
// components of their ends from 128 kB; parents of components are followed to the root. The grid is as large as the GPU holds.
//
// Arguments: vertices degree.
#include "graph.cuh"

#include <numeric>

const int THREADS = 256;
const unsigned long long NONE = ~0ull;

/// Every vertex offers its component the lightest edge that leaves it, as weight and number of the edge.
__global__ void __launch_bounds__(THREADS)
    find_lightest(DeviceGraph graph, const int *component, unsigned long long *lightest) {
    for (int v = blockIdx.x * THREADS + threadIdx.x; v < graph.vertices; v += gridDim.x * THREADS) {
        int own = component[v], end = graph.first_edge[v + 1];
        unsigned long long least = NONE;
#pragma unroll 1
        for (int e = graph.first_edge[v]; e < end; ++e) {
            if (component[graph.end[e]] == own) continue;
            unsigned long long offer = (unsigned long long)graph.weight[e] << 32 | e;
            least = offer < least ? offer : least;
        }
        if (least < lightest[own]) atomicMin(&lightest[own], least);
    }
}

/// Each component, by the thread of the vertex that it is named after, joins the one across its lightest edge. Of two that have the same
/// one, the lower stays the root of both.
__global__ void __launch_bounds__(THREADS)
    join(DeviceGraph graph, const int *component, const unsigned long long *lightest, int *parent,
         unsigned long long *weight, int *edges) {
    for (int v = blockIdx.x * THREADS + threadIdx.x; v < graph.vertices; v += gridDim.x * THREADS) {
        if (component[v] != v || lightest[v] == NONE) continue;
        int other = component[graph.end[unsigned(lightest[v])]];
        // Weights are distinct, so that equal ones are the two directions of an edge.
        if (lightest[other] >> 32 == lightest[v] >> 32 && v < other) continue;
        parent[v] = other;
        atomicAdd(weight, lightest[v] >> 32);
        atomicAdd(edges, 1);
    }
}

__global__ void __launch_bounds__(THREADS) rename_components(const int *parent, int *component, int vertices) {
    for (int v = blockIdx.x * THREADS + threadIdx.x; v < vertices; v += gridDim.x * THREADS) {
        int root = component[v];
        while (parent[root] != root) root = parent[root];
        component[v] = root;
    }
}

struct Tree {
    unsigned long long weight;
    int edges;
};

/// Kruskal's algorithm; a forest if the graph is not connected.
static Tree tree_on_cpu(const Graph &graph) {
    std::vector<int> parent(graph.vertices());
    std::iota(parent.begin(), parent.end(), 0);
    auto root = [&](int v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    std::vector<Arc> arcs;
    for (int v = 0; v < graph.vertices(); ++v) {
        for (int e = graph.first_edge[v]; e < graph.first_edge[v + 1]; ++e)
            arcs.push_back({v, graph.end[e], graph.weight[e]});
    }
    std::sort(arcs.begin(), arcs.end(), [](const Arc &a, const Arc &b) { return a.weight < b.weight; });
    Tree tree = {0, 0};
    for (const Arc &arc : arcs) {
        int a = root(arc.start), b = root(arc.end);
        if (a == b) continue;
        parent[a] = b;
        tree.weight += arc.weight;
        ++tree.edges;
    }
    return tree;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"vertices", 32768, 1, 1 << 22, 1}, {"degree", 4, 1, 64, 1}});
    int vertices = sizes[0];
    Lcg random(56);
    Graph arcs = uniform_graph(random, vertices, sizes[1]);
    std::iota(arcs.weight.begin(), arcs.weight.end(), 1); // distinct, and then in random order
    for (int e = arcs.edges() - 1; e > 0; --e) std::swap(arcs.weight[e], arcs.weight[random.below(e + 1)]);
    Graph graph = undirected(arcs);

    std::vector<int> own(vertices);
    std::iota(own.begin(), own.end(), 0);
    DeviceGraph device_graph = to_device(graph);
    int *component = to_device(own), *parent = to_device(own), *device_edges = zeros_on_device<int>(1);
    unsigned long long *lightest = zeros_on_device<unsigned long long>(vertices);
    unsigned long long *weight = zeros_on_device<unsigned long long>(1);
    Tree tree = {0, 0};
    for (int before = -1; tree.edges > before;) {
        before = tree.edges;
        CUDA_CHECK(cudaMemset(lightest, 0xff, vertices * sizeof(unsigned long long)));
        find_lightest<<<resident_blocks(find_lightest, THREADS), THREADS>>>(device_graph, component, lightest);
        join<<<resident_blocks(join, THREADS), THREADS>>>(device_graph, component, lightest, parent, weight, device_edges);
        rename_components<<<resident_blocks(rename_components, THREADS), THREADS>>>(parent, component, vertices);
        FINISH_KERNELS();
        CUDA_CHECK(cudaMemcpy(&tree.edges, device_edges, sizeof(int), cudaMemcpyDeviceToHost));
    }
    tree.weight = take_from_device(weight, 1)[0];
    free_on_device(device_graph);
    for (int *array : {component, parent, device_edges}) CUDA_CHECK(cudaFree(array));
    CUDA_CHECK(cudaFree(lightest));

    // Weights are distinct, so that there is one minimum tree.
    Tree want = tree_on_cpu(graph);
    double wrong = std::abs(tree.edges - want.edges) + std::fabs(double(tree.weight) - double(want.weight));
    return verdict("boruvka", sizes, "edges or weight of the tree too many or few", wrong, 0);
}
