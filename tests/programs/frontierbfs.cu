// SPDX-License-Identifier: Apache-2.0
//
// frontierbfs: breadth-first search by flags: in each level every vertex of the frontier flags those of its neighbours that were
// not visited, and a second kernel makes them the next frontier. One thread a vertex in both.
//
// Class: cache. bfs of the Equalizer and Mascar papers, in the form of Rodinia's: a vertex has the place of its first edge and its
// number of edges, an edge is the number of a vertex, flags are bytes and levels are numbers. The graph is undirected, each vertex
// drew 2 to 4 neighbours among all, 6 edges in the mean; a warp's edges lie in some twenty lines, and its neighbours anywhere.
// Three CTAs of 16 warps.
//
// Arguments: vertices.
#include "graph.cuh"

const int THREADS = 512;
const int FEWEST = 2, MOST = 4; // neighbours that a vertex draws

struct Vertex {
    int first_edge, edges;
};

__global__ void __launch_bounds__(THREADS, 3)
    expand(const Vertex *vertices, const int *ends, bool *frontier, bool *reached, const bool *visited, int *level,
           int count) {
    int vertex = blockIdx.x * THREADS + threadIdx.x;
    if (vertex >= count || !frontier[vertex]) return;
    frontier[vertex] = false;
#pragma unroll 1
    for (int e = vertices[vertex].first_edge; e < vertices[vertex].first_edge + vertices[vertex].edges; ++e) {
        int other = ends[e];
        if (visited[other]) continue;
        level[other] = level[vertex] + 1; // every thread that writes it writes the same
        reached[other] = true;
    }
}

__global__ void __launch_bounds__(THREADS, 3)
    advance(bool *frontier, bool *reached, bool *visited, bool *grew, int count) {
    int vertex = blockIdx.x * THREADS + threadIdx.x;
    if (vertex >= count || !reached[vertex]) return;
    frontier[vertex] = true;
    visited[vertex] = true;
    reached[vertex] = false;
    *grew = true;
}

static Graph random_graph(int vertices) {
    Lcg random(84);
    std::vector<Arc> arcs;
    for (int v = 0; v < vertices; ++v) {
        for (int e = FEWEST + random.below(MOST - FEWEST + 1); e > 0; --e)
            arcs.push_back({v, random.below(vertices), 1 + random.below(10)});
    }
    return undirected(in_compressed_rows(vertices, arcs));
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"vertices", 262144, 2, 1 << 22, 1}});
    int count = sizes[0];
    Graph graph = random_graph(count);
    std::vector<Vertex> vertices;
    for (int v = 0; v < count; ++v)
        vertices.push_back({graph.first_edge[v], graph.first_edge[v + 1] - graph.first_edge[v]});
    std::vector<int> level(count, -1);
    level[0] = 0;

    Vertex *device_vertices = to_device(vertices);
    int *ends = to_device(graph.end), *device_level = to_device(level);
    bool *frontier = zeros_on_device<bool>(count), *reached = zeros_on_device<bool>(count),
         *visited = zeros_on_device<bool>(count), *grew = zeros_on_device<bool>(1);
    bool more = true;
    for (bool *flag : {frontier, visited}) CUDA_CHECK(cudaMemcpy(flag, &more, sizeof(bool), cudaMemcpyHostToDevice));
    int ctas = blocks_for(count, THREADS);
    while (more) {
        CUDA_CHECK(cudaMemset(grew, 0, sizeof(bool)));
        expand<<<ctas, THREADS>>>(device_vertices, ends, frontier, reached, visited, device_level, count);
        advance<<<ctas, THREADS>>>(frontier, reached, visited, grew, count);
        FINISH_KERNELS();
        CUDA_CHECK(cudaMemcpy(&more, grew, sizeof(bool), cudaMemcpyDeviceToHost));
    }
    level = take_from_device(device_level, count);
    CUDA_CHECK(cudaFree(device_vertices));
    CUDA_CHECK(cudaFree(ends));
    for (bool *flags : {frontier, reached, visited, grew}) CUDA_CHECK(cudaFree(flags));
    return verdict("frontierbfs", sizes, "wrong levels", mismatches(level, levels_on_cpu(graph, 0)), 0);
}
