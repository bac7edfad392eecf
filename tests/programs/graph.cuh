// SPDX-License-Identifier: Apache-2.0
//
// Graphs in compressed rows for the programs of irregular graphs, and their generators.
#pragma once

#include "harness.cuh"

#include <algorithm>
#include <queue>

/// Edges of vertex v: `first_edge[v]` to `first_edge[v + 1] - 1`.
struct Graph {
    std::vector<int> first_edge, end, weight;

    int vertices() const { return int(first_edge.size()) - 1; }
    int edges() const { return int(end.size()); }
};

/// A directed edge with its start, as generators make it.
struct Arc {
    int start, end, weight;
};

/// The graph of these edges, sorted by start and then as they come.
inline Graph in_compressed_rows(int vertices, std::vector<Arc> arcs) {
    std::stable_sort(arcs.begin(), arcs.end(), [](const Arc &a, const Arc &b) { return a.start < b.start; });
    Graph graph;
    graph.first_edge.assign(vertices + 1, 0);
    for (const Arc &arc : arcs) {
        ++graph.first_edge[arc.start + 1];
        graph.end.push_back(arc.end);
        graph.weight.push_back(arc.weight);
    }
    for (int v = 0; v < vertices; ++v) graph.first_edge[v + 1] += graph.first_edge[v];
    return graph;
}

/// R-MAT: for each edge the adjacency matrix is quartered `scale` times, and a quarter chosen with the shares `a`, `b`, `c` and the
/// rest. Vertices are renumbered at random, so that those of high degree do not stand together.
inline Graph rmat(Lcg &random, int scale, int edges, float a, float b, float c) {
    int vertices = 1 << scale;
    std::vector<int> name(vertices);
    for (int v = 0; v < vertices; ++v) name[v] = v;
    for (int v = vertices - 1; v > 0; --v) std::swap(name[v], name[random.below(v + 1)]);
    std::vector<Arc> arcs(edges);
    for (Arc &arc : arcs) {
        int start = 0, end = 0;
        for (int level = 0; level < scale; ++level) {
            float at = random.uniform(0, 1);
            start = 2 * start + (at >= a + b);
            end = 2 * end + ((at >= a && at < a + b) || at >= a + b + c);
        }
        arc = {name[start], name[end], 1 + random.below(100)};
    }
    return in_compressed_rows(vertices, arcs);
}

/// Every vertex has `degree` edges to uniformly chosen ones.
inline Graph uniform_graph(Lcg &random, int vertices, int degree) {
    std::vector<Arc> arcs;
    for (int v = 0; v < vertices; ++v) {
        for (int e = 0; e < degree; ++e) arcs.push_back({v, random.below(vertices), 1 + random.below(100)});
    }
    return in_compressed_rows(vertices, arcs);
}

/// Both directions of every edge, with the same weight.
inline Graph undirected(const Graph &graph) {
    std::vector<Arc> arcs;
    for (int v = 0; v < graph.vertices(); ++v) {
        for (int e = graph.first_edge[v]; e < graph.first_edge[v + 1]; ++e) {
            arcs.push_back({v, graph.end[e], graph.weight[e]});
            arcs.push_back({graph.end[e], v, graph.weight[e]});
        }
    }
    return in_compressed_rows(graph.vertices(), arcs);
}

/// Edges from `source` to each vertex along a shortest way, -1 where there is none.
inline std::vector<int> levels_on_cpu(const Graph &graph, int source) {
    std::vector<int> level(graph.vertices(), -1);
    std::queue<int> queue;
    level[source] = 0;
    queue.push(source);
    while (!queue.empty()) {
        int v = queue.front();
        queue.pop();
        for (int e = graph.first_edge[v]; e < graph.first_edge[v + 1]; ++e) {
            int u = graph.end[e];
            if (level[u] >= 0) continue;
            level[u] = level[v] + 1;
            queue.push(u);
        }
    }
    return level;
}

/// The graph in device memory.
struct DeviceGraph {
    const int *first_edge, *end, *weight;
    int vertices;
};

inline DeviceGraph to_device(const Graph &graph) {
    return {to_device(graph.first_edge), to_device(graph.end), to_device(graph.weight), graph.vertices()};
}

inline void free_on_device(const DeviceGraph &graph) {
    for (const int *array : {graph.first_edge, graph.end, graph.weight}) CUDA_CHECK(cudaFree(const_cast<int *>(array)));
}
