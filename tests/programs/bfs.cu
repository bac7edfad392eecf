// SPDX-License-Identifier: Apache-2.0
//
// bfs: breadth-first search over a random graph in compressed rows, one launch a level, one thread a
// vertex.
//
// Class: cache. A frontier thread walks its own list of about 8 edges (64 B), so a warp keeps some 16 lines
// alive for its whole walk: one CTA (16 warps) nearly fits an L1 of 256 lines, three do not. The visited set
// is a bit map (8 kB for 65536 vertices) that all warps share and that stays hot. The first and last levels
// touch few vertices, the middle ones most.
//
// Arguments: vertices mean_degree.
#include "harness.cuh"

#include <queue>

const int THREADS = 512;

/// Search needs the end points only; the weights are there because graphs are stored with them.
struct Edge {
    int end, weight;
};

__global__ void __launch_bounds__(THREADS, 3)
    expand(const int *first_edge, const Edge *edges, unsigned *visited, int *level, int *grew, int depth,
           int vertices) {
    int vertex = blockIdx.x * blockDim.x + threadIdx.x;
    if (vertex >= vertices || level[vertex] != depth) return;
    int end = first_edge[vertex + 1];
#pragma unroll 1
    for (int e = first_edge[vertex]; e < end; ++e) {
        int other = edges[e].end;
        unsigned bit = 1u << (other & 31);
        if (visited[other >> 5] & bit) continue;
        if (atomicOr(&visited[other >> 5], bit) & bit) continue; // another thread was first
        level[other] = depth + 1;
        *grew = 1;
    }
}

struct Graph {
    std::vector<int> first_edge; // edges of vertex v: first_edge[v] .. first_edge[v + 1] - 1
    std::vector<Edge> edges;
};

/// Degrees uniform in 1/2 .. 3/2 of the mean, every end point uniform.
static Graph random_graph(int vertices, int mean_degree) {
    Lcg random(2);
    Graph graph;
    graph.first_edge.push_back(0);
    for (int v = 0; v < vertices; ++v) {
        int degree = mean_degree / 2 + random.below(2 * (mean_degree - mean_degree / 2) + 1);
        for (int e = 0; e < degree; ++e) graph.edges.push_back({random.below(vertices), random.below(100)});
        graph.first_edge.push_back(int(graph.edges.size()));
    }
    graph.edges.push_back({0, 0}); // never read; keeps the array non-empty for a graph without edges
    return graph;
}

static std::vector<int> levels_on_cpu(const Graph &graph, int vertices) {
    std::vector<int> level(vertices, -1);
    std::queue<int> queue;
    level[0] = 0;
    queue.push(0);
    while (!queue.empty()) {
        int v = queue.front();
        queue.pop();
        for (int e = graph.first_edge[v]; e < graph.first_edge[v + 1]; ++e) {
            int u = graph.edges[e].end;
            if (level[u] >= 0) continue;
            level[u] = level[v] + 1;
            queue.push(u);
        }
    }
    return level;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"vertices", 65536, 1, 1 << 22, 1}, {"mean_degree", 8, 1, 64, 1}});
    int vertices = sizes[0];
    Graph graph = random_graph(vertices, sizes[1]);

    std::vector<int> level(vertices, -1);
    std::vector<unsigned> visited((vertices + 31) / 32, 0u);
    level[0] = 0;
    visited[0] = 1;
    int *device_first = to_device(graph.first_edge);
    Edge *device_edges = to_device(graph.edges);
    int *device_level = to_device(level), *grew = zeros_on_device<int>(1);
    unsigned *device_visited = to_device(visited);

    int more = 1;
    for (int depth = 0; more; ++depth) {
        CUDA_CHECK(cudaMemset(grew, 0, sizeof(int)));
        expand<<<blocks_for(vertices, THREADS), THREADS>>>(device_first, device_edges, device_visited,
                                                           device_level, grew, depth, vertices);
        FINISH_KERNELS();
        CUDA_CHECK(cudaMemcpy(&more, grew, sizeof(int), cudaMemcpyDeviceToHost));
    }

    level = take_from_device(device_level, vertices);
    CUDA_CHECK(cudaFree(device_first));
    CUDA_CHECK(cudaFree(device_edges));
    CUDA_CHECK(cudaFree(device_visited));
    CUDA_CHECK(cudaFree(grew));
    // Levels are integers that do not depend on the order of the threads.
    return verdict("bfs", sizes, "wrong levels", mismatches(level, levels_on_cpu(graph, vertices)), 0);
}
